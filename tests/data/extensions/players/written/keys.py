theBoard = {1: " ", 2: " ", 3: " ", 4: " ", 5: " ", 6: " ", 7: " ", 8: " ", 9: " "}


def compMove(board, bot):
    player = "X" if bot == "O" else "O"
    rows = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
    for mark in (bot, player):
        for row in rows:
            marks = [board[key] for key in row]
            if marks.count(mark) == 2 and " " in marks:
                board[row[marks.index(" ")]] = bot
                return
    for key in board.keys():
        if board[key] == " ":
            board[key] = bot
            return
