"""What was recognised in a game, held against an interpreter of its rules, position by position."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import clingo
from gdl_oracle import Expression, Oracle

from ttt_asp import Recognition, recognise


class Bare:
    """An interpreter of rules for clingo: what it answers, position by position."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text("utf-8") + "\n#defined does/2. #defined true/1."
        facts = self._answer([])
        self.roles = [str(one.arguments[0]) for one in facts if one.match("role", 1)]
        self.init = frozenset(str(one.arguments[0]) for one in facts if one.match("init", 1))

    def _answer(self, given: list[str]) -> list[clingo.Symbol]:
        control = clingo.Control(["--warn=none"])
        control.add("base", [], " ".join([self.text, *given]))
        control.ground()
        found: list[clingo.Symbol] = []
        control.solve(on_model=lambda model: found.extend(model.symbols(atoms=True)))
        return found

    def at(self, position: frozenset[str]) -> set[Expression]:
        given = [f"true({fluent})." for fluent in position]
        return {(one.name, *map(str, one.arguments)) for one in self._answer(given)}

    def legal(self, holds: set[Expression]) -> dict[str, list[Expression]]:
        moves = [one[1:] for one in holds if one[0] == "legal"]
        return {role: sorted(a for p, a in moves if p == role) for role in self.roles}

    def moves(self, holds: set[Expression]) -> Iterator[dict[str, Expression]]:
        legal = {role: actions for role, actions in self.legal(holds).items() if actions}
        for actions in product(*legal.values()):
            yield dict(zip(legal, actions, strict=True))

    def after(self, holds: set[Expression], joint: dict[str, Expression]) -> frozenset[Expression]:
        given = [f"true({one[1]})." for one in holds if one[0] == "true"]
        given += [f"does({role},{action})." for role, action in joint.items()]
        found = self._answer(given)
        return frozenset(str(one.arguments[0]) for one in found if one.match("next", 1))

    def goals(self, holds: set[Expression]) -> tuple[tuple[int, ...], ...]:
        goals = [one[1:] for one in holds if one[0] == "goal"]
        return tuple(tuple(int(v) for p, v in goals if p == role) for role in self.roles)


def recognised(path: Path | str) -> Recognition:
    return recognise(str(path))


def said(term: Expression) -> str:
    """A term of the oracle's as the product writes it."""
    return term if isinstance(term, str) else f"{term[0]}({','.join(map(said, term[1:]))})"


def positions(oracle: Oracle | Bare, most: int) -> Iterator[frozenset[Expression]]:
    """Positions that plays come to, breadth first."""
    seen, queue = {oracle.init}, [oracle.init]
    for position in queue:
        yield position
        if len(seen) < most and ("terminal",) not in (holds := oracle.at(position)):
            after = (oracle.after(holds, joint) for joint in oracle.moves(holds))
            fresh = [one for one in dict.fromkeys(after) if one not in seen]
            seen.update(fresh)
            queue += fresh


def owners(found: Recognition, position: frozenset[Expression]) -> dict[str, str]:
    """Who owns which square, as was recognised."""
    marks = (found.marks[one] for one in map(said, position) if one in found.marks)
    pairs = [mark.removeprefix("marked(").removesuffix(")").split(",", 1) for mark in marks]
    assert len({square for _, square in pairs}) == len(pairs)
    return {square: role for role, square in pairs}


def holds_to_what_was_recognised(found: Recognition, oracle: Oracle | Bare, most: int = 60) -> None:
    """Compare a game, position by position, with the game of lines that it was said to be."""
    squares = {mark.partition(",")[2].removesuffix(")") for mark in found.marks.values()}
    begun = len(owners(found, oracle.init))
    for position in positions(oracle, most):
        owned, holds = owners(found, position), oracle.at(position)
        mover = found.roles[(len(owned) - begun) % len(found.roles)]
        full = [
            role
            for role in found.roles
            for line in found.lines[role]
            if all(owned.get(square) == role for square in line)
        ]
        over = bool(full) or len(owned) == len(squares)
        assert (("terminal",) in holds) == over
        if over:
            goals = dict(zip(oracle.roles, oracle.goals(holds), strict=True))
            won = 100 if found.completing == "wins" else 0
            for role in found.roles:
                value = won if role in full else 100 - won if full else found.otherwise[role]
                assert goals[role] == (value,)
            continue
        legal = oracle.legal(holds)
        marked = {found.moves[said(action)] for action in legal[mover]}
        assert marked == {f"mark({square})" for square in squares - owned.keys()}
        assert all(len(legal[role]) <= 1 for role in found.roles if role != mover)
        for joint in oracle.moves(holds):
            square = found.moves[said(joint[mover])].removeprefix("mark(").removesuffix(")")
            assert owners(found, oracle.after(holds, joint)) == {**owned, square: mover}
