"""ACL2: does its proved checker accept a certificate? And claims as theorems, books for it.

The books in `acl2/` define plays, and prove that a certificate which the checker accepts is right
about every play. They are certified once, into a folder of this user's, which takes some seconds.
The statement of a theorem does not mention the certificate.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline, Expired, refuse_threadless
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.extensions.certificates.checker.format import Rejected, read_text
from ttt_asp.extensions.certificates.checker.main import Report
from ttt_asp.extensions.certificates.lisp import LispQuestion, question
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.files import write_bytes
from ttt_asp.limits import Limits, ProgressReport, Tell
from ttt_asp.paths import ACL2

# In this order; each includes those before it.
BOOKS = ("game", "checker", "sound", "value", "pairs", "rules", "ask")
# Debian's ACL2 stops at once, in raw Lisp, where the package acl2-books is not installed. These two
# begin its loop there; in the loop they are errors, after which it goes on.
_BEGIN = '(si::setenv "ACL2_SYSTEM_BOOKS" "/bin")\n(lp)\n'
# Nothing may be taken for granted: no skipped proof, no axiom, no trust tag.
STRICT = ":skip-proofs-okp nil :defaxioms-okp nil :ttags nil"


def certified(asked: LispQuestion, deadline: Deadline, tell: Tell | None = None) -> Report:
    """Return the report of ACL2 on a certificate that it accepts.

    Raises:
        Rejected: ACL2 does not accept it.
        InputError: ACL2 is not installed.
        Expired: time is up.
    """
    books = certified_books(deadline, tell)
    if tell is not None:
        tell(ProgressReport("asking ACL2"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "asked.lisp")
        forms = f"{included(books)}(defconst *data* '{asked.data})\n{asked.form}\n"
        path.write_text(forms, "ascii")
        text = printed(f"(ld {json.dumps(str(path))} :ld-pre-eval-print nil)\n", deadline)
    # after an error ACL2 goes on, and exits with 0: only what it prints last counts
    *_, game, keepers, claim, last = ["", "", "", *text.splitlines()]
    if last == "REJECTED":
        raise Rejected("the checker that is proved in ACL2 does not accept it")
    if last != "CERTIFIED":
        raise internal(f"ACL2 does not understand what it is asked: {text[-1000:]}")
    return Report(
        claim,
        (
            f"ACL2 printed: {game}; {keepers}; {claim}; {last}.",
            f"What that says of every play is a theorem (acl2/{asked.theorem}).",
        ),
        ("ACL2, and what acl2/game.lisp says a play is.", *asked.trusted),
    )


def included(books: Path) -> str:
    """Return the form that includes the books."""
    return f"(include-book {json.dumps(str(books / 'ask'))} {STRICT} :uncertified-okp nil)\n"


def certified_books(deadline: Deadline, tell: Tell | None = None) -> Path:
    """Return the folder of the certified books; certify them first if they are not yet.

    Raises:
        InputError: ACL2 is not installed, or does not certify them.
        Expired: time is up.
    """
    program = shutil.which("acl2")
    if program is None:
        raise wrong("ACL2 is not installed", Location.argument("acl2"), "apt-get install acl2")
    texts = {name: (ACL2 / f"{name}.lisp").read_bytes() for name in BOOKS}
    about = os.stat(os.path.realpath(program))
    key = repr((texts, program, about.st_size, about.st_mtime_ns)).encode()
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "ttt-asp")
    named = home / f"acl2-{hashlib.sha256(key).hexdigest()[:16]}"
    # a link to a folder that is complete: what was interrupted is never taken for it
    if named.is_dir():
        return named.resolve()
    try:
        home.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix="acl2-", dir=home))
    except OSError as error:
        hint = "name a folder of yours in XDG_CACHE_HOME, for the books"
        raise wrong(f"no place for books: {error.strerror}", Location(str(home)), hint) from None
    try:
        for number, (name, text) in enumerate(texts.items()):
            if tell is not None:
                tell(ProgressReport("books of ACL2 certified, once", number, len(BOOKS)))
            (folder / f"{name}.lisp").write_bytes(text)
            book = json.dumps(str(folder / name))
            printed(f"(certify-book {book} 0 t {STRICT})\n", deadline)
            if not (folder / f"{name}.cert").is_file():
                raise internal(f"ACL2 does not certify the book {name}")
        named.symlink_to(folder)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, FileExistsError):  # somebody else was faster
            return named.resolve()
        raise
    return folder


def printed(forms: str, deadline: Deadline) -> str:
    """Return the answer of ACL2 to some forms; end its process, whatever ends the waiting."""
    refuse_threadless("ACL2")
    # in a session of its own: Ctrl-C is for this process, which ends that one
    process = subprocess.Popen(
        ["acl2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        encoding="utf-8",
        errors="replace",
    )
    try:
        return deadline.run(lambda: process.communicate(_BEGIN + forms)[0])
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


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
