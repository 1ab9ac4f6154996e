"""Pairing strategies: two squares for every line, all different.

A player who answers a mark on one of them with a mark on the other keeps every line incomplete.
"""
