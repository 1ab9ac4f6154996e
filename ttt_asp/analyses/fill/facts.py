"""Holes, fillers and choices as facts of `asp/fill.lp`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ttt_asp.analyses.fill.choices import Choices, Option
from ttt_asp.analyses.fill.pool import Pool
from ttt_asp.analyses.fill.task import Term
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.holes import Holes, repetitions


def form(holes: Holes, pool: Pool, strategies: Mapping[str, Composition]) -> Iterator[str]:
    """What is known before any position: the holes, what fits into them, and what repeats."""
    for name, hole in holes.found.items():
        yield f"hole({name}). places({name},{holes.places[name]})."
        if hole.spare:
            yield f"spare({name})."
        if hole.follows:
            yield f"after({hole.follows},{name})."
    for text, cost in pool.cost.items():
        yield f"filler({text}). cost({text},{cost})."
    for name, term in strategies.items():
        for number, equations in enumerate(repetitions(term, holes, pool.fillers)):
            yield from _left_out(f"line({name},{number})", equations)


def known(number: int, holes: Holes, filling: Mapping[str, str]) -> Iterator[str]:
    """That a filling is not asked for any more."""
    equations = [(hole, filling.get(hole, "0")) for hole in holes.found]
    yield from _left_out(f"known({number})", equations)


def _left_out(number: str, equations: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"left_out({number})."
    yield from (f"alike({number},{hole},{other})." for hole, other in equations)


def situations(
    found: Choices, terms: Sequence[Term], players: Mapping[str, str], claim: int
) -> Iterator[str]:
    """The choices of a claim that fillings can come to.

    Args:
        found: the choices.
        terms: what each bit of `Option.by` stands for.
        players: the name of the strategy of each role with holes.
        claim: its number; situations are terms `s(claim,N)`.
    """
    can = found.problem.claim.quantifier == "can"
    if can and not found.start.shows:
        yield f"claim({claim})."
    yield from (f"start(s({claim},{number}))." for number in sorted(found.start.choices))
    for number in reached(found):
        choice, here = found.found[number], f"s({claim},{number})"
        yield from situation(
            here, players[choice.role], [one.by for one in choice.options], terms, keeps=not can
        )
        for action, option in enumerate(choice.options):
            yield from _outcome(option, action, here, claim)


def situation(
    here: str, player: str, options: Iterable[int], terms: Sequence[Term], keeps: bool
) -> Iterator[str]:
    """A situation and what is recommended there.

    Args:
        here: its term.
        player: the name of the strategy that has to choose.
        options: for each move the bits of the terms that recommend it.
        terms: what these stand for.
        keeps: whether to get stuck here breaks the claim.
    """
    yield f"situation({here}). keeps({here})." if keeps else f"situation({here})."
    voices = [(term, f"other({player})" if swapped else player) for term, swapped in terms]
    for action, by in enumerate(options):
        yield f"legal({player},{action},{here})."
        for bit, (term, whose) in enumerate(voices):
            if by >> bit & 1:
                yield f"voice({term},{whose},{action},{here})."


def _outcome(option: Option, action: int, here: str, claim: int) -> Iterator[str]:
    if option.future.breaks:
        yield f"breaks({action},{here})."
    if option.future.shows:
        yield f"shows({claim},{action},{here})."
    if not option.future.breaks:
        for after in sorted(option.future.choices):
            yield f"step({action},{here},s({claim},{after}))."


def reached(found: Choices) -> list[int]:
    """The numbers of the choices that plays can come to which have not lost already."""
    seen: dict[int, None] = {}
    stack = sorted(found.start.choices)
    while stack:
        number = stack.pop()
        if number in seen:
            continue
        seen[number] = None
        for option in found.found[number].options:
            if not option.future.breaks:
                stack += option.future.choices
    return list(seen)
