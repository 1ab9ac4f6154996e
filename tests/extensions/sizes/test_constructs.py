"""Random rules made of constructs that have a meaning for every size say what clingo says.

`HUNT=400` tries ten thousand bodies, with those among them that are to be refused.
"""

import re
from collections.abc import Sequence
from itertools import product
from random import Random

import clingo
import pytest
from clingo.ast import AST, parse_string
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_theories import Model, filled, split
from tables import constant
from test_theories import everything, solve, worlds

from ttt_asp.errors import Location, Unsuited
from ttt_asp.extensions.sizes.constructs import Constructs
from ttt_asp.extensions.sizes.reading import read_theory
from ttt_asp.programs.program import Program

# What rules are about, facts with an unknown integer, and with none; texts by what they are.
FACTS: str = constant(__file__, "FACTS")
GRAMMAR: dict[str, list[str]] = constant(__file__, "GRAMMAR")
CONSTRUCTS: dict[str, str] = constant(__file__, "CONSTRUCTS")
KNOWN = [("p", 1), ("p", 1), ("q", 2), ("q", 2), ("r", 1), ("big", 0)]
# Sizes on both sides of what is compared with them, as `big` is.
SIZES = (0, 1, 3, 4, 6)

Predicates = Sequence[tuple[str, int]]


def expanded(random: Random, text: str, known: Predicates) -> str:
    """A text with one of the texts called so for each `<name>`; for `<@name>` an atom of these."""

    def one(found: re.Match[str]) -> str:
        if found[1]:
            name, arity = random.choice(known)
            terms = ",".join(random.choices(GRAMMAR[found[2]], k=arity))
            return f"{name}({terms})" if arity else name
        return expanded(random, random.choice(GRAMMAR[found[2]]), known)

    return re.sub(r"<(@?)(\w+)>", one, text)


def rule(
    random: Random, number: int, known: Predicates, constructs: Sequence[str]
) -> tuple[str, str]:
    """A rule for h0, h1, ..., perhaps one that clingo calls unsafe; and it without a literal."""
    chosen = [random.choice(constructs) for _ in range(random.randint(1, 3))]
    literals = [expanded(random, text, known) for text in ("<base>", *chosen)]
    *fewer, last = literals
    random.shuffle(fewer)
    fewer.insert(place := random.randint(0, len(fewer)), last)
    head = ",".join(random.choices(GRAMMAR["head"], k=random.randint(1, 2)))
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
            assert model.atoms() == atoms, f"{size}: {text}"
    return True


def program(random: Random, constructs: Sequence[str], number: int) -> tuple[str, int]:
    """Rules, each about what those before derive, and how many bodies were tried for them."""
    said, known, tried = FACTS, list(KNOWN), 0
    for one in range(number):
        for _ in range(30):
            new, without = rule(random, one, known, constructs)
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
@examples(2, hunt=4)
@given(st.integers(0, 2**32))
def test_rules_of_one_construct_say_what_clingo_says(name: str, seed: int) -> None:
    text, _ = program(Random(seed), [CONSTRUCTS[name]], 4)
    assert check(text)


@examples(6, hunt=10)
@given(st.integers(0, 2**32))
def test_random_rules_say_what_clingo_says(seed: int) -> None:
    text, _ = program(Random(seed), [*CONSTRUCTS.values(), *CONSTRUCTS.values(), "<strange>"], 4)
    assert check(text)


# Rules with choices, and the names of what is chosen in each.
CHOICES: dict[str, str] = constant(__file__, "CHOICES")


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("size", [0, 4])
def test_choices_allow_what_clingo_allows(name: str, size: int) -> None:
    text = FACTS + CHOICES[name]
    theory = read_theory(Program(text), ["n"], everything(text))
    wanted = worlds(text, {"n": size})
    numbers, found = range(6), set[frozenset[str]]()
    held = {one.predicate: one.predicate.removeprefix("free ") for one in theory.opens}
    opens = {atom.partition("(")[0] for atom in held.values()}
    chosen = {frozenset(a for a in one if a.partition("(")[0] in opens) for one in wanted}
    for values, atoms in product(product(numbers, repeat=len(theory.chosen)), chosen):
        constants = {"n": size, **dict(zip(theory.chosen, values, strict=True))}

        def holds(p: str, n: tuple[int, ...], atoms: frozenset[str] = atoms) -> bool:
            return filled(split(held[p]), n) in atoms

        model = Model(theory, constants, holds, numbers)
        if all(model.true(axiom.formula) for axiom in theory.axioms):
            found.add(frozenset(model.atoms()))
    assert found == wanted


def test_variables_without_a_name_are_not_called_as_arguments_are() -> None:
    nodes: list[AST] = []
    parse_string("h(X,1..n) :- q(X,_,_), r(X) : p(_).", nodes.append)
    [rule] = Constructs({}, ["n"], lambda _: Location("")).rules(nodes[-1])
    variables = set(re.findall(r"Name\(name='([^']*)'\)", repr(rule))) - {"X", "n"}
    theory = read_theory(Program(FACTS), ["n"], frozenset(KNOWN))
    arguments = {name for one in theory.definitions for name in one.names}
    assert len(variables) == 4 and len(arguments) == 2 and variables.isdisjoint(arguments)
