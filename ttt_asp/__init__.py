"""Prove what abstract game strategies guarantee, by answer set programming.

The manifests of the kernel and of the extensions name what is exported; `__init__.pyi` lists it
for type checkers.
"""

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    # clingo and jinja2 are imported when the first of these is used, not before
    from ttt_asp.extension import exported, hook, missing

    if name == "__all__":
        return ["__version__", *exported()]
    if name not in exported():
        lacking = f": it is of {said}" if (said := missing(name)) else ""
        raise AttributeError(f"module 'ttt_asp' has no attribute {name!r}{lacking}")
    extension, place = exported()[name]
    value = extension.load(place)
    if place in extension.functions:
        if (public := hook("public")) is None:
            why = f"functions of Python are called by {missing('python')}"
            raise AttributeError(f"module 'ttt_asp' has no attribute {name!r}: {why}")
        value = public(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__getattr__("__all__"))  # type: ignore[call-overload]
