"""The time-free sources of a program: game, vocabulary, tactics, operators, and others."""

from collections.abc import Mapping, Sequence
from itertools import chain

from ttt_asp.errors import refuse
from ttt_asp.games.constants import declared_constants, named_like_constant, replacing_constants
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.lint import forbidden_cycles
from ttt_asp.lp.scan import identifiers, mask_comments
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.lp.templates import render
from ttt_asp.paths import ASP
from ttt_asp.programs.compose import compose
from ttt_asp.programs.names import defined_twice, question_clashes
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas
from ttt_asp.strategies.strategy import Strategy

# Where a move stands that the user gives: in it constants of the game are meant to be replaced.
MOVE = "MOVE"


def game_sources(
    game: Game,
    strategies: Mapping[str, Strategy],
    more: list[Source],
    frame: str = "",
    label: str = "",
    lemmas: Lemmas = NO_LEMMAS,
    others: Mapping[str, Sequence[Strategy]] | None = None,
) -> list[Source]:
    """Collect the time-free sources of a program: rules, vocabulary, tactics, operators.

    Args:
        game: the game.
        strategies: the strategies by role.
        more: further generated sources.
        frame: the frame's text, or the empty string.
        label: the file that it came from.
        lemmas: the lemmas that the frame asks for.
        others: as for `compose`.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    everybody = chain(strategies.values(), *(others or {}).values())
    tactics = {t.label: t for strategy in everybody for t in strategy.tactics}
    tactics |= {t.label: t for t in lemmas.tactics}
    refuse(forbidden_cycles(list(tactics.values())))  # of several roles too
    composed = generated("operators.lp.j2", roles=compose(strategies, others), called=called(game))
    roots = [game.rules, *tactics.values(), composed, *more, *lemmas.sources]
    words = identifiers(mask_comments(frame.encode()))
    asked = {s for source in game.vocabulary for s in source.defined if s[0] in words}
    sources = closure(roots, game.vocabulary, frozenset(asked))
    vocabulary = [source for source in sources if source in game.vocabulary]
    theirs = [source for source in lemmas.sources if source not in vocabulary]
    users = dict.fromkeys([*tactics.values(), *theirs])
    parts = [game.rules, *vocabulary, *users, composed, *more]
    problems = [*defined_twice(game, parts, [composed, *more], frame, label)]
    problems += question_clashes(game, [game.rules, *users])
    # `-c failure=3` would make of every question answer(failure) another one
    texts = {source.label: source.text for source in [composed, *more] if source.label != MOVE}
    problems += replacing_constants(game.rules, texts | {label: frame.encode()})
    foreign = game.constants.keys() - declared_constants(game.rules).keys()
    problems += [problem for source in users for problem in named_like_constant(source, foreign)]
    refuse(problems)
    return parts


def called(game: Game) -> bool:
    """Whether the game has actions with other names in tactics: means(P,A,B)."""
    return ("means", 3) in game.defined


def generated(template: str, **context: object) -> Source:
    """Read a time-free template of `asp/` as a source."""
    return parse(render(template, **context).encode(), f"asp/{template}")


def progress() -> Source:
    """Read the rules that say whether play can go on: `acts`, `stuck`, `goalless`."""
    return read(ASP / "progress.lp")
