"""What the command line does, as functions of plain values; `ttt_asp` exports them all.

Each takes names and terms as the commands do, and returns a frozen result: print it, look at its
fields, or let a notebook show it.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.analyses.analogies import analogies as find_analogies
from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.analyses.best_play.solve import solve as solve_game
from ttt_asp.analyses.compare.compare import Comparison
from ttt_asp.analyses.compare.compare import compare as compare_strategies
from ttt_asp.analyses.explain.explain import Explanation
from ttt_asp.analyses.explain.explain import explain as explain_problem
from ttt_asp.analyses.matrix import Matrix, scores
from ttt_asp.analyses.pairing.files import Pairing, find_pairing
from ttt_asp.analyses.play_graph import Walk
from ttt_asp.analyses.play_graph import walk as walk_match
from ttt_asp.analyses.report import Reporter
from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.analyses.suggestion import suggest as suggest_at
from ttt_asp.certificates.checker.format import Rejected, load
from ttt_asp.certificates.verify import Verified, first_stage, second_stage
from ttt_asp.claims.question import DEFAULT_GAME, Question, read, read_match
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import ask
from ttt_asp.engines.explicit.blunder import keeper
from ttt_asp.engines.limits import MAX_POSITIONS, MAX_SOLVED, Limits
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.game import Game, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.games.roles import role_of
from ttt_asp.show.page import page
from ttt_asp.show.results import Picture
from ttt_asp.show.svg import position_svg
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.verdict import Verdict

Roles = Mapping[str, str]
Const = Mapping[str, int | str]
Folders = str | PathLike[str] | Sequence[str | PathLike[str]]


def prove(
    claim: str,
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
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
        horizon: look at this many moves only; None for all.
        engine: `auto`, `bounded`, `explicit` or `induction`.
        lemmas: names of lemmas for `induction`.
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
    asked = _question(claim, roles, x, o, game, const, strategies, horizon, tuple(lemmas))
    return ask(asked, engine, limits)[1]


def solve(
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    *,
    book: bool = False,
    role: str | None = None,
    time_limit: float | None = None,
    max_positions: int | None = MAX_SOLVED,
    max_memory: int | None = None,
) -> Solution:
    """Work out what each role of a game can force, by going through all of its positions.

    Args:
        game: its name, or its file.
        const: values for constants that it declares.
        book: whether to give the pages of an optimal strategy too.
        role: whose; None for the first of those that can force most.
        time_limit: seconds after which the solution is `unknown`.
        max_positions: how many positions may be kept; None for no limit.
        max_memory: how many bytes may be taken; None for half of what the machine has.

    Returns:
        The solution; `unknown` when a limit was reached or Ctrl-C was pressed.

    Raises:
        InputError: there is no such game or role, two roles choose at once, or positions have
            no value.
    """
    limits = Limits(Deadline(time_limit, max_memory), (), max_positions, max_memory)
    return solve_game(game, _texts(const), limits, book, role)


def suggest(
    strategy: str,
    position: str,
    role: str | None = None,
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Suggestion:
    """What a strategy recommends at a position.

    Args:
        strategy: or a tactic, or a term.
        position: rows from the top, as `x../.o./..x`.
        role: who is to move; None where it follows from the position.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    deadline = Deadline(time_limit)
    with _in_time():
        loaded = load_game(game, _texts(const), deadline)
        chosen = load_strategy(strategy, "strategy", loaded, _library(strategies))
        return suggest_at(loaded, chosen, position, role, deadline)


