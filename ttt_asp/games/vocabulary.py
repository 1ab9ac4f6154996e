"""The vocabulary, and which of its files a game can use.

A file about the squares of a grid, say, is of no use to a game that has no size(M,N). Parsing
takes time: so a look at the text comes first, and what it finds to be of no use is not parsed,
unless a message is to speak of it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

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


def vocabulary_of(rules: Source) -> tuple[Source, ...]:
    """The files of the vocabulary that have what they need in a game.

    Args:
        rules: the game's.
    """
    found = texts()
    kept = {path: glance(text) for path, text in found.items()}
    given = _GIVEN.union(name for name, _ in rules.defined)
    while True:
        known = given.union(*(one.heads for one in kept.values()))
        left = {path: one for path, one in kept.items() if one.needs <= known}
        if len(left) == len(kept):
            return tuple(usable(rules, [_parsed(path, found[path]) for path in kept])[0])
        kept = left


def foreign_to(rules: Source) -> tuple[Source, ...]:
    """The files of the vocabulary that are about other games."""
    return tuple(usable(rules, [_parsed(path, text) for path, text in texts().items()])[1])


def of_any_game() -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """The files about roles and goals only, and the others.

    A game that lives apart from the vocabulary has use for the former alone, whatever it defines.
    """
    mine = ({("role", 1)}, {("goal", 2)})
    files = [_parsed(path, text) for path, text in texts().items()]
    return (
        tuple(one for one in files if one.used in mine),
        tuple(one for one in files if one.used not in mine),
    )


def texts() -> dict[Path, bytes]:
    """What every file of the vocabulary says."""
    return {path: path.read_bytes() for path in sorted((ASP / "vocabulary").glob("*/*.lp"))}


def _parsed(path: Path, text: bytes) -> Source:
    return parse(text, path.relative_to(ROOT).as_posix(), path)
