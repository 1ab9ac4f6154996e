"""Writes docs/predicates.md: every predicate of the logic, from the comments beside its rules.

A doc block, `%*! name(args), other(args): what they say. next(args): ... *%`, has an entry wherever
names with arguments and a colon begin the block, a sentence, or what follows a semicolon.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.games.lint import GAMES_OWN
from ttt_asp.paths import ASP

PAGE = Path(__file__).with_name("predicates.md")

_BLOCK = re.compile(r"%\*!(.*?)\*%", re.DOTALL)
_NAME = r"[a-z]\w*(?:\((?:[^()\s]|\([^()]*\))*\))?"
_ENTRY = re.compile(rf"(?:\A|(?<=[.;]\s))({_NAME}(?:,\s+{_NAME})*):\s")

_INTRODUCTION = """\
# Every predicate

Made by `make docs` from the comments in [asp/](../asp/README.md); a test holds this page to them.
Variables: P, Q roles; C, D squares; L, M lines; A actions; F, G fluents; I, J rows and columns;
N, K, V numbers; T the situation.
"""
_TABLES = {
    "What a game gives": "A game's own file may say any of these; what it does not say comes from "
    "the vocabulary, as far as that is about such a game.",
    "What tactics may use": "These, and all that a game gives, but for `init`, `next` and `does`. "
    "Names of actions and fluents stand here too. Files under `games/` are about one game.",
    "What frames define": "The rules of progress, the operators, the claim, and the frames. "
    "Lifting adds T to those without it that depend on the position.",
}


@dataclass(frozen=True, order=True, slots=True)
class Entry:
    """A predicate: its name with arguments, the file that has it, and what it says."""

    name: str
    arity: int
    shown: str
    file: str
    meaning: str


def entries(path: Path) -> Iterator[Entry]:
    """The entries of a file's doc blocks."""
    file = path.relative_to(ASP).as_posix()
    for block in _BLOCK.findall(path.read_text("utf-8")):
        text = block.strip()
        found = list(_ENTRY.finditer(text))
        ends = [*(match.start() for match in found[1:]), len(text)][: len(found)]
        for match, end in zip(found, ends, strict=True):
            meaning = " ".join(text[match.end() : end].split()).rstrip(".;")
            for shown in re.findall(_NAME, match[1]):
                name, _, arguments = shown.partition("(")
                nested = re.sub(r"\([^()]*\)", "", arguments[:-1])
                arity = nested.count(",") + 1 if arguments else 0
                yield Entry(name, arity, shown, file, meaning)


def table_of(entry: Entry) -> str:
    """The title of the table that an entry belongs to."""
    if (entry.name, entry.arity) in GAMES_OWN:
        return "What a game gives"
    shared = entry.file == "game.lp" or entry.file.startswith(("vocabulary/", "games/"))
    return "What tactics may use" if shared else "What frames define"


def every_entry() -> list[Entry]:
    """The entries of all files, sorted."""
    paths = [path for path in ASP.rglob("*") if path.name.endswith((".lp", ".lp.j2"))]
    return sorted(entry for path in paths for entry in entries(path))


def page() -> str:
    """The text of docs/predicates.md."""
    rows: dict[str, list[str]] = {title: [] for title in _TABLES}
    for entry in every_entry():
        meaning = entry.meaning.replace("|", "\\|")
        where = f"[{entry.file}](../asp/{entry.file})"
        rows[table_of(entry)].append(f"| `{entry.shown}` | {meaning} | {where} |")
    parts = [_INTRODUCTION]
    for title, about in _TABLES.items():
        head = f"## {title}\n\n{about}\n\n| predicate | meaning | in asp/ |\n|---|---|---|"
        parts.append("\n".join([head, *rows[title], ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
