"""What the package answers can be printed, and shown by notebooks.

How a result looks is for the room `show` to say, which comes later: it is
imported when it is asked.
"""

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any


class Result:
    """An answer: `print` it, or let a notebook show it."""

    __slots__ = ()

    def as_json(self) -> Any:
        """The answer as plain data, with the keys that docs/questions.md documents."""
        return record(self)

    def __str__(self) -> str:
        return str(import_module("ttt_asp.show.text").text(self))

    def _repr_html_(self) -> str:
        return str(import_module("ttt_asp.show.html").html(self))


def record(value: object, without: Collection[str] = (), /, **others: object) -> dict[str, Any]:
    """The fields of a dataclass as plain data, but for those that its `repr` leaves out.

    Args:
        value: the dataclass.
        without: fields that are left out besides.
        others: values instead of those of its fields; such as it has no field for come first.
    """
    own_fields = {field.name: getattr(value, field.name) for field in fields(value) if field.repr}  # type: ignore[arg-type]
    more = {name: field for name, field in others.items() if name not in own_fields}
    merged = {**more, **own_fields, **others}
    return {name: plain(field) for name, field in merged.items() if name not in without}


def plain(value: object) -> Any:
    """A value as JSON has it: sets are sorted lists, what is no such value is its text."""
    match value:
        case Result():
            return value.as_json()
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
