"""The facts that hold when rounds of random plays begin, under both strategies.

Nothing here is trusted: plays only tell which lemmas are not worth trying.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import islice
from operator import or_
from random import Random

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.random_plays import random_plays
from ttt_asp.extensions.induction.candidates import RoundSample
from ttt_asp.games.notation import Notation
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.composition import leaves

# The number of plays, a multiple of 8. On 20x20 four times that number, and all 200 rounds of each,
# break no further candidate.
PLAYS = 256
# The rounds of each play, at most.
MOST_ROUNDS = 100
SEED = 1


def sample(problem: Problem, deadline: Deadline) -> RoundSample:
    """Play at random, and return the facts at the beginning of each round.

    Args:
        problem: with the strategies to be kept to.
        deadline: when to give up.

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
