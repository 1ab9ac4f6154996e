"""Drawn strategies and lemmas on narrow boards of any height: what is proved holds up to height 8.

The oracle goes through all positions that plays come to, in plain Python. Most of what is drawn is
a theorem with one thing in it another: so some of it is proved, and much is false.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
import test_every_size
from conftest import HUNT, NEEDS_Z3, write
from oracle_narrow import (
    Narrow,
    Rules,
    Said,
    first,
    free,
    holds_of,
    inside,
    left,
    marked,
    negated,
    number,
    reached,
    tactic,
    whole,
)
from test_every_size import proved_by_solver

from ttt_asp import Verdict, prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, Unsuited
from ttt_asp.extensions.sizes.certificate import proof_kept, verify_questions, verify_sizes
from ttt_asp.extensions.sizes.condition import sizes_of
from ttt_asp.extensions.sizes.decision_procedures import EFFORTS
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

# The most positions that are gone through at one size, and the largest one.
POSITIONS, HIGHEST = 40_000, 8
# Of this seed's theorem and the next one's the first is proved; the other one is false.
FIRST = 5
GAMES = {"fall": "connect_four", "marks": "tictactoe", "chomp": "chomp"}
HEIGHTS = {
    "rows > 0": lambda n: n > 0,
    "rows > 1": lambda n: n > 1,
    "rows > 0, rows \\ 2 = 0": lambda n: n > 0 and n % 2 == 0,
    "rows > 0, rows \\ 2 = 1": lambda n: n > 0 and n % 2 == 1,
    "rows > 2, (rows-1) \\ 3 = 0": lambda n: n > 2 and n % 3 == 1,
}
EVEN, ODD = (
    number("I \\ 2 = 0", lambda i, *_: i % 2 == 0),
    number("I \\ 2 = 1", lambda i, *_: i % 2),
)
NUMBERS = (
    EVEN,
    ODD,
    number("I = 1", lambda i, *_: i == 1),
    number("I > 1", lambda i, *_: i > 1),
    number("J = 1", lambda _, j, *__: j == 1),
    number("J = 2", lambda _, j, *__: j == 2),
    number("I = rows", lambda i, _, n: i == n),
    number("(rows-I) \\ 2 = 1", lambda i, _, n: (n - i) % 2 == 1),
    number("(I-rows) \\ 2 = -1", lambda i, _, n: (n - i) % 2 == 1),
    number("rows/2 < I", lambda i, _, n: n // 2 < i),
    number("(1-I)/2 = 0", lambda i, *_: i <= 2),
)
MARKS = (
    *(marked(role, 1, 0) for role in "xoPQ"),
    *(marked(role, -1, 0) for role in "xoPQ"),
    *(negated(marked(role, 1, 0)) for role in "xoPQ"),
    inside(1, 0),
    negated(inside(1, 0)),
    free(-1, 0),
    marked("Q", 0, 1),
    marked("Q", 0, -1),
)
CHOCOLATE = (
    left("1", 0), left("1", 1), left("I+1", 0), left("I", 1), left("2", 0),
    *map(negated, (left("1", 1), left("I+1", 0), left("I", 1), left("I+1", -1), left("I+1", 1))),
)  # fmt: skip


@dataclass(frozen=True)
class Theorem:
    """A claim about a board, and all that it rests on.

    Attributes:
        role: whose tactic it is; x plays anything where it is o's, and o where it is x's.
        rules: of the tactic. broken: what the lemma says that no square is.
        needs: the lemma says instead that the tactic recommends something to x.
        alone: nothing is recommended where the tactic says nothing; else any move is.
    """

    kind: str
    line: int
    every: str
    role: str
    claim: str
    rules: Rules
    broken: Rules = ()
    needs: bool = False
    alone: bool = True


# Take what is on top of the other's marks, at even heights: x has only odd ones then, o even ones.
ON_TOP = Theorem(
    "fall", 4, "rows > 0, rows \\ 2 = 0", "o", "o never loses",
    ((ODD, marked("Q", 1, 0)),),
    ((ODD, marked("x", 0, 0)), (EVEN, marked("o", 0, 0)),
     (EVEN, marked("x", 0, 0), negated(marked("o", -1, 0)))),
)  # fmt: skip
# The first and the second square of a column are partners, the third and the fourth, and so on.
PARTNERS = Theorem(
    "marks", 3, "rows > 0, rows \\ 2 = 0", "o", "o never loses",
    ((ODD, marked("Q", 1, 0)), (EVEN, marked("Q", -1, 0))),
    ((ODD, marked("x", 0, 0), negated(marked("o", 1, 0))),
     (EVEN, marked("x", 0, 0), negated(marked("o", -1, 0))),
     (ODD, marked("o", 0, 0), negated(marked("x", 1, 0))),
     (EVEN, marked("o", 0, 0), negated(marked("x", -1, 0)))),
)  # fmt: skip
# Leave the second column with one square fewer than the first.
FEWER = Theorem(
    "chomp", 0, "rows > 0", "x", "x never loses",
    ((number("J = 2", lambda _, j, *__: j == 2), negated(left("I+1", -1))),
     (number("J = 1, I > 1", lambda i, j, _: j == 1 and i > 1), negated(left("I-1", 1)),
      whole("left(cell(K,2)) : square(cell(K,2)), K < I-1"))),
    needs=True,
)  # fmt: skip


def changed(random: Random, rules: Rules, more: tuple[Said, ...]) -> Rules:
    """Rules, some of them without a condition, or with another one."""
    found = list[tuple[Said, ...]]()
    for rule in rules:
        conditions = list(rule)
        if random.random() < 0.15 and len(conditions) > 1:
            conditions.remove(random.choice(conditions))
        if random.random() < 0.2:
            conditions.append(random.choice((*NUMBERS, *more)))
        if random.random() < 0.9:
            found.append(tuple(conditions))
    return tuple(found or rules)


def drawn(random: Random) -> Theorem:
    """A theorem with something in it another, or the same."""
    theorem = random.choice((ON_TOP, PARTNERS, FEWER))
    more = CHOCOLATE if theorem is FEWER else MARKS
    rules = changed(random, theorem.rules, more)
    broken = changed(random, theorem.broken, more) if theorem.broken else ()
    line = random.choice((theorem.line, theorem.line, 1, 2, 3))
    claims = [theorem.claim] * 3 + ["x never wins", "o never wins", "o never ties"]
    every = random.choice((theorem.every, *HEIGHTS))
    alone = random.random() < 0.6
    return replace(theorem, line=line, every=every, claim=random.choice(claims),
                   rules=rules, broken=broken, alone=alone)  # fmt: skip


def written(rules: Rules, heads: str, begin: str) -> str:
    """Rules in words of clingo's; a comma would go on with a condition."""
    return "".join(
        f"{heads} :- {'; '.join([begin, *(said.text for said in rule)])}.\n" for rule in rules
    )


