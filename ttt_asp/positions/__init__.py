"""Reachable positions: a match as gates, evaluated at many positions at once, layer by layer.

`ground` makes gates of the position frame's ground rules. `machine` interprets a position's gates
for play and `moves` gives the effects of moves, `layers` evaluates them for many positions at a
time (an extension has arrays for it), `explore` goes from layer to layer and leaves an
`exploration`, of which `graph` and `links` read plays off. `links` turns the moves
round, many positions at a time, to go back from ends where positions recur; `graph` has the moves
of one position after another, to show a play.
"""
