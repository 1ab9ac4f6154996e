"""Claims about strategies, read and answered: that one is complete, or keeps to another.

D. Zhang and M. Thielscher, *Representing and Reasoning about Game Strategies* (2014), call a
strategy complete if it recommends something wherever it is asked, deterministic if at most one
action, functional if exactly one. It keeps to another strategy if wherever it is asked that one
recommends all that it recommends itself.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ttt_asp.claims.claim import (
    CLAIM,
    OUTCOMES,
    PROPERTIES,
    QUANTIFIERS,
    Claim,
    role_in_claim,
    unreadable_claim,
)
from ttt_asp.claims.problem import Problem, over_all_positions, question_fields
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, internal, nearest
from ttt_asp.extensions.exploring.advice import Advice, advise
from ttt_asp.games.game import Game
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy, load_strategy
from ttt_asp.strategies.terms import parse_term
from ttt_asp.verdict import Play, PlayCounts, Verdict

# Actions that a reason lists, at most.
_SHOWN = 4

# `ROLE keeps to TERM`, perhaps with everywhere.
_KEEPS = re.compile(
    r"(\s*\S+\s+keeps\s+to(?!\S))(.*?)(\s+everywhere)?\s*", re.IGNORECASE | re.DOTALL
)


def strategy_claim(text: str, roles: Sequence[str], where: Location | None) -> Claim | None:
    """Read a claim of the form ROLE is PROPERTY or ROLE keeps to TERM, perhaps with everywhere.

    Args:
        text: the claim, whose second word is one of these.
        roles: the game's.
        where: the place of the text.

    Returns:
        The claim; None where it is neither, but perhaps about how plays end.

    Raises:
        InputError: it is no claim.
    """
    words = text.split()
    if keeps := _KEEPS.fullmatch(text):
        term, everywhere = str(parse_term(_kept_term(text), CLAIM)), keeps[3] is not None
        role = role_in_claim(text, words[0], roles, where)
        return Claim(role, "is", "keeps", everywhere=everywhere, kept=term)
    *_, last = lower = [word.lower() for word in words]
    about_ends = {"not", *QUANTIFIERS, *OUTCOMES}
    if lower[1] != "is" or not about_ends.isdisjoint(lower[2:]):
        return None
    everywhere = len(words) == 4 and last == "everywhere"
    if len(words) == 2:
        raise unreadable_claim(text, "is it complete, deterministic or functional?", "", where)
    if len(words) == 4 and not everywhere:
        raise unreadable_claim(text, f"{words[3]} is not everywhere", words[3], where)
    if len(words) > 4:
        raise unreadable_claim(
            text, f"{' '.join(words[4:])} does not belong to it", words[4], where
        )
    if lower[2] not in PROPERTIES:
        hint = nearest(lower[2], list(PROPERTIES), "complete, deterministic or functional")
        why = f"{words[2]} is not what a strategy may be; {hint}"
        raise unreadable_claim(text, why, words[2], where)
    role = role_in_claim(text, words[0], roles, where)
    return Claim(role, "is", PROPERTIES[lower[2]], everywhere=everywhere)


def standard_of(text: str, game: Game, library: Library) -> Strategy:
    """Return the strategy that a claim as `x keeps to any` says another one keeps to.

    Raises:
        InputError: something is wrong with it.
    """
    return load_strategy(_kept_term(text), CLAIM, game, library)


def _kept_term(text: str) -> str:
    """Return the term of a claim as `x keeps to any`, where it stands, with spaces before it."""
    keeps = _KEEPS.fullmatch(text)
    return re.sub(r"\S", " ", keeps[1]) + keeps[2] if keeps else ""


def answered_of_strategy(problem: Problem, prove: Callable[[Problem], Verdict]) -> Verdict:
    """Answer a claim about a strategy.

    One about all positions of the game keeps no counts: how plays end, and which part decides,
    depend there on the rules alone.

    Args:
        problem: the claim.
        prove: an engine, which is asked about positions that plays of a problem come to.
    """
    verdict = prove(over_all_positions(problem))
    if problem.claim.everywhere:
        counts = PlayCounts(verdict.positions)
        verdict = replace(verdict, counts=counts, **question_fields(problem))
    if verdict.verdict != "proved":
        return verdict
    where = "of the game" if problem.claim.everywhere else "that plays reach"
    begun = " from there" if problem.game.start else ""
    return replace(verdict, reason=f"it holds at every position {where}{begun}")


def with_recommended(problem: Problem, verdict: Verdict, play: Play, deadline: Deadline) -> Verdict:
    """Add the actions recommended at the position that shows a verdict, asked there once more.

    Args:
        problem: the question.
        verdict: the verdict.
        play: its play, to that position.
        deadline: when to give up.

    Raises:
        Expired: time is up.
        InternalError: the claim holds at the position.
    """
    claim, position = problem.claim, play.positions[-1]
    if claim.role is None or verdict.verdict != "refuted":
        return verdict
    strategy = problem.strategies[claim.role]
    actions = advise(problem.game, claim.role, strategy, position, deadline).recommended
    if claim.kept:
        (standard,) = problem.others[claim.role]
        there = advise(problem.game, claim.role, standard, position, deadline)
        reason = _departure(problem, [a for a in actions if a not in there.recommended], there)
        return _with_actions(verdict, reason, actions)
    if not (claim.outcome != "deterministic" and not actions) and not (
        claim.outcome != "complete" and len(actions) > 1
    ):
        raise internal(f"a position at which {claim} is said not to hold, and where it does")
    number = f"{len(actions)} actions" if actions else "nothing"
    whose = problem.game.spelt(claim.role)
    reason = f"{whose}'s strategy recommends {number} in the last position"
    return _with_actions(verdict, reason, actions)


def _with_actions(verdict: Verdict, reason: str, actions: tuple[str, ...]) -> Verdict:
    particulars = replace(verdict.particulars, recommended=actions)
    return replace(verdict, reason=reason, particulars=particulars)


def _departure(problem: Problem, strange: Sequence[str], there: Advice) -> str:
    """Return why a strategy with `strange` actions at a position does not keep to another one."""
    if not strange:
        raise internal(
            f"a position at which {problem.claim} is said not to hold, and where it does"
        )
    spelt = problem.game.spelt
    by = f" by {there.decided}" if there.decided and there.decided != problem.claim.kept else ""
    other = f"{_listed(there.recommended, spelt)}{by}" if there.recommended else "nothing"
    played, whose = _listed(strange, spelt), spelt(there.role)
    return f"{whose} plays {played} in the last position, where it would be {other}"


def _listed(actions: Sequence[str], spelt: Callable[[str], str]) -> str:
    """Return actions as one of them may be played; the first ones of many."""
    shown = [*actions[:_SHOWN], *(["..."] if len(actions) > _SHOWN else [])]
    return " or ".join(map(spelt, shown))
