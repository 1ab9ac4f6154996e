"""Verdicts: who plays what, the answer and why, and the play that shows it."""

from collections.abc import Iterator, Mapping

from ttt_asp.errors import InputError
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, OnPages, Strip, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.sentences import lost_because, sentence
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# How answers of all kinds are painted.
STYLES = {
    **dict.fromkeys(("proved", "repaired", "filled", "found"), "bold green"),
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


def verdict(found: Verdict, verbose: bool = False) -> Iterator[Block]:
    """A verdict; with what the engine has to say where that is asked for."""
    yield OnPages(sentence(found))
    yield headline(found)
    for role, text in found.roles.items():
        given = " (no strategy given)" if role in found.assumed else ""
        asked = f" ({found.programs[role]})" if role in found.programs else ""
        yield f"  {role} plays {text}{given}{asked}"
        yield from _failures(found, role)
    yield f"  {game_of(found)}, engine {found.engine}, {found.seconds.total:.3f} s"
    if found.positions is not None:
        yield f"  {numbers(found)}"
    yield from (f"  {warning}" for warning in found.warned)
    if verbose:
        yield from (f"  {note}" for note in found.notes)
    yield from _decided(found) if verbose else _dead(found)
    if found.lemmas is not None and found.verdict == "proved":
        yield f"  whenever a round begins: {', '.join(found.lemmas)}"
        yield from (f"    {line}" for line in found.words)
    notation = notation_of(found)
    yield from play(found, notation)
    if found.recommended:
        yield from ("", f"Recommended there: {', '.join(found.recommended)}")
    if found.verdict == "incomplete" or found.recommended == ():
        yield from _ended_in_any(found, notation)
    yield from _mistake(found, notation) if notation is not None else ()
    if found.unblamed:
        yield from ("", f"{found.unblamed[0].upper()}{found.unblamed[1:]}.")
    if _repairable(found):
        yield "`ttt-asp repair`, asked the same, looks for the smallest change."


def _failures(found: Verdict, role: str) -> Iterator[str]:
    """Why a program gave no legal move: where the play shown gets stuck, else somewhere."""
    failed = found.programs[role].failed if role in found.programs else {}
    last = found.play.positions[-1] if found.play else frozenset()
    notation = notation_of(found)
    for position in [last] if last in failed else list(failed)[:1]:
        where = notation.text(position) if notation else ""
        yield f"    at {where}: {failed[position]}" if where else f"    {failed[position]}"


def notation_of(found: Verdict) -> Notation | None:
    """How the game of a verdict's play is written; None where there is none, or no such file."""
    if found.play is None:
        return None
    try:
        return Notation(begun(found.game, found.const, found.position))
    except InputError:
        return None


def _repairable(found: Verdict) -> bool:
    """Whether a given strategy does not keep the claim, and another one may."""
    hopeless = found.blunder is not None and found.blunder.refinement == "impossible"
    cut = found.play is not None and found.play.ending == "cut"
    given = any(text != ANY for text in found.roles.values())
    failing = found.verdict in ("refuted", "incomplete") and not found.every
    failing = failing and found.recommended is None
    return failing and given and not hopeless and not cut


def headline(found: Verdict) -> str:
    """The claim, the answer, and why."""
    return f"{answered(found.claimed, found.verdict)} ({found.reason})"


def answered(asked: str, answer: str) -> str:
    """What was asked, and the answer."""
    return f"{INK(asked, 'bold')}: {INK(answer, STYLES[answer])}"


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
    text = many(found.positions or 0, "position")
    if found.plays is None:
        return text
    each = ", ".join(f"{name} {number:,}" for name, number in found.plays.items())
    return f"{text}, {many(sum(found.plays.values()), 'play')}{': ' if each else ''}{each}"


def proof(verdict: Verdict, about: str = "", indent: str = "  ") -> Iterator[str]:
    """What proves a strategy that was looked for.

    Args:
        verdict: the proof.
        about: what it proves, where that was not said.
        indent: of all lines but the first.
    """
    yield f"  {about}{verdict.verdict}, engine {verdict.engine}"
    if verdict.positions is not None:
        yield f"{indent}{numbers(verdict)}"
    yield from (f"{indent}{warning}" for warning in verdict.warnings)


def _decided(found: Verdict) -> Iterator[str]:
    for role, parts in found.decided.items():
        yield f"  positions at which each part of {role}'s strategy decides:"
        width = max(len(part) for part in parts)
        for part, number in parts.items():
            dead = "  (dead: it never decides)" if not number else ""
            yield f"    {part.ljust(width)}  {number:>9,}{dead}"


def _dead(found: Verdict) -> Iterator[str]:
    """What nobody would miss in a strategy; `any` at its end is there to be safe."""
    for role, parts in found.decided.items():
        dead = [part for part, number in parts.items() if not number and part != ANY]
        if dead and len(parts) > 1:
            verb = "decides" if len(dead) == 1 else "decide"
            yield f"  warning: {', '.join(dead)} of {role}'s strategy {verb} nowhere"


def play(found: Verdict, notation: Notation | None) -> Iterator[Block]:
    """The play of a verdict as boards, and how it ends."""
    if found.play is None or notation is None:
        return
    lost = found.blunder.move if found.blunder else None
    ending = f": {found.play.result}" if found.play.result else _ENDINGS[found.play.ending]
    yield from ("", Strip(notation, found.play, lost), "")
    yield f"{many(len(found.play.moves), 'move')}{ending}."


def _ended_in_any(found: Verdict, notation: Notation | None) -> Iterator[str]:
    """What to write so that the strategy that recommends nothing always recommends something."""
    mover = found.play and notation and notation.mover(found.play.positions[-1])
    text = found.roles.get(mover or "", "any")
    if text == ANY or mover in found.programs:  # nobody is to blame, or the game
        return
    inner = text[: -len(")")] if text.startswith("first(") else f"first({text}"
    yield f"Where a strategy has nothing to say, end it in any: {inner}, any)"


def _mistake(found: Verdict, notation: Notation) -> Iterator[Block]:
    """Where a play lost the claim, and whether the strategy is to blame."""
    lost, said = found.blunder, lost_because(found, notation)
    if lost is None or not said:
        return
    yield from ("", Wrapped(said[0]))
    if lost.move is not None:
        yield f"  allowed: {', '.join(lost.allowed)}"
        yield f"  of these keep the claim: {', '.join(lost.keeping) or 'none'}"
    if lost.missed:
        yield f"  not allowed, but would keep it: {', '.join(lost.missed)}"
    if lost.refinement == "some":
        yield "Some refinement of the strategy keeps the claim: it forbids"
        for position, actions in list(lost.forbidden.items())[:3]:
            yield f"  at {notation.text(position)}: {', '.join(actions)}"
        if lost.forbidden_count > 3:
            yield f"  and so at {lost.forbidden_count:,} positions in all"
    elif lost.hopeless is not None:
        yield "No refinement of the strategy keeps the claim: every allowed move loses it"
        yield f"  at {notation.text(lost.hopeless)}, where others would keep it"
