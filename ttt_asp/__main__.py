"""`python -m ttt_asp` is `ttt-asp`."""

from ttt_asp.cli.main import run

run()
