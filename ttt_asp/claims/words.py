"""The words that a claim is made of."""

from collections.abc import Mapping, Sequence
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


def sentence(
    role: str | None, quantifier: Quantifier, outcome: Outcome, by: int | None = None
) -> str:
    """Return a claim about how plays end in its plain form."""
    shown = outcome if role and quantifier != "can" else outcome[:-1]
    until = f" by move {by}" if by is not None else ""
    return f"{role + ' ' if role else ''}{quantifier} {shown}{until}"


def the_roles(roles: Sequence[str]) -> str:
    """Return the roles of a game, for a hint."""
    return f"the roles are {' and '.join(roles)}"
