"""Files for pairings, at once or after replies: rules, a book, and the claim that they prove."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.arrays.groups import Permutation, stabilizer
from ttt_asp.extensions.authoring.writing import write_all_new
from ttt_asp.extensions.pairings.ahead import Ahead
from ttt_asp.extensions.pairings.board import AnswerNode, Last, Tree, bits, group
from ttt_asp.extensions.pairings.pairing import Pairing
from ttt_asp.extensions.pairings.periodic import STEPS, PeriodicPairing
from ttt_asp.extensions.pairings.position import Position
from ttt_asp.extensions.players.book import Page, book
from ttt_asp.extensions.recognition.winning_sets import sets_of
from ttt_asp.files import refuse_no_place
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.templates import render
from ttt_asp.paths import in_comment
from ttt_asp.strategies.library import bad_name, entries_of

# The claim about a pairing of the plane is about a board with more rows and columns than a line has
# squares, by these numbers: no two of the three are equal.
_MORE_ROWS, _MORE_COLS = 3, 4


def write_pairing(pairing: Pairing | PeriodicPairing, folder: Path, name: str) -> list[Path]:
    """Write a tactic of pairs, and the strategy, lemma and claim that go with it.

    Args:
        pairing: an existing pairing.
        folder: the folder of strategies.
        name: the tactic's.

    Returns:
        The files.

    Raises:
        InputError: a file exists already; nothing is written then.
    """
    game, constants = pairing.game, dict(pairing.game.constants)
    words: dict[str, object] = {"period": 0, "pairings": (), "begun": ()}
    if isinstance(pairing, Pairing):
        words["pairs"] = pairing.pairs.values()
    else:  # a tactic that tells squares by residues, on any board
        for side, more in (("rows", _MORE_ROWS), ("cols", _MORE_COLS)):
            constants[side] = str(max(int(constants[side]), pairing.line + more))
        steps = {
            step: (f"cell({_after('I', down)},{_after('J', right)})", pairing.pairs[step])
            for step, (down, right) in STEPS.items()
        }
        words |= {"period": pairing.period, "line": pairing.line, "steps": steps}
    return write_strategy(game, constants, folder, name, "pairings/tactic.j2", words)


def _after(variable: str, by: int) -> str:
    return f"{variable}{by:+}" if by else variable


def write_strategy(
    game: Game,
    constants: Mapping[str, str],
    folder: Path,
    name: str,
    template: str,
    words: Mapping[str, object],
    pages: Sequence[Page] = (),
) -> list[Path]:
    """Write a tactic of pairs, and the strategy, lemma and claim that go with it.

    Args:
        game: for its roles.
        constants: of the game, for the claim.
        folder: the folder of strategies.
        name: the tactic's.
        template: of the tactic, a file of `asp/`.
        words: the data of the template, besides the names of the game, its roles and the tactic.
        pages: replies of the second player, if it has some before the pairing.

    Raises:
        InputError: as by `write_pairing`.
    """
    # only who writes files waits for it
    from ttt_asp.extensions.authoring.writing import claim_text

    first = Notation(game).mover(game.init) or game.roles[0]
    second = next(role for role in game.roles if role != first)
    other = game.spelt(second)
    shown = ", ".join(f"{key}={value}" for key, value in constants.items())
    board = in_comment(f"{game.name} ({shown})" if shown else game.name)
    words = {
        "name": name,
        "first": first,
        "second": second,
        "one": in_comment(game.spelt(first)),
        "other": in_comment(other),
        "board": board,
        **words,
    }
    question = Question(f"{other} never loses", {other: f"by_{name}"}, game.name, constants)
    when = "until there is a pairing, and then in it," if words["pairings"] else "in the same pair"
    claims = f"# {in_comment(other)} answers {when} on {board}.\n\n{claim_text(name, question)}"
    replies = ""
    if pages:
        about = f"{words['other']}'s replies to the first moves on {board}."
        replies = book(f"replies_of_{name}", second, pages, about, "`ttt-asp pairing --ahead`")
    # In this order: each rests on files before it only. A writer that is killed leaves some of the
    # first, which hurt nobody.
    files = {
        folder / "tactics" / f"{name}.lp": render(template, **words),
        folder / "tactics" / f"replies_of_{name}.lp": replies,
        folder / f"by_{name}.lp": render("pairings/strategy.j2", **words),
        folder / "lemmas" / f"{name}_kept.lp": render("pairings/lemma.j2", **words),
        folder / "claims" / f"{name}.toml": (
            f'{claims}engine = "induction"\nlemmas = ["{name}_kept"]\n'
        ),
    }
    files = {path: text for path, text in files.items() if text}
    write_all_new(files)
    return list(files)


def refuse_taken(name: str, folder: Path) -> None:
    """Refuse, before any work, a name that files of a pairing cannot have in a folder.

    Raises:
        InputError: it is no name, or taken; or nothing can be written there.
    """
    constants = set[str]().union(*(load_game(game, {}).constants for game in game_names()))
    reason = bad_name(name) or (f"{name} is a constant of a game" if name in constants else "")
    if not reason:
        refuse_no_place(folder / "tactics" / f"{name}.lp", new=True)
    defined = {} if reason else entries_of(folder)
    for new in (name, f"by_{name}", f"replies_of_{name}"):
        if not reason and new in defined:
            reason = f"{new} is defined by {defined[new].label} already"
    if reason:
        raise wrong(reason, Location.argument("name"), "choose another name")


# What files of rules may have: positions with replies, and pairs of all pairings together.
MOST_POSITIONS, MOST_PAIRS = 2_000, 5_000
# What the maker and the breaker have marked.
Marks = tuple[int, int]
# The two squares of each line that the breaker has no mark on; or any two free ones if there is no
# such line, or none if there are no two.
Pairs = list[int]


@dataclass(slots=True)
class Expanded:
    """The breaker's answers at every position.

    Attributes:
        replies: to the maker's last move, by the marks with it.
        begun: the marks where the maker is to move and the breaker has replies still.
        pairings: those in which they end, by the breaker's squares.
    """

    replies: dict[Marks, int] = field(default_factory=dict)
    begun: set[Marks] = field(default_factory=set)
    pairings: dict[int, list[Pairs]] = field(default_factory=dict)


def write_ahead(ahead: Ahead, folder: Path, name: str, deadline: Deadline) -> list[Path] | str:
    """Write the files of a pairing after some moves.

    Args:
        ahead: a pairing after some moves, which exists.
        folder: the folder of strategies.
        name: the tactic's.
        deadline: when to give up.

    Returns:
        The files; or the reason why rules cannot express the pairing.

    Raises:
        InputError: a file exists already; nothing is written then.
        Expired: time is up.
    """
    whole = expand(ahead, deadline)
    if isinstance(whole, str):
        return whole
    game, board, squares = ahead.game, ahead.board, ahead.board.squares
    sets = sets_of(game)
    assert sets is not None  # it has a board

    def owned(marks: Marks) -> list[tuple[str, str]]:
        mine, theirs = marks
        return [
            *((board.maker, squares[square]) for square in bits(mine)),
            *((board.breaker, squares[square]) for square in bits(theirs)),
        ]

    pages = [
        (
            sets.position([f"marked({role},{square})" for role, square in owned(marks)]),
            [f"mark({squares[reply]})"],
        )
        for marks, reply in whole.replies.items()
    ]
    pairings = []
    for needs, several in whole.pairings.items():
        needed = [squares[square] for square in bits(needs)]
        for pairs in several:
            named = [tuple(squares[square] for square in bits(pair)) for pair in pairs]
            pairings.append({"needs": needed, "pairs": named})
    words = {"begun": [owned(marks) for marks in sorted(whole.begun)], "pairings": pairings}
    return write_strategy(game, game.constants, folder, name, "pairings/ahead.j2", words, pages)


def expand(ahead: Ahead, deadline: Deadline) -> Expanded | str:
    """Return the answers of a tree, position by position, without symmetries.

    Returns:
        The answers; or the reason why no rules can be made of them.

    Raises:
        Expired: time is up.
    """
    board, expanded, number = ahead.board, Expanded(), 0
    if board.breaker_begins:
        return f"{ahead.game.spelt(board.breaker)} moves first"
    identity = tuple(range(len(board.squares)))
    whole = group(board, deadline)[0] if isinstance(ahead.tree, AnswerNode) else [identity]
    todo = [(Position(board), ahead.tree, whole, identity)]
    while todo:
        deadline.check()
        position, tree, symmetries, turned = todo.pop()
        marks = position.maker, position.breaker
        if tree is None:
            known = expanded.pairings.setdefault(position.breaker, [])
            if not any(sum(pairs) & ~position.free == 0 for pairs in known):
                known.append(_pairs(position))
                number += len(known[-1])
        elif marks not in expanded.begun:  # else reached in another order, and answered
            expanded.begun.add(marks)
            for move, reply, then, left, turn in _replies(tree, position.free, symmetries, turned):
                after = position.with_maker(move)
                expanded.replies[after.maker, after.breaker] = reply
                todo.append((after.with_breaker(reply), then, left, turn))
        if number > MOST_PAIRS or len(expanded.replies) > MOST_POSITIONS:
            return f"there are more than {MOST_POSITIONS:,} positions or {MOST_PAIRS:,} pairs"
    return expanded if number else "nothing is answered in pairs"


def _pairs(position: Position) -> Pairs:
    """Return the pairs at a position where the tree ends."""
    if position.open or position.free.bit_count() < 2:
        return [position.held[line] for line in bits(position.open)]
    first, second, *_ = bits(position.free)
    return [1 << first | 1 << second]


def _replies(
    tree: Tree, moves: int, symmetries: Sequence[Permutation], turned: Permutation
) -> Iterator[tuple[int, int, Tree, list[Permutation], Permutation]]:
    """Yield some moves, each with its reply, the tree after it, the symmetries left, and its turn.

    Args:
        tree: of a position.
        moves: as bits, squares that are free there.
        symmetries: those that leave the marks where they are, of the tree as it was found.
        turned: the symmetry that takes the tree to the position.
    """
    if isinstance(tree, Last):
        back = {image: square for square, image in enumerate(turned)}
        for move in bits(moves):
            yield move, turned[tree.answers.get(back[move], tree.otherwise)], None, [], turned
    elif isinstance(tree, AnswerNode):
        for first, (reply, then) in tree.answers.items():
            left = stabilizer(symmetries, first, reply)
            for symmetry in symmetries:
                move = turned[symmetry[first]]
                if moves >> move & 1:
                    moves ^= 1 << move
                    turn = tuple(turned[square] for square in symmetry)
                    yield move, turn[reply], then, left, turn
