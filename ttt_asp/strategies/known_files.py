"""Files that were found in order before, for the same game: they are not looked at again.

Such files are kept with what is made of our own files: see `ttt_asp.kept`. Compared is all that the
search for impossible terms and for large numbers depends on: the texts of the files, of the game
and its vocabulary, the constants, and our own code. So a file of which only one letter changes is
searched. What something was wrong with is never kept.
"""

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import source_hash

import clingo

from ttt_asp.extension import bringing
from ttt_asp.games.game import Game
from ttt_asp.kept import code_of, keep, kept
from ttt_asp.lp.source import Source
from ttt_asp.paths import ASP


def was_in_order(sources: Sequence[Source], game: Game) -> bool:
    """Return whether nothing was wrong with files, when somebody looked at them the last time."""
    key = _of_files(sources, game)
    return key is not None and kept("in order", key) is not None


def keep_in_order(sources: Sequence[Source], game: Game) -> None:
    """Keep that nothing is wrong with files: no term in them is impossible, no number large."""
    key = _of_files(sources, game)
    if key is not None:
        keep("in order", key, lambda: True)


def _of_files(sources: Sequence[Source], game: Game) -> bytes | None:
    """Return what tells files, for a game, from others; None where others decide about them."""
    ours = game.rules.path is not None and game.rules.path.is_relative_to(ASP)
    if not ours or game.recognised is not None or not _code():
        return None
    of_game = source_hash(_texts((game.rules, *game.vocabulary)))  # which are ours
    constants = repr(sorted(game.constants.items()))
    return _code() + of_game + constants.encode() + _texts(sources)


def _texts(sources: Sequence[Source]) -> bytes:
    return b"".join(b"%d:" % len(source.text) + source.text for source in sources)


@cache
def _code() -> bytes:
    """Return what tells the code that searches from any other, besides ours that `kept` knows of.

    It is empty where that is not to be had, or where another package does the search.
    """
    searching = bringing("misfits")
    if searching is None or not searching.is_ours:
        return b""
    code = code_of([os.path.dirname(str(sys.modules[searching.package].__file__))])
    return code and clingo.__version__.encode() + code
