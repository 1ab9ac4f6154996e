"""Games in the Game Description Language: prefix notation, and infix in .hrf files."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
    readers={".kif": "read:read_gdl", ".gdl": "read:read_gdl", ".hrf": "read:read_gdl"},
)
