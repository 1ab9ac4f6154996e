"""The list that a given strategy is, and tasks about lists that could stand in its place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ttt_asp.analyses.fill.pool import Pool
from ttt_asp.analyses.fill.task import Task, part_of
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.games.roles import named_roles, role_of
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.holes import Holes

_HOLES = Composition("first", "", (Composition("lines"),))
# The name of the one strategy with holes.
LIST = "list"


@dataclass(frozen=True)
class GivenList:
    """A strategy as a list.

    Attributes:
        question: the claim. problem: the same, read.
        role: whose strategy.
        text: as the user wrote it.
        lines: the operands of its outermost `first`; a strategy that is none is a list of one.
    """

    question: Question
    problem: Problem
    role: str
    text: str
    lines: tuple[Composition, ...]

    @classmethod
    def of(cls, question: Question, problem: Problem, whose: str | None) -> "GivenList":
        """The list of a role.

        Args:
            question: the claim.
            problem: the same, read.
            whose: the role; None for the one with a strategy, else the one that the claim names.

        Raises:
            InputError: there is no such role.
        """
        game = problem.game
        role = role_of(whose, game) if whose else problem.keeper or game.roles[0]
        given = problem.strategies[role]
        body = given.composition
        while body.operator == "strategy":
            body = body.operands[0]
        lines = body.operands if body.operator == "first" else (given.composition,)
        return cls(question, problem, role, given.text, lines)

    def question_with(self, text: str) -> Question:
        """The same claim about another strategy."""
        roles = named_roles(self.question.roles, self.problem.game)
        return replace(self.question, roles={**roles, self.role: text})

    def task(self, pool: Pool, lines: int, deadline: Deadline) -> Task:
        """The claim about a list of holes.

        Args:
            pool: what may fill them.
            lines: how many there are at most.
            deadline: when to give up.

        Raises:
            Expired: time is up.
        """
        holes = Holes(lines)
        strategies: Mapping[str, Composition] = {LIST: holes.replaced(_HOLES, 1)}
        question, players = self.question_with(self.text), {self.role: LIST}
        part = part_of(question, strategies, players, pool, holes, deadline)
        return Task({LIST: self.text}, strategies, holes, pool, (part,))


def list_of(lines: tuple[Composition, ...]) -> Composition:
    """The strategy that is a list."""
    return lines[0] if len(lines) == 1 else Composition("first", "", lines)
