"""The generated program: every source lifted, the strategies composed, a frame around them."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from textwrap import wrap

from ttt_asp.claims.problem import Match, Panel, Problem
from ttt_asp.errors import InputError, Location
from ttt_asp.games.constants import declared, named_like, replacing
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import closure, state_predicates
from ttt_asp.lp.scan import blank, identifiers
from ttt_asp.lp.source import Source, line_starts, parse, read
from ttt_asp.lp.syntax import Signature
from ttt_asp.paths import ASP, printable
from ttt_asp.programs.compose import compose, picks, player
from ttt_asp.programs.lift import Lifted, clashes, lift
from ttt_asp.programs.names import asking, defined_twice, frame_heads
from ttt_asp.programs.templates import render
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.strategies.tactics import check_together

# Of the comments that say what a part defines, in characters.
_WIDTH = 96


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program: `begin` is the byte offset at which its text starts."""

    lifted: Lifted
    begin: int


@dataclass(frozen=True)
class Program:
    """A program, and where each part of its text came from.

    Attributes:
        text: what clingo is given.
        parts: the lifted sources in it, in the order of the text.
        defines: the predicates that each part has rules for, by its label; no two parts have the
            same but those named in `programs/names.py`.
    """

    text: str
    parts: tuple[Part, ...]
    defines: Mapping[str, tuple[Signature, ...]]

    def origin(self, line: int, column: int) -> Location:
        """The place in the author's file that a place in the program came from."""
        text = self.text.encode()
        starts = line_starts(text)
        offset = starts[min(line, len(starts)) - 1] + column - 1
        number = bisect_right([part.begin for part in self.parts], offset)
        if number:
            part = self.parts[number - 1]
            inside = offset - part.begin
            if inside <= len(part.lifted.text):
                return part.lifted.source.location(part.lifted.unlift(inside))
        return Location("<generated program>", line, column)


def position_program(game: Game, strategies: Mapping[str, Strategy]) -> Program:
    """The time-free program about one position, whose fluents are to be added as `true(F)`."""
    sources = _sources(game, strategies, [])
    lifted = [lift(source, frozenset(), game.constants) for source in sources]
    return assembled(f"One position of {game.name}", _ways(game), lifted, "")


def positions_program(
    game: Game, strategies: Mapping[str, Strategy]
) -> tuple[Program, frozenset[Signature]]:
    """The program about several positions, each a situation, and what depends on them in it.

    To be added are `situation(N)`, and `true(F,N)` for the fluents of the N-th position.

    Raises:
        InputError: names that cannot stand together when lifted.
    """
    sources = _sources(game, strategies, [])
    state = state_predicates(sources)
    clashes(sources, state)
    lifted = [lift(source, state, game.constants) for source in sources]
    return assembled(f"Positions of {game.name}", _ways(game), lifted, ""), state


def open_program(match: Match) -> Program:
    """The time-free program about every position at once (the position frame).

    Args:
        match: who plays what; of a problem the claim's outcome is in the program too, of a panel
            what the others recommend.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    roles = compose(match.strategies)
    frame = render("frames/position.lp.j2", roles=roles, picks=picks(match.consulted))
    more = [claim_rules(match)] if isinstance(match, Problem) else []
    label = "asp/frames/position.lp.j2"
    others = match.others if isinstance(match, Panel | Problem) else {}
    sources = _sources(
        match.game, match.strategies, [*more, _progress()], frame, label, others=others
    )
    lifted = [lift(source, frozenset(), match.game.constants) for source in sources]
    about = ["Every fluent is open; what follows from them is a circuit.", *_ways(match.game)]
    return assembled(f"Every position: {_title(match)}", about, lifted, frame, label)


def play_program(problem: Problem, horizon: int) -> Program:
    """The program whose answer sets are the plays of a match-up (the play frame).

    Args:
        problem: the question.
        horizon: the number of moves after which a play is cut.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    context = {"claim": _claim(problem), "picks": picks(problem.consulted)}
    start = None if problem.game.start is None else sorted(problem.game.start)
    frame = render("frames/play.lp.j2", horizon=horizon, start=start, **context)
    return framed(problem, frame, "asp/frames/play.lp.j2", _about(problem, horizon))


def framed(
    problem: Problem,
    frame: str,
    label: str,
    about: Sequence[str],
    lemmas: Lemmas = NO_LEMMAS,
) -> Program:
    """The sources of a problem, its claim and the rules of progress, lifted, with a frame around.

    Args:
        problem: the question.
        frame: the frame's text.
        label: the file it came from.
        about: what is said of the program at its top.
        lemmas: those that the frame speaks of.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    more = [claim_rules(problem), _progress()]
    given = problem.game, problem.strategies
    return surrounded(*given, more, _title(problem), frame, label, about, lemmas, problem.others)


def surrounded(
    game: Game,
    strategies: Mapping[str, Strategy],
    more: list[Source],
    title: str,
    frame: str,
    label: str,
    about: Sequence[str],
    lemmas: Lemmas = NO_LEMMAS,
    others: Mapping[str, Sequence[Strategy]] | None = None,
) -> Program:
    """The sources of strategies, and more of them, lifted, with a frame around them.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    sources = _sources(game, strategies, more, frame, label, lemmas, others)
    state = state_predicates(sources)
    clashes(sources, state)
    lifted = [lift(source, state, game.constants) for source in sources]
    return assembled(title, [*about, *_ways(game)], lifted, frame, label)


