"""Games of lines as the tests write them in the Game Description Language, in different manners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ROLES = ("ann", "bob")
Lines = Sequence[Sequence[str]]

_TURNS = """\
(role ann) (role bob)
(init (control ann))
(<= (next (control bob)) (true (control ann)))
(<= (next (control ann)) (true (control bob)))
"""
_END = """\
(<= won (line ann)) (<= won (line bob))
(<= open (square ?s) (free ?s))
(<= terminal won)
(<= terminal (not open))
(<= (goal ?p 50) (role ?p) (not won))
(<= (other ann bob)) (<= (other bob ann))
(<= (goal ?p 100) (line ?p))
(<= (goal ?p 0) (line ?q) (other ?p ?q))
"""
# Three roles on 2 x 3; who has two in a row of the same column, or all of a row, wins.
THREE_ROLES = """\
(role ann) (role bob) (role cid) (init (control ann))
(then ann bob) (then bob cid) (then cid ann)
(row 1) (row 2) (col 1) (col 2) (col 3)
(<= (free ?i ?j) (row ?i) (col ?j) (not (taken ?i ?j)))
(<= (taken ?i ?j) (true (at ?i ?j ?p)))
(<= (legal ?p (put ?i ?j)) (true (control ?p)) (free ?i ?j))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (at ?i ?j ?p)) (does ?p (put ?i ?j)))
(<= (next (at ?i ?j ?p)) (true (at ?i ?j ?p)))
(<= (next (control ?q)) (true (control ?p)) (then ?p ?q))
(<= (line ?p) (row ?i) (true (at ?i 1 ?p)) (true (at ?i 2 ?p)) (true (at ?i 3 ?p)))
(<= (line ?p) (col ?j) (true (at 1 ?j ?p)) (true (at 2 ?j ?p)))
(<= won (line ?p))
(<= open (free ?i ?j))
(<= terminal won)
(<= terminal (not open))
(<= (goal ?p 100) (line ?p))
(<= (goal ?p 0) won (role ?p) (not (line ?p)))
(<= (goal ?p 33) (role ?p) (not won))
"""


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


_END_FOR_CLINGO = """\
won :- line(P).
terminal :- won.
terminal :- not vacant(S) : spot(S).
goal(P,50) :- role(P), not won.
goal(P,100) :- line(P).
goal(P,0) :- role(P), line(Q), P != Q.
"""
