"""Grounds of proofs: pairs, and lemmas in words."""

from collections.abc import Sequence
from string import ascii_uppercase

from ttt_asp.authoring.predicate_docs import doc_blocks
from ttt_asp.claims.problem import Problem
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.layout import square_places
from ttt_asp.lp.dependencies import closure
from ttt_asp.show.blocks import Board, Place
from ttt_asp.verdict import Verdict

# Two squares, as the game names them.
Pair = tuple[str, str]


def pairs_of(problem: Problem) -> list[Pair]:
    """Return the pairs that strategies and lemmas are about: facts `NAME_pair(C,D)` of squares."""
    sources = [source for strategy in problem.strategies.values() for source in strategy.tactics]
    sources += [*problem.lemmas.sources, *problem.lemmas.tactics]
    squares = square_places(problem.game)
    pairs: dict[frozenset[str], Pair] = {}
    for source in dict.fromkeys(sources):
        names = [name for name, arity in source.defined if arity == 2 and name.endswith("_pair")]
        if not names:
            continue
        together = closure([problem.game.rules, source], problem.game.vocabulary)
        facts = static_facts(together, problem.game.constants)
        for first, second in (map(str, row) for name in names for row in facts.get(name, ())):
            if {first, second} <= squares.keys():
                pairs.setdefault(frozenset((first, second)), (first, second))
    return sorted(pairs.values(), key=lambda pair: squares[pair[0]])


def pairs_board(game: Game, pairs: Sequence[Pair]) -> Board:
    """Return pairs on a board: each has a color and a letter, or a number if there are many."""
    where = square_places(game)
    few = len(pairs) <= len(ascii_uppercase)
    labels: dict[Place, str] = {}
    kinds: dict[Place, int] = {}
    for number, pair in enumerate(pairs):
        for square in pair:
            labels[where[square]] = ascii_uppercase[number] if few else str(number + 1)
            kinds[where[square]] = number
    title = f"{len(pairs)} pairs of squares"
    return Board(game.init, labels=labels, kinds=kinds, title=title)


def lemmas_in_words(problem: Problem, verdict: Verdict) -> list[tuple[str, str]]:
    """Return the lemmas that a proof by induction rests on, by name, with their meanings.

    Args:
        problem: the question.
        verdict: its verdict.
    """
    texts = [problem.game.rules.text, *(source.text for source in problem.game.vocabulary)]
    texts += [source.text for source in problem.lemmas.sources]
    meanings = dict(block for text in texts for block in doc_blocks(text.decode()))
    names = list(verdict.lemmas or ())
    lemmas = [(name, meanings.get(f"lemma({name})", meanings.get(name, ""))) for name in names]
    if verdict.words:  # the last one was found
        lemmas[-1] = (names[-1], "; ".join(verdict.words))
    return lemmas
