import random


def easy(position, role):
    return random.choice([n + 1 for n, mark in enumerate(position.replace("/", "")) if mark == "."])


def move(position, role):
    return position.replace("/", "").index(".") + 1
