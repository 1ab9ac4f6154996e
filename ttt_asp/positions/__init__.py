"""Reachable positions: a match as gates, evaluated at many positions at once, layer by layer.

`circuit` makes gates of the position frame's ground rules. `machine` says what a position's gates
mean for play and `moves` what a move makes of it. `list_layers` and `numpy_layers` evaluate them
for many positions at a time (`layers` says what both do). `explore` goes from layer to layer and
leaves an `exploration`; `graph` and `outcomes` read off what was found. `inspection` looks at
single positions, `winning_region` says where a role can keep a claim, `random_plays` tries some
plays.
"""
