"""Fillings of strategies with holes as text."""

from collections.abc import Sequence
from textwrap import wrap

from ttt_asp.analyses.fill.result import Filled, Fillings
from ttt_asp.show.paint import Paint
from ttt_asp.show.verdicts import game_of, numbers, with_constants
from ttt_asp.strategies.strategy import ANY

STYLES = {"filled": "bold green", "none": "bold red", "unknown": "bold yellow"}


def fillings(found: Fillings, paint: Paint, width: int) -> str:
    """What was asked, the answer, and the strategies that were found with what proves them."""
    parts = found.task.parts
    claims = " and ".join(dict.fromkeys(part.problem.claimed for part in parts))
    answer = paint(found.answer, STYLES[found.answer])
    lines = [f"{paint(claims, 'bold')}: {answer} ({found.reason})"]
    for part in parts:
        game = part.problem.game
        who = ", ".join(f"{game.spelt(r)} plays {text}" for r, text in part.question.roles.items())
        board = with_constants(game.name, game.constants)
        about = f"{part.problem.claimed} in {board}: {who}" if len(parts) > 1 else who
        lines += wrap(about, width, initial_indent="  ", subsequent_indent="    ")
    lines.append(f"  {_searched(found)}")
    for one in found.strategies:
        lines += ["", *_strategy(one, found, paint, width)]
    lines += ["", *_numbers(found)] if _numbers(found) else []
    if found.same and found.answer == "filled":
        lines += ["", "The same here, at every position that fillings come to:"]
        lines += [f"  {', '.join(group)}" for group in found.same]
    return "\n".join(lines)


def _searched(found: Fillings) -> str:
    pool = found.task.pool
    number = len(pool.tactics)
    tactics = f"{number} tactic{'s' if number != 1 else ''}"
    tactics += " and any" if ANY in pool.fillers else ""
    more = len(pool.fillers) - number - (ANY in pool.fillers)
    tactics += f", {more:,} pairs of them" if more else ""
    looked = _many(found.positions, "choice") if found.positions else ""
    tried = _many(found.candidates, "candidate") if found.counterexamples else ""
    return ", ".join(filter(None, [tactics, looked, tried, f"{found.seconds:.3f} s"]))


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def _strategy(one: Filled, found: Fillings, paint: Paint, width: int) -> list[str]:
    lines: list[str] = []
    for text in one.terms.values():
        lines += [paint(line, "bold") for line in wrap(text, width, subsequent_indent="  ")]
    unit = "line" if found.task.pool.by_lines else "tactic"
    named = f"{one.cost} {unit}{'s' if one.cost != 1 else ''} in the holes"
    lines.append(f"  {named}" + ("; with fewer there is none" if found.shortest else ""))
    for verdict in one.verdicts:
        said = f"{verdict.claimed} in {game_of(verdict)}: {verdict.verdict}"
        lines.append(f"  {said}, engine {verdict.engine}")
        if verdict.positions is not None:
            lines.append(f"    {numbers(verdict)}")
        lines += [f"    {warning}" for warning in verdict.warnings]
    if not one.verdicts:
        lines.append("  not put to the engines: there was no time")
    return lines


def _numbers(found: Fillings) -> Sequence[str]:
    if found.number is None:
        return []
    what = "fillings of this cost keep" if found.shortest else "fillings keep"
    if found.number == 1:
        what = "filling of this cost keeps" if found.shortest else "filling keeps"
    shown = len(found.strategies)
    rest = f"; --limit N shows more than {shown}" if found.number > shown else ""
    return [f"{found.number:,} {what} the claims{rest}."]
