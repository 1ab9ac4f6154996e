"""What a proof needs, as text."""

from collections.abc import Sequence

from ttt_asp.analyses.explain.explain import Explanation, Parts
from ttt_asp.games.notation import Notation
from ttt_asp.show.paint import Paint
from ttt_asp.show.table import table
from ttt_asp.show.verdicts import play

HEADER = ("part", "decides at", "deleted alone")


def explanation(found: Explanation, notation: Notation, paint: Paint, width: int) -> str:
    """Both answers, what each part is for, and a play lost without each part that is needed."""
    role, claim = notation.game.spelt(found.role), found.problem.claimed
    lines = [f"{paint(claim, 'bold')}: proved; what {role}'s strategy needs for it", ""]
    lines.append("Sufficient whatever the others do: where another part decides,")
    lines += [f"{role} may play anything.", *(f"  {one}" for one in sets_of(found.free)), ""]
    lines.append(
        f"Exact: the other parts deleted. {found.holding} of {found.subsets} subsets keep the "
        "claim; the minimal ones:"
    )
    lines += [*(f"  {one}" for one in sets_of(found.exact)), ""]
    lines.append(table(HEADER, part_rows(found), " r"))
    for part, verdict in found.needed.items():
        if verdict.play is not None:
            title = f"Without {part}: {verdict.verdict}."
            lines += ["", paint(title, "bold"), "", play(verdict, notation, paint, width)]
    return "\n".join(lines)


def part_rows(found: Explanation) -> list[list[str]]:
    """A row of the table for each part, under `HEADER`."""
    return [
        [part, f"{found.decides.get(part, 0):,}", _without(found, part)] for part in found.parts
    ]


def sets_of(found: Sequence[Parts]) -> list[str]:
    """Sets of parts, one a line."""
    return [", ".join(parts) or "no part at all" for parts in found] or ["none"]


def _without(found: Explanation, part: str) -> str:
    if part in found.needed:
        return f"claim {found.needed[part].verdict}"
    if part in found.lost_without:
        return "claim not proved"
    return "still proved" + ("; dead: it never decides" if not found.decides.get(part) else "")
