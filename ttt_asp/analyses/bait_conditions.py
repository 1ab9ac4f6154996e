"""Strategy stealing where a first move is a bait: each answer to it is a legal first move too.

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

from ttt_asp.analyses.extra_mark_conditions import Condition

_IMAGES, _LATER = ("any", "mirror"), ("any", "later")
# In the order in which they are asked.
CONDITIONS: Mapping[str, Condition] = {
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
