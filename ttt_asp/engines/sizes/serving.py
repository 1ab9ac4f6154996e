"""What runs in a solver's process: it reads texts of SMT-LIB 2, and answers what is printed."""

import os
import pickle
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from queue import SimpleQueue
from typing import Any, BinaryIO

# What a text begins with that is about nothing that was told before.
RESET = "(reset)\n"
# Takes a text, and returns what the solver prints.
Door = Callable[[str], str]


def serve(effort: int, most: int | None) -> None:
    """Answer the texts that come, one after the other, until whoever sends them is gone.

    Args:
        effort: how much work a question may be, in the solver's own unit; the same on every
            machine, however busy it is.
        most: how often it may take memory in all; this process ends where it would more often.
    """
    texts: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_hear, args=(sys.stdin.buffer, texts), daemon=True).start()
    door, told = _z3(effort, most), sys.stdout.buffer
    _send(told, "")  # it is there
    while True:
        _send(told, door(texts.get()))


def _hear(given: BinaryIO, texts: "SimpleQueue[str]") -> None:
    """Take what comes, and end with whoever sends it, in the middle of a search too."""
    while True:
        try:
            texts.put(pickle.load(given))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def _send(told: BinaryIO, text: str) -> None:
    pickle.dump(text, told)
    told.flush()


def _z3(effort: int, most: int | None) -> Door:
    z3: Any = import_module("z3")
    context = z3.Context()

    def door(text: str) -> str:
        nonlocal context
        if text.startswith(RESET):
            context = z3.Context()
        try:
            return str(z3.Z3_eval_smtlib2_string(context.ref(), text))
        except z3.Z3Exception as error:
            return f"(error {error})"

    door(f"(set-option :rlimit {effort})")
    if most is not None:
        door(f"(set-option :memory_max_alloc_count {most})")
    return door
