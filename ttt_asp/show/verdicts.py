"""Verdicts as text."""

from collections.abc import Mapping

from ttt_asp.games.notation import Notation
from ttt_asp.show.boards import strip
from ttt_asp.show.paint import Paint
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

STYLES = {
    "proved": "bold green",
    "refuted": "bold red",
    "incomplete": "bold yellow",
    "unknown": "bold yellow",
}
_ENDINGS = {
    "ended": "; and the game is over",
    "stuck": "; then the play is stuck",
    "cut": "; and the play goes on",
    "lasso": "; and so on for ever, as the last position was there before",
    "there": "",
}


def verdict(
    found: Verdict, notation: Notation | None, paint: Paint, width: int, verbose: bool = False
) -> str:
    """One verdict: who plays what, the answer and why, and the play that shows it."""
    lines = [headline(found, paint)]
    for role, text in found.roles.items():
        given = " (no strategy given)" if role in found.assumed else ""
        lines.append(f"  {role} plays {text}{given}")
    lines.append(f"  {game_of(found)}, engine {found.engine}, {found.seconds.total:.3f} s")
    if found.positions is not None:
        lines.append(f"  {numbers(found)}")
    lines += [f"  {warning}" for warning in found.warned]
    if verbose:
        lines += [*(f"  {note}" for note in found.notes), *_decided(found)]
    else:
        lines += _dead(found)
    if found.lemmas is not None and found.verdict == "proved":
        lines.append(f"  whenever a round begins: {', '.join(found.lemmas)}")
        lines += [f"    {line}" for line in found.words]
    if found.play is not None and notation is not None:
        lines += ["", play(found, notation, paint, width)]
    if found.recommended:
        lines += ["", f"Recommended there: {', '.join(found.recommended)}"]
    if found.verdict == "incomplete" or found.recommended == ():
        lines += _ended_in_any(found, notation)
    if found.blunder is not None and notation is not None:
        lines += ["", *blunder(found, notation)]
    if found.unblamed:
        lines += ["", f"{found.unblamed[0].upper()}{found.unblamed[1:]}."]
    if _repairable(found):
        lines.append("`ttt-asp repair`, asked the same, looks for the smallest change.")
    return "\n".join(lines)


def _repairable(found: Verdict) -> bool:
    """Whether a given strategy does not keep the claim, and another one may."""
    hopeless = found.blunder is not None and found.blunder.refinement == "impossible"
    cut = found.play is not None and found.play.ending == "cut"
    given = any(text != ANY for text in found.roles.values())
    failing = found.verdict in ("refuted", "incomplete") and not found.every
    failing = failing and found.recommended is None
    return failing and given and not hopeless and not cut


def headline(found: Verdict, paint: Paint) -> str:
    """The claim, the answer, and why."""
    answer = paint(found.verdict, STYLES[found.verdict])
    return f"{paint(found.claimed, 'bold')}: {answer} ({found.reason})"


def game_of(found: Verdict) -> str:
    """The game of a verdict with its constants."""
    return with_constants(found.game, found.const)


def with_constants(game: str, const: Mapping[str, str]) -> str:
    """A game with its constants, as tictactoe (rows=3, cols=3, line=3)."""
    # what is 0 is a change of the rules that is not made
    given = ", ".join(f"{name}={value}" for name, value in const.items() if value != "0")
    return f"{game} ({given})" if given else game


def numbers(found: Verdict) -> str:
    """How many positions and plays there are: 848 positions, 1,248 plays: x 1,184, o 0, tie 64."""
    text = f"{found.positions:,} position{'s' if found.positions != 1 else ''}"
    if found.plays is None:
        return text
    total = sum(found.plays.values())
    each = ", ".join(f"{name} {number:,}" for name, number in found.plays.items())
    return f"{text}, {total:,} play{'s' if total != 1 else ''}{': ' if each else ''}{each}"


def _decided(found: Verdict) -> list[str]:
    lines = []
    for role, parts in found.decided.items():
        lines.append(f"  positions at which each part of {role}'s strategy decides:")
        width = max(len(part) for part in parts)
        for part, number in parts.items():
            dead = "  (dead: it never decides)" if not number else ""
            lines.append(f"    {part.ljust(width)}  {number:>9,}{dead}")
    return lines


def _dead(found: Verdict) -> list[str]:
    """What nobody would miss in a strategy; `any` at its end is there to be safe."""
    lines = []
    for role, parts in found.decided.items():
        dead = [part for part, number in parts.items() if not number and part != ANY]
        if dead and len(parts) > 1:
            verb = "decides" if len(dead) == 1 else "decide"
            lines.append(f"  warning: {', '.join(dead)} of {role}'s strategy {verb} nowhere")
    return lines


def play(found: Verdict, notation: Notation, paint: Paint, width: int) -> str:
    """The play of a verdict as boards, and how it ends."""
    assert found.play is not None
    count = len(found.play.moves)
    moves = f"{count} move{'s' if count != 1 else ''}"
    lost = found.blunder.move if found.blunder else None
    shown = strip(notation, found.play, paint, width, lost)
    result = f": {found.play.result}" if found.play.result else ""
    return f"{shown}\n\n{moves}{result or _ENDINGS[found.play.ending]}."


def _ended_in_any(found: Verdict, notation: Notation | None) -> list[str]:
    """What to write so that the strategy that recommends nothing always recommends something."""
    mover = found.play and notation and notation.mover(found.play.positions[-1])
    text = found.roles.get(mover or "", "any")
    if text == "any":  # nobody is to blame, or the game
        return []
    inner = text[: -len(")")] if text.startswith("first(") else f"first({text}"
    return [f"Where a strategy has nothing to say, end it in any: {inner}, any)"]


def blunder(found: Verdict, notation: Notation) -> list[str]:
    """Where a play lost the claim, and whether the strategy is to blame."""
    lost = found.blunder
    assert lost is not None
    assert found.play is not None
    if lost.move is None:
        return [f"No strategy of {lost.role}'s keeps the claim against this."]
    made = found.play.moves[lost.move - 1].action
    lines = [f"Move {lost.move} is the blunder: {lost.role} plays {made}."]
    lines.append(f"  allowed: {', '.join(lost.allowed)}")
    lines.append(f"  of these keep the claim: {', '.join(lost.keeping) or 'none'}")
    if lost.missed:
        lines.append(f"  not allowed, but would keep it: {', '.join(lost.missed)}")
    if lost.refinement == "some":
        lines.append("Some refinement of the strategy keeps the claim: it forbids")
        for position, actions in list(lost.forbidden.items())[:3]:
            lines.append(f"  at {notation.text(position)}: {', '.join(actions)}")
        if lost.forbidden_count > 3:
            lines.append(f"  and so at {lost.forbidden_count:,} positions in all")
    elif lost.hopeless is not None:
        lines.append("No refinement of the strategy keeps the claim: every allowed move loses it")
        lines.append(f"  at {notation.text(lost.hopeless)}, where others would keep it")
    return lines
