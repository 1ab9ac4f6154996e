"""The functions and commands that compare strategies, and look for what is analogous."""

from collections.abc import Sequence
from typing import Annotated, Any, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import SearchArguments, TimedStrategyArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.cli.calls import Call, Progress
from ttt_asp.extensions.comparing.analogies import Analogies, analogy_program
from ttt_asp.extensions.comparing.analogies import analogies as find_analogies
from ttt_asp.extensions.comparing.compare import NAMES, Comparison
from ttt_asp.extensions.comparing.compare import compare as compare_strategies


def compare(
    a: p.Strategy,
    b: p.Strategy,
    against: Annotated[
        p.Plays,
        Parameter("--against", "The strategy of the other roles.", metavar="STRATEGY",
                  completes="strategy"),
    ] = "any",
    *,
    role: p.Whose = None,
    claims: Annotated[
        Sequence[str],
        Parameter("--claim", "A claim by which to compare; may be given again.",
                  "claims by which to compare; none for what a role may want most.", "CLAIM",
                  "the role never loses, always wins, and how soon", many=True),
    ] = (),
    **searched: Unpack[SearchArguments],
) -> Comparison:  # fmt: skip
    """Compare two strategies of one role, and say where it matters.

    A refines B: at every position that plays by A come to, whatever the others
    do, A recommends only what B does, and something if B does. A dominates B:
    every claim that B keeps, A keeps. A difference at a position matters for a claim if one
    strategy keeps the claim from there on, and the other loses it by a move that only it
    recommends.

    Examples:
    ttt-asp compare good_for_o careful_o --as o
    ttt-asp compare good_for_x "first(defeat, defend, any)" --against good_for_o
    """
    given = Arguments(searched)
    game, who = given.game, given.role(role, a, b)
    first, second = (given.text(text, name, who) for text, name in zip((a, b), NAMES, strict=True))
    others = given.text(against, "--against", *(other for other in game.roles if other != who))
    texts, library = (first, second), given.library
    return compare_strategies(game, who, texts, others, library, given.limits, claims)


def analogies(
    strategy: p.Strategy,
    *,
    role: p.Whose = None,
    **loaded: Unpack[TimedStrategyArguments],
) -> Analogies:
    """Say which elements of the board play the same role in a strategy.

    Elements (lines, corners, edges, center) are analogous if three questions have the same answers.
    Do marks on the element alone make the strategy recommend more than on the empty board? Do they
    make it recommend more on the element's own squares? For which number of its squares can it
    matter who owns them? Squares are analogous if a symmetry of the board that the strategy
    respects exchanges them.

    A game may name other elements, as `pieces` names kinds of pieces. They are analogous if two
    questions have the same answers. Is something recommended at a position where the role has this
    element and no other? Is one of its own moves?

    Examples:
    ttt-asp analogies fork
    ttt-asp analogies good_for_o --as o
    """
    given = Arguments(loaded)
    who, chosen = given.role(role, strategy), given.strategy(strategy, role)
    return find_analogies(given.game, who, chosen, given.limits)


def analogies_command(  # noqa: D103
    call: Call[Any],
    program: Annotated[
        bool, Parameter("--program", "Print the program, which runs in bare clingo.")
    ] = False,
) -> int:
    if not program:
        return call.print_answer(call.answer())
    given = Arguments(call.given)
    with Progress():
        role = given.role(call.given.get("role"), call.given["strategy"])
        strategy = given.strategy(call.given["strategy"])
        text = analogy_program(given.game, role, strategy).text
    typer.echo(text, nl=False)
    return 0
