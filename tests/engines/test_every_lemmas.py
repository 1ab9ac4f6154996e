"""Lemmas that are looked for, for every size: residues, and numbers that are equal."""

from pathlib import Path

from tables import contents

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.engines.sizes.lemmas import candidates
from ttt_asp.limits import Limits

TURNS = contents("engines/every_lemmas_turns.lp")
HEAPS = contents("engines/every_lemmas_heaps.lp")
LEVEL = """suggests(level,P,take(a)) :- role(P), true(heap(a,N)), true(heap(b,M)), N > M.
suggests(level,P,take(b)) :- role(P), true(heap(a,N)), true(heap(b,M)), N < M.
"""
STONE = contents("engines/every_lemmas_stone.lp")
BACK = """suggests(level,P,up) :- role(P), true(at(I,J)), I > J.
suggests(level,P,aside) :- role(P), true(at(I,J)), I < J.
"""


def asked(folder: Path, name: str, rules: str, tactic: str, every: str) -> Question:
    (folder / "tactics").mkdir()
    (folder / "tactics/level.lp").write_text(f"%*! level: make two numbers equal. *%\n{tactic}")
    (folder / f"{name}.lp").write_text(rules + TURNS, "utf-8")
    return Question("o never loses", {"o": "first(level, any)"}, str(folder / f"{name}.lp"),
                    folders=(folder,), every=every)  # fmt: skip


def test_numbers_that_are_equal_are_found(tmp_path: Path) -> None:
    problem = read(asked(tmp_path, "heaps", HEAPS, LEVEL, "stones > 0"), Deadline())
    found = engine("sizes").prove(problem, Limits())
    assert (found.verdict, found.words) == ("proved", ("true(heap(a,N)), true(heap(b,N))",))
    without = engine("sizes").prove(problem, Limits(find_lemmas=False))
    assert without.verdict == "unknown"


def test_the_order_of_what_is_looked_for(tmp_path: Path) -> None:
    question = asked(tmp_path, "heaps", HEAPS, LEVEL, "stones > 0, stones \\ 2 = 1")
    texts = [one.sources[0].text.decode() for one in candidates(read(question, Deadline()), ())]
    said = [text.partition(":- ")[2].strip() for text in texts]
    assert said == [
        "true(heap(a,N)), N \\ 2 = 1.",
        "true(heap(b,N)), N \\ 2 = 1.",
        "suggests(level,o,_).",
        "true(heap(a,N)), true(heap(b,N)).",
    ]


def test_the_two_numbers_of_one_fluent(tmp_path: Path) -> None:
    question = asked(tmp_path, "stone", STONE, BACK, "side > 1")
    texts = [one.sources[0].text.decode() for one in candidates(read(question, Deadline()), ())]
    said = [text.partition(":- ")[2].strip() for text in texts]
    assert said == ["suggests(level,o,_).", "true(at(N,N))."]
