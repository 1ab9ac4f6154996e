"""Grounds of proofs: pairs, lemmas in words, pages of books."""

from collections.abc import Sequence
from string import ascii_uppercase

from ttt_asp.authoring.predicate_docs import doc_blocks
from ttt_asp.claims.problem import Problem
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.layout import square_places
from ttt_asp.games.notation import Notation
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.source import Source
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
        for first, second in _facts(source, problem.game, "_pair", 2):
            if {first, second} <= squares.keys():
                pairs.setdefault(frozenset((first, second)), (first, second))
    return sorted(pairs.values(), key=lambda pair: squares[pair[0]])


def _facts(source: Source, game: Game, ending: str, count: int) -> list[tuple[str, ...]]:
    """Return the static facts of a file whose predicates have such an ending."""
    names = [name for name, arity in source.defined if arity == count and name.endswith(ending)]
    if not names:
        return []
    facts = static_facts(closure([game.rules, source], game.vocabulary), game.constants)
    return [tuple(map(str, row)) for name in names for row in facts.get(name, ())]


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


# The argument of a book's facts, see `strategies.book`: the page, a fluent, an action.
_ARGUMENTS = 3


def book_pages(source: Source, notation: Notation, most: int = 12) -> tuple[list[Board], int]:
    """Return the first pages of a book as boards, with stars on the moves to be played.

    Args:
        source: a tactic's file.
        notation: of the game.
        most: how many pages are drawn.

    Returns:
        The boards, and how many pages there are in all; none where the tactic is no book.
    """
    facts = _facts(source, notation.game, "_page", _ARGUMENTS)
    pages: dict[int, tuple[set[str], set[str]]] = {}
    for number, fluent, action in facts:
        fluents, actions = pages.setdefault(int(number), (set(), set()))
        fluents.add(fluent)
        actions.add(action)
    return [
        _drawn(notation, f"page {number}", *page) for number, page in sorted(pages.items())[:most]
    ], len(pages)


def _drawn(notation: Notation, title: str, fluents: set[str], actions: set[str]) -> Board:
    spelt, position = notation.game.spelt, frozenset(fluents)
    may = {notation.places[action] for action in actions if action in notation.places}
    mover = notation.mover(position)
    caption = f"{f'{spelt(mover)} plays ' if mover else ''}{', '.join(map(spelt, sorted(actions)))}"
    return Board(position, may=may, title=title, below=(caption,))
