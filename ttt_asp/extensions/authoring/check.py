"""Checking users' files: the lint, the examples in a file, and rules that never apply."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import Diagnostic, Location, TttAspError, wrong
from ttt_asp.extension import hook
from ttt_asp.extensions.authoring.file_kinds import kind_of
from ttt_asp.extensions.authoring.impossible_terms import impossible_terms
from ttt_asp.extensions.authoring.sampling import Sample, sample
from ttt_asp.extensions.exploring.advice import advise, facts_at
from ttt_asp.extensions.exploring.examples import Example, examples
from ttt_asp.extensions.exploring.positions import PositionReader, impossible
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import number_of
from ttt_asp.lp.source import Source, read
from ttt_asp.paths import STRATEGIES, label_of, real
from ttt_asp.programs.compose import compose
from ttt_asp.strategies.library import Kind, Library, LibraryFile, bad_name, load_lemmas
from ttt_asp.strategies.strategy import ANY, load_strategy
from ttt_asp.strategies.tactics import asked_tactics, game_of, load_tactics, with_asked_tactics
from ttt_asp.strategies.tactics import check_file as check_rules


@dataclass(frozen=True)
class Checked:
    """The result of checking a file.

    Attributes:
        status: the exit status that it gives.
        count: the number of things checked in it, in words.
        blocks: more to be printed, as results are.
        problems, warnings: with their places. notes: lines.
        data: more keys for `--json`.
    """

    status: int
    count: str = ""
    blocks: Sequence[Any] = ()
    problems: Sequence[Diagnostic] = ()
    warnings: Sequence[Diagnostic] = ()
    notes: Sequence[str] = ()
    data: dict[str, Any] = field(default_factory=dict)


def check_file(path: Path, game: Game, library: Library) -> Checked:
    """Check the file of a tactic, a strategy, an order or a lemma.

    Args:
        path: the file.
        game: the game it is for, unless it names another.
        library: the library for the names it uses; its own folder comes first.
    """
    label, kind = label_of(path), kind_of(path)
    try:
        read(path, label)
        if kind is None:
            message = "this defines no tactic, strategy, order, lemma or game"
            hint = "suggests(NAME, ROLE, ACTION) :- ... makes a tactic: `ttt-asp new tactic NAME`"
            raise wrong(message, Location(label), hint)
        if kind != "lemma" and (reason := bad_name(path.stem)):
            raise wrong(reason, Location(label), "rename the file")
        _check_place(path, kind, library)
    except TttAspError as error:
        return _refused(error)
    return check_entry(LibraryFile(path.stem, kind, path), game, library)


def check_entry(entry: LibraryFile, game: Game, library: Library) -> Checked:
    """Check a tactic, a strategy, an order or a lemma, which may stand in no file.

    Args:
        entry: of the library.
        game: the game it is for, unless it names another.
        library: the library for the names it uses.
    """
    label, kind, name = entry.label, entry.kind, entry.name
    problems, warnings, notices, count = list[Diagnostic](), list[Diagnostic](), list[str](), 0
    try:
        source = entry.read()
        if named := game_of(source):
            game = load_game(*named)
        if kind == "lemma":
            load_lemmas([name], game, library)
            if ground_lemma := hook("lemmas"):
                ground_lemma(name, game, library)
        else:
            problems, count = _run_examples(source, name, kind, game, library)
        if kind == "tactic":
            warnings, notices = remarks(source, name, game, library)
    except TttAspError as error:
        return _refused(error)
    notes = [] if source.doc else [f"{label}: note: no doc block %*! ... *%"]
    notes += [] if count or kind in ("strategy", "lemma") else [f"{label}: note: no examples"]
    notes += [f"{label}: note: {notice}" for notice in notices]
    return Checked(
        1 if problems else 0,
        number_of(count, "example"),
        problems=problems,
        warnings=warnings,
        notes=notes,
        data={"examples": count},
    )


def _refused(error: TttAspError) -> Checked:
    return Checked(2, problems=error.diagnostics, data={"examples": 0})


def _check_place(path: Path, kind: Kind, library: Library) -> None:
    """Refuse a file that its library does not find at its path as this kind."""
    known: Mapping[str, LibraryFile] = library.entries
    known = {"lemma": library.lemmas, "order": library.orders}.get(kind, known)
    entry = known.get(path.stem)
    if entry is None or real(entry.path) != real(path) or entry.kind != kind:
        place = {"lemma": "lemmas/", "order": "orders/", "tactic": f"tactics/{path.name}"}
        message = f"{'an' if kind == 'order' else 'a'} {kind}'s file belongs in a folder of "
        message += f"strategies: FOLDER/{place.get(kind, path.name)}"
        raise wrong(message, Location(label_of(path)))


def _run_examples(
    source: Source, name: str, kind: Kind, game: Game, library: Library
) -> tuple[list[Diagnostic], int]:
    ordered = kind == "order"
    strategy = load_strategy(f"pick(any, {name})" if ordered else name, "check", game, library)
    verb = "gives the order" if ordered else "recommends"

    def recommended(role: str, position: frozenset[str]) -> tuple[str, ...]:
        if ordered:
            given = {role: strategy}
            atoms = facts_at(game, given, position, Deadline())
            ranks = atoms.get((f"{compose(given)[0].root}_rank", 2), ())
            return tuple(str(action) for _, action in sorted((n, action) for action, n in ranks))
        return advise(game, role, strategy, position, Deadline()).suggested

    written = list(examples(source, PositionReader(game), ordered=ordered))
    if ordered or not written:
        # every rule is ground at least once, so that clingo can report its problems
        recommended(game.roles[0], game.init)
    problems: list[Diagnostic] = []
    for example in written:
        # there some of the game's rules may speak of another position
        if whys := list(impossible(game, example.position)):
            message = f"no play of {game.name} comes to this position: {'; '.join(whys)}"
            problems.append(Diagnostic(message, example.location))
            continue
        got = recommended(example.role, example.position)
        if got != example.expected:
            problems.append(_mismatch(example, got, verb))
    return problems, len(written)


def _mismatch(example: Example, got: tuple[str, ...], verb: str) -> Diagnostic:
    message = f"this example {verb} {', '.join(got) or 'nothing'}"
    missing = [action for action in example.expected if action not in got]
    extra = [action for action in got if action not in example.expected]
    differing = (("missing", missing), ("extra", extra))
    hint = "; ".join(f"{name}: {', '.join(moves)}" for name, moves in differing if moves)
    in_order = f"expected: {', '.join(example.expected)}"
    return Diagnostic(message, example.location, hint or in_order)


def remarks(
    source: Source, name: str, game: Game, library: Library
) -> tuple[list[Diagnostic], list[str]]:
    """Return warnings and notes about a tactic that is otherwise in order.

    Args:
        source: its file.
        name: the tactic's.
        game: the game to examine it in.
        library: the library with the tactics that it is compared with.
    """
    fits = impossible_terms((source,), game)
    warnings = [*fits.actions, *fits.terms]
    try:
        sampled = _sampled(name, game, library)
    except (TttAspError, Expired) as late:
        return warnings, [f"not tried in random plays: {late}"]
    return warnings, [] if warnings else list(_notes(name, sampled, game, library))


def _sampled(name: str, game: Game, library: Library) -> Sample:
    """Sample random plays with all tactics that the game has, or with this one alone."""
    names = library.names("tactic")
    tactics = _usable(game, tuple((name, library.entries[name].read()) for name in names))
    try:
        return sample(game, tactics)
    except TttAspError:  # clingo refuses some other tactic in this game
        (own, *others), _ = load_tactics([name], game, library)
        return sample(game, ((name, own), *((source.label, source) for source in others)))


@lru_cache(maxsize=4)
def _usable(game: Game, tactics: tuple[tuple[str, Source], ...]) -> tuple[tuple[str, Source], ...]:
    """Return the tactics that can recommend anything in a game."""
    known = [name for name, _ in tactics]

    def fits(name: str, source: Source) -> bool:
        if check_rules("tactic", source, name, game, known):
            return False
        misfit = impossible_terms((source,), game)
        return not misfit.errors and not misfit.actions

    usable = {name: source for name, source in tactics if fits(name, source)}
    while lost := [
        name for name, s in usable.items() if not usable.keys() >= set(asked_tactics(s))
    ]:
        for name in lost:
            del usable[name]
    return tuple(usable.items())


def _notes(name: str, sampled: Sample, game: Game, library: Library) -> Iterator[str]:
    where = f"at {len(sampled.moments)} positions of random plays of {game.name}"
    if not sampled.count(name):
        yield f"{where} {name} recommends nothing legal"
        return
    if sampled.within(ANY, name):
        yield f"{where} {name} recommends all that is legal, as any does"
        return
    if real(library.entries[name].path).is_relative_to(STRATEGIES):
        return  # how the tactics of the library itself are related is no news
    others = [
        other
        for other in sampled.tactics
        if name not in with_asked_tactics([other], library)
        and other not in with_asked_tactics([name], library)
        and sampled.within(name, other)
    ]
    if others:
        least = min(others, key=lambda other: (sampled.count(other), other))
        same = sampled.within(least, name)
        more = f"the same as {least}" if same else f"nothing more than {least}"
        yield f"{where} {name} recommends {more}: after {least} in first(...) it never decides"
