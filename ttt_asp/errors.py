"""Errors: what is wrong with the user's input, where, and how to mend it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, replace
from difflib import get_close_matches

from ttt_asp.records import dataclass

# Characters of a line that messages show, at most.
_LONG = 400
# Characters that they show before the place, in a longer line.
_SHOWN = 60


class Argument(str):
    """The name of the argument that a text came from, as the file of a `Location`.

    Python shows it as it is; the command line shows the option that gives it.

    Attributes:
        name: the argument's.
        part: the part of it that is meant, as the role in `roles`; empty for all.
    """

    name: str
    part: str

    def __new__(cls, name: str, part: str = "") -> "Argument":
        made = super().__new__(cls, f"{name} {part}" if part else name)
        made.name, made.part = name, part
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return self.name, self.part


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a text.

    Attributes:
        file: the file as the user named it, or the `Argument` whose value is the text.
        line: 1-based; 0 when the whole file is meant.
        column: 1-based, in characters.
        text: the line itself, to be shown under the message.
        width: the number of characters that are meant.
    """

    file: str
    line: int = 0
    column: int = 0
    text: str = ""
    width: int = 1

    def __lt__(self, other: "Location") -> bool:
        """Whether it comes before another place."""
        return astuple(self) < astuple(other)

    @classmethod
    def argument(cls, name: str, part: str = "") -> "Location":
        """Return the place of an argument, or of a part of it."""
        return cls(Argument(name, part))

    def __str__(self) -> str:
        file = printable(self.file)  # a name may be any text
        return f"{file}:{self.line}:{self.column}" if self.line else file


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error: what is wrong, where, and what to do about it."""

    message: str
    location: Location | None = None
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{where}error: {self.message}{hint}"

    def caret(self) -> str:
        """Return the offending line with the offending part underlined, or the empty string.

        A long line is cut to the part around it.
        """
        if self.location is None or not self.location.text.strip():
            return ""
        begin = max(0, self.location.column - _SHOWN) if len(self.location.text) > _LONG else 0
        shown, place = self.location.text[begin : begin + _LONG], self.location.column - 1 - begin
        pad = "".join("\t" if c == "\t" else " " for c in shown[:place])
        width = max(1, min(self.location.width, len(shown) - place))
        return f"  {shown}\n  {pad}{'^' * width}"


def renamed(diagnostics: Iterable[Diagnostic], name: Callable[[Argument], str]) -> list[Diagnostic]:
    """Return diagnostics with other names for their arguments."""

    def place(where: Location | None) -> Location | None:
        if where is not None and isinstance(where.file, Argument):
            return replace(where, file=name(where.file))
        return where

    return [replace(diagnostic, location=place(diagnostic.location)) for diagnostic in diagnostics]


class TttAspError(Exception):
    """The root of every error this package raises on purpose.

    Attributes:
        diagnostics: all errors that were found, in the order of the text.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))

    def __reduce__(self) -> tuple[type["TttAspError"], tuple[tuple[Diagnostic, ...]]]:
        # errors come back whole from other processes
        return type(self), (self.diagnostics,)


class InputError(TttAspError):
    """The user's input is wrong: exit status 2."""


class Unsuited(InputError):
    """The chosen engine cannot answer this; another may."""


class NotProved(InputError):
    """The command needs a proof, and the claim is not proved: exit status 1."""


class Undetermined(InputError):
    """A `pick` names no single action at some position of a play."""


class OtherGame(InputError):
    """A strategy's files are in order, but it is about other games."""


class InternalError(TttAspError):
    """This program is wrong, or its engines disagree: exit status 70."""


def wrong(message: str, location: Location | None = None, hint: str = "") -> InputError:
    """Return an `InputError` with one diagnostic; a name in its message may be any text."""
    return InputError([Diagnostic(printable(message), location, hint)])


def printable(text: str) -> str:
    """Return `text` with all unprintable characters escaped, line breaks included."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def refuse(problems: Iterable[Diagnostic]) -> None:
    """Raise an `InputError` with all diagnostics, if there are any."""
    if diagnostics := list(problems):
        raise InputError(diagnostics)


def internal(message: str, hint: str = "") -> InternalError:
    """Return an `InternalError`, which asks for a report."""
    return InternalError([Diagnostic(f"internal error: {message}; please report this", None, hint)])


def nearest(name: str, known: Sequence[str], listed: str = "") -> str:
    """Return a hint for a misspelt name: the nearest known ones, else `listed`."""
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else listed
