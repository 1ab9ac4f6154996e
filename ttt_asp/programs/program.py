"""The generated programs: every source lifted, the strategies composed, a frame around them.

Of each place in a program the origin is known.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from textwrap import wrap

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.errors import Diagnostic, Location, printable
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import state_predicates
from ttt_asp.lp.scan import clingo_message
from ttt_asp.lp.source import Source, line_starts
from ttt_asp.lp.syntax import Signature
from ttt_asp.lp.templates import rendered
from ttt_asp.programs.compose import adviser, compose, has_pick
from ttt_asp.programs.lift import Lifted, clashes, lift
from ttt_asp.programs.sources import game_sources, generated, progress
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import NO_LEMMAS, Lemmas, measures_in
from ttt_asp.strategies.strategy import Strategy

# In a rule of asp/frames/ending.lp.j2: an error there is an error of a lemma file's measure.
_AS_NUMBER = "measured(N+0,T)"
_UNSAFE = re.compile(r"<block>:(\d+):(\d+)[-:\d]*: note: '([^']+)' is unsafe")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program: `begin` is the byte offset at which its text starts."""

    lifted: Lifted
    begin: int


@dataclass(frozen=True)
class Program:
    """A program, and the origin of each part of its text.

    Attributes:
        text: the text for clingo.
        parts: the lifted sources in it, in the order of the text.
    """

    text: str
    parts: tuple[Part, ...] = ()

    @cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.text.encode())

    def diagnostics(self, messages: Iterable[str]) -> Iterator[Diagnostic]:
        """Return clingo's messages, mere information included, with the author's places.

        Args:
            messages: the messages that its logger got.
        """
        # clingo places an unexpected end on a line after the last
        lines = self.text.split("\n")
        for message in messages:
            remarked = clingo_message(message)
            measures: list[Location] = []
            if remarked and "".join(lines[remarked[0] - 1 : remarked[0]]).startswith(_AS_NUMBER):
                measures += chain(*(measures_in(part.lifted.source) for part in self.parts))
            if measures:
                hint = "measure(N): what its rules give for N is not always one"
                yield Diagnostic("a measure has to be a number", measures[0], hint)
            elif unsafe := _UNSAFE.findall(message):
                for row, place, variable in unsafe:
                    hint = "a positive atom of the body, as square(C), has to bind it"
                    where = self.origin(int(row), int(place))
                    yield Diagnostic(f"the variable {variable} is unsafe", where, hint)
            elif remarked:
                line, column, words = remarked
                hint = "whatever clingo remarks on is an error here"
                yield Diagnostic(f"clingo says: {words}", self.origin(line, column), hint)
            else:
                yield Diagnostic(f"clingo says: {message.strip()}")

    def origin(self, line: int, column: int) -> Location:
        """Return the place in the author's file that a place in the program came from."""
        offset = self._starts[min(line, len(self._starts)) - 1] + column - 1
        number = bisect_right([part.begin for part in self.parts], offset)
        if number:
            part = self.parts[number - 1]
            inside = offset - part.begin
            if inside <= len(part.lifted.text):
                return part.lifted.source.location(part.lifted.unlift(inside))
        return Location("<generated program>", line, column)


def assembled(
    title: str,
    about: Sequence[str],
    lifted: Sequence[Lifted],
    frame: str,
    label: str = "asp/frames/play.lp.j2",
) -> Program:
    """Assemble lifted sources and a frame into one text.

    Args:
        title: the first line of its comments.
        about: its other comment lines.
        lifted: the sources, in order.
        frame: the frame's text.
        label: the file that the frame came from.
    """
    # a label stands in a comment: a line break in it would end the comment
    shown = [(each.source.label, each.text.decode()) for each in lifted]
    shown += [(label, frame)] if frame else []
    comments = "".join(f"% {line}\n" for line in (printable(title), *about))
    text = comments + "".join(f"\n%%%% {printable(label)}\n\n{text}" for label, text in shown)
    encoded, parts, position = text.encode(), [], 0
    for each in lifted:
        position = encoded.index(each.text, position)
        parts.append(Part(each, position))
        position += len(each.text)
    return Program(text, tuple(parts))


