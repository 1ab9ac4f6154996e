"""Analogies: elements of a board that play the same role in a strategy.

Nakas (sections 1, 2 and 6) calls two elements analogous with respect to a strategy if they play the
same role in it: low-level facts about rows and diagonals can independently activate a block, and
facts about all squares of a diagonal are relevant to filling a corner or the middle, but not about
all squares of a row. Here the role of an element is made of three answers, over all positions
that are not over, with marks of anybody anywhere:

* do marks on its squares alone make the strategy recommend a move that it does not recommend on
  the empty board?
* can that move be on the element itself?
* for how many of its squares, all, some or none, can it make a difference who owns them?

Elements with the same answers are analogous. Two squares are, if a symmetry that the strategy
respects takes one to the other: a permutation of the squares that takes lines to lines and, at
every position, the recommended moves to those recommended at the image.

A game may name its elements itself, as kinds of pieces: `named_elements` asks what each does alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import clingo

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.arrays.groups import (
    Permutation,
    bounded_group,
    generated,
    generators,
    orbit,
)
from ttt_asp.extensions.arrays.symmetry import symmetry_group
from ttt_asp.extensions.comparing.named_elements import (
    SAYS,
    element_program,
    names_elements,
    roles_alone,
)
from ttt_asp.extensions.recognition.recognise import Recognised
from ttt_asp.games.facts import lines_in
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.scan import read_term
from ttt_asp.lp.templates import render
from ttt_asp.positions.gates import FALSE
from ttt_asp.positions.machine import load_machine
from ttt_asp.programs.compose import compose
from ttt_asp.programs.program import Program, surrounded
from ttt_asp.programs.sources import generated as generated_source
from ttt_asp.result import Result
from ttt_asp.solving.run import Run
from ttt_asp.strategies.strategy import FREE, Strategy

_OF_SQUARES = ("corner", "edge", "center")
_ABOUT = (
    "clingo FILE --enum-mode=brave: the roles that elements and squares play.",
    "clingo FILE -c ask=symmetry --project=show 0: the symmetries of the board;",
    "with -c ask=broken: those among them that the strategy does not respect.",
)


def analogy_program(game: Game, role: str, strategy: Strategy, symmetry: bool = True) -> Program:
    """Write the program about two positions that differ in one respect (the analogy frame).

    Args:
        game: a game of marks on squares, or one that names its elements.
        role: the role to move.
        strategy: the strategy of this role.
        symmetry: whether it asks about symmetries too, which makes it several times as large.

    Raises:
        InputError: the game is not one of marking squares and completing lines, nor names elements.
    """
    if names_elements(game):
        return element_program(game, role, strategy)
    turns = [fluent for fluent, mover in Notation(game).movers.items() if mover == role]
    called = bool(game.laid_over)
    marking = game.defined.get(("legal", 2), "").endswith("vocabulary/marks/marking.lp")
    if isinstance(game.recognised, Recognised):
        marking = game.recognised.only_marks
    if not (marking and turns and ("line_for", 2) in game.defined):
        message = (
            f"{game.name} is no game of marking squares in turn: it has no elements to compare"
        )
        hint = f"{game.unlike_lines}; or {SAYS}" if game.unlike_lines else SAYS
        raise wrong(message, Location.argument("game"), hint)
    lines = {str(line) for (line,) in game.facts.get("line", ())}
    if both := sorted(lines & {f"kind({kind})" for kind in _OF_SQUARES}):
        message = f"{both[0]} is a line of {game.name}, and what analogies call a kind of squares"
        raise wrong(message, Location(game.rules.label), "rename the line")
    kinds = [kind for kind in _OF_SQUARES if (kind, 1) in game.defined]
    elements = generated_source(
        "comparing/elements.lp.j2", kinds=kinds, diagonals=("diagonal", 1) in game.defined
    )
    composed = compose({role: strategy})
    about = {"root": composed[0].root, "turns": turns, "role": role, "called": called}
    frame = render("comparing/analogy.lp.j2", **about, symmetry=symmetry)
    title = f"What plays the same role in {strategy.text} ({role} to move; game: {game.name})"
    label = "asp/comparing/analogy.lp.j2"
    return surrounded(Match(game, {role: strategy}), [elements], title, frame, label, _ABOUT)


# A board of more symmetries has hardly any lines: every square is like every other.
MOST_SYMMETRIES = 1000

# The fastest of clingo's configurations here.
_SEARCH = ("--configuration=crafty",)

# How kinds of elements are called, in the order in which they are listed.
_KINDS = {
    "row": "rows",
    "col": "columns",
    "along": "lines along a side",
    "diag": "diagonals",
    "kind(corner)": "corners",
    "kind(edge)": "edges",
    "kind(center)": "center",
}


@dataclass(frozen=True, slots=True)
class StrategyPart:
    """The role that elements of the board play in a strategy.

    Attributes:
        elements: lines, and kinds of squares, that play it: they are analogous.
        activates: marks on one of them alone make the strategy recommend something more; where the
            game names the elements, it recommends something to a role that has one of them alone.
        inside: such a move may be on its own squares; or be its own, as a piece has moves.
        relevant: of how many of its squares it matters who owns them: `all`, `some`, `none`; empty
            where the game names the elements.
    """

    elements: tuple[str, ...]
    activates: bool
    inside: bool
    relevant: str


@dataclass(frozen=True, slots=True)
class Analogies(Result):
    """Elements and squares that play the same role in a strategy.

    Attributes:
        role: the role to move. strategy: the strategy that recommends its moves.
        parts: the roles that elements play, each with these elements.
        kinds: of each element: `rows`, `columns`, `diagonals`, `corners`, `edges`, `center`, or
            what else lines, or elements that the game names, are called.
        symmetries: the number of the board's symmetries. respected: the number of those that the
            strategy respects.
        squares: all squares, in groups that respected symmetries exchange. Where the game names the
            elements there are none, and the numbers of symmetries are 0.
        game: the game.
    """

    role: str
    strategy: str
    parts: tuple[StrategyPart, ...]
    kinds: Mapping[str, str]
    symmetries: int
    respected: int
    squares: tuple[tuple[str, ...], ...]
    game: Game = field(repr=False)
    status = "yes"

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Group the elements by part; a kind stands for its elements where all of them play it."""

        def named(part: StrategyPart) -> Iterator[str]:
            split = {kind for name, kind in self.kinds.items() if name not in part.elements}
            for element in part.elements:
                kind = self.kinds[element]
                yield element if kind in split else kind

        return tuple(tuple(dict.fromkeys(named(part))) for part in self.parts)


