"""The roles of a game as users name them."""

from collections.abc import Mapping

from ttt_asp.errors import Argument, Location, nearest, wrong
from ttt_asp.extension import in_own_words
from ttt_asp.games.game import Game

_ROLE = Argument("role")


def role_of(text: str, game: Game, where: Argument = _ROLE) -> str:
    """Return the game's own spelling of a role, whose case may differ.

    Args:
        text: its name.
        game: the role's game.
        where: the place where it was given.

    Raises:
        InputError: the game has no such role.
    """
    exact = [name for name in game.roles if text in (name, game.spelt(name))]
    names = exact or [name for name in game.roles if game.spelt(name).lower() == text.lower()]
    if len(names) != 1:
        roles = [game.spelt(name) for name in game.roles]
        hint = nearest(text, roles, f"the roles are {' and '.join(roles)}")
        raise wrong(f"there is no role {text} in {game.name}", Location(where), hint)
    return names[0]


def chance_role(game: Game) -> str | None:
    """Return the role `random` of a game in its own words: its moves are drawn by lot."""
    return "random" if in_own_words(game.name) and "random" in game.roles else None


def named_roles(given: Mapping[str, str], game: Game) -> dict[str, str]:
    """Return the strategies given, by the game's own spelling of the roles.

    Raises:
        InputError: a role that the game does not have, or one given twice.
    """
    strategies: dict[str, str] = {}
    for text, strategy in given.items():
        role = role_of(text, game, Argument("roles", text))
        if role in strategies:
            raise wrong(f"{role} is given two strategies", Location.argument("roles"))
        strategies[role] = strategy
    return strategies
