def move(position, role):
    squares = position.replace("/", "")
    return next(square for square in (4, 0, 2, 6, 8, 1, 3, 5, 7) if squares[square] == ".")
