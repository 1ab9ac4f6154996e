"""The explicit engine: every reachable position, breadth first.

`engines/circuit` makes gates of the position frame's ground rules. `machine` says what a position's
gates mean for play and `moves` what a move makes of it, `small` and `large` evaluate them for many
positions at a time (`layers` says what both do), `explore` goes from layer to layer and leaves an
`exploration`; `graph`, `outcomes` and `trace` read off what was found, `look` looks at single
positions, `blunder` says where a strategy went wrong, and `engine` answers a claim.
"""
