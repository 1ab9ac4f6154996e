"""A pairing, or why there is none, as text."""

from ttt_asp.analyses.pairing.cube import CubePairing
from ttt_asp.analyses.pairing.find import Pairing


def pairing_text(found: Pairing) -> str:
    """The pair of every line, or the lines that have too few squares."""
    if not found.crowded:
        pairs = found.matching.chosen.items()
        return "\n".join(f"{line}: {one}, {other}" for line, (one, other) in sorted(pairs))
    lines, squares = len(found.crowded), len(found.squares)
    said = [f"there is no pairing: these {lines} lines need {2 * lines} squares and have {squares}"]
    for line in found.crowded:
        said.append(f"  {line}: {', '.join(str(square) for square in found.lines[line])}")
    return "\n".join(said)


def cube_text(found: CubePairing) -> str:
    """Why there is a pairing of a cube."""
    return (
        f"there is a pairing: {found.shown_lines} lines have {found.side:,} squares each, and no "
        f"square is on more than {found.most:,}; {found.side:,} is 2 * {found.most:,} or more "
        "(Hall's theorem)"
    )
