"""Games of lines as the tests write them in the Game Description Language, in different manners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables import contents

ROLES = ("ann", "bob")
Lines = Sequence[Sequence[str]]

_TURNS = contents("games/turns.kif")
_END = contents("games/end.kif")
# Three roles on 2 x 3; who has two in a row of the same column, or all of a row, wins.
THREE_ROLES = contents("games/three_roles.kif")


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

    text = [_TURNS, *(f"(square {square})" for square in squares)]
    if manner.blanks:
        text += [
            "(<= (init (blank ?s)) (square ?s))",
            "(<= (free ?s) (true (blank ?s)))",
            "(<= (next (blank ?s)) (true (blank ?s)) (not (chosen ?s)))",
            "(<= (chosen ?s) (does ?p (take ?s)))",
        ]
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
    return "\n".join([*text, _END])


def written_for_clingo(squares: Sequence[str], lines: Mapping[str, Lines], manner: Manner) -> str:
    """The same rules for clingo, in words that are the vocabulary's, but mean other things.

    Args:
        squares: their names.
        lines: those of each role.
        manner: how to say it.
    """

    def mark(role: str, square: str) -> str:
        return f"of_{role}({square})" if manner.by_role else f"at({square},{role})"

    text = [
        f"role(({';'.join(ROLES)})). spot(({';'.join(squares)})).",
        "base(control(P)) :- role(P). init(control(ann)).",
        "next(control(bob)) :- true(control(ann)).",
        "next(control(ann)) :- true(control(bob)).",
    ]
    if manner.blanks:
        text += [
            "base(blank(S)) :- spot(S).",
            "init(blank(S)) :- spot(S).",
            "vacant(S) :- true(blank(S)).",
            "next(blank(S)) :- true(blank(S)), not chosen(S).",
            "chosen(S) :- does(P,take(S)).",
        ]
    else:
        taken = ", ".join(f"not true({mark(role, 'S')})" for role in ROLES)
        text.append(f"vacant(S) :- spot(S), {taken}.")
    text.append("legal(P,take(S)) :- true(control(P)), vacant(S).")
    if manner.waits:
        text += ["legal(ann,noop) :- true(control(bob)).", "legal(bob,noop) :- true(control(ann))."]
    for role in ROLES:
        one = mark(role, "S")
        text += [f"base({one}) :- spot(S).", f"next({one}) :- does({role},take(S))."]
        text += [f"next({one}) :- true({one})."]
        for line in lines[role]:
            conditions = ", ".join(f"true({mark(role, square)})" for square in line)
            text.append(f"line({role}) :- {conditions}.")
    return "\n".join([*text, _END_FOR_CLINGO])


_END_FOR_CLINGO = contents("games/end_for_clingo.lp")