def posed(theorem: Theorem, folder: Path) -> Problem:
    """The question, its tactic and its lemma written into files."""
    end = f"\n% game {GAMES[theorem.kind]}\n"
    begin, action = "opponent(P,Q); square(cell(I,J))", "mark(cell(I,J))"
    begin += {"fall": "; playable(cell(I,J))", "marks": "; free(cell(I,J))"}.get(theorem.kind, "")
    if theorem.kind == "chomp":
        begin, action = f"{begin}; left(cell(I,J))", "eat(cell(I,J))"
    suggests = written(theorem.rules, f"suggests(drawn,P,{action})", begin)
    write(folder / "tactics/drawn.lp", f"%*! Drawn.\n\nSource: our own. *%\n{suggests}{end}")
    lemma = "lemma(kept_so) :- suggests(drawn,x,_).\n"
    if not theorem.needs:
        lemma = "lemma(kept_so) :- not kept_so_broken.\n"
        lemma += "kept_so_broken :- 1 = 2.\n"
        begin = "mover(P); opponent(P,Q); square(cell(I,J))"
        lemma += written(theorem.broken, "kept_so_broken", begin)
    write(folder / "lemmas/kept_so.lp", f"%*! kept_so: drawn. *%\n{lemma}{end}")
    const = {"cols": "2"} | ({} if theorem.kind == "chomp" else {"line": str(theorem.line)})
    plays = {theorem.role: "drawn" if theorem.alone else "first(drawn, any)"}
    return read(Question(theorem.claim, plays, GAMES[theorem.kind], const, None, ("kept_so",),
                         (folder,), theorem.every), Deadline())  # fmt: skip


def refutation(theorem: Theorem, rows: int) -> str:
    """What is wrong at a height; empty where nothing is, or where there are too many positions."""
    game = Narrow(theorem.kind, rows, 2, theorem.line)
    own = tactic(theorem.rules)
    strategy = own if theorem.alone else first(own)
    positions = reached(game, {theorem.role: strategy}, POSITIONS)
    if positions is None:
        return ""
    found, stuck = positions
    role, _, word = theorem.claim.split()
    other = "o" if role == "x" else "x"
    wrong = {"loses": other, "wins": role, "ties": "-"}[word]
    for here in found:
        ended = game.winner(here)
        if ended == wrong:
            return f"the claim, at {here}"
        if not ended and here.mover == "x":
            holds = (
                bool(own(game, here))
                if theorem.needs
                else not any(
                    holds_of(game, here, theorem.broken, square) for square in game.all_squares
                )
            )
            if not holds:
                return f"the lemma, at {here}"
    return "somebody is stuck" if stuck else ""


