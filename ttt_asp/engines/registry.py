"""The engines by name; each is imported when it is used."""

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from ttt_asp.errors import Location, nearest, wrong

if TYPE_CHECKING:  # the command line lists the engines, and does not wait for clingo
    from ttt_asp.claims.problem import Problem
    from ttt_asp.limits import Limits
    from ttt_asp.verdict import Verdict

ENGINES = {
    "auto": "ttt_asp.engines.auto",
    "bounded": "ttt_asp.engines.bounded",
    "explicit": "ttt_asp.engines.explicit.engine",
    "induction": "ttt_asp.extensions.induction.engine",
    "sizes": "ttt_asp.extensions.sizes.engine",
}
DEFAULT = "auto"


class Engine(Protocol):
    """The interface of every engine's module."""

    def prove(self, problem: "Problem", limits: "Limits") -> "Verdict":
        """Answer a question within limits."""


def engine(name: str) -> Engine:
    """Return the engine of that name.

    Raises:
        InputError: there is none.
    """
    if name not in ENGINES:
        hint = nearest(name, list(ENGINES), f"the engines are {', '.join(ENGINES)}")
        raise wrong(f"there is no engine {name}", Location.argument("engine"), hint)
    return cast(Engine, import_module(ENGINES[name]))
