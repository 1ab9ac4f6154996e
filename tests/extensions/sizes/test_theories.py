"""Programs read as formulas: at sampled sizes these say what clingo says, atom by atom."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

import clingo
import pytest
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string
from oracle_theories import Model, filled, split
from tables import constant, contents, tabled, tupled

from ttt_asp.claims.problem import free_play
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InternalError, Unsuited
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.pairings.stealing import stealing_program
from ttt_asp.extensions.sizes.formulas import FALSE, Definition, Holds, Junction, Quantified, Theory
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number
from ttt_asp.extensions.sizes.quantifiers import OnePointRule
from ttt_asp.extensions.sizes.reading import read_theory
from ttt_asp.games.load import load_game
from ttt_asp.lp.syntax import signatures
from ttt_asp.lp.syntax import signatures as signatures_of
from ttt_asp.programs.program import Program

# Small rules, the constants without value, and values to try them at.
SMALL: dict[str, tuple[str, dict[str, Sequence[int]]]] = constant(__file__, "SMALL")


def solve(
    text: str, constants: Mapping[str, int], extra: str = "", seed: int = 0
) -> set[str] | None:
    """The atoms of some answer set, if there is one; an unlucky seed cannot miss it."""
    options = ["1", "--rand-freq=1", f"--seed={seed}"]
    found = worlds(f"{text}\n{extra}", constants, options=options)
    return {*found.pop()} if found else None


def worlds(
    text: str,
    constants: Mapping[str, int] = MappingProxyType({}),
    shown: frozenset[tuple[str, int]] | None = None,
    options: Sequence[str] = ("0",),
) -> set[frozenset[str]]:
    """The atoms of each answer set; of some predicates, if these are given."""
    given = [f"-c{name}={value}" for name, value in constants.items()]
    control = clingo.Control([*options, "--warn=none", "-c", "ask=play", *given])
    control.add("base", [], text)
    control.ground()
    found = set[frozenset[str]]()

    def keep(model: clingo.Model) -> None:
        atoms = [(a, (a.name, len(a.arguments))) for a in model.symbols(atoms=True)]
        found.add(frozenset(str(a) for a, name in atoms if shown is None or name in shown))

    control.solve(on_model=keep)
    return found


def sample(atom: str) -> clingo.Symbol:
    """One of the atoms of a shape."""
    pieces = split(atom)
    return clingo.parse_term(filled(pieces, (0,) * (len(pieces) - 1)))


def atoms_of(theory: Theory) -> list[str]:
    return [known.predicate for known in theory.definitions]


def of(atoms: set[str], wanted: Collection[tuple[str, int]]) -> set[str]:
    terms = {atom: clingo.parse_term(atom) for atom in atoms}
    return {a for a, term in terms.items() if (term.name, len(term.arguments)) in wanted}


def everything(text: str) -> frozenset[tuple[str, int]]:
    """All predicates that a text has rules for; none if clingo does not take it."""
    nodes: list[AST] = []
    parse_string(text, nodes.append)
    control = clingo.Control(logger=lambda *_: None)
    try:
        with ProgramBuilder(control) as builder:
            for node in nodes:
                builder.add(node)
        control.ground([("base", [])])
    except RuntimeError:
        return frozenset()
    heads = [node.head for node in nodes if node.ast_type == ASTType.Rule]
    return frozenset(signature for head in heads for signature in named(head))


def named(head: AST) -> list[tuple[str, int]]:
    """The predicates of a head."""
    if head.ast_type == ASTType.Aggregate:
        return [signature for one in head.elements for signature in named(one.literal)]
    if head.atom.ast_type != ASTType.SymbolicAtom:
        return []
    symbols = [one.symbol for one in head.atom.unpool()]
    return [(symbol.name, len(symbol.arguments)) for symbol in symbols]


@pytest.mark.parametrize("name", SMALL)
def test_small_rules_say_what_clingo_says(name: str) -> None:
    text, sampled = SMALL[name]
    defaults = "".join(f"#const {constant} = {vs[0]}.\n" for constant, vs in sampled.items())
    whole = defaults + text
    theory = read_theory(Program(whole), list(sampled), everything(whole))
    for values in product(*sampled.values()):
        constants = dict(zip(sampled, values, strict=True))
        model = Model(theory, constants, lambda *_: False, range(-13, 14))
        atoms = solve(whole, constants)
        assert atoms is not None
        assert model.atoms() == of(atoms, everything(whole)), constants
        assert all(model.true(axiom.formula) for axiom in theory.axioms)


def test_many_known_numbers_are_taken_as_unknown_ones() -> None:
    text = "#const n = 3.\np(1..70). q(9*X+Y) :- X = 0..8, Y = 1..9. r(X) :- q(X), X \\ 9 = n."
    text += " s(X) :- p(X), not q(X+n). t(X) :- X = 1..5, q(X*X)."
    theory = read_theory(Program(text), ["n"], everything(text))
    assert {*atoms_of(theory)} >= {"p(_)", "q(_)", "t(5)"}
    for value in (0, 3, 12):
        model = Model(theory, {"n": value}, lambda *_: False, range(-10, 90))
        assert model.atoms() == solve(text, {"n": value})


ROUNDS: dict[str, dict[str, Any]] = constant(__file__, "ROUNDS")


def question_of(name: str) -> tuple[Question, list[dict[str, int]], range]:
    """A question of induction, sizes, and the numbers of quantifiers."""
    row = ROUNDS[name]
    lemmas = tuple(row.get("lemmas", ()))
    asked = Question(row["claim"], row["roles"], row["game"], row.get("const", {}), lemmas=lemmas)
    return asked, row["sizes"], range(*row["numbers"])


def round_program_of(question: Question, constants: Mapping[str, int]) -> Program:
    """The program of a question's round at one size."""
    const = {**question.const, **{name: str(value) for name, value in constants.items()}}
    problem = read(replace(question, const=const), Deadline(None))
    return round_program(problem, 1, game_lemmas(problem.game) + problem.lemmas)


