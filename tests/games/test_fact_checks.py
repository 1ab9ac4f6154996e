"""Facts of games that are refused, and those that are not, before anything rests on them."""

from __future__ import annotations

import clingo
from tables import constant, tabled

from ttt_asp.games.fact_checks import KINDS, wrong_facts
from ttt_asp.lp.source import parse

# A game with a fact of every kind.
RIGHT: str = constant(__file__, "RIGHT")


def said(text: str) -> list[str]:
    """What is wrong with facts, each in a line of its own."""
    facts: dict[str, tuple[tuple[clingo.Symbol, ...], ...]] = {}
    for line in text.split():
        fact = clingo.parse_term(line.rstrip("."))
        facts[fact.name] = (*facts.get(fact.name, ()), tuple(fact.arguments))
    found = [*wrong_facts(facts, [parse(text.encode(), "it.lp")])]
    assert all(str(one.location).startswith("it.lp:") for one in found)
    return [one.message for one in found]


def test_what_is_right_is_taken() -> None:
    assert said(RIGHT) == []
    assert {name for name, _ in KINDS} <= {line.partition("(")[0] for line in RIGHT.split()}


@tabled()
def test_a_fact_is_refused(fact: str, reason: str) -> None:
    name = fact.partition("(")[0]
    rest = [line for line in RIGHT.split() if not line.startswith(f"{name}(")]
    assert said("\n".join([*rest, fact])) == [f"{fact.rstrip('.')}: {reason}"]


@tabled()
def test_a_board_is_refused(facts: str, reason: str) -> None:
    assert said(f"role(x).\n{facts}") == [reason] * bool(reason)
