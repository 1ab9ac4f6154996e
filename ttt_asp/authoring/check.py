"""Checking what users wrote: lint, embedded examples, claims files against their verdicts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.authoring.remarks import remarks
from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.clingo.run import Run
from ttt_asp.engines.position import advise, ranked
from ttt_asp.errors import Diagnostic, Location, TttAspError, wrong
from ttt_asp.games.game import SUFFIXES, Game, load_game
from ttt_asp.games.lint import GAMES_OWN
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source, read
from ttt_asp.paths import label_of, real
from ttt_asp.programs.rounds import round_program
from ttt_asp.strategies.examples import Example, examples, game_of
from ttt_asp.strategies.lemmas import game_lemmas, load_lemmas
from ttt_asp.strategies.library import Library, bad_name, entries_of
from ttt_asp.strategies.strategy import load_strategy


@dataclass(frozen=True, slots=True)
class Report:
    """What checking one file found.

    Attributes:
        label: the file.
        examples: how many examples were run.
        problems: what is wrong; empty when nothing is.
        notes: what could be better. warnings: what is perhaps not meant.
    """

    label: str
    examples: int
    problems: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()


# What the names of games' files end in, besides .lp.
_GAMES = (".pg", *SUFFIXES)
_FOLDERS = ("tactics", "orders", "lemmas", "claims")
_PATTERNS = ("*.lp", "tactics/*.lp", "orders/*.lp", "lemmas/*.lp", "claims/*.toml", "*.toml")


def files_of(paths: Sequence[Path]) -> Iterator[Path]:
    """The files to check: those named, and everything in the folders named.

    Raises:
        InputError: there is no such path, it has nothing to check, or is of no known kind.
    """
    for path in paths:
        if path.is_dir():
            entries_of(path)
            games = [f"*{suffix}" for suffix in _GAMES]
            found = [f for pattern in [*_PATTERNS, *games] for f in sorted(path.glob(pattern))]
            if not found:
                raise wrong("there is nothing to check in this folder", Location(str(path)))
            yield from found
        elif not path.exists():
            raise wrong("there is no such file", Location(str(path)))
        elif path.suffix not in (".lp", ".toml", *_GAMES):
            raise wrong("not a .lp, .toml, .pg, .kif or .hrf file", Location(str(path)))
        else:
            yield path


def is_game(path: Path) -> bool:
    """Whether a file has the rules of a game: its ending says so, or what it defines."""
    if path.suffix != ".lp":
        return path.suffix in _GAMES
    try:
        defined = read(path, label_of(path)).defined
    except TttAspError:  # what is wrong is said where the file is checked
        return False
    return bool(defined & GAMES_OWN) and path.parent.name not in _FOLDERS


def folder_of(path: Path) -> Path:
    """The folder of strategies that a file belongs to."""
    return path.parent.parent if path.parent.name in _FOLDERS else path.parent


def check_file(path: Path, game: Game, library: Library) -> Report:
    """Check the file of a tactic, a strategy, an order or a lemma.

    Args:
        path: the file.
        game: the one it is for, unless it names another.
        library: where the names it uses are looked up; its own folder comes first.
    """
    label = label_of(path)
    try:
        source = read(path, label)
        if own := game_of(source):
            game = load_game(*own)
        if path.parent.name == "lemmas":
            return _check_lemma(source, path, game, library)
        if path.parent.name == "orders":
            return _check_order(source, path, game, library)
        heads = [atom for s in source.statements for atom in s.heads]
        if reason := bad_name(path.stem):
            raise wrong(reason, Location(label), "rename the file")
        kind = "strategy" if any(a.signature == ("strategy", 2) for a in heads) else "tactic"
        entry = library.entries.get(path.stem)
        if entry is None or real(entry.path) != real(path) or entry.kind != kind:
            place = "tactics/" if kind == "tactic" else ""
            message = (
                f"a {kind}'s file belongs in a folder of strategies: FOLDER/{place}{path.name}"
            )
            raise wrong(message, Location(label))
        problems, count = _run_examples(source, path.stem, game, library)
        warnings, notices = (
            remarks(source, path.stem, game, library) if kind == "tactic" else ([], [])
        )
    except TttAspError as error:
        return Report(label, 0, error.diagnostics)
    notes = [] if source.doc else [f"{label}: note: no doc block %*! ... *%"]
    notes += [] if count or kind == "strategy" else [f"{label}: note: no examples"]
    notes += [f"{label}: note: {notice}" for notice in notices]
    return Report(label, count, tuple(problems), tuple(notes), tuple(warnings))


def _check_lemma(source: Source, path: Path, game: Game, library: Library) -> Report:
    entry = library.lemmas.get(path.stem)
    if entry is None or real(entry.path) != real(path):
        where = Location(source.label)
        raise wrong("a lemma's file belongs in a folder of strategies: FOLDER/lemmas/", where)
    lemmas = game_lemmas(game) + load_lemmas([path.stem], game, library)
    strategies = {role: load_strategy(None, role, game, library) for role in game.roles}
    problem = Problem(game, strategies, Claim(game.roles[0], "never", "loses"))
    Run(round_program(problem, 1, lemmas), Deadline()).ground()  # clingo has its say
    notes = () if source.doc else (f"{source.label}: note: no doc block %*! ... *%",)
    return Report(source.label, 0, (), notes)


def _check_order(source: Source, path: Path, game: Game, library: Library) -> Report:
    name, entry = path.stem, library.orders.get(path.stem)
    if entry is None or real(entry.path) != real(path):
        where = Location(source.label)
        raise wrong("an order's file belongs in a folder of strategies: FOLDER/orders/", where)
    if reason := bad_name(name):
        raise wrong(reason, Location(source.label), "rename the file")
    strategy = load_strategy(f"pick(any, {name})", "check", game, library)
    found = list(examples(source, Notation(game), ordered=True))
    ranked(game, game.roles[0], strategy, game.init, Deadline())  # clingo has its say
    problems: list[Diagnostic] = []
    for example in found:
        got = ranked(game, example.role, strategy, example.position, Deadline())
        if got != example.expected:
            problems.append(_mismatch(example, got, "gives the order"))
    notes = [] if source.doc else [f"{source.label}: note: no doc block %*! ... *%"]
    notes += [] if found else [f"{source.label}: note: no examples"]
    return Report(source.label, len(found), tuple(problems), tuple(notes))


def _run_examples(
    source: Source, name: str, game: Game, library: Library
) -> tuple[list[Diagnostic], int]:
    strategy = load_strategy(name, "check", game, library)
    notation = Notation(game)
    found = list(examples(source, notation))
    if not found:
        # every rule is ground at least once, so that clingo has its say about it
        first = game.roles[0]
        advise(game, first, strategy, game.init, Deadline())
    problems: list[Diagnostic] = []
    for example in found:
        advice = advise(game, example.role, strategy, example.position, Deadline())
        got = advice.suggested
        if got != example.expected:
            problems.append(_mismatch(example, got))
    return problems, len(found)


def _mismatch(example: Example, got: tuple[str, ...], what: str = "recommends") -> Diagnostic:
    message = f"this example {what} {', '.join(got) or 'nothing'}"
    missing = [action for action in example.expected if action not in got]
    extra = [action for action in got if action not in example.expected]
    differing = (("missing", missing), ("extra", extra))
    hint = "; ".join(f"{name}: {', '.join(some)}" for name, some in differing if some)
    in_order = f"expected: {', '.join(example.expected)}"
    return Diagnostic(message, example.location, hint or in_order)
