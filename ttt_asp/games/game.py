"""A game: its rules, the vocabulary it may use, and the facts that do not change in play."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo
from clingo.ast import ASTType

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.games.constants import choose, named_like, replacing
from ttt_asp.games.fact_kinds import Facts
from ttt_asp.games.facts import shown, static_facts
from ttt_asp.games.giving_way import GivenWay, in_part
from ttt_asp.games.lint import lint_game
from ttt_asp.games.spelling import Spelling
from ttt_asp.games.vocabulary import (
    foreign_to,
    of_any_game,
    texts,
    vocabulary_of,
    whole_vocabulary,
)
from ttt_asp.lp.dependencies import GAME, MOVES, closure, resting_on, state_predicates
from ttt_asp.lp.lint import lint_rules
from ttt_asp.lp.recursion import cycles
from ttt_asp.lp.source import Source, read
from ttt_asp.lp.syntax import Signature, signatures
from ttt_asp.paths import ASP, label_of

# What files in the Game Description Language end in: prefix and infix notation.
SUFFIXES = (".kif", ".hrf")
# Asked of a game's facts, to show it; no part of generated programs.
_ASKED = signatures("drawn/4 target/3 glyph/2")


# What the vocabulary says for all games of marking squares.
_ABOUT_MOVES = GAME - {("role", 1), ("init", 1)} | {("mover", 1)}


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its constants chosen.

    Attributes:
        name: as given to `-g`.
        rules: the game's own file.
        vocabulary: every file of the vocabulary that is about such a game, needed or not, without
            the rules that gave way to the game's own.
        constants: every declared constant and its value in force.
        facts: the ground facts that hold in every position, by predicate name, each a tuple
            of arguments.
        spelling: how the game's own file spells the names in its terms.
        gave_way: what gave way to the game's own rules in files of the vocabulary.
        start: the fluents of the position where play begins; None for the rules' own.
    """

    name: str
    rules: Source
    vocabulary: tuple[Source, ...]
    constants: Mapping[str, str]
    facts: Facts
    spelling: Spelling = field(default_factory=Spelling)
    gave_way: tuple[GivenWay, ...] = ()
    start: frozenset[str] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        # sent to another process, a game is read there
        return _begun, (self.name, dict(self.constants), self.start)

    def spelt(self, text: str) -> str:
        """A term of the game's, or text with such terms, as the game's own file spells it."""
        return self.spelling.shown(text)

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order in which the rules name them."""
        return tuple(str(role) for (role,) in self.facts["role"])

    @property
    def base(self) -> tuple[str, ...]:
        """Every fluent there is."""
        return tuple(str(fluent) for (fluent,) in self.facts.get("base", ()))

    @property
    def init(self) -> frozenset[str]:
        """The fluents of the initial position, as the rules say it."""
        return frozenset(str(fluent) for (fluent,) in self.facts.get("init", ()))

    @property
    def opening(self) -> frozenset[str]:
        """The fluents of the position where play begins."""
        return self.init if self.start is None else self.start

    @property
    def horizon(self) -> int | None:
        """A number of moves that no play exceeds, if the game names one."""
        bounds = [number.number for (number,) in self.facts.get("horizon", ())]
        return max(bounds) if bounds else None

    @property
    def lineless(self) -> bool:
        """Whether this is a game of completing lines on a board that has none."""
        if ("line_for", 2) not in self.defined or self.facts.get("line_for"):
            return False
        # a game may say for itself who wins, or whose lines there are at which positions
        own = self.rules.defined & {("goal", 2), ("owns", 2)}
        return not own and ("line_for", 2) not in state_predicates([self.rules, *self.vocabulary])

    @cached_property
    def defined(self) -> dict[Signature, str]:
        """The predicates that rules about a position may use, and the files they come from."""
        known: dict[Signature, str] = {("true", 1): "the rules of the frames"}
        for source in (*self.vocabulary, self.rules):
            known |= dict.fromkeys(source.defined, source.label)
        return known

    @cached_property
    def only_marks(self) -> bool:
        """Whether all rules about positions and moves are the vocabulary's: squares are marked.

        While the game is not over somebody can always move, then: until none is free.
        """
        # of the whole vocabulary: a game may say anew what free(C) is, as of no position
        state = state_predicates([self.rules, *whole_vocabulary()])
        return not self.rules.defined & (state | _ABOUT_MOVES)

    @cached_property
    def moving(self) -> frozenset[Signature]:
        """The helpers of the game's rules that rest on the move that is made."""
        return resting_on(MOVES, [self.rules]) - MOVES

    @cached_property
    def foreign(self) -> tuple[Source, ...]:
        """The files of the vocabulary that are about other games."""
        described = self.name.endswith(SUFFIXES)
        return of_any_game()[1] if described else foreign_to(self.rules)


def game_names() -> list[str]:
    """The names of the built-in games."""
    return sorted(path.stem for path in (ASP / "games").glob("*.lp"))


