"""Exercises: a list to start from, and a claim to be proved with few tactics; TOML files.

`title`, `task` and `hint` are for people. `game`, `const` and `claim` say what is asked, `roles`
what is played at the start. `solution` has strategies that solve it, with `tactics` of their own;
`most` is the number of tactics that a solver's strategies may name.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import DEFAULT_GAME, Question, read
from ttt_asp.engines.answer import answer_or_stop
from ttt_asp.errors import Diagnostic, InputError, Location, wrong
from ttt_asp.extensions.authoring.check import Checked
from ttt_asp.limits import Limits
from ttt_asp.lp.source import decode, read_bytes
from ttt_asp.paths import STRATEGIES, label_of
from ttt_asp.strategies.composition import leaves
from ttt_asp.strategies.library import LibraryFile
from ttt_asp.strategies.strategy import load_strategy

_TEXTS = ("title", "task", "hint", "claim")
_TABLES = ("roles", "solution", "const", "tactics")


@dataclass(frozen=True)
class Exercise:
    """An exercise; see the head of this file for its keys."""

    title: str
    task: str
    hint: str
    claim: str
    roles: Mapping[str, str]
    solution: Mapping[str, str]
    game: str = DEFAULT_GAME
    const: Mapping[str, str | int] = field(default_factory=dict)
    tactics: Mapping[str, str] = field(default_factory=dict)
    most: int | None = None

    def question(self, roles: Mapping[str, str], made: tuple[LibraryFile, ...]) -> Question:
        """Return the claim about strategies."""
        const = {name: str(value) for name, value in self.const.items()}
        return Question(self.claim, {**self.roles, **roles}, self.game, const, made=made)

    def as_json(self, name: str) -> dict[str, Any]:
        """Return what the page is told: no solution."""
        return {
            "id": name, "title": self.title, "task": self.task, "hint": self.hint,
            "game": self.game, "const": dict(self.const), "claim": self.claim,
            "roles": dict(self.roles), "most": self.most,
            "fixed": [role for role in self.roles if role not in self.solution],
        }  # fmt: skip


@cache
def exercises() -> list[dict[str, Any]]:
    """Return the exercises of the library, in their order, as the page is told."""
    files = sorted((STRATEGIES / "exercises").glob("*.toml"))
    return [read_exercise(path).as_json(path.stem) for path in files]


def read_exercise(path: Path) -> Exercise:
    """Read the file of an exercise.

    Raises:
        InputError: it is no TOML, or not what an exercise has.
    """
    label = label_of(path)
    try:
        data = tomllib.loads(decode(read_bytes(path, label), label))
        found = Exercise(**data)
    except (tomllib.TOMLDecodeError, TypeError) as error:
        said = str(error).replace("Exercise.__init__() ", "")
        raise wrong(f"this is no exercise: {said}", Location(label)) from None
    texts = all(isinstance(data[key], str) for key in _TEXTS)
    tables = all(isinstance(data.get(key, {}), dict) for key in _TABLES)
    if not texts or not tables or not found.solution:
        what = f"{', '.join(_TEXTS)} are texts; roles, solution, const and tactics are tables"
        raise wrong(f"this is no exercise: {what}", Location(label))
    return found


def check_exercise(path: Path, limits: Limits) -> Checked:
    """Check that an exercise is solved by its solution, and not at its start."""
    exercise = read_exercise(path)
    problems = [Diagnostic(said, Location(label_of(path))) for said in _problems(exercise, limits)]
    count = "" if problems else "solved by its solution, not at the start"
    return Checked(1 if problems else 0, count, problems=problems)


def _problems(exercise: Exercise, limits: Limits) -> Iterator[str]:
    made = tuple(
        LibraryFile(name, "tactic", Path(f"{name}.lp"), text.encode())
        for name, text in exercise.tactics.items()
    )
    if not _solved(exercise, exercise.solution, made, limits):
        yield "its solution does not solve it"
    start = {role: exercise.roles.get(role, "any") for role in exercise.solution}
    try:
        if _solved(exercise, start, (), limits):
            yield "it is solved at the start"
    except InputError:  # it names a tactic that is to be written
        if not exercise.tactics:
            raise


def _solved(
    exercise: Exercise, roles: Mapping[str, str], made: tuple[LibraryFile, ...], limits: Limits
) -> bool:
    """Whether strategies keep the claim, and name few tactics."""
    question = exercise.question(roles, made)
    problem = read(question, limits.deadline)
    verdict = answer_or_stop(problem, limits)
    library, game = question.library(), problem.game
    strategies = [load_strategy(text, role, game, library) for role, text in roles.items()]
    number = sum(len(leaves(one.composition)) for one in strategies)
    return verdict.verdict == "proved" and (exercise.most is None or number <= exercise.most)
