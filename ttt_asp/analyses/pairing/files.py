"""A pairing as files: a tactic, a strategy, a lemma, and the claim that they are for."""

import os
from collections.abc import Container, Mapping
from pathlib import Path

from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.authoring.write_strategy import toml_text, toml_value
from ttt_asp.errors import Location, wrong
from ttt_asp.files import says, write_all_new
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.paths import in_comment
from ttt_asp.strategies.library import bad_name, entries_of, lemmas_of

_TACTIC = """\
%*! {name}: answer in the same pair. Where an opponent has marked one square of a pair below and
the other one is free, mark that. Every line of {board}
has a pair of its own, so nobody else completes a line, ever.

Source: `ttt-asp pairing`; the strategy is that of Hales and Jewett. *%
suggests({name},P,mark(D)) :- {name}_with(C,D), opponent(P,Q), marked(Q,C), free(D).

%*! {name}_with(C,D): the squares C and D are a pair, in either order. *%
{name}_with(C,D) :- {name}_pair(C,D).
{name}_with(D,C) :- {name}_pair(C,D).

%*! {name}_pair(C,D): the pair of one line, one after the other. *%
{pairs}
"""
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
{how}
"""


def write_pairing(pairing: Pairing, folder: Path, name: str) -> list[Path]:
    """Write the files of a pairing.

    Args:
        pairing: one that exists.
        folder: the folder of strategies.
        name: the tactic's.

    Returns:
        The files.

    Raises:
        InputError: the name cannot be, or a file exists already; nothing is written then. Some of
            these very files, of a writer that was killed, are no obstacle: the others are added.
    """
    pairs = ["{}_pair({},{}).".format(name, *pair) for pair in pairing.matching.chosen.values()]
    words = words_of(pairing.game, name, pairing.game.constants) | {"pairs": "\n".join(pairs)}
    return write_files(_TACTIC, words, folder, name)


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
    const = ", ".join(f"{key} = {toml_value(value)}" for key, value in constants.items())
    shown = ", ".join(f"{key}={value}" for key, value in constants.items())
    return {
        "name": name,
        "first": first,
        "second": second,
        "one": in_comment(game.spelt(first)),
        "other": in_comment(game.spelt(second)),
        "claim": toml_text(f"{game.spelt(second)} never loses"),
        "key": key_of(game.spelt(second)),
        "game": toml_text(game.name),
        "board": in_comment(f"{game.name} ({shown})" if shown else game.name),
        "const": f"\nconst = {{ {const} }}" if const else "",
    }


def key_of(role: str) -> str:
    """A role as a key of a file of claims."""
    return role if role.replace("_", "a").isalnum() else toml_text(role)


def claims_text(words: Mapping[str, str], when: str = "in the same pair", how: str = "") -> str:
    """The file of a claim about a pairing.

    Args:
        words: see `words_of`.
        when: how the second player answers, in words.
        how: keys that say how it is proved; by induction, with the lemma, if there are none.
    """
    how = how or f'engine = "induction"\nlemmas = ["{words["name"]}_kept"]'
    return _CLAIMS.format_map({**words, "when": when, "how": how})


def write_files(tactic: str, words: Mapping[str, str], folder: Path, name: str) -> list[Path]:
    """Write a tactic of pairs, and the strategy, lemma and claim that go with it.

    Args:
        tactic: the text of the tactic's file, with words in braces.
        words: what stands for them; see `words_of`.
        folder: the folder of strategies.
        name: the tactic's.

    Raises:
        InputError: as by `write_pairing`.
    """
    # In this order: each rests on files before it only. A writer that is killed leaves some of the
    # first, which hurt nobody; whoever asks again gets the others.
    texts = {
        folder / "tactics" / f"{name}.lp": tactic.format_map(words),
        folder / f"by_{name}.lp": _STRATEGY.format_map(words),
        folder / "lemmas" / f"{name}_kept.lp": _LEMMA.format_map(words),
    }
    texts[folder / "claims" / f"{name}.toml"] = claims_text(words)
    write_texts(texts, folder, name)
    return list(texts)


def write_texts(texts: Mapping[Path, str], folder: Path, name: str) -> None:
    """Write the files of a pairing, in their order, each after those that it rests on.

    Args:
        texts: of each file.
        folder: the folder of strategies.
        name: the tactic's.

    Raises:
        InputError: as by `write_pairing`.
    """
    left = {path for path, text in texts.items() if says(path, text)}
    if len(left) == len(texts):
        left = set()
    _check_name(name, folder, left)
    for path in texts.keys() - left:
        if os.path.exists(path):
            raise wrong("this file exists already", Location(str(path)), "choose another --name")
    write_all_new(texts, same=True)


def _check_name(name: str, folder: Path, left: Container[Path]) -> None:
    constants = {c for game in game_names() for c in load_game(game, {}).constants}
    reason = bad_name(name) or (f"{name} is a constant of a game" if name in constants else "")
    if not reason and folder.is_dir():
        taken = entries_of(folder)
        found = [taken[n] for n in (name, f"by_{name}", f"replies_of_{name}") if n in taken]
        found += [e for n, e in lemmas_of(folder).items() if n == f"{name}_kept"]
        found = [entry for entry in found if entry.path not in left]
        reason = f"{found[0].name} is defined by {found[0].label} already" if found else ""
    if reason:
        raise wrong(reason, Location("--name"), "choose another --name")
