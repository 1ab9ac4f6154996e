"""Verdicts in words, for people who have seen none before; none says more than its verdict."""

from collections.abc import Sequence

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.errors import InputError
from ttt_asp.layout import Layout
from ttt_asp.progress_report import number_of
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# Longer terms are not read in a sentence, nor longer lists of moves.
_LONGEST, _MOVES = 48, 4
_STEMS = {"wins": "win", "loses": "lose", "ties": "tie"}
_RECOMMENDS = {
    "complete": "recommends something",
    "deterministic": "recommends one action at most",
    "functional": "recommends exactly one action",
}


def sentence(verdict: Verdict) -> str:
    """Return a verdict as one sentence.

    As "x, playing good_for_x, never loses, whatever o does: 848 positions, 1,248 plays: x wins
    1,184, o wins 0, 64 ties".
    """
    begin = f"From {verdict.position}: " if verdict.position else ""
    try:
        claim = parse_claim(verdict.claim, list(verdict.roles))
    except InputError:  # what was asked was not read in time
        return f"{begin}It is not known whether {verdict.claim}: {verdict.reason}."
    if verdict.every and verdict.verdict == "proved":
        begin += f"For every size with {verdict.every}, "
    clause, answer = "", verdict.verdict
    if answer == "unknown":
        clause = "It is not known whether "
    elif answer == "incomplete" or (claim.of_strategy and answer == "refuted"):
        clause = f"It is not {'proved' if answer == 'incomplete' else 'so'} that "
    clause += _of_strategy(verdict, claim) if claim.of_strategy else _clause(verdict, claim)
    free = [role for role, text in verdict.roles.items() if text == ANY]
    # it is about all plays
    if free and not claim.of_strategy and (claim.quantifier == "can") == (answer == "refuted"):
        clause += f", whatever {_and(free)} {'does' if len(free) == 1 else 'do'}"
    clause = f"{clause[:1].upper()}{clause[1:]}" if not (begin or claim.role) else clause
    because = [_counts(verdict)] if verdict.positions is not None else []
    if answer not in ("proved", "refuted") or claim.of_strategy or verdict.plays is None:
        because.insert(0, verdict.reason)
    return f"{begin}{clause}: {'; '.join(because)}."


def numbers(verdict: Verdict) -> str:
    """Return the counts: 848 positions, 1,248 plays: x 1,184, o 0, tie 64."""
    text = number_of(verdict.positions or 0, "position")
    if verdict.plays is None:
        return text
    each = ", ".join(f"{name} {number:,}" for name, number in verdict.plays.items())
    return f"{text}, {number_of(sum(verdict.plays.values()), 'play')}{': ' if each else ''}{each}"


def _counts(verdict: Verdict) -> str:
    """Return the counts of `numbers`, each with what it counts."""
    before, colon, _ = numbers(verdict).partition(": ")
    each = []
    for name, many in (verdict.plays or {}).items():
        ends = {"tie": number_of(many, "tie"), "stuck": f"{many:,} get stuck"}
        ends |= {role: f"{role} wins {many:,}" for role in verdict.roles}
        each.append(ends.get(name, f"{many:,} end with {name}"))
    return f"{before}{colon}{', '.join(each)}"


def _of_strategy(verdict: Verdict, claim: Claim) -> str:
    """Return a clause about what a strategy recommends."""
    where = "of the game" if claim.everywhere else "that plays reach"
    strategy = f"{claim.role}'s strategy, {_term(verdict.roles[str(claim.role)])},"
    recommends = f"keeps to {_term(claim.kept)}" if claim.kept else _RECOMMENDS[claim.outcome]
    does = f"{recommends} at every position {where}"
    return f"{strategy} {does} where {claim.role} has a choice"


def _clause(verdict: Verdict, claim: Claim) -> str:
    """Return a clause: who does what against whom, or does not if that is refuted."""
    others = [
        f"{role} playing {_term(text)}"
        for role, text in verdict.roles.items()
        if role != claim.role and text != ANY
    ]
    by = f" by move {claim.by}" if claim.by is not None else ""
    proved = verdict.verdict != "refuted"
    if claim.role is None:
        none = (claim.quantifier == "never") == proved
        plays = f"{'no' if none else 'some'} play is a tie"
        if claim.quantifier == "always":
            plays = f"{'every' if proved else 'not every'} play is a tie"
        return f"{f'with {_and(others)}, ' if others else ''}{plays}{by}"
    strategy, stem = verdict.roles[claim.role], _STEMS[claim.outcome]
    who = f"{claim.role}, playing {_term(strategy)}," if strategy != ANY else claim.role
    does = f"can {stem}" if claim.quantifier == "can" else f"{claim.quantifier} {claim.outcome}"
    if not proved:
        does = {"never": "can", "always": "does not always", "can": "cannot"}[claim.quantifier]
        does += f" {stem}"
    return f"{who} {does}{by}{f' against {_and(others)}' if others else ''}"


def blunder_sentences(verdict: Verdict) -> tuple[str, ...]:
    """Return sentences about the move that lost a refuted claim, and the moves that keep it.

    Returns:
        One sentence or two; where no blunder is named one that says why.
    """
    lost, play, layout = verdict.blunder, verdict.play, verdict.layout
    if lost is None or play is None or layout is None:
        return (f"N{verdict.no_blunder_reason[1:]}.",) if verdict.no_blunder_reason else ()
    if lost.move is None:
        return (f"{lost.role} could not have kept the claim: no strategy of {lost.role}'s does.",)
    move, decided = play.decided[lost.move - 1]
    line = f"its line {_term(decided)}" if decided else "its strategy"
    allows = "allows" if ANY in (decided, verdict.roles.get(lost.role)) else "recommends"
    count = len(lost.allowed)
    choice = "the only move" if count == 1 else f"one of the {count} moves"
    made = with_place(layout, move.action)
    first = (
        f"Move {lost.move} is the blunder: {lost.role} plays {made}, {choice} that {line} {allows}."
    )
    better = _and([with_place(layout, action) for action in lost.keeping or lost.missed], "or")
    if lost.keeping:
        blame = f"{lost.role}'s strategy {allows} that too, and leaves the choice open"
    else:
        blame = f"{lost.role}'s strategy does not {allows[:-1]} that"
    return first, f"With {better} the claim could still have been kept; {blame}."


def with_place(notation: Layout, action: str) -> str:
    """Return an action with the row, the column, and in a cube the layer, that it points at."""
    place = notation.places.get(notation.spelling.meant(action))
    if place is None:
        return action
    row, band = _within(place[0], notation.bands)
    column, block = _within(place[1], notation.blocks)
    at = f"row {row}, column {column}"
    if len(notation.bands) * len(notation.blocks) > 1:
        at = f"layer {band * len(notation.blocks) + block + 1}, {at}"
    return f"{action} ({at})"


def _within(number: int, runs: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the number of a row within its layer, and of the layer."""
    return next((run.index(number) + 1, n) for n, run in enumerate(runs) if number in run)


def _term(text: str) -> str:
    return text if len(text) <= _LONGEST else "its strategy"


def _and(names: Sequence[str], word: str = "and") -> str:
    """Return names as a sentence lists them; the first ones if there are many."""
    if len(names) > _MOVES:
        names = [*names[: _MOVES - 1], f"{len(names) - _MOVES + 1} others"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
