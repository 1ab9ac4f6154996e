"""A claim as a page's template shows it, and the move that lost it."""

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
from ttt_asp.extensions.exploring.blunder import Blunder
from ttt_asp.extensions.exploring.show_blunder import blunder_sentences, with_place
from ttt_asp.extensions.playing.show_solutions import line
from ttt_asp.extensions.reports.report import EXCEPTIONS, ClaimReport
from ttt_asp.extensions.synthesis.explain import Explanation
from ttt_asp.extensions.synthesis.show import changes
from ttt_asp.games.facts import static_facts
from ttt_asp.games.layout import lines_of_roles, square_places
from ttt_asp.games.notation import Notation
from ttt_asp.lp.dependencies import closure
from ttt_asp.programs.compose import lines_of
from ttt_asp.show.blocks import Board, Place, Strip, pairs_board
from ttt_asp.show.verdicts import game_of
from ttt_asp.strategies.strategy import ANY, Strategy
from ttt_asp.strategies.terms import Composition
from ttt_asp.verdict import Play, Verdict

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


# On squares that lose, that keep the claim, and that would but are not allowed; the page's
# template says what they mean.
_LOSES, _KEEPS, _MISSED = "??", "✓", "(✓)"
# The number of the color of those that keep it, see `squares.STYLE`.
_GREEN = 2


@dataclass(frozen=True)
class ShownMistake:
    """The mistake of a play.

    Attributes:
        lost: the blunder. number: of the move, counted from 1.
        play: the play. notation: of its game.
        walk: the plays, see `Finding.walk`; None where there are none.
    """

    lost: Blunder
    number: int
    play: Play
    notation: Notation
    walk: Mapping[str, Any] | None

    @property
    def board(self) -> str:
        """The board after it, with the worth of other squares; empty without a board."""
        if not self.notation.cells:
            return ""
        at, meant = self.notation.places, self.notation.game.spelling.meant
        made = at.get(meant(self.play.moves[self.number - 1].action))
        others = [action for action in self._actions() if at[action] != made]
        kept = [set(map(meant, moves)) for moves in (self.lost.keeping, self.lost.missed)]
        labels: dict[Place, str] = {}
        for action in others:
            sign = _KEEPS if action in kept[0] else _MISSED if action in kept[1] else _LOSES
            labels[at[action]] = sign
        kinds = {place: _GREEN for place, label in labels.items() if label != _LOSES}
        new = [made] if made is not None else []
        after = self.play.positions[self.number]
        title = f"After move {self.number}, the mistake"
        shown = Board(after, new, lost=True, labels=labels, kinds=kinds, title=title)
        return board_svg(self.notation, shown)

    def _actions(self) -> list[str]:
        """Return the actions about squares of known worth: in games of marks all legal ones."""
        game = self.notation.game
        known = set(map(game.spelling.meant, (*self.lost.allowed, *self.lost.missed)))
        known |= set(self._free(self.number - 1) if game.only_marks else ())
        return [action for action in self.notation.places if action in known]

    def _free(self, number: int) -> list[str]:
        """Return the actions about squares that nobody owns after the first `number` moves."""
        rows, owned = self.notation.rows(self.play.positions[number]), self.notation.glyphs.values()
        at = self.notation.places.items()
        return [action for action, (i, j) in at if rows[i - 1][j - 1] not in owned]

    @property
    def fork(self) -> str:
        """The move that made two threats at once after it, if that is how the claim fell."""
        play, notation, game = self.play, self.notation, self.notation.game
        winner = play.result.partition(" wins with ")[0] if " wins with " in play.result else ""
        for number in range(self.number + 1, len(play.moves) + 1 if notation.cells else 0):
            if play.moves[number - 1].role != winner or winner == self.lost.role:
                continue
            after = game.meant(play.positions[number])
            mine = [
                line
                for line in lines_of_roles(game)
                if line.places and game.spelt(line.role) == winner
            ]
            left = [{*line.marks.values()} - after for line in mine]
            wanted = set[str]().union(*(fluents for fluents in left if len(fluents) == 1))
            completing = {at for at, drawn in notation.cells.items() if wanted & drawn.keys()}
            free = self._free(number)
            threats = [action for action in free if notation.places[action] in completing]
            if len(threats) > 1:
                at = " and ".join(with_place(notation, action) for action in sorted(threats))
                return (
                    f"Move {number} then makes {len(threats)} threats at once, {at}: "
                    f"{self.lost.role} can answer only one of them."
                )
        return ""

    @property
    def advice(self) -> str:
        """The lines that recommend moves which keep the claim, where the strategy has none."""
        if self.walk is None or self.lost.keeping or not self.lost.missed or not self.walk["said"]:
            return ""
        walk = self.walk
        at, role = walk["match"]["start"], walk["roles"].index(self.lost.role)
        good = {n for n, (action, _) in enumerate(walk["actions"]) if action in self.lost.missed}
        lines_here = walk["lists"][role][walk["match"]["lists"][role]]
        terms = walk["terms"][role]
        saying = [
            f"line {number} ({terms[line]})"
            for number, line in enumerate(lines_here, 1)
            if terms[line] != ANY and good & set(walk["sets"][walk["said"][role][line][at]])
        ]
        if not saying:
            return "No line of the strategy recommends such a move there."
        decides = walk["decided"][at] + 1
        return f"{' and '.join(saying)} would say so, but line {decides} decides before."


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
    tactics = chain.from_iterable(strategy.tactics for strategy in problem.strategies.values())
    sources = [*tactics, *problem.lemmas.sources, *problem.lemmas.tactics]
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
    """Return the lemmas that a proof by induction rests on, by name, with their meanings."""
    texts = [problem.game.rules.text, *(source.text for source in problem.game.vocabulary)]
    texts += [source.text for source in problem.lemmas.sources]
    meanings = dict(chain.from_iterable(doc_blocks(text.decode()) for text in texts))
    names = list(verdict.lemmas or ())
    lemmas = [(name, meanings.get(f"lemma({name})", meanings.get(name, ""))) for name in names]
    if verdict.words:  # the last one was found
        lemmas[-1] = (names[-1], "; ".join(verdict.words))
    return lemmas
