"""The facts of a game that hold in every position, worked out by clingo."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import clingo
from clingo.ast import ASTType, Position

from ttt_asp.errors import Diagnostic, InputError, Location, refuse
from ttt_asp.games.fact_checks import BOARDS, Facts, wrong_facts
from ttt_asp.lp.dependencies import state_predicates
from ttt_asp.lp.overflow import overflows
from ttt_asp.lp.reach import Reach
from ttt_asp.lp.scan import clingo_message
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Statement
from ttt_asp.solving.ground import Ground, Refused, ground


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


def facts_at(
    sources: Sequence[Source], constants: Mapping[str, str], position: Iterable[str]
) -> Facts:
    """Return the ground facts that hold at one position, as `static_facts` does.

    Args:
        sources: rules about one position, and all that they need.
        constants: the value of every constant.
        position: the fluents that hold.
    """
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
