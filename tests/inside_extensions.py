"""What tests of answers ask of extensions that neither a command nor a function of Python tells.

They import it from here, as they do what the kernel has from `inside.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from inside import LIBRARY, STRATEGIES, Game

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.claimfiles.claims_file import ClaimEntry, read_claims
from ttt_asp.extensions.exploring.advice import Advice, advise
from ttt_asp.extensions.exploring.examples import Example, examples
from ttt_asp.extensions.exploring.inspection import Inspection, inspect_positions
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.playing.values import Worth, values_of
from ttt_asp.extensions.wellformed.properties import Property
from ttt_asp.extensions.wellformed.well_formedness import well_formedness
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.positions.position import simultaneous_at
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import FREE, load_strategy

__all__ = ["ClaimEntry", "Inspection", "Property"]


def claims_of(name: str) -> list[ClaimEntry]:
    """The claims of a file of the library."""
    return read_claims(STRATEGIES / "claims" / f"{name}.toml")


def fluents_of(game: Game, text: str, role: str | None = None) -> frozenset[str]:
    """The fluents of a position that is written as people write it."""
    return PositionReader(game).parse(text, role)


def advice_of(game: Game, term: str, role: str, position: frozenset[str]) -> Advice:
    """What a strategy of the library advises a role at a position, whether a play comes there."""
    return advise(game, role, load_strategy(term, role, game, LIBRARY), position, Deadline())


def allowed_at(
    game: Game,
    terms: Mapping[str, str],
    positions: Iterable[frozenset[str]],
    folders: Sequence[Path] = (),
) -> list[tuple[int, list[str]]]:
    """Of who chooses at each position: the number of legal moves, and what its strategy allows.

    Positions need not be reachable. A role without a term may do anything.
    """
    library = open_library(folders)
    strategies = {role: load_strategy(term, role, game, library) for role, term in terms.items()}
    machine = load_machine(
        Match(game, {**dict.fromkeys(game.roles, FREE), **strategies}), Deadline()
    )
    found = inspect_positions(machine, list(map(machine.pack, positions)))
    return [(len(one.steps), [step.move.action for step in one.allowed]) for one in found]


def inspected(
    game: Game, positions: Sequence[frozenset[str]]
) -> list[tuple[Inspection, dict[str, frozenset[str]]]]:
    """What is so at positions, reachable or not, and where each action leads."""
    machine = load_machine(free_play(game), Deadline())
    found = inspect_positions(machine, list(map(machine.pack, positions)))
    return [
        (one, {step.move.action: machine.unpack(step.after) for step in one.steps}) for one in found
    ]


def worths_of(game: Game, role: str) -> dict[frozenset[str], Worth]:
    """What a role can force at each position that plays come to, after however many moves."""
    limits, match = Limits(count=False, symmetry=False), free_play(game)
    machine = load_machine(match, limits.deadline)
    plays = explore(match, machine, limits, fold=False)
    assert plays.stopped is None and not plays.stuck
    reached = [one for layer in plays.layers for one in plays.form.unpacked(layer)]
    worths = values_of(plays, role, limits.deadline)(0, reached)
    return dict(zip(map(machine.unpack, reached), worths, strict=True))


def examples_of(name: str, game: Game, order: bool = False) -> list[Example]:
    """The examples in the file of a tactic of the library, or of an order."""
    files = LIBRARY.orders if order else LIBRARY.entries
    return list(examples(files[name].read(), PositionReader(game), ordered=order))


def properties_of(game: Game, everybody: bool = False, **limits: Any) -> dict[str, Property]:
    """What `check` says of a game, by the names of properties.

    Args:
        game: which. limits: those of an engine.
        everybody: whether every role has to have a legal move, or some role.
    """
    return {one.name: one for one in well_formedness(game, Limits(**limits), everybody)}


def as_if_several_chose(match: Match, machine: Machine, *_: object, **__: object) -> NoReturn:
    """Explore no game: refuse it as one in which several roles choose at once."""
    raise simultaneous_at(match.game, machine.unpack(machine.init))
