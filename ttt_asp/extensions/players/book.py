"""Books: tactics that are tables, of positions and of the actions to take there.

A book is a tactic file like any other, in the same checked sub-language. It recognises a position
by its fluents, all of them: those of the page hold, and no others do.

Tables of published players are CSV files. The first line names the columns: `position` (or
`board`) and `action` (or `reply`), and perhaps `role`. A position is written as everywhere,
`x../.o./..x` or `"{turn(x), ...}"`, or without the `/`; an action is a term, `mark(cell(2,2))`, or
the number of its square, from 0, row by row.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, refuse, wrong
from ttt_asp.extensions.exploring.examples import example_line
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.exploring.positions import PositionReader, impossible
from ttt_asp.games.game import Game
from ttt_asp.limits import number_of
from ttt_asp.lp.source import decode, read_bytes
from ttt_asp.lp.templates import render
from ttt_asp.positions.machine import load_machine

# A position, as its fluents, and the actions that are recommended there.
Page = tuple[Collection[str], Collection[str]]

# Books of more pages than this are not made of games: `prove` would take long to read them.
MOST_PAGES = 10_000


def book(name: str, role: str | None, pages: Iterable[Page], about: str, source: str) -> str:
    """Write a tactic file that recommends what a table says, and nothing elsewhere.

    Args:
        name: the tactic's.
        role: the role that it advises; None for whoever moves.
        pages: positions, each once, and the actions recommended there, all as terms of the game.
        about: one or more sentences about the book, for its doc block.
        source: the origin of the table.

    Raises:
        InputError: there is no page, or one without fluents or actions.
    """
    lines = []
    for number, (position, actions) in enumerate(pages, 1):
        if not position or not actions:
            missing = "actions" if position else "fluents"
            raise wrong(f"page {number} of the book {name} has no {missing}")
        lines.append(f"{name}_page({number},{_pool(position)},{_pool(actions)}).")
    if not lines:
        raise wrong(f"the book {name} has no pages")
    words = {"name": name, "role": role, "about": about, "source": source}
    return render("book.j2", **words, pages=lines)


def _pool(terms: Collection[str]) -> str:
    """Write several terms as one argument."""
    listed = sorted(terms)
    return listed[0] if len(listed) == 1 else f"({';'.join(listed)})"


_COLUMNS = {"position": "position", "board": "position", "action": "action", "reply": "action"}
_COLUMNS["role"] = "role"
_ACTION = "a term as mark(cell(2,2)), or the number of its square, from 0, row by row"
_FORM = "the first line names the columns: position,action"


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a row, and its place."""

    text: str
    where: Location


# A position, and the action to take there.
_Reply = tuple[frozenset[str], _Field]


def book_of(path: Path, name: str, game: Game, deadline: Deadline) -> tuple[str, int]:
    """Write a tactic file that replies as a table does; return it with its number of positions.

    A position that stands in several rows has the replies of all of them.

    Raises:
        InputError: something is wrong with the table; each message has its line and column.
        Expired: time is up.
    """
    replies = list(_replies(path, PositionReader(game)))
    if not replies:
        raise wrong("the table has no rows", Location(str(path)), _FORM)
    role, pages = _pages(replies, game, deadline)
    source = path.name if re.fullmatch(r"[\w.-]+", path.name, re.ASCII) else "a table"
    about = f"the replies of a table to {number_of(len(pages), 'position')}, and nothing elsewhere."
    text = book(name, role, pages, about, f"{source}, by `ttt-asp new book`")
    notation = PositionReader(game)
    for position, actions in dict.fromkeys((pages[0], pages[-1])):
        text += f"\n{example_line(notation, position, role, actions)}"
    return text + "\n", len(pages)


