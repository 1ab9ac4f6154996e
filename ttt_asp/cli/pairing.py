"""`ttt-asp pairing`."""

import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.analyses.ahead.files import write_ahead
from ttt_asp.analyses.ahead.find import Ahead
from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.analyses.pairing.periodic import GAME, PeriodicPairing
from ttt_asp.api.pairings import AheadBy, Period, PositionsAhead, pairing_ahead, periodic_pairing
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.certificates.write import repeating_pairs, replies, write
from ttt_asp.cli.calls import Call
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong

_Output = Annotated[Path | None, written("--output -o", "Write them to this folder.", "DIR", None)]
_Certificate = Annotated[
    Path | None, written("--certificate", "With --ahead or --period: write what verify checks.")
]


def command(
    call: Call[Pairing],
    ahead: AheadBy | None = None,
    max_positions: PositionsAhead = None,
    period: Period | None = None,
    output: _Output = None,
    certificate: _Certificate = None,
    name: Annotated[str, Parameter("--name", "The tactic's name.")] = "pairing",
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
        found = call.to(pairing_ahead).answer(ahead=ahead, max_positions=max_positions)
        return _say_ahead(call, found, output, name, certificate)
    if max_positions is not None:
        raise wrong("it is for searches ahead", Location("--max-positions"), "with --ahead N")
    if certificate is not None and period is None:
        what = "it is written with --period K, or with --ahead N, moves before there is a pairing"
        raise wrong(what, Location("--certificate"), "--ahead 0 for a pairing at once")
    at_once: Pairing | PeriodicPairing
    if period is None:
        at_once = call.answer()
    else:
        if (game := call.given.get("game", GAME)) != GAME:
            what = f"--period is about {GAME}, not about {game}"
            raise wrong(what, Location("--period"), f"-g {GAME} -c line=9 --period 8")
        at_once = call.to(periodic_pairing, "game").answer(period=period)
    there = at_once.there
    files = write_pairing(at_once, output, name) if output is not None and there else []
    if call.json or not files:
        call.say(at_once, **({"files": [str(path) for path in files]} if call.json else {}))
    else:
        for path in files:
            typer.echo(f"wrote {path}")
        typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}")
    if certificate is not None and isinstance(at_once, PeriodicPairing):
        wanted = partial(repeating_pairs, at_once)
        said = _certified(certificate, wanted) if there else "no certificate: there is no pairing"
        typer.echo(said, err=call.json or not there)
    return 0 if there else 1


def _certified(path: Path, make: Callable[[], dict[str, Any]]) -> str:
    """Write a certificate, and return what is to be said of it."""
    with Progress("writing the certificate"):
        size = write(path, make, Deadline())
    return f"wrote {path} ({size:,} bytes); next: ttt-asp verify {shlex.quote(str(path))}"


def _say_ahead(
    call: Call[Pairing], found: Ahead, output: Path | None, name: str, certificate: Path | None
) -> int:
    """Say what was found ahead, and write what was asked for, or say why it is not written."""
    status = 0 if call.json else call.say(found)
    files, said, missing = list[Path](), list[str](), list[str]()
    there = found.verdict == "found"
    if certificate is not None and there:
        said.append(_certified(certificate, partial(replies, found)))
    elif certificate is not None:
        missing.append(f"no certificate: the answer is {found.verdict}")
    if output is not None and there:
        with Progress("writing the replies"):
            written = write_ahead(found, output, name, Deadline(call.given.get("time_limit")))
        if isinstance(written, str):
            missing.append(f"no strategy: {written}; the certificate is the proof (--certificate)")
        else:
            files = written
            claims = output / "claims" / f"{name}.toml"
            said += [f"wrote {path}" for path in files]
            said.append(f"next: ttt-asp prove {shlex.quote(str(claims))}")
    elif output is not None:
        missing.append(f"no strategy: the answer is {found.verdict}")
    if call.json:
        status = call.say(found, files=[str(path) for path in files])
    for line in said:
        typer.echo(line, err=call.json)
    for what in missing:
        typer.echo(what, err=True)
    return status
