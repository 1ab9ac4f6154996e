"""Functions that take strategies: their recommendations, and the parts that proofs need."""

from collections.abc import Sequence
from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import ClaimArguments, SearchArguments, TimedStrategyArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import read
from ttt_asp.engines.suggestion import Suggestion
from ttt_asp.engines.suggestion import suggest as suggest_at
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.extensions.comparing.analogies import Analogies
from ttt_asp.extensions.comparing.analogies import analogies as find_analogies
from ttt_asp.extensions.comparing.compare import Comparison
from ttt_asp.extensions.comparing.compare import compare as compare_strategies
from ttt_asp.extensions.comparing.relations import NAMES
from ttt_asp.extensions.playing.odds import Odds, best_role
from ttt_asp.extensions.playing.odds import odds as odds_of
from ttt_asp.extensions.synthesis.explain import Explanation
from ttt_asp.extensions.synthesis.explain import explain as explain_problem
from ttt_asp.games.roles import role_of


def suggest(
    strategy: p.Strategy,
    position: Annotated[
        str | None,
        Parameter("--position", "The position, rows from the top, such as x../.o./..x",
                  "the position, rows from the top, such as `x../.o./..x`; None for the first.",
                  "POSITION",
                  "the first"),
    ] = None,
    role: Annotated[
        str | None,
        Parameter("--as", "The role to move (default: as the marks tell).", metavar="ROLE"),
    ] = None,
    **loaded: Unpack[TimedStrategyArguments],
) -> Suggestion:  # fmt: skip
    """Show what a strategy recommends at a position.

    It names the tactic that decided, and those before it, which recommend nothing.

    Examples:
    ttt-asp suggest good_for_o --position "x../.o./..x" --as o
    ttt-asp suggest "first(defeat, fork)" --position "x.o/.x./..o"
    """
    given = Arguments(loaded)
    chosen = given.strategy(strategy, role)
    given.limits.tell("grounding")
    return suggest_at(given.game, chosen, position, role, given.limits.deadline)


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

    Examples:
    ttt-asp analogies fork
    ttt-asp analogies good_for_o --as o
    """
    given = Arguments(loaded)
    who, chosen = given.role(role, strategy), given.strategy(strategy, role)
    return find_analogies(given.game, who, chosen, given.limits)


def explain(
    claim: p.Claim,
    roles: p.Roles = None,
    of: p.WhoseList = None,
    **asked: Unpack[ClaimArguments],
) -> Explanation:
    """Say which tactics of a strategy a proof needs.

    The strategy has to be first(...). Every subset of its parts is tried in two ways: with the
    other parts deleted, and with every legal move allowed where another part decides.

    Examples:
    ttt-asp explain "x never loses" --x good_for_x --o any
    ttt-asp explain "o never loses" --o newell_simon
    """
    given = Arguments(asked)
    problem = read(given.question(claim, roles), given.limits.deadline)
    first = problem.subject or problem.game.roles[0]
    role = role_of(of, problem.game, Argument("of")) if of else first
    return explain_problem(problem, role, given.limits)


def odds(
    roles: p.Roles = None,
    against: Annotated[
        str,
        Parameter("--against", "What a role without a strategy does: any, or best.",
                  "what a role without a strategy does: `any`, a move drawn by lot; or `best`, the "
                  "reply that wins most often.", "any|best", completes=("any", "best")),
    ] = "any",
    **drawn: Unpack[ClaimArguments],
) -> Odds:  # fmt: skip
    """Work out exact odds: moves are drawn by lot among those recommended.

    Each role takes one of the moves that its strategy recommends, all equally likely;
    so does the role `random` of a game in the Game Description Language. With
    --against best the role without a strategy replies as well as it can: the chance
    that it wins is the highest that any strategy reaches.

    Examples:
    ttt-asp odds --o good_for_o
    ttt-asp odds --o good_for_o --against best --position "x../.o./..x"
    """
    if against not in ("any", "best"):
        message = f"{against} is neither any nor best"
        raise wrong(
            message, Location.argument("against"), "give a strategy to the role that plays it"
        )
    given = Arguments(drawn)
    match = given.match(roles)
    return odds_of(match, given.limits, best_role(match) if against == "best" else None)
