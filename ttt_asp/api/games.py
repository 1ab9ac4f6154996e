"""Functions that take a game: its values, plays and positions."""

from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.analyses.best_play.solve import solve as solve_game
from ttt_asp.analyses.play_graph import Walk
from ttt_asp.analyses.play_graph import walk as walk_match
from ttt_asp.analyses.recognition import Recognition, recognition
from ttt_asp.analyses.same_game.same import SameGame
from ttt_asp.analyses.same_game.same import same_game as find_same
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import (
    Const,
    Folders,
    Roles,
    const_of,
    in_arguments,
    library_of,
    roles_of,
)
from ttt_asp.claims.question import DEFAULT_GAME, read_match
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, MAX_SOLVED, Limits
from ttt_asp.games.begin import begin_at
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.games.other import load_other
from ttt_asp.show.pictures import Picture
from ttt_asp.show.svg import position_svg


@ends_in_time
@in_arguments
def solve(
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    *,
    position: str | None = None,
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
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
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
    return solve_game(game, const_of(const), limits, book, role, position)


@ends_in_time
@in_arguments
def walk(
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
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
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit))
    loaded = begin_at(load_game(game, const_of(const), limits.deadline), position)
    return walk_match(read_match(roles_of(roles, x, o), loaded, library_of(strategies)), limits)


@ends_in_time
@in_arguments
def recognise(
    game: str, const: Const | None = None, *, time_limit: float | None = None
) -> Recognition:
    """Whether a game is one of lines, whatever its rules call things; proved.

    Args:
        game: its file, or its name.
        const: values for its constants.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or the limit was reached.
    """
    deadline = Deadline(time_limit)
    return recognition(load_game(game, const_of(const), deadline), deadline)


@in_arguments
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
    notation = Notation(load_game(game, const_of(const)))
    return Picture(position_svg(notation, notation.parse(position, role), (), ""))


@ends_in_time
@in_arguments
def same_game(
    game: str,
    other: str,
    const: Const | None = None,
    other_const: Const | None = None,
    *,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> SameGame:
    """Find out whether two games are the same, whatever their rules call things.

    Args:
        game: its name, or its file.
        other: likewise.
        const: values for the first one's constants.
        other_const: values for the second one's.
        time_limit: in seconds; None for none.
        max_positions: how many pairs of positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or several roles choose at once.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    first = load_game(game, const_of(const), limits.deadline)
    second = load_other("--other", other, const_of(other_const), limits.deadline)
    return find_same(first, second, limits)
