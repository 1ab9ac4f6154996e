"""Games by ground rules as Lisp: atoms are numbered, and sets of them are integers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ttt_asp.extensions.certificates.checker.ground_rules import Rules, read_rule, strata

Numbered = Callable[[str], int]


def game_of_rules(game: Rules, program: Sequence[Any]) -> tuple[str, Numbered]:
    """Return a game as acl2/rules.lisp has it, and the function that gives the set of an atom.

    Args:
        game: the game.
        program: its ground rules, as a certificate lists them.

    Raises:
        Rejected: a rule is malformed, or rests on itself through `not`.
    """
    fluents = len(game.true)
    numbers = {atom: number for number, atom in enumerate(game.true)}
    numbers |= {atom: fluents + number for atom, number in game.next.items()}

    def numbered(name: str) -> int:
        return 1 << numbers.setdefault(name, len(numbers))

    rules = [read_rule(rule) for rule in program]
    order, layers = strata(rules), dict[int, list[str]]()
    for head, bound, body in rules:
        literals = []
        for weight, name, positive in body:
            atom = numbered(name)
            literals.append(f"({weight} {atom} 0)" if positive else f"({weight} 0 {atom})")
        whole = f"({numbered(head)} {bound} {' '.join(literals)})"
        layers.setdefault(order[head], []).append(whole)
    stages = " ".join(f"({' '.join(layers[stage])})" for stage in sorted(layers))
    roles = []
    for role in game.roles:
        legal, goals = list[str](), list[str]()
        for name, those in game.legal.items():
            for who, move in those:
                if who == role:
                    legal.append(f"({numbered(name)} . {numbered(game.does[role][move])})")
        for name, (who, value) in game.goal.items():
            if who == role:
                goals.append(f"({numbered(name)} . {value})")
        roles.append(f"({role_name(role)} ({' '.join(legal)}) ({' '.join(goals)}))")
    opening = " ".join(_marks(game, game.initial)).replace(".", "nil")
    terminal = numbered("terminal")
    return f"'(rules ({opening}) {fluents} ({stages}) ({' '.join(roles)}) {terminal})", numbered


def entries(
    game: Rules, listed: Mapping[Any, Any], ranks: Sequence[int], numbered: Numbered
) -> dict[str, list[int]]:
    """Return for each position, as the marks of its fluents, its rank and the moves listed."""
    table = {}
    for (position, moves), rank in zip(listed.items(), ranks, strict=True):
        done: list[int] = []
        mover = game.view(position).mover
        if moves is not None and mover:
            for move in moves:
                done.append(numbered(game.does[mover][move]))
        table[_marks(game, position)] = [rank, *done]
    return table


def _marks(game: Rules, position: Iterable[int]) -> str:
    holding = set(position)
    return "".join("o" if number in holding else "." for number in range(len(game.true)))


def role_name(role: str) -> str:
    """Return the name of a role as a text of Lisp."""
    return '"' + ascii(role)[1:-1].replace("\\", "\\\\").replace('"', '\\"') + '"'
