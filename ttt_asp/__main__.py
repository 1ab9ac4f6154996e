"""The program as a process, which Ctrl-C ends with one word whenever it comes.

`ttt-asp` and `python -m ttt_asp` are both this module, which no library imports: it hears Ctrl-C
from its first line on. Slow imports stand inside of functions, while Ctrl-C is caught: in the
middle of an import Python turns Ctrl-C into other errors, or prints a traceback.
"""

import _signal  # type: ignore[import-not-found]  # `signal` takes longer than this file
import os
import sys

_HEARD = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler


def _leave(*_: object) -> None:
    """End the process at once, as Ctrl-C asked for it."""
    os.write(2, b"unknown: interrupted\n")
    os._exit(130)


if _HEARD:
    # The processes of `--jobs` import this too; Ctrl-C is for the one that started them.
    started = "multiprocessing.spawn" in sys.modules
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN if started else _leave)


def run() -> None:
    """Run the program on the process's arguments, and end the process."""
    import gc
    import signal

    # A run is short, and keeps its objects: looking for garbage is a tenth of its time, and
    # begins with the first imports.
    gc.set_threshold(100_000, 50, 50)
    from ttt_asp.cli.execution import execute
    from ttt_asp.kept import write

    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends the program quietly
    status = 0
    try:
        if _HEARD:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        with open(os.devnull, "w") as nowhere:
            sys.stdout = sys.stdout or nowhere  # closed by the caller
            sys.stderr = sys.stderr or nowhere
            status = execute(sys.argv[1:])
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            sys.stdout.flush()
            sys.stderr.flush()
            write()
        if "multiprocessing" in sys.modules:
            gc.collect()  # gives semaphores back, of which there would be a warning
    except KeyboardInterrupt:
        _leave()
    # A grounding that was given up may still run in its thread; it would crash a slower exit.
    os._exit(status)


if __name__ == "__main__":
    run()
