"""A page on which strategies are built, and the server behind it."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=(
        "authoring",
        "claimfiles",
        "exploring",
        "players",
        "playing",
        "processes",
        "reports",
        "synthesis",
    ),
    hooks={"exercise_check": "exercises:check_exercise"},
    commands={
        "workbench": Command(
            heading="Start",
            summary="Open a page on which strategies are built, tried and proved.",
            prints="command:command",
        ),
    },
)
