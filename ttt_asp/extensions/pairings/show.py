"""Pairings, of a board or of the plane, answers that end in one, stolen strategies; or why not."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from ttt_asp.extensions.pairings.ahead import Ahead
from ttt_asp.extensions.pairings.board import AnswerNode, depth, size_of
from ttt_asp.extensions.pairings.pairing import Pairing
from ttt_asp.extensions.pairings.periodic import STEPS, PeriodicPairing
from ttt_asp.extensions.pairings.stealing import ROLES, SITUATIONS, Stealing, conditions
from ttt_asp.games.layout import square_places
from ttt_asp.games.notation import Notation
from ttt_asp.limits import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Drawing, pairs_board
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import STYLES, with_constants

# From the first square of a pair to the second, and back.
_ARROWS = {"right": "→←", "down": "↓↑", "diag": "↘↖", "anti": "↙↗"}


def pairing(pairing: Pairing) -> Iterator[Block]:
    """Yield the pair of every line, or the lines that have too few squares."""
    where = square_places(pairing.game)
    if not pairing.crowded:
        chosen = sorted((line, *pair) for line, pair in pairing.pairs.items())
        pairs = sorted((str(symbol), str(other)) for _, symbol, other in chosen)
        if where.keys() >= set(chain.from_iterable(pairs)):
            board = pairs_board(pairing.game, pairs)
            yield Boards(Notation(pairing.game), [board], only_pages=True)
        yield from (f"{line}: {symbol}, {other}" for line, symbol, other in chosen)
        yield from _bound(pairing)
        return
    lines, squares = len(pairing.crowded), len(pairing.squares)
    kinds = {where[at]: 1 for at in map(str, pairing.squares) if at in where}
    title = f"{squares} squares for {lines} lines"
    shown = Board(pairing.game.init, labels=dict.fromkeys(kinds, "!"), kinds=kinds, title=title)
    need, have = (f"these {lines} lines need", "have") if lines > 1 else ("this line needs", "has")
    yield f"there is no pairing: {need} {2 * lines} squares and {have} {squares}"
    if kinds:
        yield Boards(Notation(pairing.game), [shown], only_pages=True)
    for line in pairing.crowded:
        yield f"  {line}: {', '.join(map(str, pairing.lines[line]))}"


def _bound(pairing: Pairing) -> Iterator[str]:
    """Yield a sentence if counting alone shows that there is a pairing."""
    least = min(map(len, pairing.lines.values()))
    most = max(Counter(chain.from_iterable(pairing.lines.values())).values())
    if least >= 2 * most:
        yield (
            f"no line has fewer than {least:,} squares, and no square is on more than {most:,} "
            f"lines; as {least:,} is 2 * {most:,} or more, there has to be a pairing (Hall's "
            "theorem)"
        )


def periodic(pairing: PeriodicPairing) -> Iterator[Block]:
    """Yield the squares of one period, arrows to their partners; or why there is no pairing."""
    none = f"there is no pairing of period {pairing.period} for lines of {pairing.line}"
    if not pairing.enough:
        yield f"{none}: {_no_room(pairing)}"
        return
    if not pairing.pairs:
        yield f"{none} whose pairs are neighbors: ASP has tried all"
        return
    number = sum(map(len, pairing.pairs.values()))
    answer = f"{number} pairs of neighbors that repeat every {pairing.period} rows and columns"
    yield f"{answer}: every {pairing.line} squares in a row hold one, on any board"
    yield Drawing(_arrows(pairing))
    yield (
        f"so o never loses {pairing.line} in a row on any board, whatever x plays: who answers in "
        "the same pair leaves no line to the other"
    )


def _arrows(pairing: PeriodicPairing) -> list[str]:
    """Return rows of arrows, the first square in row 1, column 1. A dot is in no pair."""
    period = pairing.period
    signs = {}
    for step, firsts in pairing.pairs.items():
        for i, j in firsts:
            down, right = STEPS[step]
            signs[i, j] = _ARROWS[step][0]
            signs[(i + down) % period, (j + right) % period] = _ARROWS[step][1]
    places = [number % period for number in range(1, period + 1)]
    return [" " + " ".join(signs.get((i, j), ".") for j in places) for i in places]


def _no_room(pairing: PeriodicPairing) -> str:
    """Return why there is no room for a pair in every line, in numbers."""
    if not pairing.most:
        return "a line of one square holds no pair"
    reached = pairing.room * pairing.most
    if reached < pairing.lines:
        return (
            f"there are {pairing.lines:,} lines modulo {pairing.period} and a pair is in at most "
            f"{pairing.most} of them; {pairing.period**2:,} squares have room for {pairing.room:,} "
            f"pairs, in at most {pairing.room:,} * {pairing.most} = {reached:,} lines"
        )
    many = len(STEPS) * pairing.period
    return (
        f"each of the {many} rows, columns and diagonals modulo {pairing.period} has "
        f"{pairing.period} lines, and a pair is in at most {pairing.most} of them; so they need "
        f"{many} * {pairing.each} = {pairing.needed:,} pairs, and {pairing.period**2:,} squares "
        f"have room for {pairing.room:,}"
    )


# First moves that are shown one by one, at most.
_FEW = 12


def ahead(ahead: Ahead) -> Iterator[Block]:
    """Yield the answer, the board, and for each first move how many replies it takes."""
    board = ahead.board
    maker, breaker = (ahead.game.spelt(role) for role in (board.maker, board.breaker))
    answer = painted(ahead.verdict, STYLES[ahead.verdict])
    yield f"{answer}{_answer(ahead, maker, breaker)}"
    name = with_constants(ahead.game.name, ahead.game.constants)
    lines = number_of(len(board.lines), "line")
    yield f"  {name}: {len(board.squares):,} squares, {lines} of {maker}"
    used = "no symmetry used"
    if ahead.symmetries != 1:
        used = f"up to {ahead.symmetries:,} symmetries of the board"
    yield f"  {number_of(ahead.positions, 'position')} looked at, {used}"
    yield from _beginning(ahead, maker, breaker)


def _answer(ahead: Ahead, maker: str, breaker: str) -> str:
    if ahead.verdict == "unknown":
        return f" ({ahead.reason})"
    if ahead.verdict == "none":
        after = f"up to {number_of(ahead.asked, 'move')} of {breaker}"
        return f" {after}: {maker} keeps {breaker} from a pairing for so long (every way was tried)"
    moves = f"after at most {number_of(ahead.answers or 0, 'move')} of its own"
    when = moves if ahead.answers else "at once"
    return f": {breaker} has a pairing {when}, so {breaker} never loses"


def _beginning(ahead: Ahead, maker: str, breaker: str) -> Iterator[str]:
    if ahead.refuting is not None:
        yield f"  {maker} begins with {ahead.name(ahead.refuting)}"
    elif ahead.opening is not None:
        yield f"  {breaker} begins with {ahead.name(ahead.opening)}"
    elif isinstance(ahead.tree, AnswerNode):
        tree = ahead.tree
        yield f"  {number_of(size_of(tree), 'position')} with answers in the tree"
        for move, (square, then) in list(tree.answers.items())[:_FEW]:
            reply = f"{breaker} answers {ahead.name(square)}, the first of {1 + depth(then)}"
            yield f"  {maker} {ahead.name(move)}: {reply}"
        if len(tree.answers) > _FEW:
            yield f"  and so for {len(tree.answers) - _FEW} more first moves"


def stealing(stealing: Stealing) -> Iterator[Block]:
    """Yield the answer, and the positions that break a condition."""
    game = stealing.game
    first, second = game.spelt(stealing.first), game.spelt(stealing.second)
    sizes = f", for every size with {stealing.every}" if stealing.every else ""
    trap = game.spelt(stealing.trap)
    if stealing.broken:
        seen = f"{trap} is no bait" if trap else f"{game.name}: strategies cannot be stolen"
        yield f"{seen}, as far as is seen{sizes}"
        if stealing.size:
            yield f"  at {stealing.size}:"
        yield f"  {stealing.broken}: {stealing.fails}"
        for situation, position in stealing.positions.items():
            yield from ("", _situation(situation, position, Notation(game)))
        if stealing.move:
            yield from ("", f"move: {game.spelt(stealing.move)}")
        return
    if stealing.unknown:
        yield f"{f'whether {trap} is a bait' if trap else game.name}: unknown{sizes}"
        holds = f"the condition {stealing.unknown} holds"
        holds = "the same role moves first" if stealing.unknown == ROLES else holds
        yield f"  the solver does not know whether {holds} at every size"
    else:
        about = f"{trap} is a bait" if trap else game.name
        yield f"{about}: {second} has no winning strategy, as {first} could steal it{sizes}"
        count = len(conditions(stealing.trap))
        why = "what answers it is as good at once" if trap else f"an extra mark never hurts {first}"
        yield f"  {why}: {count} conditions hold at all positions"
        if stealing.formulas:
            yield f"  {len(stealing.formulas)} of them by z3, as formulas"
        ends = ", as plays end and none is a tie"
        marks = " or a tie where plays end; a win, where none is a tie"
        yield f"  so {first} can force a win{ends if trap else marks}"
    if stealing.checked:
        yield f"  every condition holds by clingo at {stealing.checked}"


def _situation(situation: str, position: frozenset[str], notation: Notation) -> Boards:
    who = notation.mover(position)
    turn = f" ({notation.game.spelt(who)} to move)" if who else ""
    return Boards(notation, [Board(position, title=f"{SITUATIONS[situation]}{turn}:")])
