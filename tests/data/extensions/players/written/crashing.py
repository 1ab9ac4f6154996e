def move(position, role):
    squares = position.replace("/", "")
    return [square for square in (5, 1, 3, 7, 9) if squares[square - 1] == "."][0]
