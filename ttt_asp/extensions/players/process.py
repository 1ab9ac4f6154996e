"""What answers: a program asked by lines, or a function of Python; each answer has a time limit."""

import os
import random
import re
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ttt_asp.deadline import STEP, Deadline, Expired, refuse_threadless
from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.extensions.players.guard import error_text, plain_text, text_of

# Bytes of an answer, at most.
_LONGEST = 10_000
# Bytes that are kept of what a program writes to stderr: the last ones.
_KEPT = 4_000
# Seconds that a program has to start, as it may have to read much before it can answer.
_TO_START = 60.0
# Seconds to wait for what a program wrote before it ended.
_MOMENT = 0.2
# Seconds that it has to end when it is not asked any more.
_TO_END = 5.0
# A line with an error, as Python, node, Java, Go, Rust and C's assert write it.
_TELLING = re.compile(r"(\S+ )*?(\S*(Error|Exception)\b|panic:|thread '.*' panicked|Assertion)")
_GUARD = Path(__file__).with_name("guard.py")
# What to do where a file asks for input as it is read.
PLAYS_ALONE = "what plays a whole game belongs under if __name__ == '__main__':"

Running = subprocess.Popen[bytes]


class NoAnswer(Exception):
    """A program gave no legal move; the text says why."""


class _Ended(NoAnswer):
    """A program ended instead of answering."""


@dataclass
class Process:
    """A program that answers a line with a line, run when it is first asked.

    It runs apart: it does not get Ctrl-C, and it ends with this process, however that ends.
    After no answer, or more than one, the next question goes to a new process: no late line is
    taken for an answer to another question.

    Attributes:
        words: the command; or a Python file, and the name of its function.
        function: whether `words` name a function.
        where: the place at which the program was named.
        seconds: how long an answer may take.
        check: called while an answer is awaited; it raises where the work has to end, as by Ctrl-C.
    """

    words: list[str]
    function: bool
    where: Location
    seconds: float
    check: Callable[[], None]
    _running: Running | None = None
    _unsent: bytes = b""
    _read: bytes = b""
    _said: bytes = b""
    _answered: bool = False
    _starts: int = 0
    _waiting: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def ask_all(self, questions: Sequence[tuple[str, str]]) -> Sequence[str | NoAnswer]:
        """Return the answer to each position and role, or why there is none.

        Raises:
            InputError: it cannot be asked at all.
            Expired: a limit was reached.
        """
        answers: list[str | NoAnswer] = []
        while len(answers) < len(questions):
            answers += self._asked(questions[len(answers) :])
        return answers

    def _asked(self, questions: Sequence[tuple[str, str]]) -> list[str | NoAnswer]:
        """Return answers to the first questions, up to the first one that has none, and why.

        A function is asked them all at once, as each of its answers is a line. A command is asked
        one: it may print more than one line. Who has answered before and ends is asked again, as
        some programs answer once.
        """
        asked, answered = questions if self.function else questions[:1], self._answered
        answers: list[str | NoAnswer] = []
        try:
            if self._running is None:
                self._start()  # what it prints from here on may be its answer
            else:
                self._more(0.0)
                self._refuse_more()
            text = "".join(f"{position} {role}\n" for position, role in asked)
            self._unsent = text.encode("utf-8", "replace")
            while len(answers) < len(asked):
                line = self._line(self.seconds)
                if len(answers) == len(asked) - 1:
                    self._refuse_more()
                answers.append(self._understood(line))
            self._answered = True
        except NoAnswer as error:
            self.close()
            if not (isinstance(error, _Ended) and (answered or answers)):
                answers.append(error)
        except BaseException:
            self.close()
            raise
        return answers

    def _understood(self, answer: str) -> str | NoAnswer:
        """Return an answer; of a function see `guard`."""
        if not self.function:
            return plain_text(answer)
        unseen, plain = "~" * answer.startswith("~"), answer.removeprefix("~")
        return unseen + plain[1:] if plain.startswith("=") else NoAnswer(plain[1:])

    def close(self) -> None:
        """End the program, and wait until it is gone."""
        if self._running is None:
            return
        running, self._running, self._answered = self._running, None, False
        for stream in (running.stdin, running.stdout, running.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        try:
            running.wait(_TO_END)
        except subprocess.TimeoutExpired:  # the program has stopped the process that ends it
            running.kill()
            running.wait()
        self._waiting.close()

    def _refuse_more(self) -> None:
        """Refuse to guess which line of several is the answer."""
        if self._read:
            first = self._read[:60].decode("utf-8", "backslashreplace").strip().split("\n")[0]
            raise NoAnswer(f"it printed more than one line; here {first}")

    def _start(self) -> None:
        """Run the program; where it is a function, until it can be called."""
        refuse_threadless("a program of one's own", self.where)
        kind = ("function" if self._starts % 2 == 0 else "anew") if self.function else "command"
        command, self._starts = [sys.executable, str(_GUARD), kind], self._starts + 1
        pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONUNBUFFERED": "1"}
        running = subprocess.Popen(
            [*command, *self.words],
            bufsize=0,
            env=environment,
            start_new_session=True,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )
        assert running.stdin is not None
        os.set_blocking(running.stdin.fileno(), False)
        self._running, self._unsent, self._read, self._said = running, b"", b"", b""
        self._waiting = selectors.DefaultSelector()
        for stream in (running.stdout, running.stderr):
            assert stream is not None
            self._waiting.register(stream, selectors.EVENT_READ)
        if self.function:
            try:
                first = self._line(max(_TO_START, self.seconds))
            except NoAnswer as error:
                raise wrong(f"{self.words[0]} cannot be read: {error}", self.where) from None
            self._refuse(first)

    def _refuse(self, first: str) -> None:
        """Refuse a file without the function, or with an error."""
        file, name = self.words
        if first.startswith("!"):
            hint = PLAYS_ALONE if "EOFError" in first else ""
            why = first[1:].removeprefix("it raised ")
            raise wrong(f"{file} cannot be read: {why}", self.where, hint)
        if first.startswith("?"):
            why, _, listed = first[1:].partition("|")
            known = [word for word in listed.split(", ") if word]
            classes = [word for word in known if "." in word]
            adapter = f"`ttt-asp new program adapter.py --from {file}` lets it play as it is"
            another = f"it has {listed}: program:{file}:NAME names another one" if known else ""
            hint = nearest(name, known, another)
            if name.partition(".")[0] in (word.partition(".")[0] for word in known):
                hint = f"{another}; {adapter}"  # it is there, and cannot be asked
            elif name == "move" and classes:
                kind, _, method = classes[0].partition(".")
                asks = f"program:{file}:{kind} asks an object of the class {kind}, by its {method}"
                hint = f"{asks}; {adapter}, with its own board"
            elif name == "move" and known:
                hint = f"{hint}; {adapter}"
            raise wrong(f"{file} has {why}", self.where, hint)

    def _line(self, seconds: float) -> str:
        """Return the first line that comes within some seconds.

        A function may ask for more; a command has to have read its question.
        """
        function, end = self.function, time.monotonic() + seconds
        while b"\n" not in self._read or (self._read[:1] == b"+" if function else self._unsent):
            if function and self._read.startswith(b"+\n"):
                self._read, end = self._read[2:], time.monotonic() + seconds
                continue
            self.check()
            if (left := end - time.monotonic()) <= 0:
                if self._unsent and not function:
                    raise NoAnswer(f"it has not read its question within {seconds:g} s")
                hint = "" if function or self._read else "; does it flush what it prints?"
                more = f"`--move-time {max(60, round(10 * seconds))}` gives it more"
                raise NoAnswer(f"it gave no answer within {seconds:g} s{hint} ({more})")
            self._more(min(left, STEP))
            if len(self._read) > _LONGEST and b"\n" not in self._read[:_LONGEST]:
                raise NoAnswer(f"it printed a line of more than {_LONGEST:,} characters")
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "backslashreplace").strip()

    def _more(self, seconds: float) -> None:
        """Write of the questions what a pipe takes, and read output so far, or within seconds."""
        assert self._running is not None
        assert self._running.stdin is not None
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._running.stdin.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it has ended, as is seen below, or reads nothing
            self._unsent = b""
        for key, _ in self._waiting.select(seconds):
            data = os.read(key.fd, 1 << 16)
            if not data:
                self._waiting.unregister(key.fileobj)
            if key.fileobj is self._running.stderr:
                self._said = (self._said + data)[-_KEPT:]
            elif data:
                self._read += data
            else:
                raise self._end()

    def _end(self) -> _Ended:
        """Describe how a program ended, with its last words."""
        running = self._running
        assert running is not None
        end = time.monotonic() + _MOMENT
        while self._waiting.get_map() and (left := end - time.monotonic()) > 0:
            self._more(left)
        assert running.stdin is not None
        running.stdin.close()
        code = running.wait()
        how = f"it was ended by signal {code - 128}" if code > 128 else f"it ended, status {code}"
        last = last_words(self._said.decode("utf-8", "backslashreplace"))
        return _Ended(f"{how}{f': {last[:400]}' if last else ''}")


