"""`dataclass` of the standard library, as it is, made in a quarter of the time.

The library compiles up to six functions for each class; a proof has a hundred classes, and begins
after all are made. Here one is compiled, `__init__`, which is kept; the classes share the others.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from collections.abc import Callable, Sequence
    from operator import attrgetter
    from reprlib import recursive_repr

    from ttt_asp.kept import keep, kept

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **options: bool
    ) -> Any:
        """Make a class of the fields that are annotated in it; see `dataclasses.dataclass`.

        Args:
            cls: the class.
            frozen: whether its objects cannot be changed; with `eq` they can be hashed, then.
            eq: whether objects with equal fields are equal.
            options: further ones of `dataclasses.dataclass`, such as `slots`; not `order`.
        """
        if cls is None:
            return lambda written: dataclass(written, frozen=frozen, eq=eq, **options)
        if any(map(dataclasses.is_dataclass, cls.__bases__)):  # has more functions to share
            return dataclasses.dataclass(frozen=frozen, eq=eq, **options)(cls)
        # the library would write the signature here, which takes longer than all else
        cls.__doc__ = cls.__doc__ or cls.__name__
        own = vars(cls).keys()
        made = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
        made.__dataclass_params__.frozen = frozen  # which classes made of it have to be, too
        fields = dataclasses.fields(made)
        shared = {"__init__": _init(made, fields, frozen), "__repr__": _repr}
        if eq:
            values = _values([field.name for field in fields if field.compare])
            shared["__eq__"] = lambda one, other: (
                values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented
            )
            shared["__hash__"] = (lambda one: hash(values(one))) if frozen else None
        if frozen:
            shared |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
            if options.get("slots"):
                shared |= {"__getstate__": _state, "__setstate__": _set_state}
        for name, function in shared.items():
            if name not in own:
                setattr(made, name, function)
        return made

    class _Factory:
        """What stands for a default that is made anew for each object."""

        def __repr__(self) -> str:
            return "<factory>"

    _FACTORY = _Factory()
    _set = object.__setattr__

    def _init(made: type, fields: Sequence[Any], frozen: bool) -> Callable[..., None]:
        """Compile the function that sets the fields of a new object."""
        known = {"_set": _set, "_FACTORY": _FACTORY}
        positional, named, body = ["self"], [], []
        for field in fields:
            name, value, given = field.name, field.name, field.name
            if field.default is not dataclasses.MISSING:
                known[f"_default_{name}"] = field.default
                value, given = f"_default_{name}", f"{name}=_default_{name}"
            elif field.default_factory is not dataclasses.MISSING:
                known[f"_make_{name}"] = field.default_factory
                value, given = f"_make_{name}()", f"{name}=_FACTORY"
            elif not field.init:
                continue
            if field.init:
                (named if field.kw_only else positional).append(given)
                value = f"{value} if {name} is _FACTORY else {name}" if "_make_" in value else name
            if not frozen:
                body.append(f"self.{name} = {value}")
            elif "__slots__" in vars(made):  # by which it is set in half the time
                known[f"_set_{name}"] = vars(made)[name].__set__
                body.append(f"_set_{name}(self, {value})")
            else:
                body.append(f"_set(self, {name!r}, {value})")
        if hasattr(made, "__post_init__"):
            body.append("self.__post_init__()")
        taken = [*positional, *(["*", *named] if named else [])]
        text = "\n    ".join([f"def __init__({', '.join(taken)}):", *body, "pass"])
        if (code := kept("record", text.encode())) is None:
            code = compile(text, "<record>", "exec")
            keep("record", text.encode(), lambda: code)
        exec(code, known)
        init = known["__init__"]
        init.__annotations__ = {field.name: field.type for field in fields} | {"return": None}
        init.__qualname__ = f"{made.__qualname__}.__init__"
        return init

    def _values(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
        """Return the function from an object to the values of some fields."""
        if len(names) > 1:
            return attrgetter(*names)
        return lambda one: tuple(getattr(one, name) for name in names)

    @recursive_repr()
    def _repr(one: Any) -> str:
        fields = (field for field in dataclasses.fields(one) if field.repr)
        listed = ", ".join(f"{field.name}={getattr(one, field.name)!r}" for field in fields)
        return f"{type(one).__qualname__}({listed})"

    def _refuse_to_set(one: Any, name: str, value: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuse_to_delete(one: Any, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def _state(one: Any) -> list[Any]:
        return [getattr(one, field.name) for field in dataclasses.fields(one)]

    def _set_state(one: Any, state: Sequence[Any]) -> None:
        for field, value in zip(dataclasses.fields(one), state, strict=True):
            _set(one, field.name, value)
