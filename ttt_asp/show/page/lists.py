"""A strategy as a page shows it: its lines in order, each with what its tactics are for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.analyses.explain import Explanation
from ttt_asp.analyses.walk_data import lines_of
from ttt_asp.programs.compose import signed
from ttt_asp.show.tree import MEANINGS
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.infix import SIGNS
from ttt_asp.strategies.strategy import ANY, Strategy


@dataclass(frozen=True, slots=True)
class Term:
    """A term, drawn as nesting.

    Attributes:
        name: of a tactic or an operator. sign: the operator's, if it has one.
        says: what it does, in a sentence.
        operands: the operator's.
    """

    name: str
    sign: str
    says: str
    operands: tuple["Term", ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a strategy.

    Attributes:
        text: as people write it. term: the same, drawn.
        decides: at how many positions it decides; empty where that is not known.
        need: `needed` or `spare` for the proof; empty where that is not known.
    """

    text: str
    term: Term
    decides: str = ""
    need: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A strategy.

    Attributes:
        role: whose. name: as it was given.
        says: what its own file says of it; empty where it has none.
        lines: in order; none where the role may do anything.
    """

    role: str
    name: str
    says: str
    lines: tuple[Line, ...]


def listed(
    role: str,
    strategy: Strategy,
    summaries: Mapping[str, str],
    decided: Mapping[str, int],
    needs: Explanation | None = None,
) -> Listed:
    """A role's strategy as a list of lines.

    Args:
        role: as the game's own file spells it.
        strategy: its strategy.
        summaries: what named strategies say of themselves.
        decided: at how many positions each line decides; of lines that are missing it is not known.
        needs: what the proof needs.
    """
    docs = {Path(source.label).stem: source.summary for source in strategy.tactics}
    free = strategy.composition.operator == ANY
    lines = [_line(line, docs, decided, needs) for line in (() if free else lines_of(strategy))]
    says = summaries.get(strategy.text, "")
    return Listed(role, strategy.text, says, tuple(lines))


def _line(
    line: Composition,
    docs: Mapping[str, str],
    decided: Mapping[str, int],
    needs: Explanation | None,
) -> Line:
    text = signed(line)
    count = f"{decided[text]:,}" if text in decided else ""
    need = ""
    if needs is not None:
        need = "needed" if text in needs.lost_without else "spare"
    return Line(text, _term(line, docs), count, need)


def _term(node: Composition, docs: Mapping[str, str]) -> Term:
    if node.operator == "tactic":
        return Term(node.name, "", docs.get(node.name, ""))
    operands = tuple(_term(operand, docs) for operand in node.operands)
    says = MEANINGS.get(node.operator, "").format(node.name)
    return Term(node.operator, SIGNS.get(node.operator, ""), says, operands)


def minimal(needs: Sequence[Explanation]) -> Iterator[str]:
    """In words, which lines a proof needs."""
    for one in needs:
        smallest = min(one.exact, key=len, default=())
        if not smallest:
            continue
        lines = ", ".join(smallest)
        needed, number = len(one.lost_without), len(one.parts)
        if len(smallest) == number:
            yield f"{one.role} needs all {number} lines: without any one of them there is no proof."
        elif needed == len(smallest):
            are, them = ("is", "it") if needed == 1 else ("are", "any one of them")
            yield (
                f"Of {one.role}'s {number} lines {needed} {are} enough, and without {them} "
                f"there is no proof: {lines}."
            )
        else:
            more = f" ({len(one.exact)} smallest lists)" if len(one.exact) > 1 else ""
            yield f"Of {one.role}'s {number} lines these are enough: {lines}{more}."
