"""Our `dataclass` against the standard library's, which it stands for."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from ttt_asp import records

OPTIONS: list[dict[str, bool]] = [
    {}, {"frozen": True}, {"frozen": True, "slots": True}, {"slots": True}, {"eq": False},
    {"frozen": True, "eq": False}, {"frozen": True, "slots": True, "kw_only": True},
]  # fmt: skip


def made_by(dataclass: Callable[..., Any], options: dict[str, bool]) -> Any:
    @dataclass(**options)
    class Base:
        """A class with fields of all kinds."""

        one: int
        two: str = "two"
        hidden: list[int] = dataclasses.field(default_factory=list, compare=False, repr=False)
        counted: int = dataclasses.field(init=False, default=3)

        def __post_init__(self) -> None:
            assert self.counted == 3

    return Base


def outcome(does: Callable[[], object]) -> object:
    try:
        return does()
    except Exception as error:
        return type(error), *([] if isinstance(error, TypeError) else [str(error)])


def told(made: Any) -> list[object]:
    """All that a class and its objects do."""
    one, same, other = made(one=1), made(one=1, hidden=[7]), made(one=2, two="x")
    does: list[Callable[[], object]] = [
        lambda: repr(one), lambda: one == same, lambda: one == other, lambda: one != same,
        lambda: one == 1, lambda: hash(one) == hash(same), lambda: len({one, same, other}),
        lambda: setattr(one, "two", "y"), lambda: delattr(one, "two"), lambda: repr(one),
        lambda: made(), lambda: made(1, "x", [2], 3), lambda: repr(made(1, "x")),
        lambda: dataclasses.replace(other, two="z").two, lambda: dataclasses.asdict(other),
        lambda: copy.deepcopy(other).two, lambda: made(one=1).hidden is made(one=1).hidden,
        lambda: made.__match_args__, lambda: str(inspect.signature(made)),
        lambda: hasattr(other, "__dict__"),
    ]  # fmt: skip
    return [outcome(each) for each in does]


def with_one_more(base: Any, dataclass: Callable[..., Any], options: dict[str, bool]) -> Any:
    @dataclass(**options)
    class Base(base):  # type: ignore[misc]
        """A class with one field more."""

        more: int = 4

    return Base


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_an_object_behaves_as_the_standard_librarys(options: dict[str, bool]) -> None:
    theirs, ours = (made_by(each, options) for each in (dataclasses.dataclass, records.dataclass))
    expected = told(theirs)
    assert told(ours) == expected
    expected = told(with_one_more(theirs, dataclasses.dataclass, options))
    for dataclass in (dataclasses.dataclass, records.dataclass):
        found = told(with_one_more(ours, dataclass, options))
        assert str(found).replace("made_by", "") == str(expected).replace("made_by", "")


@records.dataclass(frozen=True, slots=True)
class Sent:
    """A class that is found by its name."""

    one: int
    two: tuple[int, ...] = ()


def test_an_object_is_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Sent(1, (2, 3)))) == Sent(1, (2, 3))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Sent(1).one = 2  # type: ignore[misc]
