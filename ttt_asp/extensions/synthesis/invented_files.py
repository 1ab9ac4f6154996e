"""The files of tactics that were invented, each with its examples."""

from collections.abc import Iterator
from pathlib import Path

from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.extensions.authoring.sampling import example_lines, sample
from ttt_asp.extensions.synthesis.invented import InventedTactic
from ttt_asp.extensions.synthesis.invention import Invention
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import in_comment
from ttt_asp.strategies.strategy import load_strategy


def tactic_files(path: Path, found: Invention) -> dict[Path, str]:
    """Return the texts of the files of the first way's tactics.

    Args:
        path: of the tactic; of several, each is named after the tactic, beside it.
        found: the tactics.

    Raises:
        InputError: the files make no program.
        Expired: the plays for examples take too long.
    """
    way = found.found[0]
    questions = found.questions(way)
    claims = " and ".join(dict.fromkeys(f"{q.claim} in {q.game}" for q in questions))
    terms = " and ".join(way.terms.values())
    about = in_comment(f"`ttt-asp invent`: {claims} with {terms}")
    return {
        path.with_name(f"{tactic.name}.lp"): tactic.text(
            about, list(_examples(tactic, questions[0]))
        )
        for tactic in way.tactics
    }


def _examples(tactic: InventedTactic, question: Question) -> Iterator[str]:
    """Yield examples from random plays: where the tactic recommends something before others."""
    game = load_game(question.game, question.const)
    if len(question.game.split()) > 1:
        return  # no file can name such a game
    const = "".join(f" {key}={value}" for key, value in question.const.items())
    if const or question.game != DEFAULT_GAME:
        yield f"% game {question.game}{const}"
    strategy = load_strategy(tactic.name, game.roles[0], game, question.library())
    moments = sample(game, tuple((tactic.name, source) for source in strategy.tactics)).moments
    speaking = [moment for moment in moments if moment.of(tactic.name)]
    silent = [moment for moment in moments if not moment.of(tactic.name)]
    yield from example_lines([*speaking, *silent], strategy, Notation(game), set())
