"""Examples of what a tactic recommends, taken from random plays and written into its file."""

from collections.abc import Iterator
from pathlib import Path

from ttt_asp.authoring.sampling import PLAYS, Sample, sample
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import read
from ttt_asp.paths import label_of
from ttt_asp.positions.position import advise
from ttt_asp.strategies.examples import example_line, examples, game_of
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import load_strategy

# A file is to have so many examples, one of them of a position where nothing is recommended.
ENOUGH = 3


def write_examples(path: Path, game: Game, library: Library) -> int:
    """Fill a tactic's file up to three examples.

    Args:
        path: the file.
        game: the one it is for, unless it names another.
        library: where the names it uses are looked up.

    Returns:
        How many examples were added.

    Raises:
        InputError: it is no tactic's file, or something is wrong with it.
    """
    label, name = label_of(path), path.stem
    source = read(path, label)
    if own := game_of(source):
        game = load_game(*own)
    entry = library.entries.get(name)
    if entry is None or entry.kind != "tactic" or path.parent.name != "tactics":
        raise wrong("examples are written into files of tactics only", Location(label))
    strategy = load_strategy(name, "check", game, library)
    notation = Notation(game)
    there = list(examples(source, notation))
    seen = {(example.position, example.role) for example in there}
    silent, sets = any(not one.expected for one in there), {one.expected for one in there}
    lines: list[str] = []
    found = sample(game, {s.label: s for s in strategy.tactics} | {name: strategy.tactics[0]})
    for position, role, speaks in _positions(found, name):
        room = ENOUGH - len(there) - len(lines)
        if not room:
            break
        if (position, role) in seen or (not speaks and silent):
            continue
        if speaks and room == 1 and not silent and _is_silent(found, name):
            continue
        got = advise(game, role, strategy, position, Deadline()).suggested
        if got in sets:
            continue
        seen.add((position, role))
        sets.add(got)
        silent = silent or not got
        lines.append(example_line(notation, position, role, got))
    if lines:
        text = source.text if source.text.endswith(b"\n") else source.text + b"\n"
        gap = "" if there else "\n"
        write_bytes(path, text + (gap + "\n".join(lines) + "\n").encode())
    return len(lines)


def _positions(found: Sample, tactic: str) -> Iterator[tuple[frozenset[str], str, bool]]:
    """Positions with a choice for a role, the first of plays first, and whether it is advised."""
    for moment in found.moments:
        for role, asked in moment.asked.items():
            spoken = 0
            for (one, _), bits in moment.said[tactic].items():
                spoken |= bits if one == role else 0
            for play in range(PLAYS):
                if asked >> play & 1:
                    held = (fluent for fluent, bits in moment.fluents.items() if bits >> play & 1)
                    yield frozenset(held), role, bool(spoken >> play & 1)


def _is_silent(found: Sample, tactic: str) -> bool:
    """Whether there is a position at which the tactic recommends nothing."""
    return any(not speaks for _, _, speaks in _positions(found, tactic))
