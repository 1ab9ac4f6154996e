"""The public names of `ttt_asp`, each with where it is defined; `__init__.py` loads them."""

from ttt_asp.api.claims import prove as prove
from ttt_asp.errors import InputError as InputError
from ttt_asp.errors import InternalError as InternalError
from ttt_asp.errors import TttAspError as TttAspError
from ttt_asp.extensions.certificates.verify import Verified as Verified
from ttt_asp.extensions.certificates.verify import verify as verify
from ttt_asp.extensions.comparing.analogies import Analogies as Analogies
from ttt_asp.extensions.comparing.compare import Comparison as Comparison
from ttt_asp.extensions.comparing.functions import analogies as analogies
from ttt_asp.extensions.comparing.functions import compare as compare
from ttt_asp.extensions.drawing.functions import board as board
from ttt_asp.extensions.drawing.svg import Picture as Picture
from ttt_asp.extensions.drawing.svg import draw as draw
from ttt_asp.extensions.exploring.blunder import Blunder as Blunder
from ttt_asp.extensions.exploring.functions import suggest as suggest
from ttt_asp.extensions.exploring.suggestion import Suggestion as Suggestion
from ttt_asp.extensions.pairings.ahead import Ahead as Ahead
from ttt_asp.extensions.pairings.functions import pairing as pairing
from ttt_asp.extensions.pairings.functions import pairing_ahead as pairing_ahead
from ttt_asp.extensions.pairings.functions import periodic_pairing as periodic_pairing
from ttt_asp.extensions.pairings.functions import steal as steal
from ttt_asp.extensions.pairings.pairing import Pairing as Pairing
from ttt_asp.extensions.pairings.periodic import PeriodicPairing as PeriodicPairing
from ttt_asp.extensions.pairings.stealing import Stealing as Stealing
from ttt_asp.extensions.playing.functions import odds as odds
from ttt_asp.extensions.playing.functions import solve as solve
from ttt_asp.extensions.playing.odds import Odds as Odds
from ttt_asp.extensions.playing.solution import Solution as Solution
from ttt_asp.extensions.recognition.analysis import Recognition as Recognition
from ttt_asp.extensions.recognition.functions import recognise as recognise
from ttt_asp.extensions.recognition.functions import same_game as same_game
from ttt_asp.extensions.recognition.same_game import SameGame as SameGame
from ttt_asp.extensions.reports.match_scores import Score as Score
from ttt_asp.extensions.reports.matrix import Matrix as Matrix
from ttt_asp.extensions.reports.pages import matrix as matrix
from ttt_asp.extensions.reports.pages import report as report
from ttt_asp.extensions.reports.pages import walk as walk
from ttt_asp.extensions.reports.play_graph import Walk as Walk
from ttt_asp.extensions.synthesis.exceptions import Exceptions as Exceptions
from ttt_asp.extensions.synthesis.explain import Explanation as Explanation
from ttt_asp.extensions.synthesis.fill import Fillings as Fillings
from ttt_asp.extensions.synthesis.fill import Shortened as Shortened
from ttt_asp.extensions.synthesis.functions import exceptions as exceptions
from ttt_asp.extensions.synthesis.functions import explain as explain
from ttt_asp.extensions.synthesis.functions import fill as fill
from ttt_asp.extensions.synthesis.functions import identify as identify
from ttt_asp.extensions.synthesis.functions import invent as invent
from ttt_asp.extensions.synthesis.functions import repair as repair
from ttt_asp.extensions.synthesis.functions import shorten as shorten
from ttt_asp.extensions.synthesis.identify import Identified as Identified
from ttt_asp.extensions.synthesis.invention import Invented as Invented
from ttt_asp.extensions.synthesis.invention import Invention as Invention
from ttt_asp.extensions.synthesis.repair import Repair as Repair
from ttt_asp.extensions.synthesis.search import Filled as Filled
from ttt_asp.verdict import Move as Move
from ttt_asp.verdict import Play as Play
from ttt_asp.verdict import Seconds as Seconds
from ttt_asp.verdict import Verdict as Verdict

__version__: str
__all__: list[str]
HOMES: dict[str, str]
