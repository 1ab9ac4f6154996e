"""The player of Simply Scheme, chapter 10, transcribed procedure by procedure from the chapter.

It shares nothing with the product or with `oracle.py`. Positions are words as the book's,
`__o_xox_x`, squares 1 to 9 row by row; a triple is a word of three.
"""

# As the chapter has them, the diagonals last.
COMBINATIONS = ("123", "456", "789", "147", "258", "369", "159", "357")
# Without that: the diagonals first, everything else as it was.
KLUDGELESS = ("159", "357", "123", "456", "789", "147", "258", "369")
# Exercise 10.4: what there is to complete with each of the three changes of the rules.
CHANGED = {
    "corner_triples": (*COMBINATIONS, "124", "236", "478", "689"),
    "no_diagonals": COMBINATIONS[:6],
    "corner_blocks": (*COMBINATIONS, "1245", "2356", "4578", "5689"),
}


def ttt(position: str, me: str, combinations: tuple[str, ...] = COMBINATIONS) -> int:
    """The square that the program marks."""
    return int(ttt_choose(find_triples(position, combinations), me))


def find_triples(position: str, combinations: tuple[str, ...]) -> list[str]:
    return [substitute_triple(comb, position) for comb in combinations]


def substitute_triple(combination: str, position: str) -> str:
    return "".join(substitute_letter(square, position) for square in combination)


def substitute_letter(square: str, position: str) -> str:
    item = position[int(square) - 1]
    return square if item == "_" else item


def ttt_choose(triples: list[str], me: str) -> str:
    return (
        i_can_win(triples, me)
        or opponent_can_win(triples, me)
        or i_can_fork(triples, me)
        or i_can_advance(triples, me)
        or best_free_square(triples)
    )


def i_can_win(triples: list[str], me: str) -> str | None:
    return choose_win([triple for triple in triples if my_pair(triple, me)])


def my_pair(triple: str, me: str) -> bool:
    return triple.count(me) == 2 and triple.count(opponent(me)) == 0


def opponent(letter: str) -> str:
    return "o" if letter == "x" else "x"


def choose_win(winning_triples: list[str]) -> str | None:
    return keep_numbers(winning_triples[0]) if winning_triples else None


def keep_numbers(word: str) -> str:
    return "".join(letter for letter in word if letter.isdigit())


def opponent_can_win(triples: list[str], me: str) -> str | None:
    return i_can_win(triples, opponent(me))


def i_can_fork(triples: list[str], me: str) -> str | None:
    return first_if_any(pivots(triples, me))


def first_if_any(sentence: list[str]) -> str | None:
    return sentence[0] if sentence else None


def pivots(triples: list[str], me: str) -> list[str]:
    return repeated_numbers([triple for triple in triples if my_single(triple, me)])


def my_single(triple: str, me: str) -> bool:
    return triple.count(me) == 1 and triple.count(opponent(me)) == 0


def repeated_numbers(sentence: list[str]) -> list[str]:
    return [word[0] for word in sort_digits("".join(sentence)) if len(word) >= 2]


def sort_digits(number_word: str) -> list[str]:
    return ["".join(d for d in number_word if d == digit) for digit in "123456789"]


def i_can_advance(triples: list[str], me: str) -> str | None:
    return best_move([triple for triple in triples if my_single(triple, me)], triples, me)


def best_move(my_triples: list[str], all_triples: list[str], me: str) -> str | None:
    return best_square(my_triples[0], all_triples, me) if my_triples else None


def best_square(my_triple: str, triples: list[str], me: str) -> str:
    return best_square_helper(pivots(triples, opponent(me)), keep_numbers(my_triple))


def best_square_helper(opponent_pivots: list[str], pair: str) -> str:
    return pair[0] if pair[0] in opponent_pivots else pair[-1]


def best_free_square(triples: list[str]) -> str:
    return first_choice("".join(triples), "513792468")


def first_choice(possibilities: str, preferences: str) -> str:
    return next(square for square in preferences if square in possibilities)
