"""Run a program that plays in processes of its own, which end with the process that asks it.

This file is run alone, and imports nothing of this package:

    python guard.py command WORD...      the lines that the command prints are its answers
    python guard.py function FILE NAME   a function of a Python file returns its answers;
                                         NAME may be a class, or CLASS.METHOD: one object a role

Questions come on standard input, a line each. The first process only waits until nobody can ask
any more, however that came about; it kills the second one then, and all that this one started.
"""

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import NoReturn

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
        _answer(*words)
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


def _answer(file: str, name: str) -> NoReturn:
    """Call the function for each question; write `=` and its answer, or `!` and an error.

    The program finds its standard input at the end, and all that it prints goes to standard
    error: neither is a question or an answer.
    """
    pid = os.getpid()
    questions = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)

    def tell(sign: str, text: str) -> None:
        if os.getpid() != pid:  # a fork of the program's, which is nobody to be asked
            os._exit(0)
        answers.write(sign + " ".join(text.split())[:2000] + "\n")
        answers.flush()

    module, place = ModuleType(os.path.splitext(os.path.basename(file))[0]), os.path.abspath(file)
    sys.argv, sys.path[0] = [file], os.path.dirname(place)
    try:
        spec = spec_from_file_location(module.__name__, place)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[module.__name__] = module_from_spec(spec)
        spec.loader.exec_module(module)
    except BaseException as error:
        tell("!", _error_text(error, place))
        os._exit(0)
    function, why = _playing(module, name)
    if function is None:
        tell("?", f"{why}|{', '.join(_known(module))}")
        os._exit(0)
    tell("=", "")
    for question in questions:
        try:
            tell("=", text_of(function(*question.rsplit(maxsplit=1))))
        except BaseException as error:
            tell("!", _error_text(error, place))
    os._exit(0)


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
    """Write a function's result as a line: a text, a number, or a row and a column."""
    if isinstance(move, tuple | list):
        return ",".join(map(str, move))
    return "nothing" if move is None else str(move)


def _error_text(error: BaseException, place: str) -> str:
    """Describe an error, with the line of the program, or of a file beside it, that it is from."""
    trace, line, file = error.__traceback__, 0, place
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if os.path.dirname(name) == os.path.dirname(place):
            line, file = trace.tb_lineno, name
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == place:
        line, file = error.lineno or 0, place
    text = f"it raised {type(error).__name__}: {error}".removesuffix(": ")
    return f"{text} ({os.path.basename(file)}:{line})" if line else text


if __name__ == "__main__":
    main()
