"""The programs that ask whether two games are the same: the search for a map, and its proof."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import clingo
from clingo.ast import ASTType

from ttt_asp.claims.problem import Match
from ttt_asp.games.constants import WORD
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.vocabulary import of_any_game
from ttt_asp.lp.scan import mask_comments
from ttt_asp.lp.source import Source, parse
from ttt_asp.lp.syntax import Splice, spliced
from ttt_asp.lp.templates import render
from ttt_asp.programs.program import Program, surrounded
from ttt_asp.programs.sources import game_sources, generated, progress
from ttt_asp.verdict import Move

_ABOUT = (
    "Run it with `clingo FILE`: an answer set is a map by which all plays of the first game that",
    "stand here are plays of this one; no answer set means that there is none.",
)
_ABOUT_MOVE = (
    "Run it with `clingo FILE`: no answer set means that the games are the same. An answer set is",
    "a position at which they do not differ, and a move after which they do.",
)


@dataclass(frozen=True, slots=True)
class ComparedMoment:
    """A position of a play, as far as it is compared with positions of another game.

    Attributes:
        begins: whether the play begins here. move: the move made, None after the last.
        moves: the legal moves.
        over: whether the play is over here. goals: then each role's goal value.
    """

    begins: bool
    move: Move | None
    moves: tuple[Move, ...]
    over: bool
    goals: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameMap:
    """A map from one game to another.

    Attributes:
        roles: from each role of the first game to one of the second. moves: likewise.
    """

    roles: Mapping[str, str]
    moves: Mapping[Move, Move]


def map_program(
    first: Game, second: Game, moves: Sequence[Move], moments: Sequence[ComparedMoment]
) -> Program:
    """Write the search for a map by which plays of one game are plays of another one.

    Args:
        first: the game that is mapped.
        second: the one that it is mapped to.
        moves: all moves of the second.
        moments: the moments of plays of the first, one play after the other.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = "asp/recognition/same_game.lp.j2"
    given = {"roles": first.roles, "moves": moves, "moments": moments}
    frame = render(label.removeprefix("asp/"), quoted=clingo.String, **given)
    title = f"Plays of {first.name} as plays of {second.name}"
    more = [_moves(second), progress()]
    return surrounded(Match(second, {}), more, title, frame, label, _ABOUT)


def side_by_side(
    first: Game, second: Game, by: GameMap, couples: Sequence[tuple[str, str]] = ()
) -> Game:
    """Combine two games into one, in which a role loses where they differ.

    Args:
        first: the game that is mapped.
        second: the game that it is mapped to.
        by: the map.
        couples: pairs of their fluents, `a(F)` and `b(G)`, that are assumed to hold together.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    pairs = [(p.role, p.action, q.role, q.action) for p, q in by.moves.items()]
    given = {"pairs": pairs, "roles": list(by.roles.items()), "couples": couples}
    frame = render("recognition/side_by_side.lp.j2", **given)
    text = frame.encode() + _renamed(first, "a_") + _renamed(second, "b_")
    rules = parse(text, f"{first.name} beside {second.name}")
    return Game(rules.label, rules, of_any_game(), {}, static_facts([rules], {}))


def move_program(both: Game) -> Program:
    """Write one move from any position of two games side by side (the frame of one move).

    Args:
        both: the two games, with their couples of fluents.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = "asp/recognition/one_move.lp.j2"
    frame = render(label.removeprefix("asp/"))
    return surrounded(Match(both, {}), [progress()], both.name, frame, label, _ABOUT_MOVE)


def _renamed(game: Game, prefix: str) -> bytes:
    """Rename a game's predicates, so that the rules of two games stand in one program."""
    sources = game_sources(Match(game, {}), [_moves(game), progress()])
    return b"".join(b"\n" + _with_prefix(source, prefix, game) for source in sources)


def _with_prefix(source: Source, prefix: str, game: Game) -> bytes:
    """Put a prefix before the name of every predicate of a time-free source.

    The game's constants are replaced by their values, as another game may have others.

    Args:
        source: a game's rules, a file of the vocabulary, of tactics, or the operators.
        prefix: the text before the name of every predicate.
        game: the game whose constants are in force.
    """
    splices, blanked = [], mask_comments(source.text)
    names: set[int] = set()
    for statement in source.statements:
        if statement.kind == ASTType.Definition:
            splices.append(Splice(statement.begin, statement.end, b""))
            continue
        if statement.kind == ASTType.Defined:
            directive = f"#defined {prefix}{statement.node.name}/{statement.node.arity}."
            splices.append(Splice(statement.begin, statement.end, directive.encode()))
            continue
        for begin in {atom.begin for atom in statement.atoms}:
            names.add(begin)
            splices.append(Splice(begin, begin, prefix.encode()))
        for word in WORD.finditer(blanked, statement.begin, statement.end):
            value = game.constants.get(word.group().decode())
            if value is not None and word.start() not in names:
                shown = f"({value})" if value.startswith("-") else value
                splices.append(Splice(word.start(), word.end(), shown.encode()))
    return spliced(source.text, splices)


def _moves(game: Game) -> Source:
    """List the moves of a game: `plays`."""
    return generated("recognition/moves.lp.j2", roles=game.roles)
