"""Claims files: claims with the verdicts that are expected of them."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, product, repeat
from pathlib import Path
from typing import Any, get_args

from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.errors import Argument, InputError, Location, nearest, wrong
from ttt_asp.games.game import Game
from ttt_asp.lp.source import decode, read_bytes
from ttt_asp.paths import label_of
from ttt_asp.strategies.terms import PROGRAM
from ttt_asp.verdict import Answer

_TEXTS = ("id", "claim", "game", "every", "position", "engine", "expect", "source", "note")
_KEYS = (*_TEXTS, "const", "lemmas", "published")
# Keys whose contents are read when the claim is asked: what is wrong there is shown at the key.
_ASKED = ("position", "const", "game", "lemmas")
# The lines of a claim, numbered.
_Lines = Sequence[tuple[int, str]]
# What stands before a key; [[claim]] has not the key claim, but [claim.roles] has the key roles.
_OF_FILE, _OF_CLAIM, _OF_TABLE = r"^\s*\[*", r"^\s*(?:\[\s*claim\s*\.)?", r"(?:^|[{,.])"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEntry(Question):
    """A claim of a file: a `[[claim]]`, or one of several that the lists in its `const` make.

    Attributes:
        id: its name within the file; where there are several, with their constants' values.
        engine: the one to be used; None for the one chosen for the file.
        expect: the verdict it should get.
        source, note: for people.
        published: the `verdict` and the `seconds` that its source gives.
        location: its place in the file.
        places: where the contents begin that arguments of a question are read from.
        keys: the places of keys that are no roles, without those that `roles` has too.
    """

    id: str
    engine: str | None
    expect: Answer
    source: str
    note: str
    published: Mapping[str, str | float]
    location: Location
    places: Mapping[Argument, Location]
    keys: Mapping[str, Location]

    def question(self, folders: Sequence[Path]) -> Question:
        """Return what is asked, with folders of strategies to search first."""
        asked = {field.name: getattr(self, field.name) for field in fields(Question)}
        return Question(**{**asked, "folders": tuple(folders)})

    def refuse_mistaken(self, game: Game) -> None:
        """Refuse keys of this entry that could be meant as roles of its game.

        Raises:
            InputError: a role has the name of one; it would play `any`, whatever that key says.
        """
        for role in map(game.spelt, game.roles):
            if where := self.keys.get(role.lower()):
                key = role.lower()
                message = f"{role} is a role of {game.name}, and {key} a key of claims files"
                hint = f'its strategy is roles = {{ {role} = "any" }}, with a name or a term'
                raise wrong(message, where, hint)

    def place(self, error: InputError) -> InputError:
        """Return an error about this entry's contents with its places in the file."""
        return InputError(
            replace(d, location=self._place(d.location), hint=_key_hint(d.location) or d.hint)
            for d in error.diagnostics
        )

    def _place(self, location: Location | None) -> Location | None:
        if location is None:
            return self.location
        if not isinstance(location.file, Argument):
            return location
        name = location.file.name
        asked = Argument(name, location.file.part.partition("=")[0]).lower()
        starts = [place for argument, place in self.places.items() if argument.lower() == asked]
        if not starts:  # the argument has no key of its own
            return self.location
        if not location.line or name in _ASKED:
            return starts[0]
        column = starts[0].column + (location.column - 1 if location.line == 1 else 0)
        line = starts[0].line + location.line - 1
        return replace(starts[0], line=line, column=column, width=location.width)


def read_claims(path: Path) -> list[ClaimEntry]:
    """Read a claims file.

    Raises:
        InputError: it cannot be read, is no TOML, or an entry is malformed.
    """
    label, text, data = read_toml(path)
    for key in data:
        if key != "claim":
            where = _place(label, list(enumerate(text.splitlines(), 1)), key, _OF_FILE)
            raise wrong(f"there is no key {key} here", where, "[[claim]]")
    rows = data.get("claim")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        hint = '[[claim]], and below it claim = "x never loses"'
        raise wrong("the file has no [[claim]]", Location(label), hint)
    sections = chain(_sections(text), repeat([]))  # one that is written otherwise has no lines
    entries: dict[str, ClaimEntry] = {}
    for number, (row, lines) in enumerate(zip(rows, sections, strict=False), 1):
        for entry in _expanded(_entry(row, label, lines, number), row.get("const", {})):
            if entry.id in entries:
                raise wrong(f"the id {entry.id} is given twice", _place(label, lines, "id"))
            entries[entry.id] = entry
    return list(entries.values())


def _expanded(entry: ClaimEntry, const: Mapping[str, Any]) -> list[ClaimEntry]:
    """Return a claim for each combination of the values that are listed for constants."""
    listed = {key: values for key, values in const.items() if isinstance(values, list)}
    if not listed:
        return [entry]
    entries = []
    for values in product(*listed.values()):
        chosen = dict(zip(listed, map(str, values), strict=True))
        name = "-".join([entry.id, *chosen.values()])
        entries.append(replace(entry, id=name, const={**entry.const, **chosen}))
    return entries