@cache
def round_theory(name: str) -> tuple[Theory, frozenset[tuple[str, int]]]:
    """The theory of all sizes of a round, and its predicates."""
    question, sizes, _ = question_of(name)
    program = round_program_of(question, sizes[0])
    # what nothing asked rests on, and has no translation; the horizon of chomp is out of range
    asked = everything(program.text) - signatures_of("invalid/1 horizon/1 drawn/4")
    return read_theory(program, list(sizes[0]), asked), asked


def choices(theory: Theory, atoms: set[str], numbers: range) -> dict[str, int]:
    """Values of what is chosen with which exactly the moves among some atoms are made."""
    found = dict.fromkeys(theory.chosen, 0)
    shapes = [atom for atom in atoms_of(theory) if atom.startswith("does(")]
    for shape in shapes:
        pieces = split(shape)
        for values in product(numbers, repeat=len(pieces) - 1):
            if filled(pieces, values) in atoms:
                found |= {f"{shape}.{n}": value for n, value in enumerate(values, 1)}
                role, _, situation = sample(shape).arguments
                alike = [s for s in shapes if sample(s).arguments[::2] == [role, situation]]
                if (group := f"kind does({role},_,{situation})") in found:
                    found[group] = alike.index(shape) + 1
    return found


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_say_what_clingo_says(name: str) -> None:
    question, sizes, numbers = question_of(name)
    theory, asked = round_theory(name)
    pieces = {one.predicate: split(one.predicate.removeprefix("free ")) for one in theory.opens}
    for constants, seed in product(sizes, range(3)):
        program = round_program_of(question, constants)
        found = solve(program.text, constants, "" if seed % 3 else ":- not start.", seed)
        assert found is not None
        atoms = found
        values = {**constants, **choices(theory, atoms, numbers)}

        def holds(p: str, n: tuple[int, ...], atoms: set[str] = atoms) -> bool:
            return filled(pieces[p], n) in atoms

        model = Model(theory, values, holds, numbers)
        assert model.atoms() == of(atoms, asked)
        assert all(model.true(axiom.formula) for axiom in theory.axioms)


