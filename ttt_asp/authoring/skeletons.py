"""New files of tactics, strategies and orders: their first contents, and their names."""

from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.games.load import game_names, load_game
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import Kind, bad_name, entries_of

_SHADOWED = "choose another name; `ttt-asp new --shadow` takes it all the same"

# Each passes `check` once it has a name.
TACTIC = """\
%*! {name}: say here in a sentence what it recommends. The rule below takes a corner, as long as
the player has no mark on the board; write yours in its place.

Source: where the idea comes from. *%
suggests({name},P,mark(C)) :- {name}_first(P), corner(C), free(C).

%*! {name}_first(P): P has no mark yet. A helper's name starts with the tactic's. *%
{name}_first(P) :- role(P), not marked(P,C) : square(C).

% A position, the player to move, and everything that the tactic recommends: `ttt-asp check`
% runs these.
% example x../.../... for o: mark(cell(1,3)), mark(cell(3,1)), mark(cell(3,3))
% example x../.o./... for x: nothing
"""
STRATEGY = """\
%*! {name}: win, else block, else the center, else anything. Write yours in its place.

Source: where the idea comes from. *%
strategy({name},
    first(defeat, defend, center, any)).

% example xx./oo./... for x: mark(cell(1,3))
% example x../.../... for o: mark(cell(2,2))
"""
ORDER = """\
%*! {name}: say here in a sentence what comes first. The rule below goes along the columns, each
from the top; write yours in its place.

Source: where the idea comes from. *%
order({name},mark(C),(J,I)) :- place(C,I,J).

% A position, the player to move, and all that it may do there, the first first: `ttt-asp check`
% runs these.
% example xox/oxo/.x. for o: mark(cell(3,1)), mark(cell(3,3))
"""


def check_name(path: Path, name: str, folder: Path, shadow: bool = False) -> None:
    """Refuse a name for a new tactic, strategy or order.

    Args:
        path: its file.
        name: the name.
        folder: the folder of strategies for the file.
        shadow: whether it may hide a file of the library with this name.

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
    if name in known and not shadow:
        message = f"{name} would hide {known[name].label} wherever its folder is searched"
        raise wrong(message, Location(name), _SHADOWED)
