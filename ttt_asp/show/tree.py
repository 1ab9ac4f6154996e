"""A strategy's composition as a tree, with the paper's signs."""

from typing import Any

from ttt_asp.show.paint import Paint
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.infix import SIGNS

_MEANINGS = {
    "first": "the first of these that recommends anything",
    "refine": "what all of these recommend, as far as that leaves anything",
    "either": "what any of these recommends",
    "both": "what all of these recommend",
    "except": "what the first recommends and the second does not",
    "pick": "of what this recommends the one that is first in the order {}",
    "opponent": "what this would recommend to the opponent",
    "any": "every legal action",
}


def tree(node: Composition, paint: Paint) -> str:
    """The lines of the tree, one for each operator and tactic."""
    return "\n".join(_lines(node, paint, "", ""))


def _lines(node: Composition, paint: Paint, lead: str, below: str) -> list[str]:
    if node.operator == "strategy":
        name, operands = f"{paint(node.name, 'bold')}", node.operands
    elif node.operator == "tactic":
        name, operands = paint(node.name, "bold cyan"), ()
    else:
        sign = SIGNS.get(node.operator)
        title = f"{paint(sign, 'bold yellow')} {node.operator}" if sign else node.operator
        name, operands = (
            f"{title}: {paint(_MEANINGS[node.operator].format(node.name), 'dim')}",
            node.operands,
        )
    lines = [f"{lead}{name}"]
    for number, operand in enumerate(operands, 1):
        last = number == len(operands)
        branch, rest = ("└─ ", "   ") if last else ("├─ ", "│  ")
        lines += _lines(operand, paint, below + branch, below + rest)
    return lines


def tree_json(node: Composition) -> dict[str, Any]:
    """A node as plain data: `operator`, which may be `tactic` or `strategy`, and what it has."""
    found: dict[str, Any] = {"operator": node.operator}
    if node.name:
        found["order" if node.operator == "pick" else "name"] = node.name
    if node.operands:
        found["operands"] = [tree_json(operand) for operand in node.operands]
    return found
