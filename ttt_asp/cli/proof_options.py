"""Options of `ttt-asp prove` that write something of a proof; extensions bring them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.extension import extensions
from ttt_asp.limits import Limits
from ttt_asp.records import dataclass
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ProofOption:
    """An option that names a file for something of a proof.

    Attributes:
        kind: what is written, which is the name of the option too.
        annotation: the option, as annotations of commands have it.
        refuse: called with the claim and the file before anything is proved.
        write: writes the file of a proved claim; returns its size in bytes.
        next_step: returns the text behind "next" for the file, given the options that name folders.
    """

    kind: str
    annotation: Any
    refuse: Callable[[Problem, Path], None]
    write: Callable[[Path, Problem, Verdict, Limits], int]
    next_step: Callable[[Path, Sequence[str]], str]


def proof_options() -> dict[str, ProofOption]:
    """Return all such options by name."""
    places = [(extension, place) for extension in extensions() for place in extension.proof_options]
    options: list[ProofOption] = [extension.load(place) for extension, place in places]
    return {option.kind: option for option in options}


def annotations() -> dict[str, Any]:
    """Return the options as a command line takes them, by name."""
    return {name: option.annotation for name, option in proof_options().items()}
