"""A game's file in the Game Description Language, as a source like any other; prefix notation."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, refuse, wrong
from ttt_asp.extensions.gdl.clauses import (
    Clause,
    GdlLiteral,
    clauses,
    dependencies,
    predicate,
    translate,
)
from ttt_asp.extensions.gdl.domains import TooManyAtoms, domains
from ttt_asp.extensions.gdl.hrf import parse_hrf
from ttt_asp.extensions.gdl.lasting import as_at_first, lasting, refusals
from ttt_asp.extensions.gdl.parts import GroundAtoms, in_parts
from ttt_asp.extensions.gdl.rules import hidden_moves, problems
from ttt_asp.extensions.gdl.syntax import (
    DEEPEST,
    LARGEST_FILE,
    Description,
    GdlRule,
    Term,
    constant,
    fold,
)
from ttt_asp.layout import Spelling
from ttt_asp.lp.source import Source, decode, parse, read_bytes
from ttt_asp.paths import label_of

_TOKEN = re.compile(r"[^\S]+|;[^\n]*|(?P<bracket>[()])|(?P<word>[^\s();]+)")
_NO_NAME = re.compile(r"[\",{}\[\]|]|[^\S]")


def _parsed(description: Description) -> Description:
    """Read parentheses and words, without recursion; a rule is a term with the name `<=`.

    Raises:
        InputError: the first text that is no rule, or a parenthesis without a partner.
    """

    def wrong_at(message: str, begin: int, hint: str = "") -> InputError:
        return wrong(message, description.place(begin, begin + 1), hint)

    done: list[Term] = []
    open_lists: list[tuple[int, list[Term]]] = []
    for match in _TOKEN.finditer(description.text):
        word, begin = match["word"], match.start()
        if word == "<=" and len(open_lists) > 1:
            hint = "the rule before this one is not closed"
            raise wrong_at("a rule within another: `)` is missing", open_lists[0][0], hint)
        if match["bracket"] == "(":
            open_lists.append((begin, []))
            if len(open_lists) > DEEPEST:
                raise wrong_at(f"more than {DEEPEST} parentheses within one another", begin)
            continue
        if match["bracket"] == ")":
            if not open_lists:
                message = "this parenthesis closes nothing: `(` is missing before it"
                raise wrong_at(message, begin)
            begin, members = open_lists.pop()
            term = _list(description, members, begin, match.end())
        elif word is not None:
            term = _word(description, word, begin)
        else:
            continue
        (open_lists[-1][1] if open_lists else done).append(term)
    if open_lists:
        raise wrong_at("this parenthesis is not closed: `)` is missing", open_lists[0][0])
    rules = (
        GdlRule(term.arguments[0], term.arguments[1:])
        if term.name == "<=" and term.arguments
        else GdlRule(term)
        for term in done
    )
    return replace(description, rules=tuple(rules))


def _list(description: Description, members: Sequence[Term], begin: int, end: int) -> Term:
    """Return a list as a term of the function or relation that its first member names."""
    first, *rest = members or [Term("")]
    whole = Term(first.name, tuple(rest), False, begin, end)
    if not members:
        raise description.wrong("there is nothing between the parentheses", whole)
    if first.variable or description.text[first.begin] == "(":
        raise description.wrong("a function or a relation has to be a name", first)
    if first.name == "<=" and not rest:
        raise description.wrong("this rule has no head", whole)
    return whole


def _word(description: Description, word: str, begin: int) -> Term:
    variable, end = word.startswith("?"), begin + len(word)
    term = Term(fold(word.removeprefix("?")), (), variable, begin, end)
    if not term.name:
        raise description.wrong("this variable has no name", term)
    if strange := _NO_NAME.search(word) or re.search(r"\?", word[1:]):
        place = description.place(begin + strange.start(), end)
        raise wrong(f"{strange[0]!r} cannot stand in a name", place)
    if not word.isprintable():
        message = f"{word!a} is no name: it has characters that do not print"
        raise description.wrong(message, term)
    if not variable:
        description.spelling.setdefault(term.name, word)
    return term


def read_gdl(path: Path, deadline: Deadline) -> tuple[Source, Spelling]:
    """Read the rules of a game in a `.kif`, `.gdl` or `.hrf` file.

    Args:
        path: the file; its suffix tells the notation.
        deadline: when to give up.

    Returns:
        The rules, and the file's spelling of the names in their terms.

    Raises:
        InputError: the file cannot be read, or something in it is wrong.
        Expired: time is up.
    """
    label = label_of(path)
    text = decode(read_bytes(path, label), label).removeprefix("\ufeff")
    if len(text) > LARGEST_FILE:
        raise wrong(f"the file is larger than {LARGEST_FILE:,} characters", Location(label))
    if not text.strip():
        raise wrong("the file is empty", Location(label))
    if path.suffix.lower() == ".hrf":
        description = parse_hrf(text, label)
    else:
        description = _parsed(Description(label, text))
    rules = clauses(description)
    refuse(problems(description, rules))
    written, steady = rules, lasting(rules)
    rules = as_at_first(rules, steady)
    while True:
        try:
            found = domains(description, rules, deadline)
            break
        except TooManyAtoms as fewer:
            rules = fewer.rules
    refuse(hidden_moves(description, written, found.roles))
    rules = in_parts(rules, GroundAtoms(found.control).of)
    if any(player not in found.roles for player, _ in found.moves):
        rules = [_of_roles(clause) for clause in rules]
    defined = {clause.head.name for clause in rules}
    used = set[str]().union(*dependencies(rules).values())
    facts: list[str] = []
    if "base" not in defined:
        facts += (f"base({fluent})." for fluent in found.fluents)
    if "input" not in defined and "input" in used:
        facts += (f"{predicate('input')}({role},{move})." for role, move in found.moves)
    facts += refusals(steady)
    text, origins = translate(description, rules, facts)
    source = parse(text.encode(), description.label, None, origins)
    names = {constant(name): first for name, first in description.spelling.items()}
    names |= {f"n'{name}": name for name in names if name.isdigit()}
    return source, Spelling(names, fold, constant)


def _of_roles(clause: Clause) -> Clause:
    """Restrict `legal` to roles: nobody else moves."""
    if clause.head.name != "legal":
        return clause
    player = clause.head.arguments[0]
    return Clause(clause.head, (*clause.body, GdlLiteral(Term("role", (player,)).at(player))))
