"""The explicit engine: every reachable position, breadth first.

`engine` reads the answer to a claim off what `positions` explored, and `blunder` says where a
strategy went wrong.
"""
