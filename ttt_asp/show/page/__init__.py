"""Verdicts as one page that needs nothing else: claims, plays, and proofs to walk."""

import base64
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import jinja2

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.analyses.matrix import Score
from ttt_asp.analyses.report import Finding
from ttt_asp.games.notation import Notation
from ttt_asp.show.analogies import HEADER, roles_of_elements
from ttt_asp.show.svg import play_svg
from ttt_asp.show.verdicts import blunder, game_of, numbers
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Section:
    """A finding as the page's template shows it.

    Attributes:
        of: what was found.
    """

    of: Finding

    @property
    def found(self) -> Verdict:
        """The verdict."""
        return self.of.verdict

    @property
    def notation(self) -> Notation | None:
        """Of the claim's game, if that was read."""
        return Notation(self.of.problem.game) if self.of.problem else None

    @property
    def elements(self) -> list[tuple[Analogies, list[tuple[str, ...]]]]:
        """For each strategy the table of `ttt-asp analogies`."""
        return [(found, roles_of_elements(found)) for found in self.of.analogies]

    @property
    def picture(self) -> str:
        """The play that shows the verdict, as SVG; empty where there is none."""
        if self.found.play is None or self.notation is None:
            return ""
        lost = self.found.blunder.move if self.found.blunder else None
        title = f"The play that shows that “{self.found.claim}” is {self.found.verdict}"
        return play_svg(self.notation, self.found.play, lost, title)

    @property
    def blunder(self) -> str:
        """What is said of the play's blunder."""
        if self.found.blunder is None or self.notation is None:
            return ""
        return "\n".join(blunder(self.found, self.notation))

    @property
    def numbers(self) -> str:
        """How many positions and plays there are; empty where that is not known."""
        return "" if self.found.positions is None else numbers(self.found)

    @property
    def game(self) -> str:
        """The game, with the constants that make it what it is."""
        return game_of(self.found)

    @property
    def reason(self) -> str:
        """Why the verdict is so, as a sentence."""
        return f"{self.found.reason[:1].upper()}{self.found.reason[1:]}."

    @property
    def packed(self) -> str:
        """The walk compressed, as text."""
        if self.of.walk is None:
            return ""
        actions = [move.action for move in self.found.play.moves] if self.found.play else []
        # a witness or counterexample starts where the walk does, else it cannot be followed
        if self.found.play is not None and self.found.play.anywhere:
            actions = []
        data = json.dumps(
            {**self.of.walk, "play": actions}, ensure_ascii=False, separators=(",", ":")
        )
        return base64.b64encode(gzip.compress(data.encode(), mtime=0)).decode()


def page(title: str, findings: Sequence[Finding], heat: Sequence[Score] = ()) -> str:
    """A page of claims, in HTML.

    Args:
        title: the page's.
        findings: one for each claim.
        heat: match-ups of two roles, one for each finding, to be shown as a table before them.
    """
    sections = [Section(one) for one in findings]
    folder = resources.files(__package__)
    loader = jinja2.FunctionLoader(lambda name: (folder / name).read_text("utf-8"))
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    template = environment.get_template("page.html.j2")
    return template.render(title=title, sections=sections, header=HEADER, **_heat(heat, sections))


def _heat(matches: Sequence[Score], sections: Sequence[Section]) -> dict[str, Any]:
    """What `heat.html.j2` shows: the match-ups by their strategies."""
    if not matches:
        return {"roles": ()}
    first, second = matches[0].roles
    rows: dict[str, list[dict[str, Any]]] = {}
    columns: dict[str, None] = {}
    for match, section in zip(matches, sections, strict=True):
        columns[match.roles[second]] = None
        total = sum((match.plays or {}).values()) or 1
        won, lost, tied = match.by_winner or (0, 0, 0)
        rows.setdefault(match.roles[first], []).append(
            {
                "anchor": section.of.name,
                "won": round(100 * won / total, 2),
                "lost": round(100 * lost / total, 2),
                "counts": f"{won:,} / {tied:,} / {lost:,}" if match.by_winner else "",
                "says": match.claim or match.note or "none",
            }
        )
    return {"roles": (first, second), "columns": list(columns), "rows": rows.items()}
