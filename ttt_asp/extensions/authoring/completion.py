"""Words that a shell completes: names of strategies, games, constants, lemmas, claims files."""

from collections.abc import Iterable, Sequence

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.games.load import game_names, load_game
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.terms import OPERATORS


def completed(
    completes: str | Sequence[str], game: str | Sequence[str] | None, incomplete: str
) -> list[str]:
    """Return the words that begin so; inside a term, with the names for its last operand.

    Args:
        completes: as of a `Parameter`.
        game: that was typed before, if any.
        incomplete: what was typed of the word.
    """
    before = ""
    names: Iterable[str] = () if isinstance(completes, str) else completes
    if completes == "strategy" or (completes == "role" and "=" in incomplete):
        signs = "(, " if completes == "strategy" else "=(, "
        before = incomplete[: max(map(incomplete.rfind, signs)) + 1]
        operators = (f"{name}(" for name in OPERATORS if name != "any")
        names = (*open_library().names(), *operators, "any")
    elif completes == "const":
        named = game or DEFAULT_GAME
        constants = load_game(named if isinstance(named, str) else named[0], {}).constants
        names = (f"{name}=" for name in constants)
    elif completes == "game":
        names = game_names()
    elif completes == "lemma":
        names = open_library().lemmas
    elif completes == "claims":
        names = sorted(open_library().claims)
    return [before + name for name in names if name.startswith(incomplete.removeprefix(before))]
