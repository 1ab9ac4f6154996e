"""Values of games as text."""

from textwrap import wrap

from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.games.notation import Notation
from ttt_asp.show.boards import board
from ttt_asp.show.paint import Paint


def solution(
    found: Solution,
    notation: Notation | None,
    paint: Paint,
    width: int,
) -> str:
    """The value, what was proved, and the optimal first moves."""
    given = ", ".join(f"{name}={value}" for name, value in found.const.items() if value != "0")
    about = f"  {found.game} ({given})" if given else f"  {found.game}"
    about += f", engine explicit, {found.seconds.total:.3f} s"
    if found.values is None or found.positions is None:
        answer = paint("unknown", "bold yellow")
        return f"{paint(what_of(found), 'bold')}: {answer} ({found.reason})\n{about}"
    each = ", ".join(f"{role} {value}" for role, value in found.values.items())
    lines = [f"{paint(what_of(found), 'bold')}: {paint(headline(found), 'bold green')} ({each})"]
    lines += [f"  {line}" for line in proved_of(found)]
    plural = "s" if found.positions != 1 else ""
    lines += [about, f"  {found.positions:,} position{plural}, backward induction over all of them"]
    if notation is not None:
        lines += ["", *_first(found, notation, paint, width)]
    return "\n".join(lines)


def what_of(found: Solution) -> str:
    """The game, and where play begins."""
    return f"{found.game}, from {found.position}" if found.position else found.game


def headline(found: Solution) -> str:
    """Who wins with best play."""
    if found.opposed:
        return f"{found.winner} wins with best play" if found.winner else "a tie with best play"
    return "what each role can force"


def proved_of(found: Solution) -> list[str]:
    """Which of the theorem's cases holds, and what kind of game the theorem is about."""
    lines = []
    if found.opposed and found.winner:
        other = next(role for role in found.values or {} if role != found.winner)
        lines.append(f"proved: {found.winner} can force a win, whatever {other} does")
    elif found.opposed:
        lines.append("proved: neither can force a win, each can force its value")
    elif len(found.values or {}) > 1:
        lines.append("proved: each role can force its value, whatever all the others do together;")
        lines.append("these are not goals of two roles that add up to 100: best play may give more")
    if found.opposed and found.ties:
        lines.append("(Zermelo's trichotomy: one of the two can force a win, or both a tie)")
    elif found.opposed:
        lines.append("(Zermelo's dichotomy: no play is a tie, so one of the two can force a win)")
    if found.endless:
        lines.append("plays can go round in a circle; one without end counts as a tie, 50 for each")
    return lines


def _first(found: Solution, notation: Notation, paint: Paint, width: int) -> list[str]:
    """The optimal first moves, on the board where there is one; what each is worth; a best line."""
    start = notation.game.opening
    if not found.first:
        return ["The game is over as it begins."]
    moves = [move.action for move in found.first]
    starred = {notation.places[move] for move in moves if move in notation.places}
    shown = board(notation, start, paint, (), starred, width=width) if notation.cells else []
    lines = [line.rstrip() for line in shown]
    which = f"{found.first[0].role} to move: "
    if len(moves) == found.choices:
        which += "every first move is optimal"
    else:
        which += f"{len(moves)} of {found.choices} first moves optimal: {', '.join(moves)}"
    return [*lines, *([""] if lines else []), which, *_worths(found, width), *_line(found, width)]


def _worths(found: Solution, width: int) -> list[str]:
    """The moves by what they are worth, where they differ."""
    by_value: dict[int, list[str]] = {}
    for move, value in found.worths:
        by_value.setdefault(value, []).append(move.action)
    if len(by_value) < 2:
        return []
    return [
        line
        for value in sorted(by_value, reverse=True)
        for line in wrap(
            ", ".join(by_value[value]), width, initial_indent=f"  {value:>3}: ",
            subsequent_indent=" " * 7, break_long_words=False, break_on_hyphens=False,
        )
    ]  # fmt: skip


def _line(found: Solution, width: int) -> list[str]:
    """A best line, numbered."""
    moves = [f"{n}. {move.role} {move.action}" for n, move in enumerate(found.line, 1)]
    said = ", ".join(move.replace(" ", "\xa0") for move in moves)  # a move stays on a line
    shown = wrap(
        said, width, initial_indent="best line: ", subsequent_indent=" " * 11,
        break_long_words=False, break_on_hyphens=False,
    ) if moves else []  # fmt: skip
    end = [f"{' ' * 11}{found.result}"] if found.result else []
    return [*(line.replace("\xa0", " ") for line in shown), *end]
