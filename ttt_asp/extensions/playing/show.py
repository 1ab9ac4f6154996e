"""A game between a person and a strategy, or between people."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ttt_asp.extensions.exploring.advice import Advice
from ttt_asp.extensions.exploring.inspection import LegalMove
from ttt_asp.extensions.exploring.show import advised
from ttt_asp.extensions.playing.game_session import Session, State, Turn, result
from ttt_asp.extensions.playing.review import Best, GivenAway, Review
from ttt_asp.extensions.playing.values import in_moves
from ttt_asp.layout import consecutive_runs
from ttt_asp.show.blocks import Block, Board, Boards, Wrapped, changed
from ttt_asp.show.terminal import painted

# More moves than this are listed once, and not again at every mistake.
_MANY = 12
_WORDS = {100: "a win", 50: "a tie", 0: "a loss"}


def keys(at: Session) -> str:
    """Return the keys that may be typed besides moves."""
    if at.alone:
        return "? shows what the strategy would do, u takes your last move back, q quits"
    return "? shows what best play would do, u takes the last move back, q quits"


def _how_to_name(at: Session) -> str:
    """Return how a move is written."""
    if not at.squares:
        return "A move is named by its number in the list, or written out."
    if at.notation.falls:
        return "A move is named by the number of its column."
    return "A square is named by its number, or by its place, row first: 2,3."


def opening(at: Session, seed: int) -> Iterator[Block]:
    """Yield who plays what, and what may be typed."""
    spelt = at.match.game.spelt
    others = [spelt(role) for role in at.match.game.roles if role not in at.people]
    plays = "plays" if len(others) == 1 else "play"
    text = at.against.text if at.against else ""
    them = f"; {' and '.join(others)} {plays} {text} (seed {seed})" if others else ""
    people = [painted(spelt(role), "bold") for role in at.people]
    yield f"You are {' and '.join(people)}{them}."
    yield Wrapped(_how_to_name(at))
    yield Wrapped(f"{keys(at)}.")


def turns(at: Session, made: Iterable[tuple[int, Turn]]) -> Iterator[Block]:
    """Yield a line for each move: its number, the role, the action, and the reason."""
    for number, turn in made:
        who = painted(f"{number}. {at.match.game.spelt(turn.move.role)}", "bold")
        yield Wrapped(f"{who}: {name(at, turn.move.action)}{_reason(at, turn)}", 3)


def _reason(at: Session, turn: Turn) -> str:
    if turn.by == "rules":
        return ", the only legal move"
    if turn.advice is None:
        return ""
    number = len(turn.advice.recommended)
    of = f", one of {number}" if number > 1 else ""
    if turn.by == "both":
        return f"; {at.match.game.spelt(turn.advice.role)}'s by {turn.advice.decided}{of}"
    return f" by {turn.advice.decided}{of}"


def name(at: Session, action: str) -> str:
    """Return an action, with the number of its square."""
    return f"{at.squares[action]}, {action}" if action in at.squares else action


def situation(at: Session, state: State, numbers: Mapping[int, LegalMove]) -> Iterator[Block]:
    """Yield the position, the last move in brackets; numbers on squares, other moves in a list."""
    fluents = at.machine.unpack(state.here.position)
    if not at.notation.cells:
        yield Wrapped(at.notation.text(fluents))
    else:
        last = at.machine.unpack(state.before[-2]) if state.turns else fluents
        labels = {
            at.notation.places[step.move.action]: str(number)
            for number, step in numbers.items()
            if step.move.action in at.squares
        }
        shown = Board(fluents, changed(at.notation, last, fluents), labels=labels)
        yield Boards(at.notation, [shown])
    yield from listed(at, numbers)
    if state.drawn is not None:
        role = at.match.game.spelt(state.drawn.role)
        yield f"{role} has chosen, too: both moves are made at once."


def listed(at: Session, numbers: Mapping[int, LegalMove]) -> Iterator[Block]:
    """Yield the moves that have no square of their own, with their numbers."""
    others = [
        f"{number}\N{NO-BREAK SPACE}{step.move.action}"
        for number, step in numbers.items()
        if step.move.action not in at.squares
    ]
    if others:
        yield Wrapped(f"  {'  '.join(others)}", 2)


def possible(
    at: Session, text: str, several: Iterable[LegalMove], numbers: Mapping[int, LegalMove]
) -> Iterator[Block]:
    """Answer a text that is no move, or might be several."""
    which = " or ".join(step.move.action for step in several)
    free = _ranges(n for n, step in numbers.items() if step.move.action in at.squares)
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    refusal = f"{shown!r} is no move of yours here. {_how_to_name(at)}"
    yield Wrapped(f"{shown!r} may be {which}." if which else refusal)
    if free:
        yield Wrapped(f"{'Columns' if at.notation.falls else 'Free squares'}: {free}.")
    others = [number for number, step in numbers.items() if step.move.action not in at.squares]
    if len(others) > _MANY:
        yield Wrapped(f"In the list above: {_ranges(others)}.")
    else:
        yield from listed(at, numbers)
    yield Wrapped(f"{keys(at)}.")


def place_of(at: Session, advice: Advice, state: State) -> Iterator[Block]:
    """Yield the moves of the strategy in the person's place."""
    heading = f"In your place {at.against.text if at.against else 'any'} would play:"
    return _advised(at, advice, heading, state)


