"""`ttt-asp verify`."""

from pathlib import Path

import typer

from ttt_asp.certificates.verify import Verified
from ttt_asp.cli.calls import Call
from ttt_asp.cli.printing import say_json
from ttt_asp.deadline import Expired, stop_of
from ttt_asp.errors import NotProved, wrong


def command(call: Call[Verified]) -> int:  # noqa: D103
    try:
        # one verdict: nothing is called valid that a second stage might reject
        return call.say(call.answer("checking"))
    except NotProved as error:
        (why,) = error.diagnostics
        if Path(call.given["path"]).suffix in (".lp", ".toml"):
            hint = "`ttt-asp check` checks it"
            raise wrong("this is no certificate", why.location, hint) from None
        if call.json:
            say_json({"verdict": "rejected", "reason": why.message.removeprefix("rejected: ")})
        else:
            typer.echo(why.message)
        return 1
    except (Expired, MemoryError) as error:
        if call.json:
            say_json({"verdict": "unknown", "reason": str(stop_of(error))})
        typer.echo(f"unknown: {stop_of(error)}", err=True)
        return 3
