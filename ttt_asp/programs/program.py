"""The generated programs: every source lifted, the strategies composed, a frame around them."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.errors import printable
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import state_predicates
from ttt_asp.lp.source import Source, parse
from ttt_asp.lp.syntax import Signature, signatures
from ttt_asp.lp.templates import render
from ttt_asp.programs.assembly import Program, assembled
from ttt_asp.programs.compose import adviser, compose, has_pick
from ttt_asp.programs.lift import clashes, lift
from ttt_asp.programs.sources import MOVE, game_sources, generated, progress
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas
from ttt_asp.strategies.strategy import Strategy

# The width of comments, in characters.
_WIDTH = 96
_OF_ROLES = signatures("role/1 opponent/2")
_FILLINGS = (
    "Run it with `clingo FILE`: an answer set is a filling, no answer set means that none keeps",
    "the claims.",
)


def positions_program(game: Game, strategies: Mapping[str, Strategy]) -> Program:
    """Write the program about several positions, each a situation.

    The caller adds `situation(N)`, and `true(F,N)` for the fluents of the N-th position.

    Raises:
        InputError: names that cannot stand together when lifted.
    """
    return surrounded(Match(game, strategies), [], f"Positions of {game.name}", "", "", [])


def open_program(match: Match) -> Program:
    """Write the time-free program about every position at once (the position frame).

    Args:
        match: the strategies of the roles; for a problem the program has the claim's outcome too.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = "asp/frames/position.lp.j2"
    roles = compose(match.strategies)
    frame = render(label.removeprefix("asp/"), roles=roles)
    more = [claim_rules(match)] if isinstance(match, Problem) else []
    more, title = [*more, progress()], f"Every position: {title_of(match)}"
    about = ["Every fluent is open; what follows from them is a circuit."]
    return surrounded(match, more, title, frame, label, about, situated=False)


def play_program(problem: Problem, horizon: int) -> Program:
    """Write the program whose answer sets are the plays of a match-up (the play frame).

    Args:
        problem: the question.
        horizon: the number of moves after which a play is cut.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    context = {"claim": _claim(problem), "picks": has_pick(problem.consulted)}
    start = None if problem.game.start is None else sorted(problem.game.start)
    frame = render("frames/play.lp.j2", horizon=horizon, start=start, **context)
    more, about = [claim_rules(problem), progress()], _about(problem, horizon)
    return surrounded(problem, more, title_of(problem), frame, "asp/frames/play.lp.j2", about)


def surrounded(
    match: Match,
    more: list[Source],
    title: str,
    frame: str,
    label: str,
    about: Sequence[str],
    lemmas: Lemmas = NO_LEMMAS,
    situated: bool = True,
) -> Program:
    """Put the sources of a match, and further ones, into a program with a frame.

    Args:
        match: the game, and strategies of some roles.
        more: the further sources.
        title: the first line of the program's comments.
        frame: the frame's text.
        label: the file it came from.
        about: the other comment lines at the top of the program.
        lemmas: the lemmas that the frame asks for.
        situated: whether the sources are lifted; not if it is about every position at once.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    sources = game_sources(match, more, frame, label, lemmas)
    state = state_predicates(sources) if situated else frozenset[Signature]()
    clashes(sources, state)
    lifted = [lift(source, state, match.game.constants) for source in sources]
    return assembled(title, [*about, *_replaced_rules(match.game)], lifted, frame, label)


def stealing_program(match: Match, trap: str = "", every: bool = False) -> Program:
    """Write the conditions of strategy stealing: the frame of a bait, or of an extra mark.

    Args:
        match: the game, in which every role may make any legal move.
        trap: the first move that serves as a bait, a term; empty for extra marks.
        every: whether it is translated to formulas about every size, and not searched by clingo.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = f"asp/pairings/{'bait' if trap else 'extra_mark'}.lp.j2"
    frame = render(label.removeprefix("asp/"), every=every)
    about = [
        "Run it with `clingo FILE`: no answer set means that no condition is broken, so that the",
        "second player has no winning strategy. An answer set is a position where one is.",
    ]
    message = f"Is {trap} a bait?" if trap else "Does an extra mark never hurt?"
    more = [parse(f"trap({trap}).".encode(), MOVE)] if trap else []
    title = f"{message} (game: {match.game.name})"
    return surrounded(match, more, title, frame, label, about)


def fill_program(
    strategies: Mapping[str, Composition],
    facts: Iterable[str],
    before: str = "",
    shortest: bool = False,
) -> Program:
    """Write the program whose answer sets are fillings of holes (the fill frame), without a game.

    Args:
        strategies: resolved terms with tactics for their holes, each under a name for the role that
            plays it.
        facts: about holes, fillers and situations; see the fill frame.
        before: another frame, which defines the recommendations of holes.
        shortest: whether fillings of the lowest cost are asked for.
    """
    players = {name: Strategy(name, term, ()) for name, term in strategies.items()}
    composed = generated("operators.lp.j2", roles=compose(players), called=False)
    state = (composed.defined | signatures("legal/2 suggests/3")) - _OF_ROLES
    given = [f"role({name}). opponent({name},other({name}))." for name in strategies]
    frame = before + render("synthesis/fill.lp.j2", facts=[*given, *facts], shortest=shortest)
    return assembled(
        "Fillings", _FILLINGS, [lift(composed, state)], frame, "asp/synthesis/fill.lp.j2"
    )


def claim_rules(problem: Problem) -> Source:
    """Write the rules for `outcome`, which a claim is about."""
    return generated("claim.lp.j2", claim=_claim(problem), picks=has_pick(problem.consulted))


def title_of(match: Match) -> str:
    """Return the first line of a program about a match, or about a claim."""
    players = ", ".join(f"{role}: {s.text}" for role, s in match.strategies.items())
    claim = f"{match.claim} " if isinstance(match, Problem) else ""
    return f"{claim}({players}; game: {match.game.name})"


def _about(problem: Problem, horizon: int) -> list[str]:
    if problem.claim.quantifier == "can":
        answers = "an answer set is a play that shows it, no answer set means refuted"
    else:
        answers = "no answer set means proved, an answer set is a counterexample play"
    return [
        f"Run it with `clingo FILE`: {answers}.",
        "`clingo FILE -c ask=play 0` lists all plays; ask=goalless, ask=stuck, ask=violated and",
        "ask=cut look for plays of one kind.",
        f"A play is looked at for up to {horizon} moves. T is the situation: after T moves.",
    ]


def _replaced_rules(game: Game) -> list[str]:
    """Write lines about the rules that gave way to the game's own."""
    if not game.replaced:
        return []
    about = [f"Rules of {printable(game.rules.label)} replace those of"]
    return [*about, *(line for way in game.replaced for line in wrap(f"  {way}", _WIDTH))]


def _claim(problem: Problem) -> dict[str, object]:
    claim = problem.claim
    asked = adviser(claim.role or "", 0) if problem.others else claim.role
    fields = {k: getattr(claim, k) for k in claim.__slots__}
    return {"text": str(claim), "player": asked, **fields}
