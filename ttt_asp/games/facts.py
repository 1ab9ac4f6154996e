"""The facts of a game that hold in every position, worked out by clingo, and checks of them.

Of each fact that the prover reads the kind and the range of each argument are known.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import mul

import clingo
from clingo.ast import ASTType, Position

from ttt_asp.errors import Diagnostic, InputError, Location, refuse
from ttt_asp.lp.dependencies import state_predicates
from ttt_asp.lp.overflow import overflows
from ttt_asp.lp.reach import Reach
from ttt_asp.lp.scan import LARGEST, clingo_message
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement
from ttt_asp.records import dataclass
from ttt_asp.solving.ground import Ground, Refused, ground

_Head = tuple[Source, Atom]

Facts = Mapping[str, tuple[tuple[clingo.Symbol, ...], ...]]

# Squares of a board, and characters of a drawing of one: beyond, memory runs out.
MOST_SQUARES = 1_000_000
# Squares on lines of a cube of more than four dimensions: 3^8 has 577,152, and takes a minute.
_PLAIN, MOST_ON_LINES = 4, 1_000_000
# Larger numbers are not written out.
_LEGIBLE = 10**15
# The longest horizon; beyond 2**31 clingo's numbers would wrap around.
MOST_MOVES = 1_000_000


@dataclass(frozen=True, slots=True)
class ArgumentKind:
    """The kind of an argument: a number in a range, or a term of which a predicate is true.

    Attributes:
        least, most: the range.
        predicate: the predicate, of one argument; the empty string for numbers. A game that has
            no rule for this predicate accepts every term.
    """

    least: int = 0
    most: int = LARGEST
    predicate: str = ""

    def fits(self, symbol: clingo.Symbol, known: Mapping[str, AbstractSet[clingo.Symbol]]) -> bool:
        """Whether a ground term is of this kind, given the terms of each predicate."""
        if self.predicate:
            return self.predicate not in known or symbol in known[self.predicate]
        number = symbol.type == clingo.SymbolType.Number
        return number and self.least <= symbol.number <= self.most

    def __str__(self) -> str:
        if self.predicate:
            kind = {"base": "fluent"}.get(self.predicate, self.predicate)
            return f"a {kind}"
        end = f"from {self.least} to {self.most}"
        return f"a number {end}" if self.most < LARGEST else f"a number, {self.least} or more"


_NATURAL, _POSITIVE, _GOAL = ArgumentKind(), ArgumentKind(1), ArgumentKind(0, 100)
_PLACE = ArgumentKind(1, MOST_SQUARES)
_ROLE, _FLUENT = ArgumentKind(predicate="role"), ArgumentKind(predicate="base")
_SQUARE, _LINE = ArgumentKind(predicate="square"), ArgumentKind(predicate="line")

# The kind of each argument, by predicate; None for an argument that may be any term.
KINDS: Mapping[Signature, tuple[ArgumentKind | None, ...]] = {
    ("init", 1): (_FLUENT,),
    ("horizon", 1): (ArgumentKind(0, MOST_MOVES),),
    ("size", 2): (_POSITIVE, _POSITIVE),
    ("in_a_row", 1): (_POSITIVE,),
    ("win_length", 1): (_POSITIVE,),
    ("cube", 2): (ArgumentKind(2), ArgumentKind(1)),
    ("line_goal", 1): (_GOAL,),
    ("no_line_goal", 2): (_ROLE, _GOAL),
    ("begins", 1): (_ROLE,),
    ("line_for", 2): (_ROLE, _LINE),
    ("part_of", 2): (_SQUARE, _LINE),
    ("to_move", 2): (_FLUENT, _ROLE),
    ("after_moves", 2): (_FLUENT, _NATURAL),
    ("place", 3): (None, _PLACE, _PLACE),
    ("drawn", 4): (_FLUENT, _PLACE, _PLACE, None),
    ("target", 3): (None, _PLACE, _PLACE),
}


# Facts that are known before there is a board; a game gives each once.
BOARDS: frozenset[Signature] = frozenset(
    {("size", 2), ("in_a_row", 1), ("win_length", 1), ("cube", 2)}
)
# The number of squares of a board, or of its drawing, from the greatest of two of the arguments.
_SQUARES: Mapping[str, tuple[int, int, Callable[[int, int], int]]] = {
    "size": (0, 1, mul),
    "cube": (0, 1, lambda side, dim: int(side ** min(dim, 64))),  # far too large: some of them
    "place": (1, 2, mul),
    "drawn": (1, 2, mul),
}


def wrong_facts(
    facts: Facts, sources: Sequence[Source], asked: frozenset[Signature] | None = None
) -> Iterator[Diagnostic]:
    """Report facts that cannot be read, the first of every predicate.

    Args:
        facts: the game's.
        sources: the files that they come from, the game's own first.
        asked: the predicates in question; None for all.
    """
    defined = frozenset[Signature]().union(*(source.defined for source in sources))
    ruled = {name for name, arity in defined if arity == 1}
    known = {
        kind.predicate: {row[0] for row in facts.get(kind.predicate, ())}
        for kind in (_ROLE, _FLUENT, _SQUARE, _LINE)
        if kind.predicate in ruled
    }
    for name, arity in KINDS if asked is None else sorted(asked):
        kinds = KINDS[name, arity]
        rows = [row for row in facts.get(name, ()) if len(row) == arity]
        for row in rows:
            pairs = zip(row, kinds, strict=True)
            misfit = next(((s, k) for s, k in pairs if k and not k.fits(s, known)), None)
            if misfit:
                message = f"{_shown(name, row)}: {misfit[0]} is not {misfit[1]}"
                yield Diagnostic(message, *_blamed((name, arity), row, misfit[1], sources))
                break
        else:
            yield from _board_problems((name, arity), rows, sources)


def _board_problems(
    signature: Signature, rows: Sequence[Sequence[clingo.Symbol]], sources: Sequence[Source]
) -> Iterator[Diagnostic]:
    """Report a board that is given twice or is too large."""
    name = signature[0]
    if len(rows) > 1 and signature in BOARDS:
        both = " and ".join(_shown(name, row) for row in rows[:2])
        message = f"{name} may be given only once: {both}"
        yield Diagnostic(message, _place(signature, rows[1], sources))
    elif rows and name in _SQUARES:
        first, second, operation = _SQUARES[name]
        widest = max(rows, key=lambda row: row[second].number)
        squares = operation(max(row[first].number for row in rows), widest[second].number)
        if squares > MOST_SQUARES:
            many = f"{squares:,} squares" if squares < _LEGIBLE else "10^15 squares or more"
            message = f"{_shown(name, widest)}: a board of {many} is too large"
            hint = f"{MOST_SQUARES:,} are the most"
            yield Diagnostic(message, _place(signature, widest, sources), hint)
        elif name == "cube" and widest[1].number > _PLAIN:
            yield from _too_many_lines(widest, _place(signature, widest, sources))


def _too_many_lines(row: Sequence[clingo.Symbol], where: Location) -> Iterator[Diagnostic]:
    side, dim = (symbol.number for symbol in row)
    lines = ((side + 2) ** dim - side**dim) // 2
    if lines * side > MOST_ON_LINES:
        message = (
            f"{_shown('cube', row)}: a board of {lines:,} lines of {side:,} squares is too large"
        )
        hint = f"{MOST_ON_LINES:,} squares on lines are the most beyond {_PLAIN} dimensions"
        yield Diagnostic(message, where, hint)


def _shown(name: str, row: Sequence[clingo.Symbol]) -> str:
    return str(clingo.Function(name, list(row)))


def _blamed(
    signature: Signature,
    row: Sequence[clingo.Symbol],
    kind: ArgumentKind,
    sources: Sequence[Source],
) -> tuple[Location, str]:
    """Return the place of a wrong fact; where it is the vocabulary's, what the game made it of."""
    place, own = _place(signature, row, sources), sources[0]
    if place.file == own.label or (kind.predicate, 1) not in own.defined:
        return place, ""
    hints = {
        ("part_of", 2): f"{place.file} has lines through it: leave it a square, and say which are "
        "free(C); or say which lines there are: winning_set(L) and part_of(C,L), without "
        "in_a_row(K)",
        ("begins", 1): "say begins(P) of the role that moves first: it is x where no game says so",
    }
    return _place((kind.predicate, 1), row[:1], sources), hints.get(signature, "")


