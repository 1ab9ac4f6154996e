"""A game's file in the Game Description Language, as a source like any other; prefix notation."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, InputError, Location, refuse, wrong
from ttt_asp.games.game import Spelling
from ttt_asp.games.gdl.clauses import Clause, Literal, clauses, predicate, translate
from ttt_asp.games.gdl.domains import domains
from ttt_asp.games.gdl.hrf import parse_hrf
from ttt_asp.games.gdl.rules import problems
from ttt_asp.games.gdl.syntax import DEEPEST, LARGEST_FILE, Description, Rule, Term, constant, fold
from ttt_asp.lp.source import Source, decode, parse, read_bytes
from ttt_asp.paths import label_of

_TOKEN = re.compile(r"[^\S]+|;[^\n]*|(?P<bracket>[()])|(?P<word>[^\s();]+)")
_NO_NAME = re.compile(r"[\",{}\[\]|]|[^\S]")


class _Reader:
    """Reads parentheses and words, without recursion; a rule is a term with the name `<=`."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.problems: list[Diagnostic] = []

    def read(self) -> Description:
        """Read a description in prefix notation.

        Raises:
            InputError: every text that is no rule, or the first parenthesis without a partner.
        """
        description = self.description
        done: list[Term] = []
        open_lists: list[tuple[int, list[Term]]] = []
        for match in _TOKEN.finditer(description.text):
            word = match["word"]
            inside = open_lists[-1][1] if open_lists else done
            if word == "<=" and len(open_lists) > 1:
                hint = "the rule before this one is not closed"
                self._stop("a rule within another: `)` is missing", open_lists[0][0], hint)
            if word is not None:
                inside.append(self._word(word, match.start()))
            elif match["bracket"] == "(":
                open_lists.append((match.start(), []))
                if len(open_lists) > DEEPEST:
                    message = f"more than {DEEPEST} parentheses within one another"
                    self._stop(message, match.start())
            elif match["bracket"] == ")":
                if not open_lists:
                    message = "this parenthesis closes nothing: `(` is missing before it"
                    self._stop(message, match.start())
                begin, members = open_lists.pop()
                inside = open_lists[-1][1] if open_lists else done
                inside.append(self._list(members, begin, match.end()))
        if open_lists:
            self._stop("this parenthesis is not closed: `)` is missing", open_lists[0][0])
        refuse(self.problems)
        rules = (
            Rule(term.arguments[0], term.arguments[1:])
            if term.name == "<=" and term.arguments
            else Rule(term)
            for term in done
        )
        return replace(description, rules=tuple(rules))

    def _stop(self, message: str, begin: int, hint: str = "") -> None:
        where = self.description.place(begin, begin + 1)
        raise InputError([*self.problems, Diagnostic(message, where, hint)])

    def _list(self, members: Sequence[Term], begin: int, end: int) -> Term:
        """Return a list as a term of the function or relation that its first member names."""
        first, *rest = members or [Term("")]
        whole = Term(first.name, tuple(rest), False, begin, end)
        if not members:
            message = "there is nothing between the parentheses"
            self.problems.append(self.description.problem(message, whole))
        elif first.variable or self.description.text[first.begin] == "(":
            message = "a function or a relation has to be a name"
            self.problems.append(self.description.problem(message, first))
        elif first.name == "<=" and not rest:
            self.problems.append(self.description.problem("this rule has no head", whole))
        return whole

    def _word(self, word: str, begin: int) -> Term:
        variable = word.startswith("?")
        end = begin + len(word)
        name = fold(word.removeprefix("?"))
        if not name:
            where = self.description.place(begin, end)
            self.problems.append(Diagnostic("this variable has no name", where))
        elif strange := _NO_NAME.search(word) or re.search(r"\?", word[1:]):
            message = f"{strange[0]!r} cannot stand in a name"
            where = self.description.place(begin + strange.start(), end)
            self.problems.append(Diagnostic(message, where))
        elif not word.isprintable():
            message = f"{word!a} is no name: it has characters that do not print"
            self.problems.append(Diagnostic(message, self.description.place(begin, end)))
        if not variable:
            self.description.spelling.setdefault(name, word)
        return Term(name, (), variable, begin, end)


def read_gdl(path: Path, deadline: Deadline) -> tuple[Source, Spelling]:
    """Read the rules of a game in a `.kif` or `.hrf` file.

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
    if path.suffix == ".hrf":
        description = parse_hrf(text, label)
    else:
        description = _Reader(Description(label, text)).read()
    rules = clauses(description)
    refuse(problems(description, rules))
    roles, fluents, moves = domains(description, rules, deadline)
    if any(player not in roles for player, _ in moves):
        rules = [_of_roles(clause) for clause in rules]
    defined = {clause.head.name for clause in rules}
    used = {literal.atom.name for clause in rules for literal in clause.body}
    facts: list[str] = []
    if "base" not in defined:
        facts += (f"base({fluent})." for fluent in fluents)
    if "input" not in defined and "input" in used:
        facts += (f"{predicate('input')}({role},{move})." for role, move in moves)
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
    return Clause(clause.head, (*clause.body, Literal(Term("role", (player,)).at(player))))
