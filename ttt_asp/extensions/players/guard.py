"""Run a program that plays in processes of its own, which end with the process that asks it.

This file is run alone, and imports nothing of this package but `draws.py` and `dice.py` beside it:

    python guard.py command WORD...      the lines that the command prints are its answers
    python guard.py function FILE NAME   a function of a Python file returns its answers;
                                         NAME may be a class, or CLASS.METHOD: one object a role
    python guard.py anew FILE NAME       the same; draws turn out the other way round first

Questions come on standard input, a line each. What a function answers is a line, too: `=` and a
move, or moves with their weights; `!` and an error; `~` before either if it was drawn by dice that
nobody sees; and `+` while it works on its answer. The first process only waits until nobody can ask
any more, however that came about; it kills the second one then, and all that this one started.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, NoReturn

# What stands between moves, and between a weight and its move.
BETWEEN, WEIGHT = "\x02", "\x01"
# Bytes of an answer, at most.
_LONGEST = 9_000
# Seconds between two signs that a function is at work.
_SIGN = 0.5
# Usual names of the method that moves, those that say most first.
METHODS = ("move", "get_move", "best_move", "choose_move", "next_move", "find_best_move",
           "computer_move", "make_move", "play", "choose", "act")  # fmt: skip
# Usual names of the mark, where an object may do without.
_ROLES = ("role", "mark", "player", "symbol", "letter", "piece", "sign")
# What the kernel calls it that orphans of the program become children of this process.
_SUBREAPER = 36


def main() -> NoReturn:
    """Start the program, wait until it is not asked any more, and end it."""
    kind, *words = sys.argv[1:]
    # before there is a child: what a quick one leaves behind would be nobody's otherwise
    with suppress(Exception):  # elsewhere than on Linux only its group is killed
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if not child:
        os.setsid()
        if kind == "command":
            try:
                os.execvp(words[0], words)
            except OSError as error:
                os.write(2, f"{words[0]}: {error.strerror}".encode("utf-8", "replace"))
                os._exit(127)
        _answer(words[0], words[1], backwards=kind == "anew")
    for stream in (1, 2):
        os.dup2(0, stream)  # nobody is to think that the program can still answer
    waiting = select.poll()
    waiting.register(0, 0)  # of its end alone, as questions are not for this process
    waiting.poll()
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    _kill_orphans()
    os._exit(code if code >= 0 else 128 - code)


def _kill_orphans() -> None:
    """Kill processes that the program left behind, in other groups too."""
    with suppress(OSError):  # until there is none, or nobody says which there are
        while True:
            with open(f"/proc/self/task/{os.getpid()}/children") as listed:
                for child in map(int, listed.read().split()):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _answer(file: str, name: str, backwards: bool) -> NoReturn:
    """Call the function for each question; write `=` and its answer, or `!` and an error.

    The program finds its standard input at the end, and all that it prints goes to standard
    error: neither is a question or an answer.
    """
    pid, told = os.getpid(), 0.0
    beside = os.path.dirname(os.path.abspath(__file__))
    draws, dice = (  # in this order
        _loaded(f"ttt_asp.extensions.players.{part}", os.path.join(beside, f"{part}.py"))
        for part in ("draws", "dice")
    )
    dice.take_control()
    draws.THROWS.backwards = backwards
    questions = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)

    def tell(sign: str, text: str) -> None:
        nonlocal told
        if os.getpid() != pid:  # a fork of the program's, which is nobody to be asked
            os._exit(0)
        told, line = time.monotonic(), " ".join(text.split())
        if len(line) > _LONGEST and sign.endswith("="):
            sign, line = "!", f"an answer of more than {_LONGEST:,} characters"
        answers.write(sign + line[: 2000 if sign.endswith("!") else _LONGEST] + "\n")
        answers.flush()

    place = os.path.abspath(file)
    sys.argv, sys.path[0] = [file], os.path.dirname(place)
    try:
        module = _loaded(os.path.splitext(os.path.basename(file))[0], place)
    except BaseException as error:
        tell("!", error_text(error, place))
        os._exit(0)
    function, why = _playing(module, name)
    if function is None:
        tell("?", f"{why}|{', '.join(_known(module))}")
        os._exit(0)
    tell("=", "")
    lost: set[str] = set()  # the questions for which no draw can be followed

    def run() -> str:
        try:
            return "=" + text_of(function(*question.rsplit(maxsplit=1)))
        except BaseException as error:
            return "!" + error_text(error, place)
        finally:
            dice.look_for_others()

    def sign() -> None:
        if time.monotonic() - told > _SIGN:
            tell("+", "")

    for question in questions:
        dice.look_for_others()
        every = None if question in lost or draws.THROWS.always else draws.every(run, sign)
        if every is None:
            lost.add(question)
            answer = draws.freely(run)
            tell(f"~{answer[0]}", answer[1:])
        elif len(every) == 1:
            (answer,) = every
            tell(answer[0], answer[1:])
        else:
            tell("=", _together(every))
    os._exit(0)


def _loaded(name: str, place: str) -> ModuleType:
    """Import a file under a name, without the package that it is in."""
    spec = spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _together(answers: Mapping[str, Fraction]) -> str:
    """Write several answers with their chances as one: moves, and errors behind `!`."""
    entries: dict[str, Fraction] = {}
    for answer, chance in answers.items():
        parts = [(answer if answer[0] == "!" else answer[1:], Fraction(1))]
        if WEIGHT in answer:
            split = (entry.partition(WEIGHT) for entry in answer[1:].split(BETWEEN))
            parts = [(move, Fraction(weight)) for weight, _, move in split]
        total = sum(weight for _, weight in parts)
        for move, weight in parts:
            entries[move] = entries.get(move, Fraction(0)) + chance * weight / total
    return BETWEEN.join(f"{weight}{WEIGHT}{move}" for move, weight in entries.items())


def _playing(module: ModuleType, name: str) -> tuple[Callable[[str, str], object] | None, str]:
    """Return what plays of a module: a function, or a class whose objects do; else why none does.

    The method is called with the position and the role, or with the position if it takes no more.
    """
    head, _, method = name.partition(".")
    kind = getattr(module, head, None)
    if not isinstance(kind, type):
        return (kind, "") if callable(kind) and not method else (None, f"no function {name}")
    method = method or _mover(kind)
    if not callable(getattr(kind, method or "?", None)):
        return (
            None,
            f"no method {method} of {head}" if method else f"no method of {head} that moves",
        )
    if not _takes_position(kind, method):
        return None, f"{name}, which takes no position"
    from inspect import signature  # few programs are classes

    players: dict[str, Callable[..., object]] = {}

    def move(position: str, role: str) -> object:
        if role not in players:
            asks = list(signature(kind).parameters.values())[:1]
            named = bool(asks) and (asks[0].default is asks[0].empty or asks[0].name in _ROLES)
            players[role] = getattr(kind(*[role] * named), method)
        return players[role](*(position, role)[: len(signature(players[role]).parameters)])

    return move, ""


def _mover(kind: type) -> str:
    """Return the usual method of a class that moves, given a position; empty if it has none."""
    there = (method for method in METHODS if callable(getattr(kind, method, None)))
    return next((method for method in there if _takes_position(kind, method)), "")


def _takes_position(kind: type, method: str) -> bool:
    """Return whether a method has a parameter for a position, and not for the mark alone."""
    from inspect import signature

    asked = list(signature(getattr(kind, method)).parameters)[1:]
    return len(asked) > 1 or (len(asked) == 1 and asked[0] not in _ROLES)


def _known(module: ModuleType) -> list[str]:
    """Return the names of a module's functions and classes, these with the method that moves."""
    known = [key for key, value in vars(module).items() if callable(value) and key[0] != "_"]
    for place, key in enumerate(known):
        kind = getattr(module, key)
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            known[place] = f"{key}.{_mover(kind)}".removesuffix(".")
    return known


