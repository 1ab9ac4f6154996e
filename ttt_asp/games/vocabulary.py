"""The vocabulary, and which of its files a game can use.

A file about the squares of a grid, say, is of no use to a game that has no size(M,N).
"""

from functools import cache

from ttt_asp.games.giving_way import GivenWay, give_way
from ttt_asp.lp.dependencies import usable
from ttt_asp.lp.source import Source, read
from ttt_asp.paths import ASP, label_of


def vocabulary_of(rules: Source) -> tuple[tuple[Source, ...], tuple[GivenWay, ...]]:
    """The files of the vocabulary that have what they need in a game, and what gave way in them.

    Args:
        rules: the game's.
    """
    beside = [give_way(rules, file) for file in whole_vocabulary()]
    ways = [way for _, way in beside if way]
    found = usable(rules, [file for file, _ in beside if file])[0]
    labels = {file.label for file in found}
    there = frozenset({("true", 1), ("does", 2)}).union(*(f.defined for f in [rules, *found]))
    gone = {way.label for way in ways} - labels
    labels |= {f.label for f in whole_vocabulary() if f.label in gone and f.used <= there}
    return tuple(found), tuple(way for way in ways if way.label in labels)


@cache
def whole_vocabulary() -> tuple[Source, ...]:
    """Its files as they are, without regard to what gives way."""
    paths = sorted((ASP / "vocabulary").glob("*/*.lp"))
    return tuple(read(path, label_of(path)) for path in paths)


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
