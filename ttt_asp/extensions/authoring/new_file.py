"""New files of users: where they are found, and hide no others; written whole or not at all.

They are parts of a folder of strategies, which is made where it is missing.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place, system_errors, temporary_copy
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
    if not reason:
        refuse_no_place(path, new=True)
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


def claims_path(path: Path) -> Path:
    """Return the file for the claims about a strategy that stands in a file."""
    return path.parent / "claims" / f"{path.stem}.toml"


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet: beside its place first, then linked there.

    Raises:
        InputError: it exists already, or its folder cannot be made or written to.
    """
    write_all_new({path: text})


def write_all_new(texts: Mapping[Path, str]) -> None:
    """Write several files that do not exist yet: all of them, or none; see `write_new`.

    All files are written beside their places before the first is put in its place, and they are
    put there in order: a writer that is killed leaves the first ones only.

    Args:
        texts: the text of each file.
    """
    beside: dict[Path, str] = {}
    placed: list[Path] = []
    try:
        for path, text in texts.items():
            with system_errors(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                beside[path] = temporary_copy(path, text.encode("utf-8"))
        for path, part in beside.items():
            with system_errors(path):
                _link(part, path)
                placed.append(path)
    except BaseException:
        for path in placed:
            path.unlink(missing_ok=True)
        raise
    finally:
        for part in beside.values():
            os.unlink(part)


def _link(part: str, path: Path) -> None:
    """Put a file in its place; unlike a rename, refuse to replace another one."""
    if hasattr(os, "link"):
        os.link(part, path)
        return
    with path.open("xb") as file:  # in a browser there are no links, and nobody else who writes
        file.write(Path(part).read_bytes())
