"""What is made of files of the logic, kept where Python keeps its compiled modules.

A cache, for speed alone: it is asked with the text that something was made of, so it is never
stale, and it is left alone where Python is told to write none (`PYTHONDONTWRITEBYTECODE`) or the
folder cannot be written to.
"""

import marshal
import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import Any

from ttt_asp.paths import ASP

_FOLDER = os.path.dirname(__file__)
# Bytes of a digest.
_DIGEST = 32


def kept(path: Path, made_of: bytes) -> Any:
    """Return what was kept for a file; None if nothing was, or it was made of something else.

    Args:
        path: the file, in `asp/`.
        made_of: the text of the file, and all else that what is made depends on.
    """
    try:
        data = _place(path).read_bytes()
    except (OSError, NotImplementedError):
        return None
    return marshal.loads(data[_DIGEST:]) if data[:_DIGEST] == _digest(made_of, data) else None


def keep(path: Path, made_of: bytes, made: Any) -> None:
    """Keep what was made of a file, for `kept`: data or code that `marshal` knows, not None."""
    if sys.dont_write_bytecode:
        return
    data = bytes(_DIGEST) + marshal.dumps(made)
    with suppress(OSError, NotImplementedError):
        place = _place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f"{place.name}.{os.getpid()}.{id(data)}")
        try:
            with beside.open("xb") as stream:
                stream.write(_digest(made_of, data) + data[_DIGEST:])
            beside.replace(place)  # so that nobody reads half of it
        except OSError:
            beside.unlink(missing_ok=True)


def _place(path: Path) -> Path:
    name = str(path).removeprefix(f"{ASP}/").replace("/", "-")
    return Path(cache_from_source(f"{_FOLDER}/asp-{name}.py"))


def _digest(made_of: bytes, data: bytes) -> bytes:
    """Return a digest of what something was made of, and of that itself, behind its own digest."""
    return sha256(MAGIC_NUMBER + sha256(made_of).digest() + data[_DIGEST:]).digest()
