"""A game as text: its constants, what it has, and what gave way to its own rules."""

from ttt_asp.games.game import Game
from ttt_asp.show.paint import Paint

# What a board may have, as `facts` name it, one and several.
_THINGS = (("square", "square"), ("corner", "corner"), ("edge", "edge"), ("center", "middle"),
           ("line", "line"), ("diagonal", "diagonal"))  # fmt: skip


def game_text(game: Game, defaults: dict[str, str], paint: Paint) -> str:
    """What a game is, before any of its positions is looked at.

    Args:
        game: which.
        defaults: the value of every constant where nothing is chosen.
        paint: how to emphasise.
    """
    lines = [f"{paint(game.name, 'bold')} (game, {game.rules.label})", ""]
    if game.rules.doc:
        lines += [game.rules.doc, ""]
    chosen = [
        f"{name}={value}" + (f" (default {defaults[name]})" if defaults.get(name) != value else "")
        for name, value in game.constants.items()
    ]
    lines.append(f"  constants   {', '.join(chosen) or 'none'}")
    lines.append(f"  roles       {', '.join(map(game.spelt, game.roles))}")
    lines.append(f"  fluents     {len(game.base):,}, of which {len(game.init):,} hold at first")
    has = [
        f"{len(game.facts[name]):,} {word}{'s' if len(game.facts[name]) != 1 else ''}"
        for name, word in _THINGS
        if game.facts.get(name)
    ]
    if has:
        lines.append(f"  board       {', '.join(has)}")
    for way in game.gave_way:
        lines.append(f"  replaces    {way}")
    return "\n".join(lines)
