"""The library: folders of strategies in which names are looked up, the nearest first.

A folder of strategies has compositions `*.lp`, and `tactics/`, `orders/`, `lemmas/`, `claims/`.
Names are looked up in `-S` folders, `TTT_ASP_PATH`, `./strategies`, folders that extensions bring,
the built-in library, in this order.
"""

import os
import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from ttt_asp.errors import Argument, Diagnostic, Location, nearest, printable, refuse, wrong
from ttt_asp.extension import folders_of_strategies, hook, missing
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.lp.syntax import Signature
from ttt_asp.paths import STRATEGIES, label_of, real
from ttt_asp.records import dataclass
from ttt_asp.strategies.terms import ASKED, OPERATORS, Composition, parse_file
from ttt_asp.verdict import Origin

if TYPE_CHECKING:
    from ttt_asp.strategies.strategy import Strategy

Kind = Literal["tactic", "strategy", "order", "lemma", "claims", "exercise", "game"]

# Where the files of each kind are in a folder of strategies.
_PATTERNS: Mapping[Kind, str] = {
    "tactic": "tactics/*.lp",
    "strategy": "*.lp",
    "order": "orders/*.lp",
    "lemma": "lemmas/*.lp",
    "claims": "claims/*.toml",
}
# What a folder of strategies may have besides compositions.
FOLDERS = ("tactics", "orders", "lemmas", "claims", "exercises")
NAME = re.compile(r"[a-z][A-Za-z0-9_]*")
RESERVED = frozenset(OPERATORS) | {"tactic", "strategy", "name", "not"}


class Asked(Protocol):
    """A strategy of a role that is asked where plays come to. Answers that it gave are kept."""

    @property
    def name(self) -> str:
        """Its name, which nothing else has."""

    @property
    def inquiry(self) -> Origin:
        """The record of the questions so far."""

    @property
    def estimated(self) -> int:
        """How many answers the weights are estimated from; 0 where they are exact."""

    def close(self) -> None:
        """End what answers; it begins anew with the next question."""

    @property
    def has_rules(self) -> bool:
        """Whether all choices so far can be written as rules."""

    def written(self, positions: Collection[frozenset[str]] | None = None) -> "Strategy":
        """Return a strategy of rules with the choices so far: all, or those at some positions.

        Raises:
            InputError: there are too many for rules.
        """


@dataclass(frozen=True, slots=True)
class LibraryFile:
    """A file that defines a name.

    Attributes:
        name: the name. kind: the kind of thing defined. path: of the file.
        made: the text if there is no file, as for a book of a program's replies.
        inquiry: the way in which this program was asked.
        asked: what is asked in place of any text.
    """

    name: str
    kind: Kind
    path: Path
    made: bytes | None = None
    inquiry: Origin | None = None
    asked: Asked | None = None

    @property
    def label(self) -> str:
        return label_of(self.path)

    def hides(self, far: "LibraryFile") -> str:
        """Return a line saying that this file is used in place of another one."""
        return f"{printable(str(self.path))} hides {printable(str(far.path))}"

    def read(self) -> Source:
        """Return the parsed file."""
        if self.made is not None:
            return parse(self.made, self.label, self.path)
        return read(self.path, self.label)


@dataclass(frozen=True)
class Library:
    """The folders in force and the names they define.

    Attributes:
        folders: in the order of search.
        entries: the first file found for each name.
        orders, lemmas: likewise; an order, a lemma and a tactic may have the same name.
        claims: files of claims by their names, `nakas.toml`.
        hidden: files of nearer folders with the files that they hide and differ from; no lemmas.
        made: entries that no folder has.
    """

    folders: tuple[Path, ...]
    entries: dict[str, LibraryFile]
    orders: dict[str, LibraryFile]
    lemmas: dict[str, LibraryFile]
    claims: dict[str, LibraryFile]
    hidden: tuple[tuple[LibraryFile, LibraryFile], ...]
    made: tuple[LibraryFile, ...] = ()

    def names(self, kind: Kind | None = None) -> list[str]:
        """Return the names of all tactics, or strategies, or both, sorted."""
        return sorted(n for n, e in self.entries.items() if kind in (None, e.kind))

    def find(self, name: str) -> Composition | None:
        """Find the composition of a name: a tactic, or a strategy's term, not yet resolved."""
        entry = self.entries.get(name)
        if entry is None:
            return None
        if entry.asked is not None:
            return Composition(ASKED, name)
        if entry.kind == "tactic":
            return Composition("tactic", name)
        return parse_file(entry.read(), name)

    def shadows(self, used: Container[Path | None]) -> tuple[str, ...]:
        """Return a line for each file in use that hides one of the built-in library."""
        return tuple(
            near.hides(far)
            for near, far in self.hidden
            if near.path in used and real(far.path).is_relative_to(STRATEGIES)
        )


def bad_name(name: str) -> str:
    """Say why a strategy or tactic cannot have a name; return the empty string if it can."""
    if name in RESERVED:
        return f"{name} is an operator's name"
    if not NAME.fullmatch(name):
        return f"{name} is not a name: a lower-case letter, then letters, digits and _"
    return ""


