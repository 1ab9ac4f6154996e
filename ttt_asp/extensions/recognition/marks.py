"""Guesses of marks, free squares and turns, from the needs of the ground rules.

The fluent that most moves of a role need says that it is the role's turn. A mark is a fluent that
stays and, when it is its role's turn, becomes true by one move only. A free square's fluent is one
that only the marking of this square needs. All this is a guess; `same` proves it.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import reduce
from itertools import groupby
from operator import and_

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.ground import FreeGround, Needs
from ttt_asp.extensions.recognition.interpretation import Interpretation, NotOfLines, Square
from ttt_asp.lp.source import Source

# A mark's fluent, whose it is, and the action that makes it.
_Mark = tuple[clingo.Symbol, clingo.Symbol, clingo.Symbol]
Roles = tuple[clingo.Symbol, ...]
# Why there is no game of lines where nothing says whose turn it is.
NO_TURNS = "no fluent of its own says of each of two or more roles that it may move"


def interpret(
    ground: FreeGround,
    roles: Roles,
    init: frozenset[clingo.Symbol],
    rules: Source,
    deadline: Deadline,
) -> Interpretation:
    """Guess what fluents and moves mean.

    Args:
        ground: the rules.
        roles: as the game names them.
        init: the fluents of the initial position.
        rules: the game's own.
        deadline: when to give up.

    Raises:
        NotOfLines: there are no marks, or nothing says who moves.
        Expired: time is up.
    """
    anywhere = ground.needs(deadline)
    turns = _turns(ground, anywhere, roles)
    order = _order(ground, anywhere, turns, init)
    made: list[_Mark] = []
    needs: dict[clingo.Symbol, Needs] = {}
    for role in order:
        others = sum(ground.bit(fluent) for other, fluent in turns.items() if other != role)
        needs[role] = ground.needs(deadline, others)
        made += _marks(ground, needs[role], role)
    if not made:
        raise NotOfLines("no move of one role marks anything for good that no other move marks")
    named = _squares(made, init & anywhere.stays)
    marks = {fluent: (role, square) for fluent, role, square in named}
    moves: dict[tuple[clingo.Symbol, clingo.Symbol], Square] = {}
    single = len({(role, action) for _, role, action in made}) == len(made)
    if single:
        moves = {(role, action): marks[fluent][1] for fluent, role, action in made}
    blanks = _blanks(ground, made, marks, needs, {*marks, *turns.values()})
    if single:
        return Interpretation(order, marks, blanks, turns, moves)
    several = tuple((action, marks[fluent][1]) for fluent, _, action in made)
    return Interpretation(order, marks, blanks, turns, moves, tuple(landing(rules)), several)


def _marks(ground: FreeGround, needs: Needs, role: clingo.Symbol) -> Iterator[_Mark]:
    """Find the fluents that stay, and become true by one move of a role in its turn only."""
    for fluent, gains in needs.gains.items():
        if fluent not in needs.stays:
            continue
        needed = reduce(and_, gains, gains[0]) if gains else 0
        moves = [atom.arguments for atom in ground.named(needed, "does")]
        mine = [action for player, action in moves if player == role]
        if len(mine) == 1:
            yield fluent, role, mine[0]


def _squares(
    made: Sequence[_Mark], kept: AbstractSet[clingo.Symbol]
) -> list[tuple[clingo.Symbol, clingo.Symbol, Square]]:
    """Return marks, their roles, and their squares: all arguments but the one for the role.

    Args:
        made: the marks that moves make.
        kept: fluents that hold at first and stay: those of the same form as marks are marks too.
    """
    named: list[tuple[clingo.Symbol, clingo.Symbol, Square]] = []
    for (name, width), group in groupby(sorted(made, key=_kind), _kind):
        marks = list(group)
        owners = {role for _, role, _ in marks}
        whose = [i for i in range(width) if _tells_role(marks, i)] if len(owners) > 1 else []
        if len(owners) > 1 and len(whose) != 1:
            raise NotOfLines(f"it is not to be seen whose mark {marks[0][0]} is")
        says = {tuple(f.arguments[i] for i in whose): role for f, role, _ in marks}
        alike = [fluent for fluent in sorted(kept) if fluent.match(name, width)]
        for fluent in dict.fromkeys([*(f for f, _, _ in marks), *alike]):
            owner = says.get(tuple(fluent.arguments[i] for i in whose))
            square = _named_square(fluent, whose)
            if square is None:
                raise NotOfLines(f"{fluent} names no square")
            if owner is not None:
                named.append((fluent, owner, square))
    if len({pair[1:] for pair in named}) < len(named):
        raise NotOfLines("two fluents say that a role owns the same square")
    return named


def _named_square(fluent: clingo.Symbol, whose: Sequence[int]) -> Square | None:
    """Return the square: a fluent's arguments without some; None if no others are left."""
    rest = [symbol for i, symbol in enumerate(fluent.arguments) if i not in whose]
    if len(rest) < 2:
        return rest[0] if rest else None
    return clingo.Function("cell", rest)


