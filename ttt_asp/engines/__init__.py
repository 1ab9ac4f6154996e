"""Engines: each answers a `Problem` with a `Verdict`, through `prove(problem, limits)`."""
