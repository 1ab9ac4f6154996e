"""Whatever is handed to a public function, only an `InputError` comes of it, or an answer."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from inspect import Signature, isfunction, unwrap
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from tables import constant

import ttt_asp
from ttt_asp.api.argument_types import EXAMPLES, check_arguments, example
from ttt_asp.api.groups import signature_of
from ttt_asp.errors import InputError

# The least that each function has to be given; the game of all is one of four squares.
LEAST: dict[str, dict[str, Any]] = constant(__file__, "LEAST")
SMALL = constant(__file__, "SMALL")
# What no argument takes; and what is right for some arguments, and wrong for others.
WRONG = [object(), b"any", {5: object()}, [object()], {"rows": nan}, [b"any"], 1j]
OTHERS: list[object] = [None, 0, -1, 2, 10**30, -(10**5000), True, 1.5, nan, inf]
OTHERS += ["", "any", "\ud800", "\udcff\0\n", [], [5], ["any"], {}, {"x": "any"}, {"rows": 2}]
OTHERS += [{"rows": 10**5000}, Path("any")]
FUNCTIONS = {name: getattr(ttt_asp, name) for name in ttt_asp.__all__ if name in LEAST}


def taken_by(name: str) -> Signature:
    """The arguments of a function."""
    return signature_of(unwrap(FUNCTIONS[name]))


def given_to(name: str) -> dict[str, Any]:
    """Arguments of a function that ask little."""
    taken = taken_by(name).parameters
    shared = {"const": SMALL, "other_const": SMALL, "max_positions": 1000}
    return {**{key: value for key, value in shared.items() if key in taken}, **LEAST[name]}


def arguments() -> list[tuple[str, str]]:
    """Each argument of each public function."""
    return [(name, argument) for name in FUNCTIONS for argument in taken_by(name).parameters]


def outcome(name: str, argument: str, value: object) -> InputError | None:
    """The error that a function raises for a value of one argument, if it raises any."""
    given = given_to(name)
    further = [given.pop("names", ["any"]), value] if argument == "more" else []
    if not further:
        given[argument] = value
    try:
        FUNCTIONS[name](*further, **given)
    except InputError as error:
        return error
    return None


def test_every_public_function_is_tried() -> None:
    assert {name for name in ttt_asp.__all__ if isfunction(getattr(ttt_asp, name))} == {*LEAST}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_argument_of_a_wrong_type_is_named(function: str) -> None:
    for argument in taken_by(function).parameters:
        for value in WRONG:
            error = outcome(function, argument, value)
            assert error is not None
            (shown,) = error.diagnostics
            assert str(shown.location).split()[0] == argument
            assert shown.hint.startswith(f"{argument}=")


@pytest.mark.parametrize(("function", "argument"), arguments())
def test_anything_else_is_an_answer_or_an_error(
    function: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in OTHERS:
        error = outcome(function, argument, value)
        assert error is None or all(one.message for one in error.diagnostics)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_value_that_is_shown_is_right(function: str) -> None:
    names = {"ProcessPoolExecutor": ProcessPoolExecutor, "prove": ttt_asp.prove}
    whole = taken_by(function)
    for argument, parameter in whole.parameters.items():
        value = eval(example(parameter), names)
        assert value is not None
        check_arguments(whole, {argument: [value] if argument == "more" else value})


def test_no_example_is_of_an_argument_that_is_gone() -> None:
    assert {*EXAMPLES} <= {argument for _, argument in arguments()}