def analogies(game: Game, role: str, strategy: Strategy, limits: Limits) -> Analogies:
    """Find the elements and squares that play the same role in a strategy.

    Args:
        game: of marks on squares, or one that names its elements.
        role: whose turn it is.
        strategy: the one that recommends moves to it; a tactic is one too.
        limits: when to give up.

    Raises:
        InputError: the game has no elements, names them wrongly, or has too many symmetries.
        Expired: time is up.
    """
    parts: dict[tuple[bool, bool, str], list[str]] = {}
    if names_elements(game):
        alone = roles_alone(game, role, strategy, limits)
        for name, answers in alone.items():
            parts.setdefault((*answers, ""), []).append(name)
        kinds = dict(zip(alone, alone, strict=True))
        return Analogies(role, strategy.text, _parts(parts), kinds, 0, 0, (), game)
    limits.tell("grounding")
    run = _ground(analogy_program(game, role, strategy, symmetry=False), limits.deadline)
    limits.tell("solving")
    elements, kinds = _elements(run)
    squares = sorted(str(square) for (square,) in game.facts["square"])
    symmetries = _symmetries(game, squares, limits.deadline)
    respecting = _verified(game, role, strategy, squares, limits.deadline)
    verified = [images for images in symmetries if images in respecting]

    @cache
    def can_be(name: str, of: str) -> bool:
        return run.ask("roles", (), [(clingo.Function(name, [read_term(of)]), True)]) is not None

    orbits = [orbit(verified, place) for place in range(len(squares))]
    decisive = {
        square
        for square, places in zip(squares, orbits, strict=True)
        if can_be("relevant", squares[places[0]])
    }
    # of elements that a verified symmetry takes to one another one is asked about
    asked: dict[tuple[int, ...], str] = {}
    for name, members in elements.items():
        matter = len(decisive.intersection(members))
        relevant = "all" if matter == len(members) else "some" if matter else "none"
        at = [place for place, square in enumerate(squares) if square in members]
        alike = min(tuple(sorted(images[place] for place in at)) for images in verified)
        one = asked.setdefault(alike, name)
        part = can_be("activates", one), can_be("inside", one), relevant
        parts.setdefault(part, []).append(name)
    respected = verified
    if len(verified) < len(symmetries):
        run = _ground(analogy_program(game, role, strategy), limits.deadline)
        respected = _respected(run, squares, symmetries, verified, limits)
    return Analogies(
        role,
        strategy.text,
        _parts(parts),
        kinds,
        len(symmetries),
        len(respected),
        tuple(
            dict.fromkeys(
                tuple(squares[n] for n in orbit(respected, place)) for place in range(len(squares))
            )
        ),
        game,
    )


def _parts(parts: Mapping[tuple[bool, bool, str], Sequence[str]]) -> tuple[StrategyPart, ...]:
    """Return the roles with the elements that play them."""
    return tuple(StrategyPart(tuple(names), *key) for key, names in parts.items())


def _ground(program: Program, deadline: Deadline) -> Run:
    run = Run(program, deadline, search=_SEARCH)
    run.ground()
    return run


