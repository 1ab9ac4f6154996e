"""The files to check, the kind of each, and the needs of a tactic."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from ttt_asp.errors import Location, TttAspError, wrong
from ttt_asp.extension import missing, readers
from ttt_asp.games.lint import GAMES_OWN
from ttt_asp.games.load import game_names, load_game
from ttt_asp.lp.dependencies import GAME
from ttt_asp.lp.source import read, read_bytes
from ttt_asp.lp.syntax import signatures
from ttt_asp.paths import label_of
from ttt_asp.strategies.library import FOLDERS, Kind, Library, entries_of, refuse_unreadable
from ttt_asp.strategies.tactics import game_of, with_asked_tactics

_PATTERNS = ("*.lp", "tactics/*.lp", "orders/*.lp", "lemmas/*.lp", "claims/*.toml", "*.toml",
             "exercises/*.toml")  # fmt: skip
# The kind of a file of rules, by its folder or else by the predicates it defines.
_BY_FOLDER: Mapping[str, Kind] = {"tactics": "tactic", "orders": "order", "lemmas": "lemma"}
_BY_HEAD: Mapping[tuple[str, int], Kind] = {
    ("strategy", 2): "strategy",
    ("suggests", 3): "tactic",
    ("order", 3): "order",
    ("lemma", 1): "lemma",
    ("measure", 1): "lemma",
}
# How similar a file's name has to be to the one that is meant, from 0 to 1.
_CLOSE = 0.7
# Words about owners of squares of lines; words about lines alone have a folder of the vocabulary.
_OF_LINES = signatures("owns/2 marks/3 threatens/3")
_CLAIM = re.compile(rb"^\s*\[\[\s*claim\s*\]\]", re.MULTILINE)


def files_of(paths: Sequence[Path], library: Library) -> list[Path]:
    """List the files to check: those named, and those of a known kind in folders named.

    Of a folder these are its files of rules, games and claims, and those of its folders `tactics`,
    `orders`, `lemmas`, `claims` and `exercises`; a TOML file beside these is one of claims if it
    has any.

    Args:
        paths: files, folders, and names of built-in games.
        library: whose names may be meant where there is no such file.

    Raises:
        InputError: there is no such path, it has nothing to check, or is of no known kind.
    """
    return [file for path in paths for file in _files(path, library)]


def _files(path: Path, library: Library) -> Iterator[Path]:
    where = Location(str(path))
    if path.is_dir():
        refuse_unreadable(path)
        entries_of(path)
        if not (files := _files_inside(path)):
            deeper = [p for p in sorted(path.iterdir()) if p.is_dir() and _files_inside(p)]
            kinds = "files of rules (.lp), of claims (.toml), and of games (.lp, .pg, .kif, .hrf)"
            hint = f"ttt-asp check {deeper[0]}" if deeper else f"what can be checked: {kinds}"
            raise wrong("there is nothing to check in this folder", where, hint)
        yield from files
    elif not path.exists():
        if path.is_symlink():
            raise wrong("this is a link to a file that is not there", where)
        if str(path) not in game_names():
            raise wrong("there is no such file", where, _hint(path, library))
        yield path
    elif (suffix := path.suffix.lower()) not in (known := [".lp", ".toml", *readers()]):
        if lacking := missing(suffix):
            raise wrong(f"games in {suffix} are read by {lacking}", where)
        hint = "`ttt-asp verify` checks certificates" if suffix in (".json", ".gz") else ""
        raise wrong(f"not a {', '.join(known[:-1])} or {known[-1]} file", where, hint)
    else:
        yield path


def _files_inside(folder: Path) -> list[Path]:
    patterns = (*_PATTERNS, *(f"*{suffix}" for suffix in (*readers(), *map(str.upper, readers()))))
    found = list[Path]()
    for pattern in patterns:
        found += sorted(folder.glob(pattern))
    return [path for path in found if path.suffix != ".toml" or _has_claims(path)]


def _has_claims(path: Path) -> bool:
    """Whether a TOML file is to be checked: it lies in a folder of such, or has claims."""
    return path.parent.name in ("claims", "exercises") or (
        path.is_file() and bool(_CLAIM.search(read_bytes(path, label_of(path))))
    )


def _hint(path: Path, library: Library) -> str:
    """Return a hint for the name of a file that is not there."""
    known = {name: name for name in game_names()}
    for entries in (library.lemmas, library.orders, library.entries):
        known |= {name: entry.label for name, entry in entries.items()}
    known |= {near.stem: str(near) for near in sorted(path.parent.glob("*"))}
    close = get_close_matches(path.stem, list(known), n=1, cutoff=_CLOSE)
    return f"did you mean {known[close[0]]}?" if close else "a file, a folder, or a game's name"


def kind_of(path: Path) -> Kind | None:
    """Return the kind of a file by its ending, its folder, or its contents; None if unknown."""
    if path.suffix != ".lp":
        if path.parent.name == "exercises":
            return "exercise"
        return "claims" if path.suffix == ".toml" else "game"
    try:
        defined = read(path, label_of(path)).defined
    except TttAspError:  # what is wrong is said where the file is checked
        defined = frozenset()
    named = [kind for head, kind in _BY_HEAD.items() if head in defined]
    if folder := _BY_FOLDER.get(path.parent.name):
        return "strategy" if folder == "tactic" and named[:1] == ["strategy"] else folder
    return "game" if defined & GAMES_OWN else named[0] if named else None


def folder_of(path: Path) -> Path:
    """Return the folder of strategies that a file belongs to."""
    return path.parent.parent if path.parent.name in FOLDERS else path.parent


def needs(name: str, library: Library) -> str:
    """Say what a game needs for a tactic.

    Args:
        name: the tactic's.
        library: the library that has it and the tactics that it uses.
    """
    folders = set[str]()
    vocabulary = load_game("tictactoe", {}).vocabulary
    for source in with_asked_tactics([name], library).values():
        if about := game_of(source):
            return f"{about[0]} only"
        words = source.used - GAME - {("square", 1)}
        folders |= {f.path.parent.name for f in vocabulary if f.path and f.defined & words}
        folders |= {"lines"} if words & _OF_LINES else set()
    parts = {"lines": "lines", "board": "corners, edges or a middle"}
    conditions = " and ".join(text for folder, text in parts.items() if folder in folders)
    marks = "games of marks" if folders & {"marks", *parts} else "any game"
    return f"{marks} with {conditions}" if conditions else marks
