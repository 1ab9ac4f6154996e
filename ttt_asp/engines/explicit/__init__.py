"""The explicit engine: every reachable position, breadth first.

`engine` reads the answer to a claim off the positions explored, and `blunder` shows where a
strategy went wrong.
"""
