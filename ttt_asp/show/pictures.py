"""Pictures that notebooks show."""

from dataclasses import dataclass

from ttt_asp.errors import wrong
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.show.svg import play_svg
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a notebook shows.

    Attributes:
        svg: its text.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def draw(found: Verdict) -> Picture:
    """The play that shows a verdict, as boards.

    Raises:
        InputError: there is no such play, or its game is not to be found any more.
    """
    if found.play is None:
        raise wrong(f"no play shows that {found.claim} is {found.verdict}")
    notation = Notation(begun(found.game, found.const, found.position))
    lost = found.blunder.move if found.blunder else None
    return Picture(play_svg(notation, found.play, lost, f"{found.claim}: {found.verdict}"))
