"""Tactics that are being written, files that the page saves, and texts to keep elsewhere.

Files are saved into DIR only.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import Question, read
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Diagnostic, InputError, Location, nearest, refuse, wrong
from ttt_asp.extensions.authoring.check import Checked, check_entry
from ttt_asp.extensions.authoring.writing import (
    TACTIC,
    check_place,
    claim_text,
    renamed_tactic,
    strategy_text,
    write_new,
)
from ttt_asp.extensions.exploring.examples import example_line, examples
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.processes.jobs import ask
from ttt_asp.extensions.reports.page import page
from ttt_asp.extensions.reports.report import Reporter
from ttt_asp.extensions.workbench.catalogue import is_own, recommendations
from ttt_asp.extensions.workbench.request import Request, checked_name
from ttt_asp.files import write_bytes
from ttt_asp.lp.source import line_starts, locate, parse, read_bytes
from ttt_asp.paths import real
from ttt_asp.show.terminal import place_json
from ttt_asp.strategies.library import FOLDERS, open_library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.strategies.terms import Composition, parse_term


class AlreadyExists(InputError):
    """An error: there is such a file already, which is replaced only on request."""


def opened(request: Request) -> dict[str, Any]:
    """Return the file of a tactic of the library or of DIR."""
    name, library = request.text("name"), request.library()
    entry = library.entries.get(name)
    if entry is None or entry.kind != "tactic":
        hint = nearest(name, library.names("tactic"))
        raise wrong(f"there is no tactic {name}", Location("name"), hint)
    inside = (real(entry.path).is_relative_to(real(folder)) for folder in library.folders)
    if entry.made is None and not any(inside):
        raise wrong(f"{name} is a link out of its folder", Location("name"))
    text = entry.read().text.decode("utf-8")
    return {"name": name, "text": text, "own": is_own(entry, request)}


def new(request: Request) -> dict[str, Any]:
    """Return the text of a new tactic."""
    return {"text": TACTIC.format(name=checked_name(request.text("name")))}


def check(request: Request) -> dict[str, Any]:
    """Return the messages of `ttt-asp check` about a tactic's text."""
    (draft,) = request.drafts
    return {"messages": list(_messages(_checked(request), draft.label))}


def _checked(request: Request) -> Checked:
    (draft,) = request.drafts
    return check_entry(draft, request.game(), request.library())


def _messages(checked: Checked, label: str) -> Iterator[dict[str, Any]]:
    notes = [Diagnostic(note.removeprefix(f"{label}: note: ")) for note in checked.notes]
    listed = {"error": checked.problems, "warning": checked.warnings, "info": notes}
    for severity, diagnostics in listed.items():
        for diagnostic in diagnostics:
            yield {"severity": severity, "message": diagnostic.message, **place_json(diagnostic)}


def example(request: Request) -> dict[str, Any]:
    """Return a tactic's text with one more example, in place of one about the same position."""
    game, text = request.game(), request.text("text")
    notation, role = PositionReader(game), request.role(game)
    if game.spelling:
        raise wrong("examples cannot be saved from a game whose file spells its names differently")
    position = notation.parse(request.text("position"), role, Location("position"))
    actions = sorted(dict.fromkeys(request.texts("actions")))
    legal, _ = recommendations(game, role, [], position, request.library())
    for action in actions:
        if action not in legal:
            raise wrong(f"{action} is no legal move of {role} here", Location("actions"))
    line = example_line(notation, position, role, actions)
    lines = text.rstrip("\n").split("\n")
    old = _line_of(text, notation, position, role)
    if old is not None:
        lines[old - 1] = line
    else:
        lines += [line] if lines[-1].startswith("% example") else ["", line]
    return {"text": "\n".join(lines) + "\n"}


def _line_of(
    text: str, notation: PositionReader, position: frozenset[str], role: str
) -> int | None:
    """Return the line of the example about a position; None if there is none, or no valid text."""
    try:
        source = parse(text.encode("utf-8"), "text")
        for example in examples(source, notation):
            alone = example.location.text.lstrip().startswith("% example")
            if (example.position, example.role) == (position, role) and alone:
                return example.location.line
    except InputError:  # which `check` says
        pass
    return None


def tactic(request: Request) -> dict[str, Any]:
    """Save a tactic that `ttt-asp check` finds nothing wrong with.

    Under another name than it `was` called, its text is renamed; so is its file, if `moves` is set.

    Raises:
        InputError: the text is wrong, at a place in it; or it may not be saved under this name; or
            other files name the one that would be renamed.
    """
    folder, name = _folder(request), checked_name(request.text("name"))
    path = folder / "tactics" / f"{name}.lp"
    _refuse_taken(request, path, "tactic", name)
    was = checked_name(request.text("was", name))
    moves = was != name and request.flag("moves")
    if moves:
        _refuse_named(folder, was)
    if was != name:
        text = renamed_tactic(request.text("text"), was, name)
        request = replace(request, fields={**request.fields, "text": text})
    refuse(_checked(request).problems)
    written = _write(request, path, request.text("text").encode("utf-8"))
    if moves:
        path.with_name(f"{was}.lp").unlink(missing_ok=True)
    return {**written, "text": request.text("text")}


def _refuse_named(folder: Path, name: str) -> None:
    """Refuse to rename a tactic that other files of the folder name."""
    for inside in ("", *FOLDERS):
        for path in sorted((folder / inside).glob("*.*")):
            if path.suffix in (".lp", ".toml") and path != folder / "tactics" / f"{name}.lp":
                data = read_bytes(path, str(path))
                found = re.search(rb"\b%s\b(?!\()" % name.encode(), data)
                if found:
                    where = locate(str(path), data, line_starts(data), *found.span())
                    message = f"{path} names {name}: it cannot be renamed"
                    raise wrong(message, where, "let that file name another tactic first")


def strategy(request: Request) -> dict[str, Any]:
    """Save a strategy under a name, with examples from random plays."""
    folder, name = _folder(request), checked_name(request.text("name"))
    path = folder / f"{name}.lp"
    _refuse_taken(request, path, "strategy", name)
    game, text = request.game(), request.text("term")
    role, folders = request.role(game), request.folders
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


def _refuse_taken(request: Request, path: Path, kind: str, name: str) -> None:
    """Refuse a name that is taken, except by the file that is to be replaced."""
    if path.exists():
        if not request.flag("replace"):
            raise AlreadyExists([Diagnostic(f"{path} exists already", Location("name"))])
    else:
        check_place(path, kind, name)


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
