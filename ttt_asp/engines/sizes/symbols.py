"""Names as solvers read them."""

from ttt_asp.errors import internal

# What solvers mean something by, and a program may have as a name.
_TAKEN_TEXT = """
    true false and or not xor distinct ite abs div mod let exists forall par match as is select
    store concat extract repeat seq str re set bag map sep fp pi sin cos tan exp sqrt sum
"""
_TAKEN = frozenset(_TAKEN_TEXT.split())


def symbol(name: str) -> str:
    """A name as solvers read it, different for different names."""
    if name in _TAKEN:
        name += "."  # no name of a program's has a full stop
    plain = name.replace("_", "a").replace("-", "a").replace(".", "a")
    if plain.isascii() and plain.isalnum() and not plain[0].isdigit():
        return name
    if "|" in name or "\\" in name:
        raise internal(f"{name} is no name that solvers read")
    return f"|{name}|"
