"""Layers in a folder: less memory, and work that was killed goes on where it was.

Each layer is a file of 64-bit words, a row for each word of a position, and so are the counts of
the last one. `state.json` names them with their digests, identifies the question, and has all
results of the layers before the last. It is written beside and renamed when all files that it
names are written: so whenever a process ends, the next one finds the last layer that was whole, and
looks at it from its first position on; nothing is lost, and nothing counted twice.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.arrays.numpy_layers import Counts, NumpyForm, Words
from ttt_asp.extensions.arrays.orbit_layers import OrbitForm
from ttt_asp.extensions.arrays.symmetry import records, symmetry_group
from ttt_asp.files import write_bytes
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration, Occurrence
from ttt_asp.positions.layers import Form, Numbers, Positions

FORMAT = 1
_STATE, _LOCK = "state.json", "lock"
_EMPTY = "name an empty folder, or a new one"
# The results of an exploration that are kept as they are, and its first spots.
_NUMBERS = ("positions", "stuck_plays", "layered", "decided")
_SPOTS = ("stuck", "against", "agreeing", "cut", "broken", "blocked")


class Scratch:
    """A folder of layers.

    Attributes:
        folder: its path. question: a digest of everything that the layers depend on.
    """

    def __init__(self, folder: Path, question: str) -> None:
        self.folder = folder
        self.question = _digest(question.encode())
        self._layers: list[dict[str, Any]] = []

    @contextmanager
    def ours(self) -> Iterator[None]:
        """Lock the folder: no other process works here meanwhile.

        Raises:
            InputError: another process has locked it, or the folder cannot be made.
        """
        try:
            self.folder.mkdir(exist_ok=True)
            names = {path.name for path in self.folder.iterdir()}
            if names and _LOCK not in names:
                raise self._refused("there are other files in this folder", _EMPTY)
            lock = (self.folder / _LOCK).open("w")
        except OSError as error:
            raise self._refused(f"no folder to work in: {error.strerror}", _EMPTY) from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise self._refused("another process is at work here", _EMPTY) from None
            yield

    def begun(self, exploration: Exploration, fold: bool) -> Numbers | None:
        """Resume an exploration: restore its state and its layers, the last one included.

        Args:
            exploration: a fresh one; it stays so if nothing was begun.
            fold: whether layers may be up to symmetry; those here are left out if not.

        Returns:
            The counts of the last layer, if plays are counted.

        Raises:
            InputError: the folder is another question's, another version's, or damaged.
        """
        state = self._state()
        if state is None or (state["symmetries"] and not fold):
            return None
        bits = len(exploration.machine.base)
        form: Form = NumpyForm(bits)
        if state["symmetries"]:  # found once more: the file is not trusted
            symmetries = symmetry_group(exploration.machine)
            if sorted(symmetries) != [tuple(permutation) for permutation in state["symmetries"]]:
                raise self._refused("other symmetries were found when this was begun", _EMPTY)
            form, exploration.symmetries = OrbitForm(bits, symmetries), len(symmetries)
        exploration.form, words = form, max(1, -(-bits // 64))
        self._layers = state["layers"]
        layers: list[Any] = [
            self._read(f"layer-{number}.bin", words, entry)
            for number, entry in enumerate(self._layers)
        ]
        exploration.layers = layers
        exploration.vectors = {tuple(vector) for vector in state["vectors"]}
        if (outcomes := state["outcomes"]) is not None:
            outcomes = {tuple(vector): number for vector, number in outcomes}
        exploration.outcomes = outcomes
        for name in _NUMBERS:
            setattr(exploration, name, state[name])
        for name in _SPOTS:
            setattr(exploration, name, state[name] and Occurrence(*state[name]))
        if state["counts"] is None:
            return None
        rows = self._read(self._counts, state["counts"]["rows"], state["counts"])
        longer = (row.astype(object) << 64 * n for n, row in enumerate(rows))
        counts: Any = np.array(rows[0]) if len(rows) == 1 else sum(longer)
        given: Numbers = counts
        return given

    def keep(self, exploration: Exploration, layer: Positions, counts: Numbers | None) -> Positions:
        """Write a layer that is to be looked at, and all before it that are not written yet.

        Args:
            exploration: the layers before, which become those in the folder, and their results.
            layer: sorted.
            counts: its counts.

        Returns:
            The layer, as it is in the folder.

        Raises:
            InputError: it cannot be written.
        """
        if len(self._layers) > len(exploration.layers):
            return layer  # it was just read
        form, old = exploration.form, self._counts
        written: list[Any] = [*exploration.layers, layer]
        for number in range(len(self._layers), len(written)):
            name = f"layer-{number}.bin"
            self._layers.append(self._write(name, written[number]))
            written[number] = self._mapped(name, written[number].shape)
        exploration.layers = written[:-1]
        rows = None if counts is None else _rows(np.asarray(counts))
        counts_entry = None if rows is None else self._write(self._counts, rows)
        outcomes = exploration.outcomes
        state = {
            "format": FORMAT,
            "question": self.question,
            "symmetries": sorted(form.group),
            "layers": self._layers,
            "counts": counts_entry,
            "vectors": sorted(exploration.vectors),
            "outcomes": outcomes if outcomes is None else sorted(outcomes.items()),
            **{name: getattr(exploration, name) for name in _NUMBERS},
        }
        for name in _SPOTS:
            spot = getattr(exploration, name)
            state[name] = spot and [spot.depth, spot.position]
        text = json.dumps(state)
        signed = {"digest": _digest(text.encode()), "state": text}
        write_bytes(self.folder / _STATE, json.dumps(signed).encode())
        if old != self._counts:
            (self.folder / old).unlink(missing_ok=True)
        last: Positions = written[-1]
        return last

    @property
    def _counts(self) -> str:
        return f"counts-{len(self._layers) - 1}.bin"

    def _state(self) -> dict[str, Any] | None:
        path = self.folder / _STATE
        if not path.exists():
            return None
        try:
            outer = json.loads(path.read_bytes())
            text: str = outer["state"]
            if _digest(text.encode()) != outer["digest"]:
                raise self._damaged(_STATE)
            state: dict[str, Any] = json.loads(text)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise self._damaged(_STATE) from None
        if state["format"] != FORMAT:
            raise self._refused("another version of ttt-asp has begun this", _EMPTY)
        if state["question"] != self.question:
            raise self._refused("these are the layers of another question", _EMPTY)
        return state

    def _write(self, name: str, rows: Words) -> dict[str, Any]:
        data = rows.astype("<u8", copy=False).tobytes()
        write_bytes(self.folder / name, data)
        return {"rows": rows.shape[0], "columns": rows.shape[1], "digest": _digest(data)}

    def _read(self, name: str, rows: int, entry: dict[str, Any]) -> Words:
        try:
            words = self._mapped(name, (rows, entry["columns"]))
        except (OSError, ValueError):
            raise self._damaged(name) from None
        if _digest(words.view(np.uint8).data) != entry["digest"]:
            raise self._damaged(name)
        return words

    def _mapped(self, name: str, shape: tuple[int, ...]) -> Words:
        words: Words = np.memmap(self.folder / name, dtype="<u8", mode="r", shape=shape)
        return words

    def _damaged(self, name: str) -> InputError:
        where = Location(str(self.folder / name))
        return wrong("this file is not as it was written", where, _EMPTY)

    def _refused(self, message: str, hint: str) -> InputError:
        return wrong(message, Location(str(self.folder)), hint)


def question_of(match: Match, exploration: Exploration, limits: Limits, horizon: int | None) -> str:
    """Return everything that the layers of the plays of a match depend on.

    Args:
        match: who plays what.
        exploration: the exploration, before its start.
        limits: whether to count and to keep orbits, and where to stop.
        horizon: the number of moves after which plays are cut.
    """
    claim = match.claim if isinstance(match, Problem) and limits.stop_at_first else None
    asked = (limits.symmetry, limits.count is False, horizon, claim)
    machine = exploration.machine
    moves = [action.move for action in machine.actions]
    return repr((machine.base, moves, list(records(machine)), asked))


def open_scratch(
    folder: Path, match: Match, exploration: Exploration, limits: Limits, horizon: int | None
) -> Scratch:
    """Open a folder for the layers of the plays of a match; see `question_of`."""
    return Scratch(folder, question_of(match, exploration, limits, horizon))


def _digest(data: bytes | memoryview) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def _rows(counts: Counts) -> Words:
    """Return counts as rows of words, the least significant first."""
    if counts.dtype != object:
        return counts[None, :]
    words = max(1, -(-max(int(number).bit_length() for number in counts) // 64))
    return np.array(
        [[int(number) >> 64 * n & (1 << 64) - 1 for number in counts] for n in range(words)],
        np.uint64,
    )
