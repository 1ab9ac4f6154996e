"""What tactics recommend at a few hundred positions of random play, and what never holds at all.

The plays do not rest on the tactics, so several tactics are looked at at the same positions.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import clingo
from clingo.ast import AST, ASTType

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source
from ttt_asp.positions.circuit.ground import GroundRules, ground
from ttt_asp.positions.random_plays import random_plays
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import ANY, Strategy

# How many plays, each of so many moves at most; and the seconds that it may take.
PLAYS = 64
MOVES = 60
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Moment:
    """The positions of all plays after the same number of moves, one bit a play.

    Attributes:
        fluents: by name where each holds. asked: for each role, where it has a choice.
        legal: by role and action. said: by tactic the same, of what is legal and recommended.
    """

    fluents: Mapping[str, int]
    asked: Mapping[str, int]
    legal: Mapping[tuple[str, str], int]
    said: Mapping[str, Mapping[tuple[str, str], int]]

    def positions(self, role: str) -> Iterator[tuple[int, frozenset[str]]]:
        """The plays, by number, in which a role has a choice here; and the position of each."""
        for play in range(PLAYS):
            if self.asked[role] >> play & 1:
                held = (fluent for fluent, bits in self.fluents.items() if bits >> play & 1)
                yield play, frozenset(held)


@dataclass(frozen=True, slots=True)
class Sample:
    """Random plays.

    Attributes:
        tactics: the names of those asked.
        moments: in the order of the moves.
        size: how many positions with a choice they have.
        rules: what was ground, in which every fluent may hold or not.
    """

    tactics: tuple[str, ...]
    moments: tuple[Moment, ...]
    size: int
    rules: GroundRules

    def speaks(self, tactic: str) -> bool:
        """Whether the tactic recommends anything legal where there is a choice."""
        return any(
            bits & moment.asked[role]
            for moment in self.moments
            for (role, _), bits in moment.said.get(tactic, {}).items()
        )

    def within(self, tactic: str, other: str) -> bool:
        """Whether the tactic never recommends more than another one, or than `any`."""
        for moment in self.moments:
            theirs = moment.legal if other == ANY else moment.said.get(other, {})
            mine = moment.legal if tactic == ANY else moment.said.get(tactic, {})
            for key, bits in mine.items():
                if bits & ~theirs.get(key, 0) & moment.asked[key[0]]:
                    return False
        return True

    def spoken(self, tactic: str) -> int:
        """How many moves the tactic recommends in all."""
        return sum(
            bits.bit_count() for moment in self.moments for bits in moment.said[tactic].values()
        )


def sample(game: Game, tactics: Mapping[str, Source]) -> Sample:
    """Play at random, and ask tactics about it.

    Args:
        game: which.
        tactics: the files by the tactics' names, with all that they use.

    Raises:
        InputError: the files make no program.
        Expired: it takes too long.
    """
    return _sample(Hashed(game), tuple(tactics.items()))


@dataclass(frozen=True)
class Hashed:
    """A game as a key: every file of a folder is looked at at the same positions."""

    game: Game

    def __hash__(self) -> int:
        return hash((self.game.name, tuple(sorted(self.game.constants.items()))))


@lru_cache(maxsize=4)
def _sample(hashed: Hashed, tactics: tuple[tuple[str, Source], ...]) -> Sample:
    game, deadline = hashed.game, Deadline(SECONDS)
    free = Strategy(ANY, Composition(ANY), tuple(source for _, source in tactics))
    rules = ground(open_program(Match(game, dict.fromkeys(game.roles, free))), deadline)
    names = {name for name, _ in tactics}
    moments = tuple(_play(game, rules, names, deadline))
    size = sum(bits.bit_count() for moment in moments for bits in moment.asked.values())
    return Sample(tuple(name for name, _ in tactics), moments, size, rules)


def _play(game: Game, rules: GroundRules, names: set[str], deadline: Deadline) -> Iterator[Moment]:
    true, legal = rules.atoms("true", 1), rules.atoms("legal", 2)
    said = {key: atom for key, atom in rules.atoms("suggests", 3).items() if key[0] in names}
    plays = random_plays(game, rules, "legal", PLAYS, said.values(), deadline)
    for alive, at in islice(plays, MOVES):
        may = {(role, action): at[atom] & alive for (role, action), atom in legal.items()}
        asked = {role: _several([b for (r, _), b in may.items() if r == role])
                 for role in game.roles}  # fmt: skip
        told: dict[str, dict[tuple[str, str], int]] = {name: {} for name in names}
        for (name, role, action), atom in said.items():
            if (role, action) in may:
                told[name][role, action] = at[atom] & may[role, action]
        yield Moment({fluent: at[atom] for (fluent,), atom in true.items()}, asked, may, told)


def _several(bits: Sequence[int]) -> int:
    """Where two or more of these hold."""
    once = twice = 0
    for one in bits:
        twice |= once & one
        once |= one
    return twice


def never_true(source: Source, game: Game, rules: GroundRules) -> Iterator[Diagnostic]:
    """The atoms of a file's bodies that hold at no position, whatever fluents hold there.

    Args:
        source: the file.
        game: which.
        rules: a program with the file, in which every fluent may hold or not.
    """
    for statement in source.statements:
        for atom in statement.body:
            if atom.name in ("suggests", "order") or atom.signature in source.defined:
                continue
            arguments = list(atom.term.arguments)
            plain = all(one.ast_type == ASTType.Variable for one in arguments)
            if plain and atom.dependency != "positive":
                continue
            found = rules.control.symbolic_atoms.by_signature(*atom.signature)
            if any(_fit(arguments, one.symbol.arguments, game.constants) for one in found):
                continue
            where = source.location(atom.begin, atom.end)
            what = f"{atom.term} is true at no position of {game.name}"
            some = next(iter(rules.control.symbolic_atoms.by_signature(*atom.signature)), None)
            hint = f"{some.symbol} can be" if some else f"nothing is {atom.name} there"
            yield Diagnostic(game.spelt(what), where, game.spelt(hint))


def _fit(nodes: Sequence[AST], symbols: Sequence[clingo.Symbol], constants: Container[str]) -> bool:
    """Whether terms can be these, as far as what is written out in them says."""
    for node, symbol in zip(nodes, symbols, strict=True):
        if node.ast_type == ASTType.SymbolicTerm:
            if node.symbol != symbol and str(node.symbol) not in constants:
                return False
        elif node.ast_type == ASTType.Function:
            if symbol.type != clingo.SymbolType.Function:
                return False
            if (node.name, len(node.arguments)) != (symbol.name, len(symbol.arguments)):
                return False
            if not _fit(list(node.arguments), symbol.arguments, constants):
                return False
    return True
