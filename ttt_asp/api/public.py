"""Make functions public: document them, stop them in time, and raise errors as documented."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from inspect import Signature, cleandoc
from textwrap import fill, indent
from types import SimpleNamespace
from typing import ParamSpec, TypeVar, get_type_hints

from ttt_asp.api.argument_types import check_arguments
from ttt_asp.api.arguments import as_given
from ttt_asp.api.groups import description, signature_of
from ttt_asp.deadline import Expired
from ttt_asp.errors import InputError, Location, renamed, wrong
from ttt_asp.extension import hook
from ttt_asp.result import Result

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
            raise wrong(str(error.stop), Location.argument("time_limit")) from None
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
