class Player:
    def __init__(self, symbol):
        self.symbol = symbol

    def get_move(self, position):
        return position.replace("/", "").index(".") + 1


class Opponent(Player):
    pass
