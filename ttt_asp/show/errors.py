"""Errors as text, and as plain data."""

from collections.abc import Iterable
from typing import Any

from ttt_asp.errors import Diagnostic, TttAspError
from ttt_asp.show.terminal import painted

_STYLES = {"error": "bold red", "warning": "bold yellow"}


def diagnostics_text(diagnostics: Iterable[Diagnostic], kind: str = "error") -> str:
    """Return errors as text, or what `kind` says, `warning`; their places are underlined."""
    lines = []
    for diagnostic in diagnostics:
        where = f"{painted(str(diagnostic.location), 'bold')}: " if diagnostic.location else ""
        lines.append(f"{where}{painted(f'{kind}:', _STYLES[kind])} {diagnostic.message}")
        if caret := diagnostic.caret():
            lines.append(caret)
        if diagnostic.hint:
            lines.append(f"  {diagnostic.hint}")
    return "\n".join(lines)


def error_json(error: TttAspError) -> dict[str, Any]:
    """Return an error as data: `error`, `hint`, `file`, `line`, `column`; and `more` of these."""
    first, *others = diagnostics_json(error.diagnostics)
    return {**first, "more": others}


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return errors or warnings as plain data, each as in `error_json`."""
    return [{"error": diagnostic.message, **place_json(diagnostic)} for diagnostic in diagnostics]


def place_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return the hint and the place of an error or a warning as plain data."""
    where = diagnostic.location
    return {
        "hint": diagnostic.hint,
        "file": where.file if where else None,
        "line": where.line if where and where.line else None,
        "column": where.column if where and where.line else None,
    }
