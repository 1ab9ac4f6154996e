"""Options of the commands that find, mend and explain strategies."""

from collections.abc import Sequence
from typing import Annotated

from ttt_asp.api.parameters import Parameter
from ttt_asp.errors import Location, wrong


def names(text: str, name: str) -> list[str]:
    """Return names of tactics, which are typed with commas between them."""
    tactics = [tactic.strip() for tactic in text.split(",")]
    if "" in tactics:
        raise wrong("a name is missing", Location.argument(name), "NAME,NAME,...")
    return tactics


def in_lines(text: str, name: str) -> bool:
    """Return whether lines are to be few, not tactics."""
    if text not in ("tactics", "lines"):
        raise wrong(f"{text} is neither tactics nor lines", Location.argument(name))
    return text == "lines"


Refine = Annotated[bool, Parameter("--refine", "Also try refine(TACTIC, TACTIC) as a line.")]
Either = Annotated[bool, Parameter("--either", "Also try either(TACTIC, TACTIC) as a line.")]
WhoseList = Annotated[
    str | None,
    Parameter("--as", "The role whose strategy is meant (default: the one with a strategy, else "
              "the one in the claim).", metavar="ROLE"),
]  # fmt: skip
# The parts that strategies may be made of.
ByLines = Annotated[
    bool, Parameter("--cost", "What the list is to have few of.", "whether the list is to have "
                    "few lines, instead of few tactics in them.", "tactics|lines", "tactics",
                    read=in_lines)
]  # fmt: skip
Pool = Annotated[
    Sequence[str] | None,
    Parameter("--pool", "Tactics that the answer may use.",
              "names of tactics, and `any`, that the answer may use; None for all that fit the "
              "game, but books; and `any`.", "NAME,...",
              "all that fit the game, but books; and any",
              completes="strategy", read=names),
]  # fmt: skip
