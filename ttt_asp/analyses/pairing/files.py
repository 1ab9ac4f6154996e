"""A pairing as files: a tactic, a strategy, a lemma, and the claim that they are for."""

import os
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.analyses.pairing.periodic import STEPS, PeriodicPairing
from ttt_asp.claims.toml_text import toml_text, toml_value
from ttt_asp.errors import Location, wrong
from ttt_asp.files import says, write_all_new
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.paths import in_comment
from ttt_asp.strategies.library import bad_name, entries_of

# What every tactic of pairs says of those that it has.
_ANSWERS = """
suggests({name},P,mark(D)) :- {name}_with(C,D), opponent(P,Q), marked(Q,C), free(D).

%*! {name}_with(C,D): the squares C and D are a pair, in either order. *%
{name}_with(C,D) :- {name}_pair(C,D).
{name}_with(D,C) :- {name}_pair(C,D).

"""
_LISTED = (
    """\
%*! {name}: answer in the same pair. Where an opponent has marked one square of a pair below and
the other one is free, mark that. Every line of {board}
has a pair of its own, so nobody else completes a line, ever.

Source: `ttt-asp pairing`; the strategy is that of Hales and Jewett. *%"""
    + _ANSWERS
    + """\
%*! {name}_pair(C,D): the pair of one line, one after the other. *%
{pairs}
"""
)
_REPEATED = (
    """\
%*! {name}: answer in the same pair. Where an opponent has marked one square of a pair and the
other one is free, mark that. Pairs are neighbours that repeat every {period} rows and columns, such
that every {line} squares in a row, of any board, hold one: nobody else completes them, ever.

Source: `ttt-asp pairing --period {period} -c line={line}`, after Hales and Jewett. *%"""
    + _ANSWERS
    + """\
%*! {name}_pair(C,D): the pairs that lie on the board, one square after the other. *%
{rules}

%*! {name}_right(I,J), {name}_down(I,J), {name}_diag(I,J), {name}_anti(I,J): a pair that goes
right, down, down and right, down and left begins in row I and column J modulo {period}. *%
{residues}
"""
)
_STRATEGY = """\
%*! by_{name}: answer in the same pair; where there is nothing to answer, anything.

Source: `ttt-asp pairing`. *%
strategy(by_{name},
    first({name}, any)).
"""
_LEMMA = """\
%*! {name}_kept: whenever a round begins, of every pair with a mark of {one} the other square is
{other}'s. That is all {other} has to see to, and all a proof by induction has to know. *%
lemma({name}_kept) :- not {name}_kept_lost.
{name}_kept_lost :- {name}_with(C,D), marked({first},C), not marked({second},D).
"""
_CLAIMS = """\
# {other} answers {when} on {board}.

[[claim]]
id = "{name}"
claim = {claim}
game = {game}{const}
{key} = "by_{name}"
engine = "induction"
lemmas = ["{name}_kept"]
"""
# The claim about a pairing of the plane is about a board with so many more rows and columns than a
# line has squares: not all alike.
_MORE_ROWS, _MORE_COLS = 3, 4
# Facts on a line.
_A_LINE = 8


def write_pairing(found: Pairing | PeriodicPairing, folder: Path, name: str) -> list[Path]:
    """Write a tactic of pairs, and the strategy, lemma and claim that go with it.

    Args:
        found: a pairing that exists.
        folder: the folder of strategies.
        name: the tactic's.

    Returns:
        The files.

    Raises:
        InputError: the name cannot be, or a file exists already; nothing is written then. Some of
            these very files, of a writer that was killed, are no obstacle: the others are added.
    """
    if isinstance(found, Pairing):
        tactic, words = _LISTED, words_of(found.game, name, found.game.constants)
        words["pairs"] = "\n".join(
            "{}_pair({},{}).".format(name, *two) for two in found.pairs.values()
        )
    else:
        tactic, words = _REPEATED, _repeated(found, name)
    words["when"] = "in the same pair"
    return write_strategy(folder, name, words, (tactic, _STRATEGY, _LEMMA))


