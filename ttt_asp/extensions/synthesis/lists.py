"""Given strategies as lists, tasks about lists that could replace them, and edits.

Lines have names that they keep, so that an edit can be left out, and later ones still be made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument
from ttt_asp.extensions.synthesis.holes import Holes, Pool
from ttt_asp.extensions.synthesis.task import FillTask, part_of
from ttt_asp.games.game import named_roles, role_of
from ttt_asp.strategies.composition import Composition
from ttt_asp.verdict import Verdict

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
        """Return a role's strategy as a list.

        Args:
            question: the claim.
            problem: the same, read.
            whose: the role; None for the one with a strategy, else the one that the claim names.

        Raises:
            InputError: there is no such role.
        """
        game = problem.game
        role = role_of(whose, game, Argument("of")) if whose else problem.subject or game.roles[0]
        given = problem.strategies[role]
        body = given.composition
        while body.operator == "strategy":
            body = body.operands[0]
        lines = body.operands if body.operator == "first" else (given.composition,)
        return cls(question, problem, role, given.text, lines)

    def question_with(self, text: str) -> Question:
        """Return the same claim about another strategy."""
        roles = named_roles(self.question.roles, self.problem.game)
        return replace(self.question, roles={**roles, self.role: text})

    def task(self, pool: Pool, lines: int, deadline: Deadline) -> FillTask:
        """Return the task of filling a list of holes so that the claim holds.

        Args:
            pool: the terms that may fill them.
            lines: how many there are at most.
            deadline: when to give up.

        Raises:
            Expired: time is up.
        """
        holes = Holes(lines)
        strategies: Mapping[str, Composition] = {LIST: holes.replaced(_HOLES, 1)}
        question, players = self.question_with(self.text), {self.role: LIST}
        part = part_of(question, strategies, players, pool, holes, deadline)
        return FillTask({LIST: self.text}, strategies, holes, pool, (part,))


def list_of(lines: tuple[Composition, ...]) -> Composition:
    """Return the strategy made of a list of lines."""
    return lines[0] if len(lines) == 1 else Composition("first", "", lines)


Kind = Literal["insert", "delete", "replace", "exchange", "refine"]
# A line with a name that it keeps when others come and go.
_Line = tuple[int, Composition]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit as the search has it.

    Attributes:
        kind: of edit.
        place: the number of the line, counted from 1. other: of `exchange` the other one.
        offer: the text of the term that is put in.
    """

    kind: Kind
    place: int
    other: int = 0
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit, the lines that it changes, and why it is needed.

    Attributes:
        kind: of edit.
        line: the text of the line as it was; of `insert` that of the next line, empty at the end.
        term: the term that is put in; of `exchange` the other line, of `delete` empty.
        without: the strategy without this one edit; empty where no line is left.
        verdict: of the claim then; None where a `pick` names no single action.
    """

    kind: Kind
    line: str
    term: str
    without: str = ""
    verdict: Verdict | None = None

    def __str__(self) -> str:
        where = f" before {self.line}" if self.line else " at the end"
        return {
            "insert": f"insert {self.term}{where}",
            "delete": f"delete {self.line}",
            "replace": f"replace {self.line} by {self.term}",
            "exchange": f"exchange {self.line} and {self.term}",
            "refine": f"refine {self.line} by {self.term}",
        }[self.kind]


def edited(
    lines: Sequence[Composition], steps: Sequence[Step], offers: Mapping[str, Composition]
) -> tuple[list[Edit], tuple[Composition, ...]]:
    """Apply edits to a list.

    Args:
        lines: the list.
        steps: the edits, in their order.
        offers: the terms that they take, by their texts.

    Returns:
        The edits, without verdicts, and the list after all of them. Without an insertion, edits of
        the new line are left out too.
    """
    now, edits, without = list(enumerate(lines)), list[Edit](), list[list[_Line]]()
    for name, step in enumerate(steps, len(lines)):
        line = str(now[step.place - 1][1]) if step.place <= len(now) else ""
        term = str(now[step.other - 1][1]) if step.kind == "exchange" else step.offer
        edits.append(Edit(step.kind, line, term))
        # of an insertion all lines before the new one, which takes the name of the edit
        about = now[: step.place - 1]
        if step.kind != "insert":
            about = [now[place - 1] for place in (step.place, step.other) if place]
        names, offer = [line_name for line_name, _ in about], offers.get(step.offer)
        without = [_applied(other_list, step, names, name, offer) for other_list in without] + [now]
        now = _applied(now, step, names, name, offer)
    texts = [str(list_of(tuple(term for _, term in rest))) if rest else "" for rest in without]
    needed = [replace(edit, without=text) for edit, text in zip(edits, texts, strict=True)]
    return needed, tuple(term for _, term in now)


def _applied(
    now: Sequence[_Line], step: Step, names: Sequence[int], new: int, offer: Composition | None
) -> list[_Line]:
    """Return a list after an edit of named lines; unchanged where one of these is not there."""
    lines, there = list(now), [name for name, _ in now]
    if step.kind == "insert" and offer is not None:
        nearest = next((name for name in reversed(names) if name in there), None)
        lines.insert(0 if nearest is None else there.index(nearest) + 1, (new, offer))
    elif set(names) <= set(there):
        name, line = lines[place := there.index(names[0])]
        if step.kind == "delete":
            del lines[place]
        elif step.kind == "exchange":
            other = there.index(names[1])
            lines[place], lines[other] = lines[other], lines[place]
        elif offer is not None:
            refined = Composition("refine", "", (line, offer))
            lines[place] = name, offer if step.kind == "replace" else refined
    return lines
