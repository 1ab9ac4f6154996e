"""Results of the package: they can be printed, and shown by notebooks."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from textwrap import shorten
from typing import Any, Literal

from ttt_asp.deadline import Stop
from ttt_asp.extension import hook

# Whether a result is what was asked for, is not, or nobody knows: the exit statuses of commands.
Status = Literal["yes", "no", "unknown"]

# Characters of a `repr`, but for the name of the class.
_LINE = 120


class Brief:
    """A value whose `repr` is one line, however much it holds."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        cls.__repr__ = Brief.__repr__  # type: ignore[method-assign]  # a dataclass writes another

    def __repr__(self) -> str:
        about = " ".join(self._about().split())
        return (
            f"<{type(self).__name__}: {shorten(about, _LINE) if ' ' in about else about[:_LINE]}>"
        )

    def _about(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in record(self).items())


class Result(Brief, ABC):
    """A result: `print` it, or let a notebook show it."""

    __slots__ = ()

    @property
    @abstractmethod
    def status(self) -> Status:
        """Whether the answer is yes or no, or not known."""

    @property
    def stop(self) -> Stop | None:
        """What ended the work before the result was whole, where the result does not say so."""
        return None

    def as_json(self) -> Any:
        """Return the result as plain data, with the keys that docs/json.md documents."""
        return record(self)

    def __str__(self) -> str:
        return str(hook("text")(self))

    def _about(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        if (html := hook("html")) is None:
            raise NotImplementedError  # notebooks show the text then
        return str(html(self))


def record(value: object, /, *names: str, **others: object) -> dict[str, Any]:
    """Return fields of a dataclass as plain data.

    Args:
        value: the dataclass.
        names: of the fields; all that its `repr` shows if there are none.
        others: values that replace those of its fields; values without a field come first.
    """
    shown = names or [field.name for field in fields(value) if field.repr]  # type: ignore[arg-type]
    own = {name: getattr(value, name) for name in shown}
    more = {name: field for name, field in others.items() if name not in own}
    return {name: plain(field) for name, field in {**more, **own, **others}.items()}


def plain(value: object) -> Any:
    """Return a value as JSON has it: sets become sorted lists, all other objects their text."""
    if as_json := getattr(value, "as_json", None):
        return as_json()
    match value:
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case frozenset():
            return sorted(map(str, value))
        case tuple() | list():
            return [plain(item) for item in value]
        case float():
            return round(value, 6)
        case None | bool() | int() | str():
            return value
    return record(value) if is_dataclass(value) else str(value)
