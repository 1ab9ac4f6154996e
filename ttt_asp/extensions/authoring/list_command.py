"""`ttt-asp list`, and which tactics can ever recommend anything in a game."""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import Annotated, Any

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.problem import Match
from ttt_asp.cli.calls import print_json, width
from ttt_asp.cli.help import listed
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.extension import readers
from ttt_asp.extensions.authoring.file_kinds import needs
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program
from ttt_asp.show.terminal import painted
from ttt_asp.strategies.library import Library, load_lemmas
from ttt_asp.strategies.strategy import ANY, Strategy, load_strategy
from ttt_asp.strategies.terms import Composition, leaves
from ttt_asp.verdict import plain_constants

# What can be listed.
KINDS = ("games", "tactics", "strategies", "orders", "lemmas", "claims")
_FILE = "Any winning sets, or any rules, from a file of your own."


_Kind = Annotated[
    str | None,
    Parameter(help="What to list: games, tactics, strategies, orders, lemmas or claims.",
              metavar="[KIND]", completes=KINDS),
]  # fmt: skip
_Game = Annotated[
    str | None, Parameter("-g --game", "List only what is for this game.", completes="game")
]


def command(
    kind: _Kind = None,
    game: _Game = None,
    const: p.Const = None,
    strategies: p.Folders = (),
    verbose: Annotated[bool, Parameter("-v --verbose", "Name all files that hide others.")] = False,
    json: p.Json = False,
) -> None:
    """List games, tactics, strategies, orders, lemmas and claims files.

    Examples:
    ttt-asp list
    ttt-asp list tactics -g chomp
    """
    if kind is not None and kind not in KINDS:
        hint = nearest(kind, KINDS, f"one of {', '.join(KINDS)}")
        raise wrong(f"there is nothing called {kind} to list", Location.argument("kind"), hint)
    library = Arguments(strategies=strategies).library
    kinds = [kind] if kind else KINDS
    rows_by_kind = {listed_kind: list(_rows(listed_kind, library)) for listed_kind in kinds}
    if game is not None:
        loaded = Arguments(game=game, const=const).game
        able = _able(rows_by_kind, loaded, library)
        for listed_kind, rows in rows_by_kind.items():
            rows[:] = [
                row for row in rows if _fits(row["name"], listed_kind, loaded, library, able)
            ]
    if json:
        print_json(rows_by_kind)
        return
    for number, (listed_kind, rows) in enumerate(rows_by_kind.items()):
        if kind is None:
            typer.echo(("\n" if number else "") + painted(listed_kind, "bold"))
        _print(rows)
        if not rows:
            typer.echo("  none")


def _row(name: str, doc: str, **more: object) -> dict[str, Any]:
    """Return a name, its description and further keys, as JSON has them."""
    return {"name": name, "doc": doc, **{key: value for key, value in more.items() if value}}


def _print(rows: Sequence[Mapping[str, Any]]) -> None:
    column = max((len(row["name"]) for row in rows), default=0)
    for group in sorted({row.get("needs", "") for row in rows}):
        if group:
            typer.echo(f"  {group}:")
        entries = list[tuple[str, str]]()
        for row in rows:
            if row.get("needs", "") == group:
                given = ", ".join(f"{name}={value}" for name, value in row.get("const", {}).items())
                entries += [(row["name"], row["doc"]), *([("", f"-c {given}")] if given else [])]
        for line in listed(entries, width(), column, "cyan"):
            typer.echo(line)


def _rows(kind: str, library: Library) -> Iterator[dict[str, Any]]:
    if kind == "games":
        for name in game_names():
            game = load_game(name, {})
            yield _row(name, game.rules.summary, const=plain_constants(game.constants))
        yield _row("FILE.lp", _FILE)
        for suffix, (_, read) in readers().items():
            if read.summary:
                yield _row(f"FILE{suffix}", read.summary)
    elif kind == "claims":
        for name, file in sorted(library.claims.items()):
            entries = read_claims(file.path)
            yield _row(name, f"{len(entries)} claims: {_first_names([e.id for e in entries])}")
    elif kind in ("orders", "lemmas"):
        for name, entry in sorted((library.orders if kind == "orders" else library.lemmas).items()):
            yield _row(name, entry.read().summary)
    else:
        tactics = kind == "tactics"
        for name in library.names("tactic" if tactics else "strategy"):
            doc = library.entries[name].read().summary
            yield _row(name, doc, needs=needs(name, library) if tactics else "")
        if tactics:
            yield _row("any", "Every legal action (built in).", needs="any game")


def _able(
    rows_by_kind: Mapping[str, Sequence[Mapping[str, Any]]], game: Game, library: Library
) -> set[str]:
    """Return the tactics and the strategies among the rows that can recommend anything."""
    loaded = list[Strategy]()
    for kind in ("tactics", "strategies"):
        for row in rows_by_kind.get(kind, ()):
            with suppress(InputError):
                loaded.append(load_strategy(row["name"], "strategy", game, library))
    sound = [strategy for strategy in loaded if not strategy.warnings]
    return {strategy.text for strategy in recommending(sound, game, Deadline())}


def _fits(name: str, kind: str, game: Game, library: Library, able: Set[str]) -> bool:
    """Return whether something is for a game; of tactics and strategies, whether it is `able`."""
    if kind in ("tactics", "strategies"):
        return name in able
    if kind == "games":
        return name == game.name
    if kind == "claims":
        entries = read_claims(library.claims[name].path)
        return any(entry.game == game.name for entry in entries)
    try:
        if kind == "lemmas":
            load_lemmas([name], game, library)
        else:
            return not load_strategy(f"pick(any, {name})", "strategy", game, library).warnings
    except InputError:
        return False
    return True


def _first_names(names: list[str]) -> str:
    left = len(names) - 6
    return ", ".join(names[:6] if left > 0 else names) + (f", and {left} more" if left > 0 else "")


def recommending(strategies: Sequence[Strategy], game: Game, deadline: Deadline) -> list[Strategy]:
    """Return the strategies of which some tactic can recommend a legal move at some position.

    All tactics are ground at once with every fluent and every legal move open. What gringo derives
    nowhere then is true at no position, reachable or not: so a tactic may wrongly be taken for one
    that can recommend something, never for one that cannot.

    Args:
        strategies: for the game; one without a tactic recommends by its operators alone.
        game: the game.
        deadline: when to give up.

    Raises:
        InputError: the tactics make no program.
        Expired: time is up.
    """
    files = {source.label: source for strategy in strategies for source in strategy.tactics}
    free = Strategy(ANY, Composition(ANY), tuple(files.values()))
    rules = ground(open_program(Match(game, dict.fromkeys(game.roles, free))), deadline)
    legal = rules.atoms("legal", 2)
    able = set[tuple[str, bool]]()  # of tactics, and of them under `opponent`
    for name, role, action in rules.atoms("suggests", 3):
        able |= {(name, other != role) for other in game.roles if (other, action) in legal}
    named = [(strategy, set(leaves(strategy.composition))) for strategy in strategies]
    return [strategy for strategy, tactics in named if not tactics or tactics & able]
