LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def wins(board, letter, square):
    copy = list(board)
    copy[square] = letter
    return any(all(copy[n] == letter for n in line) for line in LINES)


def getComputerMove(board, computer):
    human = "O" if computer == "X" else "X"
    free = [square for square in range(1, 10) if board[square] == " "]
    for letter in (computer, human):
        for square in free:
            if wins(board, letter, square):
                return square
    return [square for square in (1, 3, 7, 9, 5, 2, 4, 6, 8) if square in free][0]


if __name__ == "__main__":
    board = [" "] * 10
    board[int(input("Where? (1-9) "))] = "X"
    print(getComputerMove(board, "O"))