def far_off(at: Session, best: Best | str) -> Iterator[Block]:
    """Yield how far off a win or a loss of the person's is, where that is known."""
    if not isinstance(best, str) and best.worth.distance:
        yield Wrapped(f"With best play {_for(at, best)}.")


def _for(at: Session, best: Best) -> str:
    """Return what best play comes to for a role, and how far off that is."""
    distance = best.worth.distance
    value = f"it is {_worth(best.worth.value)} for {at.match.game.spelt(best.advice.role)}"
    return f"{value}, {in_moves(distance)}" if distance else value


def best_play(at: Session, best: Best | str, state: State) -> Iterator[Block]:
    """Yield the moves of best play in the person's place."""
    if isinstance(best, str):
        yield Wrapped(f"What best play would do here is not known: {best}.")
        return
    heading = f"With best play {_for(at, best)}; these moves keep it:"
    yield from _advised(at, best.advice, heading, state)
    if best.worth.distance and len(best.soonest) < len(best.advice.recommended):
        how = "soonest" if best.worth.value else "latest"
        moves = [str(at.squares.get(action, action)) for action in best.soonest]
        yield Wrapped(f"{how}: {', '.join(moves)}", 2)


def _advised(at: Session, advice: Advice, heading: str, state: State) -> Iterator[Block]:
    fluents = at.machine.unpack(state.here.position)
    names = {action: str(number) for action, number in at.squares.items()}
    moves = sorted(advice.recommended, key=lambda action: at.squares.get(action, 0))
    yield from (Wrapped(heading), "")
    yield from advised(replace(advice, recommended=tuple(moves)), at.notation, fluents, names)


def ending(at: Session, state: State) -> Iterator[Block]:
    """Yield how the game ended."""
    goal = None
    if state.status == "over":  # among people somebody may be glad
        goal = max(state.here.goals.get(role, 0) for role in at.people)
    color = "green" if goal == 100 else "red" if goal == 0 else "yellow"
    yield Wrapped(painted(_ending(at, state), f"bold {color}"))


def _ending(at: Session, state: State) -> str:
    where = at.notation.text(at.machine.unpack(state.here.position))
    if state.status == "stuck":
        assert state.advice is not None
        assert at.against is not None
        role = state.advice.role
        return (
            f"{at.against.text} is stuck: it recommends nothing to {role} at {where}, "
            f"where {role} has {len(state.advice.legal)} legal moves."
        )
    if state.status == "jammed":
        return f"Nobody has a legal move at {where}, though the game is not over."
    if state.status == "circle":
        return f"The game goes round in a circle, and you have no choice: {where} was there."
    goals, how = state.here.goals, result(at, state)
    if set(goals.values()) == {50}:
        return "A tie."
    if sorted(goals.values()) != [0, 100]:
        return f"The game is over: {how}."
    if at.alone is None:
        return f"{how}."
    return f"{'You win' if goals[at.alone] else 'You lose'}: {how}."


def reviewed(at: Session, role: str, review: Review) -> Iterator[Block]:
    """Yield the moves of a person that gave something away."""
    who, whose = ("you", "your") if at.alone else (role, f"{role}'s")
    first_word = who.capitalize() if at.alone else who
    if review.since is None and not review.missing:
        yield f"{first_word} never had a choice."
    if review.missing:
        choices = "choice" if review.missing == 1 else f"{review.missing} choices"
        first = "" if review.since is None else "first "
        sentence = f"Whether {whose} {first}{choices} could have been better is not known"
        yield Wrapped(f"{sentence}: {review.reason}.")
    for number, lapse in enumerate(review.lapses):
        yield Wrapped(_lapse(at, lapse, number > 0))
    if review.since is not None and not review.lapses:
        since = f"From move {review.since} on {who}" if review.missing else first_word
        yield Wrapped(f"{since} gave nothing away: best play could not force more.")


def _lapse(at: Session, lapse: GivenAway, again: bool) -> str:
    kept = [str(at.squares.get(action, action)) for action in lapse.keeping]
    if all(action in at.squares for action in lapse.keeping):
        kept = [_ranges(at.squares[action] for action in lapse.keeping)]
    move = "Move" if at.alone else f"{at.match.game.spelt(lapse.move.role)}'s move"
    return (
        f"{move} {lapse.number} ({name(at, lapse.move.action)}) gave {_worth(lapse.before)} away"
        f"{' again' if again else ''}: from there best play makes it "
        f"{_worth(lapse.after)}. What would have kept it: {', '.join(kept)}."
    )


def _worth(value: int) -> str:
    return _WORDS.get(value, f"a goal of {value}")


def _ranges(numbers: Iterable[int]) -> str:
    """Return numbers in order, three or more in a row as 4-9."""
    return ", ".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
        for run in consecutive_runs(numbers)
    )
