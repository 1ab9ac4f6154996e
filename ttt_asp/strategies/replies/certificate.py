"""Certificates of replies, as data: what `certificates/replies.py` writes, read again.

That the file is well-formed is checked here, and no more: `ttt-asp verify` checks what it shows.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.lp.source import decode
from ttt_asp.strategies.replies.tree import Last, Node, Tree

FORMAT, VERSION = "ttt-asp certificate of replies", 1
NEVER_LOSES = " never loses"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate of replies says.

    Attributes:
        game, const: the game, and its constants.
        breaker: who never loses.
        symmetries: permutations of the squares, or what should be some.
        opening: the breaker's first move, if it moves first and there is no pairing at once.
        tree: the replies.
        squares: how many squares there have to be for all that are named.
        sets: the game's winning sets, where they are listed.
    """

    game: str
    const: Mapping[str, str]
    breaker: str
    symmetries: tuple[tuple[int, ...], ...]
    opening: int | None
    tree: Tree
    squares: int
    sets: Any = None

    @property
    def board(self) -> str:
        """The game with its constants, for people."""
        const = ", ".join(f"{key}={value}" for key, value in self.const.items())
        return f"{self.game} ({const})" if const else self.game


def certificate_of(content: bytes, label: str) -> Certificate:
    """Read a certificate of replies.

    Args:
        content: what the file has.
        label: how people are told of it.

    Raises:
        InputError: it is no such certificate.
    """
    where = Location(label)
    try:
        data = json.loads(decode(content, label))
    except json.JSONDecodeError as error:
        place = Location(label, error.lineno, error.colno)
        raise wrong(f"this is no JSON: {error.msg}", place) from None
    except (ValueError, RecursionError):
        raise wrong("this is no JSON that can be read", where) from None
    if type(data) is not dict or data.get("format") != FORMAT:
        raise wrong("a tactic in JSON has to be a certificate of replies, this is none", where)
    if data.get("version") != VERSION:
        raise wrong(f"not of version {VERSION}, the only one that is known here", where)
    reader = _Reader(where)
    const = reader.of(dict, data, "const")
    if not all(type(value) in (int, str) for value in const.values()):
        raise reader.bad("const")
    symmetries = tuple(
        tuple(reader.square(square, "symmetries") for square in reader.list(one, "symmetries"))
        for one in reader.of(list, data, "symmetries")
    )
    opening = data.get("opening")
    return Certificate(
        reader.of(str, data, "game"),
        {key: str(value) for key, value in const.items()},
        reader.of(str, data, "claim").removesuffix(NEVER_LOSES),
        symmetries,
        None if opening is None else reader.square(opening, "opening"),
        reader.tree(data.get("replies", 0)),
        reader.largest + 1,
        data.get("sets"),
    )


@dataclass(slots=True)
class _Reader:
    where: Location
    largest: int = -1

    def bad(self, key: str) -> InputError:
        return wrong(f"{key}: not as in a certificate of replies", self.where)

    def of(self, kind: type, data: Mapping[str, Any], key: str) -> Any:
        if type(data.get(key)) is not kind:
            raise self.bad(key)
        return data[key]

    def list(self, value: Any, key: str, length: int | None = None) -> list[Any]:
        if type(value) is not list or length not in (None, len(value)):
            raise self.bad(key)
        return value

    def square(self, value: Any, key: str) -> int:
        if type(value) is not int or value < 0:
            raise self.bad(key)
        self.largest = max(self.largest, value)
        return value

    def tree(self, value: Any) -> Tree:
        """Replies, as `certificates/checker/replies.py` says."""
        key = "replies"
        if value is None:
            return None
        if type(value) is not dict:
            found: dict[int, tuple[int, Tree]] = {}
            for one in self.list(value, key):
                move, reply, then = self.list(one, key, 3)
                found[self.square(move, key)] = self.square(reply, key), self.tree(then)
            return Node(found)
        answers = dict[int, int]()
        for one in self.list(value.get("to"), key):
            reply, moves = self.list(one, key, 2)
            answers |= dict.fromkeys(
                (self.square(move, key) for move in self.list(moves, key)), self.square(reply, key)
            )
        return Last(answers, self.square(value.get("otherwise"), key))
