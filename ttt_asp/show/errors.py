"""Errors as text, and as plain data."""

from typing import Any

from ttt_asp.errors import TttAspError
from ttt_asp.show.paint import Paint


def error_text(found: TttAspError, paint: Paint) -> str:
    """What is wrong, where, with the place underlined."""
    lines = []
    for diagnostic in found.diagnostics:
        where = f"{paint(str(diagnostic.location), 'bold')}: " if diagnostic.location else ""
        lines.append(f"{where}{paint('error:', 'bold red')} {diagnostic.message}")
        if caret := diagnostic.caret():
            lines.append(caret)
        if diagnostic.hint:
            lines.append(f"  {diagnostic.hint}")
    return "\n".join(lines)


def error_json(found: TttAspError) -> dict[str, Any]:
    """What is wrong, where: `error`, `hint`, `file`, `line`, `column`; and `more` of the like."""
    first, *others = [
        {
            "error": one.message,
            "hint": one.hint,
            "file": one.location.file if one.location else None,
            "line": one.location.line if one.location and one.location.line else None,
            "column": one.location.column if one.location and one.location.line else None,
        }
        for one in found.diagnostics
    ]
    return {**first, "more": others}
