"""Files that the page writes, into DIR only; and texts for it to keep elsewhere."""

from pathlib import Path
from typing import Any

from ttt_asp.analyses.report import Reporter
from ttt_asp.authoring.skeletons import check_name
from ttt_asp.authoring.writing import claim_text, strategy_text
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
from ttt_asp.workbench.given import Given, checked_name
from ttt_asp.workbench.tactics import refuse_wrong


class Exists(InputError):
    """There is such a file already, which is replaced only if that is asked for."""


def tactic(given: Given) -> dict[str, Any]:
    """Save a tactic that `ttt-asp check` finds nothing wrong with."""
    folder, name = _folder(given), checked_name(given.text("name"))
    path = folder / "tactics" / f"{name}.lp"
    _refuse_taken(given, path, name, folder)
    refuse_wrong(given)
    return _write(given, path, given.draft_file.read_bytes())


def strategy(given: Given) -> dict[str, Any]:
    """Save a strategy under a name, with examples from random plays."""
    folder, name = _folder(given), checked_name(given.text("name"))
    path = folder / f"{name}.lp"
    _refuse_taken(given, path, name, folder)
    game, text = given.game(), given.text("term")
    role, folders = given.role(game), tuple(one for one in [folder] if one.is_dir())
    if name in _names(parse_term(text, "term")):
        raise wrong(f"{name} cannot be made of itself", Location("name"), "choose another name")
    term = load_strategy(text, role, game, open_library(folders)).text
    if name in game.constants:
        raise wrong(f"{name} is a constant of the game", Location("name"), "choose another name")
    about = given.text("doc", "").strip() or f"{name}: {term}."
    question = Question("", {}, given.text("game", given.setting.game), given.table("const"),
                        folders=folders)  # fmt: skip
    return _write(given, path, strategy_text(name, about, term, question, role).encode("utf-8"))


def export(given: Given) -> dict[str, Any]:
    """The claim as a file of claims, or the report about it."""
    kind, question = given.text("kind"), given.question()
    if kind == "claim":
        read(question, given.limits.deadline)
        return {"name": "claim.toml", "text": claim_text("claim", question)}
    if kind == "report":
        problem, verdict = ask(question, DEFAULT, given.limits)
        reporter = Reporter(given.limits, given.library())
        finding = reporter.finding("claim", question, problem, verdict)
        return {"name": "report.html", "text": page(verdict.claim, [finding])}
    raise wrong(f"{kind} is neither claim nor report", Location("kind"))


def _folder(given: Given) -> Path:
    if given.setting.folder is None:
        hint = "ttt-asp workbench -S DIR"
        raise wrong("nothing can be saved: no folder was given to save into", None, hint)
    return given.setting.folder


def _refuse_taken(given: Given, path: Path, name: str, folder: Path) -> None:
    """Refuse a name that is taken, but for the very file that is to be replaced."""
    if path.exists():
        if not given.flag("replace"):
            raise Exists([Diagnostic(f"{path} exists already", Location("name"))])
    else:
        check_name(path, name, folder)


def _write(given: Given, path: Path, data: bytes) -> dict[str, Any]:
    if not real(path).is_relative_to(real(_folder(given))):
        raise wrong(f"{path} leads out of its folder", Location("name"))
    if given.flag("replace") and path.exists():
        write_bytes(path, data)
        return {"file": str(path)}
    try:
        write_new(path, data.decode("utf-8"))
    except InputError as error:  # another tab was faster
        raise (Exists(error.diagnostics) if path.exists() else error) from None
    return {"file": str(path)}


def _names(node: Composition) -> set[str]:
    return {node.name}.union(*map(_names, node.operands))
