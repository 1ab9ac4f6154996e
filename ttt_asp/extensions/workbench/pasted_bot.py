"""Bots that are pasted into the page: is one unbeatable, and what does it play here?

They run in the browser alone, whose sandbox holds them; a server runs nothing that anybody sends.
"""

import random
import re
import sys
from collections.abc import Callable
from importlib import import_module, invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.claims import answered, posed
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import threadless
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.players.adapter import adapter_of
from ttt_asp.extensions.players.guard import BETWEEN, WEIGHT, error_place, text_of
from ttt_asp.extensions.players.move_names import by_number, meant, square_numbers
from ttt_asp.extensions.players.process import PLAYS_ALONE
from ttt_asp.extensions.workbench.boards import told
from ttt_asp.extensions.workbench.request import Request
from ttt_asp.positions.machine import load_machine

# What plays as `program:` asks it, so that nothing has to be guessed.
_OWN = re.compile(r"^(def move\(position|move = adapt\()", re.MULTILINE)
# Where the bot's text stands, and what lets it play; messages call them so.
_BOT, _ADAPTER = "your_bot", "your_bot_adapter"
# The end of what lets it play: errors are looked for beside its file, which is the bot's.
_CALLED = "\n\ndef your_bot(position, role):\n    return move(position, role)\n"
_MISSING = "the page has what comes with Python; ttt-asp prove --o program:FILE.py has all of yours"


def prove_bot(request: Request) -> dict[str, Any]:
    """Return the verdict on a claim, one of whose roles a pasted bot plays, with its boards.

    Raises:
        InputError: nothing in the text chooses a move, or it is asked of a server.
    """
    move, how = _mover(request.text("text"))
    game = request.game()
    role = game.spelt(request.role(game))
    named: dict[str, Any] = {"game": request.text("game", request.setting.game)}
    given = Arguments(named, const=request.table("const"), time_limit=request.setting.seconds)
    others = {r: t for r, t in request.table("roles").items() if r != role and t.strip()}
    problem = posed(given, request.text("claim"), {**others, role: move}, DEFAULT)
    verdict = answered(problem, DEFAULT, given.limits)
    return {**told(problem, verdict), "how": how}


def ask_bot(request: Request) -> dict[str, Any]:
    """Return a bot's answer at a position in its role, and the position after it.

    Raises:
        InputError: it has no legal move, or raises an error.
    """
    move, _ = _mover(request.text("text"))
    game, deadline = request.game(), request.limits.deadline
    notation, machine = PositionReader(game), load_machine(free_play(game), deadline)
    fluents = request.position(game)
    try:
        answer = text_of(move(notation.text(fluents), game.spelt(request.role(game))))
    except (Exception, SystemExit) as error:  # whatever it is, it is the bot's
        raise _raised(error, str(Path(move.__code__.co_filename).with_name(f"{_BOT}.py"))) from None
    (here,) = inspect_positions(machine, [machine.pack(fluents)])
    numbers = by_number(here.steps, square_numbers(notation))
    one = random.choice(answer.split(BETWEEN)).rpartition(WEIGHT)[2]
    steps = meant(one, numbers)
    if not steps:
        raise wrong(f"the bot answers {one}, which is no legal move", Location("text"))
    action = game.spelt(steps[0].move.action)
    return {"action": action, "after": notation.exact_text(machine.unpack(steps[0].after))}


def _mover(text: str) -> tuple[Callable[[str, str], object], str]:
    """Return a bot as a function of a position and a role, and the adapter that was guessed."""
    if not threadless():
        message = "a server runs no bot that is pasted"
        hint = "use the page of files (ttt-asp workbench --static), or prove --o program:FILE.py"
        raise wrong(message, Location("text"), hint)
    with TemporaryDirectory() as folder:
        bot, adapter = (Path(folder, f"{name}.py") for name in (_BOT, _ADAPTER))
        bot.write_text(text, "utf-8")
        sys.path.insert(0, folder)
        invalidate_caches()
        for name in (_BOT, _ADAPTER):
            sys.modules.pop(name, None)
        try:
            own = _OWN.search(text) is not None
            how = "" if own else adapter_of(bot, adapter)
            adapter.write_text((how or f"from {_BOT} import move\n") + _CALLED, "utf-8")
            return import_module(_ADAPTER).your_bot, how
        except InputError:
            raise
        except (Exception, SystemExit) as error:  # whatever it is, it is the bot's
            raise _raised(error, str(bot)) from None
        finally:
            sys.path.remove(folder)


def _raised(error: BaseException, bot: str) -> InputError:
    """Return what a bot raised, at its line in the text."""
    hints = {EOFError: PLAYS_ALONE, ModuleNotFoundError: _MISSING}
    file, line = error_place(error, bot)
    place = Location("text", line, 1) if file == bot and line else Location("text")
    message = f"it raised {type(error).__name__}: {error}".removesuffix(": ")
    return wrong(message, place, hints.get(type(error), ""))
