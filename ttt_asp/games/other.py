"""The other one of two games, which options of its own name."""

from collections.abc import Mapping
from dataclasses import replace

from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game


def load_other(option: str, name: str, constants: Mapping[str, str], deadline: Deadline) -> Game:
    """Read a game that another option than `--game` names, and `--other-const` its constants.

    Args:
        option: that one, as `--other`.
        name: of a built-in game, or its file.
        constants: values for constants that it declares.
        deadline: when to give up.

    Raises:
        InputError: as `load_game`; what is wrong with the options is said of these.
    """

    def place(where: Location | None) -> Location | None:
        if where is not None and where.file == "--game":
            return replace(where, file=option)
        if where is not None and where.file.startswith("-c "):
            return replace(where, file=f"--other-const {where.file[3:]}")
        return where

    try:
        return load_game(name, constants, deadline)
    except InputError as error:
        raise type(error)(
            replace(one, location=place(one.location)) for one in error.diagnostics
        ) from None
