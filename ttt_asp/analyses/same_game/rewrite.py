"""A tactic, or an order, in the words of another game: the same rules about other things.

What a rule asks of a position stays as it is: the other game has it too. What no position changes,
as `corner(C)`, stays where it says the same in the other game, by the map; elsewhere its tuples
are written down, as facts of a helper. A rule that takes squares apart, as cell(I,J), has no
translation of its own; if it is about no position, its helper's tuples are written down instead.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clingo.ast import AST, Transformer

from ttt_asp.analyses.same_game.words import Words, rows_of, stated, unchanging
from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.games.fact_kinds import Facts
from ttt_asp.lp.scan import blank
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement
from ttt_asp.programs.lift import Splice, spliced

_WORD = re.compile(rb"(?<![\w'#])_*[a-z][\w']*+(?!\s*\()")
# A fact of more tuples is written on several lines.
_A_LINE = 8


@dataclass(frozen=True)
class Rewriting:
    """Files that a strategy rests on, on their way to another game.

    Attributes:
        words: what things are called there.
        sources: the files of tactics and orders.
        names: what each tactic and order is called there: by its name.
    """

    words: Words
    sources: Sequence[Source]
    names: Mapping[str, str] = field(default_factory=dict)

    def changes(self, source: Source) -> bool:
        """Whether a file says anything that is another thing in the other game."""
        one = _File(self, source)
        return any(one.foreign(statement) for statement in source.statements) or any(
            not one.stays(atom.signature) for atom in one.asked
        )

    def text(self, source: Source, name: str) -> str:
        """The rules of a file in the words of the other game.

        Args:
            source: the file.
            name: of the tactic or the order, the file's stem.

        Raises:
            InputError: something in it has no translation.
        """
        return _File(self, source).text(name, self.names[name])


class _File:
    def __init__(self, rewriting: Rewriting, source: Source) -> None:
        self.words = rewriting.words
        self.names = rewriting.names
        self.source = source
        self.state = stated(self.words.first, rewriting.sources)
        used = frozenset(atom.signature for s in source.statements for atom in s.body)
        self.facts: Facts = unchanging(self.words.first, rewriting.sources, used)

    @property
    def asked(self) -> Iterator[Atom]:
        """What the rules ask that is none of the file's own."""
        for statement in self.source.statements:
            for atom in statement.body:
                own = atom.signature in self.source.defined
                if atom.name not in ("suggests", "order") and not own:
                    yield atom

    def stays(self, signature: Signature) -> bool:
        """Whether a predicate is the same in the other game."""
        if signature in self.state:
            return signature in self.words.second.defined
        return self.words.same(signature, self.facts)

    def foreign(self, statement: Statement) -> list[AST]:
        """The terms of a rule that are made like squares or lines of the first game."""
        finder = _Finder(self.words.patterns)
        finder.visit(statement.node)
        return finder.found

    def text(self, name: str, new: str) -> str:
        """See `Rewriting.text`."""
        problems: list[Diagnostic] = []
        splices: list[Splice] = []
        tabled: dict[Signature, str] = {}
        tables = self._tabled(name, new)
        for statement in self.source.statements:
            if any(head.signature in tables for head in statement.heads):
                splices.append(Splice(statement.begin, statement.end, b""))
                continue
            splices += self._constants(statement)
            splices += self._terms(statement, problems)
            for atom in statement.atoms:
                splices += self._renamed(atom, name, new, tabled, problems)
        if problems:
            raise InputError(problems)
        for signature in tables:
            tabled.setdefault(signature, new + signature[0].removeprefix(name))
        rules = spliced(_without_comments(self.source), splices).decode()
        lines = [line.rstrip() for line in rules.splitlines() if line.strip()]
        return "\n".join([*lines, *self._tables(tabled)]) + "\n"

    def _tabled(self, name: str, new: str) -> set[Signature]:
        """Own helpers about no position of which some rule has no translation of its own."""
        return {
            head.signature
            for statement in self.source.statements
            for head in statement.heads
            if head.signature not in self.state and self.foreign(statement)
        }

    def _renamed(
        self,
        atom: Atom,
        name: str,
        new: str,
        tabled: dict[Signature, str],
        problems: list[Diagnostic],
    ) -> Iterator[Splice]:
        begin, end = atom.begin, atom.begin + len(atom.name)
        if atom.name in ("suggests", "order"):
            first = atom.first or ""
            if self.names.get(first, first) != first:
                at = self.source.text.index(first.encode(), end)
                yield Splice(at, at + len(first), self.names[first].encode())
            return
        if atom.signature in self.source.defined:
            if atom.name.startswith(name):
                yield Splice(begin, begin + len(name), new.encode())
            return
        if self.stays(atom.signature):
            return
        if atom.signature in self.state:
            what = f"{self.words.second.name} has no {atom.name}/{atom.arity}"
            where = self.source.location(atom.begin, atom.end)
            problems.append(Diagnostic(what, where, "leave this tactic out"))
            return
        tabled[atom.signature] = f"{new}_{atom.name}"
        yield Splice(begin, end, tabled[atom.signature].encode())

    def _terms(self, statement: Statement, problems: list[Diagnostic]) -> Iterator[Splice]:
        for term in self.foreign(statement):
            begin, end = (
                self.source.offset(place) for place in (term.location.begin, term.location.end)
            )
            known = self.words.names.get(str(term))
            if known is None:
                what = f"{term} takes a square of {self.words.first.name} apart"
                hint = f"squares of {self.words.second.name} are made in another way"
                problems.append(Diagnostic(what, self.source.location(begin, end), hint))
            else:
                yield Splice(begin, end, known.encode())

    def _constants(self, statement: Statement) -> Iterator[Splice]:
        """Values in place of constants, which the other game may not have."""
        taken = {atom.begin for atom in statement.atoms}
        text = blank(self.source.text)
        for word in _WORD.finditer(text, statement.begin, statement.end):
            value = self.words.first.constants.get(word.group().decode())
            if value is not None and word.start() not in taken:
                yield Splice(word.start(), word.end(), value.encode())

    def _tables(self, tabled: Mapping[Signature, str]) -> Iterator[str]:
        for signature, called in tabled.items():
            rows = self.words.images(rows_of(self.facts, signature))
            if not rows:
                what = f"{signature[0]}/{signature[1]} says nothing that has a translation"
                raise InputError([Diagnostic(what, self.source.location(0))])
            yield ""
            yield from _facts(called, sorted(rows, key=_in_order))


