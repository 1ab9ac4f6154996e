"""The second stage of verification for certificates of replies: is the game the one they name?

There are no strategies in them whose moves could be derived anew. The first stage builds the lines
of some games by itself; of others the sets are read off the game again, and compared.
"""

from ttt_asp.certificates.checker.format import read
from ttt_asp.certificates.verify_moves import READER, Derived, same_sets
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.winning_sets import sets_of


def verify_game(data: bytes, deadline: Deadline) -> Derived:
    """Hold the sets of a certificate of replies, which the first stage found valid, against a game.

    Args:
        data: the certificate's file.
        deadline: when to give up.

    Raises:
        Rejected: they differ.
        InputError: the game is not there to be read.
        Expired: time is up.
    """
    certificate = read(data)
    if "sets" not in certificate:
        return Derived(("Nothing: there are no strategies, and the rules are built in.",), ())
    const = {name: str(value) for name, value in certificate["const"].items()}
    game = load_game(certificate["game"], const, deadline)
    same_sets(certificate["sets"], sets_of(game), game)
    fact = f"The squares, sets, turns and first marks are those of {game.name}."
    rules = "The rules of the game and the vocabulary, in asp/."
    return Derived((fact,), ("clingo's grounder.", rules, READER))
