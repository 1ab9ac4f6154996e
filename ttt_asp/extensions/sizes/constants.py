"""Games of every size: the constants that have no value, and the game of a single size."""

import re
from collections.abc import Mapping
from dataclasses import replace

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument, Diagnostic, InputError, Location, wrong
from ttt_asp.extension import is_read
from ttt_asp.extensions.sizes.condition import EVERY, parse_every
from ttt_asp.extensions.sizes.every_size import Every, Size
from ttt_asp.games.constants import declared_constants
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game, rules_of
from ttt_asp.lp.dependencies import shortest_path

_WORD = re.compile(r"_*[a-z][\w']*")


def read_scope(
    text: str, name: str, constants: Mapping[str, str], deadline: Deadline
) -> tuple[Every, Game]:
    """Read a condition on the constants of a game, and the game of the smallest size it allows.

    Where that size is too large to be found by trying, it is the game of some other size: then only
    what all sizes have in common matters.

    Args:
        text: the condition.
        name: of the game.
        constants: values for its other constants.
        deadline: when to give up.

    Raises:
        InputError: it is no condition, or the game has no sizes; or anything wrong with the game.
    """
    if is_read(name):
        load_game(name, {}, deadline)  # what is wrong with the file comes first
        message = f"{name} declares no constants, so there is one size only"
        raise wrong(message, Location(EVERY), "leave it out")
    texts = declared_constants(rules_of(name, deadline).rules)
    names = [key for key, text in texts.items() if _WORD.fullmatch(text) and text not in texts]
    every = parse_every(text, [constant for constant in texts if constant not in names], name)
    for parameter in every.parameters:
        if parameter in constants:
            message = f"{parameter} is a parameter of the condition, and is given a value"
            where = Location.argument("const", f"{parameter}={constants[parameter]}")
            raise wrong(message, where, "leave out one of the two")
    _refuse_dependent(every, texts, constants)
    if smallest := every.smallest(1):
        game = load_size(every, smallest[0], name, constants, deadline)
    else:
        game = load_game(name, constants, deadline, as_written=True)
    return every, game


def at_size(problem: Problem, size: Size, deadline: Deadline) -> Problem:
    """Return a claim about every size as one about a single size.

    Args:
        problem: the claim about every size.
        size: one that its condition allows.
        deadline: when to give up.

    Raises:
        InputError: the game has no such size.
    """
    every = sizes_of(problem)
    game = load_size(every, size, problem.game.name, problem.game.constants, deadline)
    return replace(problem, game=game, every=None)


def problem_at(problem: Problem, constants: Mapping[str, int | str], deadline: Deadline) -> Problem:
    """Return a claim about every size as one about the size that these constants give."""
    return at_size(problem, sizes_of(problem).size(constants), deadline)


def sizes_of(problem: Problem) -> Every:
    """Return the sizes that a claim about every size is about."""
    assert isinstance(problem.every, Every)
    return problem.every


def load_size(
    every: Every, size: Size, name: str, constants: Mapping[str, str], deadline: Deadline
) -> Game:
    """Load the game of a size that a condition allows.

    Raises:
        InputError: there is no such game, and the condition has to leave this size out.
    """
    try:
        # what is recognised in a file's own words holds for one size, and is no formula
        return load_game(name, {**constants, **every.named(size)}, deadline, as_written=True)
    except InputError as error:
        here = ", ".join(f"{name}={value}" for name, value in every.named(size).items())
        try:
            load_game(name, {}, deadline, as_written=True)
        except InputError:  # the size is not to blame
            raise error from None
        given = {Argument("const", f"{key}={value}") for key, value in constants.items()}
        places = (diagnostic.location for diagnostic in error.diagnostics)
        if all(where is not None and where.file in given for where in places):
            raise error from None  # nor is it here: no size makes a game with that value
        message = f"the condition allows {here}, and that is no game: {{}}"
        hint = f"say in the condition what leaves it out, as {every.parameters[0]} > 0"
        raise InputError(
            Diagnostic(message.format(diagnostic.message), Location(EVERY), hint)
            for diagnostic in error.diagnostics
        ) from None


def _refuse_dependent(every: Every, texts: Mapping[str, str], given: Mapping[str, str]) -> None:
    """Refuse constants without a value, whose defaults rest on a parameter."""

    def rests_on(name: str) -> list[str]:
        words = [] if name in given else _WORD.findall(texts[name])
        return [word for word in words if word in texts]

    for name in [constant for constant in texts if constant not in every.parameters]:
        if path := shortest_path([name], rests_on, lambda constant: constant in every.parameters):
            message = f"{name} is {texts[name]} by default, and {path[-1]} has no value"
            hint = f"say in the condition what {name} is, or give {name} a value"
            raise wrong(message, Location(EVERY), hint)
