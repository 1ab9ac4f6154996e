"""A claim as a page's template shows it."""

import base64
import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.analyses.report import Finding
from ttt_asp.games.notation import Notation
from ttt_asp.show.analogies import roles_of_elements
from ttt_asp.show.books import book_pages
from ttt_asp.show.html import figures
from ttt_asp.show.page.lists import Listed, listed, minimal
from ttt_asp.show.page.mistake import Mistake
from ttt_asp.show.pairs import lemmas_said, pairs_of, pairs_panel
from ttt_asp.show.repairs import changes, edited
from ttt_asp.show.sentences import lost_because, many, sentence
from ttt_asp.show.svg import board_svg, panels
from ttt_asp.show.verdicts import game_of
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

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

    @property
    def found(self) -> Verdict:
        """The verdict."""
        return self.of.verdict

    @cached_property
    def notation(self) -> Notation | None:
        """Of the claim's game, if that was read."""
        return Notation(self.of.problem.game) if self.of.problem else None

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return sentence(self.found)

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
                self.found.decided.get(spelt(role), {}),
                self.of.needs.get(role),
            )
            for role, strategy in self.of.problem.strategies.items()
        ]

    @property
    def needed(self) -> list[str]:
        """Which lines the proof needs, in sentences."""
        return list(minimal(list(self.of.needs.values())))

    @property
    def boards(self) -> str:
        """The play that shows the verdict, board by board; empty where there is none."""
        if self.found.play is None or self.notation is None:
            return ""
        lost = self.found.blunder.move if self.found.blunder else None
        return figures(self.notation, panels(self.notation, self.found.play, lost))

    @property
    def ending(self) -> str:
        """How that play ends."""
        play = self.found.play
        return f"{many(len(play.moves), 'move')}: {play.result}." if play and play.result else ""

    @property
    def because(self) -> tuple[str, ...]:
        """Where a refuted claim was lost, in sentences."""
        return lost_because(self.found, self.notation) if self.notation else ()

    @property
    def mistake(self) -> Mistake | None:
        """The move that lost the claim, where it is known."""
        notation = self.notation
        return None if notation is None else Mistake.of(self.found, notation, self.of.walk)

    @property
    def mended(self) -> list[tuple[str, str]]:
        """The repaired list: what is new (+), gone (-) and kept."""
        found = self.of.repair
        return list(changes(found)) if found and found.answer == "repaired" else []

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """What the tactics say of themselves that a repair puts in."""
        new = {name for sign, line in self.mended if sign == "+" for name in _NAME.findall(line)}
        old = {name for sign, line in self.mended if sign != "+" for name in _NAME.findall(line)}
        return [(name, says) for name, says in self.of.about.items() if name in new - old]

    @property
    def edits(self) -> Iterator[tuple[str, str]]:
        """Each edit of the repair, and what comes without it."""
        found = self.of.repair
        for number, one in enumerate(found.edits if found else (), 1):
            yield edited(one, number, found) if found else ("", "")

    @property
    def after(self) -> str:
        """The verdict with the repaired list, in words."""
        found = self.of.repair
        return sentence(found.after) if found is not None and found.after is not None else ""

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
        if self.of.problem is None or not self.found.lemmas or self.found.verdict != "proved":
            return []
        return lemmas_said(self.of.problem, self.found)

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

    @property
    def elements(self) -> list[tuple[Analogies, list[tuple[str, ...]]]]:
        """For each strategy the table of `ttt-asp analogies`."""
        return [(found, roles_of_elements(found)) for found in self.of.analogies]

    @cached_property
    def rules(self) -> str:
        """Which game it is: what its file says of it, with the values of its constants."""
        if self.of.problem is None:
            return ""
        said = self.of.problem.game.rules.summary or self.game
        for name, value in self.found.const.items():
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
        return f"Asked: {self.found.claimed}, where {whose}."

    @property
    def game(self) -> str:
        """The game, with the constants that make it what it is."""
        return game_of(self.found)

    @property
    def numbers(self) -> str:
        """How many positions and plays there are; empty where that is not known."""
        if self.found.positions is None:
            return ""
        plays = self.found.plays
        total = f", {many(sum(plays.values()), 'play')}" if plays is not None else ""
        return f"{many(self.found.positions, 'position')}{total}"

    @property
    def packed(self) -> str:
        """The walk compressed, as text; empty where there is none."""
        return "" if self.of.walk is None else packed(self.of.walk)
