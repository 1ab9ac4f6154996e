"""Writing users' files: new ones, examples, and strategies that were found, with their claims.

New files are parts of a folder of strategies, which is made where it is missing. They are found
there, hide no others, and are written whole or not at all.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from textwrap import fill

from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.authoring.sampling import ENOUGH, example_lines, sample, split
from ttt_asp.extensions.exploring.examples import examples
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.files import refuse_no_place, system_errors, temporary_copy, write_bytes
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.lp.source import parse, read
from ttt_asp.paths import STRATEGIES, in_comment, label_of
from ttt_asp.strategies.library import FOLDERS, Kind, Library, bad_name, entries_of
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.strategies.tactics import game_of

_FOLDERS = {"tactic": "tactics", "order": "orders"}


def check_place(
    path: Path, kind: str, name: str | None = None, library: Library | None = None
) -> None:
    """Refuse, before any work, a file that exists or would not be found as its kind.

    Args:
        path: the file.
        kind: `tactic`, `order` or `strategy`.
        name: the name for it, where it was given; a strategy has no claims then.
        library: the library of which the file may hide nothing; None for the built-in one.

    Raises:
        InputError: it is no NAME.lp in a fitting folder, or the name is taken.
    """
    where, inside = Location(str(path) if name is None else name), _FOLDERS.get(kind, "")
    given, folder = path.stem if name is None else name, path.absolute().parent
    reason, fits = bad_name(given), folder.name == inside if inside else folder.name not in FOLDERS
    if not reason and not (path.suffix == ".lp" and fits):
        fitting = path.parent if fits else path.parent / (inside or "mine")
        form = f"{inside}/NAME.lp" if inside else "NAME.lp"
        message = f"a {kind} is a file {form} of a folder of strategies"
        raise wrong(message, where, f"for example {fitting / given}.lp")
    if not reason:
        refuse_no_place(path, new=True)
    kinds: tuple[Kind, ...] = ("order",) if kind == "order" else ("tactic", "strategy")
    above = path.parents if len(path.parents) > 1 else path.absolute().parents
    taken = entries_of(above[1 if inside else 0], kinds)
    hidden = library.entries if library else entries_of(STRATEGIES, kinds)
    if not reason and name and any(name in load_game(g, {}).constants for g in game_names()):
        reason = f"{given} is a constant of a game"
    elif not reason and given in taken:
        reason = f"{given} is defined by {taken[given].label} already"
    elif not reason and given in hidden:
        reason = f"{given} would hide {hidden[given].label} wherever its folder is searched"
    elif not reason and name is None and kind == "strategy" and claims_path(path).exists():
        reason = f"{claims_path(path)} exists already"
    if reason:
        raise wrong(reason, where, "choose another name")


def claims_path(path: Path) -> Path:
    """Return the file for the claims about a strategy that stands in a file."""
    return path.parent / "claims" / f"{path.stem}.toml"


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet: beside its place first, then linked there.

    Raises:
        InputError: it exists already, or its folder cannot be made or written to.
    """
    write_all_new({path: text})


