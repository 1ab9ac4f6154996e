"""Certificates of proofs for every size: the lemmas, and unsatisfiable scripts of SMT-LIB 2.

They list no positions, so the stand-alone checker has nothing to walk through and refuses them.
`ttt-asp program CLAIM --every CONDITION` prints the same scripts.

The first stage of checking one, `verify_sizes`, takes from it nothing but the scripts. It sees that
they declare and assert, and do nothing else; that there is a question for everything that can go
wrong with such a claim and such lemmas; and that a fresh z3, which is told each script by itself,
says `unsat`. The meaning of the scripts is taken as given. The second stage, `verify_questions`,
reads the rules as formulas anew, from the sources as they are now, asks every question again, and
wants the same scripts, but for comments.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InternalError
from ttt_asp.extensions.certificates.checker.format import VERSION, Rejected, check, check_keys
from ttt_asp.extensions.certificates.checker.main import Report
from ttt_asp.extensions.certificates.premises import (
    Premises,
    question,
    read_premises,
    write_premises,
)
from ttt_asp.extensions.certificates.solver_input import read_script
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import MEASURED
from ttt_asp.extensions.sizes.condition import read_scope, sizes_of
from ttt_asp.extensions.sizes.decision_procedures import (
    CHECKS,
    HEADS,
    LOOK,
    Half,
    Proof,
    Refuted,
    Solver,
    UnsatScript,
    uncommented,
    without_comments,
)
from ttt_asp.extensions.sizes.engine import decide, proof_of, theories_of, with_found_lemma
from ttt_asp.extensions.sizes.formulas import condition
from ttt_asp.extensions.sizes.obligations import (
    Prover,
    ending_reasons,
    obligations,
    question_names,
    termination_questions,
)
from ttt_asp.limits import Limits, Tell
from ttt_asp.result import plain
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict

FORMAT = "ttt-asp certificate of every size"
# What a certificate says that it does not show; one that is older than this says nothing.
ASSUMED = "the texts are translations into formulas of what the rules, strategies and lemmas say"
_HALVES: tuple[Half, ...] = ("base", "step", "end")
T = TypeVar("T")


def proof_kept(problem: Problem, verdict: Verdict, _: Limits) -> dict[str, Any]:
    """Return the certificate of a claim proved for every size: of the proof that was found."""
    problem = with_found_lemma(problem, verdict.lemmas, verdict.found)
    assert verdict.induction is not None
    return certificate(problem, verdict.induction.proof)


def certificate(problem: Problem, proof: Proof) -> dict[str, Any]:
    """Return the certificate as plain data. All lemmas are the problem's."""
    about = {**write_premises(problem), "every": sizes_of(problem).text, "ending": proof.ending}
    head = {"format": FORMAT, "version": VERSION, "assumed": ASSUMED}
    return {**head, **about, "questions": plain(proof.shown)}


def _read(value: Mapping[str, Any]) -> tuple[Premises, str, Proof]:
    """Read the premises, the sizes in words, and the scripts of a certificate."""
    if value.get("assumed", ASSUMED) != ASSUMED:
        raise Rejected("assumed: something else than proofs for every size assume")
    premises = {key: item for key, item in value.items() if key != "assumed"}
    given = read_premises(premises, "every", "ending", "questions")
    shown = [_read_refutation(item) for item in check(list, value["questions"], "questions")]
    ending = value["ending"] and check(str, value["ending"], "ending")
    return given, check(str, value["every"], "every"), Proof(tuple(shown), ending)


def _read_refutation(value: Any) -> Refuted:
    check_keys(value, "a question", ["half", "about", "steps"])
    about = check(str, value["about"], "what a question is about")
    half = _one_of(_HALVES, value["half"], f"the half of the question about {about}")
    steps = check(list, value["steps"], f"the steps of {about}")
    return Refuted(half, about, tuple(_read_script(step, f"{half} {about}") for step in steps))


def _read_script(value: Any, where: str) -> UnsatScript:
    check_keys(value, where, ["way", "text"])
    way = _one_of(HEADS, value["way"], f"{where}: the way")
    return UnsatScript(way, read_script(value["text"], where))


def _one_of(names: Iterable[T], value: Any, label: str) -> T:
    """Return the value, which must be one of these names."""
    for name in names:
        if name == value:
            return name
    raise Rejected(f"{label}: none that there is")


def verify_sizes(certificate: Mapping[str, Any], deadline: Deadline) -> Report:
    """Ask z3 about the scripts of a certificate; the arguments are those of `verify`.

    Raises:
        Rejected: it is none, a question is left out, or a script may be satisfiable.
        InputError: z3 is not installed.
        Expired: time is up.
    """
    given, every, proof = _read(certificate)
    claim, shown = given.claim, proof.shown
    _check_questions(given, proof)
    with Solver(LOOK, deadline) as solver:
        _ask_all(solver, proof)
    unasked = sum(not refutation.steps for refutation in shown)
    facts = [
        "Texts of what could go wrong in a round, or with the end of plays: "
        f"{sum(len(refuted.steps) for refuted in shown)}, on {len(shown) - unasked} questions. "
        "All are unsatisfiable, says z3.",
    ]
    if unasked:
        facts.append(f"Questions about what no rule derives, without a text: {unasked}.")
    more = f"at every size with {every}, as translated into formulas"
    trusted = given.trusted("texts", more, "z3")
    statement = f"{claim}, for every size with {every}, if these texts are those of the claim"
    return Report(statement, tuple(facts), trusted)


