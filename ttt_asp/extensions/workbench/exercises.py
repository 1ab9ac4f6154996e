"""Exercises: a list to start from, and a claim to be proved with few tactics; TOML files.

`title`, `task` and `hint` are for people. `game`, `const` and `claim` say what is asked, `roles`
what is played at the start. `solution` has strategies that solve it, with `tactics` of their own;
`most` is the number of tactics that a solver's strategies may name.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import DEFAULT_GAME, Question, read
from ttt_asp.errors import Argument, Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.extensions.authoring.check import Checked
from ttt_asp.extensions.claimfiles.claims_file import read_toml
from ttt_asp.extensions.synthesis.search import answer_or_stop
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import LibraryFile
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.strategies.terms import leaves

_NEEDED = ("title", "task", "hint", "claim", "roles", "solution")
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
    return [_exercise(*read_toml(path)).as_json(path.stem) for path in files]


def _exercise(label: str, text: str, data: Mapping[str, Any]) -> Exercise:
    """Return the exercise of a file; see `read_toml`.

    Raises:
        InputError: it is not what an exercise has.
    """
    known = [one.name for one in fields(Exercise)]
    for key, value in data.items():
        where, hint = _place(label, text, key), nearest(key, known)
        if key not in known:
            raise wrong(f"an exercise has no {key}", where, hint or f"it has {', '.join(known)}")
        if key == "most":
            if type(value) is not int or value < 1:
                raise wrong("this is no exercise: most is a number from 1", where)
        elif not isinstance(value, dict if key in _TABLES else str):
            kind = "table" if key in _TABLES else "text"
            raise wrong(f"this is no exercise: {key} is a {kind}", where)
        elif isinstance(value, dict) and key != "const":
            for name in value:
                if not isinstance(value[name], str):
                    raise wrong(f"{name} is a text", _place(label, text, name, key))
    for key in _NEEDED:
        if not data.get(key):
            raise wrong(f"this is no exercise: {key} is missing", _place(label, text, key))
    return Exercise(**data)


def _place(label: str, text: str, key: str, table: str = "") -> Location:
    """Return where a key of the file stands, or one of a table; the whole file, if nowhere."""
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[+\s*([\w-]+)\s*\]", line)
        inside = head[1] if head else inside
        found = head if not table else None
        if not head and inside == table:
            found = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]", line)
        if found and found[1] == key:
            return Location(label, number, found.start(1) + 1, line, len(key))
    return Location(label)


def check_exercise(path: Path, limits: Limits) -> Checked:
    """Check that an exercise is solved by its solution, and not at its start."""
    label, text, data = read_toml(path)
    exercise = _exercise(label, text, data)
    problems = [
        Diagnostic(said, _place(label, text, table))
        for table, said in _problems(exercise, limits, partial(_placed, label, text))
    ]
    count = "" if problems else "solved by its solution, not at the start"
    return Checked(1 if problems else 0, count, problems=problems)


def _placed(label: str, text: str, table: str, error: InputError) -> InputError:
    """Return an error about a question with its places in the file.

    Args:
        label: the file.
        text: of it.
        table: the strategies that were asked about, `roles` or `solution`.
        error: it names arguments of a question.
    """

    def placed(one: Diagnostic) -> Diagnostic:
        file = one.location.file if one.location else None
        if not isinstance(file, Argument):
            return one
        keys = [(file.name, ""), (file.part.partition("=")[0], "const"), (file.part, table)]
        keys += [(file.name, table), (file.name, "roles"), (file.part, "roles")]
        found = [_place(label, text, *key) for key in keys if key[0] not in ("const", "roles")]
        return replace(one, location=next((at for at in found if at.line), Location(label)))

    return InputError(map(placed, error.diagnostics))


def _problems(
    exercise: Exercise, limits: Limits, placed: Callable[[str, InputError], InputError]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with an exercise, each with the table that it is about."""
    made = tuple(
        LibraryFile(name, "tactic", Path(f"{name}.lp"), text.encode())
        for name, text in exercise.tactics.items()
    )
    try:
        if missing := _missing(exercise, exercise.solution, made, limits):
            yield "solution", f"its solution does not solve it: {missing}"
    except InputError as error:
        raise placed("solution", error) from None
    start = {role: exercise.roles.get(role, "any") for role in exercise.solution}
    try:
        if not _missing(exercise, start, (), limits):
            yield "roles", "it is solved at the start"
    except InputError as error:  # it may name a tactic that is to be written
        if not exercise.tactics:
            raise placed("roles", error) from None


def _missing(
    exercise: Exercise, roles: Mapping[str, str], made: tuple[LibraryFile, ...], limits: Limits
) -> str:
    """Return why strategies do not keep the claim, or not with few tactics; nothing if they do."""
    question = exercise.question(roles, made)
    problem = read(question, limits.deadline)
    verdict = answer_or_stop(problem, limits)
    library, game = question.library(), problem.game
    strategies = [load_strategy(text, role, game, library) for role, text in roles.items()]
    number = sum(len(leaves(one.composition)) for one in strategies)
    if verdict.verdict != "proved":
        return f"{exercise.claim} is {verdict.verdict}"
    if exercise.most is not None and number > exercise.most:
        return f"it names {number} tactics, and most is {exercise.most}"
    return ""
