"""Files for a pairing: a tactic, a strategy, a lemma, and the claim that they prove."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ttt_asp.claims.question import Question
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.pairings.pairing.find import Pairing
from ttt_asp.extensions.pairings.pairing.periodic import STEPS, PeriodicPairing
from ttt_asp.extensions.players.book import Page, book
from ttt_asp.files import write_all_new
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
        InputError: the name cannot be used, or a file exists already; nothing is written then.
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
    _check_name(name, folder)
    write_all_new(files)
    return list(files)


def _check_name(name: str, folder: Path) -> None:
    constants = set[str]().union(*(load_game(game, {}).constants for game in game_names()))
    reason = bad_name(name) or (f"{name} is a constant of a game" if name in constants else "")
    defined = {} if reason else entries_of(folder)
    for new in (name, f"by_{name}", f"replies_of_{name}"):
        if not reason and new in defined:
            reason = f"{new} is defined by {defined[new].label} already"
    if reason:
        raise wrong(reason, Location.argument("name"), "choose another name")
