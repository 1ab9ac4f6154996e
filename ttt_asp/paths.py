"""Where the logic and the built-in library lie: in the installed package, or in the checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
ROOT = _PACKAGE if (_PACKAGE / "asp").is_dir() else _PACKAGE.parent
ASP = ROOT / "asp"
STRATEGIES = ROOT / "strategies"


def label_of(path: Path) -> str:
    """How people are told of a file: its place in the library, or the path they gave."""
    resolved = path.resolve()
    if resolved.is_relative_to(ASP) or resolved.is_relative_to(STRATEGIES):
        return resolved.relative_to(ROOT).as_posix()
    return str(path)
