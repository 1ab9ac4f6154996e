"""Files that were found in order before, for the same game: they are not looked at again.

Digests of such files are kept with what is made of our own files: see `ttt_asp.lp.kept`. A digest
is of all that the search for impossible terms and for large numbers depends on: the texts of the
files, of the game and its vocabulary, the constants, and our own code. So a file of which only one
letter changes is searched. What something was wrong with is never kept.
"""

import os
import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha256

import clingo

from ttt_asp.extension import bringing
from ttt_asp.games.game import Game
from ttt_asp.lp.kept import keep, kept
from ttt_asp.lp.source import Source
from ttt_asp.paths import ASP

# Where the digests are kept: the name of no file. And how many, the latest ones.
_PLACE, _MOST = ASP / "known_files", 500
# The packages whose code decides what is found, besides that of the extension.
_CODE = ("ttt_asp.lp", "ttt_asp.games", "ttt_asp.strategies")


def was_in_order(sources: Sequence[Source], game: Game) -> bool:
    """Return whether nothing was wrong with files, when somebody looked at them the last time."""
    digest = _digest(sources, game)
    return digest is not None and digest in _known()


def keep_in_order(sources: Sequence[Source], game: Game) -> None:
    """Keep that nothing is wrong with files: no term in them is impossible, no number large."""
    digest = _digest(sources, game)
    if digest is not None and digest not in _known():
        _known.cache_clear()  # other processes may have added some
        keep(_PLACE, _code(), [*_known(), digest][-_MOST:])
        _known.cache_clear()


@cache
def _known() -> list[bytes]:
    return kept(_PLACE, _code()) or []


def _digest(sources: Sequence[Source], game: Game) -> bytes | None:
    """Return the digest of files for a game; None where something else decides about them."""
    ours = game.rules.path is not None and game.rules.path.is_relative_to(ASP)
    if not ours or game.recognised is not None or not _code():
        return None
    made = sha256(_of_game(game))
    for source in sources:
        made.update(b"%d:" % len(source.text) + source.text)
    return made.digest()


@lru_cache(maxsize=64)
def _of_game(game: Game) -> bytes:
    """Return the digest of all texts that a game is made of, and of its constants."""
    made = sha256(repr(sorted(game.constants.items())).encode())
    for source in (game.rules, *game.vocabulary):
        made.update(b"%d:" % len(source.text) + source.text)
    return made.digest()


@cache
def _code() -> bytes:
    """Return what tells our own code from any other: sizes and times of its files, as Python does.

    It is empty where that is not to be had, or where another package does the search.
    """
    searching = bringing("misfits")
    if searching is None or not searching.is_ours:
        return b""
    told = [clingo.__version__]
    for package in (*_CODE, searching.package):
        folder = os.path.dirname(str(sys.modules[package].__file__))
        try:
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    about = entry.stat()
                    told.append(f"{package} {entry.name} {about.st_size} {about.st_mtime_ns}")
        except OSError:  # in an archive
            return b""
    return "\n".join(told).encode()
