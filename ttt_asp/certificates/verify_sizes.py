"""Verification of proofs for every size: a fresh z3 is asked about each text of a certificate.

The first stage, `verify_sizes`, takes from the certificate nothing but its texts. It sees that
they declare and assert, and do nothing else; that there is an answer to whatever can go wrong with
such a claim and such lemmas; and that z3, which is told each text by itself, says `unsat`. What the
texts say is taken as given. The second stage, `verify_questions`, reads the rules as formulas anew,
from the sources as they are now, asks every question again, and wants the same texts, but for
comments.
"""

from dataclasses import replace

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import Report
from ttt_asp.certificates.premises import question
from ttt_asp.certificates.sizes import SizesProof
from ttt_asp.certificates.verify_moves import Derived
from ttt_asp.claims.claim import Claim
from ttt_asp.claims.sizes import read_sizes
from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.decision_procedures import (
    LOOK,
    Asked,
    Proof,
    Step,
    uncommented,
    without_comments,
)
from ttt_asp.engines.sizes.engine import proof_of
from ttt_asp.engines.sizes.obligations import subjects
from ttt_asp.engines.sizes.termination import abouts
from ttt_asp.engines.sizes.z3_process import Solver
from ttt_asp.errors import InternalError
from ttt_asp.limits import Limits
from ttt_asp.programs.rounds import MEASURED
from ttt_asp.reached import Tell
from ttt_asp.strategies.library import Library


def verify_sizes(proof: SizesProof, deadline: Deadline) -> Report:
    """Let z3 look at the texts of a certificate.

    Args:
        proof: the certificate.
        deadline: when to give up.

    Raises:
        Rejected: a question is left out, or something may fit a text.
        InputError: z3 is not installed.
        Expired: time is up.
    """
    claim = proof.given.asked()
    _check_questions(proof, claim)
    steps = [step for one in proof.proof.shown for step in one.steps]
    with Solver(LOOK, deadline) as solver:
        _ask_all(solver, proof.proof)
    unasked = sum(not one.steps for one in proof.proof.shown)
    facts = [
        f"Texts of what could go wrong in a round, or with the end of plays: {len(steps)}, on "
        f"{len(proof.proof.shown) - unasked} questions. All are unsatisfiable, says z3.",
    ]
    if unasked:
        facts.append(f"Questions about what no rule derives, without a text: {unasked}.")
    trusted = (
        f"That the texts are about {claim} in {proof.given.game} ({proof.given.about}), at every "
        f"size with {proof.every}. `ttt-asp verify --strategy` generates them anew.",
        "That a base case and a step without failures prove (ttt_asp/engines/induction/halves.py).",
        "z3, which was asked anew.",
        "This program, and the Python that runs it.",
    )
    said = f"{claim}, for every size with {proof.every}, if these texts are those of the claim"
    return Report(said, tuple(facts), trusted)


def _check_questions(proof: SizesProof, claim: Claim) -> None:
    """See that whatever can go wrong is asked about."""
    if claim.quantifier == "can" or claim.by is not None:
        raise Rejected(f"claim: a proof for every size does not apply to {claim}")
    about = subjects(proof.given.names)
    wanted = [(half, what) for half in ("step", "base") for what in about]
    given = [(one.half, one.about) for one in proof.proof.shown]
    if [one for one in given if one[0] != "end"] != wanted:
        missing = next((f"{half} {what}" for half, what in wanted if (half, what) not in given), "")
        what = f"{missing} is not among them" if missing else "not each one once, in order"
        raise Rejected(f"questions: {what}")
    ends = [about for half, about in given if half == "end"]
    if claim.quantifier != "always":
        if ends or proof.proof.ending:
            raise Rejected("questions: of the end of plays")
    elif not proof.proof.ending or ends not in (
        [*MEASURED],
        abouts(proof.proof.ending, max(1, len(ends))),
    ):
        raise Rejected("questions: of the end of plays there are not all, in order")


def _ask_all(solver: Solver, proof: Proof) -> None:
    asked = Asked(solver)
    for one in proof.shown:
        for number, step in enumerate(one.steps, 1):
            where = f"{one.half} {one.about}, text {number}"
            try:
                fitless = asked(step.way, step.text)
            except InternalError:  # ours, were the text
                raise Rejected(f"{where}: z3 does not understand it") from None
            if not fitless:
                raise Rejected(f"{where}: z3 does not find it unsatisfiable")


def verify_questions(
    proof: SizesProof, library: Library, deadline: Deadline, _: Tell | None = None
) -> Derived:
    """Ask every question of a certificate again, about the sources that it names.

    Args:
        proof: the certificate.
        library: where strategies and tactics are looked up.
        deadline: when to give up.

    Raises:
        Rejected: a text differs.
        InputError: the game, a strategy or a lemma cannot be read, or does not pass the checks.
        Expired: time is up.
    """
    every, game = read_sizes(proof.every, proof.given.game, proof.given.const, deadline)
    problem = replace(question(proof.given, game, library), every=every)
    given = without_comments(proof.proof)
    steps = [step for one in given.shown for step in one.steps]
    known = frozenset(steps)
    anew = proof_of(
        problem, Limits(deadline), lambda way, text: Step(way, uncommented(text)) in known
    )
    if anew is None:
        raise Rejected("questions: the texts do not answer all those that the sources ask")
    if given != without_comments(anew):
        raise Rejected("questions: these are not those that the sources ask, with their texts")
    facts = [f"The {len(steps)} texts were generated anew: the same, but for comments."]
    facts += [f"The {one} is written as lemmas have to be." for one in proof.given.lemmas]
    trusted = (
        "The rules of the game and the vocabulary, in asp/, and the frames there.",
        "What makes programs of them and of tactics (ttt_asp/programs), and formulas of programs "
        "(ttt_asp/engines/sizes).",
    )
    return Derived(tuple(facts), trusted)
