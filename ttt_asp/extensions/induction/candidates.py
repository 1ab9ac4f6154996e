"""Clauses that may be lemmas: of one or two literals, over facts at the beginning of a round.

They hold whenever a round begins in random plays, under both strategies. Nothing here is trusted:
plays only tell which lemmas are not worth trying.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice, product
from operator import or_
from random import Random

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.random_plays import random_plays
from ttt_asp.games.notation import Notation
from ttt_asp.lp.scan import read_term
from ttt_asp.lp.source import Source, parse
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.library import Lemmas
from ttt_asp.strategies.terms import leaves

# Literals are true or false features; a feature is a fluent, or says(TACTIC,ROLE).
Literal = tuple[bool, str]
Clause = tuple[Literal, ...]

# Candidates that are kept, at most: where there are more, random plays were too few, or too much
# alike.
MOST = 20_000
# The number of positions that are looked at first.
FIRST = 4096
# Squares, or pairs of them, that are listed for one form of clause.
SHOWN = 6
_NAMES = ("C", "D")


@dataclass(frozen=True, slots=True)
class RoundSample:
    """The facts that held when rounds began.

    Attributes:
        features: names of the fluents, then says(TACTIC,ROLE) for the strategies' tactics.
        fluents: the number of these that are fluents.
        held: for each feature a bit vector, a bit a position. every: the vector of all bits.
        size: the number of bits, those between the positions included.
    """

    features: tuple[str, ...]
    fluents: int
    held: tuple[int, ...]
    every: int
    size: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """Clauses that no random play breaks.

    Attributes:
        clauses: these. total: how many there were before the plays.
    """

    clauses: tuple[Clause, ...]
    total: int


def candidates(sample: RoundSample, deadline: Deadline) -> Candidates:
    """Return the clauses that held whenever a round began in a random play.

    Of two fluents; of one; and of each tactic that it says nothing to a role.

    Raises:
        Expired: time is up.
    """
    size, names, every = sample.fluents, sample.features, sample.every
    steady = [held in (0, every) for held in sample.held]
    strong: list[Clause] = []
    for place, name in enumerate(names):
        if sample.held[place] == 0:
            strong.append(((False, name),))
        elif place < size and steady[place]:
            strong.append(((True, name),))
    weak: list[Clause] = []  # implied by a clause of one literal: cut first
    pairs = _pairs(sample, deadline)
    for (left, first), (right, second) in pairs:
        clause = ((first, names[left]), (second, names[right]))
        (weak if steady[left] or steady[right] else strong).append(clause)
    total = 2 * size * (size - 1) + 2 * size + len(names) - size
    return Candidates(tuple([*strong, *weak][:MOST]), total)


_Place = tuple[int, bool]


def _pairs(sample: RoundSample, deadline: Deadline) -> Iterator[tuple[_Place, _Place]]:
    """Yield the clauses of two literals that held; a literal is a feature's number and its sign."""
    size = sample.fluents
    few = (1 << min(sample.size, FIRST)) - 1
    vectors = [(held, sample.every & ~held) for held in sample.held[:size]]
    starts = [(true & few, false & few) for true, false in vectors]
    signs = list(product((False, True), repeat=2))
    for left in range(size):
        deadline.check()
        for right in range(left + 1, size):
            for a, b in signs:
                # broken where the opposite of both held; most are so among the first few
                if not starts[left][a] & starts[right][b] and not (
                    vectors[left][a] & vectors[right][b]
                ):
                    yield (left, a), (right, b)


def as_lemma(clauses: Sequence[Clause], taken: Sequence[str]) -> Lemmas:
    """Return the clauses as the text of a lemma's file, under a name that is not taken."""
    name = "found_lemma"
    while name in taken:
        name += "_too"
    lines = [f"%*! {name}: found by ttt-asp; clauses that hold whenever a round begins. *%"]
    lines.append(f"lemma({name}) :- not {name}_broken.")
    for clause in clauses:
        body = ", ".join(_broken(literal) for literal in clause)
        lines.append(f"{name}_broken :- {body}.")
    return Lemmas((name,), (lemma_source(name, "\n".join(lines) + "\n"),))


def lemma_source(name: str, text: str) -> Source:
    """Return a lemma that was found as a file of its own, which is nowhere on the disk."""
    return parse(text.encode(), f"lemmas/{name}.lp, found by ttt-asp")


def _broken(literal: Literal) -> str:
    positive, feature = literal
    if feature.startswith("says("):
        tactic, role = feature[len("says(") : -1].split(",", 1)
        return f"suggests({tactic},{role},_)"
    return f"not true({feature})" if positive else f"true({feature})"


