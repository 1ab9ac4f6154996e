from functools import lru_cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@lru_cache(None)
def negamax(board, player):
    if any(board[a] == board[b] == board[c] == -player for a, b, c in LINES):
        return -1
    if 0 not in board:
        return 0
    return max(-negamax(place(board, n, player), -player) for n in range(9) if board[n] == 0)


def place(board, n, player):
    return board[:n] + (player,) + board[n + 1 :]


def choose_move(board, player):
    board = tuple(board)
    moves = [n for n in range(9) if board[n] == 0]
    return max(moves, key=lambda n: -negamax(place(board, n, player), -player))
