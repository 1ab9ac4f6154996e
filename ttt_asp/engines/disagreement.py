"""The report that is written when two engines disagree."""

import json
import platform
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ttt_asp.claims.problem import Problem
from ttt_asp.limits import Limits
from ttt_asp.programs.program import open_program, play_program
from ttt_asp.verdict import Verdict

_PACKAGES = ("ttt-asp", "clingo", "jinja2", "numpy", "typer")


def write_report(problem: Problem, limits: Limits, answers: Sequence[Verdict]) -> Path:
    """Write both programs, the options, the versions and the answers to a fresh folder.

    Args:
        problem: the question.
        limits: how it was to be answered.
        answers: of each engine.

    Returns:
        The folder.
    """
    folder = Path(tempfile.mkdtemp(prefix="ttt-asp-report-"))
    play = play_program(problem, problem.first_horizon).text
    (folder / "bounded.lp").write_text(play, "utf-8")
    (folder / "explicit.lp").write_text(open_program(problem).text, "utf-8")
    options = {
        "claim": str(problem.claim),
        "game": problem.game.name,
        "const": dict(problem.game.constants),
        "roles": {role: str(s.composition) for role, s in problem.strategies.items()},
        "horizon": problem.horizon,
        "time_limit": limits.deadline.seconds,
        "max_positions": limits.max_positions,
        "max_memory": limits.max_memory,
        "clingo": list(limits.clingo),
    }
    data = {
        "options": options,
        "versions": _versions(),
        "answers": [verdict.as_json() for verdict in answers],
    }
    (folder / "report.json").write_text(json.dumps(data, indent=2, ensure_ascii=False), "utf-8")
    return folder


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "not installed"
    return {**versions, "system": platform.platform()}
