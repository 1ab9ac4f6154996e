"""Games of lines as the tests write them: in the Game Description Language, and for clingo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gdl_oracle import Expression, parse
from tables import contents

ROLES = ("ann", "bob")
Lines = Sequence[Sequence[str]]
# Relations that are the vocabulary's are called otherwise for clingo, but for `line`.
OTHERWISE = {"free": "vacant", "open": "room", "square": "spot"}


@dataclass(frozen=True)
class Manner:
    """How a game is written.

    Attributes:
        blanks: whether a fluent says that a square is free.
        by_role: whether each role has a fluent of its own for marks.
        waits: whether who is not to move does `noop`.
    """

    blanks: bool
    by_role: bool
    waits: bool


def written(squares: Sequence[str], lines: Mapping[str, Lines], manner: Manner) -> str:
    """The rules of a game of lines.

    Args:
        squares: their names.
        lines: those of each role.
        manner: how to say it.
    """

    def mark(role: str, square: str) -> str:
        return f"(of_{role} {square})" if manner.by_role else f"(at {square} {role})"

    text = [contents("games/turns.kif"), *(f"(square {square})" for square in squares)]
    if manner.blanks:
        text += contents("games/blanks.kif").splitlines()
    else:
        taken = " ".join(f"(not (true {mark(role, '?s')}))" for role in ROLES)
        text.append(f"(<= (free ?s) (square ?s) {taken})")
    text.append("(<= (legal ?p (take ?s)) (true (control ?p)) (free ?s))")
    if manner.waits:
        text += ["(<= (legal ann noop) (true (control bob)))"]
        text += ["(<= (legal bob noop) (true (control ann)))"]
    for role in ROLES:
        one = mark(role, "?s")
        text += [f"(<= (next {one}) (does {role} (take ?s)))", f"(<= (next {one}) (true {one}))"]
        for line in lines[role]:
            conditions = " ".join(f"(true {mark(role, square)})" for square in line)
            text.append(f"(<= (line {role}) {conditions})")
    return "\n".join([*text, contents("games/end.kif")])


def for_clingo(text: str) -> str:
    """The same rules for clingo, in words of which `line` is the vocabulary's, and means another.

    What is a fluent is said: of what a rule calls ?s for each square.
    """
    rules = [one[1:] if one[0] == "<=" else (one,) for one in parse(text)]
    fluents = {_term(head[1]): None for head, *_ in rules if head[0] in ("init", "next")}
    bases = [f"base({one}){' :- spot(S)' if 'S' in one else ''}." for one in fluents]
    clauses = [
        f"{_term(head)}{' :- ' if body else ''}{', '.join(map(_literal, body))}."
        for head, *body in rules
    ]
    return "\n".join([*bases, *clauses]) + "\n"


def _literal(formula: Expression) -> str:
    return f"not {_term(formula[1])}" if formula[0] == "not" else _term(formula)


def _term(term: Expression) -> str:
    if isinstance(term, tuple):
        return f"{_term(term[0])}({','.join(map(_term, term[1:]))})"
    name = str(term)
    return name[1:].upper() if name[0] == "?" else OTHERWISE.get(name, name)
