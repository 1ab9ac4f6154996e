"""The program that finds elements of a board with the same function in a strategy."""

from ttt_asp.claims.problem import Match
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.recognition.recognise import Recognised
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.templates import render
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.compose import compose
from ttt_asp.programs.program import surrounded
from ttt_asp.programs.sources import generated
from ttt_asp.strategies.strategy import Strategy

_KINDS = ("corner", "edge", "center")
_ABOUT = (
    "clingo FILE --enum-mode=brave: the roles that elements and squares play.",
    "clingo FILE -c ask=symmetry --project=show 0: the symmetries of the board;",
    "with -c ask=broken: those among them that the strategy does not respect.",
)


def analogy_program(game: Game, role: str, strategy: Strategy) -> Program:
    """Write the program about two positions that differ in one respect (the analogy frame).

    Args:
        game: a game of marks on squares.
        role: the role to move.
        strategy: the strategy of this role.

    Raises:
        InputError: the game is not one of marking squares and completing lines.
    """
    turns = [fluent for fluent, mover in Notation(game).movers.items() if mover == role]
    called = bool(game.laid_over)
    marking = game.defined.get(("legal", 2), "").endswith("vocabulary/marks/marking.lp")
    if isinstance(game.recognised, Recognised):
        marking = game.recognised.only_marks
    if not (marking and turns and ("line_for", 2) in game.defined):
        message = (
            f"{game.name} is no game of marking squares in turn: it has no elements to compare"
        )
        raise wrong(message, Location.argument("game"), game.unlike_lines)
    lines = {str(line) for (line,) in game.facts.get("line", ())}
    if both := sorted(lines & {f"kind({kind})" for kind in _KINDS}):
        message = f"{both[0]} is a line of {game.name}, and what analogies call a kind of squares"
        raise wrong(message, Location(game.rules.label), "rename the line")
    kinds = [kind for kind in _KINDS if (kind, 1) in game.defined]
    elements = generated(
        "comparing/elements.lp.j2", kinds=kinds, diagonals=("diagonal", 1) in game.defined
    )
    composed = compose({role: strategy})
    frame = render(
        "comparing/analogy.lp.j2", root=composed[0].root, turns=turns, role=role, called=called
    )
    title = f"What plays the same role in {strategy.text} ({role} to move; game: {game.name})"
    label = "asp/comparing/analogy.lp.j2"
    return surrounded(Match(game, {role: strategy}), [elements], title, frame, label, _ABOUT)
