"""Tactics that were invented: their files, and what they say in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from ttt_asp.extensions.synthesis.literals import BodyAtom, Literal, bindings
from ttt_asp.result import Brief
from ttt_asp.strategies.library import LibraryFile

# A body: literals that all hold.
Body = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class InventedTactic(Brief):
    """A tactic of invented rules.

    Attributes:
        name: the tactic's. bodies: those of its rules.
    """

    name: str
    bodies: tuple[Body, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules, helpers after the rule that uses them."""
        written: list[str] = []
        for number, body in enumerate(self.bodies, 1):
            written += _rules(self.name, body, number if len(self.bodies) > 1 else 0)
        return tuple(written)

    @property
    def length(self) -> int:
        """The number of literals."""
        return sum(map(len, self.bodies))

    @property
    def sentence(self) -> str:
        """The tactic in words."""
        said = "; or ".join(_sentence(body) for body in self.bodies)
        return said[:1].upper() + said[1:]

    @property
    def entry(self) -> LibraryFile:
        """The tactic as an entry of a library."""
        text = "\n".join(self.rules) + "\n"
        return LibraryFile(self.name, "tactic", Path(f"{self.name}.lp"), text.encode())

    def text(self, about: str, examples: Sequence[str]) -> str:
        """Return the text of the tactic's file.

        Args:
            about: where it comes from, as the doc block says it.
            examples: lines about the game and with examples.
        """
        said = [fill(f"%*! {self.sentence}.", 100), "", fill(f"Source: {about}. *%", 100)]
        lines = [*said, *self.rules, "", *examples]
        return "\n".join(lines) + "\n"

    def as_json(self) -> dict[str, object]:
        """Return the tactic as plain data."""
        bodies = [[literal.text for literal in body] for body in self.bodies]
        about = {"sentence": self.sentence, "rules": list(self.rules)}
        return {"name": self.name, "bodies": bodies, "length": self.length, **about}


def _rules(name: str, body: Body, number: int) -> list[str]:
    """Return a rule and its helpers."""
    action, parts, helpers = body[0].action, list[str](), list[str]()
    wanted = {"P", *action.kinds}
    binding: list[tuple[BodyAtom, bool]] = []
    for place, literal in enumerate(body, 1):
        helper = f"{name}_some{number or ''}{'_' if number else ''}{place}"
        # a new variable of another literal has another name
        number_of_same = sum(other.new == literal.new for other in body[: place - 1])
        part, rule = literal.written(str(number_of_same + 1) if number_of_same else "", helper)
        parts.append(part)
        helpers += [rule] if rule else []
        wanted |= {"Q"} & {v for atom, _ in literal.parts for v in atom.variables}
        if not literal.negated:
            binding += literal.parts
    bound = bindings(action, binding, sorted(wanted))
    return [f"suggests({name},P,{action.term}) :- {', '.join([*bound, *parts])}.", *helpers]


def _sentence(body: Body) -> str:
    return f"{body[0].action.meaning} where {'; and '.join(literal.meaning for literal in body)}"
