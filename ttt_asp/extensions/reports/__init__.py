"""Pages to walk through plays, and tables of match-ups."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=(
        "arrays",
        "authoring",
        "claimfiles",
        "comparing",
        "drawing",
        "exploring",
        "playing",
        "processes",
        "synthesis",
    ),
    commands={
        "report": Command(
            heading="Show",
            summary="Write a page: verdicts, plays as boards, proofs to walk through.",
            prints="pages:report_command",
            asks="pages:report",
            json=False,
        ),
        "matrix": Command(
            heading="Show",
            summary="Let every strategy play every one.",
            prints="pages:matrix_command",
            asks="pages:matrix",
        ),
    },
    functions=(
        "pages:matrix",
        "pages:report",
        "pages:walk",
    ),
    results={
        "matrix:Matrix": "matrix:shown_matrix",
        "match_scores:Score": "matrix:shown_score",
        "play_graph:Walk": "page:walk",
    },
)
