"""A pairing of the whole plane as text: arrows between neighbours, or why there is no room."""

from ttt_asp.analyses.pairing.periodic import PeriodicPairing
from ttt_asp.analyses.pairing.room import STEPS, Room

# From the first square of a pair to the second, and back.
_ARROWS = {"right": "→←", "down": "↓↑", "diag": "↘↖", "anti": "↙↗"}


def periodic_text(found: PeriodicPairing) -> str:
    """The squares of one period, each with an arrow to its partner; or why there is no pairing."""
    room = found.room
    if not room.enough:
        lines = [
            f"there is no pairing of period {room.period} for lines of {room.line}: {why(room)}"
        ]
    elif not found.pairs:
        said = f"there is no pairing of period {room.period} for lines of {room.line}"
        lines = [f"{said} whose pairs are neighbours: ASP has tried all"]
    else:
        number = sum(map(len, found.pairs.values()))
        said = f"{number} pairs of neighbours that repeat every {room.period} rows and columns"
        lines = [
            f"{said}: every {room.line} squares in a row hold one, on any board",
            *arrows(found),
            f"so o never loses {room.line} in a row on any board, whatever x plays: who answers in "
            "the same pair leaves no line to the other",
        ]
    return "\n".join(lines)


def arrows(found: PeriodicPairing) -> list[str]:
    """Rows of arrows; the first square is that of row 1, column 1. A dot is in no pair."""
    period = found.room.period
    signs = {}
    for step, firsts in found.pairs.items():
        for i, j in firsts:
            down, right = STEPS[step]
            signs[i, j] = _ARROWS[step][0]
            signs[(i + down) % period, (j + right) % period] = _ARROWS[step][1]
    places = [number % period for number in range(1, period + 1)]
    return [" " + " ".join(signs.get((i, j), ".") for j in places) for i in places]


def why(room: Room) -> str:
    """Why there is no room for a pair in every line, in numbers."""
    if not room.most:
        return "a line of one square holds no pair"
    reached = room.pairs * room.most
    if reached < room.lines:
        return (
            f"there are {room.lines:,} lines modulo {room.period} and a pair is in at most "
            f"{room.most} of them; {room.period**2:,} squares have room for {room.pairs:,} pairs, "
            f"in at most {room.pairs:,} * {room.most} = {reached:,} lines"
        )
    many = len(STEPS) * room.period
    return (
        f"each of the {many} rows, columns and diagonals modulo {room.period} has {room.period} "
        f"lines, and a pair is in at most {room.most} of them; so they need {many} * {room.each} = "
        f"{room.needed:,} pairs, and {room.period**2:,} squares have room for {room.pairs:,}"
    )
