"""The fill frame: the program about holes, the facts that it is given, and clingo on it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.extensions.synthesis.choices import Choices, Future
from ttt_asp.extensions.synthesis.holes import EMPTY, INVENTED, Holes, Pool, repetitions
from ttt_asp.extensions.synthesis.task import AskedClaim
from ttt_asp.lp.syntax import signatures
from ttt_asp.lp.templates import render
from ttt_asp.programs.compose import compose
from ttt_asp.programs.lift import lift
from ttt_asp.programs.program import Program, assembled
from ttt_asp.programs.sources import generated
from ttt_asp.solving.ground import Refused, ground
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.strategies.terms import Composition, leaves

_OF_ROLES = signatures("role/1 opponent/2")
_FILLINGS = (
    "Run it with `clingo FILE`: an answer set is a filling, no answer set means that none keeps",
    "the claims.",
)


def fill_program(
    strategies: Mapping[str, Composition],
    facts: Iterable[str],
    before: str = "",
    shortest: bool = False,
) -> Program:
    """Write the program whose answer sets are fillings of holes (the fill frame), without a game.

    Args:
        strategies: resolved terms with tactics for their holes, each under a name for the role that
            plays it.
        facts: about holes, fillers and situations; see the fill frame.
        before: another frame, which defines the recommendations of holes.
        shortest: whether fillings of the lowest cost are asked for.
    """
    players = {name: Strategy(name, term, ()) for name, term in strategies.items()}
    composed = generated("operators.lp.j2", roles=compose(players), called=False)
    state = (composed.defined | signatures("legal/2 suggests/3")) - _OF_ROLES
    given = [f"role({name}). opponent({name},other({name}))." for name in strategies]
    for term in strategies.values():
        given += [f"stands({tactic})." for tactic, _ in leaves(term)]
    frame = before + render("synthesis/fill.lp.j2", facts=[*given, *facts], shortest=shortest)
    return assembled(
        "Fillings", _FILLINGS, [lift(composed, state)], frame, "asp/synthesis/fill.lp.j2"
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an answer set chooses.

    Attributes:
        atoms: those that the frame shows.
        costs: of the answer set, that of the highest priority first.
    """

    atoms: tuple[clingo.Symbol, ...]
    costs: tuple[int, ...] = ()

    def left_out(self) -> str:
        """Return a constraint that leaves out the answer sets which choose exactly this."""
        body = [str(atom) for atom in self.atoms]
        # no `fill` here means that all holes are empty; whether there are atoms of any other
        # predicate follows from those here
        predicates = Counter({("fill", 2): 0})
        predicates.update((atom.name, len(atom.arguments)) for atom in self.atoms)
        for (name, arity), number in predicates.items():
            arguments = ",".join(f"X{place}" for place in range(arity))
            body.append(f"#count {{ {arguments} : {name}({arguments}) }} <= {number}")
        return f":- {', '.join(body)}."


@dataclass(frozen=True, slots=True)
class Filling:
    """What is in holes.

    Attributes:
        fillers: the text of the filler of each hole that is not empty.
        rules: of each hole with `INVENTED` rules their literals, by the number of the rule.
    """

    fillers: Mapping[str, str]
    rules: Mapping[str, Mapping[int, Sequence[str]]]


def filling_of(candidate: Candidate) -> Filling:
    """Return what a candidate puts into holes."""
    fillers: dict[str, str] = {}
    rules: dict[str, dict[int, list[str]]] = {}
    for atom in candidate.atoms:
        hole, *rest = atom.arguments
        if atom.name == "fill":
            fillers[str(hole)] = str(rest[0]).replace(",", ", ")
        else:
            rules.setdefault(str(hole), {}).setdefault(rest[0].number, []).append(str(rest[1]))
    return Filling(fillers, rules)


def form(holes: Holes, pool: Pool, strategies: Mapping[str, Composition]) -> Iterator[str]:
    """Yield facts about holes and their fillers, and rules against lines that repeat others."""
    for name, hole in holes.found.items():
        yield f"hole({name}). places({name},{holes.places[name]})."
        if hole.spare:
            yield f"spare({name})."
        if hole.follows:
            yield f"after({hole.follows},{name})."
    for text, cost in pool.cost.items():
        yield f"filler({text}). cost({text},{cost})."
    for term in strategies.values():
        for equations in repetitions(term, holes, pool.fillers):
            yield f":- {', '.join(_filled(equations)) or '#true'}."


