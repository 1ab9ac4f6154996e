"""Arguments from Python, held against the signature of a public function.

The command line reads texts; from Python anything may come. A value of a wrong type, or a number
out of range, is an `InputError` that names the argument and shows a right value.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import Parameter, Signature
from numbers import Integral, Real
from os import PathLike
from reprlib import Repr
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from ttt_asp.api.groups import description
from ttt_asp.api.reading import Amount
from ttt_asp.errors import Location, wrong

# A right value of each argument that is neither a strategy nor told by its type or its range.
EXAMPLES = {
    "claim": '"x never loses"', "roles": '{"x": "good_for_x"}', "game": '"tictactoe"',
    "other": '"number_scrabble"', "const": '{"rows": 4}', "other_const": '{"rows": 4}',
    "position": '"x../.o./..x"', "strategies": '"mine"', "every": '"rows > 1"',
    "engine": '"explicit"', "lemmas": '["pairing_kept"]', "max_memory": "2_000_000_000",
    "scratch": '"scratch"', "clingo_options": '["--configuration=trendy"]',
    "pool": '["defeat", "defend"]', "name": '"exceptions"', "role": '"o"', "of": '"o"',
    "path": '"file"', "names": '["good_for_x", "any"]', "executor": "ProcessPoolExecutor()",
    "bait": '"eat(cell(3,4))"', "against": '"any"', "claims": '["x never loses"]',
    "verdict": 'prove("x can win")', "words": '["corner", "marked"]',
}  # fmt: skip
_STRATEGY = '"first(defeat, any)"'
# Python does not write numbers of 4,300 digits.
_WRITABLE = 10**4000
# How messages call types; None is not named.
_CALLED = {
    str: "a str", int: "an int", float: "a number", bool: "True or False", Mapping: "a dict",
    Sequence: "a list", Callable: "a function", PathLike: "a path",
}  # fmt: skip


class _Short(Repr):
    """The text of a value, which is short, and never fails."""

    def repr_int(self, x: int, level: int) -> str:
        """Return a number, if it can be written."""
        large = "a number of more than 4,000 digits"
        return super().repr_int(x, level) if abs(x) < _WRITABLE else large


# Characters of no text and no file's name; those between them stand for bytes in names of files.
_NO_TEXT = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
_SHORT = _Short()


def check_arguments(signature: Signature, given: Mapping[str, Any]) -> None:
    """Refuse arguments whose values are not what their annotations say.

    Args:
        signature: the function's, with every argument on its own.
        given: the values by the names of the arguments.

    Raises:
        InputError: there is such a value.
    """
    for name, value in given.items():
        parameter, where = signature.parameters[name], Location.argument(name)
        hint = f"{name}={example(parameter)}"
        annotation, amount = parameter.annotation, _range_of(parameter)
        if parameter.kind is Parameter.VAR_POSITIONAL:
            annotation = GenericAlias(Sequence, (annotation,))
        if misfit := _misfit(value, annotation, where):
            place, part, wanted = misfit
            raise wrong(f"{_SHORT.repr(part)} is not {_called(wanted)}", place, hint)
        texts = value if isinstance(value, tuple | list) else [value]
        for text in texts:
            if isinstance(text, str | PathLike) and _NO_TEXT.search(str(text)):
                raise wrong(f"{_SHORT.repr(text)} has a character that no name has", where, hint)
        if amount and value is not None and not amount.least <= value <= amount.most:
            bounds = f"from {amount.least} to {amount.most:,}"
            raise wrong(f"{_SHORT.repr(value)} is not a number {bounds}", where, hint)


def example(parameter: Parameter) -> str:
    """Return a right value of an argument, as it is typed."""
    if bool in _kinds(parameter.annotation):
        return "True"
    amount = _range_of(parameter)
    return EXAMPLES.get(parameter.name) or (str(amount.example) if amount else _STRATEGY)


def _range_of(parameter: Parameter) -> Amount | None:
    """Return the range of a number, which its description has for the command line."""
    read = getattr(description(parameter), "read", None)
    return read if isinstance(read, Amount) else None


def _kinds(hint: Any) -> list[Any]:
    """Return the alternatives of an annotation."""
    if get_origin(hint) is Annotated:
        return _kinds(get_args(hint)[0])
    if get_origin(hint) not in (Union, UnionType):
        return [hint]
    return [kind for part in get_args(hint) for kind in _kinds(part)]


def _misfit(value: object, hint: Any, where: Location) -> tuple[Location, object, Any] | None:
    """Return the first part of a value that does not fit: its place, itself, its annotation."""
    for kind in _kinds(hint):
        origin, parts = get_origin(kind) or kind, get_args(kind)
        found = None
        if origin is Mapping and isinstance(value, Mapping):
            for key, item in value.items():
                inner = Location.argument(str(where.file), str(key))
                found = found or _misfit(key, parts[0], where) or _misfit(item, parts[1], inner)
            return found
        if origin is Sequence and _is_list(value):
            for item in value:  # type: ignore[attr-defined]
                found = found or _misfit(item, parts[0], where)
            return found
        if origin is not Sequence and _fits(value, origin):  # a str is no list of letters
            return None
    return where, value, hint


def _is_list(value: object) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping)


def _fits(value: object, kind: Any) -> bool:
    """Return whether a value is of a plain type; numbers may be of other libraries."""
    if kind is Callable:
        return callable(value)
    if isinstance(value, int) and abs(value) >= _WRITABLE:
        return False
    numbers = {int: Integral, float: Real}.get(kind)
    return isinstance(value, numbers or kind) and not (numbers and isinstance(value, bool))


def _called(hint: Any) -> str:
    """Return the words for what an annotation allows."""
    origins = [get_origin(kind) or kind for kind in _kinds(hint)]
    return " or ".join(
        _CALLED.get(origin, f"of the class {origin.__name__}")
        for origin in origins
        if origin is not NoneType
    )