# Games that were read already, by constants and by what the files say.
LOADED: dict[Hashable, "Game"] = {}


def load_game(name: str, constants: Mapping[str, str], deadline: Deadline | None = None) -> Game:
    """Read a game's rules and work out its constant facts.

    Args:
        name: of a built-in game, or the path of a file of rules (.lp) or a positional game (.pg),
            or a game in the Game Description Language (.kif, .hrf).
        constants: values for constants that the game declares, as clingo terms.
        deadline: when to give up.

    Raises:
        InputError: no such game or constant, a value that makes no game, or a file that is wrong.
    """
    deadline, spelling = deadline or Deadline(), Spelling()
    if name.endswith(SUFFIXES):
        # imported here, and read_pg below: most games are not in these languages
        from ttt_asp.games.gdl.read import read_gdl

        rules, spelling = read_gdl(Path(name), deadline)
        own = True
    else:
        rules, own = rules_of(name)
    # a file of claims asks for the same game again and again
    says = (rules, rules.path, rules.origins, tuple(spelling.names.items()))
    key = (name, tuple(sorted(constants.items())), says, tuple(texts().items()))
    if key not in LOADED:
        LOADED[key] = _checked(name, rules, own, constants, spelling, deadline)
    return LOADED[key]


def _begun(name: str, constants: Mapping[str, str], start: frozenset[str] | None) -> Game:
    return replace(load_game(name, constants), start=start)


def _checked(
    name: str,
    rules: Source,
    own: bool,
    constants: Mapping[str, str],
    spelling: Spelling,
    deadline: Deadline,
) -> Game:
    ways: tuple[GivenWay, ...] = ()
    if described := name.endswith(SUFFIXES):
        vocabulary = of_any_game()[0]
    else:
        vocabulary, ways = vocabulary_of(rules)
    problems = list(lint_rules(rules, [ASTType.Definition]))
    if not own:
        problems += lint_game(rules, vocabulary, foreign_to(rules))
    if not described:  # in such a description recursion was tried, and found to end
        problems = problems or list(cycles([rules], vocabulary))
    if problems:
        raise InputError(problems)
    marking = ("legal", 2) not in rules.defined
    sources = closure([rules], vocabulary, _ASKED | ({("horizon", 1)} if marking else set()))
    if lacking := GAME - frozenset[Signature]().union(*(source.defined for source in sources)):
        what = ", ".join(sorted(f"{predicate}/{arity}" for predicate, arity in lacking))
        hint = (
            "say winning_set(L) and part_of(C,L), or size(M,N) and in_a_row(K); "
            "docs/games.md shows how"
        )
        raise wrong(f"this is no game: there is no {what}", Location(rules.label), hint)
    if ways:
        inside = {source.label for source in sources}
        if problems := list(in_part(rules, whole_vocabulary(inside))):
            raise InputError(problems)
    spoken = {source.label: source.text for source in vocabulary}
    if problems := list(replacing(rules, spoken)):
        raise InputError(problems)
    chosen = choose(sources, constants)
    if problems := list(named_like(rules, chosen)):
        raise InputError(problems)
    facts = deadline.run(lambda: static_facts(sources, chosen))
    refusals = dict.fromkeys(shown(reason) for (reason,) in facts.get("invalid", ()))
    if refusals:
        given = ", ".join(f"{key}={value}" for key, value in chosen.items())
        options = " ".join(f"-c {key}={value}" for key, value in constants.items())
        where = Location((options or "-c") if own else rules.label)
        raise InputError(Diagnostic(reason, where, given) for reason in refusals)
    roles = [role for (role,) in facts.get("role", ())]
    strange = [
        r for r in roles if r.type != clingo.SymbolType.Function or r.arguments or not r.name
    ]
    if strange or not roles:
        what = f"{strange[0]} cannot be a role" if strange else "there is no role"
        raise wrong(what, Location(rules.label), "a role is a name, and not that of a constant")
    return Game(name, rules, vocabulary, chosen, facts, spelling, ways)


def rules_of(name: str) -> tuple[Source, bool]:
    """A game's own file, rules or `.pg`; and whether it is ours: built in, or made from a .pg file.

    Raises:
        InputError: there is no such game, or it cannot be read.
    """
    if name.endswith(".pg"):
        from ttt_asp.games.pg import read_pg

        return read_pg(Path(name)), True
    if name.endswith(".lp"):
        return _read(Path(name)), False
    if name in game_names():
        return _read(ASP / "games" / f"{name}.lp"), True
    hint = nearest(name, game_names(), f"the games are {', '.join(game_names())}")
    if name == "positional":
        hint = "winning sets come from a file: -g FILE.lp or -g FILE.pg"
    raise wrong(f"there is no game {name}", Location("--game"), hint)


def _read(path: Path) -> Source:
    return read(path, label_of(path))
