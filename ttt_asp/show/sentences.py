"""Verdicts in words, for people who have seen none before; none says more than its verdict."""

from collections.abc import Iterable, Sequence

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.errors import InputError
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import STUCK, TIE, Play, Verdict

# Longer terms are not read in a sentence, nor longer lists of moves.
_LONGEST, _MOVES = 48, 4
_STEMS = {"wins": "win", "loses": "lose", "ties": "tie"}
_RECOMMENDS = {
    "complete": ("recommends something", "does not always recommend something"),
    "deterministic": ("recommends one action at most", "may recommend several actions"),
    "functional": ("recommends exactly one action", "does not always recommend exactly one action"),
}


def sentence(verdict: Verdict) -> str:
    """Return a verdict as one sentence.

    As "x, playing good_for_x, never loses: whatever o does, 1,248 plays, 848 positions."
    """
    begin = f"From {verdict.position}: " if verdict.position else ""
    return f"{begin}{_sentence(verdict)}"


def _sentence(verdict: Verdict) -> str:
    try:
        claim = parse_claim(verdict.claim, list(verdict.roles))
    except InputError:  # what was asked was not read in time
        return f"It is not known whether {verdict.claim}: {verdict.reason}."
    if claim.of_strategy:
        return _of_strategy(verdict, claim)
    if (
        verdict.verdict == "incomplete"
        and claim.quantifier == "never"
        and _number(verdict, claim)[1]
    ):
        jammed = number_of((verdict.plays or {}).get(STUCK, 0), "play")
        sentence = f"{_clause(verdict, claim, 'refuted')}: {_counted(verdict, claim)}"
        return f"{sentence}; and {jammed} get stuck."
    if verdict.verdict in ("unknown", "incomplete"):
        known = "known" if verdict.verdict == "unknown" else "settled"
        clause = f"{_clause(verdict, claim, 'proved')}{_whatever(verdict)}"
        stuck = verdict.play if verdict.play and verdict.play.ending == "stuck" else None
        after = f"after {number_of(len(stuck.moves), 'move')} " if stuck else ""
        return f"It is not {known} whether {clause}: {after}{verdict.reason}."
    sentence = _clause(verdict, claim, verdict.verdict)
    sentence += f": {', '.join(reasons)}" if (reasons := [*_because(verdict, claim)]) else ""
    if verdict.every and verdict.verdict == "proved":
        return f"For every size with {verdict.every}, {sentence}."
    return f"{sentence[:1].upper() if claim.role is None else sentence[:1]}{sentence[1:]}."


def _of_strategy(verdict: Verdict, claim: Claim) -> str:
    """Return a verdict on a claim about a strategy as one sentence."""
    where = "of the game" if claim.everywhere else "that plays reach"
    does, does_not = _RECOMMENDS[claim.outcome]
    whose = f"{claim.role}'s strategy, {_term(verdict.roles[str(claim.role)])},"
    if verdict.verdict not in ("proved", "refuted"):
        return (
            f"It is not known whether {whose} {does} at every position {where}: {verdict.reason}."
        )
    if verdict.verdict == "refuted":
        moves = number_of(len(verdict.play.moves), "move") if verdict.play else "some moves"
        return f"{whose} {does_not} at positions {where}: after {moves} {verdict.reason}."
    number = (
        f": {number_of(verdict.positions, 'position')}" if verdict.positions is not None else ""
    )
    return f"{whose} {does} at every position {where} where {claim.role} has a choice{number}."


def _clause(verdict: Verdict, claim: Claim, answer: str) -> str:
    """Return a clause: who does what against whom, if this is the verdict."""
    others = [
        f"{role} playing {_term(text)}"
        for role, text in verdict.roles.items()
        if role != claim.role and text != ANY
    ]
    by = f" by move {claim.by}" if claim.by is not None else ""
    if claim.role is None:
        return f"{f'with {_and(others)}, ' if others else ''}{_all_ties(claim, answer)}{by}"
    strategy = verdict.roles[claim.role]
    who = f"{claim.role}, playing {_term(strategy)}," if strategy != ANY else claim.role
    return f"{who} {_does(claim, answer)}{by}{f' against {_and(others)}' if others else ''}"


def _does(claim: Claim, answer: str) -> str:
    stem = _STEMS[claim.outcome]
    if answer == "proved":
        return f"can {stem}" if claim.quantifier == "can" else f"{claim.quantifier} {claim.outcome}"
    does = {"never": "can", "always": "does not always", "can": "cannot"}[claim.quantifier]
    return f"{does} {stem}"