def _facts(called: str, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Facts, several on a line; those with one argument as a pool."""
    if len(rows) > 1 and all(len(row) == 1 for row in rows):
        yield f"{called}(({';'.join(row[0] for row in rows)}))."
        return
    facts = [f"{called}({','.join(row)})." if row else f"{called}." for row in rows]
    for start in range(0, len(facts), _A_LINE):
        yield " ".join(facts[start : start + _A_LINE])


def _in_order(row: tuple[str, ...]) -> list[tuple[bool, int, str]]:
    """Numbers as numbers, before all else."""
    return [(not one.isdigit(), int(one) if one.isdigit() else 0, one) for one in row]


class _Finder(Transformer):
    """Collects the terms of a rule that are made in some way, the outermost ones."""

    def __init__(self, patterns: frozenset[Signature]) -> None:
        self.patterns = patterns
        self.found: list[AST] = []

    def visit_SymbolicAtom(self, node: AST) -> AST:
        """Look at an atom's arguments: the atom itself is no term."""
        self.visit_children(node.symbol)
        return node

    def visit_Function(self, node: AST) -> AST:
        """Keep a term, or look into it."""
        if (node.name, len(node.arguments)) in self.patterns:
            self.found.append(node)
        else:
            self.visit_children(node)
        return node


def _without_comments(source: Source) -> bytes:
    """The rules alone; offsets stay."""
    kept = bytearray(re.sub(rb"[^\n]", b" ", source.text))
    for statement in source.statements:
        kept[statement.begin : statement.end] = source.text[statement.begin : statement.end]
    return bytes(kept)
