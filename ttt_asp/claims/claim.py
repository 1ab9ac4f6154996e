"""Claims: sentences about what a strategy guarantees."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from ttt_asp.errors import Argument, Diagnostic, InputError, Location, nearest, printable
from ttt_asp.extension import hook, missing
from ttt_asp.records import dataclass

Quantifier = Literal["never", "always", "can", "is"]
Outcome = Literal["wins", "loses", "ties"]
# Properties of strategies, in the terms of Zhang and Thielscher: they recommend something, at most
# one action, exactly one.
Property = Literal["complete", "deterministic", "functional"]
# Of a strategy that recommends nothing but what another one does.
Keeping = Literal["keeps"]

QUANTIFIERS: Mapping[str, Quantifier] = {"never": "never", "always": "always", "can": "can"}
OUTCOMES: Mapping[str, Outcome] = {
    **{outcome: outcome for outcome in get_args(Outcome)},
    **{outcome.removesuffix("s"): outcome for outcome in get_args(Outcome)},
}
PROPERTIES: Mapping[str, Property] = {name: name for name in get_args(Property)}
# Where to read on.
_FORMS = "`ttt-asp prove --help` has all forms of claims"
# The place of a claim that stands in no file.
CLAIM = Argument("claim")


@dataclass(frozen=True, slots=True)
class Claim:
    """A property of all plays (`never`, `always`), of some play (`can`), or of a strategy (`is`).

    Attributes:
        role: whose outcome is meant, or whose strategy; None for a tie of all roles.
        quantifier: never, always or can; is.
        outcome: wins, loses or ties; of a strategy complete, deterministic or functional, or keeps.
        by: the last move, both players' counted, by which the play is over; None for any.
        everywhere: of a strategy: at all positions of the game, not only at those that plays reach.
        kept: the term of the strategy that another one keeps to; else empty.
    """

    role: str | None
    quantifier: Quantifier
    outcome: Outcome | Property | Keeping
    by: int | None = None
    everywhere: bool = False
    kept: str = ""

    @property
    def of_strategy(self) -> bool:
        """Whether the claim is about what a strategy recommends, not about how plays end."""
        return self.quantifier == "is"

    def __str__(self) -> str:
        if self.of_strategy:
            what = f"keeps to {self.kept}" if self.kept else f"is {self.outcome}"
            return f"{self.role} {what}{' everywhere' if self.everywhere else ''}"
        return sentence(self.role, self.quantifier, OUTCOMES[self.outcome], self.by)


def parse_claim(text: str, roles: Sequence[str], where: Location | None = None) -> Claim:
    """Read a claim about a game with the given roles.

    Raises:
        InputError: it is no claim.
    """
    words = text.split()
    if not words:
        raise InputError([Diagnostic("a claim is missing", where or Location(CLAIM), _FORMS)])
    lower = [word.lower() for word in words]
    if lower[1:2] in (["is"], ["keeps"]):
        if (of_strategies := hook("strategy_claims")) is None:
            why = f"claims about strategies are read by {missing('complete')}"
            raise unreadable_claim(text, why, words[1], where)
        claim: Claim | None = of_strategies.strategy_claim(text, roles, where)
        if claim is not None:
            return claim
    by: int | None = None
    if len(words) == 6 and re.fullmatch("always wins? by move", " ".join(lower[1:5])):
        if not re.fullmatch(r"[0-9]{1,6}[.!?]?", words[-1]):
            raise unreadable_claim(text, f"{words[-1]} is not a number of moves", words[-1], where)
        if words[-1].isdecimal():
            by, words, lower = int(words[-1]), words[:-3], lower[:-3]
    if len(words) == 2 and lower[0] in QUANTIFIERS and OUTCOMES.get(lower[1]) == "ties":
        return Claim(None, QUANTIFIERS[lower[0]], "ties")
    if len(words) == 3 and lower[1] in QUANTIFIERS and lower[2] in OUTCOMES:
        role = role_in_claim(text, words[0], roles, where)
        return Claim(role, QUANTIFIERS[lower[1]], OUTCOMES[lower[2]], by)
    meant = hook("meant")
    why, word = meant.not_a_claim(text, roles) if meant else ("it is of another form", "")
    raise unreadable_claim(text, why, word, where)


def role_in_claim(text: str, word: str, roles: Sequence[str], where: Location | None) -> str:
    """Return the role that a word of a claim names, whose case may differ.

    Raises:
        InputError: there is none.
    """
    matching = [role for role in roles if role == word]
    matching = matching or [role for role in roles if role.lower() == word.lower()]
    if len(matching) != 1:
        hint = nearest(word, roles, the_roles(roles))
        raise unreadable_claim(text, f"{word} is not a role; {hint}", word, where)
    return matching[0]


def unreadable_claim(text: str, why: str, word: str, where: Location | None) -> Exception:
    """Return an error that says what is wrong with a claim, and with which word of it."""
    if where is None:
        place = re.search(rf"(?<!\S){re.escape(word)}(?!\S)" if word else r"\S", text)
        where = Location(CLAIM, 1, place.start() + 1 if place else 1)
    return InputError([Diagnostic(f"{text!r} is not a claim: {printable(why)}", where, _FORMS)])


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