def _all_ties(claim: Claim, answer: str) -> str:
    """Return the clause about ties of all roles."""
    proved = answer == "proved"
    if claim.quantifier == "always":
        return f"{'every' if proved else 'not every'} play is a tie"
    none = (claim.quantifier == "never") == proved
    return f"{'no' if none else 'some'} play is a tie"


def _because(verdict: Verdict, claim: Claim) -> Iterable[str]:
    """Yield the reasons behind the colon: whatever the others do, and how many plays there are."""
    general = (claim.quantifier == "can") == (verdict.verdict == "refuted")  # it is about all plays
    every_size = verdict.every and verdict.verdict == "proved"
    if general or every_size:
        yield from filter(None, [_whatever(verdict).removeprefix(", ")])
        if every_size:
            yield "proved by induction over rounds, of all sizes at once"
            return
        if verdict.plays is not None:
            yield number_of(sum(verdict.plays.values()), "play")
        if verdict.positions is not None:
            yield number_of(verdict.positions, "position")
        if verdict.lemmas is not None:
            yield "proved by induction over rounds, which goes through no positions"
    elif counted := _counted(verdict, claim):
        yield counted
    elif verdict.play is not None:
        yield _shown(verdict.play, claim)


def _whatever(verdict: Verdict) -> str:
    """Return the clause about roles that may do anything."""
    free = [role for role, text in verdict.roles.items() if text == ANY]
    return f", whatever {_and(free)} {'does' if len(free) == 1 else 'do'}" if free else ""


def _counted(verdict: Verdict, claim: Claim) -> str:
    """Return how many plays who wins, or how many are ties; empty where counts do not say so."""
    who, number = _number(verdict, claim)
    if number is None:
        return ""
    total = number_of(sum((verdict.plays or {}).values()), "play")
    if not who:
        return f"{_none(number)} of {total} {'is a tie' if number == 1 else 'are ties'}"
    return f"{who} wins {_none(number)} of {total}"


def _number(verdict: Verdict, claim: Claim) -> tuple[str, int | None]:
    """Return who wins the plays that end as the claim says, and how many; None if not counted."""
    roles, plays = list(verdict.roles), verdict.plays
    if plays is None or claim.by is not None or len(roles) != 2 or {TIE, STUCK} & {*roles}:
        return "", None
    if plays.keys() - {*roles, TIE, STUCK}:  # named by goals
        return "", None
    if claim.outcome == "ties":
        return "", plays.get(TIE, 0)
    role = str(claim.role)
    who = role if claim.outcome == "wins" else next(other for other in roles if other != role)
    return who, plays.get(who, 0)


def _none(number: int) -> str:
    return f"{number:,}" if number else "none"


def _shown(play: Play, claim: Claim) -> str:
    """Return a clause about the play that decides."""
    moves = number_of(len(play.moves), "move")
    if play.ending == "lasso":
        return f"a play goes round in a circle after {moves}, for ever"
    if play.ending == "cut":
        return f"a play is not over after {moves}"
    late = claim.by is not None and len(play.moves) > claim.by
    took = f"a play of {moves}" + (", too many," if late else "")
    return f"{took} shows it{f' ({play.result})' if play.result else ''}"


def blunder_sentences(verdict: Verdict, notation: Notation) -> tuple[str, ...]:
    """Return sentences about the move that lost a refuted claim, and the moves that keep it.

    Args:
        verdict: the verdict, with its blunder.
        notation: the game's.

    Returns:
        One sentence or two; none where no blunder is known.
    """
    lost, play = verdict.blunder, verdict.play
    if lost is None or play is None:
        return ()
    if lost.move is None:
        return (f"{lost.role} could not have kept the claim: no strategy of {lost.role}'s does.",)
    move, decided = play.decided[lost.move - 1]
    line = f"its line {_term(decided)}" if decided else "its strategy"
    allows = "allows" if ANY in (decided, verdict.roles.get(lost.role)) else "recommends"
    count = len(lost.allowed)
    choice = "the only move" if count == 1 else f"one of the {count} moves"
    made = with_place(notation, move.action)
    first = (
        f"Move {lost.move} is the blunder: {lost.role} plays {made}, {choice} that {line} {allows}."
    )
    better = _and([with_place(notation, action) for action in lost.keeping or lost.missed], "or")
    if lost.keeping:
        blame = f"{lost.role}'s strategy {allows} that too, and leaves the choice open"
    else:
        blame = f"{lost.role}'s strategy does not {allows[:-1]} that"
    return first, f"With {better} the claim could still have been kept; {blame}."


def with_place(notation: Notation, action: str) -> str:
    """Return an action with the row, the column, and in a cube the layer, that it points at."""
    place = notation.places.get(notation.game.spelling.meant(action))
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
