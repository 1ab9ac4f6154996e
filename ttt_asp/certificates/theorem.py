"""Claims as theorems: books for ACL2 in which a certificate proves what stands there without it."""

import json
from pathlib import Path

from ttt_asp.certificates.acl2 import certified_books, included
from ttt_asp.certificates.checker.format import read_text
from ttt_asp.certificates.lisp import Question, question
from ttt_asp.certificates.positions import certificate
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_bytes
from ttt_asp.limits import Limits

# The claim of one role alone is about the game's value; what else is said of plays.
_SECURED = """\
(defthm {name}
  (secures (len (opening {game})) (opening {game}) {game} '{keeper} '{claim})
  :hints (("Goal"
           :use ((:instance a-certified-role-secures-the-claim
                            (tree *data*) (game {game}) (role '{keeper}) (claim '{claim})))
           :in-theory (union-theories (theory 'minimal-theory)
                                      '((certifies) (mnk) (cons) (opening) (len)))))
  :rule-classes nil)
"""
_PLAYED = """\
(defthm {name}
  (implies (playp moves (opening {game}) {game} '{keepers} *data*)
           (let ((end (end-of moves (opening {game}) {game})))
             (and (<= (len moves) (len (opening {game})))
                  (implies (outcome end {game}) (allows '{claim} (outcome end {game}))))))
  :hints (("Goal"
           :use ((:instance every-end-is-as-claimed
                            (tree *data*) (game {game}) (keepers '{keepers}) (claim '{claim}))
                 (:instance plays-end
                            (tree *data*) (game {game}) (keepers '{keepers}) (claim '{claim})))
           :in-theory (union-theories (theory 'minimal-theory)
                                      '((certifies) (mnk) (cons) (opening) (len)))))
  :rule-classes nil)
"""


def write_theorem(path: Path, problem: Problem, limits: Limits) -> int:
    """Write a book whose last event is the claim of a proved problem.

    Args:
        path: the file, replaced if it is there.
        problem: the question, whose verdict is `proved`.
        limits: of the positions that have to be gone through once more.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: ACL2 is not asked about it, or not installed, or a limit was reached.
    """
    try:
        data = limits.deadline.run(lambda: certificate(problem, limits))
        asked = question(read_text(json.dumps(data).encode()))
        if asked.ask != "ask-tree":
            why = "a theorem is of games of marking squares, and this game is one of other rules"
            raise wrong(why, Location.argument("theorem"), "`ttt-asp verify --acl2` certifies it")
        books = certified_books(limits.deadline, limits.progress)
    except Expired as late:
        raise wrong(f"no theorem: {late.stop}", Location.argument("theorem")) from None
    text = f'(in-package "ACL2")\n{included(books)}(defconst *data* \'{asked.data})\n'
    text += _stated(asked)
    write_bytes(path, text.encode("ascii"))
    return len(text)


def _stated(asked: Question) -> str:
    how, who, what = asked.claim.strip("()").split()
    name = f"{how}-tie" if who == "nil" else f"{who}-{how}-{what}"
    keeper = asked.keepers.strip("()")
    form = _SECURED if keeper in ("x", "o") else _PLAYED
    return form.format(
        name=name, game=asked.game, keepers=asked.keepers, keeper=keeper, claim=asked.claim
    )
