"""Checks users' files, and writes them."""