def last_words(text: str) -> str:
    """Return the line of what a program wrote before it ended that says why: else the last one."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    errors = [line for line in lines if _TELLING.match(line)]
    return (errors or lines or [""])[-1]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of Python, asked in this process, so that its state stays its own.

    Attributes:
        function: of a position and a role. deadline: when to give up.
        seconds: how long each answer may take.
    """

    function: Callable[[str, str], object]
    deadline: Deadline
    seconds: float

    def ask_all(self, questions: Sequence[tuple[str, str]]) -> Sequence[str | NoAnswer]:
        """Return the answer to each position and role, or why there is none."""
        return [self._ask(*question) for question in questions]

    def close(self) -> None:
        """Leave it."""

    def _ask(self, position: str, role: str) -> str | NoAnswer:
        code = getattr(self.function, "__code__", None)
        place = Path(code.co_filename if code else "")
        own = place.parent == _GUARD.parent  # of `adapt`: what it raises is from elsewhere

        def work() -> str | NoAnswer:
            try:
                return text_of(self.function(position, role))
            except BaseException as error:  # whatever it is, it is the function's
                return NoAnswer(error_text(error, "" if own else str(place)))

        self.deadline.check()
        before = random.getstate()
        try:
            answer = Deadline(self.seconds).run(work)
        except Expired as error:
            if error.stop.kind != "time":
                raise
            more = f"move_time={max(60, round(10 * self.seconds))} gives it more"
            return NoAnswer(f"it gave no answer within {self.seconds:g} s ({more})")
        # it threw dice, perhaps for a choice that is too rare to be seen
        drew = isinstance(answer, str) and random.getstate() != before
        return f"~{answer}" if drew else answer
