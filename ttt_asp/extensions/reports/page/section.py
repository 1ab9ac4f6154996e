"""A claim as a page's template shows it."""

import base64
import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.extensions.authoring.predicate_docs import doc_blocks
from ttt_asp.extensions.drawing.html import fragment
from ttt_asp.extensions.drawing.svg import board_svg
from ttt_asp.extensions.playing.show_solutions import line
from ttt_asp.extensions.reports.page.mistake import ShownMistake
from ttt_asp.extensions.reports.report import EXCEPTIONS, ClaimReport
from ttt_asp.extensions.synthesis.explain import Explanation
from ttt_asp.extensions.synthesis.show import changes
from ttt_asp.games.facts import static_facts
from ttt_asp.games.layout import square_places
from ttt_asp.games.notation import Notation
from ttt_asp.lp.dependencies import closure
from ttt_asp.programs.compose import lines_of
from ttt_asp.show.blocks import Strip, pairs_board
from ttt_asp.show.sentences import blunder_sentences
from ttt_asp.show.verdicts import game_of
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import ANY, Strategy
from ttt_asp.verdict import Verdict

_NAME = re.compile(r"[a-z]\w*")
# What a constant that is 1 changes of what a game's file says of itself.
SWITCHES = {
    "misere": "who completes a line loses",
    "maker_breaker": "only the first player's lines count; without one the second wins",
}


def packed(data: Mapping[str, Any]) -> str:
    """Return plain data compressed, as text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


@dataclass(frozen=True, slots=True)
class Listed:
    """A strategy as a list of lines.

    Attributes:
        role: whose, as the game's own file spells it. strategy: what it plays.
        about: summaries of named strategies.
        decided: at how many positions each line decides; not known of lines that are missing.
        needs: the parts that the proof needs, where these are known.
    """

    role: str
    strategy: Strategy
    about: Mapping[str, str]
    decided: Mapping[str, int] = field(default_factory=dict)
    needs: Explanation | None = None

    @property
    def lines(self) -> tuple[Composition, ...]:
        """The lines in order; none where the role may do anything."""
        return () if self.strategy.composition.operator == ANY else lines_of(self.strategy)

    @property
    def docs(self) -> dict[str, str]:
        """The docs of the tactics, by name."""
        return {Path(source.label).stem: source.summary for source in self.strategy.tactics}


@dataclass(frozen=True)
class Section:
    """A finding in the words and pictures of a page.

    The properties of the game and the strategies may be used only if these were read.

    Attributes:
        of: the finding.
    """

    of: ClaimReport

    @property
    def problem(self) -> Problem:
        """The question, which has to be read."""
        assert self.of.problem is not None, "the template asks"
        return self.of.problem

    @cached_property
    def notation(self) -> Notation:
        """The notation of the claim's game."""
        return Notation(self.problem.game)

    @property
    def lists(self) -> Iterator[Listed]:
        """The strategies, in the order of the roles."""
        for role, strategy in self.problem.strategies.items():
            spelt = self.problem.game.spelt(role)
            decided = self.of.verdict.decided.get(spelt, {})
            yield Listed(spelt, strategy, self.of.about, decided, self.of.needs.get(role))

    @property
    def boards(self) -> str:
        """The play that shows the verdict, board by board; empty where there is none."""
        verdict = self.of.verdict
        lost = verdict.blunder.move if verdict.blunder else None
        return fragment([Strip(self.notation, verdict.play, lost)] if verdict.play else [])

    @property
    def because(self) -> tuple[str, ...]:
        """The sentences about the move that lost a refuted claim."""
        return blunder_sentences(self.of.verdict)

    @property
    def mistake(self) -> ShownMistake | None:
        """The move that lost the claim, where it is known."""
        lost, play = self.of.verdict.blunder, self.of.verdict.play
        if lost is None or lost.move is None or play is None:
            return None
        walk = None if lost.role in self.of.verdict.programs else self.of.walk  # it has no lines
        return ShownMistake(lost, lost.move, play, self.notation, walk)

    @property
    def changes(self) -> list[tuple[str, str]]:
        """The lines of the repaired list: new (+), gone (-) and kept."""
        repair = self.of.repair
        return list(changes(repair)) if repair and repair.answer == "repaired" else []

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """The names and docs of the tactics that a repair puts in."""
        new, old = set[str](), set[str]()
        for sign, text in self.changes:
            names = new if sign == "+" else old
            names.update(_NAME.findall(text))
        return [(name, says) for name, says in self.of.about.items() if name in new - old]

    @property
    def unmended(self) -> str:
        """The reason why there is no repair; empty where there is one, or nothing to repair."""
        repair = self.of.repair
        if repair is None or repair.answer in ("repaired", "proved"):
            return self.of.unmended
        if repair.answer == "none":
            return f"{repair.reason[:1].upper()}{repair.reason[1:]}. {EXCEPTIONS}"
        return f"A page looks for a repair for 20 seconds at most: {repair.reason}. {EXCEPTIONS}"

    @property
    def odds(self) -> str:
        """The odds of moves drawn by lot, in one line; empty where these are not known."""
        if (known := self.of.odds) is None:
            return ""
        keeper = self.problem.subject
        return line(known, keeper and self.problem.game.spelt(keeper))

    @property
    def lemmas(self) -> list[tuple[str, str]]:
        """The lemmas of a proof by induction: names and meanings."""
        verdict = self.of.verdict
        rests = verdict.lemmas and verdict.verdict == "proved"
        return lemmas_in_words(self.problem, verdict) if rests else []

    @property
    def pairs(self) -> str:
        """The pairs that the strategies or the lemmas are about, as a picture."""
        pairs = pairs_of(self.problem)
        shown = pairs_board(self.problem.game, pairs)
        return board_svg(self.notation, shown) if pairs else ""

    @cached_property
    def rules(self) -> str:
        """The rules of the game: the summary in its file, with the values of its constants."""
        if self.of.problem is None:
            return ""
        summary = self.problem.game.rules.summary or game_of(self.of.verdict)
        for name, number in self.of.verdict.const.items():
            value = str(number)
            summary = summary.replace(f"`{name}`", value)
            summary = re.sub(rf"\b{name}(?= x )|(?<= x ){name}\b", value, summary)
            summary += f" Here {SWITCHES[name]}." if value != "0" and name in SWITCHES else ""
        return summary


