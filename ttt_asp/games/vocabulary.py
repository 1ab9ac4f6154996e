"""The vocabulary, and which of its files a game can use.

A file about the squares of a grid, say, is of no use to a game that has no size(M,N). Parsing
takes time: so a look at the text comes first, and what it finds to be of no use is not parsed,
unless a message is to speak of it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.games.giving_way import GivenWay, give_way
from ttt_asp.lp.dependencies import usable
from ttt_asp.lp.scan import blank, identifiers
from ttt_asp.lp.source import Source, parse
from ttt_asp.paths import ASP, ROOT

# What no file has to define.
_GIVEN = frozenset({"true", "does"})

# A body's first literal, where it is an atom for certain.
_FIRST = re.compile(rb":-\s*(?!not\b)([a-z]\w*)\([^()]*\)\s*(?:[,;]|\.(?!\.))")


@dataclass(frozen=True, slots=True)
class Glance:
    """What the text of a program says at a glance.

    Attributes:
        heads: all names before a `:-`, so those of all predicates that it defines, and more.
        needs: names of predicates that it uses for certain; there may be more.
    """

    heads: frozenset[str]
    needs: frozenset[str]


def glance(text: bytes) -> Glance:
    """Look at a text without parsing it."""
    blanked = blank(text)
    # every head begins a piece: a dot that ends no statement only makes more pieces
    heads = b" ".join(piece.partition(b":-")[0] for piece in blanked.split(b"."))
    needs = frozenset(name.decode() for name in _FIRST.findall(blanked))
    return Glance(frozenset(identifiers(heads)), needs)


def vocabulary_of(rules: Source) -> tuple[tuple[Source, ...], tuple[GivenWay, ...]]:
    """The files of the vocabulary that have what they need in a game, and what gave way in them.

    Args:
        rules: the game's.
    """
    said = texts()
    mine = {name for name, _ in rules.defined}
    files: dict[Path, Source] = {}
    ways: list[GivenWay] = []
    kept: dict[Path, Glance] = {}
    for path, text in said.items():
        kept[path] = glance(text)
        if mine & kept[path].heads:
            file, way = give_way(rules, _parsed(path, text))
            ways += [way] if way else []
            if file is None:
                del kept[path]
            else:
                files[path] = file
                kept[path] = glance(file.text)
    given = _GIVEN | mine
    while True:
        known = given.union(*(one.heads for one in kept.values()))
        left = {path: one for path, one in kept.items() if one.needs <= known}
        if len(left) == len(kept):
            break
        kept = left
    found = usable(rules, [files.get(path) or _parsed(path, said[path]) for path in kept])[0]
    if not ways:  # nearly always: then the other files need not be parsed
        return tuple(found), ()
    labels = {file.label for file in found}
    there = frozenset({("true", 1), ("does", 2)}).union(*(f.defined for f in [rules, *found]))
    labels |= {f.label for f in whole_vocabulary() if f.label not in labels and f.used <= there}
    return tuple(found), tuple(way for way in ways if way.label in labels)


def whole_vocabulary() -> tuple[Source, ...]:
    """All files, whole."""
    return tuple(_parsed(path, text) for path, text in texts().items())


def foreign_to(rules: Source) -> tuple[Source, ...]:
    """The files of the vocabulary that are about other games."""
    beside = (give_way(rules, file)[0] for file in whole_vocabulary())
    return tuple(usable(rules, [file for file in beside if file])[1])


def of_any_game() -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """The files about roles and goals only, and the others.

    A game that lives apart from the vocabulary has use for the former alone, whatever it defines.
    """
    mine = ({("role", 1)}, {("goal", 2)})
    files = whole_vocabulary()
    return (
        tuple(one for one in files if one.used in mine),
        tuple(one for one in files if one.used not in mine),
    )


def texts() -> dict[Path, bytes]:
    """What every file of the vocabulary says."""
    return {path: path.read_bytes() for path in sorted((ASP / "vocabulary").glob("*/*.lp"))}


def _parsed(path: Path, text: bytes) -> Source:
    return parse(text, path.relative_to(ROOT).as_posix(), path)