def _sources(
    game: Game,
    strategies: Mapping[str, Strategy],
    more: list[Source],
    frame: str = "",
    label: str = "",
    lemmas: Lemmas = NO_LEMMAS,
    others: Mapping[str, Sequence[Strategy]] | None = None,
) -> list[Source]:
    everybody = chain(strategies.values(), *(others or {}).values())
    tactics = {t.label: t for strategy in everybody for t in strategy.tactics}
    tactics |= {t.label: t for t in lemmas.tactics}
    check_together(list(tactics.values()))
    composed = generated("operators.lp.j2", roles=compose(strategies, others))
    roots = [game.rules, *tactics.values(), composed, *more, *lemmas.sources]
    words = identifiers(blank(frame.encode()))
    asked = {s for one in game.vocabulary for s in one.defined if s[0] in words}
    sources = closure(roots, game.vocabulary, frozenset(asked))
    vocabulary = [source for source in sources if source in game.vocabulary]
    theirs = [source for source in lemmas.sources if source not in vocabulary]
    users = dict.fromkeys([*tactics.values(), *theirs])
    found = [game.rules, *vocabulary, *users, composed, *more]
    problems = [*defined_twice(game, found, [composed, *more], frame, label)]
    problems += asking(game, [game.rules, *users])
    # `-c failure=3` would make of every question answer(failure) another one
    texts = {source.label: source.text for source in [composed, *more]}
    problems += replacing(game.rules, texts | {label: frame.encode()})
    foreign = game.constants.keys() - declared(game.rules).keys()
    problems += [problem for source in users for problem in named_like(source, foreign)]
    if problems:
        raise InputError(problems)
    return found


def sources_of(game: Game, strategy: Strategy) -> list[Source]:
    """The files that a strategy rests on: its tactics, the game, the vocabulary they need."""
    sources = closure([game.rules, *strategy.tactics], game.vocabulary)
    return sorted(sources, key=lambda source: source.label)


def generated(template: str, **context: object) -> Source:
    """A time-free template of `asp/` as a source."""
    return parse(render(template, **context).encode(), f"asp/{template}")


def claim_rules(problem: Problem) -> Source:
    """What a claim is about, as rules: `outcome`."""
    return generated("claim.lp.j2", claim=_claim(problem), picks=picks(problem.consulted))


def _progress() -> Source:
    return read(ASP / "progress.lp", "asp/progress.lp")


def _title(match: Match) -> str:
    players = ", ".join(f"{role}: {s.text}" for role, s in match.strategies.items())
    claim = f"{match.claim} " if isinstance(match, Problem) else ""
    return f"{claim}({players}; game: {match.game.name})"


def _about(problem: Problem, horizon: int) -> list[str]:
    if problem.claim.quantifier == "can":
        answers = "an answer set is a play that shows it, no answer set means refuted"
    else:
        answers = "no answer set means proved, an answer set is a counterexample play"
    return [
        f"Run it with `clingo FILE`: {answers}.",
        "`clingo FILE -c ask=play 0` lists all plays; ask=goalless, ask=stuck, ask=violated and",
        "ask=cut look for plays of one kind.",
        f"A play is looked at for up to {horizon} moves. T is the situation: after T moves.",
    ]


def _ways(game: Game) -> list[str]:
    """Lines that say what gave way to the game's own rules."""
    if not game.gave_way:
        return []
    about = [f"Rules of {printable(game.rules.label)} replace those of"]
    return [*about, *(line for way in game.gave_way for line in wrap(f"  {way}", _WIDTH))]


def _claim(problem: Problem) -> dict[str, object]:
    claim = problem.claim
    asked = player(claim.role or "", 0) if problem.others else claim.role
    said = {k: getattr(claim, k) for k in claim.__slots__}
    return {"text": str(claim), "player": asked, **said}


def _listed(defined: Sequence[Signature]) -> list[str]:
    """Lines that name predicates."""
    names = ", ".join(f"{name}/{arity}" for name, arity in defined)
    return wrap(f"defines {names}", _WIDTH, break_long_words=False) if names else []


def assembled(
    title: str,
    about: Sequence[str],
    lifted: Sequence[Lifted],
    frame: str,
    label: str = "asp/frames/play.lp.j2",
) -> Program:
    """Put lifted sources and a frame into one text.

    Args:
        title: the first line of its comments.
        about: the others.
        lifted: in their order.
        frame: its text.
        label: the file that the frame came from.
    """
    # a label stands in a comment: a line break in it would end the comment
    named = [(one.source.label, one.text.decode(), one.defined) for one in lifted]
    named += [(label, frame, frame_heads(frame))] if frame else []
    defines = {label: tuple(sorted(defined)) for label, _, defined in named}
    shown = [
        {"label": printable(label), "text": text, "defines": _listed(defines[label])}
        for label, text, _ in named
    ]
    text = render("program.lp.j2", title=printable(title), about=about, parts=shown)
    encoded, parts, position = text.encode(), [], 0
    for one in lifted:
        position = encoded.index(one.text, position)
        parts.append(Part(one, position))
        position += len(one.text)
    return Program(text, tuple(parts), defines)
