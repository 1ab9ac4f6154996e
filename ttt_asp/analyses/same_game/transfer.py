"""A strategy of one game, written in the words of another one that is the same.

Nakas (section 6) has abstract tactics travel by analogy. A tactic that asks nothing but what both
games have, as `fork`, keeps its name; one that speaks of places, as `corner`, is written anew about
the things that have their places by the map. What comes of it is held against the strategy that it
was made of: it is to recommend the same, at every position of plays, moves exchanged; else there is
an error, and no file.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any

from ttt_asp.analyses.same_game.rewrite import Rewriting
from ttt_asp.analyses.same_game.search import Found, find_map, holds
from ttt_asp.analyses.same_game.words import Words
from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import Expired, Stop
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import Source
from ttt_asp.paths import in_comment
from ttt_asp.result import Result
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.examples import example_line, examples, game_of
from ttt_asp.strategies.library import NAME, Library, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy

# Of comments, in characters.
_WIDTH = 96


@dataclass(frozen=True, slots=True)
class Transfer(Result):
    """A strategy in the words of another game.

    Attributes:
        strategy: what was transferred. first, second: from which game, and to which.
        name: what it is called there. term: what it is there.
        files: their texts, by their places in a folder of strategies; the strategy's own first.
        kept: the tactics and orders that both games have. written: those written anew.
        moves: each action of the first game with that of the second, as the words were taken.
    """

    strategy: str
    first: str
    second: str
    name: str
    term: str
    files: Mapping[str, str]
    kept: tuple[str, ...]
    written: tuple[str, ...]
    moves: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data, the keys of `--json`."""
        return {name: getattr(self, name) for name in self.__slots__}


def transfer(
    first: Game, second: Game, text: str, name: str, library: Library, limits: Limits
) -> Transfer:
    """Write a strategy in the words of another game.

    Args:
        first: the game that it is for.
        second: the game that it is to be for.
        text: a name or a term.
        name: what it is to be called.
        library: where names are looked up.
        limits: when to give up.

    Raises:
        InputError: the games are not the same, or part of the strategy has no translation.
        Expired: a limit was reached.
    """
    strategy = load_strategy(text, "strategy", first, library)
    found = find_map(free_play(first), free_play(second), limits)
    if found.verdict == "unknown":
        raise Expired(Stop("", f"whether the games are the same: {found.reason}"))
    if found.by is None:
        what = f"{first.name} and {second.name} are not the same game"
        hint = "`ttt-asp recognise A --as B` says why"
        raise wrong(what, Location("--to"), hint)
    words = Words(first, second, found.by)
    words.refuse_others()
    limits.tell("words")
    rewriting = _named(Rewriting(words, strategy.tactics), name, library)
    renamed = {old: new for old, new in rewriting.names.items() if old != new}
    term = str(_term(strategy.composition, rewriting.names))
    about = f"{name}: {strategy.text} of {first.name}, in the words of {second.name}."
    files = {f"{name}.lp": _head(about, second) + _definition(name, term)}
    for source in strategy.tactics:
        stem = _stem(source)
        if stem in renamed:
            folder = "orders" if ("order", 3) in source.defined else "tactics"
            files[f"{folder}/{renamed[stem]}.lp"] = _file(rewriting, source, found)
    said = Transfer(
        strategy.text,
        first.name,
        second.name,
        name,
        term,
        files,
        tuple(_stem(s) for s in strategy.tactics if _stem(s) not in renamed),
        tuple(renamed.values()),
        {one.action: other.action for one, other in found.by.moves.items()},
    )
    _hold(said, words, strategy, library, limits)
    return said


def name_there(text: str, second: Game) -> str:
    """What a strategy is called in another game where nobody says."""
    name = f"{text}_of_{Path(second.name).stem}"
    return name if NAME.fullmatch(name) else "transferred"


def _definition(name: str, term: str) -> str:
    return f"strategy({name},\n    {fill(term, _WIDTH - 4, subsequent_indent='    ')}).\n"


def _stem(source: Source) -> str:
    if source.path is None:
        raise internal(f"{source.label} is no file")
    return source.path.stem


