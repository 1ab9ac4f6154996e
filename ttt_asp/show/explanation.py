"""What a proof needs, as text."""

from collections.abc import Sequence

from ttt_asp.analyses.explain.explain import Explanation, Parts
from ttt_asp.games.notation import Notation
from ttt_asp.show.paint import Paint
from ttt_asp.show.table import table
from ttt_asp.show.verdicts import play


def explanation(found: Explanation, notation: Notation, paint: Paint, width: int) -> str:
    """Both answers, what each part is for, and a play lost without each part that is needed."""
    role, claim = found.role, found.problem.claim
    lines = [f"{paint(str(claim), 'bold')}: proved; what {role}'s strategy needs for it", ""]
    lines.append("Sufficient whatever the others do: where another part decides,")
    lines += [f"{role} may play anything.", *_sets(found.free), ""]
    lines.append(
        f"Exact: the other parts deleted. {found.holding} of {found.subsets} subsets keep the "
        "claim; the minimal ones:"
    )
    lines += [*_sets(found.exact), ""]
    rows = [
        [part, f"{found.decides.get(part, 0):,}", _without(found, part)] for part in found.parts
    ]
    lines.append(table(["part", "decides at", "deleted alone"], rows, " r"))
    for part, verdict in found.needed.items():
        if verdict.play is not None:
            title = f"Without {part}: {verdict.verdict}."
            lines += ["", paint(title, "bold"), "", play(verdict, notation, paint, width)]
    return "\n".join(lines)


def _sets(found: Sequence[Parts]) -> list[str]:
    shown = [f"  {', '.join(parts)}" if parts else "  no part at all" for parts in found]
    return shown or ["  none"]


def _without(found: Explanation, part: str) -> str:
    if part in found.needed:
        return f"claim {found.needed[part].verdict}"
    if part in found.lost_without:
        return "claim not proved"
    return "still proved" + ("; dead: it never decides" if not found.decides.get(part) else "")
