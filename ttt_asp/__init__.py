"""Prove what abstract game strategies guarantee, by answer set programming."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttt_asp.api import prove
    from ttt_asp.errors import InputError, InternalError, TttAspError
    from ttt_asp.verdict import Move, Play, Seconds, Verdict

__version__ = "0.1.0"

_HOMES = {
    "prove": "api",
    "InputError": "errors",
    "InternalError": "errors",
    "TttAspError": "errors",
    "Move": "verdict",
    "Play": "verdict",
    "Seconds": "verdict",
    "Verdict": "verdict",
}
__all__ = [
    "InputError",
    "InternalError",
    "Move",
    "Play",
    "Seconds",
    "TttAspError",
    "Verdict",
    "__version__",
    "prove",
]


def __getattr__(name: str) -> Any:
    # clingo and jinja2 are imported when the first of these is used, not before
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"ttt_asp.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'ttt_asp' has no attribute {name!r}")
