"""Where the logic and the built-in library lie: in the installed package, or in the checkout."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
ROOT = _PACKAGE if (_PACKAGE / "asp").is_dir() else _PACKAGE.parent
ASP = ROOT / "asp"
STRATEGIES = ROOT / "strategies"
ACL2 = ROOT / "acl2"


def label_of(path: Path) -> str:
    """How people are told of a file: its place in the library, or the path they gave."""
    resolved = real(path)
    if resolved.is_relative_to(ASP) or resolved.is_relative_to(STRATEGIES):
        return resolved.relative_to(ROOT).as_posix()
    return printable(str(path))


def real(path: Path) -> Path:
    """The path without links; unlike `Path.resolve` it takes links that lead to themselves."""
    return Path(os.path.realpath(path))


def in_comment(text: str) -> str:
    """`text` as it may stand in a comment of a program: on one line, without what ends comments."""
    return printable(text).replace("%", "\\x25")


def printable(text: str) -> str:
    """`text` with everything escaped that is no printable character, line breaks included."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