def text_of(move: object) -> str:
    """Write a function's result as a line: a move, several, or moves with weights.

    A move is a text, a number, or a row and a column. An array of numpy's is the list of it.

    Raises:
        ValueError: weights are none.
    """
    move = plainly(move)
    if isinstance(move, dict):
        weights = {key: _weight(weight) for key, weight in move.items()}
        if not any(weights.values()):
            raise ValueError(f"there is no weight above 0 in {move}")
        return BETWEEN.join(f"{w}{WEIGHT}{_one_of(key)}" for key, w in weights.items())
    several = isinstance(move, list | set | frozenset)
    several = several or (isinstance(move, tuple) and any(isinstance(m, tuple) for m in move))
    if not several:
        return _one_of(move)
    moves = list(move)  # type: ignore[call-overload]
    if isinstance(move, list) and len(moves) == 2 and all(str(m).isdigit() for m in moves):
        return f"[{moves[0]}, {moves[1]}]"  # may be a row and a column
    return BETWEEN.join(f"1{WEIGHT}{_one_of(m)}" for m in moves) or "nothing"


def plainly(answer: object) -> Any:
    """Return an array or a number of numpy's as a list or a number; anything else as it is."""
    listed = getattr(answer, "tolist", None)
    return listed() if callable(listed) else answer


def _one_of(move: object) -> str:
    move = plainly(move)
    if isinstance(move, tuple | list):
        return plain_text(",".join(map(str, move))[:2000])
    return "nothing" if move is None else plain_text(str(move)[:2000])


def plain_text(text: str) -> str:
    """Return a text without what stands between moves."""
    return text.replace(BETWEEN, "?").replace(WEIGHT, "?")


def _weight(weight: object) -> Fraction:
    plain = weight if isinstance(weight, int | float | Fraction) else str(weight)
    plain = Fraction(plain)
    near = plain.limit_denominator(1_000_000)
    exact = near if isinstance(weight, float) and float(near) == weight else plain
    if exact < 0:
        raise ValueError(f"the weight {weight} is less than 0")
    return exact


def error_text(error: BaseException, place: str) -> str:
    """Describe an error, with the line of the program, or of a file beside it, that it is from."""
    file, line = error_place(error, place)
    text = f"it raised {type(error).__name__}: {error}".removesuffix(": ")
    return f"{text} ({os.path.basename(file)}:{line})" if line else text


def error_place(error: BaseException, place: str) -> tuple[str, int]:
    """Return the file beside a program, or the program's own, and its line; 0 for none there."""
    trace, line, file = error.__traceback__, 0, place
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if os.path.dirname(name) == os.path.dirname(place):
            line, file = trace.tb_lineno, name
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == place:
        line, file = error.lineno or 0, place
    return file, line


if __name__ == "__main__":
    main()
