"""`ttt-asp play` and `ttt-asp solve`."""

import io
import random as random_module
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import StrategyArguments
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.question import Question
from ttt_asp.cli.calls import Call, Progress, print_result, print_warnings
from ttt_asp.deadline import STOPS, Expired, stop_of
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.extensions.exploring.show import TIED
from ttt_asp.extensions.players.book import MOST_PAGES, book
from ttt_asp.extensions.players.book_file import check_book, write_book
from ttt_asp.extensions.players.move_names import meant
from ttt_asp.extensions.playing import game_session
from ttt_asp.extensions.playing import show as playing
from ttt_asp.extensions.playing.game_session import Session, State, numbered_moves
from ttt_asp.extensions.playing.review import best, review
from ttt_asp.games.game import role_of
from ttt_asp.games.load import load_game
from ttt_asp.paths import in_comment
from ttt_asp.show.blocks import Block
from ttt_asp.strategies.strategy import load_strategy

if TYPE_CHECKING:  # `play` needs none
    from ttt_asp.extensions.playing.solution import Solution

# Exit statuses: somebody stopped before the end, but for `q`; the strategy is stuck.
STOPPED, STUCK = 3, 1


_Me = Annotated[
    str | None, Parameter("--as", "Your role, with --against (default: the first).", metavar="ROLE")
]
_Against = Annotated[
    str | None,
    Parameter("--against", "The strategy of the other roles; without it they are people.",
              metavar="STRATEGY", completes="strategy"),
]  # fmt: skip


def _whole_number(text: str, name: str) -> int:
    """Return a whole number of any size."""
    try:
        return int(text)
    except ValueError:
        raise wrong(f"{text} is not a whole number", Location.argument(name), "as 1") from None


_Seed = Annotated[
    int | None,
    Parameter("--seed", "Repeat the picks of the run with this number, with --against.",
              metavar="N", read=_whole_number),
]  # fmt: skip


def play(
    me: _Me = None,
    against: _Against = None,
    position: p.Position = None,
    seed: _Seed = None,
    **read: Unpack[StrategyArguments],
) -> int:
    """Play against a strategy, or people against each other.

    Moves are read from stdin, a line each: a square's number, its place as
    2,3, or the action. ? shows what the strategy would do in your place and
    why, or among people what best play would do; u takes your last move back,
    q quits. After the game best play says where you could have done better.

    Without --against all roles are people's at one terminal, asked in turn.

    Examples:
    ttt-asp play <<< q
    ttt-asp play --as o --against good_for_x --position "x.o/.../..x" <<< q
    """
    if against is None:
        for value, option in ((me, "--as"), (seed, "--seed")):
            if value is not None:
                why = "without --against all roles are people's"
                raise wrong(why, Location(option), "name a strategy: --against STRATEGY")
    given = Arguments(read, position=position)
    loaded = given.game
    people, chosen = loaded.roles, None
    if against is not None:
        people = (loaded.roles[0] if me is None else role_of(me, loaded, Argument("me")),)
        others = [role for role in loaded.roles if role not in people]
        with Progress():
            text = given.text(against, Argument("against"), *others, differing=True)
        chosen = load_strategy(text, Argument("against"), loaded, given.library)
        print_warnings([chosen])
    if seed is None:
        seed = random_module.randrange(10_000)
    random = random_module.Random(seed)
    at = Session(free_play(loaded), tuple(people), chosen)
    print_result([*playing.opening(at, seed), ""])
    talk = _Conversation(at, game_session.begin(at, loaded.opening, random), random)
    try:
        return talk.run()
    except STOPS as error:
        return talk.stopped(stop_of(error).reason)


