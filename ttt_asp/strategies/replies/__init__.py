"""Replies to the first moves, then a pairing: a tactic that is computed, and not said in rules."""
