"""Claims: sentences about what a strategy guarantees."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from ttt_asp.errors import Argument, Diagnostic, InputError, Location, nearest, printable

Quantifier = Literal["never", "always", "can", "is"]
Outcome = Literal["wins", "loses", "ties"]
# Properties of strategies, in the terms of Zhang and Thielscher: they recommend something, at most
# one action, exactly one.
Property = Literal["complete", "deterministic", "functional"]

GRAMMAR = """\
ROLE never|always|can wins|loses|ties     x never loses
always|never|can tie                      always tie
ROLE always wins by move N                x always wins by move 7
ROLE is complete|deterministic|functional [everywhere]
                                          x is complete"""
_FORMS = f"A claim is one of\n{GRAMMAR}"
# The place of a claim that stands in no file.
CLAIM = Argument("claim")

_QUANTIFIERS: dict[str, Quantifier] = {"never": "never", "always": "always", "can": "can"}
_OUTCOMES: dict[str, Outcome] = {
    form: outcome for outcome in get_args(Outcome) for form in (outcome, outcome.removesuffix("s"))
}
# Other words for the quantifiers, for which messages name the right one.
_QUANTIFIER_SYNONYMS: dict[str, Quantifier] = {
    **_QUANTIFIERS,
    **dict.fromkeys(("cannot", "can't", "won't", "doesn't", "not"), "never"),
    **dict.fromkeys(("must", "will"), "always"),
    **dict.fromkeys(("may", "might", "could"), "can"),
}
PROPERTIES: dict[str, Property] = {name: name for name in get_args(Property)}


@dataclass(frozen=True, slots=True)
class Claim:
    """A property of all plays (`never`, `always`), of some play (`can`), or of a strategy (`is`).

    Attributes:
        role: whose outcome is meant, or whose strategy; None for a tie of all roles.
        quantifier: never, always or can; is.
        outcome: wins, loses or ties; of a strategy complete, deterministic or functional.
        by: the last move, both players' counted, by which the play is over; None for any.
        everywhere: of a strategy: at all positions of the game, not only at those that plays reach.
    """

    role: str | None
    quantifier: Quantifier
    outcome: Outcome | Property
    by: int | None = None
    everywhere: bool = False

    @property
    def of_strategy(self) -> bool:
        """Whether the claim is about what a strategy recommends, not about how plays end."""
        return self.quantifier == "is"

    def __str__(self) -> str:
        if self.of_strategy:
            return f"{self.role} is {self.outcome}{' everywhere' if self.everywhere else ''}"
        outcome = self.outcome if self.role and self.quantifier != "can" else self.outcome[:-1]
        by = f" by move {self.by}" if self.by is not None else ""
        return f"{self.role + ' ' if self.role else ''}{self.quantifier} {outcome}{by}"


def parse_claim(text: str, roles: Sequence[str], where: Location | None = None) -> Claim:
    """Read a claim about a game with the given roles.

    Raises:
        InputError: it is no claim; the message has the grammar.
    """
    words = text.split()
    if not words:
        raise InputError([Diagnostic(f"a claim is missing\n{_FORMS}", where or Location(CLAIM))])
    lower = [word.lower() for word in words]
    if len(words) > 1 and lower[1] == "is":
        return _strategy_claim(text, words, roles, where)
    if len(words) > 1 and lower[0] == "is" and lower[1] in PROPERTIES:
        raise _unreadable(text, f"whose strategy is {lower[1]}?", where)
    by: int | None = None
    if len(words) > 3 and lower[-3:-1] == ["by", "move"]:
        if lower[1:-3] not in (["always", "wins"], ["always", "win"]):
            raise _unreadable(text, "`by move N` goes with ROLE always wins", where)
        if not re.fullmatch(r"[0-9]{1,6}", words[-1]):
            raise _unreadable(text, f"{words[-1]} is not a number of moves", where, words[-1])
        by = int(words[-1])
        words, lower = words[:-3], lower[:-3]
    if len(words) == 2 and lower[0] not in _QUANTIFIERS and lower[1] in _OUTCOMES:
        example = Claim(words[0], "always", _OUTCOMES[lower[1]])
        ways = [str(replace(example, quantifier=way)) for way in _QUANTIFIERS.values()]
        why = f"in which plays? Write {ways[0]}, {ways[1]} or {ways[2]}"
        raise _unreadable(text, why, where)
    meant = [_QUANTIFIER_SYNONYMS[word] for word in lower[1:-1] if word in _QUANTIFIER_SYNONYMS]
    if meant and lower[-1] in _OUTCOMES and not (len(words) == 3 and lower[1] in _QUANTIFIERS):
        intended = Claim(words[0], meant[-1], _OUTCOMES[lower[-1]])
        raise _unreadable(text, f"write {intended}", where)
    if len(words) not in (2, 3):
        raise _unreadable(text, "it has another form", where)
    kinds = ["q" if word in _QUANTIFIERS else "o" if word in _OUTCOMES else "r" for word in lower]
    if sorted(kinds) == ["o", "q", "r"] and kinds != ["r", "q", "o"]:
        role, quantifier, outcome = (words[kinds.index(kind)] for kind in "rqo")
        raise _unreadable(text, f"write {role} {quantifier} {outcome}", where)
    if lower[-2] not in _QUANTIFIERS:
        hint = nearest(lower[-2], list(_QUANTIFIERS), "never, always or can")
        raise _unreadable(text, f"{words[-2]} is not a quantifier; {hint}", where, words[-2])
    if lower[-1] not in _OUTCOMES:
        hint = nearest(lower[-1], list(_OUTCOMES), "wins, loses or ties")
        raise _unreadable(text, f"{words[-1]} is not an outcome; {hint}", where, words[-1])
    quantifier, outcome = _QUANTIFIERS[lower[-2]], _OUTCOMES[lower[-1]]
    if len(words) == 2:
        if outcome != "ties":
            raise _unreadable(text, f"who {quantifier} {outcome}?", where)
        return Claim(None, quantifier, outcome, by)
    return Claim(_role(text, words[0], roles, where), quantifier, outcome, by)


def _strategy_claim(
    text: str, words: Sequence[str], roles: Sequence[str], where: Location | None
) -> Claim:
    """Read a claim of the form ROLE is PROPERTY, perhaps with everywhere."""
    *_, last = lower = [word.lower() for word in words]
    everywhere = len(words) == 4 and last == "everywhere"
    if len(words) == 2:
        raise _unreadable(text, "it has another form", where)
    if len(words) == 4 and not everywhere:
        raise _unreadable(text, f"{words[3]} is not everywhere", where, words[3])
    if len(words) > 4:
        raise _unreadable(text, f"{' '.join(words[4:])} does not belong to it", where, words[4])
    if lower[2] not in PROPERTIES:
        hint = nearest(lower[2], list(PROPERTIES), "complete, deterministic or functional")
        raise _unreadable(
            text, f"{words[2]} is not what a strategy may be; {hint}", where, words[2]
        )
    role = _role(text, words[0], roles, where)
    return Claim(role, "is", PROPERTIES[lower[2]], everywhere=everywhere)


def _role(text: str, word: str, roles: Sequence[str], where: Location | None) -> str:
    matching = [role for role in roles if role == word]
    matching = matching or [role for role in roles if role.lower() == word.lower()]
    if len(matching) != 1:
        hint = nearest(word, roles, f"the roles are {' and '.join(roles)}")
        raise _unreadable(text, f"{word} is not a role; {hint}", where, word)
    return matching[0]


def _unreadable(text: str, why: str, where: Location | None, word: str = "") -> Exception:
    """Return an error that says what is wrong with a claim, and with which word of it."""
    if where is None:
        place = re.search(rf"(?<!\S){re.escape(word)}(?!\S)" if word else r"\S", text)
        where = Location(CLAIM, 1, place.start() + 1 if place else 1)
    return InputError([Diagnostic(f"{text!r} is not a claim: {printable(why)}\n{_FORMS}", where)])
