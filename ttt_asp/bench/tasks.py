"""What `ttt-asp bench` times: the paper's claims, match-ups, pairings, and searches."""

import runpy
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ttt_asp.analyses.fill.fill import fill
from ttt_asp.analyses.fill.result import Wanted
from ttt_asp.analyses.fill.task import read_task
from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import find_pairing
from ttt_asp.bench.timing import Row, Task, afresh
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, peak
from ttt_asp.engines import bounded
from ttt_asp.engines.answer import answer
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.paths import ROOT, STRATEGIES
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load
from ttt_asp.positions.outcomes import outcomes
from ttt_asp.strategies.library import open_library

# Seconds after which the bounded engine has to give up on a match-up.
LIMIT = 10.0
# A breadth-first search in plain Python; in a checkout only.
YARDSTICK = ROOT / "benchmarks" / "breadth_first.py"
# Match-ups: x, o and a claim about both.
SMALL = (
    ("any", "any", "x never loses"),
    ("good_for_x", "any", "x never loses"),
    ("good_for_x", "edge_mistake", "x always wins"),
    ("good_for_x", "good_for_o", "always tie"),
    ("any", "good_for_o", "o never loses"),
    ("any", "good_for_x", "o never loses"),
    ("any", "edge_mistake", "o never loses"),
)
LARGE = (("any", "spoiler", "o never loses"), ("any", "any", "x never loses"))
# Boards on which o answers by pairs; of the last one the lemma is not looked for.
SIDES, CUBE = (5, 8, 12, 20), {"side": "8", "dim": "3"}


# Claims about every size: the name of the row, and what is asked.
THEOREMS = {
    "bricks, 3 divides them": Question("o always wins", {"o": "three_by_three"}, "pick_up_bricks",
                                       every="bricks > 0, bricks \\ 3 = 0"),
    "bricks, 3 does not": Question("x always wins", {"x": "three_by_three"}, "pick_up_bricks",
                                   every="bricks > 0, bricks \\ 3 != 0"),
    "chomp, n x n": Question("x always wins", {"x": "mirror_arms"}, "chomp",
                             lemmas=("arms_differ",), every="rows = cols, rows > 1"),
    "chomp, 2 x n": Question("x always wins", {"x": "lag_behind"}, "chomp",
                             lemmas=("rows_differ",), every="rows = 2, cols > 0"),
}  # fmt: skip


class Search(NamedTuple):
    """A search for fillings: who never loses, the term, which of them, and operators of pairs."""

    name: str
    roles: str
    term: str = "first(..., any)"
    wanted: Wanted = Wanted(shortest=True)
    pairs: tuple[str, ...] = ()


SEARCHES = (
    Search("3x3", "x"),
    Search("3x3", "o"),
    Search("3x3", "x o"),
    Search("3x3 with refine", "x o", pairs=("refine",)),
    Search("3x3, all", "o", "first(?, ?, ?, ?, ?, any)", Wanted(every=True)),
)


def board(side: int) -> dict[str, str]:
    """The constants of a square board whose lines go from side to side."""
    return dict.fromkeys(("rows", "cols", "line"), str(side))


def paper() -> list[Task]:
    """The paper's claims, files read afresh."""
    entries = read_claims(STRATEGIES / "claims" / "nakas.toml")
    asked = [(entry.id, entry.question(open_library().folders)) for entry in entries]
    return [Task(partial(_asked, name, one.claim, "bounded", one)) for name, one in asked]


def match_ups(large: bool) -> list[Task]:
    """Match-ups gone through by the explicit engine, by plain Python, and asked of the bounded one.

    Reading is in no time. The others come last: what is given up works on, and takes memory.

    Args:
        large: also boards of 4x4.
    """
    works = [(*one, 3) for one in SMALL] + [(*one, 4) for one in LARGE if large]
    plain = [one for one in works if one[:2] == ("any", "any") and YARDSTICK.is_file()]
    return [
        *(Task(partial(_explored, *one), one[3] > 3) for one in works),
        *(Task(partial(_in_python, *one), one[3] > 3) for one in plain),
        *(Task(partial(_bounded, *one), True) for one in works),
    ]


def induction() -> list[Task]:
    """Pairings found, and proofs that they are enough, the lemma given or found."""
    boards = [(f"{n}x{n}", "tictactoe", board(n)) for n in SIDES]
    cube = ("^".join(CUBE.values()), "hypercube", CUBE)
    return [
        *(Task(partial(_paired, *one)) for one in (*boards, cube)),
        *(Task(partial(_proved, *one, given=True)) for one in (*boards, cube)),
        *(Task(partial(_proved, *one, given=False)) for one in boards),
    ]


def every_size() -> list[Task]:
    """Claims about every size, the look at the smallest ones included."""
    return [
        Task(partial(_asked, name, f"{one.claim}, for every size with {one.every}", "auto", one))
        for name, one in THEOREMS.items()
    ]


