"""A strategy: its tree, the parts that a proof needs, and elements that play the same role."""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any

from ttt_asp.authoring.predicate_docs import OPERATORS
from ttt_asp.extensions.comparing.analogies import Analogies
from ttt_asp.extensions.synthesis.explain import Explanation, Parts
from ttt_asp.games.layout import square_places
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards, Table
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import play
from ttt_asp.strategies.composition import SIGNS, Composition


def meaning(node: Composition) -> str:
    """Return what an operator recommends; nothing of a name."""
    _, recommends = OPERATORS.get(node.operator, ("", ""))
    return f"{recommends} {node.name}".rstrip() if recommends else ""


def tree(node: Composition, lead: str = "", below: str = "") -> Iterator[str]:
    """Yield the lines of the tree, one for each operator and tactic.

    Args:
        node: of the tree.
        lead: the text before it.
        below: the text before those below it.
    """
    name = painted(node.name, "bold cyan" if node.operator == "tactic" else "bold")
    if node.operator not in ("strategy", "tactic"):
        sign = SIGNS.get(node.operator)
        title = f"{painted(sign, 'bold yellow')} {node.operator}" if sign else node.operator
        name = f"{title}: {painted(meaning(node), 'dim')}"
    yield f"{lead}{name}"
    for number, operand in enumerate(node.operands, 1):
        last = number == len(node.operands)
        branch, rest = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from tree(operand, below + branch, below + rest)


def tree_json(node: Composition) -> dict[str, Any]:
    """Return a node as plain data: `operator`, also `tactic` or `strategy`, and its parts."""
    data: dict[str, Any] = {"operator": node.operator}
    if node.name:
        data["order" if node.operator == "pick" else "name"] = node.name
    if node.operands:
        data["operands"] = [tree_json(operand) for operand in node.operands]
    return data


def explanation(explanation: Explanation) -> Iterator[Block]:
    """Yield both answers, the use of each part, and a play lost without each that is needed."""
    notation = Notation(explanation.problem.game)
    role = notation.game.spelt(explanation.role)
    claim = painted(explanation.problem.claimed, "bold")
    yield f"{claim}: proved; what {role}'s strategy needs for it"
    yield ""
    yield "Sufficient whatever the others do: where another part decides,"
    yield f"{role} may play anything."
    yield from (*_sets(explanation.free), "")
    kept = f"{explanation.holding} of {explanation.subsets} subsets keep the claim"
    yield f"Exact: the other parts deleted. {kept}; the minimal ones:"
    yield from (*_sets(explanation.exact), "")
    rows = [
        [p, f"{explanation.decides.get(p, 0):,}", _without(explanation, p)]
        for p in explanation.parts
    ]
    yield Table(("part", "decides at", "deleted alone"), rows, " r")
    for part, verdict in explanation.needed.items():
        if verdict.play is not None:
            yield from ("", painted(f"Without {part}: {verdict.verdict}.", "bold"))
            yield from play(verdict, notation)


def _sets(sets: Sequence[Parts]) -> list[str]:
    """Return sets of parts, one a line."""
    return [f"  {', '.join(parts) or 'no part at all'}" for parts in sets] or ["  none"]


def _without(explanation: Explanation, part: str) -> str:
    if part in explanation.needed:
        return f"claim {explanation.needed[part].verdict}"
    if part in explanation.lost_without:
        return "claim not proved"
    decides = explanation.decides.get(part)
    return f"still proved{'' if decides else '; dead: it never decides'}"


def analogies(analogies: Analogies) -> Iterator[Block]:
    """Yield the roles of elements as a table, the squares as a board or a list."""
    yield f"{painted(analogies.strategy, 'bold')}, {analogies.role} to move"
    yield from ("", roles_of_elements(analogies), "")
    verb = "is" if analogies.respected == 1 else "are"
    symmetries = f"{analogies.respected:,} of the board's {analogies.symmetries:,} symmetries"
    yield f"{symmetries} {verb} respected; analogous squares"
    where = square_places(analogies.game)
    labels = {
        where[square]: letter
        for squares, letter in zip(analogies.squares, ascii_lowercase, strict=False)
        for square in squares
        if square in where
    }
    if len(labels) < sum(map(len, analogies.squares)):
        yield from (f"  {', '.join(squares)}" for squares in analogies.squares)
        return
    kinds = {place: ascii_lowercase.index(letter) for place, letter in labels.items()}
    yield Boards(Notation(analogies.game), [Board(frozenset(), labels=labels, kinds=kinds)])


def roles_of_elements(analogies: Analogies) -> Table:
    """Return a table with a row for each role of elements."""
    header = ("analogous", "activate it alone", "on themselves too", "squares that matter")
    words = {True: "yes", False: "no"}
    rows = [
        (", ".join(names), words[part.activates], words[part.inside], part.relevant)
        for part, names in zip(analogies.parts, analogies.groups, strict=True)
    ]
    return Table(header, rows)
