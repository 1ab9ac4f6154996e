"""Extensions: a folder for each thing that can be asked beside the kernel's own questions.

The manifest of an extension, `EXTENSION` in its `__init__.py`, names what it brings. A place in its
code is a text, as `odds:odds` for the function `odds` of its module `odds`, which is imported when
it is needed. A package whose entry point of the group `ttt_asp` is a manifest brings one, too.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any

from ttt_asp.deadline import raise_if_interrupted
from ttt_asp.errors import wrong
from ttt_asp.records import dataclass

# The folders of this package that are extensions, in the order in which help lists their commands;
# and the words that people type for what only these can do, to say so where a folder is missing.
BUILT_IN = {
    "exploring": "suggest blunder --position",
    "authoring": "new check list show program",
    "claimfiles": ".toml",
    "processes": "--jobs",
    "python": "python",
    "drawing": "--svg",
    "strategyclaims": "complete deterministic functional keeps",
    "arrays": "--scratch",
    "playing": "play solve odds",
    "synthesis": "repair fill invent explain identify shorten",
    "comparing": "compare analogies",
    "reports": "report matrix",
    "workbench": "workbench exercises",
    "certificates": "verify --certificate --theorem",
    "pairings": "steal pairing",
    "recognition": "recognise",
    "induction": "induction --lemma",
    "sizes": "sizes --every",
    "gdl": ".pg .kif .gdl .hrf",
    "players": "program: --output -o",
    "wellformed": "well-formedness",
    "bench": "bench",
}
# The endings of files that the kernel itself reads.
KERNELS_FORMATS = (".lp", ".toml")
# What the kernel asks of an extension where it comes to it, if one is there.
HOOKS = {
    "text": "a function from a result of any kind to its text",
    "html": "a function from a result of any kind to what a notebook shows of it",
    "overlay": "a function from rules in other words to the same, with what is recognised in them",
    "begun_at": "a function from a game and a text to the game that begins at this position",
    "scope": "a module that reads claims about many games at once, as those about one of them",
    "game_check": "a function from a game and limits to what `check` prints of its positions",
    "exercise_check": "a function from an exercise's file and limits to what `check` prints of it",
    "claims_files": "a module that answers files of claims, and finds claims by their names",
    "public": "a function that makes one of `ttt_asp` of a function: documented, and checked",
    "called_apart": "a function that makes a call in a process of its own, which ends with it",
    "arrays": "a module that handles layers of many positions, in memory or in a folder",
    "picture": "a function that draws a suggestion as SVG",
    "misfits": "a function from files of rules and a game to what can never be true there",
    "strategy_claims": "a module that reads claims about strategies, and answers them",
    "completed": "a function from a kind of names, a game and a text to words that begin so",
    "meant": "a module that says what people mean by what cannot be read",
    "blunder": "a function that names the mistake in a play that refutes a claim",
    "mistaken": "a function from a refuted claim to a question: is it about another role?",
    "blame": "a function that yields what is seen of a verdict's blunder, and of all mistakes",
    "mistakes": "a function that adds all mistakes to the verdict of a refuted claim",
    "remarks": "a function from a claim and its verdict to lines for `prove --verbose`",
    "reply_table": "a function from a table of replies to a book, and how many positions it has",
    "adapter": "a function from a bot's file and one for its adapter to the text of this",
    "adapt": "the function that users' bots import",
    "programs": "a class that asks the programs among the arguments of a function",
    "asking": "a function that returns what asks strategies at the positions of an exploration",
    "lemmas": "a function that says which of a file's lemmas fail",
    "lemma_files": "a function that finds and checks lemmas by the names of their files",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of `ttt-asp`.

    Attributes:
        heading: the part of the help that lists it.
        summary: its first line.
        prints: the function that has its own options, which may be typer's, and prints; empty where
            every option is one of `asks`, and the answer is printed as it is. With `asks`, its
            first argument is the `Call` that was typed.
        asks: the function of Python that answers it; empty if none does.
        instead: functions that answer in place of that one, by the argument that asks for them.
        json: whether what `asks` answers may be had as JSON.
        more: the function that returns options of `prints` that extensions add, by name.
    """

    heading: str
    summary: str
    prints: str = ""
    asks: str = ""
    instead: Mapping[str, str] = field(default_factory=dict)
    json: bool = True
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of games' files.

    Attributes:
        reads: the function from a file and a deadline to the game's rules, and its `Spelling`.
        own_words: whether the rules say all of how the game is played, in words of their own, and
            moves of the role `random` are drawn by lot; else they stand beside the vocabulary's.
        summary: what `ttt-asp list games` says of it; empty if it is not listed.
    """

    reads: str
    own_words: bool = False
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """The manifest of an extension.

    Attributes:
        package: the package whose manifest this is; places are within it.
        uses: the extensions that it imports, by name.
        optional: those of them without which it does the rest; whoever imports one says so first.
        commands: of `ttt-asp`, by name.
        functions: the functions of Python that `ttt_asp` exports.
        results: the classes that `ttt_asp` exports; those of results with the function that yields
            the blocks to show one, others with an empty text.
        engines: modules with a function `prove`, by the names of engines.
        programs: functions to the program that `ttt-asp program` prints, by the names of engines;
            others have that of a play.
        readers: formats of games that it reads, by the endings of files, in lower case.
        strategies: a folder of strategies within the package, which is searched after
            `./strategies` and before the built-in library; empty for none.
        proof_options: options that it adds to `prove`; see `ttt_asp.cli.prove`.
        proofs: functions to the certificate of a proved claim, by the name of the engine.
        certificates: both stages of checking a certificate, by its format.
        hooks: what the kernel asks of it, by the names of `HOOKS`.
    """

    package: str
    uses: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    commands: Mapping[str, Command] = field(default_factory=dict)
    functions: tuple[str, ...] = ()
    results: Mapping[str, str] = field(default_factory=dict)
    engines: Mapping[str, str] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, Format] = field(default_factory=dict)
    strategies: str = ""
    proof_options: tuple[str, ...] = ()
    proofs: Mapping[str, str] = field(default_factory=dict)
    certificates: Mapping[str, str] = field(default_factory=dict)
    hooks: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name: that of its folder."""
        return self.package.rpartition(".")[2]

    @property
    def needs(self) -> list[str]:
        """The extensions without which it does nothing, by name."""
        return [name for name in self.uses if name not in self.optional]

    @property
    def is_ours(self) -> bool:
        """Whether it is a folder of this package."""
        return self.package.startswith("ttt_asp.")

    def load(self, place: str) -> Any:
        """Import what stands at a place of the package: a module, or after a colon a part of it.

        Raises:
            InputError: it is another package, and has no such thing.
        """
        module, _, name = place.partition(":")
        try:
            found = import_module(f"{self.package}.{module}")
            return getattr(found, name) if name else found
        except Exception as error:  # whatever its code raises
            raise_if_interrupted()  # which can be any error in the middle of an import
            if self.is_ours:
                raise
            why = f"{type(error).__name__}: {error}"
            raise wrong(f"{place} of the extension {self.name} cannot be loaded: {why}") from None