def _kind(mark: _Mark) -> tuple[str, int]:
    return mark[0].name, len(mark[0].arguments)


def _tells_role(marks: Sequence[_Mark], place: int) -> bool:
    """Whether an argument tells the mark's role: one value a role, and none of two roles."""
    owners: dict[clingo.Symbol, set[clingo.Symbol]] = {}
    for fluent, role, _ in marks:
        owners.setdefault(role, set()).add(fluent.arguments[place])
    values = [next(iter(symbols)) for symbols in owners.values() if len(symbols) == 1]
    return len(values) == len(owners) == len(set(values))


def _turns(ground: FreeGround, needs: Needs, roles: Roles) -> Mapping[clingo.Symbol, clingo.Symbol]:
    """Return for each role the fluent that most of its moves need, and no other role's do."""
    turns: dict[clingo.Symbol, clingo.Symbol] = {}
    for role in roles:
        masks = [mask for (player, _), mask in needs.moves.items() if player == role]
        count = Counter(f for mask in masks for f in ground.named(mask, "true"))
        best = count.most_common(2)
        if best and (len(best) < 2 or best[0][1] > best[1][1]):
            turns[role] = best[0][0].arguments[0]
    if len(set(turns.values())) < len(roles):
        raise NotOfLines(NO_TURNS)
    return turns


def _order(
    ground: FreeGround,
    needs: Needs,
    turns: Mapping[clingo.Symbol, clingo.Symbol],
    init: frozenset[clingo.Symbol],
) -> Roles:
    """Return the roles in the order of their moves; as named, if the rules do not tell."""
    order = [role for role, fluent in turns.items() if fluent in init]
    if len(order) != 1:
        raise NotOfLines("at the start it is not one role's turn")
    while len(order) < len(turns):
        before = ground.bit(turns[order[-1]])
        left = [role for role in turns if role not in order]
        after = (r for r in left if any(m & before for m in needs.gains.get(turns[r], ())))
        order.append(next(after, left[0]))
    return tuple(order)


def _blanks(
    ground: FreeGround,
    made: Sequence[_Mark],
    marks: Mapping[clingo.Symbol, tuple[clingo.Symbol, Square]],
    needs: Mapping[clingo.Symbol, Needs],
    known: AbstractSet[clingo.Symbol],
) -> dict[clingo.Symbol, Square]:
    """Find the fluents that the marking of one square needs, and of no other.

    Those that only name other squares in the same way are blanks too.
    """
    squares: dict[clingo.Symbol, set[Square]] = {}
    for fluent, role, _ in made:
        for atom in ground.named(reduce(and_, needs[role].gains[fluent]), "true"):
            squares.setdefault(atom.arguments[0], set()).add(marks[fluent][1])
    blanks = {f: square for f, (square, *more) in squares.items() if not more and f not in known}
    forms = set[Hashable]()
    for fluent, square in blanks.items():
        forms.update(form for form, named in _forms(fluent) if named == square)
    squares_of = {square for _, square in marks.values()}
    for atom in ground.bits:
        for form, named in _forms(atom.arguments[0]) if atom.name == "true" else ():
            if form in forms and named in squares_of and atom.arguments[0] not in known:
                blanks.setdefault(atom.arguments[0], named)
    return blanks


def _forms(fluent: clingo.Symbol) -> Iterator[tuple[Hashable, Square | None]]:
    """Yield each argument with its place in the fluent, and the square that the others name."""
    function = fluent.type == clingo.SymbolType.Function  # not a number or a string
    for place, word in enumerate(fluent.arguments if function else ()):
        form = fluent.name, len(fluent.arguments), place, word
        yield form, _named_square(fluent, (place,))


def landing(rules: Source) -> Iterator[str]:
    """Make rules for `lands` from those rules for `next` that ask for one move."""
    text = rules.text
    for statement in rules.statements:
        moves = [
            a for a in statement.body if a.signature == ("does", 2) and a.dependency == "positive"
        ]
        if any(head.signature == ("next", 1) for head in statement.heads) and len(moves) == 1:
            head, does = statement.heads[0], moves[0]
            move = text[does.begin : does.end].decode().removeprefix("does(").removesuffix(")")
            fluent = text[head.begin : head.end].decode().removeprefix("next(")
            before, after = text[head.end : does.begin], text[does.end : statement.end]
            yield f"lands({move},{fluent}{before.decode()}legal({move}){after.decode()}"
