r"""The literals of which rules are invented: properties of an action at a position.

A literal is of one of five shapes, each also negated as a whole:

* plain: a word about the action, as `corner(C)`;
* some: one new variable, with a word that links it to the action: `knights_move(C,D)`;
* some with a test: another word about the same variable besides, or not: `marked(P,D)`;
* there: some variable with a word that never changes and one that does, of the position alone:
  `center(D), free(D)`;
* numbers: a number of the action, with a fixed one or with one that a word gives: `(N-K) \ 3 = 0`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, product

from ttt_asp.extensions.synthesis.words import NAMES, NUMBER, ROLE, ActionForm, RuleWords, Word

# Fixed numbers in comparisons, and divisors, at most.
BOUND = 4
_VARIABLE = re.compile(r"\b[A-Z]\w*\b")


@dataclass(frozen=True, slots=True)
class BodyAtom:
    """A word with its variables, or a comparison.

    Attributes:
        text: in clingo's language. meaning: in words.
        variables: in it. new: of these the one that is not the action's nor a role.
        moves: whether it depends on the position. binds: whether it gives variables values.
    """

    text: str
    meaning: str
    variables: frozenset[str]
    new: str = ""
    moves: bool = True
    binds: bool = True


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal.

    Attributes:
        action: the form of actions that it is about.
        parts: its atoms, each with whether it is negated.
        negated: whether all is negated. noun: what the new variable is; empty if there is none.
    """

    action: ActionForm
    parts: tuple[tuple[BodyAtom, bool], ...]
    negated: bool = False
    noun: str = ""

    @property
    def new(self) -> str:
        """The new variable, or nothing."""
        return self.parts[0][0].new

    @property
    def atoms(self) -> int:
        """The number of atoms, and of negations."""
        return len(self.parts) + sum(negated for _, negated in self.parts) + self.negated

    @property
    def key(self) -> tuple[int, bool, str]:
        """The place among equivalent literals: short and positive ones come first."""
        return self.atoms, self.negated, self.text

    @property
    def text(self) -> str:
        """The literal as people read it; of a negated one with a new variable, `not (...)`."""
        inner = ", ".join(f"{'not ' * negated}{atom.text}" for atom, negated in self.parts)
        if not self.negated:
            return inner
        return f"not ({inner})" if self.new else f"not {inner}"

    @property
    def meaning(self) -> str:
        """The literal in words, with `you` for the role."""
        parts = [_addressed(_denied(a.meaning) if n else a.meaning) for a, n in self.parts]
        if not self.new:
            return _denied(parts[0]) if self.negated else parts[0]
        each = "no" if self.negated else "some"
        return f"for {each} {self.noun} {self.new}, {' and '.join(parts)}"

    def written(self, suffix: str, helper: str) -> tuple[str, str]:
        """Return the literal as part of a body, and the rule of its helper, if it needs one.

        Args:
            suffix: what makes its new variable differ from those of other literals.
            helper: the helper's name.
        """
        if not (self.negated and self.new):
            if not (self.new and suffix):
                return self.text, ""
            return re.sub(rf"\b{self.new}\b", self.new + suffix, self.text), ""
        atoms = [atom for atom, _ in self.parts]
        used = frozenset[str]().union(*(atom.variables for atom in atoms)) - {self.new}
        bound = bindings(self.action, self.parts, used)
        inner = ", ".join([*bound, *(f"{'not ' * n}{atom.text}" for atom, n in self.parts)])
        head = f"{helper}({','.join(sorted(used, key=_order))})" if used else helper
        return f"not {head}", f"{head} :- {inner}."


def _order(variable: str) -> tuple[bool, str]:
    return variable not in "PQ", variable


_VERB = re.compile(r"\b(is|are|could|would|may|can)\b")


def _denied(text: str) -> str:
    """Return what denies a meaning."""
    if _VERB.search(text) and "," not in text:  # before a comma there is only a condition
        return _VERB.sub(r"\1 not", text, count=1)
    if text.endswith(") holds"):
        return f"{text.removesuffix('holds')}does not hold"
    return f"it is not so that {text}"


def _addressed(text: str) -> str:
    """Return a meaning with `you` for P, and `the opponent` for Q."""
    text = re.sub(r"\bP is\b", "you are", re.sub(r"\bP has\b", "you have", text))
    text = re.sub(r"\bP's", "your", re.sub(r"\bQ's", "the opponent's", text))
    return re.sub(r"\bP\b", "you", re.sub(r"\bQ\b", "the opponent", text))


def bindings(
    action: ActionForm, parts: Iterable[tuple[BodyAtom, bool]], wanted: Iterable[str]
) -> list[str]:
    """Return atoms that give variables values where a body's own atoms do not.

    Args:
        action: the form of actions.
        parts: the atoms of the body, each with whether it is negated.
        wanted: the variables.
    """
    binding = (atom.variables for atom, negated in parts if atom.binds and not negated)
    bound = set[str]().union(*binding)
    free, atoms = set(wanted) - bound, list[str]()
    if free & action.kinds.keys():
        term = action.domain or f"legal(P,{action.term})"
        atoms.append(term)
        bound |= set(_VARIABLE.findall(term))
    if "Q" in wanted:
        atoms.insert(0, "opponent(P,Q)")
    elif "P" in set(wanted) - bound:
        atoms.insert(0, "role(P)")
    return atoms


