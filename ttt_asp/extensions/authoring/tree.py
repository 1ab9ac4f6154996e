"""A strategy as a tree."""

from collections.abc import Iterator
from typing import Any

from ttt_asp.extensions.authoring.predicate_docs import OPERATORS
from ttt_asp.show.terminal import painted
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
