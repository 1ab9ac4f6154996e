"""The facts of a game that hold in every position, worked out by clingo."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

import clingo
from clingo.ast import ASTType, Position

from ttt_asp.errors import Diagnostic, InputError, Location
from ttt_asp.lp.dependencies import state_predicates
from ttt_asp.lp.remarks import remark
from ttt_asp.lp.source import Source

Facts = Mapping[str, tuple[tuple[clingo.Symbol, ...], ...]]


def static_facts(sources: Sequence[Source], constants: Mapping[str, str]) -> Facts:
    """The ground facts by predicate name, each a tuple of arguments.

    Args:
        sources: a game's rules and what they need; rules about the position are left out.
        constants: the value of every constant.

    Raises:
        InputError: clingo has anything to say about the rules.
    """
    state = state_predicates(sources)
    texts = ["".join(f"#const {name} = {value}. " for name, value in constants.items()).encode()]
    texts += [_without(source, state) for source in sources]
    messages: list[str] = []
    control = clingo.Control(["--warn=no-atom-undefined"], lambda _, m: messages.append(m))
    failed = False
    try:
        control.add("base", [], b"\n".join(texts).decode())
        control.ground()
    except RuntimeError:
        failed = True
    if failed or messages:
        raise InputError(_diagnostics(messages, sources, texts))
    facts: dict[str, list[tuple[clingo.Symbol, ...]]] = {}
    for atom in control.symbolic_atoms:
        facts.setdefault(atom.symbol.name, []).append(tuple(atom.symbol.arguments))
    return {name: tuple(rows) for name, rows in facts.items()}


def shown(reason: clingo.Symbol) -> str:
    """What a `refuse(REASON)` says: a text, or a tuple of texts and terms."""
    if reason.type == clingo.SymbolType.String:
        return reason.string
    if reason.type == clingo.SymbolType.Function and not reason.name:
        return " ".join(map(shown, reason.arguments))
    return str(reason)


def _without(source: Source, state: Iterable[tuple[str, int]]) -> bytes:
    """The source's text with all but the rules about no position blanked: places stay."""
    kept = bytearray(re.sub(rb"[^\n]", b" ", source.text))
    for statement in source.statements:
        if statement.kind == ASTType.Rule and not any(
            a.signature in state for a in statement.atoms
        ):
            kept[statement.begin : statement.end] = source.text[statement.begin : statement.end]
    return bytes(kept)


def _diagnostics(
    messages: Iterable[str], sources: Sequence[Source], texts: Sequence[bytes]
) -> Iterator[Diagnostic]:
    first_lines = [2]
    for text in texts[1:]:
        first_lines.append(first_lines[-1] + text.count(b"\n") + 1)
    for message in messages:
        found = remark(message)
        number = bisect_right(first_lines, found[0]) - 1 if found else -1
        if found is None or number < 0:
            yield Diagnostic(f"clingo says: {message.strip()}", Location(sources[0].label))
            continue
        line, column, said = found
        source = sources[number]
        place = source.offset(Position("", line - first_lines[number] + 1, column))
        yield Diagnostic(f"clingo says: {said}", source.location(place))
