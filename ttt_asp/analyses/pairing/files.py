"""A pairing as files: a tactic, a strategy, a lemma, and the claim that they are for."""

import os
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo

from ttt_asp.analyses.pairing.answer_set import CONFLICTS, MOST_LINES, pair
from ttt_asp.analyses.pairing.matching import Matching, match
from ttt_asp.claims.toml_text import toml_text, toml_value
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.files import says, write_all_new
from ttt_asp.games.game import Game, game_names, load_game
from ttt_asp.paths import in_comment
from ttt_asp.reached import Reached, Tell
from ttt_asp.result import Result
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
lemmas = ["{name}_kept"]
"""


@dataclass(frozen=True, slots=True)
class Pairing(Result):
    """The lines of a game, and two squares for each.

    Attributes:
        game: the game. lines: the squares of each line.
        matching: the pairs, or the lines that are too many.
        means: how that was found, in words.
    """

    game: Game
    lines: Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
    matching: Matching[clingo.Symbol, clingo.Symbol]
    means: str

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return not self.crowded

    @property
    def crowded(self) -> tuple[clingo.Symbol, ...]:
        """Lines that have fewer than two squares for each between them; empty if none have."""
        return tuple(sorted(self.matching.crowded))

    @property
    def squares(self) -> tuple[clingo.Symbol, ...]:
        """The squares of the crowded lines."""
        return tuple(sorted({square for line in self.crowded for square in self.lines[line]}))

    def as_json(self) -> dict[str, Any]:
        """The pairing as plain data: the pair of every line, or the crowded lines' squares."""
        pairs = {} if self.crowded else self.matching.chosen
        return {
            "game": self.game.name,
            "means": self.means,
            "pairs": {str(line): list(map(str, pair)) for line, pair in pairs.items()},
            "crowded": {
                str(line): [str(square) for square in self.lines[line]] for line in self.crowded
            },
        }


def find_pairing(game: Game, deadline: Deadline, tell: Tell | None = None) -> Pairing:
    """Look for two squares for every line of a game, all different.

    By ASP where that is fast; by a bipartite matching else, and for the lines that are too many.

    Args:
        game: which.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        InputError: the game has no lines, or not two roles of which one moves first.
        InternalError: ASP and the matching contradict each other.
        Expired: time is up.
    """
    squares: dict[clingo.Symbol, list[clingo.Symbol]] = {}
    # In order: what is found does not hang on the order in which clingo happens to ground.
    for (line,) in sorted(game.facts.get("line", ())):
        squares[line] = []
    for square, line in sorted(game.facts.get("part_of", ())):
        if line in squares:
            squares[line].append(square)
    if not squares:
        raise wrong(f"{game.name} has no lines here", Location("--game"), "line(L), part_of(C,L)")
    if len(game.roles) != 2:
        raise wrong(f"a pairing is for two roles, {game.name} has {len(game.roles)}")
    if tell is not None:
        tell(Reached(f"looking for two squares for each of {len(squares):,} lines"))
    return deadline.run(lambda: _paired(game, squares, deadline))


def _paired(
    game: Game, squares: Mapping[clingo.Symbol, Sequence[clingo.Symbol]], deadline: Deadline
) -> Pairing:
    if len(squares) > MOST_LINES:
        means = f"a bipartite matching, as there are more than {MOST_LINES:,} lines for ASP"
        return Pairing(game, squares, match(squares), means)
    if chosen := pair(squares, deadline):
        return Pairing(game, squares, Matching(chosen), "ASP, asp/pairing.lp")
    matching = match(squares)
    if chosen is None:
        means = f"a bipartite matching, as ASP gave up after {CONFLICTS:,} conflicts"
    elif matching.crowded:
        means = "ASP, asp/pairing.lp, and a bipartite matching, which says why"
    else:
        raise internal(f"asp/pairing.lp says that {game.name} has no pairing, but it has one")
    return Pairing(game, squares, matching, means)


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
        "one": in_comment(first),
        "other": in_comment(second),
        "claim": toml_text(f"{second} never loses"),
        "key": second if second.replace("_", "a").isalnum() else toml_text(second),
        "game": toml_text(game.name),
        "board": in_comment(f"{game.name} ({shown})" if shown else game.name),
        "const": f"\nconst = {{ {const} }}" if const else "",
    }


def claims_text(words: Mapping[str, str], when: str = "in the same pair", every: str = "") -> str:
    """The file of a claim about a pairing.

    Args:
        words: see `words_of`.
        when: how the second player answers, in words.
        every: the sizes that the claim is about; of one size only it is proved by induction.
    """
    how = f"every = {toml_text(every)}" if every else 'engine = "induction"'
    return _CLAIMS.format_map({**words, "when": when, "how": how})


def write_files(
    tactic: str, words: Mapping[str, str], folder: Path, name: str, all_sizes: str = ""
) -> list[Path]:
    """Write a tactic of pairs, and the strategy, lemma and claim that go with it.

    Args:
        tactic: the text of the tactic's file, with words in braces.
        words: what stands for them; see `words_of`.
        folder: the folder of strategies.
        name: the tactic's.
        all_sizes: the text of another file of claims, about every size; none without.

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
    claims = folder / "claims"
    if all_sizes:
        texts[claims / f"{name}_every.toml"] = all_sizes
    texts[claims / f"{name}.toml"] = claims_text(words)
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
