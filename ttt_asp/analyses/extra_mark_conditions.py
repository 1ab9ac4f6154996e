"""Strategy stealing where moves are marks: an extra mark never hurts.

The theorem: if no condition of the extra mark frame is broken, the second player has no winning
strategy. Let x be the first mover and o the other role. *Sound* is a position where it is one
role's turn, no square is marked twice, and not both roles have won; `exchange` makes of a position
its image with roles exchanged, and squares as the game says (`exchanged`).

Suppose that o had a winning strategy: by it every play ends, and o has won. x makes any first move,
and from then on imagines a second play in which o keeps to that strategy, and x, in it, does what o
does in the real one. Let `any` be the position of the imagined play, roles exchanged, and `rich`
that of the real one. All along, `rich` is `any` but for at most one mark more of x's:

* At first, after x's move: *unopened* (there is one), *opening* (`rich` is the image of the initial
  position and that mark). Both positions are sound, then and later: *start*, *leads*; and the
  exchange is one to one, and changes neither what is legal, nor who has won, nor what moves do:
  *crooked*, *legal*, *won*, *effect*. Moves are marks, made in turn: *no_mark*, *at_once*.
* If the imagined play is over, o has won it, so x has won `any`: then the real play is over and o
  has not won it: *unended*, *lost*. If only the real one is over, o has not won it either: *lost*.
* Where neither is over and o moves in the real play, the move is legal in `any` as well, so that x
  can make it in the imagined play: *more*. The positions stay alike: *apart*.
* Where x moves in `any`, it does what o's strategy says. If the same is legal in `rich`, x does it
  there. If not, as the square has x's extra mark already, x has some move (*stuck*), and makes
  whichever: then its mark is the extra one. The positions stay alike: *apart*. On a full board
  there is no such move, and the play is over, which was dealt with.

So in the real play, which ends no later, o never wins, though it kept to a winning strategy. (x did
not: it made what its imagined o would do.) Each condition is asked of clingo, at every sound
position, whether plays come to it or not: no answer set, and it holds. For every size a solver is
asked, of formulas (`stealing_every.py`). That they suffice does not need plays to end; that
x can then force a win or a tie, does (Zermelo).

Source: J. Nash's argument for Hex, 1949; Y. Jäckle, Combinatorial and positional game theory in
Lean (2024), for positional games.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the extra mark frame or of the bait frame.

    Attributes:
        fails: a message where it is broken, with {} for the term that the frame blames.
        shown: the situations that show it.
    """

    fails: str
    shown: tuple[str, ...] = ("any",)


_PAIR, _IMAGES = ("any", "rich"), ("any", "mirror")
# In the order in which they are asked.
CONDITIONS: Mapping[str, Condition] = {
    "crooked": Condition("exchanging roles and squares is not one to one at {}", ()),
    "start": Condition("the game does not begin soundly", ("opening",)),
    "unopened": Condition("{} has no first move", ("opening",)),
    "no_mark": Condition("{} is legal here, and marks no square"),
    "at_once": Condition("both roles may move here, one of them by {}"),
    "leads": Condition(
        "a move leads here to where both have won, a square has two marks, or it is nobody's turn",
        ("any", "later"),
    ),
    "opening": Condition("a first move does more than a mark, roles exchanged: {}", ("opening",)),
    "won": Condition("{} has won here, or its opponent has if exchanged, but not both", _IMAGES),
    "legal": Condition("{} is legal here or exchanged, not both", _IMAGES),
    "effect": Condition("exchanged, the same move does something else to {}", _IMAGES),
    "unended": Condition("{} has won, but with an extra mark play goes on", _PAIR),
    "lost": Condition("{} has won because of an extra mark that is not its own", _PAIR),
    "more": Condition("{} is legal with an extra mark only", _PAIR),
    "stuck": Condition("{} has no move with an extra mark", _PAIR),
    "apart": Condition("after a move more than an extra mark is different: {}", _PAIR),
}