# Fixes the position and the moves of a round as some facts have them.
FIXED = contents("extensions/sizes/theories_fixed.lp")


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_are_where_choices_are_allowed(name: str) -> None:
    question, sizes, numbers = question_of(name)
    (theory, asked), allowed = round_theory(name), 0
    for constants, seed in product(sizes, range(8)):
        program = round_program_of(question, constants)
        values = {name: Random(f"{seed} {name}").choice(numbers) for name in theory.chosen}
        for name in theory.chosen:
            if ",_," in name:  # which kind of action it is
                values[name] = Random(f"{seed} {name}").randint(0, 3)

        def holds(predicate: str, given: tuple[int, ...], seed: int = seed) -> bool:
            return Random(f"{seed} {predicate} {given}").random() < 0.6

        model = Model(theory, {**constants, **values}, holds, numbers)
        said = model.atoms()
        fixed = [a for a in said if a.startswith("does(") or a == "start"]
        fixed += [a for a in said if a.startswith("true(") and a.endswith(",0)")]
        facts = "".join(f"fixed({atom})." for atom in fixed)
        atoms = solve(program.text, constants, FIXED + facts)
        axioms = all(model.true(axiom.formula) for axiom in theory.axioms)
        assert (atoms is not None) == axioms
        allowed += axioms
        if atoms is not None:
            assert said == of(atoms, asked)
    assert allowed


# Of each the place, and what is said; facts are p(1..n), q(a,n) and d(4,0).
REFUSED: Any = {name: tupled(row) for name, row in constant(__file__, "REFUSED").items()}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_translation_is_refused_with_its_place(name: str) -> None:
    text, place, what = REFUSED[name]
    facts = "" if text.startswith("\n#program") else "p(1..n). d(4,0)."
    program = Program(f"#const n = 3.\n{text}\n{facts}")
    with pytest.raises(Unsuited) as refused:
        read_theory(program, ["n"], signatures_of("p/1 q/0 q/1 q/2 a/0 a/1 -a/1"))
    [diagnostic] = refused.value.diagnostics
    assert what in diagnostic.message
    assert str(diagnostic.location) == f"<generated program>:{place}"
    assert diagnostic.hint


def test_a_name_that_nothing_binds_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.extensions.sizes.completion.exists", lambda _, formula: formula)
    text = "#const n = 3.\np(1..n). q :- p(X), not p(X+1)."
    with pytest.raises(InternalError, match="speaks of what nothing binds"):
        read_theory(Program(text), ["n"], frozenset({("q", 0)}))


def test_what_binds_names_is_not_put_in_and_what_nothing_derives_is_false() -> None:
    """Put in twice, a definition would bind its names twice."""
    rule, bound = OnePointRule(["free r(_)"]), Name("M.1")
    same = Compare("=", Name("_1"), Arithmetic("*", (Number(2), bound)))
    inner = Junction("and", (Holds("free r(_)", (bound,)), same))
    rule.add(Definition("p(_)", ("_1",), Quantified("exists", (bound.name,), inner), ()))
    asked = Quantified("exists", ("X.2",), Holds("p(_)", (Name("X.2"),)))
    assert rule.settle(asked) == asked
    assert rule.settle(Holds("q(_)", (Number(1),))) == FALSE


def test_too_many_kinds_of_atoms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.extensions.sizes.completion.MOST_SHAPES", 3)
    asked, text = frozenset({("p", 1)}), "#const n = 3. p(n). p(a). p(b)."
    assert len(atoms_of(read_theory(Program(text), ["n"], asked))) == 3
    with pytest.raises(Unsuited, match="more than 3 kinds of atoms"):
        read_theory(Program(f"{text} p(c)."), ["n"], asked)


def test_what_is_not_asked_is_not_read() -> None:
    theory = read_theory(Program(constant(__file__, "NOT_ASKED")), ["n"], frozenset({("p", 1)}))
    assert atoms_of(theory) == ["p(_)"]


# --- the frames of strategy stealing: what they choose, and what follows --------------------------


# Fixes what the frame chooses as some facts have it.
CHOSEN = contents("extensions/sizes/at_most_one_fixed.lp")
Position = Callable[[str, tuple[int, ...]], bool]


