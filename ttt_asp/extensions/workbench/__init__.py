"""A page on which strategies are built, tried and proved, and the local server behind it.

The server's own process only checks requests and keeps a pool of processes: every question is
answered in one that can be killed. docs/workbench.md says how it is protected.
"""
