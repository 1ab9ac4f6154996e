"""What positions tell: recommendations there, and whether a claim can still be kept."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    commands={
        "suggest": Command(
            heading="Start",
            summary="Show what a strategy recommends at a position.",
            prints="functions:suggest_command",
            asks="functions:suggest",
        ),
    },
    functions=("functions:suggest",),
    hooks={
        "begun_at": "positions:begun_at",
        "blunder": "blunder:blunder_of",
        "mistaken": "keepers:mistaken",
        "blame": "show_blunder:blame",
        "mistakes": "mistakes:with_mistakes",
    },
    results={"suggestion:Suggestion": "show:suggestion", "blunder:Blunder": ""},
)
