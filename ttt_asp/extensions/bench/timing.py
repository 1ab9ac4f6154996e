"""`ttt-asp bench`: the paper's claims and match-ups, timed, and their table."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, Any

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.parameters import Amount, Parameter
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.calls import Progress, print_json, print_result
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer
from ttt_asp.errors import internal
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.games.load import LOADED
from ttt_asp.limits import Limits, ProgressReport, Tell
from ttt_asp.lp.source import parse
from ttt_asp.paths import STRATEGIES
from ttt_asp.show.blocks import Table

# Seconds after which the bounded engine has to give up on a match-up.
LIMIT = 10.0
# Seconds from which on a measurement is made once only.
LONG = 2.0
# Match-ups: x, o and a claim about both; of the large ones also how many rows the board has.
SMALL = (
    ("any", "any", "x never loses"),
    ("good_for_x", "any", "x never loses"),
    ("good_for_x", "edge_mistake", "x always wins"),
    ("good_for_x", "good_for_o", "always tie"),
    ("any", "good_for_o", "o never loses"),
    ("any", "good_for_x", "o never loses"),
    ("any", "edge_mistake", "o never loses"),
)
LARGE = (("any", "spoiler", "o never loses", 4), ("any", "any", "x never loses", 4))


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a task.

    Attributes:
        id: the game and strategies, as `3x3 any/any`. claim: the question.
        by: the engine that answers. verdict: the answer.
        found: other numbers in the answer, by the things that they count.
        seconds: of each part; `total` is the last one.
    """

    id: str
    claim: str
    by: str
    verdict: str
    found: Mapping[str, Any]
    seconds: Mapping[str, float]


def bench(
    runs: Annotated[
        int, Parameter("--runs", "Runs; the best counts.", metavar="N", read=Amount("runs", 1, 3))
    ] = 3,
    large: Annotated[
        bool, Parameter("--large", "Also time boards of 4x4, which takes minutes, and gigabytes.")
    ] = False,
    json: p.Json = False,
) -> None:
    """Time the paper's claims and the engines, best of N runs.

    Reading parses and checks every file afresh; lifting makes the program.

    Of match-ups the explicit engine looks at every position. Beside it is
    the bounded engine, which has 10 s to answer a claim.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 1 --json
    """
    with Progress() as progress:
        rows = timed(tasks(large), runs, progress.tell)
    if json:
        print_json([asdict(row) for row in rows])
        return
    print_result([bench_table(rows)])
    typer.echo(f"best of {runs} runs in one process; what takes {LONG:g} s, once")


# Something to be timed.
Task = Callable[[], Row]


def tasks(large: bool) -> list[Task]:
    """Return the paper's claims; and match-ups for each engine.

    The bounded engine's come last: an abandoned task works on, and takes memory.

    Args:
        large: also boards of 4x4.
    """
    claims = read_claims(STRATEGIES / "claims" / "nakas.toml")
    first = [partial(_asked, claim.id, "bounded", claim.question(())) for claim in claims]
    last = list[Task]()
    for x, o, claim, side in [*((*match, 3) for match in SMALL), *LARGE * large]:
        name, const = f"{side}x{side} {x}/{o}", dict.fromkeys(("rows", "cols", "line"), str(side))
        question = Question(claim, {"x": x, "o": o}, const=const)
        counted = Limits(count=side < 4, symmetry=False)
        first.append(partial(_asked, name, "explicit", question, counted))
        last.append(partial(_asked, name, "bounded", question, seconds=LIMIT))
    return [*first, *last]


def _asked(
    name: str,
    engine: str,
    question: Question,
    limits: Limits | None = None,
    seconds: float | None = None,
) -> Row:
    """Time an answer of an engine, with all files read afresh."""
    parse.cache_clear()
    LOADED.clear()
    begun, deadline = time.perf_counter(), Deadline(seconds)
    problem = read(question, deadline)
    reading = time.perf_counter() - begun
    verdict = answer(problem, engine, replace(limits or Limits(), deadline=deadline))
    if verdict.stopped == "interrupted":  # that ends the benchmark, not just its row
        raise KeyboardInterrupt
    data = verdict.as_json()
    parts = {part: spent for part, spent in data["seconds"].items() if spent}
    parts = {"read": reading, **parts, "total": data["seconds"]["total"] + reading}
    found = data["statistics"]
    if engine == "explicit":
        found = {"positions": verdict.positions, "plays": verdict.plays}
    elif verdict.verdict == "unknown":
        found = {"given_up": verdict.reason}
    return Row(name, question.claim, engine, verdict.verdict, found, parts)


def timed(tasks: Sequence[Task], runs: int, tell: Tell) -> list[Row]:
    """Do tasks, each several times; return the best run of each, by total time.

    Args:
        tasks: in this order.
        runs: how often each is done, but for those that take `LONG`.
        tell: called with progress reports.

    Raises:
        InternalError: two rows answer the same question differently.
    """
    rows: list[Row] = []
    for number, task in enumerate(tasks):
        tell(ProgressReport("rows", number, len(tasks)))
        measured = [task()]
        while len(measured) < runs and measured[0].seconds["total"] < LONG:
            measured.append(task())
        row = min(measured, key=lambda row: row.seconds["total"])
        for other in rows:
            if (other.id, other.claim) == (row.id, row.claim) and _differ(row, other):
                verdicts = f"{row.by} says {row.verdict}, {other.by} says {other.verdict}"
                raise internal(f"{row.id}, {row.claim}: {verdicts}; {row.found}, {other.found}")
        rows.append(row)
    return rows


def _differ(first: Row, second: Row) -> bool:
    verdicts = {first.verdict, second.verdict} - {"unknown"}
    positions = {row.found["positions"] for row in (first, second) if "positions" in row.found}
    return len(verdicts) > 1 or len(positions) > 1


def bench_table(rows: Sequence[Row]) -> Table:
    """Return a line for each row; a column for each part of the time, the total last."""
    parts = list(dict.fromkeys(part for row in rows for part in row.seconds))
    parts.sort(key=lambda part: part == "total")
    header = ["what", "claim", "by", "answer", "found", *(f"{part} s" for part in parts)]
    lines = [
        [row.id, row.claim, row.by, row.verdict, _counts(row.found),
         *(_seconds(row.seconds.get(part)) for part in parts)]
        for row in rows
    ]  # fmt: skip
    return Table(header, lines, "     " + "r" * len(parts))


def _counts(counts: Mapping[str, Any]) -> str:
    return ", ".join(_number(name, many) for name, many in counts.items() if many is not None)


def _number(name: str, many: Any) -> str:
    if name == "given_up":
        return str(many)
    total = sum(many.values()) if isinstance(many, Mapping) else many
    return f"{total:,} {name}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3f}" if seconds < 10 else f"{seconds:.1f}"
