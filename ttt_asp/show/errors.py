"""Errors as text."""

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
