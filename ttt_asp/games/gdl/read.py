"""A game's file in the Game Description Language, as a source like any other."""

from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, wrong
from ttt_asp.games.gdl.clauses import Clause, Literal, clauses
from ttt_asp.games.gdl.domains import domains
from ttt_asp.games.gdl.hrf import parse_hrf
from ttt_asp.games.gdl.kif import parse_kif
from ttt_asp.games.gdl.mangle import constant, fold
from ttt_asp.games.gdl.matching import without_dead
from ttt_asp.games.gdl.negation import cycles
from ttt_asp.games.gdl.operations import as_rules
from ttt_asp.games.gdl.rules import DERIVED, GIVEN, REQUIRED, problems
from ttt_asp.games.gdl.syntax import LARGEST_FILE, Description, Term
from ttt_asp.games.gdl.translate import predicate, translate
from ttt_asp.games.spelling import Spelling
from ttt_asp.lp.source import Source, decode, parse, read_bytes
from ttt_asp.paths import label_of


def read_gdl(path: Path, deadline: Deadline) -> tuple[Source, Spelling]:
    """The rules of a game in a `.kif` or `.hrf` file.

    Args:
        path: the file; its suffix says in which notation.
        deadline: when to give up.

    Returns:
        The rules, and how the file spells the names that the rules have in terms.

    Raises:
        InputError: the file cannot be read, or something in it is wrong.
        Expired: time is up.
    """
    description = describe(_text(path), label_of(path), path.suffix)
    found = checked(description, deadline)
    derived = domains(description, found, deadline)
    if any(player not in derived.roles for player, _ in derived.input):
        found = [_of_roles(clause) for clause in found]
    defined = {clause.head.name for clause in found}
    used = {literal.atom.name for clause in found for literal in clause.body}
    facts: list[str] = []
    if "base" not in defined:
        facts += (f"base({fluent})." for fluent in derived.base)
    if "input" not in defined and "input" in used:
        facts += (f"{predicate('input')}({role},{move})." for role, move in derived.input)
    text, origins = translate(description, found, facts)
    source = parse(text.encode(), description.label, None, origins)
    names = {constant(name): first for name, first in description.spelling.items()}
    names |= {f"n'{name}": name for name in names if name.isdigit()}
    return source, Spelling(names, fold, constant)


def describe(text: str, label: str, suffix: str) -> Description:
    """Read a description in the notation that goes with a file's suffix."""
    if suffix == ".hrf":
        return as_rules(parse_hrf(text, label))
    return parse_kif(text, label)


def checked(description: Description, deadline: Deadline) -> list[Clause]:
    """The clauses of a description that may apply.

    Raises:
        InputError: everything that is wrong with it.
        Expired: time is up.
    """
    found = clauses(description)
    wrongs = list(problems(description, found))
    wrongs += cycles(description, found, None if wrongs else deadline)
    if wrongs:
        raise InputError(wrongs)
    defined = {clause.head.name for clause in found}
    given = {*GIVEN, *(name for name in DERIVED if name not in defined)}
    alive = without_dead(found, frozenset(given))
    living = {clause.head.name for clause in alive}
    dead = [
        next(clause.head for clause in found if clause.head.name == name)
        for name in REQUIRED
        if name not in living
    ]
    if dead:
        message = "this can never hold: no rule or fact matches what it asks for"
        raise InputError(
            Diagnostic(f"{head.name}: {message}", description.place(head.begin, head.end))
            for head in dead
        )
    return alive


def _of_roles(clause: Clause) -> Clause:
    """What is legal for somebody who is no role is no move."""
    if clause.head.name != "legal":
        return clause
    player = clause.head.arguments[0]
    return Clause(clause.head, (*clause.body, Literal(Term("role", (player,)).at(player))))


def _text(path: Path) -> str:
    label = label_of(path)
    text = decode(read_bytes(path, label), label).removeprefix("\ufeff")
    if len(text) > LARGEST_FILE:
        raise wrong(f"the file is larger than {LARGEST_FILE:,} characters", Location(label))
    if not text.strip():
        raise wrong("the file is empty", Location(label))
    return text
