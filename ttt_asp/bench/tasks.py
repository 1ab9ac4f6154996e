"""The tasks that `ttt-asp bench` times: the paper's claims, match-ups, pairings, and searches."""

import runpy
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ttt_asp.analyses.fill.fill import fill
from ttt_asp.analyses.fill.result import SearchGoal
from ttt_asp.analyses.fill.task import read_task
from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import find_pairing
from ttt_asp.bench.timing import Row, Task, afresh
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.paths import ROOT, STRATEGIES
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


class Search(NamedTuple):
    """A search for fillings: the role that never loses, the term, the goal, operators of pairs."""

    name: str
    roles: str
    term: str = "first(..., any)"
    wanted: SearchGoal = SearchGoal(shortest=True)
    pairs: tuple[str, ...] = ()


SEARCHES = (
    Search("3x3", "x"),
    Search("3x3", "o"),
    Search("3x3", "x o"),
    Search("3x3 with refine", "x o", pairs=("refine",)),
    Search("3x3, all", "o", "first(?, ?, ?, ?, ?, any)", SearchGoal(every=True)),
)


def board(side: int) -> dict[str, str]:
    """Return the constants of a square board whose lines go from side to side."""
    return dict.fromkeys(("rows", "cols", "line"), str(side))


def paper() -> list[Task]:
    """Return the paper's claims."""
    return _of_file("nakas", "bounded")


def _of_file(name: str, engine: str) -> list[Task]:
    """Return the claims of a file of the library, with all files read afresh."""
    folders = open_library().folders
    asked = [(e.id, e.question(folders)) for e in read_claims(STRATEGIES / f"claims/{name}.toml")]
    return [Task(partial(_asked, name, engine, question)) for name, question in asked]


def match_ups(large: bool) -> list[Task]:
    """Return match-ups for the explicit engine, for plain Python, and for the bounded engine.

    The last come last: an abandoned task works on, and takes memory.

    Args:
        large: also boards of 4x4.
    """
    matches = [(*match, 3) for match in SMALL] + [(*match, 4) for match in LARGE if large]
    tasks, last = list[Task](), list[Task]()
    for x, o, claim, side in matches:
        name, question = (
            f"{side}x{side} {x}/{o}",
            Question(claim, {"x": x, "o": o}, const=board(side)),
        )
        counted = Limits(count=side < 4, symmetry=False)
        tasks.append(Task(partial(_asked, name, "explicit", question, counted), side > 3))
        if (x, o) == ("any", "any") and YARDSTICK.is_file():
            last.insert(0, Task(partial(_in_python, name, claim, side), side > 3))
        last.append(Task(partial(_asked, name, "bounded", question, seconds=LIMIT), True))
    return tasks + last


def induction() -> list[Task]:
    """Return searches for pairings, and proofs that they suffice, with a given or a found lemma."""
    boards = [(f"{n}x{n}", "tictactoe", board(n)) for n in SIDES]
    cube = ("^".join(CUBE.values()), "hypercube", CUBE)
    return [
        *(Task(partial(_paired, *game)) for game in (*boards, cube)),
        *(Task(partial(_proved, *game, given=True)) for game in (*boards, cube)),
        *(Task(partial(_proved, *game, given=False)) for game in boards),
    ]


def every_size() -> list[Task]:
    """Return claims about every size, the check of the smallest ones included."""
    return _of_file("every_size", "auto")


def searches(large: bool) -> list[Task]:
    """Return searches for strategies that never lose, proofs by the engines included.

    Args:
        large: also one on 4x4.
    """
    four = [Task(partial(_filled, Search("4x4", "o"), board(4)), True)] if large else []
    return [*(Task(partial(_filled, search, {})) for search in SEARCHES), *four]


def _asked(
    name: str,
    engine: str,
    question: Question,
    limits: Limits | None = None,
    by: str = "",
    seconds: float | None = None,
) -> Row:
    """Time an answer of an engine, with all files read afresh."""
    begun, deadline = afresh(), Deadline(seconds)
    problem = read(question, deadline)
    reading = time.perf_counter() - begun
    verdict = answer(problem, engine, replace(limits or Limits(), deadline=deadline))
    _heed(verdict.stopped)
    data = verdict.as_json()
    parts = {part: spent for part, spent in data["seconds"].items() if spent}
    parts = {"read": reading, **parts, "total": data["seconds"]["total"] + reading}
    found = data["statistics"]
    if engine == "explicit":
        found = {"positions": verdict.positions, "plays": verdict.plays}
    elif verdict.verdict == "unknown":
        found = {"given_up": verdict.reason}
    claim = question.claim
    if question.every:
        claim += f", for every size with {question.every}"
    return Row(name, claim, by or engine, verdict.verdict, found, parts)


def _in_python(name: str, claim: str, side: int) -> Row:
    search = runpy.run_path(str(YARDSTICK))["explore"]
    begun = time.perf_counter()
    explored = search(side, side, side, side < 4)
    seconds = {"total": time.perf_counter() - begun}
    return Row(name, claim, "plain Python", "", {"positions": explored.positions}, seconds)


def _paired(name: str, game: str, const: Mapping[str, str]) -> Row:
    begun = afresh()
    pairing = find_pairing(load_game(game, const), Limits())
    seconds = {"total": time.perf_counter() - begun}
    numbers = {"lines": len(pairing.lines)}
    there = "yes" if pairing.there else "no"
    return Row(name, "there is a pairing", "a bipartite matching", there, numbers, seconds)


def _proved(name: str, game: str, const: Mapping[str, str], given: bool) -> Row:
    pairing = find_pairing(load_game(game, const), Limits())
    with tempfile.TemporaryDirectory() as place:
        write_pairing(pairing, Path(place), "pairing")
        lemmas = ("pairing_kept",) if given else ()
        asked = Question("o never loses", {"o": "by_pairing"}, game, const, None, lemmas,
                         (Path(place),))  # fmt: skip
        by = f"induction, lemma {'given' if given else 'found'}"
        return _asked(name, "induction", asked, by=by)


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
    fillings = fill(task, search.wanted, Limits())
    done = time.perf_counter()
    _heed(fillings.stopped)
    numbers = {"fillers": len(task.pool.fillers), "choices": fillings.positions,
               "tried": fillings.candidates, "tactics": fillings.cost,
               "number": fillings.number}  # fmt: skip
    known = {name: number for name, number in numbers.items() if number is not None}
    seconds = {"read": reading - begun, "search": done - reading, "total": done - begun}
    by = f"fill {search.term}"
    return Row(search.name, ", ".join(claims), by, fillings.answer, known, seconds)


def _heed(stopped: str | None) -> None:
    """Let Ctrl-C end the benchmark, not just its row."""
    if stopped == "interrupted":
        raise KeyboardInterrupt
