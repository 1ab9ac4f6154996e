"""A strategy's composition as a tree, with the paper's signs."""

from collections.abc import Iterator
from typing import Any

from ttt_asp.show.paint import INK
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.infix import SIGNS

MEANINGS = {
    "first": "the first of these that recommends anything",
    "refine": "what all of these recommend, as far as that leaves anything",
    "either": "what any of these recommends",
    "both": "what all of these recommend",
    "except": "what the first recommends and the second does not",
    "pick": "of what this recommends the one that is first in the order {}",
    "opponent": "what this would recommend to the opponent",
    "any": "every legal action",
}


def tree(node: Composition, lead: str = "", below: str = "") -> Iterator[str]:
    """The lines of the tree, one for each operator and tactic.

    Args:
        node: of the tree.
        lead: what stands before it.
        below: what stands before those below it.
    """
    name = INK(node.name, "bold cyan" if node.operator == "tactic" else "bold")
    if node.operator not in ("strategy", "tactic"):
        sign = SIGNS.get(node.operator)
        title = f"{INK(sign, 'bold yellow')} {node.operator}" if sign else node.operator
        name = f"{title}: {INK(MEANINGS[node.operator].format(node.name), 'dim')}"
    yield f"{lead}{name}"
    for number, operand in enumerate(node.operands, 1):
        last = number == len(node.operands)
        branch, rest = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from tree(operand, below + branch, below + rest)


def tree_json(node: Composition) -> dict[str, Any]:
    """A node as plain data: `operator`, which may be `tactic` or `strategy`, and what it has."""
    found: dict[str, Any] = {"operator": node.operator}
    if node.name:
        found["order" if node.operator == "pick" else "name"] = node.name
    if node.operands:
        found["operands"] = [tree_json(operand) for operand in node.operands]
    return found
