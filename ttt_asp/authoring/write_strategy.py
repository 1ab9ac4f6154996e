"""A strategy that was found, as files: its term with examples, and the claims it keeps."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from ttt_asp.authoring.sampling import PLAYS, sample
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place, write_all_new
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import in_comment
from ttt_asp.positions.position import advise
from ttt_asp.strategies.examples import example_line
from ttt_asp.strategies.library import Library, bad_name, entries_of, open_library
from ttt_asp.strategies.strategy import load_strategy

_ENOUGH = 3
_STRATEGY = """\
%*! {about} *%
strategy({name},
    {term}).

{examples}
"""


def check_place(path: Path, library: Library) -> None:
    """Refuse a file that could not be found as a strategy, or is there, before any work.

    Args:
        path: the file.
        library: where the strategy's own tactics are found; it may hide none of them.

    Raises:
        InputError: it is no NAME.lp, or the name is taken.
    """
    where = Location(str(path))
    if path.suffix != ".lp" or path.parent.name in ("tactics", "orders", "lemmas"):
        hint = f"for example {path.parent / 'mine' / path.stem}.lp"
        raise wrong("a strategy is a file NAME.lp of a folder of strategies", where, hint)
    reason = bad_name(path.stem)
    taken = entries_of(path.parent) if path.parent.is_dir() else {}
    if not reason and path.stem in taken:
        reason = f"{path.stem} is defined by {taken[path.stem].label} already"
    if not reason and path.stem in library.entries:
        reason = f"{path.stem} would hide {library.entries[path.stem].label}"
    if not reason and (claims := _claims(path)).exists():
        reason = f"{claims} exists already"
    if reason:
        raise wrong(reason, where, "choose another name")
    refuse_no_place(path, new=True)


def write_strategy(
    path: Path, term: str, questions: Sequence[Question], players: Sequence[Sequence[str]], how: str
) -> list[Path]:
    """Write a strategy and a file of its claims, neither of which may exist.

    Args:
        path: of the strategy, NAME.lp; the claims go to claims/NAME.toml beside it.
        term: what it is.
        questions: the claims.
        players: for each the roles that play it.
        how: the command that found it.

    Returns:
        The files.

    Raises:
        InputError: one of them exists, or cannot be written.
    """
    name = path.stem
    words = dict.fromkeys(f"{q.claim} in {q.game}" for q in questions)
    about = f"{name}: {', '.join(words)}.\n\nSource: `{how}`."
    text = strategy_text(name, about, term, questions[0], players[0][0])
    claims = "\n".join(
        claim_text(f"{name}-{number}", replace(question, roles={**question.roles, **own}))
        for number, (question, own) in enumerate(
            zip(questions, (dict.fromkeys(roles, name) for roles in players), strict=True), 1
        )
    )
    write_all_new({path: text, _claims(path): claims})
    return [path, _claims(path)]


def strategy_text(name: str, about: str, term: str, question: Question, role: str) -> str:
    """The text of a strategy's file, with examples from random plays.

    Args:
        name: of the strategy.
        about: what is said of it.
        term: what it is.
        question: names the game of the examples, and the folders of its tactics.
        role: who plays it there.

    Raises:
        InputError: anything wrong with the term.
    """
    return _STRATEGY.format(
        about=in_comment(about).replace("\\n", "\n"),
        name=name,
        term=fill(term, 94, subsequent_indent="    "),
        examples="\n".join(_examples(term, question, role)),
    )


def _claims(path: Path) -> Path:
    return path.parent / "claims" / f"{path.stem}.toml"


def claim_text(name: str, question: Question) -> str:
    """A claim as a file of claims has it.

    Args:
        name: its `id`.
        question: what is claimed.
    """
    const = ", ".join(f"{key} = {toml_value(value)}" for key, value in question.const.items())
    lines = ["[[claim]]", f"id = {toml_text(name)}", f"claim = {toml_text(question.claim)}"]
    lines.append(f"game = {toml_text(question.game)}")
    lines += [f"const = {{ {const} }}"] if const else []
    if question.position is not None:
        lines.append(f"position = {toml_text(question.position)}")
    for role, text in question.roles.items():
        key = role if role.isalnum() and role.isascii() else toml_text(role)
        lines.append(f"{key} = {toml_text(text)}")
    return "\n".join(lines) + "\n"


def _examples(term: str, question: Question, role: str) -> Iterator[str]:
    """What the strategy recommends at a few positions of random plays, each another set."""
    game = load_game(question.game, question.const)
    strategy = load_strategy(term, role, game, open_library(question.folders))
    notation = Notation(game)
    seen: set[tuple[str, ...]] = set()
    for moment in sample(game, {}).moments:
        for play in range(PLAYS):
            if len(seen) == _ENOUGH:
                return
            if moment.asked[role] >> play & 1:
                held = frozenset(f for f, bits in moment.fluents.items() if bits >> play & 1)
                got = advise(game, role, strategy, held, Deadline()).suggested
                if got not in seen:
                    seen.add(got)
                    yield example_line(notation, held, role, got)
                    break


def toml_value(value: str) -> str:
    """A constant's value: a number as it is, a name in quotes."""
    return value if value.lstrip("-").isdigit() else toml_text(value)


def toml_text(value: str) -> str:
    """A text as TOML has it; of JSON's, DEL alone may not be in it.

    Raises:
        InputError: it is a file's name that is no UTF-8.
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        raise wrong(
            "its name is not UTF-8, so no claims file can have it", Location(value)
        ) from None
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