def pairs_of(problem: Problem) -> list[tuple[str, str]]:
    """Return the pairs that strategies and lemmas are about: facts `NAME_pair(C,D)` of squares."""
    sources = [source for strategy in problem.strategies.values() for source in strategy.tactics]
    sources += [*problem.lemmas.sources, *problem.lemmas.tactics]
    squares = square_places(problem.game)
    pairs: dict[frozenset[str], tuple[str, str]] = {}
    for source in dict.fromkeys(sources):
        names = [name for name, arity in source.defined if arity == 2 and name.endswith("_pair")]
        if not names:
            continue
        together = closure([problem.game.rules, source], problem.game.vocabulary)
        facts = static_facts(together, problem.game.constants)
        for row in chain.from_iterable(facts.get(name, ()) for name in names):
            first, second = map(str, row)
            if {first, second} <= squares.keys():
                pairs.setdefault(frozenset((first, second)), (first, second))
    return sorted(pairs.values(), key=lambda pair: squares[pair[0]])


def lemmas_in_words(problem: Problem, verdict: Verdict) -> list[tuple[str, str]]:
    """Return the lemmas that a proof by induction rests on, by name, with their meanings.

    Args:
        problem: the question.
        verdict: its verdict.
    """
    texts = [problem.game.rules.text, *(source.text for source in problem.game.vocabulary)]
    texts += [source.text for source in problem.lemmas.sources]
    meanings = dict(block for text in texts for block in doc_blocks(text.decode()))
    names = list(verdict.lemmas or ())
    lemmas = [(name, meanings.get(f"lemma({name})", meanings.get(name, ""))) for name in names]
    if verdict.words:  # the last one was found
        lemmas[-1] = (names[-1], "; ".join(verdict.words))
    return lemmas
