"""Programs that play a role: run, asked for their moves, and made books of their replies."""
