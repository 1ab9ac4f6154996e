"""The prover as a function; the command line calls it too."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.patience import Deadline, Expired
from ttt_asp.solve.clingo_run import check_options
from ttt_asp.solve.engines import DEFAULT, engine
from ttt_asp.solve.limits import MAX_POSITIONS, Limits
from ttt_asp.sources.claim import parse_claim
from ttt_asp.sources.game import load_game
from ttt_asp.sources.library import Library, open_library
from ttt_asp.sources.problem import Problem, load_strategy, named_roles
from ttt_asp.verdict import Verdict

DEFAULT_GAME = "tictactoe"


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
        x, o: short for `roles={"x": ..., "o": ...}`.
        game: the game's name.
        const: values for constants that the game declares.
        horizon: look at this many moves only; None for all.
        engine: `auto`, `bounded` or `explicit`.
        time_limit: seconds after which the verdict is `unknown`.
        max_positions, max_memory: positions, and bytes for them, after which the explicit
            engine's verdict is `unknown`; None for no limit.
        stop_at_first: let the explicit engine stop at the first play that decides the claim;
            nothing is counted then, and `refuted` does not exclude that other plays get stuck.
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
    given = dict(roles or {}) | {r: s for r, s in (("x", x), ("o", o)) if s is not None}
    library = open_library([Path(folder) for folder in strategies])
    limits = Limits(
        Deadline(time_limit),
        tuple(clingo_options),
        max_positions,
        max_memory,
        stop_at_first,
        count,
        cross_check,
    )
    constants = {name: str(value) for name, value in (const or {}).items()}
    problem = pose(claim, given, game, constants, horizon, library, limits.deadline)
    return answer(problem, engine, limits)


def pose(
    claim: str,
    roles: Mapping[str, str],
    game: str,
    const: Mapping[str, str],
    horizon: int | None,
    library: Library,
    deadline: Deadline,
    where: Location | None = None,
) -> Problem:
    """Read everything that a question rests on; see `prove`."""
    if horizon is not None and horizon < 0:
        raise wrong(f"{horizon} is not a number of moves", Location("--horizon"))
    try:
        loaded = load_game(game, const, deadline)
    except Expired:
        message = f"the time limit was reached while reading {game}"
        raise wrong(
            message, Location("--time-limit"), "are its constants what you meant?"
        ) from None
    parsed = parse_claim(claim, loaded.roles, where)
    given = named_roles(roles, loaded)
    strategies = {r: load_strategy(given.get(r), r, loaded, library) for r in loaded.roles}
    return Problem(loaded, strategies, parsed, horizon)


def answer(problem: Problem, name: str, limits: Limits) -> Verdict:
    """Answer a question with the named engine."""
    check_options(limits.clingo)
    return engine(name).prove(problem, limits)
