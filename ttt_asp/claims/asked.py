"""What a verdict repeats of the question."""

from collections.abc import Mapping
from typing import TypedDict

from ttt_asp.strategies.strategy import Problem


class Asked(TypedDict):
    """The fields of a `Verdict` that say what was asked."""

    claim: str
    game: str
    const: Mapping[str, str]
    roles: Mapping[str, str]
    assumed: tuple[str, ...]


def question_of(problem: Problem) -> Asked:
    """The question's part of a verdict.

    Args:
        problem: the question.
    """
    strategies = problem.strategies.items()
    return Asked(
        claim=str(problem.claim),
        game=problem.game.name,
        const=problem.game.constants,
        roles={role: strategy.text for role, strategy in strategies},
        assumed=tuple(role for role, strategy in strategies if strategy.assumed),
    )
