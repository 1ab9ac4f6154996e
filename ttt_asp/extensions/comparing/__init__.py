"""Strategies compared, and what is analogous for them."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("arrays", "exploring", "recognition"),
    commands={
        "compare": Command(
            heading="More",
            summary="Compare two strategies of one role, and say where it matters.",
            asks="functions:compare",
        ),
        "analogies": Command(
            heading="Research",
            summary="Say which elements of the board play the same role in a strategy.",
            prints="functions:analogies_command",
            asks="functions:analogies",
        ),
    },
    functions=(
        "functions:analogies",
        "functions:compare",
    ),
    results={
        "analogies:Analogies": "show:analogies",
        "compare:Comparison": "show:comparison",
    },
)
