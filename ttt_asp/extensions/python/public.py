"""Make functions public: document them, stop them in time, and raise errors as documented.

The command line reads texts; from Python anything may come. A value of a wrong type, or a number
out of range, is an `InputError` that names the argument and shows a right value.
"""

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from inspect import Parameter, Signature, cleandoc
from numbers import Integral, Real
from os import PathLike
from reprlib import Repr
from textwrap import fill, indent
from types import GenericAlias, NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from ttt_asp.api.arguments import as_given
from ttt_asp.api.groups import description, signature_of
from ttt_asp.api.parameters import Amount
from ttt_asp.deadline import Expired
from ttt_asp.errors import InputError, Location, renamed, wrong
from ttt_asp.extension import hook
from ttt_asp.result import Result

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
# The argument that says the limit, where it is not `time_limit`, by the kind of `Stop`.
_LIMITS = {"positions": "max_positions", "memory": "max_memory"}
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
        no_list = not isinstance(value, Collection) or isinstance(value, str | bytes | Mapping)
        if origin is Sequence and not no_list:
            for item in value:  # type: ignore[attr-defined]
                found = found or _misfit(item, parts[0], where)
            return found
        if origin is not Sequence and _fits(value, origin):  # a str is no list of letters
            return None
    return where, value, hint


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


Given = ParamSpec("Given")
Answer = TypeVar("Answer")
# The errors of most functions.
_RAISES = """

Raises:
    InputError: anything wrong with what was given, with its place; it does not suit the question,
        as an unproved claim does not suit `explain`; or a limit was reached.
    InternalError: the program contradicts itself."""


def public(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return a function as `ttt_asp` exports it: a call with a `time_limit` really ends with it.

    The end of the time is an `InputError`, as anything else that keeps a question from an answer.
    The descriptions of its parameters are put into its docstring.
    """
    whole = signature_of(function)

    @wraps(function)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        arguments = whole.bind(*args, **kwargs).arguments
        check_arguments(whole, arguments)
        try:
            timed = kwargs.get("time_limit") is not None and kwargs.get("executor") is None
            roles = arguments.get("roles") or {}
            played = [*args, *kwargs.values(), *roles.values()]
            # what a function does that plays, it does here
            apart = timed and sys.executable and not any(map(callable, played))
            called_apart = hook("called_apart") if apart else None
            if called_apart:
                answer: Answer = called_apart(function, args, kwargs)
            else:
                answer = function(*args, **kwargs)
            if isinstance(answer, Result) and answer.stop:
                raise Expired(answer.stop)  # who calls a function does not see a part for the whole
            return answer
        except Expired as error:
            limit = _LIMITS.get(error.stop.kind, "time_limit")
            raise wrong(str(error.stop), Location.argument(limit)) from None
        except InputError as error:
            places = renamed(error.diagnostics, lambda argument: as_given(argument, arguments))
            raise type(error)(places) from None

    hints = {name: parameter.annotation for name, parameter in whole.parameters.items()}
    bare = get_type_hints(SimpleNamespace(__annotations__=hints))
    parameters = [whole.parameters[name].replace(annotation=hint) for name, hint in bare.items()]
    run.__signature__ = whole.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__doc__ = _documented(function.__doc__ or "", whole)
    return run


def _documented(text: str, whole: Signature) -> str:
    """Return a docstring with the descriptions of a function's arguments."""
    rows = []
    for name, argument in whole.parameters.items():
        if about := description(argument):
            rows.append(f"{name}: {about if isinstance(about, str) else about.doc or about.help}")
    wrapped = [fill(row, 92, subsequent_indent="    ", break_on_hyphens=False) for row in rows]
    about, examples, more = cleandoc(text).partition("\n\nExamples:\n")
    text = about + ("" if "\nRaises:\n" in about else _RAISES) + examples + more
    end = re.search(r"\n\n(?:Returns|Raises|Examples):\n", text)
    cut = end.start() if end else len(text)
    listed = indent("\n".join(wrapped), "    ")
    return f"{text[:cut]}\n\nArgs:\n{listed}{text[cut:]}"
