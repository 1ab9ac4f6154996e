"""Strategies with holes by brute force, in plain Python: every filling, and all plays of each.

It shares nothing with the product. The holes are terms, `?` and `...`, with their name as operand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product

import brute_force
import oracle
import oracle_tactics as ot
from oracle import Board, Position
from oracle_walks import Walk
from terms import HOLES, World, parse
from terms import Strategy as Term
from terms import Term as Composed

__all__ = ["Term", "World", "fillings", "holes", "keeps", "parse", "pool", "show", "tictactoe"]
Env = Mapping[str, tuple[Term, ...]]


def keeps(world: World, strategies: Mapping[str, Term], claim: str) -> bool:
    """Whether a claim holds of all plays; a role without a strategy may do anything."""
    return brute_force.keeps(world, world.players(strategies), claim)


# --- terms --------------------------------------------------------------------------------------

show = str


def holes(term: Term) -> dict[str, str]:
    """The kind of each hole, `?` or `...`, by name."""
    if isinstance(term, str):
        return {}
    if term.op in HOLES:
        return {str(term.args[0]): term.op}
    return {name: kind for operand in term.args for name, kind in holes(operand).items()}


def substituted(term: Term, env: Env) -> Term | None:
    """A term with its holes filled; None if that is none, as some `first` has no line at all."""
    if isinstance(term, str):
        return term
    if term.op == "?":
        return env[str(term.args[0])][0]
    operands: list[Term] = []
    for operand in term.args:
        if isinstance(operand, Composed) and operand.op == "...":
            operands += env[str(operand.args[0])]
            continue
        whole = substituted(operand, env)
        if whole is None:
            return None
        operands.append(whole)
    if term.op == "first" and len(operands) < 2:
        return operands[0] if operands else None
    return Composed(term.op, tuple(operands))


def repeats(term: Term) -> bool:
    """Whether some line of a `first` is there already."""
    if isinstance(term, str):
        return False
    twice = term.op == "first" and len({*term.args}) < len(term.args)
    return twice or any(map(repeats, term.args))


# --- fillings -----------------------------------------------------------------------------------


def pool(
    names: Sequence[str], pairs: Sequence[str] = (), by_lines: bool = False
) -> dict[Term, int]:
    """What may fill a hole, and its cost."""
    alone = sorted({*names} - {"any"})
    found: dict[Term, int] = dict.fromkeys(names, 1)
    if "refine" in pairs:
        found |= {Composed("refine", two): 1 if by_lines else 2 for two in permutations(alone, 2)}
    if "either" in pairs:
        found |= {Composed("either", two): 1 if by_lines else 2 for two in combinations(alone, 2)}
    return found


def fillings(
    terms: Sequence[Term], fillers: Mapping[Term, int], lines: int
) -> Iterator[tuple[tuple[Term, ...], int]]:
    """Every filling of some strategies, without lines that repeat, with its cost."""
    kinds = {name: kind for term in terms for name, kind in holes(term).items()}
    ways = [
        [
            some
            for length in ([1] if kind == "?" else range(lines + 1))
            for some in product(fillers, repeat=length)
            if len({*some}) == length
        ]
        for kind in kinds.values()
    ]
    for chosen in product(*ways):
        env = dict(zip(kinds, chosen, strict=True))
        done = [substituted(term, env) for term in terms]
        whole = tuple(term for term in done if term is not None)
        if len(whole) == len(terms) and not any(map(repeats, whole)):
            yield whole, sum(cost(term, env, fillers) for term in terms)


def cost(term: Term, env: Env, fillers: Mapping[Term, int]) -> int:
    """What fills the holes of a term, each place counted."""
    if isinstance(term, str):
        return 0
    if term.op in HOLES:
        return sum(fillers[one] for one in env[str(term.args[0])])
    return sum(cost(operand, env, fillers) for operand in term.args)


# --- games --------------------------------------------------------------------------------------


def tictactoe(board: ot.Board, misere: bool = False) -> World:
    """Tic-tac-toe on some board; misère: whoever completes a line loses."""

    def advice(name: str, position: ot.Position, role: str) -> ot.Squares:
        return ot.suggests(name, board, position, role)

    return World(replace(board, misere=int(misere)), ot.INITIAL, advice)


def walk(moved: Walk) -> World:
    """A game that is a graph."""
    return World(moved, moved.start, moved.advice)


BOARD = Board()
# A line, and the tactic that refines it, or the empty text.
Line = tuple[str, str]
List = tuple[Line, ...]
Squares = frozenset[tuple[int, int]]
Choose = Callable[[Position], Squares]


@cache
def said(position: Position, line: str) -> Squares:
    """What a tactic, or another term, recommends to the mover."""
    return oracle.recommends(BOARD, position, line)


def recommended(position: Position, lines: List) -> Squares:
    """What a list recommends to the mover."""
    for base, tactic in lines:
        squares = said(position, base)
        if tactic and squares & said(position, tactic):
            squares &= said(position, tactic)
        if squares:
            return squares
    return frozenset()


def playing(lines: List) -> Choose:
    """To choose what a list recommends."""
    return lambda position: recommended(position, lines)


def list_keeps(claim: str, role: str, choose: Choose) -> bool:
    """Whether the claim is true where the role chooses so, and the other may do anything."""
    return brute_force.keeps(BOARD, {role: choose}, claim)
