"""Names that cannot stand together in one program."""

import re
from collections.abc import Iterator, Mapping, Sequence

from ttt_asp.errors import Diagnostic, Location, wrong
from ttt_asp.games.game import Game
from ttt_asp.lp.scan import blank, identifiers
from ttt_asp.lp.source import Source

# The constant by which the frames' programs are asked questions.
_ASK = "ask"


def refuse_frame_heads(frame: str, label: str, sources: Sequence[Source]) -> None:
    """Refuse sources that define what the frame defines: they would answer its questions."""
    text = blank(frame.encode()).decode()
    heads = set(re.findall(r"^(?:\{ ?)?([a-z]\w*)", text, re.MULTILINE))
    for source in sources:
        if both := sorted(heads & {name for name, _ in source.defined}):
            where = Location(source.label)
            raise wrong(f"{both[0]} is defined by {label} too", where, "rename it")


def asking(game: Game, sources: Sequence[Source]) -> Iterator[Diagnostic]:
    """Where the constant that says what is asked stands for something else.

    clingo puts its value in its place: a square `ask` would be one and the same as a square `play`.
    """
    why = f"{_ASK} is a word of generated programs: it says what is asked"
    for source in sources:
        if found := re.search(rb"(?<![\w'])" + _ASK.encode() + rb"(?![\w'])", blank(source.text)):
            yield Diagnostic(why, source.location(*found.span()), "rename it")
    for name, value in game.constants.items():
        if _ASK in identifiers(blank(value.encode())):
            yield Diagnostic(why, Location(f"-c {name}={value}"), "rename it")


def already_taken(tactic: Source, taken: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Heads of a file that another part of the program has, by who has them."""
    for statement in tactic.statements:
        for head in statement.heads:
            if head.name not in ("suggests", "order", "lemma") and head.name in taken:
                where = tactic.location(head.begin, head.end)
                yield Diagnostic(f"{head.name} is a name of {taken[head.name]}", where, "rename it")
