"""Prove what abstract game strategies guarantee, by answer set programming.

`__init__.pyi` lists the public names, a line for each; type checkers read it too.
"""

__version__ = "0.2.0"

# Where each public name is defined.
HOMES: dict[str, str] = {}
with open(f"{__file__}i") as _stub:
    for _line in _stub:
        if _line.startswith("from "):
            _, _home, _, _name, *_ = _line.split()
            HOMES[_name] = _home
__all__ = ["__version__", *HOMES]


def __getattr__(name: str) -> object:
    # clingo and jinja2 are imported when the first of these is used, not before
    if name not in HOMES:
        raise AttributeError(f"module 'ttt_asp' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(HOMES[name]), name)
    if callable(value) and not isinstance(value, type):
        value = import_module("ttt_asp.api.public").public(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
