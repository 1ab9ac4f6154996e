"""A game's ground rules, and the fluents and moves that all rules for an atom need.

Each atom is given the fluents and moves without which none of its rules applies, through helpers of
any depth: the greatest such sets, by going round until nothing changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import clingo
from clingo.ast import ASTType

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.interpretation import NotOfLines
from ttt_asp.lp.source import Source
from ttt_asp.solving.ground import Body, Refused, Rules
from ttt_asp.solving.ground import ground as grounded

# Fluents and moves, at most: with more, working out the needs of all atoms takes too long.
MOST_OPEN = 3_000
# Its rules, at most: 19 x 19 squares, each marked by two roles, take less.
MOST_RULES = 300_000
OPEN = "{ true(F) : base(F) }.\n{ does(P,A) } :- role(P), legal(P,A).\n"


def rules_text(sources: Sequence[Source], constants: Mapping[str, str]) -> str:
    """Return the rules of a game and the files they need, to stand before rules of our own."""
    given = "".join(f"#const {name} = {value}.\n" for name, value in constants.items())
    rules = b"\n".join(rule for source in sources for rule in rules_of(source)).decode()
    return given + rules + "\n#defined does/2.\n#defined legal/2.\n"


def rules_of(source: Source) -> list[bytes]:
    """Return the texts of the rules of a file."""
    rules = [statement for statement in source.statements if statement.kind == ASTType.Rule]
    return [source.text[rule.begin : rule.end] for rule in rules]


def _needed(body: Body) -> list[int]:
    """Return the atoms without which a body does not hold."""
    if body.bound is None:
        return [literal for literal in body.literals if literal > 0]
    weighted, most = zip(body.literals, body.weights, strict=True), sum(body.weights)
    return [literal for literal, weight in weighted if literal > 0 and most - weight < body.bound]


@dataclass(frozen=True)
class Needs:
    """The fluents and moves that atoms need.

    Attributes:
        gains: for each fluent the needs of each rule for `next(F)` that does not need `true(F)`.
        stays: the fluents with a rule for `next(F)` that needs `true(F)`.
        moves: for each move, role and action, the needs of its being legal.
    """

    gains: Mapping[clingo.Symbol, Sequence[int]]
    stays: frozenset[clingo.Symbol]
    moves: Mapping[tuple[clingo.Symbol, clingo.Symbol], int]


@dataclass(frozen=True)
class FreeGround:
    """Ground rules in which every fluent and every legal move may hold or not.

    Attributes:
        bits: for every fluent, `true(F)`, and every move, `does(P,A)`, its bit.
        by_literal: the same bits by clingo's literals of the atoms.
        bodies: for every atom the positive literals of each of its rules.
        next: clingo's numbers of the atoms `next(F)` by F, 0 for facts.
        legal: those of the atoms `legal(P,A)`, likewise.
    """

    bits: Mapping[clingo.Symbol, int]
    by_literal: Mapping[int, int]
    bodies: Mapping[int, Sequence[Sequence[int]]]
    next: Mapping[clingo.Symbol, int]
    legal: Mapping[tuple[clingo.Symbol, clingo.Symbol], int]

    def named(self, mask: int, name: str) -> list[clingo.Symbol]:
        """Return the atoms of some bits, those of `true` or of `does`."""
        return [atom for atom, bit in self.bits.items() if mask & bit and atom.name == name]

    def bit(self, fluent: clingo.Symbol) -> int:
        """Return the bit of a fluent; 0 if it never holds."""
        return self.bits.get(clingo.Function("true", [fluent]), 0)

    def needs(self, deadline: Deadline, without: int = 0) -> Needs:
        """Find what atoms need at positions without some fluents.

        Args:
            deadline: when to give up.
            without: the bits of the fluents.
        """
        everything = (1 << len(self.bits)) - 1
        masks_of = dict.fromkeys(self.bodies, everything)
        changed = True
        while changed:
            changed = False
            deadline.check()
            for atom, rules in self.bodies.items():
                if masks_of[atom] and not self.by_literal.get(atom, 0) & without:
                    mask = everything
                    for body in rules:
                        mask &= _needs_of(body, masks_of)
                    mask |= self.by_literal.get(atom, 0)
                    changed = changed or mask != masks_of[atom]
                    masks_of[atom] = mask
        gains, stays = {}, set()
        for fluent, atom in self.next.items():
            masks = (
                [_needs_of(body, masks_of) for body in self.bodies.get(atom, ())] if atom else [0]
            )
            possible = [mask for mask in masks if mask != everything]
            gains[fluent] = [mask for mask in possible if not mask & self.bit(fluent)]
            if len(gains[fluent]) < len(possible):
                stays.add(fluent)
        moves = {move: masks_of.get(atom, 0) for move, atom in self.legal.items()}
        alive = {move: mask for move, mask in moves.items() if mask != everything}
        return Needs(gains, frozenset(stays), alive)


def _needs_of(body: Sequence[int], masks: Mapping[int, int]) -> int:
    mask = 0
    for literal in body:
        mask |= masks.get(literal, 0)
    return mask


def ground(text: str, deadline: Deadline) -> FreeGround:
    """Ground a game's rules.

    Raises:
        NotOfLines: the game is too large, or a rule is wrong; its first program will tell which.
        Expired: time is up.
    """

    def beyond() -> None:
        raise NotOfLines(f"it has more than {MOST_RULES:,} ground rules: too many to look at")

    rules = Rules(MOST_RULES, beyond)
    try:
        control = grounded(text + OPEN, deadline, ["--warn=none"], rules).control
    except Refused:
        raise NotOfLines("clingo does not take its rules") from None
    atoms = control.symbolic_atoms
    bits: dict[clingo.Symbol, int] = {}
    by_literal: dict[int, int] = {}
    for name, arity in (("true", 1), ("does", 2)):
        for atom in atoms.by_signature(name, arity):
            bits[atom.symbol] = by_literal[atom.literal] = 1 << len(bits)

    def numbers(name: str, arity: int) -> dict[tuple[clingo.Symbol, ...], int]:
        known = atoms.by_signature(name, arity)
        return {tuple(a.symbol.arguments): 0 if a.is_fact else a.literal for a in known}

    if len(bits) > MOST_OPEN:
        raise NotOfLines(f"it has more than {MOST_OPEN:,} fluents and moves: too many to look at")
    following = {fluent: atom for (fluent,), atom in numbers("next", 1).items()}
    legal = {(role, action): atom for (role, action), atom in numbers("legal", 2).items()}
    bodies: dict[int, list[list[int]]] = {}
    for head, of_head in (*rules.bodies.items(), *rules.choices.items()):
        bodies.setdefault(head, []).extend(map(_needed, of_head))
    return FreeGround(bits, by_literal, bodies, following, legal)
