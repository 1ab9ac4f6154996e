"""Functions and commands about games of lines: pairings, and whether strategies can be stolen."""

import shlex
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedArguments
from ttt_asp.api.parameters import Amount, Parameter, replacing, written
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.calls import Call, Progress, status_of
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import missing
from ttt_asp.extensions.certificates.writing import BEGINNING
from ttt_asp.extensions.pairings.ahead import Ahead, find_ahead
from ttt_asp.extensions.pairings.pairing import Pairing, find_pairing
from ttt_asp.extensions.pairings.periodic import GAME, PeriodicPairing, find_periodic
from ttt_asp.extensions.pairings.stealing import Stealing, find_stealing, read_first_move
from ttt_asp.extensions.players.book_file import say_written

AheadBy = Annotated[
    int,
    Parameter("--ahead", "Moves of the second player before it has a pairing, at most.",
              metavar="N", read=Amount("moves", 0, 3)),
]  # fmt: skip
PositionsAhead = Annotated[
    int | None,
    Parameter("--max-positions", "Positions that --ahead may look at.",
              "the number of positions that may be looked at; None for no limit.", "N",
              read=Amount("positions", 1, 100_000)),
]  # fmt: skip
Period = Annotated[
    int,
    Parameter("--period",
              "Find pairs that repeat every K rows and columns, for all boards at once.",
              metavar="K", read=Amount("rows and columns", 1, 8)),
]  # fmt: skip
Bait = Annotated[
    str | None,
    Parameter(help="A first move, such as eat(cell(3,4)), to be proved a bait.",
              doc="a first move, as `eat(cell(3,4))`, in which constants of the game may stand: "
              "is it a bait? None for: does an extra mark never hurt?", metavar="MOVE"),
]  # fmt: skip


def pairing(
    game: p.Game = DEFAULT_GAME, const: p.Const = None, **limited: Unpack[TimedArguments]
) -> Pairing:
    """Find two squares for every line of a game, all different; or the lines that have too few."""
    given = Arguments(limited, game=game, const=const)
    return find_pairing(given.game, given.limits)


def pairing_ahead(
    ahead: AheadBy,
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
    *,
    max_positions: PositionsAhead = None,
    **limited: Unpack[TimedArguments],
) -> Ahead:
    """Find replies to the first moves of a game of lines, after which there is a pairing."""
    given = Arguments(limited, max_positions, game=game, const=const)
    return find_ahead(given.game, ahead, given.limits)


def periodic_pairing(
    period: Period, const: p.Const = None, **limited: Unpack[TimedArguments]
) -> PeriodicPairing:
    """Find pairs of neighbors that repeat, one in every line of any board; or why there are none.

    The constants are those of tictactoe, above all `line`, the number of squares of a line.
    """
    given = Arguments(limited, game=GAME, const=const)
    return find_periodic(given.game, period, given.limits)


def steal(
    game: Annotated[
        str | None,
        Parameter("-g --game", "The game: a name, or FILE.lp, .pg, .kif, .hrf.",
                  "a name, or FILE.lp, .pg, .kif, .hrf; None for tictactoe, and for chomp where a "
                  "bait is given.", default="tictactoe; chomp with MOVE", completes="game"),
    ] = None,
    const: p.Const = None,
    *,
    bait: Bait = None,
    every: p.Every = None,
    **limited: Unpack[TimedArguments],
) -> Stealing:  # fmt: skip
    """Prove that the second player has no winning strategy: it is stolen.

    If the second player had one, the first player could use it. Where moves are marks, this is
    proved by showing that an extra mark never hurts. With MOVE (in chomp, unless -g names another
    game) it is proved by showing that this first move is a bait: every answer to it could have been
    the first move. With --every it is proved for all sizes at once.

    Returns:
        The answer, true if it is proved. Otherwise the second player may have a winning strategy.

    Examples:
    ttt-asp steal --every "0 < rows, 0 < cols" -c line=4
    ttt-asp steal "eat(cell(rows,cols))" --every "0 < rows, 1 < cols"
    """
    game = game or (DEFAULT_GAME if bait is None else "chomp")
    given = Arguments(limited, None, game=game, const=const)
    trap = "" if bait is None else read_first_move(bait)
    if every is not None:
        if lacking := missing("--every"):
            message = f"strategies are stolen at every size by {lacking}"
            raise wrong(message, Location.argument("every"))
        # here, as all else does without that extension
        from ttt_asp.extensions.pairings.stealing_every import find_stealing_every
        from ttt_asp.extensions.sizes.condition import read_scope

        sizes, loaded = read_scope(every, game, given.const, given.limits.deadline)
        return find_stealing_every(sizes, loaded, given.limits, trap)
    return find_stealing(free_play(given.game), given.limits, trap)


def pairing_command(
    call: Call[Any],
    output: Annotated[
        Path | None,
        written("--output -o", "Write the pairing's files to this folder.", "DIR", None),
    ] = None,
    certificate: Annotated[
        Path | None,
        written(
            "--certificate",
            "Write a certificate for verify, with --ahead or --period.",
            read=replacing(BEGINNING),
        ),
    ] = None,
    name: Annotated[str, Parameter("--name", "The name of the tactic written.")] = "pairing",
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    A second player who always answers in the same pair never loses. With -o the tactic, the
    strategy, a lemma and the claim that it proves are written to DIR. Where there is no pairing the
    answer says why, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, at most N. After them there has to be a
    pairing, whatever the first player did.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=4 -c cols=4 -c line=4 --ahead 2
    """
    from ttt_asp.extensions.certificates.writing import write
    from ttt_asp.extensions.pairings.certificates import periodic_certificate, replies_certificate
    from ttt_asp.extensions.pairings.files import refuse_taken, write_ahead, write_pairing

    ahead = "ahead" in call.given
    if certificate is not None and not ahead and "period" not in call.given:
        needs = "it is written with --period K, or with --ahead N, moves before there is a pairing"
        raise wrong(needs, Location("--certificate"), "--ahead 0 for a pairing at once")
    if output is not None:
        refuse_taken(name, output)
    answer = call.answer()
    there = answer.status == "yes"
    why = f"the answer is {answer.verdict}" if ahead else "there is no pairing"
    # of a pairing at once its files say all; in JSON they are named
    if not call.json and (ahead or output is None or not there):
        call.print_answer(answer)
    if certificate is not None and not there:
        typer.echo(f"no certificate: {why}", err=True)
    elif certificate is not None:
        with Progress("writing the certificate"):
            make = partial(replies_certificate if ahead else periodic_certificate, answer)
            size = write(certificate, make, Deadline())
        checked = f"next: ttt-asp verify {shlex.quote(str(certificate))}"
        typer.echo(f"wrote {certificate} ({size:,} bytes); {checked}", err=call.json)
    files = list[Path]()
    if output is not None and there:
        with Progress("writing the replies"):
            more = [Arguments(call.given).limits.deadline] if ahead else []
            made = (write_ahead if ahead else write_pairing)(answer, output, name, *more)
        if isinstance(made, str):
            why = f"{made}; the certificate is the proof (--certificate)"
        else:
            files = made
    if call.json:
        call.print_answer(answer, files=[str(path) for path in files])
    if files:
        say_written(files, ["ttt-asp", "prove", str(files[-1])], call.json)
    elif output is not None and ahead:
        typer.echo(f"no strategy: {why}", err=True)
    return status_of(answer)
