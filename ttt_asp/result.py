"""Results of the package: they can be printed, and shown by notebooks."""

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from textwrap import shorten
from typing import Any

from ttt_asp.extension import view

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


class Result(Brief):
    """A result: `print` it, or let a notebook show it."""

    __slots__ = ()

    def as_json(self) -> Any:
        """Return the result as plain data, with the keys that docs/json.md documents."""
        return record(self)

    def __str__(self) -> str:
        return str(view("text")(self))

    def _about(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        if (html := view("html")) is None:
            raise NotImplementedError  # notebooks show the text then
        return str(html(self))


def record(value: object, without: Collection[str] = (), /, **others: object) -> dict[str, Any]:
    """Return the fields of a dataclass as plain data, but for those that its `repr` leaves out.

    Args:
        value: the dataclass.
        without: more fields to leave out.
        others: values that replace those of its fields; values without a field come first.
    """
    own_fields = {field.name: getattr(value, field.name) for field in fields(value) if field.repr}  # type: ignore[arg-type]
    more = {name: field for name, field in others.items() if name not in own_fields}
    merged = {**more, **own_fields, **others}
    return {name: plain(field) for name, field in merged.items() if name not in without}


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
