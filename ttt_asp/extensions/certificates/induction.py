"""Certificates of proofs by induction: the lemmas, and the programs of base case and step.

They list no positions, so the stand-alone checker has nothing to walk through and refuses them. The
programs are as `ttt-asp program CLAIM --engine induction --half base|step` prints them.

The first stage of checking one, `verify_induction`, takes from it nothing but the two programs. It
searches them for anything that could run code or read files, and asks a fresh clingo about each, by
the way of running clingo (`Run`), the search options (`SEARCH`) and the list of claims that
induction applies to (`why_not_inductive`) which the engine has too; its findings play no part. The
meaning of the programs is taken as given. The second stage, `verify_programs`, generates them anew,
by the code that wrote them, from the sources as they are now, and wants the same bytes.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.certificates.checker.format import VERSION, Rejected, check
from ttt_asp.extensions.certificates.checker.main import Report
from ttt_asp.extensions.certificates.premises import (
    Premises,
    question,
    read_premises,
    write_premises,
)
from ttt_asp.extensions.certificates.solver_input import foreign_syntax, read_program
from ttt_asp.extensions.induction.base_and_step import SEARCH
from ttt_asp.extensions.induction.candidates import lemma_source
from ttt_asp.extensions.induction.engine import check_applies, why_not_inductive
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import MOST_ROUNDS, Half, round_program
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits, Tell
from ttt_asp.lp.scan import mask_comments
from ttt_asp.programs.program import Program
from ttt_asp.solving.run import Run
from ttt_asp.strategies.library import Lemmas, Library
from ttt_asp.verdict import Verdict

FORMAT = "ttt-asp certificate of induction"
HALVES: tuple[Half, ...] = ("base", "step")


def proved_again(problem: Problem, verdict: Verdict, limits: Limits) -> dict[str, Any]:
    """Return the certificate of a claim that was proved by induction; see `certificate`.

    If the proof has found a lemma, this is among the problem's own.
    """
    if verdict.found:
        name = (verdict.lemmas or ())[-1]
        lemma = Lemmas((name,), (lemma_source(name, verdict.found),))
        problem = replace(problem, lemmas=problem.lemmas + lemma)
    return certificate(problem, limits.rounds)


def certificate(problem: Problem, rounds: int) -> dict[str, Any]:
    """Return the certificate of a claim proved by induction over some rounds, as plain data.

    The problem has all lemmas but the game's own.

    Raises:
        InputError: no certificate may hold its programs.
    """
    texts = programs(problem, rounds)
    for half, text in texts.items():
        for _, _, message in foreign_syntax(mask_comments(text.encode())):
            where = Location.argument("certificate")
            raise wrong(f"no certificate: the {half} program cannot be in one: {message}", where)
    about = write_premises(problem)
    return {"format": FORMAT, "version": VERSION, **about, "rounds": rounds, **texts}


def programs(problem: Problem, rounds: int) -> dict[str, str]:
    """Return the texts of the base case and of the step.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    lemmas = game_lemmas(problem.game) + problem.lemmas
    return {half: round_program(problem, rounds, lemmas, half=half).text for half in HALVES}


def _read(value: Mapping[str, Any]) -> tuple[Premises, int, dict[str, str]]:
    """Read the premises, the number of rounds and the programs of a certificate."""
    given = read_premises(value, "rounds", *HALVES)
    rounds = check(int, value["rounds"], "rounds")
    if not 0 < rounds <= MOST_ROUNDS:
        raise Rejected(f"rounds: not a number from 1 to {MOST_ROUNDS}")
    return given, rounds, {half: read_program(value[half], f"{half} program") for half in HALVES}


def verify_induction(certificate: Mapping[str, Any], deadline: Deadline) -> Report:
    """Ask clingo about the programs of a certificate; the arguments are those of `verify`.

    Raises:
        Rejected: it is none, or the programs do not show what such programs have to.
        Expired: time is up.
    """
    given, rounds, texts = _read(certificate)
    claim = given.claim
    if why := why_not_inductive(claim):
        raise Rejected(f"claim: induction does not apply to {claim}: {why}")
    base, step = (_ground(half, texts[half], deadline) for half in HALVES)
    if base.ask("given") is not None and step.ask("given") is None:
        raise Rejected("step program: positions that plays come to are none of those it is about")
    first, last = "the first round", "one round"
    if rounds > 1:
        first, last = f"the first {rounds} rounds", f"the last of {rounds} rounds"
    facts = (
        f"The base program has plays; none with a failure in {first}.",
        f"The step program has rounds from any position; none with a failure in {last}.",
        "A failure is a broken claim or lemma, a strategy that recommends nothing, or an end "
        "without goals, as the programs say it.",
    )
    trusted = given.trusted("programs", "and take nothing for granted", "clingo")
    return Report(f"{claim}, if these programs are those of the claim", facts, trusted)


def _ground(half: str, text: str, deadline: Deadline) -> Run:
    """Ground a program that has answer sets, but none with a failure."""
    run = Run(Program(text), deadline, (), SEARCH)
    try:
        run.ground()
    except InputError as error:
        raise Rejected(f"{half} program: {error.diagnostics[0]}") from None
    if run.ask("play") is None:
        raise Rejected(f"{half} program: it has no play at all, so it proves nothing")
    if run.ask("failure") is not None:
        raise Rejected(f"{half} program: clingo finds a failure")
    return run


def verify_programs(
    certificate: Mapping[str, Any], library: Library, deadline: Deadline, _: Tell | None = None
) -> Report:
    """Generate the programs of a certificate anew; the arguments are those of `verify`.

    Raises:
        Rejected: a program differs from that of the sources that the certificate names.
        InputError: the game, a strategy or a lemma cannot be read, or does not pass the checks.
        Expired: time is up.
    """
    given, rounds, texts = _read(certificate)
    game = load_game(given.game, given.const, deadline)
    problem = question(given, game, library)
    check_applies(problem)
    anew = programs(problem, rounds)
    for half in HALVES:
        _refuse_another(half, texts[half], anew[half])
    return given.derived(
        "The base and the step program were generated anew: the same, byte for byte."
    )


def _refuse_another(half: str, given: str, anew: str) -> None:
    """Refuse a program that is not the one generated anew, by the first line that differs."""
    if given == anew:
        return
    lines = enumerate(zip_longest(given.split("\n"), anew.split("\n")), 1)
    number, here, other = next((n, a or "", b or "") for n, (a, b) in lines if a != b)
    where = f"{half} program, line {number}"
    if here.startswith("%%%% ") and here.split("/")[-1] == other.split("/")[-1]:
        file = other.removeprefix("%%%% ")
        raise Rejected(f"{where}: the file is {file} here; give folders as they were given then")
    raise Rejected(f"{where}: it is not the program that the sources make")


# Both stages of checking.
STAGES = verify_induction, verify_programs