@cache
def extensions() -> tuple[Extension, ...]:
    """Return the manifests of the kernel and of all extensions that can be used.

    These are those that are installed, and whatever they need with them.
    """
    there = installed()
    while True:
        names = {extension.name for extension in there}
        usable = tuple(extension for extension in there if names.issuperset(extension.needs))
        if usable == there:
            return there
        there = usable


@cache
def installed() -> tuple[Extension, ...]:
    """Return the manifests of the kernel and of all extensions that are installed.

    Raises:
        InputError: that of another package cannot be loaded, or brings what another one has.
    """
    folders = [f"ttt_asp.extensions.{name}" for name in BUILT_IN]
    found: list[Extension] = []
    for folder in ("ttt_asp.kernel", *folders):
        spec = find_spec(folder)
        if spec is not None and spec.origin:  # the folder of one that was taken away has none
            found.append(import_module(folder).EXTENSION)
    for entry in _entry_points():
        package = entry.dist.name if entry.dist else entry.value
        hint = f"`pip uninstall {package}` takes it out"
        try:
            manifest = entry.load()
        except Exception as error:  # whatever its code raises
            why = f"{type(error).__name__}: {error}"
            raise wrong(f"the package {package} cannot be loaded: {why}", None, hint) from None
        if not isinstance(manifest, Extension):
            message = f"the package {package} is no extension: {entry.value} is no manifest"
            raise wrong(message, None, hint)
        for other in found:
            if taken := sorted(names_of(manifest) & names_of(other)):
                message = f"the package {package} brings {taken[0]}, which {other.name} has already"
                raise wrong(message, None, hint)
        found.append(manifest)
    return tuple(found)


def _entry_points() -> Iterable[Any]:
    """Return the entry points of other packages' manifests.

    To ask `importlib.metadata` takes longer than to import all of ours, so it is asked only where
    a package that is installed as usual has some, or where not all are installed as usual.
    """
    # other finders, and eggs, may know of packages that no folder tells
    asked = any(
        finder is not PathFinder and hasattr(finder, "find_distributions")
        for finder in sys.meta_path
    )
    for folder in dict.fromkeys(path or "." for path in sys.path):
        try:
            names = os.listdir(folder)
        except FileNotFoundError:
            continue
        except OSError:  # an archive
            asked, names = True, []
        asked |= folder.endswith(".egg")
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(f"{folder}/{name}/entry_points.txt", "rb") as file:
                    asked |= b"[ttt_asp]" in file.read()
    if not asked:
        return ()
    from importlib.metadata import entry_points

    return entry_points(group="ttt_asp")


