"""Positional games in the published format `.pg`, read as rules.

A file has sections, each a code word and lines of words; `%` starts a comment. The format is that
of V. Mayer-Eichberger and A. Saffidine, *Positional Games and QBF: The Corrective Encoding* (2020):

    #times          the points of time, in order, at which somebody moves
    #blackturns     those at which black does; at the others white does
    #positions      the squares
    #blackwins      a line for each winning set of black's; #whitewins likewise. Without any
                    of white's the game is a Maker-Breaker game: white wins when black does not
    #blackinitials  squares that black owns at the start; #whiteinitials likewise
    #firstmoves     squares that are enough to try at first, by symmetry: not a rule, ignored
    #version        of the format, ignored
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Location, nearest, refuse
from ttt_asp.layout import Spelling
from ttt_asp.lp.source import Source, decode, parse, read_bytes
from ttt_asp.lp.templates import render
from ttt_asp.paths import label_of

_POINTS = ("#times", "#blackturns")
_SETS = ("#blackwins", "#whitewins")
_SQUARES = ("#positions", "#blackinitials", "#whiteinitials", "#firstmoves")
_WORDS = (*_POINTS, *_SQUARES, *_SETS, "#version")
# A longer number, which clingo might not hold, becomes a text.
_TERM = re.compile(r"_*[a-z]\w*|0|[1-9]\d{0,8}", re.ASCII)
# Names with another meaning: a word of clingo's, the constants of such games and of frames.
_TAKEN = ("not", "misere", "maker_breaker", "ask")
_PLACE = re.compile(r"([a-z])([1-9]\d?)", re.ASCII)


class PgWord(str):
    """A word of the file, and where it stands."""

    where: Location


# For each code word its lines of words.
Sections = Mapping[str, Sequence[Sequence[PgWord]]]


def read_pg(path: Path, _: Deadline) -> tuple[Source, Spelling]:
    """Read the rules of the game in a `.pg` file.

    Raises:
        InputError: the file cannot be read; or all that is wrong in it, each with its place.
    """
    label = label_of(path)
    sections = _sections(decode(read_bytes(path, label), label).removeprefix("\ufeff"), label)
    refuse(_check(sections, label))
    return parse(_rules(sections).encode(), f"{label} (as rules)"), Spelling()


def _sections(text: str, label: str) -> Sections:
    """Return the sections of a file.

    Raises:
        InputError: a section is unknown, or text belongs to none.
    """
    sections: dict[str, list[list[PgWord]]] = {}
    problems: list[Diagnostic] = []
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = []
        for match in re.finditer(r"\S+", line.partition("%")[0]):
            words.append(PgWord(match[0]))
            words[-1].where = Location(label, number, match.start() + 1, line, len(match[0]))
        if words and words[0].startswith("#"):
            section = words[0].lower()
            if section not in _WORDS:
                hint = nearest(section, _WORDS, f"they are {', '.join(_WORDS)}")
                problems.append(Diagnostic(f"there is no section {section}", words[0].where, hint))
            sections.setdefault(section, [])
            if len(words) > 1:
                message = "a section's words start on the line after its name"
                problems.append(Diagnostic(message, words[1].where))
        elif words and not section:
            hint = f"first comes one of {', '.join(_WORDS)}"
            problems.append(Diagnostic("this belongs to no section", words[0].where, hint))
        elif words:
            sections[section].append(words)
    refuse(problems)
    return sections


def _flat(sections: Sections, section: str) -> list[PgWord]:
    """Return all words of a section."""
    return list(chain.from_iterable(sections.get(section, [])))


def _check(sections: Sections, label: str) -> Iterator[Diagnostic]:
    for needed in ("#times", "#positions", "#blackwins"):
        if not _flat(sections, needed):
            yield Diagnostic(f"the section {needed} is missing or empty", Location(label))
    for section in _WORDS[:-1]:
        for word in _flat(sections, section):
            if not re.fullmatch(r"\w+", word):
                yield Diagnostic(f"{word} is not of letters and digits", word.where)
    for section in ("#times", "#blackturns", "#positions"):
        seen: set[str] = set()
        for word in _flat(sections, section):
            if word in seen:
                yield Diagnostic(f"{word} is there twice", word.where)
            seen.add(word)
    homes = dict.fromkeys((*_SQUARES[1:], *_SETS), "#positions") | {"#blackturns": "#times"}
    for section, home in homes.items():
        known = _flat(sections, home)
        for word in _flat(sections, section):
            if word not in known:
                hint = nearest(word, known)
                yield Diagnostic(f"{word} is not one of {home}", word.where, hint)
    black = set(_flat(sections, "#blackinitials"))
    for word in _flat(sections, "#whiteinitials"):
        if word in black:
            yield Diagnostic(f"{word} is black's already", word.where)
    if _has_set(sections, "black") and _has_set(sections, "white"):
        message = "both black and white own a winning set at the start"
        yield Diagnostic(message, Location(label))


def _has_set(sections: Sections, role: str) -> bool:
    owned = set(_flat(sections, f"#{role}initials"))
    return any(owned.issuperset(line) for line in sections.get(f"#{role}wins", []))


def _rules(sections: Sections) -> str:
    """Write the game as rules that stand beside those of the vocabulary."""
    squares = _flat(sections, "#positions")
    initials = [("black", s) for s in _flat(sections, "#blackinitials")]
    initials += [("white", s) for s in _flat(sections, "#whiteinitials")]
    marked = dict.fromkeys((role, _term(square)) for role, square in initials)
    free = len(squares) - len(marked)
    black = set(_flat(sections, "#blackturns"))
    movers = ["black" if t in black else "white" for t in _flat(sections, "#times")][:free]
    sets: dict[frozenset[str], dict[str, None]] = {}
    for section, role in zip(_SETS, ("black", "white"), strict=True):
        for line in sections.get(section, []):
            sets.setdefault(frozenset(line), {})[role] = None
    return render(
        "gdl/positional.lp.j2",
        squares=list(map(_term, squares)),
        initials=list(marked),
        movers=movers,
        timed=len(movers) < free or any(mover == other for mover, other in pairwise(movers)),
        marked=len(marked),
        both=bool(_flat(sections, "#whitewins")),
        sets=[(list(map(_term, sorted(line))), list(roles)) for line, roles in sets.items()],
        places=list(_places(squares)),
    )


def _places(squares: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """Place squares called a1, b1, ...: letters are columns and numbers rows."""
    places = [(square, _PLACE.fullmatch(square)) for square in squares]
    for square, match in places:
        if match and all(other for _, other in places):
            yield square, match[2], ord(match[1]) - ord("a") + 1


def _term(square: str) -> str:
    """Return a clingo term for a square's name: the name itself, or a string."""
    return square if _TERM.fullmatch(square) and square not in _TAKEN else f'"{square}"'
