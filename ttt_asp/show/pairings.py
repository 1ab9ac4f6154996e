"""A pairing, or why there is none, as text."""

from collections import Counter

from ttt_asp.analyses.pairing.find import Pairing


def pairing_text(found: Pairing) -> str:
    """The pair of every line, or the lines that have too few squares."""
    if not found.crowded:
        pairs = found.matching.chosen.items()
        chosen = [f"{line}: {one}, {other}" for line, (one, other) in sorted(pairs)]
        return "\n".join([*chosen, *_bound(found)])
    lines, squares = len(found.crowded), len(found.squares)
    said = [f"there is no pairing: these {lines} lines need {2 * lines} squares and have {squares}"]
    for line in found.crowded:
        said.append(f"  {line}: {', '.join(str(square) for square in found.lines[line])}")
    return "\n".join(said)


def _bound(found: Pairing) -> list[str]:
    """That counting alone shows that there is a pairing, where it does."""
    least = min(map(len, found.lines.values()))
    most = max(Counter(square for some in found.lines.values() for square in some).values())
    if least < 2 * most:
        return []
    return [
        f"no line has fewer than {least:,} squares, and no square is on more than {most:,} lines; "
        f"as {least:,} is 2 * {most:,} or more, there has to be a pairing (Hall's theorem)"
    ]
