"""What proofs rest on that go through no positions: pairs of squares, and lemmas in words."""

from collections.abc import Sequence
from string import ascii_uppercase

from ttt_asp.authoring.words import said
from ttt_asp.claims.problem import Problem
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.layout import places
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.source import Source
from ttt_asp.show.blocks import Board, Panel, Place
from ttt_asp.verdict import Verdict

# Two squares, as the game names them.
Pair = tuple[str, str]


def pairs_of(problem: Problem) -> list[Pair]:
    """The pairs that its strategies and lemmas are about: facts `NAME_pair(C,D)` of squares."""
    sources = [source for one in problem.strategies.values() for source in one.tactics]
    sources += [*problem.lemmas.sources, *problem.lemmas.tactics]
    squares = places(problem.game)
    found: dict[frozenset[str], Pair] = {}
    for source in dict.fromkeys(sources):
        for row in _facts(source, problem.game):
            if squares.keys() >= set(row):
                found.setdefault(frozenset(row), row)
    return sorted(found.values(), key=lambda pair: squares[pair[0]])


def _facts(source: Source, game: Game) -> list[Pair]:
    """What a file says of a predicate `NAME_pair` of two arguments, if that is of no position."""
    names = [name for name, arity in source.defined if arity == 2 and name.endswith("_pair")]
    if not names:
        return []
    facts = static_facts(closure([game.rules, source], game.vocabulary), game.constants)
    return [(str(one), str(other)) for name in names for one, other in facts.get(name, ())]


def pairs_panel(game: Game, pairs: Sequence[Pair]) -> Panel:
    """Pairs on a board: each has a colour and a letter, or of many a number."""
    where = places(game)
    few = len(pairs) <= len(ascii_uppercase)
    labels: dict[Place, str] = {}
    kinds: dict[Place, int] = {}
    for number, pair in enumerate(pairs):
        for square in pair:
            labels[where[square]] = ascii_uppercase[number] if few else str(number + 1)
            kinds[where[square]] = number
    return Panel(Board(game.init, labels=labels, kinds=kinds), f"{len(pairs)} pairs of squares")


def lemmas_said(problem: Problem, found: Verdict) -> list[tuple[str, str]]:
    """The lemmas that a proof by induction rests on, by name, and what each says.

    Args:
        problem: the question.
        found: its verdict.
    """
    texts = [problem.game.rules.text, *(source.text for source in problem.game.vocabulary)]
    texts += [source.text for source in problem.lemmas.sources]
    meanings = dict(one for text in texts for one in said(text.decode()))
    names = list(found.lemmas or ())
    told = [(name, meanings.get(f"lemma({name})", meanings.get(name, ""))) for name in names]
    if found.words:  # the last one was found
        told[-1] = (names[-1], "; ".join(found.words))
    return told
