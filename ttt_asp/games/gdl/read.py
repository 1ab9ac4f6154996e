"""A game's file in the Game Description Language, as a source like any other; prefix notation."""

import re
from collections.abc import Sequence
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, wrong
from ttt_asp.games.gdl.clauses import Clause, Literal, clauses, predicate, translate
from ttt_asp.games.gdl.domains import domains
from ttt_asp.games.gdl.hrf import parse_hrf
from ttt_asp.games.gdl.negation import cycles
from ttt_asp.games.gdl.operations import as_rules
from ttt_asp.games.gdl.rules import problems
from ttt_asp.games.gdl.syntax import DEEPEST, LARGEST_FILE, Description, Rule, Term, constant, fold
from ttt_asp.games.spelling import Spelling
from ttt_asp.lp.source import Source, decode, parse, read_bytes
from ttt_asp.paths import label_of

_TOKEN = re.compile(r"[^\S]+|;[^\n]*|(?P<bracket>[()])|(?P<word>[^\s();]+)")
_NO_NAME = re.compile(r"[\",{}\[\]|]|[^\S]")


def parse_kif(text: str, label: str) -> Description:
    """Read a description in prefix notation.

    Raises:
        InputError: everything that is no rule, or the first parenthesis that has no partner.
    """
    found = Description(label, text)
    reader = _Reader(found)
    expressions = reader.read()
    problems = reader.problems
    rules = []
    for expression in expressions if not problems else ():
        try:
            rules.append(_rule(expression, found))
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return Description(label, text, tuple(rules), found.spelling)


class _Reader:
    """Reads parentheses and words, without recursion; a list is a term without a name."""

    def __init__(self, found: Description) -> None:
        self.found = found
        self.problems: list[Diagnostic] = []

    def read(self) -> list[Term]:
        found = self.found
        done: list[Term] = []
        open_lists: list[tuple[int, list[Term]]] = []
        for match in _TOKEN.finditer(found.text):
            word = match["word"]
            inside = open_lists[-1][1] if open_lists else done
            if word == "<=" and len(open_lists) > 1:
                hint = "the rule before this one is not closed"
                self._stop("a rule within another: `)` is missing", *self._outer(open_lists), hint)
            if word is not None:
                inside.append(self._word(word, match.start()))
            elif match["bracket"] == "(":
                open_lists.append((match.start(), []))
                if len(open_lists) > DEEPEST:
                    message = f"more than {DEEPEST} parentheses within one another"
                    self._stop(message, match.start(), match.end())
            elif match["bracket"] == ")":
                if not open_lists:
                    message = "this parenthesis closes nothing: `(` is missing before it"
                    self._stop(message, match.start(), match.end())
                begin, members = open_lists.pop()
                inside = open_lists[-1][1] if open_lists else done
                inside.append(Term("", tuple(members), False, begin, match.end()))
        if open_lists:
            self._stop("this parenthesis is not closed: `)` is missing", *self._outer(open_lists))
        return done

    def _outer(self, open_lists: Sequence[tuple[int, list[Term]]]) -> tuple[int, int]:
        return open_lists[0][0], open_lists[0][0] + 1

    def _stop(self, message: str, begin: int, end: int, hint: str = "") -> None:
        raise InputError([*self.problems, Diagnostic(message, self.found.place(begin, end), hint)])

    def _word(self, word: str, begin: int) -> Term:
        variable = word.startswith("?")
        end = begin + len(word)
        name = fold(word.removeprefix("?"))
        if not name:
            where = self.found.place(begin, end)
            self.problems.append(Diagnostic("this variable has no name", where))
        elif strange := _NO_NAME.search(word) or re.search(r"\?", word[1:]):
            message = f"{strange[0]!r} cannot stand in a name"
            where = self.found.place(begin + strange.start(), end)
            self.problems.append(Diagnostic(message, where))
        elif not word.isprintable():
            message = f"{word!a} is no name: it has characters that do not print"
            self.problems.append(Diagnostic(message, self.found.place(begin, end)))
        if not variable:
            self.found.spelling.setdefault(name, word)
        return Term(name, (), variable, begin, end)


def _rule(expression: Term, found: Description) -> Rule:
    if expression.name or expression.variable:
        return Rule(_term(expression, found))
    if expression.arguments and expression.arguments[0].name == "<=":
        parts = expression.arguments[1:]
        if not parts:
            raise InputError([found.problem("this rule has no head", expression)])
        return Rule(_term(parts[0], found), tuple(_term(part, found) for part in parts[1:]))
    return Rule(_term(expression, found))


def _term(expression: Term, found: Description) -> Term:
    """A list as the function or relation that its first member names; depth is limited."""
    if expression.name:
        return expression
    if not expression.arguments:
        raise InputError([found.problem("there is nothing between the parentheses", expression)])
    first, *rest = expression.arguments
    if not first.name or first.variable:
        message = "a function or a relation has to be a name"
        raise InputError([found.problem(message, first)])
    arguments = tuple(_term(argument, found) for argument in rest)
    return Term(first.name, arguments, False, expression.begin, expression.end)


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
    """The clauses of a description.

    Raises:
        InputError: everything that is wrong with it.
        Expired: time is up.
    """
    found = clauses(description)
    wrongs = list(problems(description, found))
    wrongs += cycles(description, found, None if wrongs else deadline)
    if wrongs:
        raise InputError(wrongs)
    return found


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
