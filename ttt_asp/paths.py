"""Paths of the logic and of the built-in library: in the installed package or in the checkout."""

import os
from pathlib import Path

from ttt_asp.errors import printable

_PACKAGE = Path(__file__).resolve().parent
ROOT = _PACKAGE if (_PACKAGE / "asp").is_dir() else _PACKAGE.parent
ASP = ROOT / "asp"
STRATEGIES = ROOT / "strategies"
ACL2 = ROOT / "acl2"


def label_of(path: Path) -> str:
    """Return a file's name in messages: its place in the library, or the path that was given."""
    resolved = real(path)
    if resolved.is_relative_to(ASP) or resolved.is_relative_to(STRATEGIES):
        return resolved.relative_to(ROOT).as_posix()
    return printable(str(path))


def real(path: Path) -> Path:
    """Return the path without links; unlike `Path.resolve` it accepts links to themselves."""
    return Path(os.path.realpath(path))


def in_comment(text: str) -> str:
    """Return `text` for a comment of a program: on one line, without the end of comments."""
    return printable(text).replace("%", "\\x25")
