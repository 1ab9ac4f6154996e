"""Which symmetries of a board the plays of a match-up respect."""

from collections.abc import Iterator, Sequence

from ttt_asp.analyses.play_graph import Walk

# For each number of a place on the board, the number of the place it is taken to.
Permutation = tuple[int, ...]


def respected(walk: Walk) -> list[Permutation]:
    """The turns and reflections of the board that take plays to plays, the identity first.

    Not assumed but checked at every position: its image occurs in plays too, is decided by the
    same part of the strategy, ends alike, and is followed by the images of what follows it.

    Args:
        walk: all plays. A board that is no full rectangle has no symmetry here but the identity.
    """
    numbers = {(stop.shown, stop.mover): number for number, stop in enumerate(walk.stops)}
    identity = tuple(range(len(walk.cells)))
    if len(numbers) < len(walk.stops) or not walk.cells:
        return [identity]
    candidates = dict.fromkeys(rectangular(walk.cells))
    return [some for some in candidates if some == identity or _respects(walk, numbers, some)]


def _respects(walk: Walk, numbers: dict[tuple[str, int | None], int], some: Permutation) -> bool:
    images = []
    for stop in walk.stops:
        image = numbers.get((moved(stop.shown, some), stop.mover))
        if image is None:
            return False
        images.append(image)
    for stop, image in zip(walk.stops, images, strict=True):
        other = walk.stops[image]
        if (stop.decided, stop.ending) != (other.decided, other.ending):
            return False
        if sorted(images[after] for _, after in stop.moves) != sorted(n for _, n in other.moves):
            return False
    return True


def moved(shown: Sequence[str], some: Permutation) -> str:
    """A board, its glyphs in the order of the places, after a permutation of these."""
    glyphs = [""] * len(some)
    for source, target in enumerate(some):
        glyphs[target] = shown[source]
    return "".join(glyphs)


def rectangular(cells: Sequence[tuple[int, int]]) -> Iterator[Permutation]:
    """The turns and reflections of a board that is a full rectangle, the identity first."""
    rows, columns = max(i for i, _ in cells), max(j for _, j in cells)
    yield tuple(range(len(cells)))
    if len(cells) < rows * columns:
        return
    numbers = {place: number for number, place in enumerate(cells)}
    for turned in (False, True) if rows == columns else (False,):
        for down in (False, True):
            for across in (False, True):
                yield tuple(
                    numbers[_image(place, rows, columns, down, across, turned)] for place in cells
                )


def _image(
    place: tuple[int, int], rows: int, columns: int, down: bool, across: bool, turned: bool
) -> tuple[int, int]:
    i, j = place
    i, j = (rows + 1 - i if down else i), (columns + 1 - j if across else j)
    return (j, i) if turned else (i, j)
