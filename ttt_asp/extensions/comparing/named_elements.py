"""Elements that a game names itself, as kinds of pieces, and what they do alone.

A game says `element(K)`, and `element_of(F,P,K)`: the fluent F says that P has a K. The role of K
in a strategy of P's is made of two answers, over all positions that plays reach and at which P has
K and no other element: is some move recommended, and is one that brings a fluent of K?
"""

from collections.abc import Mapping, Sequence

import clingo

from ttt_asp.claims.problem import Match
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits, number_of
from ttt_asp.lp.templates import render
from ttt_asp.programs.compose import compose
from ttt_asp.programs.program import Program, surrounded
from ttt_asp.solving.run import Run
from ttt_asp.strategies.strategy import Strategy

# The fastest of the searches that were tried: to simplify the program takes longer than to search.
_SEARCH = ("--configuration=crafty", "--sat-prepro=no")
# What a printed program says of how to run it.
_ABOUT = ("clingo FILE --enum-mode=brave: the roles that elements play alone.",)
# What a game has to say of its elements, as hints have it.
SAYS = "let it say element(K), and element_of(F,P,K) of every fluent F by which P has a K"
_HORIZON = "let it say horizon(N): no play has more than N moves"


def names_elements(game: Game) -> bool:
    """Return whether a game names its elements itself."""
    return ("element", 1) in game.rules.defined


def element_program(game: Game, role: str, strategy: Strategy) -> Program:
    """Write the program about plays in which a role has one element alone.

    Args:
        game: one that names its elements.
        role: the role to move.
        strategy: the strategy of this role.

    Raises:
        InputError: the game names its elements wrongly, or not how many moves plays have at most.
    """
    _elements(game, role)
    if game.horizon is None:
        message = f"{game.name} does not say how long plays are: analogies need that here"
        raise wrong(message, Location(game.rules.label), _HORIZON)
    composed = compose({role: strategy})
    about = {"root": composed[0].root, "role": role, "horizon": game.horizon}
    frame, label = render("comparing/alone.lp.j2", **about), "asp/comparing/alone.lp.j2"
    title = f"What each element does alone in {strategy.text} ({role} to move; game: {game.name})"
    return surrounded(Match(game, {role: strategy}), [], title, frame, label, _ABOUT)


def roles_alone(
    game: Game, role: str, strategy: Strategy, limits: Limits
) -> Mapping[str, tuple[bool, bool]]:
    """Find out of each element of a role whether it makes a strategy recommend something alone.

    Args:
        game: one that names its elements.
        role: the role to move.
        strategy: the strategy of this role.
        limits: when to give up.

    Returns:
        For each element whether some move is recommended, and whether one that brings it.

    Raises:
        InputError: as of `element_program`; or plays are longer than the game says.
        Expired: time is up.
    """
    limits.tell("grounding")
    run = Run(element_program(game, role, strategy), limits.deadline, search=_SEARCH)
    run.ground()
    limits.tell("solving")
    if run.ask("play") is None:
        raise internal("the generated program has no play at all")
    if run.ask("cut") is not None:
        message = f"{game.name} has plays of more than {number_of(game.horizon or 0, 'move')}"
        raise wrong(message, _place(game, "horizon"), _HORIZON)

    def can_be(name: str, element: clingo.Symbol) -> bool:
        # `activates` and `inside` are those of the frame, for some position of some play
        return run.ask("roles", (), [(clingo.Function(name, [element]), True)]) is not None

    names = _elements(game, role)
    return {str(name): (can_be("activates", name), can_be("inside", name)) for name in names}


def _elements(game: Game, role: str) -> Sequence[clingo.Symbol]:
    """Return the elements of a role, in clingo's order of terms; refuse wrong ones."""
    named = sorted(row[0] for row in game.facts.get("element", ()) if len(row) == 1)
    if not named:
        message = f"{game.name} names no element: element(K) may not rest on the position"
        raise wrong(message, _place(game, "element"), SAYS)
    known = {"fluent": set(game.base), "role": set(game.roles), "element": set(map(str, named))}
    rows = [row for row in game.facts.get("element_of", ()) if len(row) == len(known)]
    for row in rows:
        for part, (kind, ones) in zip(row, known.items(), strict=True):
            if str(part) not in ones:
                message = f"element_of({','.join(map(str, row))}): there is no {kind} {part}"
                raise wrong(message, _place(game, "element_of"), SAYS)
    for name in named:
        if all(name != row[2] for row in rows):
            message = f"the element {name} has no fluents"
            raise wrong(message, _place(game, "element"), SAYS)
    owned = {element for _, owner, element in rows if str(owner) == role}
    if not owned:
        message = f"{role} has no element in {game.name}"
        raise wrong(message, _place(game, "element_of"), SAYS)
    return [name for name in named if name in owned]


def _place(game: Game, name: str) -> Location:
    """Return the place of the first rule for a predicate of the game's."""
    heads = [head for head in game.rules.heads if head.name == name]
    if not heads:
        return Location(game.rules.label)
    return game.rules.location(heads[0].begin, heads[0].end)
