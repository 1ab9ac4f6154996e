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
            asks="repairs:repair",
        ),
        "fill": Command(
            heading="Start",
            summary="Find tactics for the holes of a strategy that prove a claim.",
            prints="commands:fill",
            asks="finding:fill",
        ),
        "explain": Command(
            heading="More",
            summary="Say which tactics of a strategy a proof needs.",
            asks="explaining:explain",
        ),
        "identify": Command(
            heading="More",
            summary="Name a strategy: find the list of tactics that explains its choices.",
            asks="finding:identify",
        ),
        "shorten": Command(
            heading="More",
            summary="Find the shortest list that keeps a proved claim.",
            asks="repairs:shorten",
        ),
    },
    functions=(
        "explaining:explain",
        "finding:fill",
        "finding:identify",
        "repairs:exceptions",
        "repairs:repair",
        "repairs:shorten",
    ),
    results={
        "repair.result:Exceptions": "show_repairs:exceptions",
        "explain:Explanation": "show_explanation:explanation",
        "fill.result:Filled": "",
        "fill.result:Fillings": "show_fillings:fillings",
        "identify.identify:Identified": "show_fillings:identified",
        "repair.result:Repair": "show_repairs:repair",
        "shorten:Shortened": "show_fillings:shortening",
    },
)