def write_all_new(texts: Mapping[Path, str]) -> None:
    """Write several files that do not exist yet: all of them, or none; see `write_new`.

    All files are written beside their places before the first is put in its place, and they are
    put there in order: a writer that is killed leaves the first ones only.
    """
    beside: dict[Path, str] = {}
    placed: list[Path] = []
    try:
        for path, text in texts.items():
            with system_errors(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                beside[path] = temporary_copy(path, text.encode("utf-8"))
        for path, part in beside.items():
            with system_errors(path):
                _link(part, path)
                placed.append(path)
    except BaseException:
        for path in placed:
            path.unlink(missing_ok=True)
        raise
    finally:
        for part in beside.values():
            os.unlink(part)


def _link(part: str, path: Path) -> None:
    """Put a file in its place; unlike a rename, refuse to replace another one."""
    if hasattr(os, "link"):
        os.link(part, path)
        return
    with path.open("xb") as file:  # in a browser there are no links, and nobody else who writes
        file.write(Path(part).read_bytes())


_STRATEGY = """\
%*! {about} *%
strategy({name},
    {term}).

{examples}
"""


# Each passes `check` once `{name}` is one.
TACTIC, STRATEGY, ORDER = (
    Path(__file__).with_name(f"{kind}.txt").read_text("utf-8")
    for kind in ("tactic", "strategy", "order")
)


def write_strategy(
    path: Path, term: str, questions: Sequence[Question], players: Sequence[Sequence[str]], how: str
) -> list[Path]:
    """Write a strategy and a file of its claims, neither of which may exist.

    Args:
        path: the strategy's file, NAME.lp; the claims go to claims/NAME.toml beside it.
        term: the strategy's term.
        questions: the claims.
        players: for each claim the roles that play the strategy.
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
        claim_text(f"{name}-{number}", replace(question, roles={**question.roles, **keeping}))
        for number, (question, keeping) in enumerate(
            zip(questions, (dict.fromkeys(roles, name) for roles in players), strict=True), 1
        )
    )
    write_all_new({path: text, claims_path(path): claims})
    return [path, claims_path(path)]


def renamed_tactic(text: str, old: str, new: str) -> str:
    """Return the text of a tactic's file under another name: its rules, helpers and docs.

    Raises:
        InputError: the text cannot be parsed.
    """
    helpers = {name for name, _ in parse(text.encode(), f"{old}.lp").defined}
    for helper in sorted(name for name in helpers if name.startswith(f"{old}_")):
        text = re.sub(rf"\b{helper}\b", new + helper.removeprefix(old), text)
    return re.sub(rf"(\bsuggests\(\s*|%\*!\s*){old}\b", rf"\g<1>{new}", text)


def strategy_text(name: str, about: str, term: str, question: Question, role: str) -> str:
    """Write the text of a strategy's file, with examples from random plays, if these can be.

    Args:
        name: the strategy's name.
        about: the text of its doc block.
        term: its term.
        question: the question that names the game of the examples, and the folders of tactics.
        role: the role that plays it there.

    Raises:
        InputError: something is wrong with the term.
    """
    game = load_game(question.game, question.const)
    strategy, line = load_strategy(term, role, game, question.library()), game_line(question)
    moments = (moment for moment in sample(game).moments if moment.role == role)
    shown = example_lines(moments, strategy, PositionReader(game), set())
    text = _STRATEGY.format(
        about=in_comment(about).replace("\\n", "\n"),
        name=name,
        term=fill(term, 94, subsequent_indent="    "),
        examples="" if line is None else line + "\n".join(shown),
    )
    return text.rstrip("\n") + "\n"


def game_line(question: Question) -> str | None:
    """Return the line that names a question's game to examples; empty for the default game.

    None where no line can, as the game's name has a space: there are no examples then.
    """
    if len(question.game.split()) > 1:
        return None
    const = "".join(f" {key}={value}" for key, value in question.const.items())
    other = const or question.game != DEFAULT_GAME
    return f"% game {question.game}{const}\n" if other else ""


def claim_text(name: str, question: Question) -> str:
    """Write a claim for a file of claims.

    Args:
        name: its `id`.
        question: the claim.
    """
    const = ", ".join(f"{key} = {_toml_value(value)}" for key, value in question.const.items())
    lines = ["[[claim]]", f"id = {_toml_text(name)}", f"claim = {_toml_text(question.claim)}"]
    lines.append(f"game = {_toml_text(question.game)}")
    lines += [f"const = {{ {const} }}"] if const else []
    if question.position is not None:
        lines.append(f"position = {_toml_text(question.position)}")
    for role, text in question.roles.items():
        key = role if role.isalnum() and role.isascii() else _toml_text(role)
        lines.append(f"{key} = {_toml_text(text)}")
    return "\n".join(lines) + "\n"


def _toml_value(value: str) -> str:
    """Write a constant's value: a number as it is, a name in quotes."""
    return value if value.lstrip("-").isdigit() else _toml_text(value)


def _toml_text(value: str) -> str:
    """Write a text for TOML, as JSON has it but for DEL, which TOML does not allow.

    Raises:
        InputError: it is a file's name that is not UTF-8.
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        raise wrong(
            "its name is not UTF-8, so no claims file can have it", Location(value)
        ) from None
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_examples(path: Path, game: Game, library: Library) -> int:
    """Fill a tactic's file up to three examples.

    Args:
        path: the file.
        game: the game it is for, unless it names another.
        library: the library for the names it uses.

    Returns:
        The number of examples added.

    Raises:
        InputError: it is not a tactic's file, or something is wrong with it.
    """
    label, name = label_of(path), path.stem
    source = read(path, label)
    if named := game_of(source):
        game = load_game(*named)
    entry = library.entries.get(name)
    if entry is None or entry.kind != "tactic" or path.parent.name != "tactics":
        raise wrong("examples are written into files of tactics only", Location(label))
    strategy = load_strategy(name, "check", game, library)
    notation = PositionReader(game)
    there = list(examples(source, notation))
    if len(there) >= ENOUGH:
        return 0
    seen = {example.expected for example in there}
    own, *others = strategy.tactics
    moments = sample(game, ((name, own), *((file.label, file) for file in others))).moments
    speaking, silent = split(moments, name)
    found = example_lines([*silent[:1], *speaking], strategy, notation, seen)
    lines = [*islice(found, ENOUGH - len(there))]
    if lines:
        text = source.text if source.text.endswith(b"\n") else source.text + b"\n"
        gap = "" if there else "\n"
        write_bytes(path, text + (gap + "\n".join(lines) + "\n").encode())
    return len(lines)
