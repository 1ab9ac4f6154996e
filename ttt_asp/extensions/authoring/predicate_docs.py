"""The words that tactics are written in: every predicate of the logic, and the operators."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.paths import ASP
from ttt_asp.strategies.terms import Composition

_BLOCK = re.compile(r"%\*!(.*?)\*%", re.DOTALL)
_NAME = r"[a-z]\w*(?:\((?:[^()\s]|\([^()]*\))*\))?"
_ENTRY = re.compile(rf"(?:\A|(?<=[.;]\s))({_NAME}(?:,\s+{_NAME})*):\s")

# The forms of each operator, and its recommendations.
OPERATORS: Mapping[str, tuple[str, str]] = {
    "first": ("first(A,B,...), A ∇ B", "the first of these that recommends anything"),
    "refine": (
        "refine(A,B,...), A △ B",
        "what all of these recommend, as far as that leaves anything",
    ),
    "either": ("either(A,B,...), A ∪ B", "what any of these recommends"),
    "both": ("both(A,B,...), A ∩ B", "what all of these recommend"),
    "except": ("except(A,B), A ∖ B", "what the first recommends and the second does not"),
    "opponent": ("opponent(A)", "what this would recommend to the opponent"),
    "pick": ("pick(A,ORDER)", "of what this recommends the one that is first in the order"),
    "any": ("any", "every legal action"),
}


@dataclass(frozen=True, order=True, slots=True)
class PredicateDoc:
    """A predicate: its name with arguments, the file that has it, and its meaning."""

    name: str
    arity: int
    shown: str
    file: str
    meaning: str


def entries(path: Path) -> Iterator[PredicateDoc]:
    """Return the entries of a file's doc blocks.

    A doc block, `%*! name(args), other(args): what they say. next(args): ... *%`, has an entry
    wherever names with arguments and a colon begin the block, a sentence, or what follows a
    semicolon.
    """
    file = path.relative_to(ASP).as_posix()
    for shown, meaning in doc_blocks(path.read_text("utf-8")):
        name, _, arguments = shown.partition("(")
        nested = re.sub(r"\([^()]*\)", "", arguments[:-1])
        arity = nested.count(",") + 1 if arguments else 0
        yield PredicateDoc(name, arity, shown, file, meaning)


def doc_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Read the entries in the doc blocks of a text: names with arguments, and their meanings."""
    for block in _BLOCK.findall(text):
        block = block.partition("\n\nSource:")[0].strip()
        matches = list(_ENTRY.finditer(block))
        ends = [*(match.start() for match in matches[1:]), len(block)][: len(matches)]
        for match, end in zip(matches, ends, strict=True):
            meaning = " ".join(block[match.end() : end].split()).rstrip(".;")
            yield from ((shown, meaning) for shown in re.findall(_NAME, match[1]))


def every_entry() -> list[PredicateDoc]:
    """Return the entries of all files, sorted."""
    paths = [path for path in ASP.rglob("*") if path.name.endswith((".lp", ".lp.j2"))]
    return sorted(entry for path in paths for entry in entries(path))


def meanings(name: str) -> list[str]:
    """Return the meanings of an operator, or of a predicate that tactics may use; a line each."""
    if name in OPERATORS:
        form, meaning = OPERATORS[name]
        return [f"{form} (operator): {meaning}."]
    shared = ("game.lp", "vocabulary/", "games/")
    return [
        f"{entry.shown} (asp/{entry.file}): {entry.meaning}."
        for entry in every_entry()
        if entry.name == name and entry.file.startswith(shared)
    ]


def meaning(node: Composition) -> str:
    """Return what an operator recommends; nothing of a name."""
    _, recommends = OPERATORS.get(node.operator, ("", ""))
    return f"{recommends} {node.name}".rstrip() if recommends else ""
