"""Certificates of proofs by induction: the lemmas, and the programs of base case and step.

They list no positions, so the stand-alone checker has nothing to walk through and refuses them;
`verify_induction` lets a fresh clingo look at both programs again. The programs are as
`ttt-asp program CLAIM --engine induction --half base|step` prints them.
"""

from dataclasses import replace
from typing import Any

from ttt_asp.certificates.checker.format import VERSION
from ttt_asp.certificates.premises import write_premises
from ttt_asp.claims.problem import Problem
from ttt_asp.engines.induction.candidates import found_source
from ttt_asp.errors import Location, wrong
from ttt_asp.lp.scan import blank, foreign
from ttt_asp.programs.rounds import Half, round_program
from ttt_asp.strategies.lemmas import Lemmas, game_lemmas
from ttt_asp.verdict import Verdict

FORMAT = "ttt-asp certificate of induction"
HALVES: tuple[Half, ...] = ("base", "step")


def supposing(problem: Problem, found: Verdict) -> Problem:
    """The question with the lemma that its proof has found, if it has, as one of its own."""
    if not found.found:
        return problem
    name = (found.lemmas or ())[-1]
    lemma = Lemmas((name,), (found_source(name, found.found),))
    return replace(problem, lemmas=problem.lemmas + lemma)


def certificate(problem: Problem, rounds: int) -> dict[str, Any]:
    """The certificate of a claim proved by induction, as plain data.

    Args:
        problem: the question, with all lemmas but the game's own.
        rounds: how many the induction is over.

    Raises:
        InputError: no certificate may hold its programs.
    """
    texts = programs(problem, rounds)
    for half, text in texts.items():
        for _, _, message in foreign(blank(text.encode())):
            where = Location("--certificate")
            raise wrong(f"no certificate: the {half} program cannot be in one: {message}", where)
    about = write_premises(problem)
    return {"format": FORMAT, "version": VERSION, **about, "rounds": rounds, **texts}


def programs(problem: Problem, rounds: int) -> dict[str, str]:
    """The texts of the base case and of the step.

    Args:
        problem: the question, with all lemmas but the game's own.
        rounds: how many rounds the induction is over.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    lemmas = game_lemmas(problem.game) + problem.lemmas
    return {half: round_program(problem, rounds, lemmas, half=half).text for half in HALVES}