class _Conversation:
    """A game at the terminal: lines that people type, and the answers."""

    def __init__(self, at: Session, state: State, random: random_module.Random) -> None:

        self.at, self.state, self.random = at, state, random
        self.tied = False  # it is said once
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is no move
        self.terminal = sys.stdin is not None and sys.stdin.isatty()

    def run(self) -> int:
        """Play to the end; return the exit status."""
        at = self.at
        self.show(0)
        while self.state.status == "asked":
            text = self.read()
            if text is None:
                return self.stopped("end of input")
            numbers = numbered_moves(at, self.state)
            if text.lower() in ("q", "quit"):
                typer.echo(f"You quit {self.after()}.")
                return 0
            if text == "?":
                print_result([*self.hint(), ""])
            elif text.lower() in ("u", "undo"):
                earlier = game_session.undo(at, self.state, self.random)
                typer.echo("Taken back.\n" if earlier else "There is no move of yours to undo.\n")
                if earlier:
                    self.state = earlier
                    self.show(len(earlier.turns))
            elif len(steps := meant(text, numbers)) == 1:
                known = len(self.state.turns)
                self.state = game_session.choose(at, self.state, steps[0], self.random)
                self.show(known)
            else:
                print_result([*playing.possible(at, text, steps, numbers), ""])
        print_result(playing.ending(at, self.state))
        if self.state.status == "over":
            self.review()
        return STUCK if self.state.status == "stuck" else 0

    def show(self, known: int) -> None:
        """Print the moves since the first `known`, and the position."""
        made = list(enumerate(self.state.turns, 1))[known:]
        lines = list(playing.turns(self.at, made))
        numbers = numbered_moves(self.at, self.state) if self.state.status == "asked" else {}
        shown = playing.situation(self.at, self.state, numbers)
        print_result([*lines, *([""] if lines else []), *shown, ""])
        if numbers and not self.tied and game_session.tied(self.at, self.state):
            self.tied = True
            typer.echo(f"{TIED}\n")

    def hint(self) -> Iterator[Block]:
        """Yield the moves of the strategy in the person's place; among people of best play."""
        if self.at.alone:
            yield from playing.place_of(self.at, game_session.hint(self.at, self.state), self.state)
        with Progress() as progress:
            moves = best(self.at, self.state, progress.tell, few=bool(self.at.alone))
        shown = playing.far_off(self.at, moves)
        yield from shown if self.at.alone else playing.best_play(self.at, moves, self.state)

    def read(self) -> str | None:
        """Return a line of the person whose turn it is; None when there are no more."""
        if self.terminal:
            typer.echo(f"{self.state.here.mover}> ", nl=False)
            sys.stdout.flush()
            _wait_for_a_line()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.strip() if line else None

    def after(self) -> str:
        """Return how far the game got."""
        number = len(self.state.turns)
        return f"after {number} move{'' if number == 1 else 's'}, before the end"

    def stopped(self, why: str) -> int:
        """Print, on one line, that the game stopped before its end; return the exit status."""
        typer.echo(f"{chr(10) if self.terminal else ''}{why} {self.after()}", err=True)
        return STOPPED

    def review(self) -> None:
        """Print where each person could have done better, if moves were made in turn."""
        if any(turn.by == "both" for turn in self.state.turns):
            return
        for role in self.at.people:
            try:
                with Progress() as progress:
                    reviewed = review(self.at, self.state, role, progress=progress.tell)
            except Expired as error:
                typer.echo(f"{error.stop.reason}: the game is not reviewed any further", err=True)
                return
            print_result(playing.reviewed(self.at, role, reviewed))


def _wait_for_a_line() -> None:
    """Wait until the terminal has a line to read.

    Python looks for Ctrl-C before it begins to read, and one that comes between the two is only
    seen when a line has come.
    """
    while not select.select([sys.stdin], [], [], 0.2)[0]:
        pass


_BOOK = "Write an optimal strategy, as a tactic: a book of positions and moves."


def solve(  # noqa: D103
    call: Call[Any],
    output: Annotated[
        Path | None, written("--output -o", _BOOK, "DIR/tactics/NAME.lp", None)
    ] = None,
) -> int:
    if "role" in call.given and output is None:
        raise wrong("the role is that of the strategy to be written", Location("--as"), "-o FILE")
    if output is not None:
        if "position" in call.given:
            message = "a strategy is written for whole games"
            raise wrong(message, Location("--position"), "without -o")
        check_book(output, Arguments(call.given).game)
    solution: Solution = call.answer(book=output is not None)
    status = call.print_answer(solution)
    if output is not None:
        typer.echo(_solved(output, solution, Arguments(call.given).const), err=True)
    return status


def _solved(path: Path, solution: "Solution", const: dict[str, str]) -> str:
    """Write the strategy's book; return a message about it, or the reason why there is none."""
    if solution.strategist is None or solution.values is None:
        return f"no strategy: the game is {solution.verdict}"
    role, value = solution.strategist, solution.values[solution.strategist]
    if solution.too_many:
        return f"no strategy: {role} would need more than {MOST_PAGES:,} pages"
    if not solution.pages:
        return f"no strategy: {role} never has a choice"
    shown = ", ".join(f"{key}={value}" for key, value in solution.const.items())
    about = (
        f"best play of {in_comment(role)} in {in_comment(solution.game)}"
        f"{f' ({in_comment(shown)})' if shown else ''}:\n"
        f"an optimal move at every position that plays under it come to. It forces {value}."
    )
    game = load_game(solution.game, const)
    (ruled,) = (candidate for candidate in game.roles if game.spelt(candidate) == role)
    text = book(path.stem, ruled, solution.pages, about, "`ttt-asp solve`")
    claim = f"{role} {'always wins' if value == 100 else 'never loses'}" if value > 0 else ""
    asked = Question(claim, {role: path.stem}, solution.game, const, folders=(path.parent.parent,))
    # where plays have no longest one, engine bounded would look at longer and longer ones
    engine = ["--engine", "explicit"] if solution.endless else []
    return write_book(path, text, len(solution.pages), asked, *engine)