def literals_of(words: RuleWords, roles: int) -> tuple[Literal, ...]:
    """Return all literals over the words of a game, each text once; the simplest come first.

    Args:
        words: the game's.
        roles: the number of its roles; of two, the other one is `Q`.
    """
    found: dict[tuple[str, str], Literal] = {}
    for action in words.actions:
        for literal in _about(action, words.words, roles):
            found.setdefault((action.term, literal.text), literal)
    return tuple(sorted(found.values(), key=lambda literal: (literal.action.term, literal.key)))


def _about(action: ActionForm, words: Sequence[Word], roles: int) -> Iterator[Literal]:
    given = {**action.kinds, "P": ROLE, **({"Q": ROLE} if roles == 2 else {})}
    plain = [*chain.from_iterable(_atoms(word, given, "", "") for word in words), *_fixed(action)]
    for atom in plain:
        if atom.variables & action.kinds.keys():
            yield from _both(Literal(action, ((atom, False),)))
    kinds = dict.fromkeys(chain.from_iterable(word.kinds.values() for word in words))
    kinds.pop(ROLE, None)
    for kind in kinds:
        names = NAMES.get(kind) or NAMES[""]
        new = next(name for name in names + "".join(NAMES.values()) if name not in given)
        noun = kind if kind in NAMES else "thing"
        about = list(chain.from_iterable(_atoms(word, given, new, kind) for word in words))
        for parts in _with_new(action, about, new, kind):
            yield from _both(Literal(action, parts, noun=noun))


def _both(literal: Literal) -> Iterator[Literal]:
    yield literal
    yield Literal(literal.action, literal.parts, True, literal.noun)


_Parts = tuple[tuple[BodyAtom, bool], ...]


def _with_new(
    action: ActionForm, about: Sequence[BodyAtom], new: str, kind: str
) -> Iterator[_Parts]:
    """Yield the parts of literals with a new variable."""
    own = action.kinds.keys()
    links = [atom for atom in about if atom.variables & own]
    for link in links:
        yield ((link, False),)
        for test in about:
            # two words that link it to the same variable say little, but that numbers are equal
            apart = kind == NUMBER or not test.variables & link.variables & own
            if test is not link and apart:
                yield (link, False), (test, False)
                yield (link, False), (test, True)
    for fixed in (atom for atom in about if not atom.moves and atom.variables == {new}):
        for test in (atom for atom in about if atom.moves and not atom.variables & own):
            yield (fixed, False), (test, False)
    if kind == NUMBER:
        numbers = [variable for variable, of in action.kinds.items() if of == NUMBER]
        for atom, number in product(about, numbers):
            for comparison in _compared(new, number):
                yield (atom, False), (comparison, False)


def _atoms(word: Word, given: dict[str, str], new: str, kind: str) -> Iterator[BodyAtom]:
    """Yield a word with given variables and constants, and with the new variable, if any, once."""
    choices = []
    for variable, of in word.kinds.items():
        fitting = list(word.constants.get(variable, ()))
        if not (fitting and word.only):
            fitting += [name for name, has in given.items() if has == of]
            fitting += [new] if new and of == kind else []
        choices.append(fitting)
    for values in product(*choices):
        variables = [value for value in values if value[0].isupper()]
        repeated = len(set(variables)) < len(variables)
        if repeated or (new and new not in values):
            continue
        if word.symmetric and new and values[-1] != new and len(values) > 1 and values[-2] == new:
            continue
        put = dict(zip(word.kinds, values, strict=True))
        text, meaning = (
            _VARIABLE.sub(partial(_put, put), said) for said in (word.atom, word.meaning)
        )
        yield BodyAtom(text, meaning, frozenset(variables), new, word.moves)


def _put(values: Mapping[str, str], variable: re.Match[str]) -> str:
    return values.get(variable[0], variable[0])


def _fixed(action: ActionForm) -> Iterator[BodyAtom]:
    """Yield comparisons of the action's numbers with fixed ones, and with one another."""
    numbers = [variable for variable, kind in action.kinds.items() if kind == NUMBER]
    for number in numbers:
        for value in range(BOUND + 1):
            yield _comparison(f"{number} = {value}", f"{number} is {value}", number)
        for modulus in range(2, BOUND + 1):
            for rest in range(modulus):
                meaning = f"{number} is {_multiple(rest, modulus)}"
                yield _comparison(f"{number} \\ {modulus} = {rest}", meaning, number)
    for first, other in product(numbers, numbers):
        if first < other:
            yield from _compared(first, other)


def _compared(first: str, other: str) -> Iterator[BodyAtom]:
    """Yield comparisons of two numbers."""
    pair = first, other
    yield _comparison(f"{first} = {other}", f"{first} is {other}", *pair)
    yield _comparison(f"{first} < {other}", f"{first} is less than {other}", *pair)
    yield _comparison(f"{other} < {first}", f"{other} is less than {first}", *pair)
    for value in range(1, BOUND + 1):
        meaning = f"{first} is {value} more than {other}"
        yield _comparison(f"{first}-{other} = {value}", meaning, *pair)
    for modulus in range(2, BOUND + 1):
        for rest in range(modulus):
            meaning = f"{first}-{other} is {_multiple(rest, modulus)}"
            yield _comparison(f"({first}-{other}) \\ {modulus} = {rest}", meaning, *pair)


def _multiple(rest: int, modulus: int) -> str:
    """Return what leaves a rest; a rest of clingo's is not positive for a number below 0."""
    if not rest:
        return f"a multiple of {modulus}"
    return f"{rest} or {rest + modulus} or {rest + 2 * modulus} and so on"


def _comparison(text: str, meaning: str, *variables: str) -> BodyAtom:
    return BodyAtom(text, meaning, frozenset(variables), moves=False, binds=False)
