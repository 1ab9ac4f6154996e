"""Random games with planted symmetries, some of them broken."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tables import constant, contents

# Squares are taken in turn, and perhaps given back. Sets are won, or joined, or weighed.
GAME = contents("games/symmetric_games_game.lp")
RULES: dict[str, str] = constant(__file__, "RULES")
FAVOUR = "%*! Random. *%\nsuggests(favour,P,take(C)) :- legal(P,take(C)), C = ({squares}).\n"


def closed(some: set[tuple[int, ...]], by: list[int]) -> set[tuple[int, ...]]:
    """The sets, with all that a permutation makes of them."""
    found = {tuple(sorted(one)) for one in some}
    while (images := {tuple(sorted(by[c] for c in one)) for one in found}) - found:
        found |= images
    return found


def random_game(kind: str, seed: int, folder: Path) -> tuple[str, int]:
    """A game with planted symmetries, perhaps broken ones; its file, and its squares."""
    random = Random(seed)
    size = random.choice([4, 5]) if kind in ("back", "counted") else random.choice([4, 5, 6])
    by = list(range(size))
    random.shuffle(by)
    sets = closed({tuple(random.sample(range(size), 3)) for _ in range(random.choice([1, 2]))}, by)
    near = closed({tuple(random.sample(range(size), 2)) for _ in range(2)}, by)
    if random.random() < 0.5:  # broken
        sets.add(tuple(random.sample(range(size), 2)))
    facts = [f"set({n})." for n in range(len(sets))]
    facts += [f"in({c},{n})." for n, one in enumerate(sorted(sets)) for c in one]
    facts += [f"near({a},{b}). near({b},{a})." for a, b in near]
    facts += [f"weight({c},{1 + (by[c] == c)})." for c in range(size)]
    facts += [f"loose({c})." for c in random.sample(range(size), random.choice([1, 2, size]))]
    used = [fact for fact in facts if f" {fact.partition('(')[0]}(" in RULES[kind]]
    text = GAME.format(last=size - 1, facts="\n".join(used), rules=RULES[kind])
    path = folder / f"{kind}_{seed}.lp"
    path.write_text(text)
    return str(path), size
