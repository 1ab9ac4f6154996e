"""Verdicts in words, for people who have seen none before; none says more than its verdict."""

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.show_blunder import in_sentence, listed_words
from ttt_asp.limits import number_of
from ttt_asp.show.verdicts import numbers
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

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
        clause += f", whatever {listed_words(free)} {'does' if len(free) == 1 else 'do'}"
    clause = f"{clause[:1].upper()}{clause[1:]}" if not (begin or claim.role) else clause
    because = [_counts(verdict)] if verdict.positions is not None else []
    if answer not in ("proved", "refuted") or claim.of_strategy or verdict.plays is None:
        because.insert(0, verdict.reason)
    return f"{begin}{clause}: {'; '.join(because)}."


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
    strategy = f"{claim.role}'s strategy, {in_sentence(verdict.roles[str(claim.role)])},"
    recommends = f"keeps to {in_sentence(claim.kept)}" if claim.kept else _RECOMMENDS[claim.outcome]
    does = f"{recommends} at every position {where}"
    return f"{strategy} {does} where {claim.role} has a choice"


def _clause(verdict: Verdict, claim: Claim) -> str:
    """Return a clause: who does what against whom, or does not if that is refuted."""
    others = [
        f"{role} playing {in_sentence(text)}"
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
        return f"{f'with {listed_words(others)}, ' if others else ''}{plays}{by}"
    strategy, stem = verdict.roles[claim.role], _STEMS[claim.outcome]
    who = f"{claim.role}, playing {in_sentence(strategy)}," if strategy != ANY else claim.role
    does = f"can {stem}" if claim.quantifier == "can" else f"{claim.quantifier} {claim.outcome}"
    if not proved:
        does = {"never": "can", "always": "does not always", "can": "cannot"}[claim.quantifier]
        does += f" {stem}"
    return f"{who} {does}{by}{f' against {listed_words(others)}' if others else ''}"
