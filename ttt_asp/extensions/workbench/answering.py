"""From a request to its answer: in a process of its own, or in the page itself.

In the page saved files come with the question, and go back with the answer.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import STOPS, resident, stop_of
from ttt_asp.errors import InputError, TttAspError, wrong
from ttt_asp.extensions.workbench import boards, catalogue, changes, pasted_bot, writing
from ttt_asp.extensions.workbench.request import Request, ServerOptions, errors
from ttt_asp.result import plain

# A request's status, its answer, and how many bytes the process has now.
Reply = tuple[int, dict[str, Any], int]

ANSWERS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "start": catalogue.start,
    "game": boards.game,
    "position": boards.position,
    "term": catalogue.term,
    "advise": catalogue.advise,
    "library": catalogue.library,
    "prove": boards.prove,
    "judge": boards.judge,
    "bot": pasted_bot.prove_bot,
    "bot_move": pasted_bot.ask_bot,
    "repair": changes.repair,
    "shorten": changes.shorten,
    "fill": changes.fill,
    "invent": changes.invent,
    "tactic_open": writing.opened,
    "tactic_new": writing.new,
    "tactic_check": writing.check,
    "tactic_example": writing.example,
    "tactic_save": writing.tactic,
    "strategy_save": writing.strategy,
    "export": writing.export,
}
# Seconds and bytes beyond the limits with which an analysis may still say how far it got.
GRACE, ROOM = 1.0, 200_000_000
# The number of answers that a report is made of; each has the time of one answer.
_ANSWERS_OF_A_REPORT = 6
# Seconds that a process may take to get ready on a very busy machine.
_START_SECONDS = 60.0


def seconds_of(setting: ServerOptions, name: str) -> float:
    """Return how long a request may take, in seconds.

    Args:
        setting: of the server.
        name: one of `ANSWERS`.
    """
    return setting.seconds * (_ANSWERS_OF_A_REPORT if name == "export" else 1)


def reply(setting: ServerOptions, name: str, fields: Mapping[str, Any]) -> Reply:
    """Answer a request.

    Args:
        setting: of the server.
        name: one of `ANSWERS`.
        fields: those that the page sent.
    """
    try:
        whole = replace(setting, seconds=seconds_of(setting, name))
        limit = whole.deadline(GRACE, ROOM)
        answer = limit.run(lambda: plain(ANSWERS[name](Request(name, fields, setting))))
        status = 200
    except InputError as error:
        status, answer = 400, {"errors": errors(error)}
        if isinstance(error, writing.AlreadyExists):
            answer["exists"] = True
    except STOPS as error:
        stop = stop_of(error)
        limits = {
            "time": f"the time limit of {seconds_of(setting, name):g} s was reached",
            "memory": f"the limit of {setting.memory / 1e6:,.0f} MB was reached",
        }
        why = wrong(f"no answer: {limits.get(stop.kind, stop.reason)}")
        status, answer = 400, {"errors": errors(why)}
    except RecursionError:
        status, answer = 400, {"errors": errors(wrong("this is nested too deeply"))}
    except TttAspError as error:
        status, answer = 500, {"errors": errors(InputError(error.diagnostics))}
    return status, answer, resident()


def warm(setting: ServerOptions) -> None:
    """Import everything, and read the files of most questions, however short their limit is."""
    patient = replace(setting, seconds=max(setting.seconds, _START_SECONDS))
    usual = replace(patient, game=DEFAULT_GAME, const={})
    begin = catalogue.start(Request("start", {}, usual))
    request = Request("prove", {name: begin[name] for name in ("claim", "roles")}, usual)
    boards.prove(request)
    boards.position(request)
    if patient != usual:
        Request("game", {"const": setting.const}, patient).game()


# The folder of what was saved, as messages call it: the page keeps its files.
FOLDER = Path("saved")
# Bytes that WebAssembly can hold at most; memory runs out before.
_MEMORY = 1 << 32


def answer_page(question: str) -> str:
    """Return the answer to a question of the page, both in JSON.

    Args:
        question: its `name` and `fields`, the `game`, `const` and `seconds` of the page, and the
            `files` that were saved: texts by their paths.

    Returns:
        `status` and `answer`; `files`, as they are now; or the package that `needs` to be loaded
        before the question can be answered.
    """
    asked: dict[str, Any] = json.loads(question)
    _write(asked["files"])
    const = tuple(asked["const"].items())
    setting = _setting(asked["game"], const, asked["seconds"])
    try:
        status, answer, _ = reply(setting, asked["name"], asked["fields"])
    except ModuleNotFoundError as missing:
        return json.dumps({"needs": missing.name})
    return json.dumps({"status": status, "answer": answer, "files": _files()})


@cache
def _setting(game: str, const: tuple[tuple[str, str], ...], seconds: float) -> ServerOptions:
    return ServerOptions(FOLDER.absolute(), game, dict(const), seconds, _MEMORY)


def _files() -> dict[str, str]:
    files = sorted(path for path in FOLDER.rglob("*.lp") if path.is_file())
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in files}


def _write(files: dict[str, str]) -> None:
    """Make the files what the page has; it is the only one that writes."""
    now = _files()
    for name in now.keys() - files.keys():
        (FOLDER / name).unlink()
    for name, text in files.items():
        path = FOLDER / os.path.normpath(f"/{name}").lstrip(
            "/"
        )  # within the folder, whatever it is
        if now.get(name) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
