"""Plays that get stuck, in words: as the reason of a verdict, and beside a play that decides it."""

from collections.abc import Iterable
from dataclasses import replace

from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.strategies.composition import PROGRAM
from ttt_asp.verdict import Verdict


def stuck_reason(game: Game, position: Iterable[str]) -> str:
    """Return why a play gets stuck at its last position."""
    return (
        f"{Notation(game).who_moves(position)}'s strategy recommends nothing in the last position"
    )


def stuck_note(game: Game, position: frozenset[str], number: int | None = None) -> str:
    """Return a note on the plays that get stuck beside a play that breaks the claim.

    Args:
        game: the game.
        position: where one of them gets stuck.
        number: how many get stuck; None where that is not known.
    """
    notation = Notation(game)
    plays = "some plays" if number is None else number_of(number, "play")
    verb = "gets" if number == 1 else "get"
    who, where = notation.who_moves(position), notation.text(position)
    return f"and {plays} {verb} stuck: {who} has no move at {where}"


def with_program_named(game: Game, verdict: Verdict) -> Verdict:
    """Return a verdict that says of a play which a program left stuck how that failed."""
    if verdict.verdict != "incomplete" or verdict.play is None:
        return verdict
    last = verdict.play.positions[-1]
    for inquiry in verdict.programs.values():
        if why := inquiry.failed.get(last):
            name, where = inquiry.program.removeprefix(PROGRAM).strip(), Notation(game).text(last)
            return replace(verdict, reason=f"{name} {why.removeprefix('it ')}, at {where}")
    return verdict
