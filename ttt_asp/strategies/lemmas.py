"""Lemmas: statements that hold whenever a round begins, for proofs by induction.

One of their files may define `measure(N)` besides, or alone: a number that falls from round to
round, and is never negative. So plays end, which claims with *always* need. An extension reads and
checks the files.
"""

from collections.abc import Callable, Sequence

from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import Library

LEMMA: Signature = ("lemma", 1)
MEASURE: Signature = ("measure", 1)


@dataclass(frozen=True, slots=True)
class Lemmas:
    """Lemmas, and the files that define them.

    Attributes:
        names: the lemmas to hold. sources: the files that define them, or a measure alone.
        tactics: the files of the tactics that those use, each checked.
        measure: the place of the definition of `measure(N)`, file:line:column; empty if none.
    """

    names: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    tactics: tuple[Source, ...] = ()
    measure: str = ""

    def __add__(self, other: "Lemmas") -> "Lemmas":
        """The lemmas of both, each file once."""
        sources = dict.fromkeys(self.sources + other.sources)
        tactics = {source.label: source for source in self.tactics + other.tactics}
        given = tuple(sources), tuple(tactics.values())
        return Lemmas(self.names + other.names, *given, self.measure or other.measure)


NO_LEMMAS = Lemmas()


def load_lemmas(names: Sequence[str], game: Game, library: Library) -> Lemmas:
    """Find and check lemmas, by the names of files in `lemmas/` folders.

    Raises:
        InputError: there is no such lemma, something is wrong with its file, or nobody reads it.
    """
    if not names:
        return NO_LEMMAS
    load: Callable[[Sequence[str], Game, Library], Lemmas] | None = hook("lemma_files")
    if load is None:
        raise wrong(f"lemmas are read by {missing('--lemma')}", Location.argument("lemmas"))
    return load(names, game, library)


def measures_in(source: Source) -> list[Location]:
    """Return where a file defines the measure, if it does: its first rule."""
    heads = [head for head in source.heads if head.signature == MEASURE]
    return [source.location(head.begin, head.end) for head in heads[:1]]