def _repeated(found: PeriodicPairing, name: str) -> dict[str, str]:
    """The words of a tactic that tells squares by residues, on any board."""
    constants = dict(found.game.constants)
    for side, more in (("rows", _MORE_ROWS), ("cols", _MORE_COLS)):
        constants[side] = str(max(int(constants[side]), found.line + more))
    rules, residues = list[str](), list[str]()
    for step, (down, right) in STEPS.items():
        one, other = "cell(I,J)", f"cell({_after('I', down)},{_after('J', right)})"
        rules.append(
            f"{name}_pair({one},{other}) :- square({one}), square({other}), "
            f"{name}_{step}(I \\ {found.period},J \\ {found.period})."
        )
        facts = [f"{name}_{step}({i},{j})." for i, j in found.pairs[step]]
        residues += [" ".join(facts[n : n + _A_LINE]) for n in range(0, len(facts), _A_LINE)]
    numbers = {"period": str(found.period), "line": str(found.line)}
    lists = {"rules": "\n".join(rules), "residues": "\n".join(residues)}
    return words_of(found.game, name, constants) | numbers | lists


def _after(variable: str, by: int) -> str:
    return f"{variable}{by:+}" if by else variable


def words_of(game: Game, name: str, constants: Mapping[str, str]) -> dict[str, str]:
    """What stands for the words in braces in the files of a pairing.

    Args:
        game: for its roles.
        name: the tactic's.
        constants: of the game, as the claim is to have them.
    """
    turns = {str(fluent): str(role) for fluent, role in game.facts.get("to_move", ())}
    first = next((turns[fluent] for fluent in sorted(game.init) if fluent in turns), game.roles[0])
    second = next(role for role in game.roles if role != first)
    other = game.spelt(second)
    const = ", ".join(f"{key} = {toml_value(value)}" for key, value in constants.items())
    shown = ", ".join(f"{key}={value}" for key, value in constants.items())
    return {
        "name": name,
        "first": first,
        "second": second,
        "one": in_comment(game.spelt(first)),
        "other": in_comment(other),
        "claim": toml_text(f"{other} never loses"),
        "key": other if other.replace("_", "a").isalnum() else toml_text(other),
        "game": toml_text(game.name),
        "board": in_comment(f"{game.name} ({shown})" if shown else game.name),
        "const": f"\nconst = {{ {const} }}" if const else "",
    }


def write_strategy(
    folder: Path, name: str, words: Mapping[str, str], texts: Sequence[str], replies: str = ""
) -> list[Path]:
    """Write a tactic of pairs, and the strategy, lemma and claim that go with it.

    Args:
        folder: the folder of strategies.
        name: the tactic's.
        words: see `words_of`; and `when` the second player answers.
        texts: of the tactic, the strategy and the lemma, with words in braces.
        replies: the text of a tactic that comes first.

    Raises:
        InputError: as by `write_pairing`.
    """
    tactic, strategy, lemma = (text.format_map(words) for text in texts)
    # In this order: each rests on files before it only. A writer that is killed leaves some of the
    # first, which hurt nobody; whoever asks again gets the others.
    files = {
        folder / "tactics" / f"{name}.lp": tactic,
        folder / "tactics" / f"replies_of_{name}.lp": replies,
        folder / f"by_{name}.lp": strategy,
        folder / "lemmas" / f"{name}_kept.lp": lemma,
        folder / "claims" / f"{name}.toml": _CLAIMS.format_map(words),
    }
    files = {path: text for path, text in files.items() if text}
    left = {path for path, text in files.items() if says(path, text)}
    if len(left) == len(files):
        left = set()
    _check_name(name, folder, left)
    for path in files.keys() - left:
        if os.path.exists(path):
            raise wrong("this file exists already", Location(str(path)), "choose another --name")
    write_all_new(files, same=True)
    return list(files)


def _check_name(name: str, folder: Path, left: Container[Path]) -> None:
    constants = {c for game in game_names() for c in load_game(game, {}).constants}
    reason = bad_name(name) or (f"{name} is a constant of a game" if name in constants else "")
    if not reason and folder.is_dir():
        taken = entries_of(folder)
        found = [taken[n] for n in (name, f"by_{name}", f"replies_of_{name}") if n in taken]
        found += [e for n, e in entries_of(folder, ["lemma"]).items() if n == f"{name}_kept"]
        found = [entry for entry in found if entry.path not in left]
        reason = f"{found[0].name} is defined by {found[0].label} already" if found else ""
    if reason:
        raise wrong(reason, Location("--name"), "choose another --name")
