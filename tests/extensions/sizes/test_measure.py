"""A measure that is given with a lemma: plays end as it falls from round to round."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import NEEDS_Z3, write
from tables import contents, tabled
from test_every_size import proved_by_solver

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.format import read as read_certificate
from ttt_asp.extensions.sizes.certificate import proof_kept, verify_questions, verify_sizes
from ttt_asp.extensions.sizes.formulas import Holds, Junction, Quantified
from ttt_asp.extensions.sizes.integers import Arithmetic, Name, Number, Term
from ttt_asp.extensions.sizes.obligations import shifted
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library
from ttt_asp.verdict import Verdict

pytestmark = NEEDS_Z3

# Of two numbers one falls with each move, and the other one may rise: 2N+M moves are left.
COINS = contents("extensions/sizes/measure_coins.lp")
LEMMA = contents("extensions/sizes/measure_worth.lp")
# The same game with ties only, at one size.
TIE = "always tie", "ties.lp", "induction"
HELD = "measure(2*N+M) :- true(big(N)), true(small(M))."


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    goals = COINS.replace("goal(P,0)", "goal(P,50)").replace("goal(Q,100)", "goal(Q,50)")
    write(tmp_path / "ties.lp", goals)
    write(tmp_path / "coins.lp", COINS)
    return tmp_path


def posed(
    folder: Path, measure: str, claim: str = "o always wins", game: str = "coins.lp",
    name: str = "sizes",
) -> Problem:  # fmt: skip
    write(folder / "lemmas/worth.lp", LEMMA + measure)
    question = Question(claim, {}, str(folder / game), {"big": "4"} if name != "sizes" else {},
                        lemmas=("worth",), folders=(folder,),
                        every="big > 0" if name == "sizes" else None)  # fmt: skip
    return read(question, Deadline())


def proved(folder: Path, measure: str, *more: str) -> Verdict:
    name = more[-1] if more == TIE else "sizes"
    return engine(name).prove(posed(folder, measure, *more), Limits())


@tabled()
def test_what_is_wrong_with_a_measure_is_said_and_shown(
    coins: Path, measure: str, what: str
) -> None:
    found = proved(coins, measure, *TIE)
    assert found.verdict == "unknown" and found.play is not None
    assert f"{what} ({coins}/lemmas/worth.lp:3:1)" in found.reason


def test_a_measure_that_some_large_position_does_not_have(coins: Path) -> None:
    """None that is looked at is so large."""
    found = proved(coins, f"{HELD[:-1]}, N < 20.")
    assert found.verdict == "unknown" and found.play is None
    assert "begins at a position that has no measure" in found.reason
    assert "worth.lp:3:1" in found.reason


def test_a_measure_of_one_size_for_ties_by_induction(coins: Path) -> None:
    assert proved(coins, HELD, *TIE).verdict == "proved"
    found = proved(coins, "", *TIE)
    assert found.verdict == "unknown" and "takes marks away, or adds none" in found.reason


def test_claims_with_never_do_not_ask_for_a_measure(coins: Path) -> None:
    assert proved(coins, "measure(5).", "x never wins").verdict == "proved"


def test_a_measure_alone_proves_that_plays_end(coins: Path) -> None:
    """A file of its own, which names no lemma; what the other file says is needed too."""
    write(coins / "lemmas/purse_left.lp", f"%*! what is left. *%\n{HELD}\n")
    write(coins / "lemmas/worth.lp", LEMMA)
    question = Question("o always wins", {}, str(coins / "coins.lp"), {}, folders=(coins,),
                        lemmas=("worth", "purse_left"), every="big > 0")  # fmt: skip
    problem = read(question, Deadline())
    found = engine("sizes").prove(problem, Limits())
    assert found.verdict == "proved", found.reason
    assert found.lemmas == ("purse", "one_turn", "first_mover", "worth")
    assert f"the measure of {coins}/lemmas/purse_left.lp:2:1 falls" in found.reason
    held = read_certificate(json.dumps(proof_kept(problem, found, Limits())).encode())
    asked = [one["about"] for one in held["questions"] if one["half"] == "end" and one["steps"]]
    assert asked == ["unmeasured", "ambiguous", "negative", "rising"]
    verify_sizes(held, Deadline())
    derived = verify_questions(held, open_library((coins,)), Deadline())
    assert "The measure purse_left is written as lemmas have to be." in derived.facts
    for one in held["questions"][-4:]:
        less = {**held, "questions": [other for other in held["questions"] if other != one]}
        with pytest.raises(Rejected, match="of the end of plays there are not all"):
            verify_sizes(less, Deadline())


TWICE = Arithmetic("-", (Name("N"), Arithmetic("*", (Number(2), Name("M")))))


@pytest.mark.parametrize(
    ("other", "plain"),
    [(TWICE, True), (Arithmetic("+", (Arithmetic("*", (Number(2), Name("N"))), Name("M"))), False)],
)
def test_other_integers_say_the_same(other: Term, plain: bool) -> None:
    """`some N, M: p(M) and q(N-2*M)` is `some N, M: p(M) and q(N)`; with 2*N+M it is not."""
    here, there = Holds("p", (Name("M"),)), Holds("q", (other,))
    said = Quantified(
        "exists", ("N",), Quantified("exists", ("M",), Junction("and", (here, there)))
    )
    found = shifted(said)
    wanted = Holds("q", (Name("N"),)) if plain else there
    assert found == Quantified("exists", ("N", "M"), Junction("and", (here, wanted)))


# --- some of many, held against Python -----------------------------------------------------------

Measure = Callable[[int, int], list[int]]


def moves(n: int, m: int) -> list[tuple[int, int]]:
    """Change a big coin into two small ones, one of which is given away; or give a small one."""
    return [(n - 1, m + 1)] * (n > 0) + [(n, m - 1)] * (m > 0)


def holds(measure: Measure, size: int) -> bool:
    """Whether it shows, at a size, that plays end: as the documents say it."""
    begins = [(n, m) for n in range(size + 1) for m in range(0, size - n + 1, 2) if n + m > 0]
    for here in begins:
        numbers = measure(*here)
        if len(numbers) != 1 or numbers[0] < 0:
            return False
        for there in (last for middle in moves(*here) for last in moves(*middle)):
            if there != (0, 0) and not all(n < numbers[0] for n in measure(*there)):
                return False
    return True


@pytest.mark.no_cover
@tabled()
def test_measures_of_which_none_that_is_wrong_is_accepted(
    big: int, small: int, rest: int, twice: bool, most: int | None, right: bool, coins: Path
) -> None:
    def measure(n: int, m: int) -> list[int]:
        value = big * n + small * m + rest
        return [] if most is not None and n >= most else [value, value + 1][: 1 + twice]

    body = "true(big(N)), true(small(M))" + (f", N < {most}" if most is not None else "")
    also = "+(0;1)" if twice else ""
    problem = posed(coins, f"measure({big}*N+({small})*M+({rest}){also}) :- {body}.")
    found = engine("sizes").prove(problem, Limits())
    wrong = [size for size in range(1, 9) if not holds(measure, size)]
    assert bool(wrong) != right
    assert found.verdict == ("proved" if right else "unknown"), found.reason
    assert right or (found.const == {"big": wrong[0]} and found.play is not None)
    # the solver alone, which is not told of the small size
    assert (proved_by_solver(problem) is not None) == right