def _pages(
    replies: list[_Reply], game: Game, deadline: Deadline
) -> tuple[str, list[tuple[frozenset[str], tuple[str, ...]]]]:
    replies_at: dict[frozenset[str], list[str]] = {}
    problems: list[Diagnostic] = []
    roles: dict[str, None] = {}
    machine = load_machine(free_play(game), deadline)
    looks = inspect_positions(machine, [machine.pack(position) for position, _ in replies])
    for (position, given), seen in zip(replies, looks, strict=True):
        where = given.where
        legal = [step.move for step in seen.steps]
        fold = game.spelling.fold
        named = {move.action: move.action for move in legal}
        named |= {fold(game.spelt(action)): action for action in named}
        action = named.get(fold(_action(given.text, PositionReader(game))))
        if not legal:
            problems.append(Diagnostic("the game is over in this position", where))
        elif action is None:
            who = game.spelt(legal[0].role)
            message = f"{given.text} is nothing that {who} may do in this position"
            hint = f"a term as {game.spelt(legal[0].action)}" if game.spelling else _ACTION
            problems.append(Diagnostic(message, where, hint))
        else:
            roles[legal[0].role] = None
            if len(roles) > 1:
                hint = "make a book for each role"
                message = f"these are replies of {' and '.join(roles)}"
                raise wrong(message, where, hint)
            actions = replies_at.setdefault(position, [])
            actions += [action] if action not in actions else []
    refuse(problems)
    return next(iter(roles)), [(p, tuple(sorted(a))) for p, a in replies_at.items()]


def _action(text: str, notation: PositionReader) -> str:
    """Return an action as the game writes it, from this text or its square's number."""
    if not text.isdecimal() or not text.isascii() or len(text) > 9 or not notation.has_board:
        return re.sub(r"\s+", "", text)
    width = max(column for _, column in notation.cells)
    place = (int(text) // width + 1, int(text) % width + 1)
    return next((action for action, at in notation.places.items() if at == place), text)


def _replies(path: Path, notation: PositionReader) -> Iterator[_Reply]:
    rows = _rows(path)
    columns = _header(next(rows, []), path)
    problems: list[Diagnostic] = []
    for row in rows:
        if len(row) != len(columns):
            message = f"this row has {len(row)} fields, not {len(columns)}"
            hint = f"the columns are {', '.join(columns)}"
            problems.append(Diagnostic(message, row[0].where, hint))
            continue
        fields: Mapping[str, _Field] = dict(zip(columns, row, strict=True))
        position, role = fields["position"], fields.get("role")
        try:
            mover = role.text if role else None
            fluents = notation.parse(position.text, mover, position.where)
        except InputError as error:
            problems += error.diagnostics
        else:
            for why in impossible(notation.game, fluents):
                message = f"no play of {notation.game.name} comes to this position: {why}"
                problems.append(Diagnostic(message, position.where))
            yield fluents, fields["action"]
    refuse(problems)


def _header(row: list[_Field], path: Path) -> list[str]:
    if not row:
        raise wrong("the table is empty", Location(str(path)), _FORM)
    columns: list[str] = []
    for name in row:
        column = _COLUMNS.get(name.text.lower())
        if column is None or column in columns:
            message = (
                "there is no such column" if column is None else "this column is there already"
            )
            raise wrong(message, name.where, _FORM)
        columns.append(column)
    if missing := [column for column in ("position", "action") if column not in columns]:
        raise wrong(f"there is no column {missing[0]}", row[0].where, _FORM)
    return columns


def _rows(path: Path) -> Iterator[list[_Field]]:
    """Read the rows of a CSV file that are not empty, a row a line."""
    label = str(path)
    text = decode(read_bytes(path, label), label).removeprefix("\ufeff")
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        line = line.removesuffix("\n")
        if line.strip():
            yield _fields(line, label, number)


def _fields(line: str, label: str, number: int) -> list[_Field]:
    try:
        (texts,) = csv.reader([line], strict=True, skipinitialspace=True)
    except csv.Error as error:
        where = Location(label, number, 1, line, len(line))
        raise wrong(f"this row is not CSV: {error}", where) from None
    fields: list[_Field] = []
    end = 0
    for text in map(str.strip, texts):
        begin = end + len(line[end:]) - len(line[end:].lstrip())
        length = len(text) + 2 * line.startswith('"', begin)
        fields.append(_Field(text, Location(label, number, begin + 1, line, max(1, length))))
        end = line.find(",", begin + length) + 1
    return fields