def chosen(theory: Theory, size: tuple[int, int], random: Random) -> dict[str, int]:
    """Values of what is chosen: kinds, and squares; often the same one twice."""
    row, column = (random.randint(1, most) for most in size)
    found = {}
    for name in theory.chosen:
        same = column if name.endswith(".2") else row
        found[name] = random.choice((same, same, same, random.randint(0, 4)))
        if name.startswith("instead"):
            found[name] = random.randint(1, 4 if name.endswith(".2") else size[0])
        if name.startswith("kind"):
            found[name] = random.choice((1, 1, 1, 1, 2))
    return found


def marks(size: tuple[int, int], random: Random) -> Position:
    """Marks somewhere, and who is on turn."""
    turn = f"turn({random.choice('xxo')})"
    found = {square: f"marked({random.choice('xo...')}," for square in squares(size)}
    return lambda atom, at: turn in atom or found.get(at, "nothing") in atom


def left(size: tuple[int, int], random: Random) -> Position:
    """Squares that are left, and who are on turn."""
    found = {square for square in squares(size) if random.random() < 0.7}
    turns = random.choice(("x", "x", "o", "o", "xo", ""))
    return lambda atom, at: at in found if at else atom[len("free true(turn(")] in turns


def squares(size: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    return product(range(1, size[0] + 1), range(1, size[1] + 1))


@dataclass(frozen=True)
class Frame:
    """A frame of a game on a board, the predicates looked at, and positions.

    Attributes:
        trap: the bait, if any.
        fixed: whether an atom says what was chosen, or what holds in the position.
        occurs: what some of the atoms begin with.
    """

    game: str
    constants: dict[str, str]
    trap: str
    shown: str
    position: Callable[[tuple[int, int], Random], Position]
    fixed: re.Pattern[str]
    occurs: tuple[str, ...]

    def program(self, rows: int, cols: int) -> Program:
        constants = {"rows": str(rows), "cols": str(cols), **self.constants}
        game = free_play(load_game(self.game, constants))
        return stealing_program(game, self.trap, every=True)


EXTRA = re.compile(r"extra\(|instead\(|does\(.*,(any|opening)\)$|true\(.*,any\)$")
RICH: tuple[str, ...] = tupled(constant(__file__, "RICH"))
BAITED = re.compile(r"does\(|true\(.*,any\)")
FRAMES = {
    "extra mark": Frame("tictactoe", {}, "", "EXTRA_MARK", marks, EXTRA, RICH),
    "extra mark, misere": Frame("tictactoe", {"misere": "1"}, "", "EXTRA_MARK", marks, EXTRA, RICH),
    "bait": Frame("chomp", {}, "eat(cell(rows,cols))", "BAIT", left, BAITED,
                  ("moves(any)", "taken", "unsound(any)")),
    "bait of a row": Frame("chomp", {}, "eat(cell(1,cols))", "BAIT", left, BAITED,
                           ("moves(any)", "taken", "unsound(any)")),
}  # fmt: skip


@tabled()
def test_a_frame_says_what_clingo_says(name: str, size: tuple[int, int]) -> None:
    frame = FRAMES[name]
    shown = signatures(constant(__file__, frame.shown))
    theory = read_theory(frame.program(3, 3), ["rows", "cols"], shown)
    assert not theory.axioms
    kinds = {name for name, _ in shown}
    fixed = CHOSEN.replace("(opening;any)", "(opening;baited;any)") if frame.trap else CHOSEN
    text, seen = f"{frame.program(*size).text}\n{fixed}\n", set[str]()
    for seed in range(40):
        random = Random(seed)
        holds = frame.position(size, random)
        values = {"rows": size[0], "cols": size[1], **chosen(theory, size, random)}
        said = Model(theory, values, holds, range(-1, 6)).atoms(kinds)
        facts = "".join(f"fixed({atom})." for atom in said if frame.fixed.match(atom))
        assert worlds(text + facts, shown=shown) == {frozenset(said)}, seed
        seen |= said
    assert all(any(atom.startswith(one) for atom in seen) for one in frame.occurs)
