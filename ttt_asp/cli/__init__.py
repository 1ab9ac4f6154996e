"""The command line; nothing but this prints."""

# What follows `--` on the command line: options for clingo's search.
PASSED_ON: list[str] = []
