"""Where new files of users may stand: where they are found, and hide no others."""

from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place
from ttt_asp.games.load import game_names, load_game
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import FOLDERS, Kind, Library, bad_name, entries_of

_FOLDERS = {"tactic": "tactics", "order": "orders"}


def check_place(
    path: Path, kind: str, name: str | None = None, library: Library | None = None
) -> None:
    """Refuse, before any work, a file that exists or would not be found as its kind.

    Args:
        path: the file.
        kind: `tactic`, `order` or `strategy`.
        name: the name for it, where it was given; a strategy has no claims then.
        library: the library of which the file may hide nothing; None for the built-in one.

    Raises:
        InputError: it is no NAME.lp in a fitting folder, or the name is taken.
    """
    where, inside = Location(str(path) if name is None else name), _FOLDERS.get(kind, "")
    given, folder = path.stem if name is None else name, path.absolute().parent
    reason, fits = bad_name(given), folder.name == inside if inside else folder.name not in FOLDERS
    if not reason and not (path.suffix == ".lp" and fits):
        fitting = path.parent if fits else path.parent / (inside or "mine")
        form = f"{inside}/NAME.lp" if inside else "NAME.lp"
        message = f"a {kind} is a file {form} of a folder of strategies"
        raise wrong(message, where, f"for example {fitting / given}.lp")
    kinds: tuple[Kind, ...] = ("order",) if kind == "order" else ("tactic", "strategy")
    above = path.parents if len(path.parents) > 1 else path.absolute().parents
    taken = entries_of(above[1 if inside else 0], kinds)
    hidden = library.entries if library else entries_of(STRATEGIES, kinds)
    if not reason and name and any(name in load_game(g, {}).constants for g in game_names()):
        reason = f"{given} is a constant of a game"
    elif not reason and given in taken:
        reason = f"{given} is defined by {taken[given].label} already"
    elif not reason and given in hidden:
        reason = f"{given} would hide {hidden[given].label} wherever its folder is searched"
    elif not reason and name is None and kind == "strategy" and claims_path(path).exists():
        reason = f"{claims_path(path)} exists already"
    if reason:
        raise wrong(reason, where, "choose another name")
    refuse_no_place(path, new=True)


def claims_path(path: Path) -> Path:
    """Return the file for the claims about a strategy that stands in a file."""
    return path.parent / "claims" / f"{path.stem}.toml"
