"""The rows of tests that differ in data only: `tests/data/` has a file for each such module."""

import inspect
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

TESTS = Path(__file__).parent
DATA = TESTS / "data"
Test = TypeVar("Test", bound=Callable[..., None])


@cache
def tables(path: Path) -> dict[str, Any]:
    """The tables of a file, by the name of the test."""
    return tomllib.loads(path.read_text("utf-8"))


def tabled(ids: Callable[[Any], str] | Iterable[str] | None = None) -> Callable[[Test], Test]:
    """Run a test once for each of its rows, in `data/FOLDER/MODULE.toml` below the test's name.

    Whatever the test takes as a tuple is an array there. A row that names its columns leaves out
    what is None. If the table says `named`, the cases are called as they stand in this column.

    Args:
        ids: what the cases are called, as `parametrize` takes it.
    """

    def given(test: Test) -> Test:
        place = Path(inspect.getfile(test)).relative_to(TESTS).with_suffix(".toml")
        table = tables(DATA / place)[test.__name__]
        names, parameters = table["columns"], inspect.signature(test).parameters
        types = [str(parameters[n].annotation).replace("collections.abc.", "") for n in names]
        values, called = [], []
        for row in table["rows"]:
            found = [row.get(name) for name in names] if isinstance(row, dict) else row
            called.append(found[names.index(table.get("named", names[0]))])
            pairs = zip(found, types, strict=True)
            values.append([typed(one, kind) for one, kind in pairs])
        named: Any = called if "named" in table else ids
        tried: Test = pytest.mark.parametrize(names, values, ids=named)(test)
        return tried

    return given


def typed(value: Any, kind: str) -> Any:
    """A value of a table as a test takes it: arrays as tuples, where the type says so."""
    if kind.startswith("tuple"):
        return tupled(value)
    if isinstance(value, list) and kind.startswith(("list[", "Sequence[")):
        return [typed(one, kind.partition("[")[2]) for one in value]
    return value


def tupled(value: Any) -> Any:
    """An array as a tuple, whatever it holds too."""
    return tuple(map(tupled, value)) if isinstance(value, list) else value


def contents(name: str) -> str:
    """The text of a file in `data/`."""
    return (DATA / name).read_text("utf-8")


def constant(file: str, name: str) -> Any:
    """What a module, named by its file, calls so: it stands in its table in `data/`."""
    return tables(DATA / Path(file).relative_to(TESTS).with_suffix(".toml"))[name]
