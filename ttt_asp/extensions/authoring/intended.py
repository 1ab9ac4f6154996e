"""Sentences that are no claims: what is missing or superfluous, and which claim may be meant.

A sentence is cut into parts, of each is read who, in which plays, how they end, and what else it
says. Every message follows from that.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ttt_asp.claims.claim import (
    OUTCOMES,
    PROPERTIES,
    QUANTIFIERS,
    Outcome,
    Quantifier,
    sentence,
    the_roles,
)
from ttt_asp.errors import nearest

# Words that people use for those of claims; messages name the right one.
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
_SEPARATORS = {"and", "or", "but", ",", ";"}
_PUNCTUATION = ".!?:\"'"
# "before move 7" is "by move 6", and "on a 4x4 board" is no part of a claim.
_BEFORE = re.compile(
    r"\b(?:before|under|(?:less|fewer) than)\s+(?:move\s+)?(\d{1,6})\b", re.IGNORECASE
)
_SIZE = re.compile(
    r"\b(?:(?:on|at)\s+)?(?:an?\s+|the\s+)?(\d+)\s*x\s*(\d+)(?:\s+board)?\b", re.IGNORECASE
)
_FORCED = re.compile(r"\b(forces?|winning strategy)\b", re.IGNORECASE)
_GAMES = re.compile(r"\S+\.(lp|pg|kif|gdl|hrf)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """What is understood of a part of a sentence that could be a claim.

    Attributes:
        role, quantifier, outcome, by: as a claim has them; None for what it does not say.
        nobody: whether it is about nobody. said: how often it says never or always.
        others: its other words.
    """

    role: str | None = None
    quantifier: Quantifier | None = None
    outcome: Outcome | None = None
    by: int | None = None
    nobody: bool = False
    said: int = 0
    others: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """The claim that it is; empty if something is missing."""
        if not self.quantifier or not self.outcome or not (self.role or self.outcome == "ties"):
            return ""
        return sentence(self.role, self.quantifier, self.outcome, self.by)

    @property
    def wrong_by(self) -> bool:
        """Whether it has a number of moves, with which only always wins goes."""
        return self.by is not None and (self.quantifier, self.outcome) != ("always", "wins")

    def filled(self, other: "_Part") -> "_Part":
        """Return it with what it lacks from another part, as in "x and o never lose"."""
        return replace(
            self,
            role=self.role or other.role,
            quantifier=self.quantifier or other.quantifier,
            outcome=self.outcome or other.outcome,
        )


def not_a_claim(text: str, roles: Sequence[str]) -> tuple[str, str]:
    """Say what is wrong with a sentence that is no claim, and with which word of it."""
    if _GAMES.fullmatch(text):
        return f'it is a file; a game\'s: `ttt-asp prove "ROLE never loses" -g {text}`', text
    if text.endswith(".py"):
        option = f"--{roles[-1]} " if roles[-1] in ("x", "o") else f"-r {roles[-1]}="
        claim = sentence(roles[-1], "never", "loses")
        return f'it is a program: `ttt-asp prove "{claim}" {option}program:{text}`', text
    if advice := _about_strategy(text, roles):
        return advice, ""
    if _FORCED.search(text):
        return "`ttt-asp solve` says what each role can force; a claim is about strategies", ""
    if size := _SIZE.search(text):
        rest = " ".join(f"{text[: size.start()]}{text[size.end() :]}".split())
        why, word = not_a_claim(rest, roles)
        return f"{why}, where -c rows={size[1]} -c cols={size[2]} give the size", word
    text = _BEFORE.sub(lambda number: f"by move {max(int(number[1]) - 1, 0)}", text)
    parts, separators = _parts(text, roles)
    if any(part.said > 1 for part in parts):
        example = sentence(roles[0], "never", "loses")
        return f"it says never, always or not twice; write one claim, as {example}", ""
    strange = [part for part in parts if part.others and not part.whole]
    if strange or len(parts) == 1:
        return _wrong_part((strange or parts)[0], roles)
    return _several(parts, separators, roles)


def _about_strategy(text: str, roles: Sequence[str]) -> str:
    """Say how to ask for a property of a strategy; empty if the sentence names none."""
    words = [word.strip(_PUNCTUATION).lower() for word in text.split()]
    asked = next((word for word in words if word in PROPERTIES), "")
    if not asked:
        return ""
    named = [role for role in roles if role.lower() in words]
    write = "write" if named else f"whose strategy is {asked}? Write"
    negated = any(LIKE_QUANTIFIERS.get(word) == "never" for word in words)
    meant = ", where refuted means that it is not" if negated else ""
    return f"{write} {(*named, *roles)[0]} is {asked}{meant}"


def _several(
    parts: Sequence[_Part], separators: Sequence[str], roles: Sequence[str]
) -> tuple[str, str]:
    """Say what is wrong with a sentence of several parts, and with which word."""
    filled = list(parts)
    for index in reversed(range(len(filled) - 1)):
        if not filled[index].outcome:
            filled[index] = filled[index].filled(filled[index + 1])
    for index in range(1, len(filled)):
        filled[index] = filled[index].filled(filled[index - 1])
    if wrong_by := [part for part in filled if part.wrong_by]:
        return _wrong_part(wrong_by[0], roles)
    whole = list(dict.fromkeys(part.whole for part in filled))
    if len(whole) == 1 and whole[0]:
        return f"write {whole[0]}", ""
    if len(filled) == 2 and separators == ["or"] and (same := _third(*filled)):
        return f"write {same}", ""
    if "" in whole:
        return f"write one claim, as {sentence(roles[0], 'never', 'loses')}", ""
    return f"it has {len(whole)} claims; ask for each: {'; '.join(whole)}", ""


def _third(first: _Part, second: _Part) -> str:
    """Return the claim that says the same as always or never one of two outcomes."""
    left = [one for one in ("wins", "loses", "ties") if one not in (first.outcome, second.outcome)]
    same = (first.role, first.quantifier) == (second.role, second.quantifier)
    if not same or len(left) != 1 or first.quantifier not in ("always", "never"):
        return ""
    other: Quantifier = "never" if first.quantifier == "always" else "always"
    return replace(first, quantifier=other, outcome=LIKE_OUTCOMES[left[0]], by=None).whole


def _parts(text: str, roles: Sequence[str]) -> tuple[list[_Part], list[str]]:
    """Return the parts of a sentence, and the words between them."""
    parts, separators = [_Part()], list[str]()
    for word in re.findall(r"[,;]|[^\s,;]+", text):
        before = parts[-1]
        if word.lower() in _SEPARATORS:
            if before != _Part():
                parts.append(_Part())
                separators.append(word.lower())
            continue
        if before.whole and _role(word, roles):
            before = _Part()
            parts.append(before)
        parts[-1] = _with_word(before, word, roles)
    last, split = parts[-1], len(parts) - 1 == len(separators)
    if len(parts) > 1 and not (last.quantifier or last.outcome or (last.role and split)):
        parts.pop()
        others = (*parts[-1].others, *([last.role] if last.role else []), *last.others)
        parts[-1] = replace(parts[-1], by=last.by or parts[-1].by, others=others)
    return parts, separators


def _role(word: str, roles: Sequence[str]) -> str | None:
    bare = word.strip(_PUNCTUATION).lower()
    return next((role for role in roles if role.lower() == bare), None)


def _with_word(part: _Part, word: str, roles: Sequence[str]) -> _Part:
    """Return a part with one word more."""
    bare = word.strip(_PUNCTUATION).lower()
    if (role := _role(word, roles)) and not part.role:
        return replace(part, role=role)
    if quantifier := LIKE_QUANTIFIERS.get(bare):
        # "can never", "will not", "can always"
        order = ("never", "always", "can")
        strongest = min(part.quantifier or quantifier, quantifier, key=order.index)
        said = part.said + (quantifier == "never" or bare == "always")
        return replace(part, quantifier=strongest, said=said)
    if bare in LIKE_OUTCOMES and not part.outcome:
        return replace(part, outcome=LIKE_OUTCOMES[bare])
    if (number := re.fullmatch(r"([0-9]{1,6})(st|[nr]d|th)?", bare)) and part.by is None:
        return replace(part, by=int(number[1]))
    if bare in NOBODY:
        return replace(part, nobody=True)
    if not bare or bare in FILLING:
        return part
    return replace(part, others=(*part.others, word))


def _wrong_part(part: _Part, roles: Sequence[str]) -> tuple[str, str]:
    """Say what is wrong with a sentence of one part, and with which word."""
    role, quantifier, outcome = part.role, part.quantifier, part.outcome
    if part.nobody and outcome and not role:
        return f"write {sentence(None, 'never' if outcome == 'ties' else 'always', 'ties')}", ""
    if not quantifier and not outcome:
        example = sentence(role or roles[0], "never", "loses")
        return f"it does not say in which plays, nor how they end, as {example} does", ""
    word = part.others[0] if part.others else ""
    if not outcome and quantifier:
        if word:
            hint = nearest(word, list(OUTCOMES), "wins, loses or ties")
            return f"{word} is not an outcome; {hint}", word
        ways = (sentence(role, quantifier, other) for other in ("wins", "loses", "ties"))
        listed = "always tie or never tie" if role is None else _listed(ways)
        return f"how do plays end? Write {listed}", ""
    assert outcome
    if not quantifier:
        if part.by is not None and role and outcome == "wins":
            return f"write {sentence(role, 'always', 'wins', part.by)}", ""
        if not role and outcome != "ties":
            example = sentence(roles[0], "always", outcome)
            return f"who, and in which plays? Write a sentence as {example}", ""
        if word:
            hint = nearest(word, list(QUANTIFIERS), "never, always or can")
            return f"{word} is not a quantifier; {hint}", word
        ways = (sentence(role, way, outcome) for way in ("never", "always", "can"))
        return f"in which plays? Write {_listed(ways)}", ""
    if part.wrong_by:
        return "`by move N` goes with ROLE always wins", ""
    if not part.whole:
        if word:
            return f"{word} is not a role; {nearest(word, roles, the_roles(roles))}", word
        ways = (sentence(other, quantifier, outcome, part.by) for other in roles)
        return f"who? Write {_listed(ways)}", ""
    leave = f"leave out {' '.join(part.others)}: " if word else ""
    both = ", where the moves of all roles count" if part.by is not None and not word else ""
    return f"{leave}write {part.whole}{both}", word


def _listed(ways: Iterable[str]) -> str:
    *before, last = ways
    return f"{', '.join(before)} or {last}" if before else last
