"""Strategies found, mended, shortened, named and explained."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("arrays", "authoring", "claimfiles", "exploring", "players", "playing"),
    commands={
        "repair": Command(
            heading="Start",
            summary="Find the smallest change that makes a claim true.",
            prints="commands:repair",
            asks="functions:repair",
        ),
        "fill": Command(
            heading="Start",
            summary="Find tactics for the holes of a strategy that prove a claim.",
            prints="commands:fill",
            asks="functions:fill",
        ),
        "invent": Command(
            heading="Start",
            summary="Find the shortest rules for the holes of a strategy.",
            prints="commands:invent",
            asks="functions:invent",
        ),
        "explain": Command(
            heading="More",
            summary="Say which tactics of a strategy a proof needs.",
            asks="functions:explain",
        ),
        "identify": Command(
            heading="More",
            summary="Name a strategy: find the list of tactics that explains its choices.",
            asks="functions:identify",
        ),
        "shorten": Command(
            heading="More",
            summary="Find the shortest list that keeps a proved claim.",
            asks="functions:shorten",
        ),
    },
    functions=(
        "functions:explain",
        "functions:fill",
        "functions:identify",
        "functions:exceptions",
        "functions:invent",
        "functions:repair",
        "functions:shorten",
    ),
    results={
        "exceptions:Exceptions": "show:exceptions",
        "explain:Explanation": "show:explanation",
        "search:Filled": "",
        "fill:Fillings": "show:fillings",
        "identify:Identified": "show:identified",
        "invention:Invention": "show:invention",
        "invention:Invented": "",
        "repair:Repair": "show:repair",
        "fill:Shortened": "show:shortening",
    },
)