def _check_questions(premises: Premises, proof: Proof) -> None:
    """Refuse a certificate that does not ask about everything that can go wrong."""
    claim, ending = premises.claim, proof.ending
    if claim.of_strategy or claim.quantifier == "can" or claim.by is not None:
        raise Rejected(f"claim: a proof for every size does not apply to {claim}")
    about = question_names(premises.names)
    wanted = [(half, name) for half in ("step", "base") for name in about]
    given = [(refutation.half, refutation.about) for refutation in proof.shown]
    if [pair for pair in given if pair[0] != "end"] != wanted:
        missing = next((f"{half} {name}" for half, name in wanted if (half, name) not in given), "")
        problem = f"{missing} is not among them" if missing else "not each one once, in order"
        raise Rejected(f"questions: {problem}")
    ends = [about for half, about in given if half == "end"]
    if claim.quantifier != "always":
        if ends or ending:
            raise Rejected("questions: of the end of plays")
    elif not ending or ends not in ([*MEASURED], termination_questions(ending, max(1, len(ends)))):
        raise Rejected("questions: of the end of plays there are not all, in order")


def _ask_all(solver: Solver, proof: Proof) -> None:
    """Refuse a proof with a script that z3 does not find unsatisfiable."""
    for refutation in proof.shown:
        for number, step in enumerate(refutation.steps, 1):
            where = f"{refutation.half} {refutation.about}, text {number}"
            try:
                unsatisfiable = solver.is_unsat(step.way, step.text)
            except InternalError:  # ours, were the text
                raise Rejected(f"{where}: z3 does not understand it") from None
            if not unsatisfiable:
                raise Rejected(f"{where}: z3 does not find it unsatisfiable")


def verify_questions(
    certificate: Mapping[str, Any], library: Library, deadline: Deadline, _: Tell | None = None
) -> Report:
    """Ask every question of a certificate again, about the sources that it names.

    The arguments are those of `verify`.

    Raises:
        Rejected: a script differs.
        InputError: the game, a strategy or a lemma cannot be read, or does not pass the checks.
        Expired: time is up.
    """
    premises, sizes, proof = _read(certificate)
    every, game = read_scope(sizes, premises.game, premises.const, deadline)
    problem = replace(question(premises, game, library), every=every)
    given = without_comments(proof)
    steps = [step for refutation in given.shown for step in refutation.steps]
    known = frozenset(steps)
    anew = proof_of(
        problem, Limits(deadline), lambda way, text: UnsatScript(way, uncommented(text)) in known
    )
    if anew is None:
        raise Rejected("questions: the texts do not answer all those that the sources ask")
    if given != without_comments(anew):
        raise Rejected("questions: these are not those that the sources ask, with their texts")
    fact = f"The {len(steps)} texts were generated anew: the same, but for comments."
    return premises.derived(fact, ", and formulas of programs (ttt_asp/extensions/sizes)")


# Both stages of checking.
STAGES = verify_sizes, verify_questions


_HEAD = """\
; {claim}, for every size with {every}.
; Run it with `z3 FILE`: each `unsat` says that something wrong is impossible in a round at every
; size. {rest}
"""
_PROOF = "All together they prove it."
_NO_PROOF = """\
ttt-asp knows no proof: the questions are those of the lemmas given.
; Of several reasons why plays end, where it matters, one would be enough."""
_BEGINS: dict[Half, str] = {
    "base": "The first round",
    "step": "A round from any position",
    "end": "Why plays end",
}


def problem_text(problem: Problem, limits: Limits, *_: object) -> str:
    """Write the questions of a claim about every size in SMT-LIB 2, each complete in itself.

    Where the claim is proved, these are the scripts of the proof.

    Raises:
        InputError: the rules have no translation, or no size satisfies the condition.
        Expired: time is up.
    """
    every, outcome = sizes_of(problem), decide(problem, limits)
    proof = outcome.proof
    refutations, rest = (proof.shown, _PROOF) if proof else (_questions(problem, limits), _NO_PROOF)
    lines = [_HEAD.format(claim=problem.claim, every=every.text, rest=rest)]
    lines += [line for refutation in refutations for line in _lines(refutation)]
    return "\n".join(lines)


def _questions(problem: Problem, limits: Limits) -> Sequence[Refuted]:
    """Return the questions whose answers would prove a claim."""
    lemmas = game_lemmas(problem.game) + problem.lemmas
    theories = theories_of(problem, lemmas, limits)
    # everything counts as shown at a glance: so the questions stay as they are
    asking = Prover(lambda way, text: True, theories, condition(sizes_of(problem)), limits)
    asking.first_open(obligations(theories, lemmas.names))
    if problem.claim.quantifier == "always":
        for ending in ending_reasons(theories["step"], problem, lemmas):
            asking.first_open(ending.obligations)
    return asking.shown


def _lines(refutation: Refuted) -> Iterator[str]:
    about = f"; {_BEGINS[refutation.half]}: {refutation.about}"
    if not refutation.steps:
        yield f"{about}. No rule derives it.\n"
    for number, step in enumerate(refutation.steps, 1):
        case = f", case {number} of {len(refutation.steps)}" if len(refutation.steps) > 1 else ""
        yield f"{about}{case}\n(reset)\n{HEADS[step.way]}{step.text}\n{CHECKS[step.way]}\n"
