"""Large games: positions as arrays, one of each orbit under symmetries, and kept in folders."""

from ttt_asp.extension import Extension

EXTENSION = Extension(package=__name__, hooks={"arrays": "large_layers"})
