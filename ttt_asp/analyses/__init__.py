"""Analyses besides claims, each a function that returns one frozen result."""