def explain(
    claim: str,
    roles: Roles | None = None,
    of: str | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
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
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    with _in_time():
        question = _question(claim, roles, x, o, game, const, strategies)
        problem = read(question, limits.deadline)
        asked = role_of(of, problem.game) if of else keeper(problem) or problem.game.roles[0]
        return explain_problem(problem, asked, limits)


def compare(
    a: str,
    b: str,
    against: str = "any",
    *,
    role: str | None = None,
    claims: Sequence[str] = (),
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Comparison:
    """Where two strategies of a role differ, and whether it matters.

    Args:
        a: a strategy.
        b: the other one.
        against: what all other roles play.
        role: who plays them; None for the first role.
        claims: that count; none for what a role may want most.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    library = _library(strategies)
    with _in_time():
        loaded = load_game(game, _texts(const), limits.deadline)
        who = _role(role, loaded)
        return compare_strategies(loaded, who, (a, b), against, library, limits, claims)


def analogies(
    strategy: str,
    *,
    role: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Analogies:
    """Which elements of the board play the same role in a strategy.

    Args:
        strategy: or a tactic, or a term.
        role: whose; None for the first role.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    deadline = Deadline(time_limit)
    with _in_time():
        loaded = load_game(game, _texts(const), deadline)
        who = _role(role, loaded)
        chosen = load_strategy(strategy, who, loaded, _library(strategies))
        return find_analogies(loaded, who, chosen, deadline)


def matrix(
    names: Sequence[str] = (),
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    executor: Executor | None = None,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Matrix:
    """Every strategy against every one.

    Args:
        names: strategies; none for all of the library.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        executor: plays several matches at once.
        time_limit: of each match, in seconds; None for none.
        max_positions: how many positions of a match may be kept.

    Raises:
        InputError: anything wrong with what was given.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    loaded = load_game(game, _texts(const), limits.deadline)
    return Matrix(loaded, tuple(scores(names, loaded, _library(strategies), limits, executor)))


def walk(
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Walk:
    """All plays of a match, as a graph.

    Args:
        roles: a strategy for each role, as for `prove`; so are `x` and `o`.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit))
    with _in_time():
        loaded = load_game(game, _texts(const), limits.deadline)
        return walk_match(read_match(_given(roles, x, o), loaded, _library(strategies)), limits)


def report(
    claim: str,
    path: str | PathLike[str],
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
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
    question = _question(claim, roles, x, o, game, const, strategies)
    problem, found = ask(question, engine, limits)
    finding = Reporter(limits).finding("claim", problem, found)
    write_bytes(Path(path), page(found.claim, [finding]).encode())
    return found


def pairing(game: str = DEFAULT_GAME, const: Const | None = None) -> Pairing:
    """Two squares for every line of a game, all different; or the lines that have too few.

    Args:
        game: its name, or its file.
        const: values for its constants.

    Raises:
        InputError: the game has no lines, or not two roles of which one moves first.
    """
    return find_pairing(load_game(game, _texts(const)))


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
        with _in_time():
            data = load(str(path))
            report = first_stage(data, deadline)
            if not strategy:
                return Verified(report)
            return Verified(report, second_stage(data, _library(strategies), deadline))
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", where) from None
    except Rejected as reason:
        raise wrong(f"rejected: {reason}", where) from None


def board(
    position: str,
    role: str | None = None,
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
) -> Picture:
    """A position as a board.

    Args:
        position: as `--position` takes it, such as `x../.o./..x`.
        role: who is to move, where the marks do not tell.
        game: the game's name, or its file.
        const: its constants.

    Raises:
        InputError: it is no position of the game.
    """
    notation = Notation(load_game(game, _texts(const)))
    return Picture(position_svg(notation, notation.parse(position, role), (), ""))


def _question(
    claim: str,
    roles: Roles | None,
    x: str | None,
    o: str | None,
    game: str,
    const: Const | None,
    strategies: Folders,
    horizon: int | None = None,
    lemmas: tuple[str, ...] = (),
) -> Question:
    given, folders = _given(roles, x, o), _folders(strategies)
    return Question(claim, given, game, _texts(const), horizon, lemmas, folders)


def _given(roles: Roles | None, x: str | None, o: str | None) -> Roles:
    given = dict(roles or {})
    for role, text in (("x", x), ("o", o)):
        if text is not None:
            if role in given:
                raise wrong(f"{role} is given two strategies", Location("roles"))
            given[role] = text
    return given


def _folders(given: Folders) -> tuple[Path, ...]:
    several = [given] if isinstance(given, str | PathLike) else given
    return tuple(Path(folder) for folder in several)


def _library(given: Folders) -> Library:
    return open_library(_folders(given))


@contextmanager
def _in_time() -> Iterator[None]:
    """Say that time was up as everything else is said that keeps a question from an answer."""
    try:
        yield
    except Expired as error:
        raise wrong(str(error.stop), Location("time_limit")) from None


def _texts(const: Const | None) -> dict[str, str]:
    return {name: str(value) for name, value in (const or {}).items()}


def _role(role: str | None, game: Game) -> str:
    return role_of(role, game) if role else game.roles[0]
