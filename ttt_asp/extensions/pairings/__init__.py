"""Pairing strategies, and strategies that are stolen."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("arrays", "authoring", "certificates", "players", "recognition", "sizes"),
    optional=("sizes",),  # for every size at once
    commands={
        "steal": Command(
            heading="Research",
            summary="Prove that the second player has no winning strategy: it is stolen.",
            asks="functions:steal",
        ),
        "pairing": Command(
            heading="Research",
            summary="Find a pairing strategy: for every line two squares of its own.",
            prints="functions:pairing_command",
            asks="functions:pairing",
            instead={"ahead": "functions:pairing_ahead", "period": "functions:periodic_pairing"},
        ),
    },
    functions=(
        "functions:pairing",
        "functions:pairing_ahead",
        "functions:periodic_pairing",
        "functions:steal",
    ),
    certificates={
        "ttt-asp certificate of repeating pairs": "certificates:PERIODIC_STAGES",
        "ttt-asp certificate of replies": "certificates:REPLIES_STAGES",
    },
    results={
        "ahead:Ahead": "show:ahead",
        "pairing:Pairing": "show:pairing",
        "periodic:PeriodicPairing": "show:periodic",
        "stealing:Stealing": "show:stealing",
    },
)
