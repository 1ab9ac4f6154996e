"""The parts of a strategy that a proof needs."""

from collections.abc import Iterator, Sequence

from ttt_asp.extensions.synthesis.explain import Explanation, Parts
from ttt_asp.show.blocks import Block, Table
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import play


def explanation(explanation: Explanation) -> Iterator[Block]:
    """Yield both answers, the use of each part, and a play lost without each that is needed."""
    role = explanation.problem.game.spelt(explanation.role)
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
            yield from play(verdict)


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