def searches(large: bool) -> list[Task]:
    """Searches for strategies that never lose, proofs by the engines included.

    Args:
        large: also one on 4x4.
    """
    found = [Task(partial(_filled, one, {})) for one in SEARCHES]
    four = partial(_filled, Search("4x4", "o"), board(4))
    return [*found, *([Task(four, True)] if large else [])]


def _asked(name: str, claim: str, engine: str, question: Question, by: str = "") -> Row:
    """An answer of an engine, files read afresh."""
    begun, deadline = afresh(), Deadline()
    problem = read(question, deadline)
    reading = time.perf_counter() - begun
    found = answer(problem, engine, Limits(deadline))
    _heed(found.stopped)
    said = found.as_json()
    parts = {part: spent for part, spent in said["seconds"].items() if spent}
    seconds = {"read": reading, **parts, "total": said["seconds"]["total"] + reading}
    return Row(name, claim, by or engine, found.verdict, said["statistics"], seconds)


def _explored(x: str, o: str, claim: str, side: int) -> Row:
    afresh()
    problem = read(Question(claim, {"x": x, "o": o}, const=board(side)), Deadline())
    limits = Limits(count=side < 4)
    begun = time.perf_counter()
    machine = load(problem, limits.deadline)
    ground = time.perf_counter()
    found = explore(problem, machine, limits)
    done = time.perf_counter()
    _heed(found.stopped.kind if found.stopped else "")
    ended = found.agreeing if problem.claim.quantifier == "never" else found.against
    verdict = "refuted" if ended else "proved" if found.complete else "unknown"
    said: dict[str, object] = {"positions": found.positions} if found.complete else {}
    if plays := outcomes(found) if found.complete else None:
        said["plays"] = plays
    if side > 3:
        said["peak_memory"] = peak()
    seconds = {"ground": ground - begun, "explore": done - ground, "total": done - begun}
    verdict = "incomplete" if found.stuck else verdict
    return Row(f"{side}x{side} {x}/{o}", claim, "explicit", verdict, said, seconds)


def _in_python(x: str, o: str, claim: str, side: int) -> Row:
    search = runpy.run_path(str(YARDSTICK))["explore"]
    begun = time.perf_counter()
    found = search(side, side, side, side < 4)
    seconds = {"total": time.perf_counter() - begun}
    said = {"positions": found.positions}
    return Row(f"{side}x{side} {x}/{o}", claim, "plain Python", "", said, seconds)


def _bounded(x: str, o: str, claim: str, side: int) -> Row:
    afresh()
    problem = read(Question(claim, {"x": x, "o": o}, const=board(side)), Deadline())
    begun = time.perf_counter()
    found = bounded.prove(problem, Limits(Deadline(LIMIT)))
    seconds = {"total": time.perf_counter() - begun}
    _heed(found.stopped)
    said = {"given_up": found.reason} if found.verdict == "unknown" else {}
    return Row(f"{side}x{side} {x}/{o}", claim, "bounded", found.verdict, said, seconds)


def _paired(name: str, game: str, const: Mapping[str, str]) -> Row:
    begun = afresh()
    found = find_pairing(load_game(game, const), Deadline())
    seconds = {"total": time.perf_counter() - begun}
    said = {"lines": len(found.lines)}
    return Row(
        name, "there is a pairing", found.means, "yes" if found.there else "no", said, seconds
    )


def _proved(name: str, game: str, const: Mapping[str, str], given: bool) -> Row:
    found = find_pairing(load_game(game, const), Deadline())
    with tempfile.TemporaryDirectory() as place:
        write_pairing(found, Path(place), "pairing")
        lemmas = ("pairing_kept",) if given else ()
        asked = Question("o never loses", {"o": "by_pairing"}, game, const, None, lemmas,
                         (Path(place),))  # fmt: skip
        by = f"induction, lemma {'given' if given else 'found'}"
        return _asked(name, asked.claim, "induction", asked, by)


def _filled(search: Search, const: Mapping[str, str]) -> Row:
    roles = search.roles.split()
    claims = [f"{role} never loses" for role in roles]
    begun = afresh()
    asked = [
        Question(claim, {role: search.term}, const=const)
        for claim, role in zip(claims, roles, strict=True)
    ]
    task = read_task(asked, None, search.pairs, 8, False, Deadline())
    reading = time.perf_counter()
    found = fill(task, search.wanted, Limits())
    done = time.perf_counter()
    _heed(found.stopped)
    said = {"fillers": len(task.pool.fillers), "choices": found.positions,
            "tried": found.candidates, "tactics": found.cost, "number": found.number}  # fmt: skip
    known = {what: many for what, many in said.items() if many is not None}
    seconds = {"read": reading - begun, "search": done - reading, "total": done - begun}
    return Row(search.name, ", ".join(claims), f"fill {search.term}", found.answer, known, seconds)


def _heed(stopped: str | None) -> None:
    """Ctrl-C ends the benchmark, not just its row."""
    if stopped == "interrupted":
        raise KeyboardInterrupt