def _place(
    signature: Signature, row: Sequence[clingo.Symbol], sources: Sequence[Source]
) -> Location:
    """Return the place of a fact: a rule that is this fact, else the first with such a head."""
    fact = _shown(signature[0], row)
    exact, with_bodies, others = list[_Head](), list[_Head](), list[_Head]()
    for source in sources:
        for statement in source.statements:
            for head in statement.heads:
                if head.signature != signature:
                    continue
                if statement.node.body:
                    with_bodies.append((source, head))
                elif str(head.term) == fact:
                    exact.append((source, head))
                else:
                    others.append((source, head))
    for source, head in exact or with_bodies or others:
        return source.location(head.begin, head.end)
    return Location(sources[0].label)


def static_facts(
    sources: Sequence[Source], constants: Mapping[str, str], doubted: Sequence[Source] = ()
) -> Facts:
    """Return the ground facts by predicate name, each a tuple of arguments.

    Args:
        sources: a game's rules and what they need; rules about the position are left out.
        constants: the value of every constant.
        doubted: the files whose rules might reach numbers that clingo cannot hold.

    Raises:
        InputError: clingo reports anything about the rules, a fact cannot be read (`KINDS`), or
            a number in one of the doubted files might be too large.
    """
    plain = Reach(doubted, constants, {})
    refuse(overflows(doubted, plain, lambda statement: not statement.body))
    # before the squares of a board are counted: is it one? Ours is, where nobody says another size
    before = BOARDS | {("invalid", 1)}

    def early_on(statement: Statement) -> bool:
        return not statement.body and any(a.signature in before for a in statement.heads)

    early, _ = _ground(sources, constants, early_on) if doubted else ({}, [])
    if "invalid" in early:
        return early
    refuse(wrong_facts(early, sources, BOARDS))
    known = {name: rows for name, rows in early.items() if name in dict(BOARDS)}
    reach = Reach(doubted, constants, known)
    refuse(overflows(doubted, reach))
    state = state_predicates(sources)

    def of_no_position(statement: Statement) -> bool:
        return not any(a.signature in state for a in statement.atoms)

    facts, remarks = _ground(sources, constants, of_no_position)
    if "invalid" in facts:
        return facts
    # of a name where a number is due clingo complains in another place
    problems = list(wrong_facts(facts, sources))
    # a wrong place makes the vocabulary's facts about drawings wrong too
    own = sources[0].label
    refuse([one for one in problems if one.location and one.location.file == own] or problems)
    refuse(remarks)
    return facts