def clauses_in_words(clauses: Sequence[Clause]) -> list[str]:
    """Return clauses as people would say them: a line for each form, with its places."""
    forms: dict[str, list[tuple[str, ...]]] = {}
    for clause in clauses:
        literals = sorted(clause)  # a false one comes first
        parts = [_split(literal, name) for literal, name in zip(literals, _NAMES, strict=False)]
        signs = [sign for sign, _ in literals]
        form = _form(list(zip(signs, (text for text, _ in parts), strict=True)))
        forms.setdefault(form, []).append(tuple(place for _, place in parts if place))
    lines = []
    for form, places in forms.items():
        shown = _places(places)
        more = len(shown) - SHOWN
        text = ", ".join(shown[:SHOWN]) + (f" and {more} more" if more > 0 else "")
        lines.append(f"{form}: {text}" if text else form)
    return lines


def _places(places: Sequence[tuple[str, ...]]) -> list[str]:
    known = set(places)
    texts: dict[str, None] = {}
    for squares in places:
        if len(squares) == 2 and squares[::-1] in known:
            texts[" and ".join(sorted(squares))] = None
        else:
            texts[" to ".join(squares)] = None
    return [text for text in texts if text]


def _split(literal: Literal, name: str) -> tuple[str, str]:
    """Split a feature: its last argument, if that is a place, as a variable; and that place."""
    symbol = read_term(literal[1])
    if symbol.name == "says":
        tactic, role = symbol.arguments
        return f"{tactic} recommends nothing to {role}", ""
    if not symbol.arguments:
        return literal[1], ""
    arguments = [*map(str, symbol.arguments[:-1]), name]
    return f"{symbol.name}({','.join(arguments)})", str(symbol.arguments[-1])


def _form(literals: Sequence[tuple[bool, str]]) -> str:
    if len(literals) == 1:
        ((positive, text),) = literals
        return text if positive or "recommends nothing" in text else f"never {text}"
    (first_sign, first), (second_sign, second) = literals
    if first_sign:
        return f"{first} or {second}"
    return f"if {first} then {second}" if second_sign else f"never both {first} and {second}"


# The number of plays, a multiple of 8. On 20x20 four times that number, and all 200 rounds of each,
# break no further candidate.
PLAYS = 256
# The rounds of each play, at most.
MOST_ROUNDS = 100
SEED = 1


def sample(problem: Problem, deadline: Deadline) -> RoundSample:
    """Play at random, and return the facts at the beginning of each round.

    Raises:
        InputError: the sources make no circuit.
        Expired: time is up.
    """
    game, rules = problem.game, ground(open_program(problem), deadline)
    turns = set(Notation(game).turns.values())
    true, suggests = sorted(rules.atoms("true", 1).items()), rules.atoms("suggests", 3)
    features = {fluent: [atom] for (fluent,), atom in true if fluent not in turns}
    fluents = len(features)
    for tactic, role in _advice(problem):
        advising = [atom for (t, r, _), atom in suggests.items() if (t, r) == (tactic, role)]
        features[f"says({tactic},{role})"] = advising
    plays = random_plays(game, rules, "recommended", PLAYS, suggests.values(), deadline)
    roles = len(game.roles)
    # of each round the plays that go on, as a vector; then those in which each feature holds
    seen: list[list[int]] = []
    for alive, at in islice(plays, 0, roles * MOST_ROUNDS + 1, roles):
        rows = [alive]
        for atoms in features.values():
            rows.append(reduce(or_, (at[atom] for atom in atoms), 0) & alive)
        seen.append(rows)
    if not seen:  # the game is over before it begins
        return RoundSample(tuple(features), fluents, (0,) * len(features), 0, 0)
    Random(SEED).shuffle(seen)  # early and late positions side by side
    every, *held = (_joined(rows) for rows in zip(*seen, strict=True))
    return RoundSample(tuple(features), fluents, tuple(held), every, PLAYS * len(seen))


def _joined(vectors: Iterable[int]) -> int:
    """Return the bits of vectors of plays as one vector, the first one's lowest."""
    return int.from_bytes(b"".join(v.to_bytes(PLAYS // 8, "little") for v in vectors), "little")


def _advice(problem: Problem) -> list[tuple[str, str]]:
    """Return the tactics of all strategies, each with the roles whose moves it is asked about."""
    asked: dict[tuple[str, str], None] = {}
    for role, strategy in problem.strategies.items():
        others = [other for other in problem.game.roles if other != role]
        for tactic, swapped in leaves(strategy.composition):
            for who in others if swapped else [role]:
                asked[tactic, who] = None
    return list(asked)
