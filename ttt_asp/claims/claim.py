"""Claims: sentences about what a strategy guarantees."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from ttt_asp.errors import Argument, Diagnostic, InputError, Location, nearest, printable
from ttt_asp.extension import hook
from ttt_asp.records import dataclass
from ttt_asp.strategies.terms import parse_term

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
# `ROLE keeps to TERM`, perhaps with everywhere.
_KEEPS = re.compile(
    r"(\s*\S+\s+keeps\s+to(?!\S))(.*?)(\s+everywhere)?\s*", re.IGNORECASE | re.DOTALL
)
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
    if keeps := _KEEPS.fullmatch(text):
        term, everywhere = str(parse_term(kept_term(text), CLAIM)), keeps[3] is not None
        role = _role(text, words[0], roles, where)
        return Claim(role, "is", "keeps", everywhere=everywhere, kept=term)
    ends = QUANTIFIERS.keys() | OUTCOMES.keys()
    if len(words) > 1 and lower[1] == "is" and ends.isdisjoint(lower[2:]) and "not" not in lower:
        return _strategy_claim(text, words, roles, where)
    by: int | None = None
    if len(words) == 6 and re.fullmatch("always wins? by move", " ".join(lower[1:5])):
        if not re.fullmatch(r"[0-9]{1,6}[.!?]?", words[-1]):
            raise _unreadable(text, f"{words[-1]} is not a number of moves", words[-1], where)
        if words[-1].isdecimal():
            by, words, lower = int(words[-1]), words[:-3], lower[:-3]
    if len(words) == 2 and lower[0] in QUANTIFIERS and OUTCOMES.get(lower[1]) == "ties":
        return Claim(None, QUANTIFIERS[lower[0]], "ties")
    if len(words) == 3 and lower[1] in QUANTIFIERS and lower[2] in OUTCOMES:
        role = _role(text, words[0], roles, where)
        return Claim(role, QUANTIFIERS[lower[1]], OUTCOMES[lower[2]], by)
    what_is_wrong = hook("not_a_claim")
    why, word = what_is_wrong(text, roles) if what_is_wrong else ("it is of another form", "")
    raise _unreadable(text, why, word, where)


def _strategy_claim(
    text: str, words: Sequence[str], roles: Sequence[str], where: Location | None
) -> Claim:
    """Read a claim of the form ROLE is PROPERTY, perhaps with everywhere."""
    *_, last = lower = [word.lower() for word in words]
    everywhere = len(words) == 4 and last == "everywhere"
    if len(words) == 2:
        raise _unreadable(text, "is it complete, deterministic or functional?", "", where)
    if len(words) == 4 and not everywhere:
        raise _unreadable(text, f"{words[3]} is not everywhere", words[3], where)
    if len(words) > 4:
        raise _unreadable(text, f"{' '.join(words[4:])} does not belong to it", words[4], where)
    if lower[2] not in PROPERTIES:
        hint = nearest(lower[2], list(PROPERTIES), "complete, deterministic or functional")
        why = f"{words[2]} is not what a strategy may be; {hint}"
        raise _unreadable(text, why, words[2], where)
    role = _role(text, words[0], roles, where)
    return Claim(role, "is", PROPERTIES[lower[2]], everywhere=everywhere)


def kept_term(text: str) -> str:
    """Return the term of a claim as `x keeps to any`, where it stands, with spaces before it."""
    keeps = _KEEPS.fullmatch(text)
    return re.sub(r"\S", " ", keeps[1]) + keeps[2] if keeps else ""


def _role(text: str, word: str, roles: Sequence[str], where: Location | None) -> str:
    matching = [role for role in roles if role == word]
    matching = matching or [role for role in roles if role.lower() == word.lower()]
    if len(matching) != 1:
        hint = nearest(word, roles, the_roles(roles))
        raise _unreadable(text, f"{word} is not a role; {hint}", word, where)
    return matching[0]


def _unreadable(text: str, why: str, word: str, where: Location | None) -> Exception:
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
