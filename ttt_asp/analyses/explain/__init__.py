"""Which tactics of a strategy a proof needs."""
