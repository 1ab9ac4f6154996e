"""Which tactics in the holes of a strategy make a claim true."""
