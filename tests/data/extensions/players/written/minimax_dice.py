import random

WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
known = {}


def winner(board):
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None


def minimax(board, player, me):
    key = "".join(board), player, me
    if key not in known:
        known[key] = score(board, player, me)
    return known[key]


def score(board, player, me):
    won = winner(board)
    if won:
        return 1 if won == me else -1
    if " " not in board:
        return 0
    scores = []
    for move in range(9):
        if board[move] == " ":
            board[move] = player
            scores.append(minimax(board, "O" if player == "X" else "X", me))
            board[move] = " "
    return max(scores) if player == me else min(scores)


def best_move(board, player):
    best, moves = -2, []
    for move in range(9):
        if board[move] == " ":
            board[move] = player
            value = minimax(board, "O" if player == "X" else "X", player)
            board[move] = " "
            if value > best:
                best, moves = value, []
            if value == best:
                moves.append(move)
    return random.choice(moves)


if __name__ == "__main__":
    game = [" "] * 9
    while not winner(game) and " " in game:
        game[int(input("where? "))] = "X"
        game[best_move(game, "O")] = "O"
