def is_free(board, row, col):
    return board[row][col] == "_"


def has_won(board, mark):
    lines = [[board[r][c] for c in range(3)] for r in range(3)]
    lines += [[board[r][c] for r in range(3)] for c in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return [mark] * 3 in lines


def find_best_move(board, ai, human):
    for mark in (ai, human):
        for row in range(3):
            for col in range(3):
                if is_free(board, row, col):
                    board[row][col] = mark
                    won = has_won(board, mark)
                    board[row][col] = "_"
                    if won:
                        return row, col
    return [(r, c) for r in range(3) for c in range(3) if is_free(board, r, c)][0]


def main():
    board = [["_"] * 3 for _ in range(3)]
    print(find_best_move(board, "x", "o"))


if __name__ == "__main__":
    main()
