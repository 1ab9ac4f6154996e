"""Files that the page writes, into DIR only; and texts for it to keep elsewhere."""

from pathlib import Path
from typing import Any

from ttt_asp.analyses.report import Reporter
from ttt_asp.authoring.writing import check_name, claim_text, strategy_text
from ttt_asp.claims.question import Question, read
from ttt_asp.engines.answer import ask
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Diagnostic, InputError, Location, wrong
from ttt_asp.files import write_bytes, write_new
from ttt_asp.paths import real
from ttt_asp.show.page import page
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.strategies.terms import parse_term
from ttt_asp.workbench.request import Request, checked_name
from ttt_asp.workbench.tactics import refuse_wrong


class AlreadyExists(InputError):
    """An error: there is such a file already, which is replaced only on request."""


def tactic(request: Request) -> dict[str, Any]:
    """Save a tactic that `ttt-asp check` finds nothing wrong with."""
    folder, name = _folder(request), checked_name(request.text("name"))
    path = folder / "tactics" / f"{name}.lp"
    _refuse_taken(request, path, name, folder)
    refuse_wrong(request)
    return _write(request, path, request.text("text").encode("utf-8"))


def strategy(request: Request) -> dict[str, Any]:
    """Save a strategy under a name, with examples from random plays."""
    folder, name = _folder(request), checked_name(request.text("name"))
    path = folder / f"{name}.lp"
    _refuse_taken(request, path, name, folder)
    game, text = request.game(), request.text("term")
    role, folders = request.role(game), tuple(path for path in [folder] if path.is_dir())
    if name in _names(parse_term(text, "term")):
        raise wrong(f"{name} cannot be made of itself", Location("name"), "choose another name")
    term = load_strategy(text, role, game, open_library(folders)).text
    if name in game.constants:
        raise wrong(f"{name} is a constant of the game", Location("name"), "choose another name")
    about = request.text("doc", "").strip() or f"{name}: {term}."
    question = Question("", {}, request.text("game", request.setting.game), request.table("const"),
                        folders=folders)  # fmt: skip
    return _write(request, path, strategy_text(name, about, term, question, role).encode("utf-8"))


def export(request: Request) -> dict[str, Any]:
    """Return the claim as a file of claims, or the report about it."""
    kind, question = request.text("kind"), request.question()
    if kind == "claim":
        read(question, request.limits.deadline)
        return {"name": "claim.toml", "text": claim_text("claim", question)}
    if kind == "report":
        problem, verdict = ask(question, DEFAULT, request.limits)
        reporter = Reporter(request.limits, request.library())
        finding = reporter.finding("claim", question, problem, verdict)
        return {"name": "report.html", "text": page(verdict.claim, [finding])}
    raise wrong(f"{kind} is neither claim nor report", Location("kind"))


def _folder(request: Request) -> Path:
    if request.setting.folder is None:
        hint = "ttt-asp workbench -S DIR"
        raise wrong("nothing can be saved: no folder was given to save into", None, hint)
    return request.setting.folder


def _refuse_taken(request: Request, path: Path, name: str, folder: Path) -> None:
    """Refuse a name that is taken, except by the file that is to be replaced."""
    if path.exists():
        if not request.flag("replace"):
            raise AlreadyExists([Diagnostic(f"{path} exists already", Location("name"))])
    else:
        check_name(path, name, folder)


def _write(request: Request, path: Path, data: bytes) -> dict[str, Any]:
    if not real(path).is_relative_to(real(_folder(request))):
        raise wrong(f"{path} leads out of its folder", Location("name"))
    if request.flag("replace") and path.exists():
        write_bytes(path, data)
        return {"file": str(path)}
    try:
        write_new(path, data.decode("utf-8"))
    except InputError as error:  # another tab was faster
        raise (AlreadyExists(error.diagnostics) if path.exists() else error) from None
    return {"file": str(path)}


def _names(node: Composition) -> set[str]:
    return {node.name}.union(*map(_names, node.operands))
