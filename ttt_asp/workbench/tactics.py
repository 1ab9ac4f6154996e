"""Writing a tactic: its errors and warnings, and examples from the board."""

from collections.abc import Iterator
from typing import Any

from ttt_asp.authoring.check import Report, check_entry
from ttt_asp.authoring.writing import TACTIC
from ttt_asp.errors import Diagnostic, InputError, Location, nearest, refuse, wrong
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
    return {"messages": list(_messages(_report(request)))}


def refuse_wrong(request: Request) -> None:
    """Refuse a tactic's text that `ttt-asp check` refuses.

    Raises:
        InputError: the text is wrong, at a place in it.
    """
    refuse(_report(request).problems)


def _report(request: Request) -> Report:
    (draft,) = request.drafts
    return check_entry(draft, request.game(), request.library())


def _messages(report: Report) -> Iterator[dict[str, Any]]:
    notes = [note.removeprefix(f"{report.label}: ").removeprefix("note: ") for note in report.notes]
    listed = {"error": report.problems, "warning": report.warnings, "info": map(Diagnostic, notes)}
    for severity, diagnostics in listed.items():
        for diagnostic in diagnostics:
            yield {"severity": severity, "message": diagnostic.message, **place_json(diagnostic)}


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
