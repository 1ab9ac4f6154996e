"""Files that are written whole or not at all, into folders that exist."""

import errno
import os
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.paths import real

# Seconds after which a file that stands for one to be written was left behind by a killed process.
_LEFT = 3600

_ELSEWHERE = "choose another place"
# Bytes of a file among which its mark stands, and those that a gzipped file begins with.
_MARKED, _GZIPPED = 512, b"\x1f\x8b\x08"
# What nobody could open, as nothing here writes such files.
_NEVER_WRITTEN = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf"}


def refuse_one_for_two(paths: Mapping[str, Path]) -> None:
    """Refuse one place for two files, of which the later would replace the first.

    Args:
        paths: where files are to be written, by the arguments that say so.
    """
    places: dict[Path, str] = {}
    for name, path in paths.items():
        if (other := places.setdefault(real(path), name)) != name:
            what = f"{path} is where --{other} is written, too"
            raise wrong(what, Location.argument(name), "name another file")


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, which may exist: beside its place first, then renamed.

    A file that exists and is not regular, as /dev/null or a FIFO, is written to; of a link, the
    target is replaced.

    Raises:
        InputError: its folder is missing, or cannot be written to.
    """
    refuse_no_place(path)
    with system_errors(path):
        if _written_in_place(path):
            path.write_bytes(data)
            return
        place = real(path)
        beside = temporary_copy(place, data)
        try:
            os.replace(beside, place)
        except BaseException:
            os.unlink(beside)
            raise


def refuse_no_place(path: Path, new: bool = False) -> None:
    """Refuse to write to a folder, or into one that does not exist or is not ours.

    Args:
        path: the file to be written.
        new: whether by who makes missing folders, as a part of a folder of strategies.

    Raises:
        InputError: no file can be written there.
    """
    where, folder = Location(str(path)), real(path).parent
    if _written_in_place(path):
        return
    if os.path.isdir(path):
        raise wrong("cannot be written: this is a folder", where, "name a file in it")
    while new and not os.path.lexists(folder):
        folder = folder.parent
    if not os.path.isdir(folder):
        missing = folder if new or os.path.islink(path) else path.parent
        if os.path.exists(missing):
            raise _unwritable(path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))
        hint = f"make it first, or {_ELSEWHERE}"
        raise wrong(f"cannot be written: there is no folder {missing}", where, hint)
    mode, ours = os.W_OK | os.X_OK, os.access in os.supports_effective_ids
    if not os.access(folder, mode, effective_ids=ours):
        raise _unwritable(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))


def refuse_others_file(path: Path, mark: bytes) -> None:
    """Refuse to replace a file that is not of the kind that is to be written; see `write_bytes`.

    Args:
        path: the file to be written.
        mark: what such files have, gzipped or not, among their first bytes.

    Raises:
        InputError: no file can be written there, another one would be lost, or the name says that
            it is of a kind that is never written.
    """
    if path.suffix.lower() in _NEVER_WRITTEN:
        kinds = "a picture is FILE.svg, a page FILE.html, a certificate FILE.json or FILE.json.gz"
        raise wrong(f"no {path.suffix} files are written", Location(str(path)), kinds)
    refuse_no_place(path)
    if _written_in_place(path) or not os.path.exists(path):
        return
    with system_errors(path):
        begin = path.read_bytes()[:_MARKED]
    if begin.startswith(_GZIPPED):
        begin = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(begin, _MARKED)
    if begin and mark not in begin:
        message = "this file is another one, which would be lost"
        raise wrong(message, Location(str(path)), f"remove it first, or {_ELSEWHERE}")


def _written_in_place(path: Path) -> bool:
    """Whether it exists, and is neither a folder nor a regular file that may be replaced."""
    # /dev/stdout may be a file that the shell has opened: a new one in its place nobody would see
    device = path.parts[:2] == ("/", "dev") or not os.path.isfile(path)
    return os.path.exists(path) and device and not os.path.isdir(path)


def _unwritable(path: Path, error: OSError) -> InputError:
    return wrong(f"cannot be written: {error.strerror}", Location(str(path)), _ELSEWHERE)


def temporary_copy(path: Path, data: bytes) -> str:
    """Write the data to a temporary file beside the one that it is to become; return its path."""
    _remove_leftovers(path.parent)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".ttt-asp-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(beside, 0o644)
    except BaseException:
        os.unlink(beside)
        raise
    return beside


@contextmanager
def system_errors(path: Path) -> Iterator[None]:
    """Turn the system's errors about a file into `InputError`."""
    try:
        yield
    except FileExistsError:
        raise wrong(
            "this file exists already", Location(str(path)), "choose another name"
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None


def _remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that killed writers have left in a folder."""
    for path in folder.glob(".ttt-asp-*.part"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _LEFT:
                path.unlink()
