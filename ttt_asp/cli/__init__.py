"""The command line; nothing but this prints."""

import gc

# A run is short, and what it makes it keeps: looking for garbage is a tenth of its time, and
# begins with the first imports.
gc.set_threshold(100_000, 50, 50)

# What follows `--` on the command line: options for clingo's search.
PASSED_ON: list[str] = []
