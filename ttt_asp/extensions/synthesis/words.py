"""The words of rules that are invented: predicates that may stand in a body, and actions.

A file says them beside the predicates, each in a comment of its own:

    % word needs(P,L,N) N=1..2: P could complete the line L with N more
    % word adjacent(C,D) = adjacent(D,C): D is next to C
    % action mark(C) with free(C): mark C

The variables are kinds: P and Q roles, C, D and E squares, L and M lines, I, J, K, N and V numbers.
The predicates of a game's file that says no word are words all the same, and so are its fluents;
the kinds of their arguments are the values that these can have.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import clingo

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import wrong
from ttt_asp.games.game import Game
from ttt_asp.games.lint import GAMES_OWN
from ttt_asp.games.vocabulary import whole_vocabulary
from ttt_asp.lp.dependencies import STATE, state_predicates
from ttt_asp.lp.scan import parse_terms
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature
from ttt_asp.positions.ground import ground
from ttt_asp.programs.program import open_program

ROLE, SQUARE, LINE, NUMBER = "role", "square", "line", "number"
_KINDS = {
    **dict.fromkeys("PQ", ROLE),
    **dict.fromkeys("CDE", SQUARE),
    **dict.fromkeys("LM", LINE),
    **dict.fromkeys("IJKNV", NUMBER),
}
_VARIABLE = re.compile(r"\b[A-Z]\w*\b")
_ATOM = r"[a-z]\w*(?:\((?:[^()]|\([^()]*\))*\))?"
_WORD = re.compile(
    rf"%\s*word\s+({_ATOM})(?:\s*=\s*({_ATOM}))?(?:\s+([A-Z])=(\d+)\.\.(\d+))?\s*:\s*(.+)"
)
_ACTION = re.compile(rf"%\s*action\s+({_ATOM})(?:\s+with\s+({_ATOM}))?\s*:\s*(.+)")
# Values of an argument up to which each of them may stand there, in a file that says no words.
_FEW = 3


@dataclass(frozen=True, slots=True)
class Word:
    """A predicate that may stand in a body.

    Attributes:
        atom: how it is written, with a variable for each argument, as `needs(P,L,N)`.
        kinds: the kind of each variable, in their order.
        meaning: what it says, in words, with these variables.
        constants: the values that a variable may be replaced by.
        only: whether such a variable may be replaced by nothing else.
        symmetric: whether the last two arguments may be exchanged.
        moves: whether it depends on the position.
    """

    atom: str
    kinds: Mapping[str, str]
    meaning: str
    constants: Mapping[str, tuple[str, ...]]
    symmetric: bool = False
    moves: bool = True
    only: bool = True

    @property
    def name(self) -> str:
        """The predicate's name; that of the fluent for one that is written `true(F)`."""
        return self.atom.removeprefix("true(").partition("(")[0].rstrip(")")


@dataclass(frozen=True, slots=True)
class ActionForm:
    """A form of actions.

    Attributes:
        term: as `mark(C)`. kinds: the kind of each variable.
        domain: an atom that gives the variables values without regard to whose turn it is; empty
            if only `legal` does.
        meaning: the action in words, as a command.
    """

    term: str
    kinds: Mapping[str, str]
    domain: str
    meaning: str


@dataclass(frozen=True, slots=True)
class RuleWords:
    """All words that rules about a game may be made of."""

    actions: tuple[ActionForm, ...]
    words: tuple[Word, ...]


def words_of(game: Game, deadline: Deadline) -> RuleWords:
    """Return the words of a game: those that its files say, and the game's own.

    Raises:
        InputError: the game makes no program, or has no actions.
        Expired: time is up.
    """
    # squares are marked by the vocabulary's rules, or by a game's own that say it in its words
    marks = bool(game.laid_over) or any(fluent.startswith("marked(") for fluent in game.base)
    words = list[Word]()
    for source in (*game.vocabulary, game.rules):
        for signature, word in _said(source, game):
            if marks or "/marks/" not in source.label or signature in game.rules.defined:
                words.append(word)
    forms = [*_forms(game.rules)]
    if marks and not forms:
        forms = list(chain.from_iterable(map(_forms, whole_vocabulary())))
    if not (
        game.laid_over or any(_WORD.fullmatch(text.strip()) for _, text in game.rules.comments)
    ):
        own, known = _OwnWords(game, deadline), {word.name for word in words}
        words += [word for word in own.words() if word.name not in known]
        forms = forms or list(own.actions())
    if not forms:
        raise wrong(f"the moves of {game.name} have no arguments that rules could be about", None)
    return RuleWords(tuple(forms), tuple({word.atom: word for word in words}.values()))


def _said(source: Source, game: Game) -> Iterator[tuple[Signature, Word]]:
    """Yield the words that a file's comments say, of predicates that the game has."""
    for _, comment in source.comments:
        match = _WORD.fullmatch(comment.strip())
        if match and (signature := _signature(match[1])) in game.defined:
            atom, swapped, ranged, low, high, meaning = match.groups()
            kinds = {name: _KINDS.get(name[0], name) for name in _VARIABLE.findall(atom)}
            values = tuple(map(str, range(int(low), int(high) + 1))) if ranged else ()
            constants = {ranged: values} if ranged else {}
            moves = signature in state_predicates([game.rules, *game.vocabulary])
            yield signature, Word(atom, kinds, meaning, constants, bool(swapped), moves)


