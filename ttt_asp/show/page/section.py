"""A claim as a page's template shows it."""

import base64
import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ttt_asp.analyses.report import Finding
from ttt_asp.games.notation import Notation
from ttt_asp.show.grounds import book_pages, lemmas_said, pairs_of, pairs_panel
from ttt_asp.show.html import figures
from ttt_asp.show.page.lists import Listed, listed
from ttt_asp.show.page.mistake import Mistake
from ttt_asp.show.repairs import changes
from ttt_asp.show.sentences import lost_because
from ttt_asp.show.svg import board_svg, panels
from ttt_asp.show.verdicts import game_of
from ttt_asp.strategies.strategy import ANY

_NAME = re.compile(r"[a-z]\w*")
# What a constant that is not 0 changes of what a game's file says of itself.
_CHANGES = {
    "misere": " Here who completes a line loses.",
    "maker_breaker": " Here only the first player's lines count; without one the second wins.",
}


def packed(data: Mapping[str, Any]) -> str:
    """Plain data compressed, as text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


@dataclass(frozen=True)
class Section:
    """A finding in the words and pictures of a page.

    Attributes:
        of: what was found.
    """

    of: Finding

    @cached_property
    def notation(self) -> Notation | None:
        """Of the claim's game, if that was read."""
        return Notation(self.of.problem.game) if self.of.problem else None

    @property
    def lists(self) -> list[Listed]:
        """The strategies, in the order of the roles."""
        if self.of.problem is None:
            return []
        spelt = self.of.problem.game.spelt
        return [
            listed(
                spelt(role),
                strategy,
                self.of.about,
                self.of.verdict.decided.get(spelt(role), {}),
                self.of.needs.get(role),
            )
            for role, strategy in self.of.problem.strategies.items()
        ]

    @property
    def boards(self) -> str:
        """The play that shows the verdict, board by board; empty where there is none."""
        if self.of.verdict.play is None or self.notation is None:
            return ""
        lost = self.of.verdict.blunder.move if self.of.verdict.blunder else None
        return figures(self.notation, panels(self.notation, self.of.verdict.play, lost))

    @property
    def because(self) -> tuple[str, ...]:
        """Where a refuted claim was lost, in sentences."""
        return lost_because(self.of.verdict, self.notation) if self.notation else ()

    @property
    def mistake(self) -> Mistake | None:
        """The move that lost the claim, where it is known."""
        notation = self.notation
        return None if notation is None else Mistake.of(self.of.verdict, notation, self.of.walk)

    @property
    def changes(self) -> list[tuple[str, str]]:
        """The repaired list: what is new (+), gone (-) and kept."""
        found = self.of.repair
        return list(changes(found)) if found and found.answer == "repaired" else []

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """What the tactics say of themselves that a repair puts in."""
        new = {name for sign, line in self.changes if sign == "+" for name in _NAME.findall(line)}
        old = {name for sign, line in self.changes if sign != "+" for name in _NAME.findall(line)}
        return [(name, says) for name, says in self.of.about.items() if name in new - old]

    @property
    def unmended(self) -> str:
        """Why there is no repair; empty where there is one, or nothing to repair."""
        found = self.of.repair
        if found is None or found.answer in ("repaired", "proved"):
            return self.of.unmended
        if found.answer == "none":
            return f"There is no repair: {found.reason}."
        return f"A page looks for a repair for 20 seconds at most: {found.reason}."

    @property
    def lemmas(self) -> list[tuple[str, str]]:
        """What a proof by induction rests on: names, and what they say."""
        if (
            self.of.problem is None
            or not self.of.verdict.lemmas
            or self.of.verdict.verdict != "proved"
        ):
            return []
        return lemmas_said(self.of.problem, self.of.verdict)

    @property
    def pairs(self) -> str:
        """The pairs that the strategies or the lemmas are about, as a picture."""
        if self.of.problem is None or self.notation is None:
            return ""
        pairs = pairs_of(self.of.problem)
        shown = pairs_panel(self.of.problem.game, pairs)
        return board_svg(self.notation, shown.board, shown.title) if pairs else ""

    @property
    def books(self) -> Iterator[tuple[str, str, int, int]]:
        """The strategies' books: name, first pages, how many there are, and how many more."""
        if self.of.problem is None or self.notation is None:
            return
        tactics = (t for one in self.of.problem.strategies.values() for t in one.tactics)
        for source in dict.fromkeys(tactics):
            pages, number = book_pages(source, self.notation)
            if pages:
                yield source.label, figures(self.notation, pages), number, number - len(pages)

    @cached_property
    def rules(self) -> str:
        """Which game it is: what its file says of it, with the values of its constants."""
        if self.of.problem is None:
            return ""
        said = self.of.problem.game.rules.summary or game_of(self.of.verdict)
        for name, value in self.of.verdict.const.items():
            said = said.replace(f"`{name}`", value)
            said = re.sub(rf"\b{name}(?= x )|(?<= x ){name}\b", value, said)
            said += _CHANGES.get(name, "") if value != "0" else ""
        return said

    @property
    def asked(self) -> str:
        """What was asked of whom; empty where the game was not read."""
        if self.of.problem is None:
            return ""
        spelt = self.of.problem.game.spelt
        whose = " and ".join(
            f"{spelt(role)} {'may do anything' if one.text == ANY else f'plays {one.text}'}"
            for role, one in self.of.problem.strategies.items()
        )
        return f"Asked: {self.of.verdict.claimed}, where {whose}."
