"""`ttt-asp pairing`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.analyses.pairing.periodic import GAME, PeriodicPairing
from ttt_asp.api.pairings import AheadBy, Period, PositionsAhead, periodic_pairing
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.cli.calls import Call
from ttt_asp.cli.pairing_ahead import ahead_command
from ttt_asp.errors import Location, wrong

_Output = Annotated[Path | None, written("--output -o", "Write them to this folder.", "DIR", None)]
_Certificate = Annotated[
    Path | None, written("--certificate", "With --ahead: write what verify checks.")
]


def command(
    call: Call[Pairing],
    ahead: AheadBy | None = None,
    max_positions: PositionsAhead = None,
    period: Period | None = None,
    output: _Output = None,
    certificate: _Certificate = None,
    name: Annotated[str, Parameter("--name", "The tactic's name.")] = "pairing",
    verbose: Annotated[bool, Parameter("-v --verbose", "Say how it was found.")] = False,
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    The second player, answering in the same pair, never loses. With -o the tactic, the strategy, a
    lemma and the claim that it proves are written to DIR. When there is no pairing, it is
    said why, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, up to N, such that there is a pairing
    then, whatever the first player does.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=4 -c cols=4 -c line=4 --ahead 2
    """
    if ahead is not None:
        if period is not None:
            raise wrong("all boards at once need no moves", Location("--ahead"), "or --period")
        return ahead_command(call, ahead, max_positions, output, name, certificate)
    if max_positions is not None:
        raise wrong("it is for searches ahead", Location("--max-positions"), "with --ahead N")
    if certificate is not None:
        what = "it is written with --ahead N, moves before there is a pairing"
        raise wrong(what, Location("--certificate"), "--ahead 0 for a pairing at once")
    found: Pairing | PeriodicPairing
    if period is None:
        found = call.answer()
    else:
        if (game := call.given.get("game", GAME)) != GAME:
            what = f"--period is about {GAME}, not about {game}"
            raise wrong(what, Location("--period"), f"-g {GAME} -c line=9 --period 8")
        found = call.to(periodic_pairing, "game").answer(period=period)
    files = write_pairing(found, output, name) if output is not None and found.there else []
    if verbose and not call.json:
        typer.echo(f"found by {found.means}")
    if call.json:
        call.say(found, files=[str(path) for path in files])
    elif not files:
        call.say(found)
    else:
        for path in files:
            typer.echo(f"wrote {path}")
        typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}")
    return 0 if found.there else 1
