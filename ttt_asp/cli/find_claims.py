"""Files of claims, and claims in them, by their names."""

from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ttt_asp.claims.claims_file import Entry, read_claims
from ttt_asp.cli.calls import Call
from ttt_asp.errors import Location, wrong
from ttt_asp.strategies.library import Library

# What claims of a file say for themselves.
_OWN = {"x", "o", "roles", "game", "const", "position", "lemmas", "horizon"}
_LISTED = "`ttt-asp list claims` shows the library's"


def find_claims(text: str, library: Library) -> Path:
    """A claims file: the path itself, else the library's file of that name.

    Raises:
        InputError: there is neither.
    """
    path, ours = Path(text), library.claims
    try:
        path.stat()
    except FileNotFoundError:
        if text not in ours:
            close = get_close_matches(path.stem, [name.removesuffix(".toml") for name in ours], n=1)
            hint = f"did you mean {close[0]}.toml?" if close else _LISTED
            raise wrong("there is no such file", Location(text), hint) from None
        return ours[text].path
    except OSError:
        pass  # whoever reads it says why it cannot be read
    return path


def refuse_for_files(call: Call[Any], written: Path | None = None) -> None:
    """A claims file says for itself who plays what; options would contradict it."""
    if call.given.keys() & _OWN or isinstance(call.given.get("every"), str):
        raise wrong(
            "a claims file names roles, game, constants and lemmas itself",
            None,
            "leave out --x, --o, -r, -g, -c, -L, --every, --position and --horizon",
        )
    if written is not None:
        raise wrong(
            "a certificate, or a picture, is of one claim, not of a file", Location(str(written))
        )


def named_claim(text: str, library: Library) -> Entry | None:
    """The claim of that name in the library's files of claims; None if there is none.

    A role's name is none: `x` begins a sentence.

    Raises:
        InputError: several files have one, or one of them cannot be read.
    """
    if " " in text:
        return None
    homes = sorted(found.path for found in library.claims.values())
    entries = [entry for path in homes for entry in read_claims(path)]
    found = [entry for entry in entries if entry.id == text and text not in entry.roles]
    if len(found) > 1:
        places = ", ".join(str(entry.location) for entry in found)
        raise wrong(f"{len(found)} claims are called {text}", None, f"they stand at {places}")
    return found[0] if found else None
