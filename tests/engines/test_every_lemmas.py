"""Lemmas that are looked for, for every size: residues, and numbers that are equal."""

from pathlib import Path

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.engines.sizes.lemmas import candidates
from ttt_asp.limits import Limits

TURNS = """
base(turn(P)) :- role(P).
init(turn(x)).
next(turn(Q)) :- mover(P), opponent(P,Q).
to_move(turn(P),P) :- role(P).
goal(P,0) :- mover(P).
goal(Q,100) :- mover(P), opponent(P,Q).
"""
HEAPS = """%*! heaps: take one stone from one of two heaps; who takes the last one wins. *%
#const stones = 3.
invalid("stones must be 1 or more") :- stones < 1.
base(heap(a,0..stones)).
base(heap(b,0..stones)).
init(heap((a;b),stones)).
legal(P,take(H)) :- mover(P), true(heap(H,N)), N > 0.
next(heap(H,N-1)) :- does(P,take(H)), true(heap(H,N)).
next(heap(H,N)) :- does(P,take(G)), true(heap(H,N)), G != H.
terminal :- true(heap(a,0)), true(heap(b,0)).
lemma(two_heaps) :- 1 = #count { N : true(heap(a,N)) }, 1 = #count { N : true(heap(b,N)) }.
"""
LEVEL = """suggests(level,P,take(a)) :- role(P), true(heap(a,N)), true(heap(b,M)), N > M.
suggests(level,P,take(b)) :- role(P), true(heap(a,N)), true(heap(b,M)), N < M.
"""
STONE = """%*! stone: move a stone up or to the left by one; who comes to the corner wins. *%
#const side = 3.
invalid("side must be 1 or more") :- side < 1.
base(at(1..side,1..side)).
init(at(side,side)).
legal(P,up) :- mover(P), true(at(I,J)), I > 1.
legal(P,aside) :- mover(P), true(at(I,J)), J > 1.
next(at(I-1,J)) :- does(P,up), true(at(I,J)).
next(at(I,J-1)) :- does(P,aside), true(at(I,J)).
terminal :- true(at(1,1)).
lemma(one_place) :- true(at(I,J)), not one_place_twice.
one_place_twice :- true(at(I,J)), true(at(M,N)), I != M.
one_place_twice :- true(at(I,J)), true(at(M,N)), J != N.
"""
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
