"""Claims about every size of a game at once, by z3."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
    uses=("certificates", "induction"),
    engines={"sizes": "engine"},
    programs={"sizes": "certificate:problem_text"},
    proofs={"sizes": "certificate:proof_kept"},
    certificates={"ttt-asp certificate of every size": "certificate:STAGES"},
    hooks={"scope": "condition"},
)