def derived_at(
    sources: Sequence[Source], constants: Mapping[str, str], position: Iterable[str]
) -> Facts:
    """Return the ground facts that sources derive at one position, as `static_facts` does."""
    held = " ".join(f"true({fluent})." for fluent in sorted(position))
    return _ground(sources, constants, lambda _: True, held)[0]


def _ground(
    sources: Sequence[Source],
    constants: Mapping[str, str],
    wanted: Callable[[Statement], bool],
    held: str = "",
) -> tuple[Facts, list[Diagnostic]]:
    """Return what the wanted rules derive from the facts `held`, and clingo's messages about it."""
    given = "".join(f"#const {name} = {value}. " for name, value in constants.items()) + held
    texts = [given.encode(), *(_only_rules(source, wanted) for source in sources)]
    try:
        program = ground(b"\n".join(texts).decode(), options=["--warn=no-atom-undefined"])
    except Refused as refused:
        raise InputError(_diagnostics(refused.messages, sources, texts)) from None
    return facts_of(program), list(_diagnostics(program.messages, sources, texts))


def facts_of(program: Ground) -> Facts:
    """Return the atoms of a ground program."""
    facts: dict[str, list[tuple[clingo.Symbol, ...]]] = {}
    for atom in program.control.symbolic_atoms:
        facts.setdefault(atom.symbol.name, []).append(tuple(atom.symbol.arguments))
    return {name: tuple(rows) for name, rows in facts.items()}


def with_drawing(facts: Facts) -> Facts:
    """Return facts with a drawing of all fluents that end in a square, if the game draws none.

    The glyph is the argument before the square, or else the fluent's name.
    """
    places = {row[0]: row[1:] for row in facts.get("place", ()) if len(row) == 3}
    glyphs = dict(row for row in facts.get("glyph", ()) if len(row) == 2)
    drawn: list[tuple[clingo.Symbol, ...]] = []
    for (fluent,) in facts.get("base", ()) if not facts.get("drawn") else ():
        if fluent.type == clingo.SymbolType.Function and fluent.arguments:
            *others, square = [clingo.Function(fluent.name), *fluent.arguments]
            if square in places:
                drawn.append((fluent, *places[square], glyphs.get(others[-1], others[-1])))
    return {**facts, "drawn": tuple(drawn)} if drawn else facts


def lines_in(facts: Facts) -> dict[clingo.Symbol, frozenset[clingo.Symbol]]:
    """Return the squares of each line, in clingo's order of the lines."""
    # a file may say other things by the same names, of more arguments
    lines = {row[0]: set[clingo.Symbol]() for row in sorted(facts.get("line", ())) if len(row) == 1}
    for row in facts.get("part_of", ()):
        if len(row) == 2 and row[1] in lines:
            lines[row[1]].add(row[0])
    return {line: frozenset(squares) for line, squares in lines.items()}


def shown(reason: clingo.Symbol) -> str:
    """Write the reason in `invalid(REASON)` for people: a text, or a tuple of texts and terms."""
    if reason.type == clingo.SymbolType.String:
        return reason.string
    if reason.type == clingo.SymbolType.Function and not reason.name:
        return " ".join(map(shown, reason.arguments))
    return str(reason)


def _only_rules(source: Source, wanted: Callable[[Statement], bool]) -> bytes:
    """Return the source's text with all but some of its rules blanked: places stay."""
    kept = bytearray(re.sub(rb"[^\n]", b" ", source.text))
    for statement in source.statements:
        if statement.kind == ASTType.Rule and wanted(statement):
            kept[statement.begin : statement.end] = source.text[statement.begin : statement.end]
    return bytes(kept)


def _diagnostics(
    messages: Iterable[str], sources: Sequence[Source], texts: Sequence[bytes]
) -> Iterator[Diagnostic]:
    first_lines = [2]
    for text in texts[1:]:
        first_lines.append(first_lines[-1] + text.count(b"\n") + 1)
    for message in messages:
        remarked = clingo_message(message)
        number = bisect_right(first_lines, remarked[0]) - 1 if remarked else -1
        if remarked is None or number < 0:
            yield Diagnostic(f"clingo says: {message.strip()}", Location(sources[0].label))
            continue
        line, column, words = remarked
        source = sources[number]
        place = source.offset(Position("", line - first_lines[number] + 1, column))
        yield Diagnostic(f"clingo says: {words}", source.location(place))
