"""Where two strategies of a role differ, and whether it matters."""
