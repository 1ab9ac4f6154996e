"""Writing a tactic: its errors and warnings, and examples from the board."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ttt_asp.authoring.check import Report, check_file
from ttt_asp.authoring.skeletons import TACTIC
from ttt_asp.errors import Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import parse
from ttt_asp.paths import real
from ttt_asp.show.errors import place_json
from ttt_asp.strategies.examples import example_line, examples
from ttt_asp.workbench.catalogue import is_own, recommendations
from ttt_asp.workbench.request import Request, checked_name


def opened(request: Request) -> dict[str, Any]:
    """Return the file of a tactic of the library or of DIR."""
    name, library = request.text("name"), request.library()
    entry = library.entries.get(name)
    if entry is None or entry.kind != "tactic":
        hint = nearest(name, library.names("tactic"))
        raise wrong(f"there is no tactic {name}", Location("name"), hint)
    inside = [folder for folder in library.folders if real(entry.path).is_relative_to(real(folder))]
    if not inside:
        raise wrong(f"{name} is a link out of its folder", Location("name"))
    text = entry.read().text.decode("utf-8")
    return {"name": name, "text": text, "own": is_own(entry, request)}


def new(request: Request) -> dict[str, Any]:
    """Return the text of a new tactic."""
    return {"text": TACTIC.format(name=checked_name(request.text("name")))}


def check(request: Request) -> dict[str, Any]:
    """Return the messages of `ttt-asp check` about a tactic's text."""
    report = check_file(request.draft_file, request.game(), request.library())
    return {"messages": list(_messages(report, request.draft_file))}


def refuse_wrong(request: Request) -> None:
    """Refuse a tactic's text that `ttt-asp check` refuses.

    Raises:
        InputError: the text is wrong, at a place in it.
    """
    problems = check_file(request.draft_file, request.game(), request.library()).problems
    if problems:
        raise InputError(_in_text(diagnostic, request.draft_file) for diagnostic in problems)


def _messages(report: Report, path: Path) -> Iterator[dict[str, Any]]:
    notes = [note.removeprefix(f"{report.label}: ").removeprefix("note: ") for note in report.notes]
    listed = {"error": report.problems, "warning": report.warnings, "info": map(Diagnostic, notes)}
    for severity, diagnostics in listed.items():
        for diagnostic in (_in_text(problem, path) for problem in diagnostics):
            yield {"severity": severity, "message": diagnostic.message, **place_json(diagnostic)}


def _in_text(diagnostic: Diagnostic, path: Path) -> Diagnostic:
    """Return an error that names the text, and not the file that it is in for now."""
    folder, where = f"{path.parent}/", diagnostic.location
    if where is not None:
        file = where.file.replace(folder, "")
        where = Location(file, where.line, where.column, where.text, where.width)
    return Diagnostic(
        diagnostic.message.replace(folder, ""), where, diagnostic.hint.replace(folder, "")
    )


def example(request: Request) -> dict[str, Any]:
    """Return a tactic's text with one more example, in place of one about the same position."""
    game, text = request.game(), request.text("text")
    notation, role = Notation(game), request.role(game)
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


def _line_of(text: str, notation: Notation, position: frozenset[str], role: str) -> int | None:
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
