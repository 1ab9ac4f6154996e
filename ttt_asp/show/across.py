"""What plays the roles of one game's things in another one, and strategies there, as text."""

from ttt_asp.analyses.same_game.across import Across, Image
from ttt_asp.analyses.same_game.transfer import Transfer
from ttt_asp.show.paint import Paint
from ttt_asp.show.table import table


def across_text(found: Across, paint: Paint) -> str:
    """The things of the first game with those of the second."""
    title = paint(found.strategy, "bold")
    if found.verdict == "unknown":
        return f"{title}: unknown: {found.reason}"
    shown = [
        ("" if number else image.kind, thing, f"{other}{_kind(image) if not number else ''}")
        for image in found.images
        for number, (thing, other) in enumerate(zip(image.things, image.images, strict=True))
    ]
    how = ", written anew (`ttt-asp transfer`)" if found.by_words else ""
    lines = [
        f"{title} recommends the same in {found.first} and in {found.second}{how}: proved",
        "  " + ", ".join(f"{one} is {other}" for one, other in found.roles.items()),
        "",
        table(("kind", found.first, found.second), shown),
    ]
    return "\n".join(lines)


def _kind(image: Image) -> str:
    """What the second game calls such things, if it has a name for all of them."""
    return f" ({image.called})" if image.called else ""


def transfer_text(found: Transfer) -> str:
    """The files, each under a line with its place in a folder of strategies."""
    return "\n".join(f"%%%% {place}\n{text}" for place, text in found.files.items()).rstrip()
