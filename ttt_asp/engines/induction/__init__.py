"""The induction engine: a round from any position with the lemmas keeps them, and the claim.

`base_and_step` asks clingo about the base case and the step, `engine` answers a claim with them;
`search_advice` advises the search on large boards, which changes no answer.
Lemmas are looked for by `sample` (random plays), `candidates` (what those never break),
`houdini` (what a round keeps, and what of that is needed). None of that is trusted: what was found
is a lemma like those that users write, and has to pass both halves.
"""
