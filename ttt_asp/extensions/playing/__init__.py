"""Play against strategies; what best play and moves drawn by lot come to."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("exploring", "players"),
    commands={
        "play": Command(
            heading="Start",
            summary="Play against a strategy, or people against each other.",
            prints="commands:play",
        ),
        "solve": Command(
            heading="More",
            summary="Work out a game's value with best play, and optimal first moves.",
            prints="commands:solve",
            asks="functions:solve",
        ),
        "odds": Command(
            heading="More",
            summary="Work out exact odds: moves are drawn by lot among those recommended.",
            asks="functions:odds",
        ),
    },
    functions=(
        "functions:odds",
        "functions:solve",
    ),
    hooks={"remarks": "show_solutions:remarks"},
    results={
        "solution:Solution": "show_solutions:solution",
        "odds:Odds": "show_solutions:odds",
    },
)
