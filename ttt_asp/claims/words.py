"""Words of claims: those that a claim is made of, and others that people use for them."""

from collections.abc import Mapping
from typing import Literal, get_args

Quantifier = Literal["never", "always", "can", "is"]
Outcome = Literal["wins", "loses", "ties"]
# Properties of strategies, in the terms of Zhang and Thielscher: they recommend something, at most
# one action, exactly one.
Property = Literal["complete", "deterministic", "functional"]

QUANTIFIERS: Mapping[str, Quantifier] = {"never": "never", "always": "always", "can": "can"}
OUTCOMES: Mapping[str, Outcome] = {
    form: outcome for outcome in get_args(Outcome) for form in (outcome, outcome.removesuffix("s"))
}
PROPERTIES: Mapping[str, Property] = {name: name for name in get_args(Property)}

# Other words, for which messages name the right one.
LIKE_QUANTIFIERS: Mapping[str, Quantifier] = {
    **QUANTIFIERS,
    **dict.fromkeys(("cannot", "can't", "won't", "doesn't", "don't", "not"), "never"),
    **dict.fromkeys(("must", "will"), "always"),
    **dict.fromkeys(("may", "might", "could", "sometimes"), "can"),
}
LIKE_OUTCOMES: Mapping[str, Outcome] = {
    **OUTCOMES,
    **dict.fromkeys(("winning", "won"), "wins"),
    **dict.fromkeys(("losing", "lost", "loose", "looses"), "loses"),
    **dict.fromkeys(("tied", "draw", "draws", "drawn"), "ties"),
}
NOBODY = {"nobody", "none", "neither", "no"}
# Words that a claim does without.
FILLING = {"a", "an", "the", "it", "is", "there", "in", "within", "by", "after", "move", "moves"}
FILLING |= {"do", "does", "game", "games", "play", "plays", "at", "most", "one", "be", "to", "of"}
FILLING |= {"ever"}


def sentence(
    role: str | None, quantifier: Quantifier, outcome: Outcome, by: int | None = None
) -> str:
    """Return a claim about how plays end in its plain form."""
    shown = outcome if role and quantifier != "can" else outcome[:-1]
    until = f" by move {by}" if by is not None else ""
    return f"{role + ' ' if role else ''}{quantifier} {shown}{until}"
