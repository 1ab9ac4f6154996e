"""The induction engine: a round from any position with the lemmas keeps them, and the claim.

`base_and_step` asks clingo about the base case and the step, `engine` answers a claim with them;
`search_advice` advises the search on large boards, which changes no answer.
Lemmas are looked for by `sample` (random plays), `candidates` (clauses that these never break, and
their wording), `houdini` (clauses that a round keeps, and those of them that are needed). None of
that is trusted: a lemma that was found has to pass both halves, like those that users write.
"""
