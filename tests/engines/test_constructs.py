"""Random rules made of constructs that have a meaning for every size say what clingo says.

`HUNT=400` tries ten thousand bodies, with those among them that are to be refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import clingo
import pytest
from clingo.ast import AST, parse_string
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_theories import Model
from tables import constant
from test_theories import everything, solve

from ttt_asp.engines.sizes.constructs import Constructs
from ttt_asp.engines.sizes.reading import read_theory
from ttt_asp.engines.sizes.terms import Terms
from ttt_asp.errors import Location, Unsuited
from ttt_asp.programs.assembly import Program

# What rules are about: facts with an unknown integer, and with none.
FACTS = """
#const n = 1.
p(1..n). q(a,n). q(X,X+1) :- p(X). q(n,b). r(f(X)) :- p(X). r(2). r(n). big :- n > 3.
"""
KNOWN = [("p", 1), ("p", 1), ("q", 2), ("q", 2), ("r", 1), ("big", 0)]
# Sizes on both sides of what is compared with them, as `big` is.
SIZES = (0, 1, 3, 4, 6)

Predicates = Sequence[tuple[str, int]]
Maker = Callable[[Random, Predicates], str]


def atom(random: Random, known: Predicates, terms: Sequence[str]) -> str:
    name, arity = random.choice(known)
    return f"{name}({','.join(random.choices(terms, k=arity))})" if arity else name


def holds(random: Random, known: Predicates) -> str:
    return atom(random, known, ["X", "X", "Y", "Z+1", "2*X-1", "n", "2", "n-Y", "a", "f(X)", "_"])


def fails(random: Random, known: Predicates) -> str:
    return "not " + atom(random, known, ["X", "X", "Y", "X+1", "n-X", "n", "|Y-3|", "a", "f(X)"])


def compared(random: Random, _: Predicates) -> str:
    one, two = random.choices(["X", "Y", "X+Y", "n", "3", "2*X-n", "X\\3", "Y/2", "a", "f(n)"], k=2)
    return f"{one} {random.choice(['<', '<=', '>', '>=', '!=', '='])} {two}"


def beyond(random: Random, _: Predicates) -> str:
    return f"{random.choice('XYn')} {random.choice(['>', '<=', '='])} {random.randint(1, 5)}"


def given_value(random: Random, _: Predicates) -> str:
    term = random.choice(["X+1", "n", "|X-n|", "X\\2", "f(X)", "(X;2)", "n-X"])
    return f"{random.choice('YVX')} = {term}"


def interval(random: Random, _: Predicates) -> str:
    low, high = random.choice(["1", "X", "n-1", "-1"]), random.choice(["n", "X+1", "3", "X"])
    return f"{random.choice('YVX')} = {low}..{high}"


def condition(random: Random, known: Predicates) -> str:
    said = [atom(random, known, ["Z", "W", "X", "n", "Z+1"]) for _ in range(random.randint(1, 2))]
    said += random.sample(["Z < X", "Z != W", "W > 2", "Z < n", "n > 3"], random.randint(0, 1))
    return ", ".join(said)


def conditional(random: Random, known: Predicates) -> str:
    literal = random.choice(["", "not "]) + atom(random, known, ["X", "Z", "Z", "W+1", "n", "a"])
    return f"{literal} : {condition(random, known)}"


def count(random: Random, known: Predicates) -> str:
    counted = f"#count {{ {random.choice(['Z', 'W', 'Z,W'])} : {condition(random, known)} }}"
    operator = random.choice(["<", "<=", ">", ">=", "=", "!="])
    if random.random() < 0.5:
        return f"{random.choice(['0', '1', '2', '1', '-1', 'n'])} {operator} {counted}"
    return f"{counted} {operator} {random.choice(['0', '1', '2', '1', '3', 'X'])}"


CONSTRUCTS: dict[str, Maker] = {
    "an atom": holds,
    "not an atom": fails,
    "a comparison": compared,
    "a comparison with a number": beyond,
    "a value": given_value,
    "an interval": interval,
    "a condition": conditional,
    "a count": count,
}
# What holds for some X and Y at most sizes.
BASES = ["p(X); p(Y)", "q(X,Y)", "q(a,Y); p(X)", "r(f(X)); p(Y)", "r(X); p(Y)", "p(X); Y = n-X"]
HEADS = ["X", "X", "Y", "n", "2", "f(X)", "a", "X-n", "V", "1..X", "n-1..n", "(X;n)"]


def strange(random: Random, known: Predicates) -> str:
    """What is refused, or looks so."""
    plain = random.choice([holds, fails, compared, conditional, count])(random, known)
    return random.choice([
        f"not {plain}", f"not not {plain}", f"{{ {plain} }} = 1", f"1 {{ {plain}; {plain} }}",
        plain.replace("X", "X..X+1", 1), plain.replace("n", "1..n", 1), plain.replace("X", "_", 1),
        plain.replace("Z", "(Z;X)", 1), plain.replace("n", "0..3 = C = n", 1), f"5 != {plain}",
        f"{plain} < 2", f"#true : {plain}", plain.replace("a", '"a"', 1), plain.replace("Z", "A"),
        plain.replace("2", "-2"), plain.replace("3", "(n/X)"), plain.replace("X", "(X+Y)", 1),
    ])  # fmt: skip


def rule(
    random: Random, number: int, known: Predicates, makers: Sequence[Maker]
) -> tuple[str, str]:
    """A rule for h0, h1, ..., perhaps one that clingo calls unsafe; and it without a literal."""
    literals = [random.choice(BASES) if random.random() < 0.7 else holds(random, known)]
    literals += [random.choice(makers)(random, known) for _ in range(random.randint(1, 3))]
    *fewer, last = literals
    random.shuffle(fewer)
    fewer.insert(place := random.randint(0, len(fewer)), last)
    head = ",".join(random.choices(HEADS, k=random.randint(1, 2)))
    without = "; ".join([*fewer[:place], *fewer[place + 1 :]])
    return f"h{number}({head}) :- {'; '.join(fewer)}.", f"h{number}({head}) :- {without}."


def integers(symbol: clingo.Symbol) -> list[int]:
    if symbol.type == clingo.SymbolType.Number:
        return [symbol.number]
    if symbol.type != clingo.SymbolType.Function:
        return []
    return [number for one in symbol.arguments for number in integers(one)]


def check(text: str) -> bool:
    """Whether rules are translated; if so, they say what clingo says."""
    heads = {(f"h{n}", arity) for n in range(9) for arity in (1, 2)}
    asked = heads | {(name, arity) for name, arity in KNOWN}
    try:
        theory = read_theory(Program(text), ["n"], frozenset(asked))
    except Unsuited as refused:
        assert all(one.location is not None and one.hint for one in refused.diagnostics)
        return False
    for size in SIZES:
        try:
            atoms = solve(text, {"n": size})
        except RuntimeError:  # at n = 0 clingo calls X unsafe in n*X
            continue
        assert atoms is not None
        numbers = [number for one in atoms for number in integers(clingo.parse_term(one))]
        least, most = min([0, *numbers]), max([size, *numbers])
        if most - least < 16:  # of more the formulas would be asked for minutes
            model = Model(theory, {"n": size}, lambda *_: False, range(2 * least - 3, 2 * most + 4))
            assert model.atoms(theory.atoms) == atoms, f"{size}: {text}"
    return True


def program(random: Random, makers: Sequence[Maker], number: int) -> tuple[str, int]:
    """Rules, each about what those before derive, and how many bodies were tried for them."""
    said, known, tried = FACTS, list(KNOWN), 0
    for one in range(number):
        for _ in range(30):
            new, without = rule(random, one, known, makers)
            if (found := taken(new)) and tells(said, new, without):
                tried += 1
                break
        else:
            continue
        if check_one(said + new, one):
            said += f"{new}\n"
            known += [(name, arity) for name, arity in found if name == f"h{one}"]
    return said, tried


def tells(said: str, new: str, without: str) -> bool:
    """Whether some atom follows by a rule, and its last literal matters for that at some size."""
    derived = list[set[str]]()
    for one, size in product((new, without), (3, 6)):
        try:
            derived.append(
                (solve(said + one, {"n": size}) or set()) - (solve(said, {"n": size}) or set())
            )
        except RuntimeError:  # unsafe without it: it binds a variable
            derived.append(set())
    return any(derived[:2]) and derived[:2] != derived[2:]


def taken(new: str) -> frozenset[tuple[str, int]]:
    """The predicates of a rule, with those of the facts; none where clingo does not take it."""
    try:
        return everything(FACTS + new)
    except RuntimeError:  # a syntax error
        return frozenset()


def check_one(text: str, number: int) -> bool:
    """Whether what the last rule says has a translation."""
    asked = frozenset({(f"h{number}", 1), (f"h{number}", 2)})
    try:
        read_theory(Program(text), ["n"], asked)
    except Unsuited:
        return False
    return True


@pytest.mark.parametrize("name", CONSTRUCTS)
@examples(4)
@given(st.integers(0, 2**32))
def test_rules_of_one_construct_say_what_clingo_says(name: str, seed: int) -> None:
    text, _ = program(Random(seed), [CONSTRUCTS[name]], 4)
    assert check(text)


@examples(10)
@given(st.integers(0, 2**32))
def test_random_rules_say_what_clingo_says(seed: int) -> None:
    text, _ = program(Random(seed), [*CONSTRUCTS.values(), *CONSTRUCTS.values(), strange], 4)
    assert check(text)


# Rules with choices, and the names of what is chosen in each.
CHOICES: dict[str, str] = constant(__file__, "CHOICES")


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("size", [0, 1, 4])
def test_choices_allow_what_clingo_allows(name: str, size: int) -> None:
    text = FACTS + CHOICES[name]
    theory = read_theory(Program(text), ["n"], everything(text))
    control = clingo.Control(["0", "--warn=none", f"-cn={size}"])
    control.add("base", [], text)
    control.ground([("base", [])])
    wanted = set[frozenset[str]]()
    control.solve(on_model=lambda m: wanted.add(frozenset(map(str, m.symbols(atoms=True)))))
    numbers, found = range(7), set[frozenset[str]]()
    chosen = {frozenset(a for a in one if a.startswith("c(")) for one in wanted}
    held = {one.predicate: one.atom for one in theory.opens}
    for values, atoms in product(product(numbers, repeat=len(theory.chosen)), chosen):
        constants = {"n": size, **dict(zip(theory.chosen, values, strict=True))}

        def holds(p: str, n: tuple[int, ...], atoms: frozenset[str] = atoms) -> bool:
            return written(held[p], n) in atoms

        model = Model(theory, constants, holds, numbers)
        if all(model.true(axiom.formula) for axiom in theory.axioms):
            found.add(frozenset(model.atoms(theory.atoms)))
    assert found == wanted


def written(shape: str, given: tuple[int, ...]) -> str:
    """An atom of a shape."""
    for one in given:
        shape = shape.replace("_", str(one), 1)
    return shape


def test_variables_without_a_name_are_not_called_as_arguments_are() -> None:
    nodes: list[AST] = []
    parse_string("h(X,1..n) :- q(X,_,_), r(X) : p(_).", nodes.append)
    [rule] = Constructs(Terms({}, ["n"], lambda _: Location(""))).rules(nodes[-1])
    variables = set(re.findall(r"Name\(name='([^']*)'\)", repr(rule))) - {"X", "n"}
    theory = read_theory(Program(FACTS), ["n"], frozenset(KNOWN))
    arguments = {name for one in theory.definitions for name in one.names}
    assert len(variables) == 4 and len(arguments) == 2 and variables.isdisjoint(arguments)
