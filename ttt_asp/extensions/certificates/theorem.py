"""Claims as theorems: books for ACL2, whose statements do not mention the certificate."""

import json
import re
from pathlib import Path

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.certificates.checker.format import read_text
from ttt_asp.extensions.certificates.lisp import LispQuestion, question
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.files import write_bytes
from ttt_asp.limits import Limits
from ttt_asp.paths import ACL2

# Those of acl2/ that a theorem needs, in their order.
_BOOKS = ("game", "checker", "sound", "value")
_THEOREM = """\
(defthm {name}
  {stated}
  :hints (("Goal"
           :use ({used})
           :in-theory (union-theories (theory 'minimal-theory)
                                      '((certifies) (longest) (mnk) (cons)))))
  :rule-classes nil)
"""
_USED = "(:instance {} (tree *data*) (game {}) ({} '{}) (claim '{}))"
_PLAYED = """\
(implies (playp moves (opening {game}) {game} '{keepers} *data*)
           (let ((end (end-of moves (opening {game}) {game})))
             (and (<= (len moves) {longest})
                  (implies (outcome end {game}) (allows '{claim} (outcome end {game}))))))"""


def write_theorem(path: Path, problem: Problem, limits: Limits) -> int:
    """Write a book whose last event is the claim of a proved problem.

    The books that it rests on stand in it, so that it certifies wherever it lies.

    Args:
        path: the file, replaced if it is there.
        problem: the question, whose verdict is `proved`.
        limits: of the exploration, which is made once more.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: ACL2 is not asked about it, or a limit was reached.
    """
    try:
        data = limits.deadline.run(lambda: certificate(problem, limits))
    except Expired as late:
        raise wrong(f"no theorem: {late.stop}", Location.argument("theorem")) from None
    asked = question(read_text(json.dumps(data).encode()))
    if not asked.longest:
        why = "a theorem is of games of marking squares, and this game is one of other rules"
        raise wrong(why, Location.argument("theorem"), "`ttt-asp verify --acl2` certifies it")
    books = "\n".join((ACL2 / f"{name}.lisp").read_text("ascii") for name in _BOOKS)
    books = re.sub(r"^\((in-package|include-book) .*\n", "", books, flags=re.MULTILINE)
    text = f'(in-package "ACL2")\n\n{books}\n(defconst *data* \'{asked.data})\n\n{_theorem(asked)}'
    write_bytes(path, text.encode("ascii"))
    return len(text)


def _theorem(asked: LispQuestion) -> str:
    """Return the theorem: with one role alone it is about the game's value, else about plays."""
    game, keepers, claim, longest = asked.game, asked.keepers, asked.claim, asked.longest
    quantifier, role, outcome = claim.strip("()").split()
    keeper = keepers.strip("()")
    if keeper in ("x", "o"):
        stated = f"(secures {longest} (opening {game}) {game} '{keeper} '{claim})"
        used = [_USED.format("a-certified-role-secures-the-claim", game, "role", keeper, claim)]
    else:
        stated = _PLAYED.format(game=game, keepers=keepers, longest=longest, claim=claim)
        named = ("every-end-is-as-claimed", "plays-end")
        used = [_USED.format(name, game, "keepers", keepers, claim) for name in named]
    return _THEOREM.format(
        name=f"{role}-{quantifier}-{outcome}", stated=stated, used=f"\n{' ' * 17}".join(used)
    )
