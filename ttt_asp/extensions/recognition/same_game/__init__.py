"""Maps between two games that are the same, and from strategies of one to those of the other."""
