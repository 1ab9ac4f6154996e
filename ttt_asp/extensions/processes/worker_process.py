"""Calls with a time limit, made in a process of their own.

clingo cannot be interrupted while it grounds, or prepares a search: a caller that gives up leaves a
thread behind, which works on and slows the machine down. A command
ends with its process; a program that calls these functions does not. So a call with a limit is
made in a process that is started once, and kept for the next such call, unless a thread stayed
behind: then that process ends, and its work with it.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from ttt_asp.deadline import left_behind, threadless
from ttt_asp.errors import Location, wrong

# Seconds that a call is given to say how far it got after Ctrl-C.
_GRACE = 1.0
_START = (
    "import sys; sys.path[:] = {path!r}; "
    "from ttt_asp.extensions.processes.worker_process import serve; serve()"
)

Process = subprocess.Popen[bytes]
# Those that wait for work, by the process that started them: a fork of it may not talk to them.
_IDLE: dict[int, list[Process]] = {}


def called_apart(call: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """Return or raise the outcome of a call in a process of its own; see `task_of`."""
    if threadless():
        return call(*args, **named)
    idle = _IDLE.setdefault(os.getpid(), [])
    process = idle.pop() if idle else started()
    try:
        ended, raised, outcome = answer(process, task_of(call, args, named))
    except BaseException:
        end(process)
        raise
    if ended:
        end(process)
    else:
        idle.append(process)
    if raised:
        raise outcome
    return outcome


def task_of(call: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]) -> bytes:
    """Return a call as `answer` sends it, to be made in this process's folder and environment.

    Args:
        call: importable by name.
        args: its arguments, plain data.
        named: likewise, by name.
    """
    given = [_plain(value) for value in args], {key: _plain(value) for key, value in named.items()}
    return pickle.dumps((os.getcwd(), dict(os.environ), call, *given))


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def started() -> Process:
    """Start a process that waits for calls; the caller ends it, by `end`."""
    command = [sys.executable, "-c", _START.format(path=sys.path)]
    # in a session of its own: Ctrl-C is for this process, which passes it on
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )


def answer(process: Process, task: bytes) -> tuple[bool, bool, Any]:
    """Let a process make a call.

    Args:
        process: that was `started`.
        task: see `task_of`.

    Returns:
        Whether the process is of no more use, as a thread works on in it; whether the call raised
        an exception; and the exception, or the value returned.

    Raises:
        InputError: the process was killed meanwhile.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        try:
            process.stdin.write(task)
            process.stdin.flush()
            outcome: tuple[bool, bool, Any] = pickle.load(process.stdout)
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            late = threading.Timer(_GRACE, process.kill)
            late.start()
            try:
                outcome = pickle.load(process.stdout)
            except Exception:  # it is too late, or half of the answer was read before
                raise KeyboardInterrupt from None
            finally:
                late.cancel()
    except (EOFError, BrokenPipeError, pickle.UnpicklingError):  # the last of half an answer
        message = "the process was killed before its work was done"
        raise wrong(message, Location.argument("time_limit")) from None
    return outcome


@atexit.register
def _end_all() -> None:
    for process in _IDLE.pop(os.getpid(), []):
        end(process)


def end(process: Process) -> None:
    """Kill a process, and wait until it is gone."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()


def serve() -> NoReturn:
    """Make the calls that are sent to this process, until their sender is gone."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed may not get into the answer
    left = False
    while not left:
        try:
            folder, environment, call, args, named = pickle.load(sys.stdin.buffer)
            os.environ.clear()
            os.environ.update(environment)
            os.chdir(folder)
            try:
                raised, outcome = False, call(*args, **named)
            except BaseException as error:
                raised, outcome = True, error
            left = left_behind()
            pickle.dump((left, raised, outcome), answers)
            answers.flush()
        except (EOFError, OSError, KeyboardInterrupt):
            break
    os._exit(0)
