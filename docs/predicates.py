"""Writes docs/predicates.md from the comments beside the rules: what games, tactics and claims say.

ttt_asp.extensions.authoring.predicate_docs says what a comment has to look like.
"""

from pathlib import Path

from ttt_asp.extensions.authoring.predicate_docs import PredicateDoc, every_entry
from ttt_asp.games.lint import GAMES_OWN

PAGE = Path(__file__).with_name("predicates.md")

_INTRODUCTION = """\
# Predicates

Made by `make docs` from the comments in [asp/](../asp/README.md); a test holds this page to them.
Variables: P, Q roles; C, D squares; L, M lines; A actions; F, G fluents; I, J rows and columns;
N, K, V numbers; T the situation.
"""
_TABLES = {
    "What a game gives": "A game's own file may say any of these; what it does not say comes from "
    "the vocabulary, as far as that is about such a game.",
    "What tactics may use": "These, and all that a game gives, but for `init`, `next` and `does`. "
    "Names of actions and fluents stand here too. Files under `games/` are about one game.",
    "What programs of claims define": "The rules of progress, the operators, the claim, and its "
    "frames. Lifting adds T to those without it that depend on the position. The frames of "
    "analyses define more, with comments beside their rules in asp/frames/ and asp/recognition/.",
}
_CLAIMS = (
    "claim.lp.j2",
    "frames/play.lp.j2",
    "frames/position.lp.j2",
    "frames/proof.lp.j2",
    "induction/round.lp.j2",
    "recognition/moves.lp.j2",
    "operators.lp.j2",
    "progress.lp",
)


def table_of(entry: PredicateDoc) -> str | None:
    """Return the title of the table that an entry belongs to; None for an analysis's own word."""
    if (entry.name, entry.arity) in GAMES_OWN:
        return "What a game gives"
    shared = entry.file == "game.lp" or entry.file.startswith(("vocabulary/", "games/"))
    if shared:
        return "What tactics may use"
    return "What programs of claims define" if entry.file in _CLAIMS else None


def page() -> str:
    """The text of docs/predicates.md."""
    rows: dict[str, list[str]] = {title: [] for title in _TABLES}
    for entry in every_entry():
        title = table_of(entry)
        if title is None:
            continue
        meaning = entry.meaning.replace("|", "\\|")
        where = f"[{entry.file}](../asp/{entry.file})"
        rows[title].append(f"| `{entry.shown}` | {meaning} | {where} |")
    parts = [_INTRODUCTION]
    for title, about in _TABLES.items():
        head = f"## {title}\n\n{about}\n\n| predicate | meaning | in asp/ |\n|---|---|---|"
        parts.append("\n".join([head, *rows[title], ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
