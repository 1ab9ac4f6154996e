"""Programs that play a role."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
)
