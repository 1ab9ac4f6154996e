class TicTacToe:
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self):
        self.squares = [""] * 9
        self.over = False

    def available(self):
        return [n for n, mark in enumerate(self.squares) if mark == ""]

    def completes(self, square, mark):
        self.squares[square] = mark
        done = any(all(self.squares[n] == mark for n in line) for line in self.LINES)
        self.squares[square] = ""
        return done

    def computer_move(self, mark):
        other = "O" if mark == "X" else "X"
        for who in mark, other:
            for square in self.available():
                if self.completes(square, who):
                    self.squares[square] = mark
                    return
        for square in (4, 0, 2, 6, 8, 1, 3, 5, 7):
            if self.squares[square] == "":
                self.squares[square] = mark
                return

    def start(self):
        import tkinter

        self.window = tkinter.Tk()


if __name__ == "__main__":
    TicTacToe().start()
