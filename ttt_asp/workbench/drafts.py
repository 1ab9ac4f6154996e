"""Tactics that are being written: their text goes into a folder of its own, never into DIR."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.games.load import game_names
from ttt_asp.lp.source import read
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import NAME, bad_name

# Questions about a tactic that is being written, and its name and text are all that is asked.
_ABOUT = ("tactic_check", "tactic_example", "tactic_save")
_LONGEST = 64


def draft_of(question: str, fields: Mapping[str, Any]) -> tuple[str, str] | None:
    """The name and the text of the tactic that is being written, where a question has any.

    Args:
        question: its name.
        fields: what the page sent.

    Raises:
        InputError: the name is none, or the text no text.
    """
    given = fields if question in _ABOUT else fields.get("draft")
    if given is None:
        return None
    if not isinstance(given, Mapping) or not isinstance(given.get("text"), str):
        raise wrong("the text of the tactic has to be a text", Location("text"))
    return checked_name(given.get("name")), given["text"]


def refuse_other_games(folder: Path, game: str) -> None:
    """Refuse a text that names a game's file, which nobody may have read by asking for it.

    Args:
        folder: with the file of the tactic that is being written.
        game: the one that the server was started with, which may be a file.

    Raises:
        InputError: the text says `% game FILE`.
    """
    (path,) = (folder / "tactics").iterdir()
    try:
        source = read(path, path.name)
    except InputError:  # which the answer says, and from which nobody reads a game
        return
    about = game_of(source)
    if about is not None and about[0] not in (game, *game_names()):
        begin = next(begin for begin, comment in source.comments if about[0] in comment)
        hint = f"the games are {', '.join(game_names())}"
        what = "a text that is sent names no file of a game"
        raise wrong(what, source.location(begin, begin + 1), hint)


def checked_name(name: object) -> str:
    """A name that a file may have.

    Raises:
        InputError: it is none.
    """
    if not isinstance(name, str) or not NAME.fullmatch(name) or len(name) > _LONGEST:
        hint = f"a small letter, then letters, digits and _; at most {_LONGEST}"
        raise wrong("this is not a name", Location("name"), hint)
    if reason := bad_name(name):
        raise wrong(reason, Location("name"))
    return name


def written(folder: Path, name: str, text: str) -> None:
    """Write the file of a tactic into a folder of strategies, which is made for it."""
    path = folder / "tactics" / f"{name}.lp"
    path.parent.mkdir()
    path.write_bytes(text.encode("utf-8"))
