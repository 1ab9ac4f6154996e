"""Sizes of a game beyond those that were asked about: whether claims hold there too."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ttt_asp.claims.question import Question, read
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits

# Positions of a larger board that are looked at, at most: a few seconds' work.
_MOST = 20_000
# Larger sizes that are tried, at most.
_SIZES = 3


def elsewhere(questions: Sequence[Question], limits: Limits) -> dict[str, bool | None]:
    """Say of a few larger sizes whether a claim holds there; None where that is not found soon.

    Args:
        questions: the claim at the sizes that were asked about, with the strategies that keep it.
        limits: of the work.

    Raises:
        Expired: a limit was reached.
    """
    games = [load_game(question.game, question.const, limits.deadline) for question in questions]
    known = [game.constants for game in games]
    last, game = questions[-1], games[-1]
    few = replace(limits, max_positions=_MOST, count=False, stop_at_first=True)
    found: dict[str, bool | None] = {}
    for const in _larger(game):
        if const in known:
            continue
        try:
            problem = read(replace(last, const=const), limits.deadline)
            if problem.game.lineless:
                continue
            verdict = answer(problem, "explicit", few)
        except InputError:  # there is no game of this size, or not with these words
            continue
        found[_named(const, game)] = {"proved": True, "unknown": None}.get(verdict.verdict, False)
        if len(found) == _SIZES:
            break
    return found


def _larger(game: Game) -> Iterator[dict[str, str]]:
    """Yield constants with one of the sizes greater by one, then with all of them."""
    sizes = [name for name, value in game.constants.items() if value.isdigit() and int(value) > 1]
    plain = dict(game.constants)
    for name in reversed(sizes):
        yield {**plain, name: str(int(plain[name]) + 1)}
    if len(sizes) > 1:
        yield {**plain, **{name: str(int(plain[name]) + 1) for name in sizes}}
    for name in sizes if len(sizes) == 1 else ():
        yield {**plain, name: str(int(plain[name]) + 2)}


def _named(const: Mapping[str, str], game: Game) -> str:
    """Return a size as people write it: 3x4, or the constants that differ."""
    changed = {name: value for name, value in const.items() if value != game.constants[name]}
    if {"rows", "cols"} <= const.keys() and changed.keys() <= {"rows", "cols"}:
        return f"{const['rows']}x{const['cols']}"
    return " ".join(f"{name}={value}" for name, value in changed.items())
