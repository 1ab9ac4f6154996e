"""New files of tactics, strategies and orders: their first contents, and their names."""

from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import game_names, load_game
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import Kind, bad_name, entries_of

# Each passes `check` once `{name}` is one.
TACTIC, STRATEGY, ORDER = (
    Path(__file__).with_name(f"{kind}.txt").read_text("utf-8")
    for kind in ("tactic", "strategy", "order")
)


def check_name(path: Path, name: str, folder: Path) -> None:
    """Refuse a name for a new tactic, strategy or order.

    Args:
        path: its file.
        name: the name.
        folder: the folder of strategies for the file.

    Raises:
        InputError: it is no name, or it is taken.
    """
    constants = {c for game in game_names() for c in load_game(game, {}).constants}
    reason = bad_name(name) or (f"{name} is a constant of a game" if name in constants else "")
    order = path.parent.name == "orders"
    kinds: tuple[Kind, ...] = ("order",) if order else ("tactic", "strategy")
    if not reason and name in (taken := entries_of(folder, kinds)):
        reason = f"{name} is defined by {taken[name].label} already"
    if reason:
        raise wrong(reason, Location(name), "choose another name")
    known = entries_of(STRATEGIES, kinds)
    if name in known:
        message = f"{name} would hide {known[name].label} wherever its folder is searched"
        raise wrong(message, Location(name), "choose another name")
