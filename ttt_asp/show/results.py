"""How results are printed: as commands print them, without colours."""

from dataclasses import dataclass

from ttt_asp.analyses.ahead.result import Ahead
from ttt_asp.analyses.analogies import Analogies
from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.analyses.compare.compare import Comparison
from ttt_asp.analyses.explain.explain import Explanation
from ttt_asp.analyses.extra_mark import Stealing
from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.matrix import Matrix
from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.analyses.pairing.periodic import PeriodicPairing
from ttt_asp.analyses.play_graph import Walk
from ttt_asp.analyses.recognition import Recognition
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.analyses.same_game.same import SameGame
from ttt_asp.analyses.score import Score
from ttt_asp.analyses.shorten import Shortened
from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.certificates.verify import Verified
from ttt_asp.engines.spelling import spelt_position
from ttt_asp.errors import wrong
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.result import text_of
from ttt_asp.show.ahead import ahead_text
from ttt_asp.show.analogies import analogies_text
from ttt_asp.show.certificates import verified_text
from ttt_asp.show.comparison import comparison
from ttt_asp.show.explanation import explanation
from ttt_asp.show.fillings import fillings
from ttt_asp.show.matrix import matrix_table
from ttt_asp.show.paint import Paint
from ttt_asp.show.pairings import pairing_text
from ttt_asp.show.periodic import periodic_text
from ttt_asp.show.recognition import recognition_text
from ttt_asp.show.repairs import exceptions, repair
from ttt_asp.show.same_game import same_game_text
from ttt_asp.show.shortenings import shortening
from ttt_asp.show.solutions import solution
from ttt_asp.show.stealing import stealing_text
from ttt_asp.show.suggestions import suggestion
from ttt_asp.show.svg import play_svg
from ttt_asp.show.verdicts import verdict
from ttt_asp.verdict import Verdict

WIDTH = 80
PLAIN = Paint()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a notebook shows.

    Attributes:
        svg: its text.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def draw(found: Verdict) -> Picture:
    """The play that shows a verdict, as boards.

    Raises:
        InputError: there is no such play, or its game is not to be found any more.
    """
    if found.play is None:
        raise wrong(f"no play shows that {found.claim} is {found.verdict}")
    notation = Notation(begun(found.game, found.const, found.position))
    lost = found.blunder.move if found.blunder else None
    return Picture(play_svg(notation, found.play, lost, f"{found.claim}: {found.verdict}"))


@text_of.register
def _verdict(found: Verdict) -> str:
    notation = (
        None if found.play is None else Notation(begun(found.game, found.const, found.position))
    )
    return verdict(found, notation, PLAIN, WIDTH)


@text_of.register
def _solution(found: Solution) -> str:
    known = found.values is not None
    notation = Notation(begun(found.game, found.const, found.position)) if known else None
    return solution(found, notation, PLAIN, WIDTH)


@text_of.register
def _suggestion(found: Suggestion) -> str:
    position = spelt_position(found.position, found.game)
    return suggestion(found.advice, Notation(found.game), position, PLAIN, WIDTH)


@text_of.register
def _explanation(found: Explanation) -> str:
    return explanation(found, Notation(found.problem.game), PLAIN, WIDTH)


@text_of.register
def _fillings(found: Fillings) -> str:
    return fillings(found, PLAIN, WIDTH)


@text_of.register
def _comparison(found: Comparison) -> str:
    return comparison(found, Notation(found.game), PLAIN)


@text_of.register
def _analogies(found: Analogies) -> str:
    return analogies_text(found, PLAIN)


@text_of.register
def _recognition(found: Recognition) -> str:
    return recognition_text(found, PLAIN, WIDTH)


@text_of.register
def _same_game(found: SameGame) -> str:
    return same_game_text(found, PLAIN)


@text_of.register
def _repair(found: Repair) -> str:
    return repair(found, PLAIN, WIDTH)


@text_of.register
def _exceptions(found: Exceptions) -> str:
    return exceptions(found, PLAIN, WIDTH)


@text_of.register
def _shortened(found: Shortened) -> str:
    return shortening(found, PLAIN, WIDTH)


@text_of.register
def _matrix(found: Matrix) -> str:
    return matrix_table([found.game.spelt(role) for role in found.game.roles], found.scores)


@text_of.register
def _score(found: Score) -> str:
    return matrix_table(list(found.roles), [found])


@text_of.register
def _pairing(found: Pairing) -> str:
    return pairing_text(found)


@text_of.register
def _ahead(found: Ahead) -> str:
    return ahead_text(found, PLAIN)


@text_of.register
def _periodic(found: PeriodicPairing) -> str:
    return periodic_text(found)


@text_of.register
def _stealing(found: Stealing) -> str:
    return stealing_text(found, PLAIN, WIDTH)


@text_of.register
def _verified(found: Verified) -> str:
    return verified_text(found)


@text_of.register
def _walk(found: Walk) -> str:
    return f"{len(found.stops):,} positions of plays of {' and '.join(found.roles)}"
