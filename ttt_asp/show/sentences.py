"""Verdicts in words, for people who have seen none before; none says more than its verdict."""

from collections.abc import Iterable, Sequence

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.errors import InputError
from ttt_asp.games.notation import Notation
from ttt_asp.reached import many
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


def sentence(found: Verdict) -> str:
    """What a verdict says, in one sentence.

    As "x, playing good_for_x, never loses: whatever o does, 1,248 plays, 848 positions."
    """
    return f"From {found.position}: {_sentence(found)}" if found.position else _sentence(found)


def _sentence(found: Verdict) -> str:
    try:
        claim = parse_claim(found.claim, list(found.roles))
    except InputError:  # what was asked was not read in time
        return f"It is not known whether {found.claim}: {found.reason}."
    if claim.of_strategy:
        return _of_strategy(found, claim)
    if found.verdict == "incomplete" and claim.quantifier == "never" and _number(found, claim)[1]:
        jammed = many((found.plays or {}).get(STUCK, 0), "play")
        said = f"{_clause(found, claim, 'refuted')}: {_counted(found, claim)}"
        return f"{said}; and {jammed} get stuck."
    if found.verdict in ("unknown", "incomplete"):
        known = "known" if found.verdict == "unknown" else "settled"
        said = f"It is not {known} whether {_clause(found, claim, 'proved')}{_whatever(found)}"
        stuck = found.play if found.play and found.play.ending == "stuck" else None
        after = f"after {many(len(stuck.moves), 'move')} " if stuck else ""
        return f"{said}: {after}{found.reason}."
    said = _clause(found, claim, found.verdict)
    said += f": {', '.join(reasons)}" if (reasons := [*_because(found, claim)]) else ""
    if found.every and found.verdict == "proved":
        return f"For every size with {found.every}, {said}."
    return f"{said[:1].upper() if claim.role is None else said[:1]}{said[1:]}."


def _of_strategy(found: Verdict, claim: Claim) -> str:
    """What a verdict says of a claim about a strategy."""
    where = "of the game" if claim.everywhere else "that plays reach"
    does, does_not = _RECOMMENDS[claim.outcome]
    own = f"{claim.role}'s strategy, {_term(found.roles[str(claim.role)])},"
    if found.verdict not in ("proved", "refuted"):
        return f"It is not known whether {own} {does} at every position {where}: {found.reason}."
    if found.verdict == "refuted":
        moves = many(len(found.play.moves), "move") if found.play else "some moves"
        return f"{own} {does_not} at positions {where}: after {moves} {found.reason}."
    number = f": {many(found.positions, 'position')}" if found.positions is not None else ""
    return f"{own} {does} at every position {where} where {claim.role} has a choice{number}."


def _clause(found: Verdict, claim: Claim, verdict: str) -> str:
    """Who does what against whom, were this the verdict."""
    if claim.role is None:
        given = [f"{role} playing {_term(t)}" for role, t in found.roles.items() if t != ANY]
        before = f"with {_and(given)}, " if given else ""
        return f"{before}{_all_ties(claim, verdict)}"
    own = found.roles[claim.role]
    who = f"{claim.role}, playing {_term(own)}," if own != ANY else claim.role
    others = [
        f"{role} playing {_term(text)}"
        for role, text in found.roles.items()
        if role != claim.role and text != ANY
    ]
    against = f" against {_and(others)}" if others else ""
    by = f" by move {claim.by}" if claim.by is not None else ""
    return f"{who} {_does(claim, verdict)}{by}{against}"


def _does(claim: Claim, verdict: str) -> str:
    stem = _STEMS[claim.outcome]
    if verdict == "proved":
        return f"can {stem}" if claim.quantifier == "can" else f"{claim.quantifier} {claim.outcome}"
    return {"never": "can", "always": "does not always", "can": "cannot"}[claim.quantifier] + (
        f" {stem}"
    )


def _all_ties(claim: Claim, verdict: str) -> str:
    """What is said of ties of all roles."""
    proved = verdict == "proved"
    by = f" by move {claim.by}" if claim.by is not None else ""
    if claim.quantifier == "always":
        return f"{'every' if proved else 'not every'} play is a tie{by}"
    none = (claim.quantifier == "never") == proved
    return f"{'no' if none else 'some'} play is a tie{by}"


