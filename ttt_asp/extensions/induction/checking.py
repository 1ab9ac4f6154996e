"""The check of a lemma: it is ground once, so that clingo reports its problems."""

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.games.game import Game
from ttt_asp.solving.run import Run
from ttt_asp.strategies.lemmas import game_lemmas, load_lemmas
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import load_strategy


def ground_lemma(name: str, game: Game, library: Library) -> None:
    """Ground a lemma in the program of a round.

    Args:
        name: the lemma's.
        game: the game that it is about.
        library: the library that has it.

    Raises:
        InputError: anything wrong with it.
    """
    lemmas = game_lemmas(game) + load_lemmas([name], game, library)
    strategies = {role: load_strategy(None, role, game, library) for role in game.roles}
    problem = Problem(game, strategies, Claim(game.roles[0], "never", "loses"))
    Run(round_program(problem, 1, lemmas), Deadline()).ground()
