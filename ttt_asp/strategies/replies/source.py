"""Certificates of replies as the files of tactics: `tactics/NAME.json`, which have no rules.

What such a tactic recommends is worked out at one position at a time, by `Replying`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, Unsuited, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.winning_sets import sets_of
from ttt_asp.lp.source import Source, parse, read_bytes
from ttt_asp.paths import in_comment
from ttt_asp.strategies.replies.board import Board, bits, board_of
from ttt_asp.strategies.replies.certificate import Certificate, certificate_of
from ttt_asp.strategies.replies.symmetry import generated, keeps
from ttt_asp.strategies.replies.tactic import Replying

_TEXT = """\
%*! {name}: replies to the first moves, and then in pairs, on
{board}. Where {breaker} can mark a square after which each line
without a mark of {breaker}'s has two free squares of its own, all such squares are recommended;
before that, the replies that a certificate lists. So {breaker} never loses: `ttt-asp verify`
checks that.

There are no rules here: what is recommended is worked out at each position. `prove` looks at the
replies, and the explicit engine at positions; a generated program has nothing of this. *%
"""


@dataclass(frozen=True)
class Replies(Source):
    """The file of such a tactic; as a logic program it is a comment.

    Attributes:
        content: what the file has.
    """

    content: bytes = field(default=b"", repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return replies_source, (self.content, self.label, self.path)

    @property
    def digest(self) -> str:
        """The sha256 of the file, which has more than its text says."""
        return sha256(self.content).hexdigest()

    @cached_property
    def certificate(self) -> Certificate:
        """What the file says."""
        return certificate_of(self.content, self.label)

    @property
    def name(self) -> str:
        """The tactic's."""
        return _name(self.label, self.path)

    def misfits(self, game: Game) -> list[Diagnostic]:
        """That it is about another game or another board; empty if it is not."""
        given = self.certificate
        if given.game == game.name and given.const == dict(game.constants):
            return []
        options = "".join(f" -c {key}={value}" for key, value in given.const.items())
        message = f"{self.name} is about {given.board}"
        return [Diagnostic(message, Location(self.label), f"-g {given.game}{options}")]

    def refused(self) -> Unsuited:
        """That no program can have it that is about more than one position."""
        message = f"{self.name} has no rules: what it recommends is worked out at each position"
        hint = "engines replies and explicit take it; `ttt-asp verify` checks the file"
        return Unsuited([Diagnostic(message, Location(self.label), hint)])

    def facts(self, game: Game, position: Iterable[str]) -> str:
        """What is recommended at a position, as facts.

        Args:
            game: which.
            position: the fluents that hold.

        Raises:
            InputError: the certificate is not about this game.
        """
        replying = self.replying(game)
        board, true, sets = replying.board, set(position), sets_of(game)
        assert sets is not None  # it has a board
        maker, breaker = (
            sum(
                1 << number
                for number, square in enumerate(board.squares)
                if sets.mark(role, square) in true
            )
            for role in (board.maker, board.breaker)
        )
        head = f"suggests({self.name},{board.breaker},mark("
        squares = bits(replying.recommended(maker, breaker))
        return "".join(f"{head}{board.squares[square]})).\n" for square in squares)

    def replying(self, game: Game) -> Replying:
        """The replies, held against a game.

        Raises:
            InputError: the certificate is not about this game.
        """
        if not self._bound or self._bound[0][0] is not game:
            if problems := self.misfits(game):
                raise InputError(problems)
            self._bound[:] = [(game, self._replying(board_of(game), game))]
        return self._bound[0][1]

    @cached_property
    def _bound(self) -> list[tuple[Game, Replying]]:
        """The game that was asked about last."""
        return []

    def _replying(self, board: Board, game: Game) -> Replying:
        given, where = self.certificate, Location(self.label)
        sets = sets_of(game)
        assert sets is not None  # it has a board
        if given.sets is not None and json.dumps(sets.as_json()) != json.dumps(given.sets):
            raise wrong(f"sets: they are not those of {game.name}", where)
        if given.breaker != board.breaker:
            raise wrong(f"claim: in {game.name} {board.breaker} is who is to have pairs", where)
        if given.squares > len(board.squares):
            raise wrong(f"{game.name} has only {len(board.squares)} squares", where)
        if not all(keeps(board, one) for one in given.symmetries):
            raise wrong("symmetries: one takes a line to what is none", where)
        if (whole := generated(board, given.symmetries, Deadline())) is None:
            raise wrong("symmetries: they generate too many", where)
        return Replying(board, given.tree, given.opening, whole)


def read_replies(path: Path, label: str) -> Replies:
    """Read a certificate of replies as a tactic's file.

    Raises:
        InputError: it cannot be read, or is no such certificate.
    """
    return replies_source(read_bytes(path, label), label, path)


def replies_source(content: bytes, label: str, path: Path | None) -> Replies:
    """The tactic that a certificate of replies is.

    Args:
        content: what the file has.
        label: how people are told of it.
        path: where it was read.

    Raises:
        InputError: it is no such certificate.
    """
    given = certificate_of(content, label)
    words = {"name": _name(label, path), "board": given.board, "breaker": given.breaker}
    text = _TEXT.format_map({key: in_comment(value) for key, value in words.items()})
    about = [given.game, *(f"{key}={value}" for key, value in given.const.items())]
    if all(one == in_comment(one) and " " not in one for one in about):
        text += f"% game {' '.join(about)}\n"
    plain = parse(text.encode(), label, path)
    return Replies(label, plain.text, plain.statements, plain.comments, path, content=content)


def _name(label: str, path: Path | None) -> str:
    return (path or Path(label)).stem
