"""Whether two games are the same, and what the strategies of one are in the other."""
