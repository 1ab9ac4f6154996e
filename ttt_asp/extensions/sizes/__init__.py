"""Proofs for every size at once: the round frame as first-order formulas over integers."""
