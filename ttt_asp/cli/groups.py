"""Commands whose parameters are groups of options."""

import inspect
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from ttt_asp.show.paint import tamed


def spread(command: Callable[..., object]) -> Callable[..., object]:
    """A command as the command line has to see it: each option a parameter.

    Args:
        command: a function; parameters whose type is a dataclass stand for all of its fields.
    """
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, type[Any]] = {
        name: one.annotation
        for name, one in signature.parameters.items()
        if isinstance(one.annotation, type) and is_dataclass(one.annotation)
    }
    keyword = inspect.Parameter.KEYWORD_ONLY
    flat: list[inspect.Parameter] = []
    for name, one in signature.parameters.items():
        if name not in groups:
            flat.append(one.replace(kind=keyword))
            continue
        hints = get_type_hints(groups[name], include_extras=True)
        flat += [
            inspect.Parameter(f.name, keyword, default=f.default, annotation=hints[f.name])
            for f in fields(groups[name])
        ]

    def run(**given: Any) -> object:
        made = {
            name: group(**{f.name: given.pop(f.name) for f in fields(group)})
            for name, group in groups.items()
        }
        with tamed(sys.stdout, sys.stderr):
            return command(**given, **made)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {one.name: one.annotation for one in flat}
    run.__signature__ = signature.replace(parameters=flat)  # type: ignore[attr-defined]
    return run
