"""The engines by name; each is imported when it is used."""

from typing import TYPE_CHECKING, Protocol, cast

from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.extension import engines, missing

if TYPE_CHECKING:  # the command line lists the engines, and does not wait for clingo
    from ttt_asp.claims.problem import Problem
    from ttt_asp.limits import Limits
    from ttt_asp.verdict import Verdict

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
    if name not in (known := engines()):
        if lacking := missing(name):
            raise wrong(f"the engine {name} is of {lacking}", Location.argument("engine"))
        hint = nearest(name, list(known), f"the engines are {', '.join(known)}")
        raise wrong(f"there is no engine {name}", Location.argument("engine"), hint)
    return cast(Engine, known[name].load(known[name].engines[name]))
