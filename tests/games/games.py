"""Small games for tests only: fixture `small_games` lets them be loaded."""

from __future__ import annotations

import shutil
from pathlib import Path

from ttt_asp import paths
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline

# A token goes round three places; x may end the game at place 2. Play can go on for ever.
ROUND = """
role(x). role(o).
base(at(0..3)). base(turn(P)) :- role(P).
init(at(0)). init(turn(x)).
legal(P,go) :- true(turn(P)).
legal(P,stop) :- true(turn(P)), true(at(2)).
next(at((N+1)\\3)) :- does(P,go), true(at(N)).
next(at(3)) :- does(P,stop).
next(turn(o)) :- true(turn(x)).
next(turn(x)) :- true(turn(o)).
terminal :- true(at(3)).
goal(P,V) :- terminal, V = 100, P = x.
goal(P,V) :- terminal, V = 0, P = o.
"""
# Steps of one or two up a ladder of `top`: places recur after different numbers of moves.
LADDER = """
#const top = 6.
role(x).
base(at(0..top)).
init(at(0)).
legal(x,up(M)) :- true(at(N)), M = 1..2, N + M <= top.
next(at(N+M)) :- does(x,up(M)), true(at(N)).
terminal :- true(at(top)).
goal(x,V) :- terminal, V = 100.
"""
# Three ways a step, all to the same position.
BRAIDS = """
#const top = 60.
role(x).
base(at(0..top)).
init(at(0)).
legal(x,way(1..3)).
next(at(N+1)) :- does(x,way(M)), true(at(N)).
terminal :- true(at(top)).
goal(x,V) :- terminal, V = 50.
"""
# Nim with one pile; who is not on turn has a move that does nothing, and `next` asks for it.
NIM = """
#const pile = 7.
role(x). role(o).
base(pile(0..pile)). base(turn(P)) :- role(P).
init(pile(pile)). init(turn(x)).
legal(P,take(M)) :- true(turn(P)), true(pile(N)), M = 1..2, M <= N.
legal(P,wait) :- role(P), not true(turn(P)).
next(pile(N-M)) :- does(P,take(M)), true(pile(N)).
next(turn(P)) :- does(P,wait).
terminal :- true(pile(0)).
goal(P,0) :- terminal, true(turn(P)).
goal(P,100) :- terminal, role(P), not true(turn(P)).
horizon(pile).
"""
TOGETHER = """
role(x). role(o).
base(said(P,A)) :- role(P), A = (yes;no).
base(start). init(start).
legal(P,A) :- role(P), A = (yes;no).
next(said(P,A)) :- does(P,A).
terminal :- not true(start).
goal(P,V) :- role(P), terminal, V = 50.
horizon(1).
"""
GOALLESS = """
role(x).
base(at(0..1)). init(at(0)).
legal(x,go). legal(x,run).
next(at(1)) :- does(x,go).
next(at(1)) :- does(x,run).
terminal :- true(at(1)).
goal(x,V) :- V = (50;100), true(at(1)).
"""
# Stones on a row of points; x wins who joins both ends. Being joined is recursive.
BRIDGE = """
#const wide = 3.
role(x). role(o).
point(p(I,J)) :- I = 1..2, J = 1..wide.
near(p(I,J),p(K,L)) :- point(p(I,J)), point(p(K,L)), |I-K|+|J-L| = 1.
base(stone(P,C)) :- role(P), point(C).
base(turn(P)) :- role(P).
init(turn(x)).
empty(C) :- point(C), not true(stone(P,C)) : role(P).
legal(P,put(C)) :- true(turn(P)), empty(C).
next(stone(P,C)) :- does(P,put(C)).
next(stone(P,C)) :- true(stone(P,C)).
next(turn(o)) :- true(turn(x)).
next(turn(x)) :- true(turn(o)).
joined(p(I,1)) :- true(stone(x,p(I,1))).
joined(D) :- joined(C), near(C,D), true(stone(x,D)).
bridge :- joined(p(I,wide)).
empty :- empty(C).
terminal :- bridge.
terminal :- not empty.
goal(x,100) :- bridge.
goal(x,0) :- not bridge.
goal(o,0) :- bridge.
goal(o,100) :- not bridge.
horizon(2*wide).
"""
GAMES = {
    "round": ROUND,
    "ladder": LADDER,
    "braids": BRAIDS,
    "nim": NIM,
    "together": TOGETHER,
    "goalless": GOALLESS,
    "bridge": BRIDGE,
}


def written(folder: Path) -> Path:
    """Write the games of this file to a copy of the logic."""
    asp = folder / "asp"
    shutil.copytree(paths.ASP, asp)
    for name, text in GAMES.items():
        (asp / "games" / f"{name}.lp").write_text(text)
    return asp


def problem(
    claim: str,
    game: str = "tictactoe",
    horizon: int | None = None,
    const: dict[str, int] | None = None,
    **roles: str,
) -> Problem:
    """A question about a game, strategies by role."""
    constants = {name: str(value) for name, value in (const or {}).items()}
    return read(Question(claim, roles, game=game, const=constants, horizon=horizon), Deadline())
