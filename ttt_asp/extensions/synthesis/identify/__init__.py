"""Searches for a list of tactics that explains observed choices."""
