"""Searches for tactics in the holes of a strategy that make a claim true."""
