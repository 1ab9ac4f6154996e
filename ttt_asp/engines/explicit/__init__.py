"""The explicit engine: every reachable position, breadth first.

`ground` takes the position frame's ground rules from clingo, `circuit` makes gates of them,
`machine` says what a position's gates mean for play and `moves` what comes of a move, `small` and
`large` evaluate them for many positions at a time, `explore` goes from layer to layer and leaves
an `exploration`, `counts` and `trace` read off what was found, and `engine` answers a claim.
"""
