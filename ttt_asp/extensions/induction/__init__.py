"""Proofs by k-induction, from any position that lemmas allow."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
    uses=("exploring",),
    engines={"induction": "engine"},
    programs={"induction": "engine:program_text"},
    hooks={"lemmas": "program:ground_lemma", "lemma_files": "lemmas:load_lemmas"},
)