@pytest.fixture
def glancing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver does not look long."""
    monkeypatch.setitem(EFFORTS, "look", EFFORTS["glance"])


@NEEDS_Z3
@pytest.mark.dear
@pytest.mark.hunt
@pytest.mark.usefixtures("glancing")
@pytest.mark.parametrize("seeds", [range(n, n + 2) for n in range(FIRST, FIRST + 2 * HUNT, 2)])
def test_what_is_proved_of_narrow_boards_holds_up_to_a_height(seeds: range, tmp_path: Path) -> None:
    """The solver alone: no small size is looked at before."""
    proved = list[int]()
    for seed in seeds:
        theorem = drawn(Random(seed))
        try:
            problem = posed(theorem, tmp_path / str(seed))
            proof = proved_by_solver(problem)
        except (InputError, Unsuited):  # clingo does not take it, or it has no translation
            continue
        if proof is not None:
            proved.append(seed)
            for rows in range(1, HIGHEST + 1):
                if HEIGHTS[theorem.every](rows):
                    assert sizes_of(problem).allows((rows,))
                    assert refutation(theorem, rows) == "", (seed, rows)
    assert proved == [FIRST] or seeds.start > FIRST


@NEEDS_Z3
@pytest.mark.dear
@pytest.mark.usefixtures("glancing")
@pytest.mark.parametrize("theorem", [ON_TOP, PARTNERS, FEWER], ids=lambda one: str(one.kind))
def test_the_theorems_are_proved(theorem: Theorem, tmp_path: Path) -> None:
    """So the texts of clingo's that others are drawn from are understood."""
    assert proved_by_solver(posed(theorem, tmp_path)) is not None


@pytest.mark.parametrize("theorem", [ON_TOP, PARTNERS, FEWER])
def test_the_theorems_hold_at_small_heights(theorem: Theorem) -> None:
    for rows in range(1, 5):
        if HEIGHTS[theorem.every](rows):
            assert refutation(theorem, rows) == ""
    if theorem is FEWER:
        assert refutation(replace(theorem, rules=theorem.rules[:1]), 3)
        assert refutation(replace(theorem, rules=theorem.rules[1:]), 3)
    else:
        assert refutation(theorem, 3)
        assert refutation(replace(theorem, line=2), 4)


# --- theorems of the library ----------------------------------------------------------------------


EVENS = r"""%*! evens: x has only odd heights, o only even ones, one on each square of x. *%
lemma(evens) :- not evens_broken.
evens_broken :- marked(x,cell(I,J)), I \ 2 = 1.
evens_broken :- marked(o,cell(I,J)), I \ 2 = 0.
evens_broken :- marked(x,cell(I,J)), I \ 2 = 0, not marked(o,cell(I-1,J)).

% game connect_four rows=4 cols=3
"""


def claimed(folder: Path, every: str, columns: int) -> Verdict:
    """The verdict on claimeven as o, with the lemma, in a folder of strategies."""
    write(folder / "lemmas/evens.lp", EVENS)
    return prove("o never loses", o="claimeven", game="connect_four", const={"cols": columns},
                 every=every, lemmas=["evens"], strategies=folder)  # fmt: skip


@NEEDS_Z3
@pytest.mark.dear
@pytest.mark.no_cover
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_the_second_player_answers_on_top_at_any_even_height(tmp_path: Path, columns: int) -> None:
    assert claimed(tmp_path, "rows > 0, rows \\ 2 = 0", columns).verdict == "proved"


@NEEDS_Z3
@pytest.mark.dear
@pytest.mark.no_cover
@pytest.mark.parametrize("every", ["rows > 0, rows \\ 2 = 1", "rows > 0"])
def test_nothing_of_it_holds_at_an_odd_height(tmp_path: Path, every: str) -> None:
    found = claimed(tmp_path, every, 2)
    assert found.verdict == "unknown" and found.reason.startswith("at rows = 3 a round from ")


@NEEDS_Z3
@pytest.mark.dear
@pytest.mark.no_cover
def test_the_texts_of_its_proof_are_generated_anew(tmp_path: Path) -> None:
    """Where the search went astray on its way to them, too: that is in no certificate."""
    write(tmp_path / "lemmas/evens.lp", EVENS)
    problem = test_every_size.posed(
        "o never loses", "rows > 0, rows \\ 2 = 0", {"o": "claimeven"}, "connect_four",
        const={"cols": "1"}, lemmas=("evens",), folders=(tmp_path,),
    )  # fmt: skip
    held = proof_kept(problem, engine("sizes").prove(problem, Limits()), Limits())
    verify_sizes(held, Deadline())
    verify_questions(held, open_library([tmp_path]), Deadline())