def _entry(row: Mapping[str, Any], label: str, lines: _Lines, number: int) -> ClaimEntry:
    def at(key: str) -> Location:
        return _place(label, lines, key)

    def inside(table: Location, key: str) -> Location:
        below = [line for line in lines if line[0] >= table.line]
        return _place(label, below, key, _OF_TABLE)

    for key in _TEXTS:
        if key in row and not isinstance(row[key], str):
            raise wrong(f"{key} has to be a text", at(key))
    if "claim" not in row:
        raise wrong("this [[claim]] has no claim", at("claim"), 'claim = "x never loses"')
    expect = row.get("expect", "proved")
    if expect not in get_args(Answer):
        hint = nearest(expect, get_args(Answer), f"one of {', '.join(get_args(Answer))}")
        raise wrong(f"{expect} is not a verdict", at("expect"), hint)
    const = row.get("const", {})
    if not isinstance(const, dict) or not all(map(_constant, const.values())):
        hint = "{ rows = 4 }, or for a claim each { rows = [4, 5] }"
        raise wrong("const has to be a table of numbers and names", at("const"), hint)
    lemmas = row.get("lemmas", [])
    if not isinstance(lemmas, list) or not all(isinstance(name, str) for name in lemmas):
        raise wrong("lemmas has to be a list of names", at("lemmas"), '["pairing_kept"]')
    published = row.get("published", {})
    if not isinstance(published, dict) or not set(published) <= {"verdict", "seconds"}:
        raise wrong("published has a verdict and seconds", at("published"))
    roles = {key: value for key, value in row.items() if key not in _KEYS}
    places = {role: at(role) for role in roles}
    if isinstance(roles.get("roles"), dict):
        table, where = roles.pop("roles"), places.pop("roles")
        for key, value in table.items():
            if key in roles:
                raise wrong(f"{key} is given two strategies", at(key))
            roles[key], places[key] = value, inside(where, key)
    for key, value in roles.items():
        if not isinstance(value, str):
            hint = nearest(key, _KEYS, "a role's strategy is a text: a name or a term, in quotes")
            raise wrong(f"{key} is no key, and {value!r} is no role's strategy", places[key], hint)
        if value.lstrip().startswith(PROGRAM):
            hint = f"on the command line: --role {key}={value.strip()}"
            raise wrong("a file names no program to be run", places[key], hint)
    named = {role.lower() for role in roles}
    begin = {Argument("roles", role): _value(place) for role, place in places.items()}
    begin |= {Argument(key): _value(at(key)) for key in ["every"] if key in row}
    begin |= {Argument(key): at(key) for key in _ASKED if key in row}
    begin |= {Argument("const", key): inside(at("const"), key) for key in const}
    return ClaimEntry(
        id=row.get("id", str(number)),
        claim=row["claim"],
        roles=roles,
        game=row.get("game") or DEFAULT_GAME,
        const={key: str(value) for key, value in const.items()},
        engine=row.get("engine"),
        lemmas=tuple(lemmas),
        expect=expect,
        source=row.get("source", ""),
        note=row.get("note", ""),
        published=published,
        location=at("claim"),
        places=begin,
        keys={key: at(key) for key in _KEYS if key in row and key not in named},
        every=row.get("every"),
        position=row.get("position"),
    )


def _sections(text: str) -> Sequence[_Lines]:
    """Return the lines of each claim, its header first."""
    sections: list[list[tuple[int, str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*\[\[\s*claim\s*\]\]", line):
            sections.append([])
        if sections:
            sections[-1].append((number, line))
    return sections


def _place(label: str, lines: _Lines, key: str, before: str = _OF_CLAIM) -> Location:
    """Return the place of the first of a key in some lines; else where these begin.

    Args:
        label: the file.
        lines: of a claim, of a table in it from its key on, or of the whole file.
        key: in quotes or not.
        before: a pattern of what may stand before it in its line.
    """
    pattern = re.compile(rf"{before}\s*[\"']?({re.escape(key)})[\"']?\s*[=\].]")
    for number, line in lines:
        if match := pattern.search(line):
            return Location(label, number, match.start(1) + 1, line, len(key))
    return Location(label, lines[0][0], 1, lines[0][1]) if lines else Location(label)


def _value(key: Location) -> Location:
    """Return where the text of a key's value starts, given the place of the key."""
    match = re.compile(r"[\"']?\s*=\s*(?:\"\"\"|'''|[\"'])").search(key.text, key.column - 1)
    return replace(key, column=match.end() + 1, width=1) if match else key


def _key_hint(where: Location | None) -> str:
    """Return the key that may be meant by a role that the game does not have."""
    place = where.file if where is not None and not where.line else ""
    role = place.part if isinstance(place, Argument) and place.name == "roles" else ""
    return nearest(role, _KEYS)


def _constant(value: object) -> bool:
    """Whether a value is a number, a name, or a list of these that is not empty."""
    values = value if isinstance(value, list) else [value]
    return bool(values) and all(type(item) in (int, str) for item in values)


def read_toml(path: Path) -> tuple[str, str, dict[str, Any]]:
    """Return what a TOML file is called in messages, its text, and its data.

    Raises:
        InputError: it cannot be read, or is no TOML.
    """
    label = label_of(path)
    text = decode(read_bytes(path, label), label).removeprefix("\ufeff")
    try:
        return label, text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(label, text, str(error)) from None
    except (RecursionError, ValueError) as error:  # deep nesting, huge numbers
        raise wrong(f"the file cannot be read as TOML: {error}", Location(label)) from None


def _syntax(label: str, text: str, message: str) -> Exception:
    match = re.fullmatch(r"(.*?) \(at line (\d+), column (\d+)\)", message)
    lines = text.splitlines()
    if match and int(match[2]) <= len(lines):
        line, column = int(match[2]), int(match[3])
        bare = lines[line - 1][column - 1 : column].isalpha()
        hint = 'texts stand in quotes, as claim = "x never loses"' if bare else ""
        return wrong(match[1], Location(label, line, column, lines[line - 1]), hint)
    return wrong(
        re.sub(r" \(at .*\)$", " at the end", message), Location(label, len(lines) or 1, 1)
    )
