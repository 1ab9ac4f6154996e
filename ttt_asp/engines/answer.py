"""The way from a question to its verdict, the same for every command and function."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from ttt_asp.claims.problem import Match, Problem, free_play, warnings_of
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS, Deadline, Expired, stop_of
from ttt_asp.engines.plays import spelt_verdict, with_program_named
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extension import engines, hook, missing
from ttt_asp.games.layout import layout_at
from ttt_asp.limits import Limits, check_options
from ttt_asp.positions.explore import explore
from ttt_asp.positions.gates import schedule
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.positions.position import Atoms, deciding_part, facts_along, result
from ttt_asp.programs.compose import compose
from ttt_asp.strategies.strategy import asked_of
from ttt_asp.verdict import BlunderSearch, Particulars, Play, Seconds, Verdict, plain_constants


def read_question(
    question: Question,
    name: str,
    limits: Limits,
    answered: Callable[[Question], Question] = lambda question: question,
) -> Problem | Verdict:
    """Read a question; if a limit is reached, or Ctrl-C pressed, its verdict is known already.

    Args:
        question: the question.
        name: of the engine.
        limits: of the answer as a whole.
        answered: makes the question that is read from this one.
    """
    try:
        return read(answered(question), limits.deadline, of_strategies=True)
    except STOPS as error:
        stop = stop_of(error)
    return Verdict(
        claim=question.claim,
        game=question.game,
        const=plain_constants(question.const),
        roles=question.roles,
        assumed=(),
        verdict="unknown",
        reason=str(stop) if stop.reached else f"{stop} while reading {question.game}",
        engine=name,
        play=None,
        seconds=Seconds(total=limits.deadline.elapsed),
        statistics={},
        stopped=stop.kind,
        particulars=Particulars(question.every or "", question.position or ""),
    )


def answer(problem: Problem, name: str, limits: Limits) -> Verdict:
    """Answer a question that was read, and annotate its play."""
    verdict = _decided(problem, name, limits)
    problem = problem_of_play(problem, verdict)
    if verdict.play is not None:
        with suppress(Expired, KeyboardInterrupt):  # the play stands without annotations
            verdict = _annotated(problem, verdict, verdict.play, limits)
    verdict = with_program_named(problem.game, verdict)
    verdict = replace(_given_out(verdict), warnings=(*verdict.warnings, *problem.shadows))
    if verdict.play is not None:
        verdict = replace(verdict, layout=layout_at(problem.game, verdict.play.positions))
    return spelt_verdict(verdict, problem)


def decide(problem: Problem, name: str, limits: Limits) -> Verdict:
    """Answer a question that was read, without annotating its play.

    To annotate a play that refutes a claim may take much longer than to find it.
    """
    return _given_out(_decided(problem, name, limits))


def _given_out(verdict: Verdict) -> Verdict:
    """Return a verdict without what was explored, which is large, and of no more use."""
    return replace(verdict, blunder_search=replace(verdict.blunder_search, explored=None))


def _decided(problem: Problem, name: str, limits: Limits) -> Verdict:
    check_options(limits.clingo)
    if problem.every is not None:
        return _of_many_games(problem, problem.every.engine, name, limits)
    if name == "sizes" and name in engines():
        message = "engine sizes is about every size, and no condition says which"
        raise wrong(message, Location.argument("every"), "as 'rows > 0, cols > 0'")
    if problem.lemmas.sources and name in ("bounded", "explicit"):
        where = Location.argument("lemmas")
        raise wrong(f"engine {name} has no use for lemmas", where, "use engine induction")
    if problem.horizon is not None and (problem.lemmas.sources or name == "induction"):
        where, other = Location.argument("horizon"), "bounded or explicit, without lemmas"
        raise wrong("engine induction is about plays of any length", where, f"use engine {other}")
    if name not in ("auto", "explicit"):
        problem = _with_rules(problem, limits)
    if problem.claim.of_strategy:
        of_strategy = hook("strategy_claims").answered_of_strategy
        verdict: Verdict = of_strategy(problem, lambda asked: engine(name).prove(asked, limits))
    else:
        verdict = engine(name).prove(problem, limits)
    warnings = [*verdict.warnings, *warnings_of(problem)]
    if verdict.verdict == "refuted" and (mistaken := hook("mistaken")):
        warnings += filter(None, [mistaken(problem)])
    return replace(verdict, warnings=tuple(warnings))


def _with_rules(problem: Problem, limits: Limits) -> Problem:
    """Return a problem with rules in place of programs, which are asked where plays come to.

    Raises:
        InputError: there are too many replies.
        Expired: a limit was reached.
    """
    if not asked_of(problem.strategies):
        return problem
    machine = load_machine(problem.freed, limits.deadline)
    explored = explore(problem, machine, replace(limits, count=False, stop_at_first=False))
    if explored.stopped:
        raise Expired(explored.stopped)
    return problem.written()


def _of_many_games(problem: Problem, theirs: str, name: str, limits: Limits) -> Verdict:
    if name not in ("auto", theirs):
        message = f"engine {name} is about one size, not about every one"
        raise wrong(
            message, Location.argument("engine"), f"leave it out: engine {theirs} is chosen"
        )
    if problem.horizon is not None:
        message = "a claim about every size is about plays of any length"
        raise wrong(message, Location.argument("horizon"), "leave it out")
    if limits.rounds != 1:
        message = f"engine {theirs} looks at one round, from any position"
        raise wrong(message, Location.argument("rounds"), "leave it out")
    return engine(theirs).prove(problem, limits)


def problem_of_play(problem: Problem, verdict: Verdict) -> Problem:
    """Return the problem at the size of the verdict's play; unchanged where there is none."""
    if problem.every is None or verdict.play is None:
        return problem
    sized: Problem = hook("scope").problem_at(problem, verdict.const, Deadline())
    return sized