def _elements(run: Run) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the squares and the kind of each element; rows come first, then other lines."""
    atoms = run.control.symbolic_atoms
    squares: dict[str, list[str]] = {}
    for atom in atoms.by_signature("element", 2):
        name, square = map(str, atom.symbol.arguments)
        squares.setdefault(name, []).append(square)
    diagonals = {str(atom.symbol.arguments[0]) for atom in atoms.by_signature("slanting", 1)}
    kinds = dict.fromkeys(diagonals, _KINDS["diag"])
    for name in squares:
        functor = name.partition("(")[0]
        kinds.setdefault(name, _KINDS.get(name) or _KINDS.get(functor, functor))
    places = {kind: place for place, kind in enumerate(_KINDS.values())}
    # lines of other kinds come before the squares
    order = sorted(squares, key=lambda name: (places.get(kinds[name], places["corners"]), name))
    return {name: squares[name] for name in order}, {name: kinds[name] for name in order}


def _symmetries(game: Game, squares: Sequence[str], deadline: Deadline) -> list[Permutation]:
    """Return the permutations of the squares that take lines to lines of the same roles."""
    places = {square: place for place, square in enumerate(squares)}
    lines, roles = lines_in(game.facts), ("", *game.roles)
    kept = [("", on_line) for on_line in lines.values()]
    owned = game.facts.get("line_for", ())
    kept += [(str(role), lines[line]) for role, line in owned if line in lines]
    colors, edges = [0] * len(squares), list[tuple[int, int]]()
    for role, on_line in dict.fromkeys(kept):
        edges += [(places[str(square)], len(colors)) for square in on_line]
        colors.append(1 + roles.index(role))
    by = [automorphism[: len(squares)] for automorphism in generators(colors, edges)]
    symmetries = generated(by, len(squares), MOST_SYMMETRIES, deadline)
    if symmetries is None:
        raise wrong(f"the board has more than {MOST_SYMMETRIES:,} symmetries: it has too few lines")
    return symmetries


def _verified(
    game: Game, role: str, strategy: Strategy, squares: Sequence[str], deadline: Deadline
) -> set[Permutation]:
    """Return symmetries that a strategy respects, a group, without a search: gate by gate.

    They take the circuits of the rules and of what is recommended to themselves, at whatever
    position. Where moves have other names there may be no such circuit: the identity alone.
    """
    identity = {tuple(range(len(squares)))}
    match = Match(game, {each: strategy if each == role else FREE for each in game.roles})
    try:
        machine = load_machine(match, deadline)
    except InputError:  # the rules make no circuit: the searches do without
        return identity
    moves = {a.move.action: n for n, a in enumerate(machine.actions) if a.move.role == role}
    marking = [f"mark({square})" for square in squares]
    if not moves.keys() >= set(marking):
        return identity
    circuit, bits = machine.circuit, len(machine.base)
    (composed,) = compose({role: strategy})
    atoms = {action: atom for (action,), atom in circuit.rules.atoms(composed.root, 1).items()}
    circuit.build(list(atoms.values()))
    gates = {action: circuit.gates[atom] for action, atom in atoms.items()}
    said = [
        gates.get(a.move.action, FALSE) if a.move.role == role else FALSE for a in machine.actions
    ]
    places = {bits + moves[action]: place for place, action in enumerate(marking)}
    verified = set()
    for element in symmetry_group(machine, moves=True, also=said):
        images = tuple(places.get(element[point], -1) for point in places)
        to = {square: squares[image] for square, image in zip(squares, images, strict=True)}
        marks = dict[str, str]()
        for each in game.roles:
            marks |= {f"marked({each},{s})": f"marked({each},{t})" for s, t in to.items()}
        # and whose turn it is stays what it is
        same = [machine.base[image] for image in element[:bits]]
        if -1 not in images and same == [marks.get(fluent, fluent) for fluent in machine.base]:
            verified.add(images)
    return verified


def _respected(
    run: Run,
    squares: Sequence[str],
    symmetries: Sequence[Permutation],
    verified: Sequence[Permutation],
    limits: Limits,
) -> list[Permutation]:
    """Return the symmetries that a strategy respects.

    They form a group: so the product of two that are respected needs no search, nor that of one
    that is and one that is not. Those that are verified already need none either.
    """
    group, by = list(verified), list(verified)
    inside, outside = set(group), set[Permutation]()
    for number, images in enumerate(symmetries):
        limits.tell("symmetries", number, len(symmetries))
        if images in inside or images in outside:
            continue
        pairs = [(source, squares[target]) for source, target in zip(squares, images, strict=True)]
        where = [(clingo.Function("to", list(map(read_term, pair))), True) for pair in pairs]
        if run.ask("broken", (), where) is not None:
            outside |= {tuple(map(known.__getitem__, images)) for known in group}
            continue
        group, by = bounded_group([*by, images], len(squares), len(symmetries), limits.deadline)
        inside = set(group)
    return group
