"""Functions that take a claim, or the certificate of one."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from ttt_asp.analyses.explain.explain import Explanation
from ttt_asp.analyses.explain.explain import explain as explain_problem
from ttt_asp.analyses.report import Reporter
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import Const, Folders, Roles, in_arguments, library_of, question_of
from ttt_asp.certificates.checker.format import Rejected, load
from ttt_asp.certificates.verify import Verified
from ttt_asp.certificates.verify import verify as verified
from ttt_asp.claims.question import DEFAULT_GAME, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import ask
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.roles import role_of
from ttt_asp.show.page import page
from ttt_asp.verdict import Verdict


@ends_in_time
@in_arguments
def prove(
    claim: str,
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    every: str | None = None,
    horizon: int | None = None,
    engine: str = DEFAULT,
    lemmas: Sequence[str] = (),
    find_lemmas: bool | None = None,
    rounds: int = 1,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
    max_memory: int | None = None,
    stop_at_first: bool = False,
    count: bool | None = None,
    cross_check: bool = True,
    strategies: Folders = (),
    clingo_options: Sequence[str] = (),
) -> Verdict:
    """Prove or refute what strategies guarantee.

    Args:
        claim: a sentence such as `x never loses`.
        roles: a strategy for each role, a name or a term such as `first(defeat, any)`; a role
            without one plays `any`.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name, or its file.
        const: values for constants that the game declares.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        every: a condition on constants, as `rows = cols, rows > 1`: the claim is about every size
            that it allows; None for one size.
        horizon: look at this many moves only; None for all.
        engine: `auto`, `bounded`, `explicit` or `induction`; with `every`, `auto` or `sizes`.
        lemmas: names of lemmas for `induction`, and with `every`.
        find_lemmas: whether `induction` looks for lemmas; None for: if none are given.
        rounds: how many rounds `induction` looks at.
        time_limit: seconds after which the verdict is `unknown`.
        max_positions: how many positions the explicit engine may keep before its verdict is
            `unknown`; None for no limit.
        max_memory: how many bytes may be taken before that; None for half of what the machine has.
        stop_at_first: let the explicit engine stop at the first play that decides the claim;
            nothing is counted then, and where it stopped early other plays may get stuck, or an
            order of a `pick` may fail in them.
        count: let the explicit engine count plays; None for: unless a play decides the claim in a
            larger game, where no strategy can get stuck; the search stops at such a play then.
        cross_check: let engine `auto` answer twice in small games.
        strategies: a folder of strategies, or several, searched before all others.
        clingo_options: options for clingo's search, as `--configuration=trendy`.

    Returns:
        The verdict, true in a condition only when the claim is proved; `unknown` when a limit
        was reached or Ctrl-C was pressed.

    Raises:
        InputError: anything wrong with what was given, each with its place.
        InternalError: the prover contradicts itself: two engines disagree.
    """
    limits = Limits(
        Deadline(time_limit, max_memory),
        tuple(clingo_options),
        max_positions,
        max_memory,
        stop_at_first,
        count,
        cross_check,
        rounds=rounds,
        find_lemmas=find_lemmas,
    )
    asked = question_of(claim, roles, x, o, game, const, strategies, horizon, tuple(lemmas), every,
                        position)  # fmt: skip
    return ask(asked, engine, limits)[1]


@ends_in_time
@in_arguments
def report(
    claim: str,
    path: str | PathLike[str],
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    engine: str = DEFAULT,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Verdict:
    """Write a page about a claim: the verdict, its play as boards, all plays to walk through.

    Args:
        claim: as for `prove`.
        path: the page to write.
        roles: a strategy for each role, as for `prove`; so are `x` and `o`.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        engine: as for `prove`.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Returns:
        The claim's verdict.

    Raises:
        InputError: anything wrong with what was given, or the page cannot be written.
        InternalError: two engines disagree.
    """
    limits = Limits(Deadline(time_limit))
    question = question_of(claim, roles, x, o, game, const, strategies, position=position)
    problem, found = ask(question, engine, limits)
    reporter = Reporter(limits, library_of(strategies))
    finding = reporter.finding("claim", question, problem, found)
    write_bytes(Path(path), page(found.claim, [finding]).encode())
    return found


@ends_in_time
@in_arguments
def explain(
    claim: str,
    roles: Roles | None = None,
    of: str | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Explanation:
    """Which tactics of a strategy the proof of a claim needs.

    Args:
        claim: as for `prove`, and proved.
        roles: a strategy for each role, as for `prove`; so are `x` and `o`.
        of: whose strategy; None for that of the claim.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    question = question_of(claim, roles, x, o, game, const, strategies, position=position)
    problem = read(question, limits.deadline)
    asked = role_of(of, problem.game, "--of") if of else problem.keeper or problem.game.roles[0]
    found = explain_problem(problem, asked, limits)
    if found.stop:  # who calls a function does not see a part for the whole
        raise Expired(found.stop)
    return found


@ends_in_time
@in_arguments
def verify(
    path: str | PathLike[str],
    *,
    strategy: bool = False,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Verified:
    """Check a certificate that `ttt-asp prove --certificate` wrote.

    Args:
        path: its file.
        strategy: whether to derive the moves anew from the sources, too.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: it cannot be read, is no valid certificate, or a limit was reached.
    """
    deadline, where = Deadline(time_limit), Location(str(path))
    try:
        return verified(load(str(path)), deadline, library_of(strategies) if strategy else None)
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", where) from None
    except Rejected as reason:
        raise wrong(f"rejected: {reason}", where) from None
