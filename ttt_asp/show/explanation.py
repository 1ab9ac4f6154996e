"""What a proof needs, and the play that is lost without each part of it."""

from collections.abc import Iterator, Sequence

from ttt_asp.analyses.explain import Explanation, Parts
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, OnPages, Table
from ttt_asp.show.paint import INK
from ttt_asp.show.sentences import sentence
from ttt_asp.show.verdicts import play


def explanation(found: Explanation) -> Iterator[Block]:
    """Both answers, what each part is for, and a play lost without each part that is needed."""
    notation = Notation(found.problem.game)
    role = notation.game.spelt(found.role)
    claim = INK(found.problem.claimed, "bold")
    yield f"{claim}: proved; what {role}'s strategy needs for it"
    yield ""
    yield "Sufficient whatever the others do: where another part decides,"
    yield f"{role} may play anything."
    yield from (*_sets(found.free), "")
    kept = f"{found.holding} of {found.subsets} subsets keep the claim"
    yield f"Exact: the other parts deleted. {kept}; the minimal ones:"
    yield from (*_sets(found.exact), "")
    rows = [[p, f"{found.decides.get(p, 0):,}", _without(found, p)] for p in found.parts]
    yield Table(("part", "decides at", "deleted alone"), rows, " r")
    for part, verdict in found.needed.items():
        if verdict.play is not None:
            yield from ("", INK(f"Without {part}: {verdict.verdict}.", "bold"))
            yield OnPages(sentence(verdict))
            yield from play(verdict, notation)


def _sets(found: Sequence[Parts]) -> list[str]:
    """Sets of parts, one a line."""
    return [f"  {', '.join(parts) or 'no part at all'}" for parts in found] or ["  none"]


def _without(found: Explanation, part: str) -> str:
    if part in found.needed:
        return f"claim {found.needed[part].verdict}"
    if part in found.lost_without:
        return "claim not proved"
    return "still proved" + ("; dead: it never decides" if not found.decides.get(part) else "")
