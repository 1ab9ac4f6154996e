"""What was made of texts before, kept where Python keeps its compiled modules.

A cache, for speed alone: it is asked with all that something was made of, which is compared, so it
is never stale. All is in one file, to which the end of a process adds what it made; it is believed
while no file of the code that made it changes; of extensions' code whoever keeps something tells.
It is left alone where Python is told to write none (`PYTHONDONTWRITEBYTECODE`), the folder cannot
be written to, or our code is there without its text.
"""

import atexit
import marshal
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from typing import Any

# How many things are kept: the latest; and how many of each kind one process adds, few of what it
# may make by the thousand.
MOST, MORE, FEW = 300, 200, 8
# Bytes of what something is made of, beyond which it is not kept: every process reads all.
LARGEST = 50_000
# Before what is kept: Python's version, what tells our code, and the hash of all, which is not that
# of a damaged file.
_HEAD = len(MAGIC_NUMBER) + 16
# The folders of our code that makes what is kept, and answers for what templates ask of values.
_FOLDERS = ("", "games", "lp", "programs", "solving", "strategies")
_made_here = Counter[str]()


def kept(kind: str, made_of: bytes) -> Any:
    """Return what was kept; None if nothing was, or it was made of something else.

    Args:
        kind: the kind of thing.
        made_of: the text, and all else that what is made depends on.
    """
    data = _known().pop((kind, made_of), None)
    if data is None:
        return None
    _known()[kind, made_of] = data  # now the latest
    return marshal.loads(data)


def keep(kind: str, made_of: bytes, make: Callable[[], Any], more: int = MORE) -> None:
    """Keep what was made, for `kept`, from the end of the process on.

    Args:
        kind: the kind of thing.
        made_of: see `kept`.
        make: returns it: data or code that `marshal` knows, not None. It is called if that is kept.
        more: how many of the kind one process may add.
    """
    few = _made_here[kind] < more and len(made_of) <= LARGEST
    if sys.dont_write_bytecode or not _code() or not few:
        return
    if not _made_here:
        atexit.register(write)
    _made_here[kind] += 1
    _known()[kind, made_of] = marshal.dumps(make())


def write() -> None:
    """Write down what is to be kept; the program's process ends without Python's own end."""
    if not _made_here:
        return
    _made_here.clear()
    ours = list(_known().items())
    others = [(key, data) for key, data in _read().items() if key not in _known()]
    data = marshal.dumps(dict([*others, *ours][-MOST:]))
    with suppress(OSError, NotImplementedError):
        place = _place()
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f"{place.name}.{os.getpid()}.{id(data)}")
        try:
            with beside.open("xb") as stream:
                stream.write(_head(data) + data)
            beside.replace(place)  # so that nobody reads half of it
        except OSError:
            beside.unlink(missing_ok=True)


@cache
def _known() -> dict[tuple[str, bytes], bytes]:
    return _read()


def _read() -> dict[tuple[str, bytes], bytes]:
    try:
        data = _place().read_bytes()
    except (OSError, NotImplementedError):
        return {}
    head, rest = data[:_HEAD], data[_HEAD:]
    return marshal.loads(rest) if _code() and head == _head(rest) else {}


def code_of(folders: Iterable[str]) -> bytes:
    """Return what tells code from any other: sizes and times of its files, as Python does.

    It is empty where they are not to be had: in an archive, or where only compiled modules are.

    Args:
        folders: those whose modules are told; not those within.
    """
    told = list[str]()
    for folder in folders:
        there = len(told)
        try:
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    about = entry.stat()
                    told.append(f"{entry.name} {about.st_size} {about.st_mtime_ns}")
        except OSError:
            return b""
        if len(told) == there:
            return b""
    return source_hash("\n".join(told).encode())


@cache
def _code() -> bytes:
    """Return what tells our own code, as it was when something was asked for first."""
    return code_of(os.path.join(os.path.dirname(__file__), name) for name in _FOLDERS)


def _place() -> Path:
    return Path(cache_from_source(str(Path(__file__).with_name("kept-texts.py"))))


def _head(data: bytes) -> bytes:
    return MAGIC_NUMBER + _code() + source_hash(data)
