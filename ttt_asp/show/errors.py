"""Errors as text, and as plain data."""

from collections.abc import Iterable
from typing import Any

from ttt_asp.errors import Diagnostic, TttAspError
from ttt_asp.show.paint import Paint


def error_text(found: TttAspError, paint: Paint) -> str:
    """What is wrong, where, with the place underlined."""
    return _text(found.diagnostics, paint("error:", "bold red"), paint)


def warning_text(found: Iterable[Diagnostic], paint: Paint) -> str:
    """What may be wrong, in the same way."""
    return _text(found, paint("warning:", "bold yellow"), paint)


def _text(found: Iterable[Diagnostic], kind: str, paint: Paint) -> str:
    lines = []
    for diagnostic in found:
        where = f"{paint(str(diagnostic.location), 'bold')}: " if diagnostic.location else ""
        lines.append(f"{where}{kind} {diagnostic.message}")
        if caret := diagnostic.caret():
            lines.append(caret)
        if diagnostic.hint:
            lines.append(f"  {diagnostic.hint}")
    return "\n".join(lines)


def error_json(found: TttAspError) -> dict[str, Any]:
    """What is wrong, where: `error`, `hint`, `file`, `line`, `column`; and `more` of the like."""
    first, *others = diagnostics_json(found.diagnostics)
    return {**first, "more": others}


def diagnostics_json(found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """What is wrong, or may be, each as in `error_json`."""
    return [{"error": one.message, **place_json(one)} for one in found]


def place_json(one: Diagnostic) -> dict[str, Any]:
    """What helps against it, and where it is."""
    where = one.location
    return {
        "hint": one.hint,
        "file": where.file if where else None,
        "line": where.line if where and where.line else None,
        "column": where.column if where and where.line else None,
    }