def _forms(source: Source) -> Iterator[ActionForm]:
    for _, comment in source.comments:
        if match := _ACTION.fullmatch(comment.strip()):
            term, domain, meaning = match.groups()
            kinds = {name: _KINDS.get(name[0], name) for name in _VARIABLE.findall(term)}
            yield ActionForm(term, kinds, domain or "", meaning)


def _signature(atom: str) -> Signature:
    (term,) = parse_terms(_VARIABLE.sub("v", atom))
    return term.name, len(term.arguments)


# Names of variables for kinds; other kinds have those of the last entry.
NAMES = {ROLE: "PQ", SQUARE: "CDE", LINE: "LM", NUMBER: "IJKN", "": "XYZUVW"}


class _OwnWords:
    """The predicates, fluents and actions of a game whose file says no words.

    Arguments that can have a value in common are of one kind.
    """

    def __init__(self, game: Game, deadline: Deadline) -> None:
        """Ground the game.

        Raises:
            InputError: it makes no program.
            Expired: time is up.
        """
        rules = ground(open_program(free_play(game)), deadline)
        own = {
            word
            for word in game.rules.defined - GAMES_OWN - STATE - game.moving
            if word[0].isidentifier()
        }
        self.state = state_predicates([game.rules, *game.vocabulary])
        self.values: dict[tuple[str, int, str], list[set[str]]] = {}
        for name, arity in sorted(own):
            static = game.facts.get(name, ())
            rows = {tuple(map(str, row)) for row in static if len(row) == arity}
            self._add((name, arity, ""), rows | set(rules.atoms(name, arity)))
        fluents = game.base if ("base", 1) in game.rules.defined else ()
        for kind, terms in (
            ("true", fluents),
            ("legal", [action for _, action in rules.atoms("legal", 2)]),
        ):
            for term in terms:
                (symbol,) = parse_terms(term)
                if symbol.type is clingo.SymbolType.Function and symbol.name:
                    row = tuple(map(str, symbol.arguments))
                    self._add((symbol.name, len(row), kind), [row])
        named = {
            kind: {str(row[0]) for row in game.facts.get(kind, ())} for kind in (ROLE, SQUARE, LINE)
        }
        self.kinds = _kinds_of(self.values.values(), {k: v for k, v in named.items() if v})

    def _add(self, word: tuple[str, int, str], rows: Iterable[tuple[str, ...]]) -> None:
        columns = self.values.setdefault(word, [set() for _ in range(word[1])])
        for row in rows:
            for column, value in zip(columns, row, strict=True):
                column.add(value)

    def words(self) -> Iterator[Word]:
        """Yield predicates and fluents."""
        for (name, arity, kind), columns in self.values.items():
            if kind == "legal" or not arity or not all(columns):
                continue
            term, kinds = self._written(name, columns)
            constants = {
                variable: tuple(sorted(column))
                for (variable, argument), column in zip(kinds.items(), columns, strict=True)
                if argument not in (ROLE, SQUARE, LINE, NUMBER) and len(column) <= _FEW
            }
            atom = f"true({term})" if kind else term
            moves = bool(kind) or (name, arity) in self.state
            yield Word(atom, kinds, f"{term} holds", constants, moves=moves, only=False)

    def actions(self) -> Iterator[ActionForm]:
        """Yield the forms of actions that have arguments."""
        for (name, arity, kind), columns in self.values.items():
            if kind == "legal" and arity:
                term, kinds = self._written(name, columns)
                yield ActionForm(term, kinds, "", f"do {term}")

    def _written(self, name: str, columns: Sequence[set[str]]) -> tuple[str, dict[str, str]]:
        kinds = [self.kinds[frozenset(column)] for column in columns]
        variables: dict[str, str] = {}
        for kind in kinds:
            names = (NAMES.get(kind) or NAMES[""]) + "".join(NAMES.values())
            variables[next(name for name in names if name not in variables)] = kind
        return f"{name}({','.join(variables)})", variables


def _kinds_of(
    words: Iterable[Sequence[set[str]]], named: Mapping[str, set[str]]
) -> dict[frozenset[str], str]:
    """Return the kind of each set of values that an argument can have."""
    columns = list(dict.fromkeys(map(frozenset, chain.from_iterable(words))))
    kinds: dict[frozenset[str], str] = {}
    classes: list[set[str]] = []
    for column in columns:
        known = [kind for kind, values in named.items() if column <= values]
        if known:
            kinds[column] = known[0]
        elif all(value.lstrip("-").isdigit() for value in column):
            kinds[column] = NUMBER
        else:
            meeting = [each for each in classes if not each.isdisjoint(column)]
            classes = [each for each in classes if each not in meeting]
            classes.append(set(column).union(*meeting))
    for column in columns:
        for number, each in enumerate(classes):
            if column <= each:
                kinds.setdefault(column, f"kind{number}")
    return kinds
