"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path

from ttt_asp.errors import Location, wrong


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet: beside its place first, then renamed.

    Raises:
        InputError: it exists already, or its folder cannot be made or written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.chmod(beside, 0o644)
            os.link(beside, path)  # unlike a rename, this refuses to replace a file
        finally:
            os.unlink(beside)
    except FileExistsError:
        raise wrong(
            "this file exists already", Location(str(path)), "choose another name"
        ) from None
    except OSError as error:
        raise wrong(f"cannot be written: {error.strerror}", Location(str(path))) from None
