"""The vocabulary: the files that a game can use, and the rules that give way to the game's own.

A file about the squares of a grid, say, is of no use to a game that has no size(M,N).

A predicate that a game defines replaces the vocabulary's; it is never united with it, but for
those of `PIECES`, which are said piece by piece, and `ADDED`. Rules that give way stay in the text
of their file as comments, so that places stay and readers see which are not in force; a file of
which no rule is left stays out.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from glob import glob
from itertools import chain

from ttt_asp.errors import Diagnostic
from ttt_asp.lp.dependencies import usable_vocabulary
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.lp.syntax import Atom, Signature, Splice, Statement, spliced
from ttt_asp.paths import ASP
from ttt_asp.records import dataclass

# Defined piece by piece: rules about the same fluent or lemma give way; if a game defines a line,
# those about the squares of lines so named. The number is that of the argument with the name.
PIECES: Mapping[Signature, int] = {
    ("base", 1): 0,
    ("init", 1): 0,
    ("next", 1): 0,
    ("part_of", 2): 1,
    ("lemma", 1): 0,
}
# Predicates that a game only adds to: reasons why it is invalid.
ADDED: frozenset[Signature] = frozenset({("invalid", 1)})
# Rules for a predicate that stay beside a game's own if they ask for another predicate: a part of a
# winning set is a square, whatever other squares there are.
_BESIDE: Mapping[Signature, Signature] = {("square", 1): ("winning_set", 1)}
# The predicates that both a game and the vocabulary may define, then.
EXTENDED: frozenset[str] = frozenset(name for name, _ in (*PIECES, *ADDED, *_BESIDE))
# Words of claims and operators, whose meaning a game may not change.
FIXED: frozenset[Signature] = frozenset({("opponent", 2), ("wins", 1), ("loses", 1), ("ties", 1)})
# Rules about a fluent that belong together.
_FLUENT: Sequence[Signature] = (("base", 1), ("init", 1), ("next", 1))


@dataclass(frozen=True, slots=True)
class Replaced:
    """The rules of a file of the vocabulary that gave way to a game's own.

    Attributes:
        label: the file.
        names: the predicates, `legal/2`, or the pieces of one, `next(turn/1)`.
        whole: whether no rule is left, so that the file stays out.
    """

    label: str
    names: tuple[str, ...]
    whole: bool

    def __str__(self) -> str:
        whole = ", the whole file" if self.whole else ""
        return f"{self.label}{whole}: {', '.join(self.names)}"


def vocabulary_of(rules: Source) -> tuple[tuple[Source, ...], tuple[Replaced, ...]]:
    """Return the files of the vocabulary that a game can use, and the rules that gave way there."""
    beside = [give_way(rules, file) for file in whole_vocabulary()]
    ways = [way for _, way in beside if way]
    files = usable_vocabulary(rules, [file for file, _ in beside if file])
    labels = {file.label for file in files}
    there = frozenset({("true", 1), ("does", 2)}).union(*(f.defined for f in [rules, *files]))
    gone = {way.label for way in ways} - labels
    labels |= {f.label for f in whole_vocabulary() if f.label in gone and f.used <= there}
    return tuple(files), tuple(way for way in ways if way.label in labels)


@cache
def whole_vocabulary() -> tuple[Source, ...]:
    """Return all its files as they are, without regard to rules that give way."""
    names = sorted(glob("vocabulary/*/*.lp", root_dir=ASP))
    return tuple(read(ASP / name, f"asp/{name}") for name in names)


def foreign_to(vocabulary: Sequence[Source]) -> tuple[Source, ...]:
    """Return the files about other games than the one that has these."""
    labels = {file.label for file in vocabulary}
    return tuple(file for file in whole_vocabulary() if file.label not in labels)


def of_any_game() -> tuple[Source, ...]:
    """Return the files about roles and goals only.

    A game that lives apart from the vocabulary has use for these alone, whatever it defines.
    """
    return tuple(
        source for source in whole_vocabulary() if source.used in ({("role", 1)}, {("goal", 2)})
    )


def give_way(rules: Source, file: Source) -> tuple[Source | None, Replaced | None]:
    """Return a file of the vocabulary beside a game's rules, and the rules that gave way in it.

    Returns:
        The file, without the rules that gave way; None if none is left.
    """
    gone = [s for s in file.statements if any(_replaced(rules, s, head) for head in s.heads)]
    if not gone:
        return file, None
    heads = chain.from_iterable(statement.heads for statement in gone)
    names = tuple(dict.fromkeys(chain.from_iterable(map(_names, heads))))
    staying = [statement for statement in file.statements if statement not in gone]
    left = {head.signature for head in chain.from_iterable(s.heads for s in staying)}
    if left <= ADDED:
        return None, Replaced(file.label, names, whole=True)
    rule = b"%%* gave way: %b *%%"
    splices = [Splice(s.begin, s.end, rule % file.text[s.begin : s.end]) for s in gone]
    kept = parse(spliced(file.text, splices), file.label, file.path)
    return kept, Replaced(file.label, names, whole=False)


def _names(head: Atom) -> list[str]:
    if head.signature in PIECES:
        return [f"{head.name}({name})" for name in head.names(PIECES[head.signature])]
    return [f"{head.name}/{head.arity}"]


def _replaced(rules: Source, statement: Statement, head: Atom) -> bool:
    signature = head.signature
    if signature not in rules.defined or signature in ADDED:
        return False
    if signature == ("part_of", 2) and ("line", 1) not in rules.defined:
        return False  # more squares of a line that is the vocabulary's
    if signature in PIECES:
        return any(_defines_piece(rules, signature, name) for name in head.names(PIECES[signature]))
    beside = _BESIDE.get(signature)
    return beside is None or all(atom.signature != beside for atom in statement.body)


def _defines_piece(rules: Source, signature: Signature, name: str | None) -> bool:
    """Whether a game defines a piece of a predicate; a variable fluent stands for all pieces."""
    heads = list(_heads(rules, signature))
    names = set[str | None]().union(*(head.names(PIECES[signature]) for head in heads))
    return name in names or (None in names and signature in _FLUENT)


def _heads(rules: Source, signature: Signature) -> Iterator[Atom]:
    return (head for head in rules.heads if head.signature == signature)


def partly_replaced(rules: Source, files: Sequence[Source]) -> Iterator[Diagnostic]:
    """Report where a game replaces only some of the rules that belong together.

    These are `base`, `init` and `next` of a fluent; `init` of turns and `begins`; and actions,
    and the `next` that waits for them.

    Args:
        rules: the game's.
        files: those of the vocabulary that are in its programs, as they were before they gave way.
    """
    for file in files:
        fluents: dict[str | None, set[Signature]] = {}
        for head in file.heads:
            if head.signature in _FLUENT:
                for name in head.names(0):
                    fluents.setdefault(name, set()).add(head.signature)
        for name, signatures in fluents.items():
            mine = {s for s in signatures if _defines_piece(rules, s, name)}
            if mine and mine != signatures:
                lacking = [s for s in _FLUENT if s in signatures - mine]
                yield _partly_problem(rules, min(mine), name, lacking, file)
        yield from _actions(rules, file)
        if ("begins", 1) in file.defined:
            for head in _heads(rules, ("init", 1)):
                if "turn/1" in head.names(0) and _defines_piece(rules, ("base", 1), "turn/1"):
                    message = "init of turn is defined here, but not begins: they belong together"
                    yield rules.problem(message, head, "define begins(P) too: lines ask for it")


def _partly_problem(
    rules: Source, mine: Signature, name: str | None, lacking: Sequence[Signature], file: Source
) -> Diagnostic:
    head = next(h for h in _heads(rules, mine) if {name, None} & {*h.names(0)})
    fluent = str(name).partition("/")[0]
    others = " and ".join(f"{predicate}({fluent}(...))" for predicate, _ in lacking)
    message = f"{head.name} of {fluent} is defined here, but not {others}: they belong together"
    hint = f"define {others} too, or leave all to {file.label}"
    if (mine, fluent) == (("init", 1), "turn"):
        hint = f"define begins(P), or {others} too"
    return rules.problem(message, head, hint)


def _actions(rules: Source, file: Source) -> Iterator[Diagnostic]:
    """Report where a game has other actions than those that the vocabulary's `next` waits for."""
    legal = list(_heads(rules, ("legal", 2)))
    named = set[str | None]().union(*(head.names(1) for head in legal))
    for statement in file.statements if legal else ():
        for atom in statement.body:
            if atom.signature != ("does", 2) or not statement.heads:
                continue
            names = set(atom.names(1))
            if not (names | {None}) & named and not _replaced(rules, statement, statement.heads[0]):
                action = "".join(f"{name}".partition("/")[0] for name in names)
                message = f"legal has no {action}(...) here, which next waits for in {file.label}"
                hint = f"define base and next too, or legal(P,{action}(C))"
                yield rules.problem(message, legal[0], hint)
