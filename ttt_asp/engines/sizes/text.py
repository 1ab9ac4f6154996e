"""What solvers are asked, as one text that stands for itself."""

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.ending import GOES_ON
from ttt_asp.engines.sizes.formulas import Formula, Theory
from ttt_asp.engines.sizes.inquiries import Inquiry, inquiries
from ttt_asp.engines.sizes.parameters import condition, refuse_empty
from ttt_asp.engines.sizes.reading import ASKED, read_theory
from ttt_asp.engines.sizes.smtlib import asserted, theory_text
from ttt_asp.engines.sizes.specialised import cut, with_known
from ttt_asp.programs.rounds import round_program
from ttt_asp.strategies.lemmas import game_lemmas

_HEAD = """\
; {claim}, for every size with {every}.
; Run it with `z3 FILE`: each `unsat` says that something wrong is impossible in a round at every
; size. `unknown` says nothing: there ttt-asp looks for the instances itself.
(set-option :smt.mbqi false)
(set-logic ALL)
"""


def problem_text(problem: Problem, deadline: Deadline) -> str:
    """The theory of a claim about every size, and what is asked of it, in SMT-LIB 2.

    Args:
        problem: the claim, with its lemmas.
        deadline: when to give up.

    Raises:
        InputError: the rules have no translation, or no size satisfies the condition.
        Expired: time is up.
    """
    every = problem.every
    assert every is not None
    refuse_empty(every, deadline)
    lemmas = game_lemmas(problem.game) + problem.lemmas
    program = round_program(problem, 1, lemmas)
    theory = deadline.run(lambda: read_theory(program, every.parameters, ASKED | GOES_ON))
    both = halves(theory)
    lines = [_HEAD.format(claim=problem.claim, every=every.text)]
    for one in inquiries(theory, problem.claim, lemmas.names):
        begins = "The first round" if one.half == "base" else "A round from any position"
        text = question_text(both[one.half == "base"], condition(every), one)
        lines += [f"; {begins}: {one.about}", "(push 1)", text]
        lines += ["(check-sat)", "(pop 1)", ""]
    return "\n".join(lines)


def question_text(half: Theory, said: Formula, one: Inquiry) -> str:
    """What is to be impossible, as declarations and assertions.

    Args:
        half: the theory of the base case or of the step.
        said: the condition on the sizes.
        one: the question.
    """
    text = theory_text(cut(half, [said, one.formula]), said)
    return "\n".join([text.partition("\n")[2], *asserted(one.formula)])


def halves(theory: Theory) -> dict[bool, Theory]:
    """The theory of the base case, True, and of the step."""
    start = theory.atoms.get("start")
    known = {base: {} if start is None else {start: base} for base in (False, True)}
    return {base: with_known(theory, some) for base, some in known.items()}