def _annotated(problem: Problem, verdict: Verdict, play: Play, limits: Limits) -> Verdict:
    with suppress(InputError):  # names that cannot stand together when lifted
        everywhere = problem.claim.everywhere
        match = free_play(problem.game) if everywhere else problem.freed
        machine = None if everywhere else verdict.blunder_search.explored
        verdict = replace(verdict, play=told(match, play, limits.deadline, machine))
    if problem.claim.of_strategy:
        with_recommended = hook("strategy_claims").with_recommended
        shown: Verdict = with_recommended(problem, verdict, play, limits.deadline)
        return shown
    if verdict.verdict != "refuted" or not play.moves or play.anywhere:
        return verdict
    try:
        blunder_of = hook("blunder")
        if blunder_of is None:
            raise wrong(f"blunders are found by {missing('blunder')}")
        blunder = blunder_of(problem, verdict, play, limits)
        return replace(verdict, blunder_search=BlunderSearch(blunder))
    except InputError as error:
        why = error.diagnostics[0].message
    except Expired as error:
        why = error.stop.reason
    search = BlunderSearch(none_because=f"no blunder is named: {why}")
    return replace(verdict, blunder_search=search)


def told(match: Match, play: Play, deadline: Deadline, machine: Machine | None = None) -> Play:
    """Annotate each move with the part of its role's `first` that decides; add the play's result.

    Args:
        match: who plays what.
        play: moves that keep to it.
        deadline: when to give up.
        machine: the match's, where it is there already.

    Raises:
        InputError: names of the game that cannot stand together when lifted.
        Expired: time is up.
    """
    game = match.game
    # to ground a book again takes longer than all else
    strategies = {} if machine else match.strategies
    at = deadline.run(lambda: facts_along(game, strategies, play.positions))
    deciders = _by_gates(machine, play) if machine else _by_facts(match, play, at)
    last = play.moves[-1] if play.moves else None
    return replace(play, deciders=tuple(deciders), result=result(game, at[-1], last))


def _by_gates(machine: Machine, play: Play) -> list[str]:
    """Return the part that decides each move of a play, empty for none, as gates tell it."""
    gates = [gate for parts in machine.parts.values() for _, gate in parts]
    plan = schedule(machine.circuit.network, gates)
    batch = machine.evaluated([machine.pack(position) for position in play.positions], plan)
    deciders = []
    for place, move in enumerate(play.moves):
        parts = machine.parts.get(move.role, ())
        decides = [text for text, gate in parts if place in batch.indices(batch.values[gate])]
        deciders.append(decides[0] if decides and len(parts) > 1 else "")
    return deciders


def _by_facts(match: Match, play: Play, at: Sequence[Atoms]) -> list[str]:
    """Return the same, as the facts at each of its positions tell it."""
    several = {role.name: role for role in compose(match.strategies) if len(role.parts) > 1}
    deciders = []
    for move, atoms in zip(play.moves, at, strict=False):
        decided = None
        if (role := several.get(move.role)) is not None:
            nodes = {node.name: node for node in role.nodes}
            choices = sum(str(who) == move.role for who, _ in atoms.get(("legal", 2), ()))
            decided = deciding_part(nodes[role.root], nodes, atoms)[0] if choices > 1 else None
        deciders.append(decided or "")
    return deciders


def trusted_verdict(verdict: Verdict, problem: Problem | None) -> Verdict:
    """Return a verdict, as `unknown` if it rests on answers that a program may not give again.

    A play that it did play still counts, as an example or a counterexample.
    """
    shown = "refuted" if problem and problem.claim.quantifier == "can" else "proved"
    unsure = [inquiry for inquiry in verdict.programs.values() if inquiry.doubt]
    if not unsure or verdict.verdict != shown:
        return verdict
    names = " and ".join(inquiry.program for inquiry in unsure)
    bounds = "; ".join(dict.fromkeys(inquiry.doubt for inquiry in unsure))
    why = f"{names} may answer otherwise than it did; {bounds}; with these answers: {shown}"
    return replace(verdict, verdict="unknown", reason=why)
