"""Games in published formats: positional games, and the Game Description Language."""

from ttt_asp.extension import Extension, Format

_GDL = "Any game in the Game Description Language, prefix notation; FILE.hrf: infix."
EXTENSION = Extension(
    package=__name__,
    readers={
        ".pg": Format(reads="pg:read_pg", summary="A positional game in the published format."),
        ".kif": Format(reads="read:read_gdl", own_words=True, summary=_GDL),
        ".gdl": Format(reads="read:read_gdl", own_words=True),
        ".hrf": Format(reads="read:read_gdl", own_words=True),
    },
)