def names_of(extension: Extension) -> set[str]:
    """Return all names that an extension takes, each behind the word for its kind."""
    exported = [*extension.functions, *extension.results]
    kinds: dict[str, Iterable[str]] = {
        "extension": [extension.name],
        "command": extension.commands,
        "name": [place.partition(":")[2] for place in exported],
        "engine": [*extension.engines, *extension.programs],
        "format": [*extension.readers, *KERNELS_FORMATS * (extension.package == "ttt_asp")],
        "option": extension.proof_options,
        "proof": extension.proofs,
        "certificate": extension.certificates,
        "hook": extension.hooks,
    }
    taken = set[str]()
    for kind, names in kinds.items():
        taken.update(f"the {kind} {name}" for name in names)
    return taken


def _brought(kind: str) -> dict[str, tuple[Extension, Any]]:
    """Return what all extensions bring of a kind by its name, each with the extension."""
    found: dict[str, tuple[Extension, Any]] = {}
    for extension in extensions():
        for name, thing in getattr(extension, kind).items():
            found[name] = extension, thing
    return found


@cache
def commands() -> dict[str, tuple[Extension, Command]]:
    """Return all commands by name, each with the extension that brings it; the kernel's first."""
    return _brought("commands")


@cache
def exported() -> dict[str, tuple[Extension, str]]:
    """Return what `ttt_asp` exports: by its name the extension that brings it, and its place."""
    found: dict[str, tuple[Extension, str]] = {}
    for extension in extensions():
        for place in (*extension.functions, *extension.results):
            found[place.partition(":")[2]] = extension, place
    return found


def renderer(result: type) -> Any:
    """Return the function that yields the blocks to show a result of this class."""
    extension, place = exported()[result.__name__]
    return extension.load(extension.results[place])


@cache
def readers() -> dict[str, tuple[Extension, Format]]:
    """Return the formats of games by the endings of files, each with the extension that has it."""
    return _brought("readers")


def is_read(name: str) -> bool:
    """Return whether a game's name is that of a file that an extension reads, if it is there."""
    suffix = PurePath(name).suffix.lower()
    return suffix in readers() or bool(missing(suffix))


def in_own_words(name: str) -> bool:
    """Return whether a game's name is that of a file whose rules have words of their own."""
    suffix = PurePath(name).suffix.lower()
    return suffix in readers() and readers()[suffix][1].own_words


@cache
def folders_of_strategies() -> tuple[Path, ...]:
    """Return the folders of strategies that extensions bring, in their order."""
    folders = []
    for extension in extensions():
        if extension.strategies:
            package = Path(str(import_module(extension.package).__file__)).parent
            folders.append(package / extension.strategies)
            if not folders[-1].is_dir():
                message = f"the extension {extension.name} has no folder {extension.strategies}"
                raise wrong(message)
    return tuple(folders)


def hook(name: str) -> Any:
    """Return what an extension brings for a hook; None if no extension that is installed does."""
    extension = bringing(name)
    return None if extension is None else extension.load(extension.hooks[name])


def bringing(name: str) -> Extension | None:
    """Return the extension that brings something for a hook."""
    return next((extension for extension in extensions() if name in extension.hooks), None)


def missing(word: str) -> str:
    """Return the end of a message: which extension would know a word; empty if none is missing."""
    usable = extensions()
    for extension in installed():
        if extension not in usable and word in words_of(extension):
            needs = absent(extension)
            return f"the extension {extension.name}, which needs {needs}, which is not installed"
    there = {extension.name for extension in installed()}
    names = [name for name in BUILT_IN if name not in there and word in BUILT_IN[name].split()]
    return f"the extension {names[0]}, which is not installed" if names else ""


def absent(extension: Extension) -> str:
    """Return the name of an extension that one needs, at any remove, and is not installed."""
    named, reached = {other.name: other for other in installed()}, [extension.name]
    for name in reached:
        if name not in named:
            return name
        reached += [needed for needed in named[name].needs if needed not in reached]
    raise KeyError(extension.name)


def words_of(extension: Extension) -> set[str]:
    """Return the words that people type for what an extension brings."""
    brought = {*extension.commands, *extension.engines, *extension.readers}
    return brought | set(BUILT_IN.get(extension.name, "").split())


@cache
def engines() -> dict[str, Extension]:
    """Return the extensions that bring engines, by the names of the engines."""
    return {name: extension for name, (extension, _) in _brought("engines").items()}