def open_library(folders: Sequence[Path] = (), made: tuple[LibraryFile, ...] = ()) -> Library:
    """Open a library: list the names that its folders define.

    Args:
        folders: those of `-S`, searched before all others.
        made: entries that no folder has; none of them has the name of another.

    Raises:
        InputError: a folder that was asked for is missing, or defines a name twice.
    """
    asked: list[tuple[Path, str]] = [(folder, Argument("strategies")) for folder in folders]
    for part in os.environ.get("TTT_ASP_PATH", "").split(os.pathsep):
        if part:
            asked.append((Path(part), "TTT_ASP_PATH"))
    for folder, origin in asked:
        _refuse_missing(folder, origin)
    candidates = [folder for folder, _ in asked]
    candidates += [Path("strategies"), *folders_of_strategies(), STRATEGIES]
    called: dict[Path, Path] = {}  # each folder once, as it is called first
    for folder in candidates:
        if folder.is_dir():
            called.setdefault(real(folder), folder)
    chosen = tuple(called.values())

    groups: Sequence[Sequence[Kind]] = (("tactic", "strategy"), ("order",), ("lemma",), ("claims",))
    by_name: list[dict[str, LibraryFile]] = [{} for _ in groups]
    hidden: list[tuple[LibraryFile, LibraryFile]] = []
    for folder in chosen:
        refuse_unreadable(folder)
        for known, kinds in zip(by_name, groups, strict=True):
            for name, entry in entries_of(folder, kinds).items():
                first = known.setdefault(name, entry)
                # a lemma is proved wherever it is used: another one changes no verdict's meaning
                if entry.kind == "lemma" or first is entry:
                    continue
                if not _same(first.path, entry.path):
                    hidden.append((first, entry))
    named, orders, lemmas, claims = by_name
    named.update((entry.name, entry) for entry in made)
    return Library(chosen, named, orders, lemmas, claims, tuple(hidden), made)


def _refuse_missing(folder: Path, origin: str) -> None:
    """Refuse a path that was given as a folder and is none."""
    where = Location(origin)
    if os.path.isfile(folder):
        above = folder.parent.parent if folder.parent.name in FOLDERS else folder.parent
        raise wrong(f"{folder} is a file, not a folder of strategies", where, f"name {above}")
    if not os.path.isdir(folder):
        near = [path.name for path in sorted(folder.parent.glob("*/"))]
        hint = nearest(folder.name, near, f"`ttt-asp new tactic NAME -S {folder}` makes it")
        raise wrong(f"there is no folder {folder}", where, hint)


def refuse_unreadable(folder: Path) -> None:
    """Refuse a folder of strategies whose files cannot be listed, as names would be missed.

    Raises:
        InputError: the folder, or one of those within it, cannot be read.
    """
    for path in (folder, *(folder / name for name in FOLDERS)):
        try:
            os.scandir(path).close()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise wrong(f"cannot be read: {error.strerror}", Location(label_of(path))) from None


def _same(path: Path, other: Path) -> bool:
    """Whether two files are equal, byte by byte."""
    try:
        return path.is_file() and other.is_file() and path.read_bytes() == other.read_bytes()
    except OSError:
        return False


def entries_of(
    folder: Path, kinds: Sequence[Kind] = ("tactic", "strategy")
) -> dict[str, LibraryFile]:
    """List what one folder defines, of kinds that share names; refuse a name defined twice."""
    entries: dict[str, LibraryFile] = {}
    twice: list[Diagnostic] = []
    for kind in kinds:
        inside, _, ending = _PATTERNS[kind].rpartition("*")
        place = folder / inside
        for file in sorted(os.listdir(place)) if os.path.isdir(place) else []:
            if not file.endswith(ending):
                continue
            name = file if kind == "claims" else file.removesuffix(ending)
            entry = LibraryFile(name, kind, place / file)
            first = entries.setdefault(name, entry)
            if first is not entry:
                message = f"{entry.name} is defined by {first.label} already"
                twice.append(Diagnostic(message, Location(entry.label), "rename one of them"))
    refuse(twice)
    return entries


def summaries(names: Iterable[str], library: Library) -> dict[str, str]:
    """Return the first sentence of the doc of each strategy or tactic."""
    known = library.entries
    return {name: known[name].read().summary for name in names if name in known}


LEMMA: Signature = ("lemma", 1)
MEASURE: Signature = ("measure", 1)


@dataclass(frozen=True, slots=True)
class Lemmas:
    """Lemmas, for proofs by induction: they hold whenever a round begins; and their files.

    A file may define `measure(N)` besides, or alone: a number that falls from round to round, and
    is never negative. So plays end, which claims with *always* need. An extension reads the files.

    Attributes:
        names: the lemmas to hold. sources: the files that define them, or a measure alone.
        tactics: the files of the tactics that those use, each checked.
        measure: the place of the definition of `measure(N)`, file:line:column; empty if none.
    """

    names: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    tactics: tuple[Source, ...] = ()
    measure: str = ""

    def __add__(self, other: "Lemmas") -> "Lemmas":
        """The lemmas of both, each file once."""
        sources = dict.fromkeys(self.sources + other.sources)
        tactics = {source.label: source for source in self.tactics + other.tactics}
        given = tuple(sources), tuple(tactics.values())
        return Lemmas(self.names + other.names, *given, self.measure or other.measure)


NO_LEMMAS = Lemmas()


def load_lemmas(names: Sequence[str], game: Game, library: Library) -> Lemmas:
    """Find and check lemmas, by the names of files in `lemmas/` folders.

    Raises:
        InputError: there is no such lemma, something is wrong with its file, or nobody reads it.
    """
    if not names:
        return NO_LEMMAS
    load: Callable[[Sequence[str], Game, Library], Lemmas] | None = hook("lemma_files")
    if load is None:
        raise wrong(f"lemmas are read by {missing('--lemma')}", Location.argument("lemmas"))
    return load(names, game, library)


def measures_in(source: Source) -> list[Location]:
    """Return where a file defines the measure, if it does: its first rule."""
    heads = [head for head in source.heads if head.signature == MEASURE]
    return [source.location(head.begin, head.end) for head in heads[:1]]
