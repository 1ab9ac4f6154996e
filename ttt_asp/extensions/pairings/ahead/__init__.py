"""Pairings after some moves: the breaker answers a few times, then has a pair for every line."""
