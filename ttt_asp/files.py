"""Files written whole or not at all."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from ttt_asp.errors import Location, wrong
from ttt_asp.paths import real

# A higher level makes files hardly smaller, and takes several times as long.
_COMPRESSION = 6
# Seconds after which a file that stands for one to be written was left behind by a killed process.
_LEFT = 3600


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet: beside its place first, then linked there.

    Raises:
        InputError: it exists already, or its folder cannot be made or written to.
    """
    # unlike a rename, a link refuses to replace a file
    _write(path, text.encode("utf-8"), os.link)


def write_all_new(texts: Mapping[Path, str]) -> None:
    """Write several files that do not exist yet: all of them, or none; see `write_new`."""
    written: list[Path] = []
    try:
        for path, text in texts.items():
            write_new(path, text)
            written.append(path)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, which may exist: beside its place first, then renamed.

    What exists and is no regular file, as /dev/null or a FIFO, is written to; of a link, what it
    leads to is replaced.

    Raises:
        InputError: its folder cannot be made or written to.
    """
    # /dev/stdout may be a file that the shell has opened: a new one in its place nobody would see
    if path.exists() and (not path.is_file() or path.parts[:2] == ("/", "dev")):
        try:
            path.write_bytes(data)
        except OSError as error:
            raise wrong(f"cannot be written: {error.strerror}", Location(str(path))) from None
    else:
        _write(real(path), data, os.replace)


def write_json(path: Path, data: object) -> int:
    """Write data as compact JSON, gzipped when the name ends in `.gz`; see `write_bytes`.

    Returns:
        The size of the file in bytes.
    """
    import gzip  # here, as `prove` starts sooner without

    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    if path.name.endswith(".gz"):
        packed = gzip.compress(packed, _COMPRESSION, mtime=0)
    write_bytes(path, packed)
    return len(packed)


def _write(path: Path, data: bytes, place: Callable[[str, Path], None]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clean(path.parent)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".ttt-asp-", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.chmod(beside, 0o644)
            place(beside, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(beside)
    except FileExistsError:
        raise wrong(
            "this file exists already", Location(str(path)), "choose another name"
        ) from None
    except OSError as error:
        raise wrong(f"cannot be written: {error.strerror}", Location(str(path))) from None


def _clean(folder: Path) -> None:
    """Remove what writers that were killed have left in a folder."""
    for path in folder.glob(".ttt-asp-*.part"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _LEFT:
                path.unlink()
