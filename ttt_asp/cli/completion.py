"""What a shell completes: names of everything that options and arguments take."""

from collections.abc import Iterable

import typer

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.engines.registry import ENGINES
from ttt_asp.games.load import game_names, load_game
from ttt_asp.strategies.composition import OPERATORS
from ttt_asp.strategies.library import open_library

# What can be listed.
KINDS = ("games", "tactics", "strategies", "orders", "lemmas", "claims")


def _starting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def strategy(incomplete: str) -> list[str]:
    """Names of strategies, tactics and operators; inside a term, of its last operand."""
    cut = max(incomplete.rfind(sign) for sign in "(, ") + 1
    before, last = incomplete[:cut], incomplete[cut:]
    names = [*open_library().names(), *(f"{name}(" for name in OPERATORS if name != "any"), "any"]
    return [before + name for name in _starting(names, last)]


def role(incomplete: str) -> list[str]:
    """`ROLE=STRATEGY` once there is a `=`."""
    role, sign, text = incomplete.partition("=")
    return [f"{role}={name}" for name in strategy(text)] if sign else []


def game(incomplete: str) -> list[str]:
    """Names of games."""
    return _starting(game_names(), incomplete)


def const(ctx: typer.Context, incomplete: str) -> list[str]:
    """The constants of the game that is named."""
    game = load_game(ctx.params.get("game") or DEFAULT_GAME, {})
    return _starting((f"{name}=" for name in game.constants), incomplete)


def lemma(incomplete: str) -> list[str]:
    """Names of lemmas."""
    return _starting(open_library().lemmas, incomplete)


def claims(incomplete: str) -> list[str]:
    """Names of claims files in the library."""
    return _starting(sorted(open_library().claims), incomplete)


def engine(incomplete: str) -> list[str]:
    """Names of engines."""
    return _starting(ENGINES, incomplete)


def kinds(incomplete: str) -> list[str]:
    """What can be listed."""
    return _starting(KINDS, incomplete)
