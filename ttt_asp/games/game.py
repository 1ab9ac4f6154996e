"""A game: its rules, the vocabulary it may use, the facts that do not change in play, its roles.

People spell its names as its rules do, unless its own file spells them otherwise.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property

from ttt_asp.errors import Argument, Location, nearest, wrong
from ttt_asp.extension import in_own_words
from ttt_asp.games.facts import Facts
from ttt_asp.games.vocabulary import Replaced, whole_vocabulary
from ttt_asp.layout import Spelling
from ttt_asp.lp.dependencies import GAME, MOVES, dependents, state_predicates
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature
from ttt_asp.records import dataclass

# Predicates that the vocabulary defines for all games of marking squares.
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
        replaced: the rules of the vocabulary's files that gave way to the game's own.
        start: the fluents of the position where play begins; None for the rules' own.
        position: the same as people write it; empty for the rules' own.
        recognised: for a game that lives apart from the vocabulary, the game of lines recognised in
            it, or a text that says why none was: an extension's. None for other games.
        laid_over: the rules that state the recognised parts; none if nothing was recognised.
        unlike_lines: why it is no game of lines, or none in all respects; empty if it is one.
    """

    name: str
    rules: Source
    vocabulary: tuple[Source, ...]
    constants: Mapping[str, str]
    facts: Facts
    spelling: Spelling = field(default_factory=Spelling)
    replaced: tuple[Replaced, ...] = ()
    start: frozenset[str] | None = None
    position: str = ""
    recognised: object = None
    laid_over: tuple[Source, ...] = ()
    unlike_lines: str = ""

    def spelt(self, text: str) -> str:
        """Spell a term of the game, or terms in a text, as the game's own file does."""
        return self.spelling.shown(text)

    def meant(self, position: Iterable[str]) -> set[str]:
        """Return fluents as the rules spell them, from that or the file's own spelling."""
        return self.spelling.meant_all(position)

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles, in the order in which the rules name them."""
        return tuple(str(role) for (role,) in self.facts["role"])

    @property
    def base(self) -> tuple[str, ...]:
        """All fluents of the game."""
        return tuple(str(fluent) for (fluent,) in self.facts.get("base", ()))

    @property
    def init(self) -> frozenset[str]:
        """The fluents of the initial position, as the rules define it."""
        return frozenset(str(fluent) for (fluent,) in self.facts.get("init", ()))

    @property
    def opening(self) -> frozenset[str]:
        """The fluents of the position where play begins."""
        return self.init if self.start is None else self.start

    @property
    def horizon(self) -> int | None:
        """The number of moves that no play exceeds, if the game gives one."""
        bounds = [number.number for (number,) in self.facts.get("horizon", ())]
        return max(bounds) if bounds else None

    @property
    def lineless(self) -> bool:
        """Whether this is a game of completing lines on a board that has none."""
        if ("line_for", 2) not in self.defined or self.facts.get("line_for"):
            return False
        # a game may define for itself who wins, or whose lines there are at a position
        if self.rules.defined & {("goal", 2), ("owns", 2)}:
            return False
        return ("line_for", 2) not in state_predicates([self.rules, *self.vocabulary])

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
        # of the whole vocabulary: a game may redefine free(C), say, without the position
        state = state_predicates([self.rules, *whole_vocabulary()])
        return not self.rules.defined & (state | _ABOUT_MOVES)

    @cached_property
    def moving(self) -> frozenset[Signature]:
        """The helpers of the game's rules that rest on the move that is made."""
        return dependents(MOVES, [self.rules]) - MOVES


_ROLE = Argument("role")


def role_of(text: str, game: Game, where: Argument = _ROLE) -> str:
    """Return the game's own spelling of a role, whose case may differ.

    Raises:
        InputError: the game has no such role.
    """
    exact = [name for name in game.roles if text in (name, game.spelt(name))]
    names = exact or [name for name in game.roles if game.spelt(name).lower() == text.lower()]
    if len(names) != 1:
        roles = [game.spelt(name) for name in game.roles]
        hint = nearest(text, roles, f"the roles are {' and '.join(roles)}")
        raise wrong(f"there is no role {text} in {game.name}", Location(where), hint)
    return names[0]


def chance_role(game: Game) -> str | None:
    """Return the role `random` of a game in its own words: its moves are drawn by lot."""
    return "random" if in_own_words(game.name) and "random" in game.roles else None


def named_roles(given: Mapping[str, str], game: Game) -> dict[str, str]:
    """Return the strategies given, by the game's own spelling of the roles.

    Raises:
        InputError: a role that the game does not have, or one given twice.
    """
    strategies: dict[str, str] = {}
    for text, strategy in given.items():
        role = role_of(text, game, Argument("roles", text))
        if role in strategies:
            raise wrong(f"{role} is given two strategies", Location.argument("roles"))
        strategies[role] = strategy
    return strategies
