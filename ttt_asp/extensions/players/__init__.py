"""Programs that play a role: running them, asking for moves, and making books of the replies."""
