"""Lists whose `pick` names no single action in some play: of these no claim is proved or refuted.

The list that is given has none, but among those that a search goes through there are some.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run
from tables import contents

from ttt_asp.analyses.fill import fill as searches
from ttt_asp.analyses.repair import repair as repairs

# o takes the token to N, from 1 to 5; there x wins by 10+N, and loses by 20+N.
GAME = contents("analyses/picks_in_lists_game.lp")
TACTICS = {"save": (11, 12), "keep": (21, 13), "bad": (22, 24, 25), "good": (15,)}
# The order has nothing to say at 2; at 1 and 4 it is right, at 3 and 5 wrong.
ORDER = [11, 21, 14, 24, 23, 13, 25, 15]
ASKED = ("-g", "walk.lp", "-S", "mine")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        f"tactics/{name}.lp": "".join(f"suggests({name},P,go({n})) :- role(P).\n" for n in moves)
        for name, moves in TACTICS.items()
    }
    ranks = (f"order(ord,go({n}),{rank}) :- role(x).\n" for rank, n in enumerate(ORDER))
    texts["orders/ord.lp"] = "".join(ranks)
    for name, text in texts.items():
        path = Path("mine", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    Path("walk.lp").write_text(GAME, encoding="utf-8")


@pytest.fixture(params=["everywhere", "by candidates"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by candidates":
        for module in (searches, repairs):
            monkeypatch.setattr(module, "choices_everywhere", lambda *_: None)


@pytest.mark.usefixtures("_way")
def test_the_shortest_list(run: Run) -> None:
    """Without `bad`, which decides at 2, a play shows a win, but another one is none."""
    strategy = "first(bad, pick(any, ord))"
    done = run("shorten", "x can win", "--x", strategy, "--pool", "bad", *ASKED, "--json")
    assert done.status == 0, done.err
    plain = json.loads(done.out)
    assert (plain["own"]["cost"], plain["pool"]["cost"]) == (2, 2)


@pytest.mark.usefixtures("_way")
def test_the_smallest_repair(run: Run) -> None:
    """Without `save` the pick is asked at 2, which is said instead of a verdict."""
    asked = ("x never loses", "--x", "first(keep, bad, pick(any, ord))", "--pool", "save,good")
    told = run("repair", *asked, *ASKED).out
    assert "\nfirst(save, keep, good, pick(any, ord))\n  x never loses: proved" in told
    assert "Without it: no verdict, as a pick names no single action.\n" in told
    assert "Without it: refuted (this play breaks the claim).\n" in told
