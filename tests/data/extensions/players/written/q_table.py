import random


class QAgent:
    def __init__(self, epsilon=0.1, alpha=0.5):
        self.q = {}
        self.epsilon = epsilon
        self.alpha = alpha

    def value(self, state, action):
        return self.q.get((state, action), 0.0)

    def choose(self, board):
        state = "".join(board)
        actions = [i for i, mark in enumerate(board) if mark == "-"]
        if random.random() < self.epsilon:
            return random.choice(actions)
        return max(actions, key=lambda action: self.value(state, action))

    def learn(self, state, action, reward):
        old = self.value(state, action)
        self.q[state, action] = old + self.alpha * (reward - old)


def train(agent, games=100):
    chance = random.Random(1)
    for _ in range(games):
        board = ["-"] * 9
        for turn in range(9):
            free = [i for i in range(9) if board[i] == "-"]
            move = chance.choice(free)
            agent.learn("".join(board), move, 1.0 if move == 4 else 0.1)
            board[move] = "XO"[turn % 2]


agent = QAgent()
train(agent)


def get_move(board):
    return agent.choose(board)
