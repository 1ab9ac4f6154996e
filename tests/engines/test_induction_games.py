"""Proofs by induction on random games of winning sets, beside two who look at every play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import oracle_games
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_games import Owned, Sets2, alternating, explore

from ttt_asp import prove

Pairs = tuple[tuple[int, int], ...]

LEMMA = """%*! kept: of every pair with a mark of x the other square is o's. *%
lemma(kept) :- not kept_lost.
kept_lost :- partner_with(C,D), marked(x,C), not marked(o,D).
"""
TACTIC = """%*! partner: answer in the same pair. *%
suggests(partner,P,mark(D)) :- partner_with(C,D), opponent(P,Q), marked(Q,C), free(D).
"""


@dataclass(frozen=True)
class Case:
    """A game of squares 1 to `size`, a pairing that may be of use or not, and a question."""

    size: int
    sets: tuple[frozenset[int], ...]
    pairs: Pairs
    maker_breaker: bool
    x: tuple[str, ...]
    o: tuple[str, ...]
    claim: str
    rounds: int
    given: bool

    def write(self, folder: Path) -> str:
        """The game's file, and beside it the pairing and its lemma."""
        lines = ["%*! A game. *%", f"square(1..{self.size})."]
        for number, one in enumerate(self.sets):
            squares = ";".join(map(str, sorted(one)))
            lines += [f"winning_set({number}). part_of(({squares}),{number})."]
        pairs = [f"partner_with({a},{b}). partner_with({b},{a})." for a, b in self.pairs]
        for place, text in {
            "game.lp": "\n".join(lines) + "\n",
            "tactics/partner.lp": TACTIC + "\n".join(pairs) + "\n",
            "lemmas/kept.lp": LEMMA,
        }.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(text, "utf-8")
        return str(folder / "game.lp")

    def partner(self, game: Sets2, owned: Owned, role: int) -> frozenset[oracle_games.Square]:
        """The same tactic for the oracle."""
        both = {**dict(self.pairs), **{b: a for a, b in self.pairs}}
        answers = frozenset(both[square] for square in owned[1 - role] if square in both)
        return answers & oracle_games.free(game, owned)

    def holds(self) -> bool:
        """Whether the claim does, and no play gets stuck; by the oracle."""
        mb = self.maker_breaker
        game = alternating(range(1, self.size + 1), self.sets, maker_breaker=mb)
        plays = explore(game, {"x": self.x, "o": self.o}).plays
        bad = {
            "o never loses": ("x",),
            "x never wins": ("x",),
            "x never loses": ("o",),
            "always tie": ("x", "o"),
            "never tie": ("tie",),
        }[self.claim]
        return not any(plays[end] for end in (*bad, "stuck"))


TACTICS = st.lists(st.sampled_from(["defeat", "defend", "fork"]), max_size=1)
CLAIMS = ["o never loses", "o never loses", "x never wins", "x never loses", "always tie"]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    size = draw(st.integers(4, 7))
    squares = draw(st.permutations(range(1, size + 1)))
    pairs = tuple(zip(squares[::2], squares[1::2], strict=False))[: draw(st.integers(1, 3))]
    # most sets have a pair in them, as they would if it was made for them
    some = st.frozensets(st.integers(1, size), max_size=2)
    with_pair = st.builds(lambda pair, more: more | {*pair}, st.sampled_from(pairs), some)
    without = st.frozensets(st.integers(1, size), min_size=2, max_size=4)
    sets = draw(
        st.lists(st.one_of(with_pair, with_pair, with_pair, without), min_size=1, max_size=4)
    )
    return Case(
        size,
        tuple(dict.fromkeys(sets)),
        pairs,
        draw(st.booleans()),
        (*draw(TACTICS), "any"),
        (*draw(TACTICS), *draw(st.sampled_from([["partner"], ["partner"], []])), "any"),
        draw(st.sampled_from([*CLAIMS, "never tie"])),
        draw(st.integers(1, 2)),
        draw(st.booleans()),
    )


@pytest.mark.hypothesis
@pytest.mark.no_cover
def test_what_induction_proves_others_prove_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: Counter[str] = Counter()

    @examples(30)
    @given(cases())
    def check(case: Case) -> None:
        folder = tmp_path / str(said.total())
        game = case.write(folder)
        monkeypatch.setitem(oracle_games.TACTICS, "partner", case.partner)
        x, o = (names[0] if len(names) == 1 else f"first({', '.join(names)})"
                for names in (case.x, case.o))  # fmt: skip
        const = {"maker_breaker": int(case.maker_breaker)}
        found = prove(
            case.claim,
            x=x,
            o=o,
            game=game,
            const=const,
            strategies=[folder],
            engine="induction",
            lemmas=["kept"] if case.given else [],
            rounds=case.rounds,
        )
        said[found.verdict] += 1
        if found.verdict != "unknown":
            asked = {"x": x, "o": o, "game": game, "const": const, "strategies": [folder]}
            second = prove(case.claim, engine="explicit", **asked)  # type: ignore[arg-type]
            assert second.verdict == found.verdict
            assert case.holds() == (found.verdict == "proved")

    check()
    # it would be easy to be right by proving nothing, or only what nobody could break
    assert said["proved"] > 3, said
    assert said.total() - said["proved"] > 2, said