def _because(found: Verdict, claim: Claim) -> Iterable[str]:
    """What stands behind the colon: whatever the others do, and how many plays there are."""
    general = (claim.quantifier == "can") == (found.verdict == "refuted")  # it is about all plays
    every_size = found.every and found.verdict == "proved"
    if general or every_size:
        yield from filter(None, [_whatever(found).removeprefix(", ")])
        if every_size:
            yield "proved by induction over rounds, of all sizes at once"
            return
        if found.plays is not None:
            yield many(sum(found.plays.values()), "play")
        if found.positions is not None:
            yield many(found.positions, "position")
        if found.lemmas is not None:
            yield "proved by induction over rounds, which goes through no positions"
    elif counted := _counted(found, claim):
        yield counted
    elif found.play is not None:
        yield _shown(found.play, claim)


def _whatever(found: Verdict) -> str:
    """Who may do anything."""
    free = [role for role, text in found.roles.items() if text == ANY]
    return f", whatever {_and(free)} {'does' if len(free) == 1 else 'do'}" if free else ""


def _counted(found: Verdict, claim: Claim) -> str:
    """Who wins how many plays, or how many are ties; empty where counts do not say so."""
    who, number = _number(found, claim)
    if number is None:
        return ""
    total = many(sum((found.plays or {}).values()), "play")
    if not who:
        return f"{_none(number)} of {total} {'is a tie' if number == 1 else 'are ties'}"
    return f"{who} wins {_none(number)} of {total}"


def _number(found: Verdict, claim: Claim) -> tuple[str, int | None]:
    """How many plays end as the claim says, and who wins them; None where counts do not say so."""
    roles, plays = list(found.roles), found.plays
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
    """What the play that decides shows."""
    moves = many(len(play.moves), "move")
    if play.ending == "lasso":
        return f"a play goes round in a circle after {moves}, for ever"
    if play.ending == "cut":
        return f"a play is not over after {moves}"
    late = claim.by is not None and len(play.moves) > claim.by
    took = f"a play of {moves}" + (", too many," if late else "")
    return f"{took} shows it{f' ({play.result})' if play.result else ''}"


def lost_because(found: Verdict, notation: Notation) -> tuple[str, ...]:
    """Where a refuted claim was lost: what was played, why, and what could have been played.

    Args:
        found: the verdict, with its blunder.
        notation: the game's.

    Returns:
        One sentence or two; none where no blunder is known.
    """
    lost, play = found.blunder, found.play
    if lost is None or play is None:
        return ()
    if lost.move is None:
        return (f"{lost.role} could not have kept the claim: no strategy of {lost.role}'s does.",)
    move, decided = play.decided[lost.move - 1]
    line = f"its line {_term(decided)}" if decided else "its strategy"
    allows = "allows" if ANY in (decided, found.roles.get(lost.role)) else "recommends"
    count = len(lost.allowed)
    choice = "the only move" if count == 1 else f"one of the {count} moves"
    made = where(notation, move.action)
    first = (
        f"Move {lost.move} is the blunder: {lost.role} plays {made}, {choice} that {line} {allows}."
    )
    better = _and([where(notation, action) for action in lost.keeping or lost.missed], "or")
    if lost.keeping:
        said = f"{lost.role}'s strategy {allows} that too, and leaves the choice open"
    else:
        said = f"{lost.role}'s strategy does not {allows[:-1]} that"
    return first, f"With {better} the claim could still have been kept; {said}."


def where(notation: Notation, action: str) -> str:
    """An action with the row and the column, and in a cube the layer, that it points at."""
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
    """The number of a row within its layer, and of the layer."""
    return next((run.index(number) + 1, n) for n, run in enumerate(runs) if number in run)


def _term(text: str) -> str:
    return text if len(text) <= _LONGEST else "its strategy"


def _and(names: Sequence[str], word: str = "and") -> str:
    """Names as a sentence lists them; of many the first ones."""
    if len(names) > _MOVES:
        names = [*names[: _MOVES - 1], f"{len(names) - _MOVES + 1} others"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
