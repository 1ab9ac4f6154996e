"""Games of lines in rules with other words, and games that are the same."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("exploring",),
    commands={
        "recognise": Command(
            heading="Research",
            summary="Find and prove a game of lines in rules with other words.",
            asks="functions:recognise",
            instead={"other": "functions:same_game"},
        ),
    },
    functions=(
        "functions:recognise",
        "functions:same_game",
    ),
    hooks={"overlay": "overlay:lay_over"},
    results={
        "analysis:Recognition": "show:recognition",
        "same_game:SameGame": "show:same_game",
    },
)
