"""Terms of integers, kept small: sums are kept as sums of multiples, and equations are solved."""

from collections.abc import Collection, Mapping

from ttt_asp.claims.integers import Arithmetic, Name, Number, Operator, Term, names_in, value

# Multiples of what is no sum, and a number: 2*N + rows - 1.
Linear = tuple[dict[Term, int], int]


def linear(term: Term) -> Linear:
    """A term as a sum of multiples."""
    match term:
        case Number(value):
            return {}, value
        case Arithmetic("+", (left, right)):
            return _added(linear(left), linear(right), 1)
        case Arithmetic("-", (left, right)):
            return _added(linear(left), linear(right), -1)
        case Arithmetic("-", (only,)):
            return _added(({}, 0), linear(only), -1)
        case Arithmetic("*", (left, right)):
            one, two = linear(left), linear(right)
            if not one[0]:
                return _added(({}, 0), two, one[1])
            if not two[0]:
                return _added(({}, 0), one, two[1])
    return {term: 1}, 0


def _added(left: Linear, right: Linear, factor: int) -> Linear:
    """The sum of one and a multiple of another."""
    found = dict(left[0])
    for term, times in right[0].items():
        found[term] = found.get(term, 0) + factor * times
    return {term: times for term, times in found.items() if times}, left[1] + factor * right[1]


def term_of(sums: Linear) -> Term:
    """A sum of multiples as a term."""
    found: Term | None = None
    # what is added comes first, as people write it
    for term, times in sorted(sums[0].items(), key=lambda item: item[1] < 0):
        multiple = term if abs(times) == 1 else Arithmetic("*", (Number(abs(times)), term))
        if found is None:
            negated = multiple if abs(times) == 1 else Arithmetic("*", (Number(times), term))
            found = Arithmetic("-", (term,)) if times == -1 else negated
        else:
            found = Arithmetic("+" if times > 0 else "-", (found, multiple))
    number = sums[1]
    if found is None:
        return Number(number)
    if not number:
        return found
    return Arithmetic("+" if number > 0 else "-", (found, Number(abs(number))))


def difference(left: Term, right: Term) -> Linear:
    """What is left of one without the other; no term in it means that it is known."""
    return _added(linear(left), linear(right), -1)


def computed(operator: Operator, arguments: tuple[Term, ...]) -> Term | None:
    r"""A term, folded where numbers are known; None where clingo has none: `1 / 0`.

    Args:
        operator: one of clingo's that integers have here: `+ - * / \ abs`.
        arguments: one or two.
    """
    if operator in ("+", "-", "*"):
        return term_of(linear(Arithmetic(operator, arguments)))
    if arguments[-1] == Number(0) and operator != "abs":
        return None
    term = Arithmetic(operator, arguments)
    return term if names_in(term) else Number(value(term, {}))


def solved(left: Term, right: Term, names: Collection[str]) -> tuple[str, Term] | None:
    """One of some names, and the term that an equation says it is; None if it says of none.

    Names are solved for where they stand once, plain or negated, in the order given.
    """
    sums, number = difference(left, right)
    for name in names:
        times = sums.get(Name(name), 0)
        if times not in (1, -1):
            continue
        rest = {term: -times * n for term, n in sums.items() if term != Name(name)}
        if not any(name in names_in(term) for term in rest):
            return name, term_of((rest, -times * number))
    return None


def replaced(term: Term, terms: Mapping[str, Term]) -> Term:
    """A term with others for some names."""
    match term:
        case Name(name):
            return terms.get(name, term)
        case Arithmetic(operator, arguments) if names_in(term) & terms.keys():
            inner = tuple(replaced(one, terms) for one in arguments)
            found = computed(operator, inner)
            # a divisor is a number, and stays one
            return Arithmetic(operator, inner) if found is None else found
    return term
