"""Comparisons of two strategies of a role: the differences, and whether they matter."""
