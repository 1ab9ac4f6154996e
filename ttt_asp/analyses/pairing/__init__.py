"""Pairing strategies: two squares for every line, all different.

Who answers a mark on one with a mark on the other never lets a line be completed.
"""
