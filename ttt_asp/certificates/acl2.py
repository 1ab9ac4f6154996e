"""ACL2, asked whether its proved checker accepts a certificate.

The books in `acl2/` say what a play is, and prove that what the checker accepts is right about
every play. They are certified once, into a folder of this user's, which takes some seconds.
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

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import Report
from ttt_asp.certificates.lisp import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.paths import ACL2
from ttt_asp.reached import Reached, Tell

# In this order; each includes those before it.
BOOKS = ("game", "guards", "checker", "sound", "value", "pairs", "general", "rules", "ask")
# Nothing may be taken for granted: no skipped proof, no axiom, no trust tag.
_STRICT = ":skip-proofs-okp nil :defaxioms-okp nil :ttags nil"


def certified(asked: Question, deadline: Deadline, tell: Tell | None = None) -> Report:
    """What ACL2 has printed about a certificate that it accepts.

    Args:
        asked: the certificate as Lisp.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        Rejected: ACL2 does not accept it.
        InputError: ACL2 is not installed.
        Expired: time is up.
    """
    books = certified_books(deadline, tell)
    if tell is not None:
        tell(Reached("asking ACL2"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "asked.lisp")
        path.write_text(
            f"{included(books)}(defconst *data* '{asked.data})\n{asked.form}\n", "utf-8"
        )
        printed = _run(f"(ld {json.dumps(str(path))} :ld-pre-eval-print nil)\n", deadline)
    found = re.search(r"^CERTIFIED\n(.*)^END$", printed, re.MULTILINE | re.DOTALL)
    if not found:
        if re.search(r"^REJECTED\nEND$", printed, re.MULTILINE):
            raise Rejected("the checker that is proved in ACL2 does not accept it")
        raise internal(f"ACL2 does not understand what it is asked: {printed[-1000:]}")
    game, keepers, claim = re.findall(
        r"^(?:game|keepers|claim) (.*?)$(?!\n )", found[1], re.M | re.S
    )
    return Report(
        claim,
        (
            f"ACL2 printed: CERTIFIED. The game: {game}. Who keeps to listed moves: {keepers}."
            f" The claim: {claim}.",
            "That such a certificate is right about every play is a theorem (acl2/sound.lisp).",
        ),
        (
            "ACL2, and the statements in acl2/game.lisp.",
            "That the moves listed are those that the strategies allow."
            " `ttt-asp verify --strategy` derives them anew.",
            *asked.trusted,
        ),
    )


def included(books: Path) -> str:
    """The form that includes the books."""
    return f"(include-book {json.dumps(str(books / 'ask'))} {_STRICT})\n"


def certified_books(deadline: Deadline, tell: Tell | None = None) -> Path:
    """The folder with the certified books, which are certified there if they are not yet.

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
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "name a folder of yours in XDG_CACHE_HOME, for the books"
        raise wrong(f"cannot be made: {error.strerror}", Location(str(home)), hint) from None
    named = home / f"acl2-{hashlib.sha256(key).hexdigest()[:16]}"
    # a link to a folder that is complete: what was interrupted is never taken for it
    if named.is_dir():
        return named.resolve()
    folder = Path(tempfile.mkdtemp(prefix="acl2-", dir=home))
    try:
        for number, (name, text) in enumerate(texts.items()):
            if tell is not None:
                tell(Reached("books of ACL2 certified, once", number, len(BOOKS)))
            (folder / f"{name}.lisp").write_bytes(text)
            book = json.dumps(str(folder / name))
            _run(f"(certify-book {book} 0 t {_STRICT})\n", deadline)
            if not (folder / f"{name}.cert").is_file():
                raise internal(f"ACL2 does not certify the book {name}")
        with suppress(FileExistsError):  # somebody else was as fast
            named.symlink_to(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _run(text: str, deadline: Deadline) -> str:
    """What ACL2 prints to some forms; its process is gone then, whatever ends the waiting."""
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
        return deadline.run(lambda: process.communicate(text)[0])
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
