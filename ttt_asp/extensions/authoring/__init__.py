"""The files of users: what there is, what it says, how it begins, and whether it is right."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("claimfiles", "exploring"),
    commands={
        "new": Command(
            heading="Start",
            summary="Begin a tactic, strategy, order or game; write a book or a program.",
            prints="new_command:command",
        ),
        "check": Command(
            heading="Start",
            summary="Check files, run their examples, hold claims to verdicts.",
            prints="check_command:command",
        ),
        "list": Command(
            heading="Show",
            summary="List games, tactics, strategies, orders, lemmas and claims files.",
            prints="list_command:command",
        ),
        "show": Command(
            heading="Show",
            summary="Show a tactic, a game or a word; a strategy as a tree, ∇ and △.",
            prints="show_command:show",
        ),
        "program": Command(
            heading="Research",
            summary="Print the generated program, which runs in bare clingo.",
            prints="program_command:program",
        ),
    },
    hooks={
        "misfits": "impossible_terms:impossible_terms",
        "completed": "completion:completed",
        "meant": "meant",
    },
)