def _named(rewriting: Rewriting, name: str, library: Library) -> Rewriting:
    """What each file is called in the other game: those that change get new names."""
    changed = {_stem(source) for source in rewriting.sources if rewriting.changes(source)}
    while True:
        more = {
            _stem(source)
            for source in rewriting.sources
            for statement in source.statements
            for atom in statement.body
            if atom.name in ("suggests", "order") and atom.first in changed
        } - changed
        if not more:
            break
        changed |= more
    names = {_stem(s): _stem(s) for s in rewriting.sources}
    names |= {stem: f"{name}_{stem}" for stem in changed}
    for new in names.values():
        taken = library.entries.get(new) or library.orders.get(new)
        if new not in names and taken:
            what = f"{new} is defined by {taken.label} already"
            raise wrong(what, Location("-o"), "choose another name")
    return replace(rewriting, names=names)


def _term(node: Composition, names: Mapping[str, str]) -> Composition:
    """A term with the names of tactics and orders in the other game, and no names of strategies."""
    if node.operator == "strategy":
        return _term(node.operands[0], names)
    operands = tuple(_term(operand, names) for operand in node.operands)
    return replace(node, name=names.get(node.name, node.name), operands=operands)


def _head(about: str, second: Game) -> str:
    usual = load_game(second.name, {}).constants
    chosen = {key: value for key, value in second.constants.items() if usual[key] != value}
    given = "".join(f" {key}={value}" for key, value in chosen.items())
    said = fill(f"%*! {in_comment(about)}", _WIDTH)
    return f"{said}\n\nSource: `ttt-asp transfer`. *%\n% game {second.name}{given}\n\n"


def _file(rewriting: Rewriting, source: Source, found: Found) -> str:
    """A tactic's or an order's file in the other game."""
    words, stem = rewriting.words, _stem(source)
    about = f"{rewriting.names[stem]}: {stem} of {words.first.name}. {source.summary}"
    text = _head(about, words.second) + rewriting.text(source, stem)
    lines = "\n".join(_examples(source, words, found))
    return f"{text}\n{lines}\n" if lines else text


def _examples(source: Source, words: Words, found: Found) -> Iterator[str]:
    """The file's own examples, moved to the other game where their positions have their like."""
    ordered, fluents = ("order", 3) in source.defined, found.fluents
    if game_of(source) not in (None, (words.first.name, dict(words.first.constants))):
        return
    actions = {(p.role, p.action): q.action for p, q in words.by.moves.items()}
    there = Notation(words.second)
    for one in examples(source, Notation(words.first), ordered):
        moves = [actions.get((one.role, action), "") for action in one.expected]
        if not all(len(fluents.get(fluent, ())) == 1 for fluent in one.position) or "" in moves:
            continue
        position = frozenset(fluents[fluent][0] for fluent in one.position)
        role = words.by.roles[one.role]
        if ordered:
            yield f"% example {there.text(position)} for {role}: {', '.join(moves)}"
        else:
            yield example_line(there, position, role, sorted(moves))


def _hold(
    said: Transfer, words: Words, strategy: Strategy, library: Library, limits: Limits
) -> None:
    """Hold the strategy against the one that it was made of.

    Raises:
        InputError: it does not recommend the same.
        Expired: a limit was reached.
    """
    with TemporaryDirectory(prefix="ttt-asp-transfer-") as folder:
        for place, text in said.files.items():
            path = Path(folder) / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        there = open_library([Path(folder), *library.folders])
        made = load_strategy(said.name, "strategy", words.second, there)
    first = Match(words.first, dict.fromkeys(words.first.roles, strategy))
    second = Match(words.second, dict.fromkeys(words.second.roles, made))
    answer = holds(first, second, words.by, limits)
    if answer.verdict == "unknown":
        raise Expired(Stop("", f"whether it recommends the same: {answer.reason}"))
    if answer.verdict == "refuted":
        moves = ", ".join(move.action for move in answer.plays[0]) or "no move"
        what = f"{said.strategy} has no like in {said.second}: it differs after {moves}"
        raise wrong(what, Location("<strategy>"))
