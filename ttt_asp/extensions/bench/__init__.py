"""Times of the paper's claims and of the engines."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("claimfiles",),
    commands={
        "bench": Command(
            heading="Research",
            summary="Time the paper's claims and the engines, best of N runs.",
            prints="timing:bench",
        ),
    },
)
