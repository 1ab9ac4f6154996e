"""What is seen of a comparison, and of elements that play the same role."""

from collections.abc import Iterator
from string import ascii_lowercase

from ttt_asp.extensions.comparing.analogies import Analogies
from ttt_asp.extensions.comparing.compare import NAMES, Comparison, Difference, Loss
from ttt_asp.games.layout import square_places
from ttt_asp.games.notation import Notation
from ttt_asp.limits import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Place, Table
from ttt_asp.show.terminal import painted

# Positions that are shown, at most, where the two differ, besides those that refute a relation.
_SHOWN = 2
_STYLES = {"proved": "green", "refuted": "red", "not decided": "yellow"}


def comparison(comparison: Comparison) -> Iterator[Block]:
    """Yield verdicts, relations with the positions that refute them, and differences."""
    notation = Notation(comparison.game)
    yield from _who(comparison, notation)
    yield ""
    yield Table(("claim", *NAMES), [(claim, *both) for claim, both in comparison.claims.items()])
    yield ""
    rows = [
        (r.text, painted(r.verdict, _STYLES[r.verdict]), r.reason) for r in comparison.relations
    ]
    yield Table(("relation", "answer", "because"), rows)
    yield ""
    shown: list[Difference] = []
    for apart in (relation.shown for relation in comparison.relations):
        if apart is not None and apart not in shown:
            shown.append(apart)
            texts = [relation.text for relation in comparison.relations if relation.shown == apart]
            yield _board(apart, notation, f"Refuted here: {'; '.join(texts)}.")
            yield ""
    number = len(comparison.differences)
    if not number:
        yield "At no position of both do they allow different moves."
        return
    matter = sum(bool(difference.matters) for difference in comparison.differences) or "none"
    yield (
        f"They differ at {number:,} of the positions of both; for the claims it matters at "
        f"{matter} of them."
    )
    fresh = [more for more in comparison.differences if more not in shown][:_SHOWN]
    for difference in fresh:
        yield from ("", _board(difference, notation))
    if number > len(fresh):
        yield from ("", "JSON lists them all.")


def _who(comparison: Comparison, notation: Notation) -> Iterator[str]:
    """Yield who plays what, and at how many positions."""
    both, first, second = comparison.positions
    spelt = notation.game.spelt
    others = [spelt(role) for role in notation.game.roles if role != comparison.role]
    yield f"A: {spelt(comparison.role)} plays {comparison.a}"
    yield f"B: {spelt(comparison.role)} plays {comparison.b}"
    if others:
        verb = "plays" if len(others) == 1 else "play"
        yield f"C: {' and '.join(others)} {verb} {comparison.against}"
    if at := notation.game.position:
        yield f"Play begins at {at}."
    occur = "occurs" if both == 1 else "occur"
    yield (
        f"{number_of(both, 'position')} {occur} in plays of both against C, {first:,} with A only, "
        f"{second:,} with B only."
    )


def _board(difference: Difference, notation: Notation, title: str = "") -> Boards:
    """Return a position, A, B, or * for both on the squares allowed, and why that matters."""
    only_a, only_b, both = difference.only_a, difference.only_b, difference.both
    allowed = (("A", "A only", only_a), ("B", "B only", only_b), ("*", "both", both))
    places, meant = notation.places, notation.game.spelling.meant
    labels: dict[Place, str] = {}
    for sign, _, actions in allowed:
        for action in map(meant, actions):
            if action in places:
                labels[places[action]] = sign
    kinds = {place: "AB*".index(sign) for place, sign in labels.items()}
    below = [f"  {words}: {', '.join(actions)}" for _, words, actions in allowed if actions]
    below += map(_loss, difference.matters)
    board = Board(difference.position, labels=labels, kinds=kinds, title=title, below=tuple(below))
    return Boards(notation, [board])


def _loss(loss: Loss) -> str:
    other = NAMES[1 - NAMES.index(loss.loser)]
    after = f"does not after {', '.join(loss.moves)}" if loss.moves else "is stuck"
    return f"  “{loss.claim}”: {other} keeps it from here on; {loss.loser} {after}"


def analogies(analogies: Analogies) -> Iterator[Block]:
    """Yield the roles of elements as a table, the squares as a board or a list."""
    yield f"{painted(analogies.strategy, 'bold')}, {analogies.role} to move"
    yield from ("", roles_of_elements(analogies))
    if not analogies.squares:
        return
    yield ""
    verb = "is" if analogies.respected == 1 else "are"
    symmetries = f"{analogies.respected:,} of the board's {analogies.symmetries:,} symmetries"
    yield f"{symmetries} {verb} respected; analogous squares"
    where = square_places(analogies.game)
    labels: dict[Place, str] = {}
    for squares, letter in zip(analogies.squares, ascii_lowercase, strict=False):
        labels |= {where[square]: letter for square in squares if square in where}
    if len(labels) < sum(map(len, analogies.squares)):
        yield from (f"  {', '.join(squares)}" for squares in analogies.squares)
        return
    kinds = {place: ascii_lowercase.index(letter) for place, letter in labels.items()}
    yield Boards(Notation(analogies.game), [Board(frozenset(), labels=labels, kinds=kinds)])


def roles_of_elements(analogies: Analogies) -> Table:
    """Return a table with a row for each role of elements."""
    header: tuple[str, ...] = ("analogous", "activate it alone", "on themselves too")
    header += ("squares that matter",)
    words = {True: "yes", False: "no"}
    if not analogies.squares:  # the game names its elements
        header = (*header[:2], "by their own moves too")
    rows = [
        (", ".join(names), words[part.activates], words[part.inside], part.relevant)[: len(header)]
        for part, names in zip(analogies.parts, analogies.groups, strict=True)
    ]
    return Table(header, rows)
