"""Verdicts: who plays what, the answer and why, and the play that shows it."""

from collections.abc import Iterator, Mapping

from ttt_asp.extension import hook
from ttt_asp.limits import number_of
from ttt_asp.show.blocks import Block, Strip, Wrapped, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# How answers of all kinds are painted.
STYLES = {
    **dict.fromkeys(("proved", "repaired", "filled", "invented", "found"), "bold green"),
    **dict.fromkeys(("refuted", "none"), "bold red"),
    **dict.fromkeys(("incomplete", "unknown"), "bold yellow"),
}
_ENDINGS = {
    "ended": "; and the game is over",
    "stuck": "; then the play is stuck",
    "cut": "; and the play goes on",
    "lasso": "; and so on for ever, as the last position was there before",
    "there": "",
}


def verdict(verdict: Verdict, verbose: bool = False) -> Iterator[Block]:
    """Yield a verdict; with `verbose` also the notes of the engine."""
    yield first_line(headline(verdict))
    for role, text in verdict.roles.items():
        given = " (no strategy given)" if role in verdict.assumed else ""
        asked = f" ({verdict.programs[role]})" if role in verdict.programs else ""
        yield f"  {role} plays {text}{given}{asked}"
        yield from _failures(verdict, role)
    yield f"  {game_of(verdict)}, engine {verdict.engine}, {verdict.seconds.total:.3f} s"
    if verdict.positions is not None:
        yield f"  {numbers(verdict)}"
    yield from (f"  {warning}" for warning in verdict.warned)
    if verbose:
        yield from (f"  {note}" for note in verdict.notes)
    yield from _decided(verdict) if verbose else _dead(verdict)
    if verdict.lemmas and verdict.verdict == "proved":
        yield f"  whenever a round begins: {', '.join(verdict.lemmas)}"
        yield from (f"    {line}" for line in verdict.words)
    yield from play(verdict)
    if verdict.recommended:
        yield from ("", f"Recommended there: {', '.join(verdict.recommended)}")
    if verdict.verdict == "incomplete" or verdict.recommended == ():
        yield from _ended_in_any(verdict)
    if verdict.verdict == "proved":  # nobody is to blame: what looks for it is not imported
        return
    if (blame := hook("blame")) is not None:
        yield from blame(verdict)
    elif verdict.no_blunder_reason:
        yield from ("", Wrapped(f"N{verdict.no_blunder_reason[1:]}."))


def _failures(verdict: Verdict, role: str) -> Iterator[str]:
    """Yield why a program gave no legal move: where the play shown gets stuck, else anywhere."""
    failed = verdict.programs[role].failed if role in verdict.programs else {}
    last = verdict.play.positions[-1] if verdict.play else frozenset()
    for position in [last] if last in failed else list(failed)[:1]:
        where = verdict.layout.text(position) if verdict.layout else ""
        yield f"    at {where}: {failed[position]}" if where else f"    {failed[position]}"


def headline(verdict: Verdict) -> str:
    """Return the claim, the answer, and the reason."""
    return f"{claim_and_answer(verdict.claimed, verdict.verdict)} ({verdict.reason})"


def claim_and_answer(asked: str, answer: str) -> str:
    """Return the question and the answer."""
    return f"{painted(asked, 'bold')}: {painted(answer, STYLES[answer])}"


def game_of(verdict: Verdict) -> str:
    """Return the game of a verdict with its constants."""
    return with_constants(verdict.game, verdict.const)


def with_constants(game: str, const: Mapping[str, int | str]) -> str:
    """Return a game with its constants, as tictactoe (rows=3, cols=3, line=3)."""
    # what is 0 is a change of the rules that is not made
    given = ", ".join(f"{name}={value}" for name, value in const.items() if str(value) != "0")
    return f"{game} ({given})" if given else game


def numbers(verdict: Verdict) -> str:
    """Return the counts: 848 positions, 1,248 plays: x 1,184, o 0, tie 64."""
    text = number_of(verdict.positions or 0, "position")
    if verdict.plays is None:
        return text
    each = ", ".join(f"{name} {number:,}" for name, number in verdict.plays.items())
    return f"{text}, {number_of(sum(verdict.plays.values()), 'play')}{': ' if each else ''}{each}"


def _decided(verdict: Verdict) -> Iterator[str]:
    for role, parts in verdict.decided.items():
        yield f"  positions at which each part of {role}'s strategy decides:"
        width = max(len(part) for part in parts)
        for part, number in parts.items():
            dead = "  (dead: it never decides)" if not number else ""
            yield f"    {part.ljust(width)}  {number:>9,}{dead}"


def _dead(verdict: Verdict) -> Iterator[str]:
    """Warn about parts of a strategy that never decide; `any` at its end is there to be safe."""
    for role, parts in verdict.decided.items():
        dead = [part for part, number in parts.items() if not number and part != ANY]
        if dead and len(parts) > 1:
            verb = "decides" if len(dead) == 1 else "decide"
            yield f"  warning: {', '.join(dead)} of {role}'s strategy {verb} nowhere"


def play(verdict: Verdict) -> Iterator[Block]:
    """Yield the play of a verdict as boards, and how it ends."""
    if verdict.play is None or verdict.layout is None:
        return
    lost = verdict.blunder.move if verdict.blunder else None
    ending = f": {verdict.play.result}" if verdict.play.result else _ENDINGS[verdict.play.ending]
    yield from ("", Strip(verdict.layout, verdict.play, lost), "")
    yield f"{number_of(len(verdict.play.moves), 'move')}{ending}."


def _ended_in_any(verdict: Verdict) -> Iterator[str]:
    """Suggest a term that always recommends something, where the strategy recommends nothing."""
    play, layout = verdict.play, verdict.layout
    mover = layout.mover(play.positions[-1]) if play and layout else None
    text = verdict.roles.get(mover or "", "any")
    if text == ANY or mover in verdict.programs:  # nobody is to blame, or the game
        return
    inner = text[: -len(")")] if text.startswith("first(") else f"first({text}"
    yield f"Where a strategy may recommend nothing, end it in any: {inner}, any)"
