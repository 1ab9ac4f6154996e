"""A logic program file, read and parsed: its statements, and where their atoms stand.

Everything later (lint, dependencies, lifting, examples) works on this. Offsets are bytes into
the UTF-8 text, because clingo counts bytes and lifting splices bytes; locations shown to
people count characters.
"""

import re
import stat
from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field, replace
from functools import cache, cached_property, lru_cache
from importlib.util import source_hash
from itertools import chain
from pathlib import Path
from typing import Any

import clingo
from clingo.ast import AST, ASTType, Position, parse_string

from ttt_asp.errors import Diagnostic, InputError, Location, refuse, wrong
from ttt_asp.extension import hook
from ttt_asp.kept import FEW, MORE, keep, kept
from ttt_asp.lp.scan import Finding, clingo_message, mask_comments, refused, unreadable
from ttt_asp.lp.syntax import Atom, Signature, Statement, outline, outlined, span, statement
from ttt_asp.paths import label_of
from ttt_asp.records import dataclass

# Bytes of a text beyond which nothing is kept of it, as of books and of files with many facts.
_LARGE = 20_000
Origins = tuple[tuple[int, Location], ...]


@dataclass(frozen=True)
class Source:
    """A parsed file.

    Attributes:
        label: its name in messages: the path that was given, or its place in the library.
        text: the file's bytes.
        statements: rules and directives; comments are kept apart.
        comments: byte offset and text of each comment.
        path: where it was read.
        origins: for a text that was made from another file, the byte offsets at which its rules
            start, in order, and the places in that file.
    """

    label: str
    text: bytes
    # fields that follow from the text are not compared: that takes long in syntax trees
    statements: tuple[Statement, ...] = field(compare=False)
    comments: tuple[tuple[int, str], ...] = field(compare=False)
    path: Path | None = field(default=None, compare=False)
    origins: Origins = field(default=(), compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        # sent to another process, a file is parsed there: clingo's syntax trees stay where they are
        return parse, (self.text, self.label, self.path, self.origins)

    @cached_property
    def line_starts(self) -> list[int]:
        return line_starts(self.text)

    def offset(self, position: Position) -> int:
        """Return the byte offset of a place that clingo names."""
        return self.line_starts[position.line - 1] + position.column - 1

    def location(self, begin: int, end: int | None = None) -> Location:
        """Return the place of a byte offset, to be shown to people."""
        if self.origins:
            number = bisect_right(self.origins, begin, key=lambda origin: origin[0]) - 1
            return self.origins[max(0, number)][1]
        return locate(self.label, self.text, self.line_starts, begin, end)

    def problem(self, message: str, part: Atom | Statement, hint: str = "") -> Diagnostic:
        """Return a message about an atom or a statement, with its place."""
        return Diagnostic(message, self.location(part.begin, part.end), hint)

    @cached_property
    def heads(self) -> tuple[Atom, ...]:
        """The atoms in heads, in the order of the text."""
        return tuple(chain.from_iterable(statement.heads for statement in self.statements))

    @cached_property
    def bodies(self) -> tuple[Atom, ...]:
        """The atoms in bodies, in the order of the text."""
        return tuple(chain.from_iterable(statement.body for statement in self.statements))

    @cached_property
    def defined(self) -> frozenset[Signature]:
        """The predicates that have a rule here."""
        return frozenset(atom.signature for atom in self.heads)

    @cached_property
    def used(self) -> frozenset[Signature]:
        """The predicates that stand in a body here."""
        return frozenset(atom.signature for atom in self.bodies)

    @cached_property
    def doc(self) -> str:
        """The text of the first `%*! ... *%` block, or the empty string."""
        for _, comment in self.comments:
            if comment.startswith("%*!"):
                return comment.removeprefix("%*!").removesuffix("*%").strip()
        return ""

    @property
    def summary(self) -> str:
        """The first sentence of `doc`."""
        first = " ".join(self.doc.split("\n\n")[0].split())
        return first.split(". ")[0].removesuffix(".") + "." if first else ""


def line_starts(text: bytes) -> list[int]:
    """Return the byte offsets at which the lines of `text` start."""
    return [0] + [match.end() for match in re.finditer(rb"\n", text)]


def locate(label: str, text: bytes, starts: list[int], begin: int, end: int | None) -> Location:
    """Return the `Location` of the bytes from `begin` to `end` in `text`."""
    line = bisect_right(starts, begin)
    start = starts[line - 1]
    stop = starts[line] - 1 if line < len(starts) else len(text)
    column = len(text[start:begin].decode("utf-8", "replace")) + 1
    width = len(text[begin : min(end or begin + 1, stop)].decode("utf-8", "replace"))
    shown = text[start:stop].decode("utf-8", "replace")
    return Location(label, line, column, shown, max(1, width))


def read(path: Path, label: str | None = None) -> Source:
    """Read and parse a file.

    Raises:
        InputError: it cannot be read, is empty or not UTF-8, or does not parse; all syntax
            errors are reported at once.
    """
    name = label or label_of(path)
    return parse(read_bytes(path, name), name, path)


def read_bytes(path: Path, name: str) -> bytes:
    """Read the bytes of a file.

    Args:
        path: the file.
        name: its name in messages.

    Raises:
        InputError: it cannot be read.
    """
    try:
        kind = path.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
            raise wrong("this is not a regular file", Location(name))
        return path.read_bytes()
    except IsADirectoryError:
        raise wrong("this is a directory, not a file", Location(name)) from None
    except FileNotFoundError:
        raise wrong("there is no such file", Location(name)) from None
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", Location(name)) from None


def decode(data: bytes, label: str) -> str:
    """Decode the text of a file.

    Raises:
        InputError: it is not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = locate(label, data, line_starts(data), error.start, None)
        raise wrong("the file is not UTF-8 text", where) from None


@lru_cache(maxsize=512)  # twice the files of the logic and the library
def parse(text: bytes, label: str, path: Path | None = None, origins: Origins = ()) -> Source:
    """Parse the text of a logic program; see `read`. The same text is parsed once a process.

    Args:
        text: the program.
        label: its name in messages.
        path: where it was read.
        origins: for a text that was made from another file, see `Source`.

    Raises:
        InputError: it does not parse.
    """
    source = Source(label, text, (), (), path, origins)
    if origins or not (path or label.startswith("asp/")) or len(text) > _LARGE:
        return _parsed(source)
    kind, more = ("outline", MORE) if path else ("generated", FEW)
    made_of = maker() + text
    if (found := kept(kind, made_of)) is not None:
        plain, comments = found
        statements = outlined(plain, lambda: _parsed(source).statements)
        return replace(source, statements=statements, comments=tuple(comments))
    parsed = _parsed(source)
    keep(kind, made_of, lambda: (outline(parsed.statements), parsed.comments), more)
    return parsed


@cache
def maker() -> bytes:
    """Return what tells clingo's parser, and our own code that reads texts, from other versions."""
    told = [clingo.__version__.encode()]
    for name in ("lint", "scan", "source", "syntax"):
        with suppress(OSError):  # only the compiled module is there: then nothing is kept
            told.append(Path(__file__).with_name(f"{name}.py").read_bytes())
    return source_hash(b"".join(told))


def _parsed(source: Source) -> Source:
    """Return a file with its statements and comments; see `parse`."""
    text, label = source.text, source.label
    decoded = decode(text, label)
    if not text.strip():
        raise wrong("the file is empty", Location(label))
    if b"\0" in text:
        raise wrong("the file has a NUL character", source.location(text.index(b"\0")))

    def diagnostics(findings: Iterable[Finding]) -> list[Diagnostic]:
        return [Diagnostic(message, source.location(b, e)) for b, e, message in findings]

    blanked = mask_comments(text)
    problems = diagnostics(refused(blanked))
    if deadly := diagnostics(unreadable(blanked)):
        raise InputError(deadly + problems)

    nodes: list[AST] = []
    logged: list[str] = []
    try:
        parse_string(decoded, nodes.append, logger=lambda _, message: logged.append(message))
    except RuntimeError:
        messages = [_syntax_error(source, blanked, entry) for entry in logged]
        raise InputError(messages + problems) from None
    refuse(problems)

    starts = source.line_starts
    comments = [n for n in nodes if n.ast_type == ASTType.Comment]
    statements = (statement(n, starts) for n in nodes if n.ast_type != ASTType.Comment)
    return replace(
        source,
        statements=tuple(filter(None, statements)),
        comments=tuple((span(node, starts)[0], node.value) for node in comments),
    )


def _syntax_error(source: Source, blanked: bytes, entry: str) -> Diagnostic:
    if (remarked := clingo_message(entry)) is None:
        return Diagnostic(entry.strip(), Location(source.label))
    line, column, words = remarked
    text, starts = source.text, source.line_starts
    # where the last line does not end, clingo finds the end on a line of its own
    begin = min(starts[line - 1] + column - 1, len(text)) if line <= len(starts) else len(text)
    if meant := hook("meant"):
        told: Diagnostic = meant.syntax_error(source, blanked, begin, words)
        return told
    return Diagnostic(words, source.location(begin))