# The width of comments, in characters.
_WIDTH = 96


def positions_program(game: Game, strategies: Mapping[str, Strategy]) -> Program:
    """Write the program about several positions, each a situation.

    The caller adds `situation(N)`, and `true(F,N)` for the fluents of the N-th position.

    Raises:
        InputError: names that cannot stand together when lifted.
    """
    return surrounded(Match(game, strategies), [], f"Positions of {game.name}", "", "", [])


def open_program(match: Match) -> Program:
    """Write the time-free program about every position at once (the position frame).

    Args:
        match: the strategies of the roles; for a problem the program has the claim's outcome too.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    label = "asp/frames/position.lp.j2"
    roles = compose(match.strategies)
    frame = rendered(label.removeprefix("asp/"), roles=roles)
    more = [claim_rules(match)] if isinstance(match, Problem) else []
    more, title = [*more, progress()], f"Every position: {title_of(match)}"
    about = ["Every fluent is open; what follows from them is a circuit."]
    return surrounded(match, more, title, frame, label, about, situated=False)


def play_program(problem: Problem, horizon: int) -> Program:
    """Write the program whose answer sets are the plays of a match-up (the play frame).

    Args:
        problem: the question.
        horizon: the number of moves after which a play is cut.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    context = {"claim": _claim(problem), "picks": has_pick(problem.consulted)}
    start = None if problem.game.start is None else sorted(problem.game.start)
    frame = rendered("frames/play.lp.j2", horizon=horizon, start=start, **context)
    more, about = [claim_rules(problem), progress()], _about(problem, horizon)
    return surrounded(problem, more, title_of(problem), frame, "asp/frames/play.lp.j2", about)


def surrounded(
    match: Match,
    more: list[Source],
    title: str,
    frame: str,
    label: str,
    about: Sequence[str],
    lemmas: Lemmas = NO_LEMMAS,
    situated: bool = True,
) -> Program:
    """Put the sources of a match, and further ones, into a program with a frame.

    Args:
        match: the game, and strategies of some roles.
        more: the further sources.
        title: the first line of the program's comments.
        frame: the frame's text.
        label: the file it came from.
        about: the other comment lines at the top of the program.
        lemmas: the lemmas that the frame asks for.
        situated: whether the sources are lifted; not if it is about every position at once.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    sources = game_sources(match, more, frame, label, lemmas)
    state = state_predicates(sources) if situated else frozenset[Signature]()
    clashes(sources, state)
    lifted = [lift(source, state, match.game.constants) for source in sources]
    return assembled(title, [*about, *_replaced_rules(match.game)], lifted, frame, label)


def claim_rules(problem: Problem) -> Source:
    """Write the rules for `outcome`, which a claim is about."""
    return generated("claim.lp.j2", claim=_claim(problem), picks=has_pick(problem.consulted))


def title_of(match: Match) -> str:
    """Return the first line of a program about a match, or about a claim."""
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


def _replaced_rules(game: Game) -> list[str]:
    """Write lines about the rules that gave way to the game's own."""
    if not game.replaced:
        return []
    about = [f"Rules of {printable(game.rules.label)} replace those of"]
    for way in game.replaced:
        about += wrap(f"  {way}", _WIDTH)
    return about


def _claim(problem: Problem) -> dict[str, object]:
    claim = problem.claim
    role, others = claim.role or "", problem.others.get(claim.role or "", ())
    aside = len(others) > bool(claim.kept)  # the role does not keep to its own strategy
    players = {
        "player": adviser(role, 0) if aside else claim.role,
        "standard": adviser(role, len(others) - 1),
    }
    return {"text": str(claim), **players, **{k: getattr(claim, k) for k in claim.__slots__}}