def _filled(equations: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield atoms that say what is in some holes, or that it is what is in another."""
    for number, (hole, filler) in enumerate(equations):
        if filler == EMPTY:
            yield f"not fill({hole},_)"
        elif filler.startswith("_hole_"):
            # of holes with invented rules nobody knows before what is in them
            yield f"fill({hole},F{number}), fill({filler},F{number}), F{number} <> {INVENTED}"
        else:
            yield f"fill({hole},{filler})"


@dataclass
class AllPlays:
    """The choices in all plays of a claim.

    Attributes:
        part: the claim.
        number: its number.
        choices: those in all its plays.
    """

    part: AskedClaim
    number: int
    choices: Choices

    @property
    def hopeless(self) -> bool:
        """Whether no strategy keeps the claim."""
        return self.choices.start.breaks

    def facts(self, mask: int = -1) -> Iterator[str]:
        """Yield facts about these choices; their situations are terms `s(claim,N)`.

        Args:
            mask: the bits of the terms that matter.
        """
        claim, part, choices = self.number, self.part, self.choices
        quantifier = part.problem.claim.quantifier
        if quantifier == "can" and not choices.start.shows:
            yield f"claim({claim})."
        yield from (f"start(s({claim},{number}))." for number in sorted(choices.start.choices))
        options = chain.from_iterable(choice.options for choice in choices.ordered if choice.role)
        yield from meanings(part, claim, (option.by & mask for option in options), mask)
        endless = choices.circles and quantifier == "always"
        for number in choices.reached:
            choice, here = choices.ordered[number], f"s({claim},{number})"
            if not choice.role:
                yield from self._passed(choice.options[0].future, here, endless)
                continue
            by = [option.by & mask for option in choice.options]
            yield from situation(claim, number, part, choice.role, by, quantifier != "can")
            # the N-th option is the action N
            for action, option in enumerate(choice.options):
                if option.future.shows:
                    yield f"shows({claim},{action},{here})."
                if option.future.breaks:
                    yield f"breaks({action},{here})."
                for after in () if option.future.breaks else sorted(option.future.choices):
                    yield f"step({action},{here},s({claim},{after}))."
                    if endless:
                        moved = f"reached({here}), recommended(_,{action},{here})"
                        yield f"#edge ({here},s({claim},{after})) : {moved}."

    def _passed(self, future: Future, here: str, endless: bool) -> Iterator[str]:
        """Yield rules about a position of a play that goes round, where nobody has to choose."""
        if future.breaks:
            yield f":- reached({here})."
        if future.shows:
            yield f"shown({self.number}) :- reached({here})."
        for after in sorted(future.choices):
            yield f"reached(s({self.number},{after})) :- reached({here})."
            if endless:
                yield f"#edge ({here},s({self.number},{after})) : reached({here})."


def situation(
    claim: int, number: int, part: AskedClaim, role: str, options: Iterable[int], keeps: bool
) -> Iterator[str]:
    """Yield facts about a situation and the recommendations there.

    Args:
        claim: the claim's number.
        number: of the situation; its term is `s(claim,number)`.
        part: the claim.
        role: whose strategy has to choose.
        options: for each move the bits of the terms that recommend it; see `meanings`.
        keeps: whether to get stuck here breaks the claim.
    """
    player, here = part.players[role], f"s({claim},{number})"
    yield f"situation({here}). keeps({here})." if keeps else f"situation({here})."
    for action, by in enumerate(options):
        yield f"by({_set(claim, by & ~part.swapped)},{player},{action},{here})."
        if others := by & part.swapped:
            yield f"by({_set(claim, others)},other({player}),{action},{here})."


def meanings(part: AskedClaim, claim: int, options: Iterable[int], mask: int = -1) -> Iterator[str]:
    """Yield facts about which terms the bits of a claim's options stand for.

    Bit N of an option is set where the N-th of the claim's terms recommends the move. The terms
    that stand under `opponent` make a set of their own, as they recommend to the other role.

    A rule whose body is literals recommends a move where all of these do. So of the literals that
    do not recommend it the facts say that none may be in the body.

    Args:
        part: the claim.
        claim: its number.
        options: the bits of the terms that recommend each move.
        mask: the bits of the terms that are asked about.
    """
    literals = [place for place, (term, _) in enumerate(part.terms) if term in part.literals]
    others = [place for place, (term, _) in enumerate(part.terms) if term not in part.literals]
    every = dict.fromkeys(options)
    for by in every:
        for bit in others:
            term, swapped = part.terms[bit]
            if by >> bit & 1:
                side = by & part.swapped if swapped else by & ~part.swapped
                yield f"of({term},{_set(claim, side)})."
    if literals:
        names = [(1 << bit, *part.terms[bit]) for bit in literals if mask >> bit & 1]
        sides = [(by & part.swapped, True) for by in every]
        sides += [(by & ~part.swapped, False) for by in every]
        for side, swapped in dict.fromkeys(pair for pair in sides if pair[0]):
            missing = [
                f"not uses(H,R,{name})"
                for bit, name, under in names
                if under == swapped and not bit & side
            ]
            yield f"filled(H,{_set(claim, side)}) :- {', '.join(['rule(H,R)', *missing])}."


def _set(claim: int, bits: int) -> str:
    """Return the name of a set of terms, which may be too many for clingo's integers."""
    return f"set({claim},x{bits:x})"


def solve(
    program: Callable[[], Program],
    options: list[str],
    take: Callable[[clingo.Model], bool],
    deadline: Deadline,
) -> None:
    """Go through the answer sets of a program about fillings.

    Args:
        program: a function that puts the program together.
        options: of clingo's search.
        take: called with each; the search goes on while it returns true.
        deadline: when to give up.

    Raises:
        Expired: time is up.
        InternalError: the search ended too early, so missing fillings would prove nothing.
    """
    enough = False

    def each(model: clingo.Model) -> bool:
        nonlocal enough
        enough = not take(model)
        return not enough

    try:
        control = ground(deadline.run(program).text, deadline, options)
        messages: Sequence[str] = control.messages
    except Refused as refused:
        messages = refused.messages
    if messages:
        raise internal(f"clingo says of the program for fillings: {messages[0]}")
    if not control.search(each).over and not enough:
        raise internal("clingo ended the search for fillings before it was over")
