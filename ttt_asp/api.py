"""The prover as a function; the command line calls it too."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ttt_asp.analyses.best_play.solution import Solution, spelt_solution
from ttt_asp.claims.claim import parse_claim
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.clingo.run import check_options
from ttt_asp.engines.limits import MAX_POSITIONS, MAX_SOLVED, Limits
from ttt_asp.engines.registry import DEFAULT, engine
from ttt_asp.engines.spelling import spelt_verdict
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import load_game
from ttt_asp.strategies.lemmas import load_lemmas
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Problem, load_strategy, named_roles, role_of
from ttt_asp.verdict import Seconds, Verdict

DEFAULT_GAME = "tictactoe"

# The longest horizon, in moves; beyond 2**31 clingo's numbers would wrap around.
LONGEST = 1_000_000


def prove(
    claim: str,
    roles: Mapping[str, str] | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Mapping[str, int | str] | None = None,
    horizon: int | None = None,
    engine: str = DEFAULT,
    lemmas: Sequence[str] = (),
    find_lemmas: bool | None = None,
    rounds: int = 1,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
    max_memory: int | None = None,
    stop_at_first: bool = False,
    count: bool = True,
    cross_check: bool = True,
    strategies: Sequence[str | PathLike[str]] = (),
    clingo_options: Sequence[str] = (),
) -> Verdict:
    """Prove or refute what strategies guarantee.

    Args:
        claim: a sentence such as `x never loses` (see the README for the grammar).
        roles: a strategy for each role, a name or a term such as `first(defeat, any)`; a role
            without one plays `any`.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name.
        const: values for constants that the game declares.
        horizon: look at this many moves only; None for all.
        engine: `auto`, `bounded`, `explicit` or `induction`.
        lemmas: names of lemmas for `induction`.
        find_lemmas: whether `induction` looks for lemmas; None for: if none are given.
        rounds: how many rounds `induction` looks at.
        time_limit: seconds after which the verdict is `unknown`.
        max_positions: how many positions the explicit engine may keep before its verdict is
            `unknown`; None for no limit.
        max_memory: how many bytes it may keep them in.
        stop_at_first: let the explicit engine stop at the first play that decides the claim;
            nothing is counted then, and where it stopped early other plays may get stuck, or an
            order of a `pick` may fail in them.
        count: let the explicit engine count plays.
        cross_check: let engine `auto` answer twice in small games.
        strategies: folders of strategies, searched before all others.
        clingo_options: options for clingo's search, as `--configuration=trendy`.

    Returns:
        The verdict; `unknown` when a limit was reached or Ctrl-C was pressed.

    Raises:
        InputError: anything wrong with what was given, each with its place.
        InternalError: the prover contradicts itself: two engines disagree.
    """
    given = dict(roles or {})
    for role, text in (("x", x), ("o", o)):
        if text is not None:
            if role in given:
                raise wrong(f"{role} is given two strategies", Location("prove"))
            given[role] = text
    library = open_library([Path(folder) for folder in strategies])
    limits = Limits(
        Deadline(time_limit),
        tuple(clingo_options),
        max_positions,
        max_memory,
        stop_at_first,
        count,
        cross_check,
        rounds=rounds,
        find_lemmas=find_lemmas,
    )
    constants = {name: str(value) for name, value in (const or {}).items()}
    try:
        problem = pose(claim, given, game, constants, horizon, library, limits.deadline, lemmas)
    except Expired:
        return gave_up(claim, given, game, constants, engine, limits)
    return answer(problem, engine, limits)


def solve(
    game: str = DEFAULT_GAME,
    const: Mapping[str, int | str] | None = None,
    *,
    book: bool = False,
    role: str | None = None,
    time_limit: float | None = None,
    max_positions: int | None = MAX_SOLVED,
    max_memory: int | None = None,
) -> Solution:
    """Work out what each role of a game can force, by going through all of its positions.

    Args:
        game: its name.
        const: values for constants that it declares.
        book: whether to give the pages of an optimal strategy too.
        role: whose; None for the first of those that can force most.
        time_limit: seconds after which the solution is `unknown`.
        max_positions: how many positions may be kept; None for no limit.
        max_memory: how many bytes they may be kept in.

    Returns:
        The solution; `unknown` when a limit was reached or Ctrl-C was pressed.

    Raises:
        InputError: there is no such game or role, two roles choose at once, or positions have
            no value.
    """
    limits = Limits(Deadline(time_limit), (), max_positions, max_memory)
    constants = {name: str(value) for name, value in (const or {}).items()}
    return best_play(game, constants, limits, book, role)


def best_play(
    game: str, const: Mapping[str, str], limits: Limits, book: bool, role: str | None
) -> Solution:
    """Solve a game within limits; see `solve`."""
    from ttt_asp.analyses.best_play import solve as best_play

    deadline = limits.deadline
    try:
        problem = pose("always tie", {}, game, const, None, open_library(), deadline)
    except (Expired, KeyboardInterrupt) as error:
        interrupted = isinstance(error, KeyboardInterrupt)
        why = "interrupted" if interrupted else deadline.reason
        seconds = Seconds(total=deadline.elapsed)
        return Solution(game, const, "unknown", f"{why} while reading {game}", seconds)
    strategist = None if role is None else role_of(role, problem.game)
    return spelt_solution(best_play.solve(problem, limits, book, strategist), problem.game)


def pose(
    claim: str,
    roles: Mapping[str, str],
    game: str,
    const: Mapping[str, str],
    horizon: int | None,
    library: Library,
    deadline: Deadline,
    lemmas: Sequence[str] = (),
) -> Problem:
    """Read everything that a question rests on; see `prove`.

    Raises:
        InputError: anything wrong with it.
        Expired: time is up.
    """
    if horizon is not None and not 0 <= horizon <= LONGEST:
        message = f"{horizon} is not a number of moves from 0 to {LONGEST}"
        raise wrong(message, Location("--horizon"))
    loaded = load_game(game, const, deadline)
    parsed = parse_claim(claim, [loaded.spelt(role) for role in loaded.roles])
    if parsed.role is not None:
        parsed = replace(parsed, role=role_of(parsed.role, loaded))
    given = named_roles(roles, loaded)
    strategies = {r: load_strategy(given.get(r), r, loaded, library) for r in loaded.roles}
    return Problem(loaded, strategies, parsed, horizon, load_lemmas(lemmas, loaded, library))


def answer(problem: Problem, name: str, limits: Limits) -> Verdict:
    """Answer a question with the named engine."""
    check_options(limits.clingo)
    if problem.lemmas.names and name in ("bounded", "explicit"):
        where = Location("--lemma")
        raise wrong(f"engine {name} has no use for lemmas", where, "use --engine induction")
    found = engine(name).prove(problem, limits)
    if found.play is not None and found.play.moves:
        from ttt_asp.engines.deciders import deciders

        # the play stands without them
        with suppress(Expired, KeyboardInterrupt):
            decided = deciders(problem, found.play, limits.deadline)
            found = replace(found, play=replace(found.play, deciders=decided))
    return spelt_verdict(found, problem)


def gave_up(
    claim: str,
    roles: Mapping[str, str],
    game: str,
    const: Mapping[str, str],
    engine: str,
    limits: Limits,
    interrupted: bool = False,
) -> Verdict:
    """The verdict when time was up, or Ctrl-C was pressed, before the question was read."""
    why = "interrupted" if interrupted else limits.deadline.reason
    return Verdict(
        claim=claim,
        game=game,
        const=const,
        roles=roles,
        assumed=(),
        verdict="unknown",
        reason=f"{why} while reading {game}",
        engine=engine,
        play=None,
        boards=(),
        seconds=Seconds(total=limits.deadline.elapsed),
        statistics={},
    )
