"""Reachable positions: a match as gates, evaluated at many positions at once, layer by layer.

`circuit` makes gates of the position frame's ground rules. `machine` interprets a position's gates
for play and `moves` gives the effects of moves, `layers` and `numpy_layers` evaluate them for
many positions at a time (`layers` documents both), `explore` goes from layer to layer and leaves an
`exploration`, of which `graph` and `outcomes` read plays off.
"""
