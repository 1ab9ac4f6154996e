"""Results on the terminal."""

import typer

from ttt_asp.result import Result


def say(shown: Result) -> None:
    """Print what is to be seen."""
    from importlib import import_module

    import_module("ttt_asp.show.results")
    typer.echo(str(shown))
