"""Two strategies side by side, as text."""

from collections.abc import Iterator, Sequence

from ttt_asp.analyses.compare.compare import Comparison
from ttt_asp.analyses.compare.relations import NAMES, Difference, Loss
from ttt_asp.games.begin import beginning
from ttt_asp.games.layout import FREE
from ttt_asp.games.notation import Notation
from ttt_asp.show.paint import Paint
from ttt_asp.show.sentences import many
from ttt_asp.show.table import table

# How many positions are shown where the two differ, besides those that refute a relation.
SHOWN = 2
_STYLES = {"A": "bold cyan", "B": "bold yellow", "*": "bold green"}
_ANSWERS = {"proved": "green", "refuted": "red", "not decided": "yellow"}


def comparison(found: Comparison, notation: Notation, paint: Paint) -> str:
    """Verdicts, relations with the positions that refute them, and where the two differ."""
    lines = [
        *who(found, notation),
        "",
        table(["claim", *NAMES], [[claim, *verdicts] for claim, verdicts in found.claims.items()]),
        "",
    ]
    rows = [[r.text, paint(r.verdict, _ANSWERS[r.verdict]), r.reason] for r in found.relations]
    lines += [table(["relation", "answer", "because"], rows), ""]
    shown: list[Difference] = []
    for apart in (relation.shown for relation in found.relations):
        if apart is not None and apart not in shown:
            shown.append(apart)
            texts = [relation.text for relation in found.relations if relation.shown == apart]
            lines += [f"Refuted here: {'; '.join(texts)}.", *_board(apart, notation, paint), ""]
    return "\n".join([*lines, *_differences(found, shown, notation, paint)])


def who(found: Comparison, notation: Notation) -> Iterator[str]:
    """Who plays what, and at how many positions."""
    both, first, second = found.positions
    spelt = notation.game.spelt
    others = [spelt(role) for role in notation.game.roles if role != found.role]
    yield f"A: {spelt(found.role)} plays {found.a}"
    yield f"B: {spelt(found.role)} plays {found.b}"
    if others:
        verb = "plays" if len(others) == 1 else "play"
        yield f"C: {' and '.join(others)} {verb} {found.against}"
    if at := beginning(notation.game):
        yield f"Play begins at {at}."
    occur = "occurs" if both == 1 else "occur"
    yield (
        f"{many(both, 'position')} {occur} in plays of both against C, {first:,} with A only, "
        f"{second:,} with B only."
    )


def differing(found: Comparison) -> str:
    """At how many positions they differ."""
    number = len(found.differences)
    if not number:
        return "At no position of both do they allow different moves."
    matter = sum(bool(some.matters) for some in found.differences)
    return (
        f"They differ at {number:,} of the positions of both; for the claims it matters at "
        f"{matter or 'none'} of them."
    )


def _differences(
    found: Comparison, shown: Sequence[Difference], notation: Notation, paint: Paint
) -> Iterator[str]:
    number = len(found.differences)
    yield differing(found)
    if not number:
        return
    fresh = [some for some in found.differences if some not in shown]
    for some in fresh[:SHOWN]:
        yield from ("", *_board(some, notation, paint))
    if number > len(fresh[:SHOWN]):
        yield from ("", "--json lists them all.")


def _board(some: Difference, notation: Notation, paint: Paint) -> Iterator[str]:
    """A position with A, B, or * for both on the squares that they allow."""
    signs = signs_of(some, notation)
    if notation.cells:
        for i, row in enumerate(notation.rows(some.position), 1):
            cells = []
            for j, glyph in enumerate(row, 1):
                sign = signs.get((i, j), "") if glyph == FREE else ""
                cells.append(f" {paint(sign, _STYLES[sign]) if sign else glyph} ")
            yield "".join(cells).rstrip()
    else:
        yield "{" + ", ".join(sorted(some.position)) + "}"
    yield from (f"  {line}" for line in allowing(some))


def signs_of(some: Difference, notation: Notation) -> dict[tuple[int, int], str]:
    """A, B, or * for both by the places of the squares that they allow."""
    return {
        notation.places[action]: sign
        for sign, actions in (("A", some.only_a), ("B", some.only_b), ("*", some.both))
        for action in actions
        if action in notation.places
    }


def allowing(some: Difference) -> Iterator[str]:
    """What each of the two allows, and why that matters."""
    for words, actions in (("A only", some.only_a), ("B only", some.only_b), ("both", some.both)):
        if actions:
            yield f"{words}: {', '.join(actions)}"
    yield from losses(some)


def losses(some: Difference) -> Iterator[str]:
    """Why it matters."""
    yield from map(_loss, some.matters)


def _loss(loss: Loss) -> str:
    other = NAMES[1 - NAMES.index(loss.loser)]
    if not loss.moves:
        return f"“{loss.claim}”: {other} keeps it from here on; {loss.loser} is stuck"
    moves = ", ".join(loss.moves)
    return f"“{loss.claim}”: {other} keeps it from here on; {loss.loser} does not after {moves}"
