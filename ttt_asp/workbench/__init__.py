"""A page on which strategies are built, tried and proved, and the local server behind it.

The server's own process only guards the door and keeps the workers: every question is answered in
a process that can be killed. docs/workbench.md says how it is protected.
"""
