"""The conditions of strategy stealing, and the proofs that they suffice.

Where moves are marks, an extra mark never hurts
------------------------------------------------

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

Where a first move is a bait, each answer to it is a legal first move too
-------------------------------------------------------------------------

The theorem: if no condition of the bait frame is broken, the first player can force a win. Let x be
the first mover and o the other role. *Sound* is a position of fluents of the game where it is
exactly one role's turn; `exchange` makes of a position its image: whose turn it is changes, nothing
else does. It is one to one on the fluents of the game (*crooked*), so images of sound positions are
sound.

* Plays: they begin soundly (*start*), and at a sound position only the role whose turn it is may
  move (*out_of_turn*), to a sound position where it is the other's turn (*leads*). So all positions
  of every play are sound, and the roles move in turn. Where play is not over, there is a move
  (*stuck*); where it is, one of them has won (*tie*), and not both (*both*). Every move takes a
  fluent away, and adds none but whose turn it is (*endless*), and there are finitely many: so every
  play ends. One of the two can force a win therefore (Zermelo).
* Images: at a sound position and its image the same moves are legal, roles exchanged (*legal*),
  they lead to images of one another (*effect*), and who has won at one, its opponent has at the
  other (*won*). So what one role can force from a sound position, the other can from its image.
* The bait is a legal first move (*illegal*). Suppose that o could force a win: so it can after the
  bait. There o has not won already (*lost*), nor has x, as o could not win any more: so o has a
  move from which it can go on to win. The same is a legal first move of x's (*more*), and leads to
  the image of where o's leads (*apart*). From there x can force a win, so from the beginning too.
  But not both of them can: so o cannot, and x can.

Each condition but *start*, *illegal*, *lost*, *more* and *apart* is asked at every sound position,
whether plays come to it or not. For every size a solver is asked, of formulas; that there are
finitely many fluents holds at each size, as clingo grounds the rules.

Source: Y. Jäckle, Combinatorial and positional game theory in Lean (2024), Bait and
Stealing_condition, which compare not positions, but the moves that are legal after whole plays.
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


_PAIR, _IMAGES, _LATER = ("any", "rich"), ("any", "mirror"), ("any", "later")
# In the order in which they are asked.
EXTRA_MARK: Mapping[str, Condition] = {
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
BAIT: Mapping[str, Condition] = {
    "crooked": Condition("exchanging roles is not one to one at {}", ()),
    "start": Condition("the game does not begin with one role's turn", ("opening",)),
    "illegal": Condition("it is no legal first move", ()),
    "lost": Condition("{} has won after it", ("baited",)),
    "more": Condition("{} is legal after it, but not without it", ("baited",)),
    "apart": Condition("{} holds only with it, or only without it", ("baited", "stolen")),
    "out_of_turn": Condition("{} is legal for a role whose turn it is not"),
    "leads": Condition("a move leads here to where it is not just the other role's turn", _LATER),
    "stuck": Condition("play is not over here, and {} has no move"),
    "tie": Condition("play is over here, and nobody has won"),
    "both": Condition("both roles have won here"),
    "endless": Condition("a move of {}'s adds something here, or takes nothing away", _LATER),
    "legal": Condition("{} is legal here or exchanged, not both", _IMAGES),
    "won": Condition("{} has won here, or its opponent has if exchanged, but not both", _IMAGES),
    "effect": Condition("exchanged, the same move does something else to {}", _IMAGES),
}
