"""A proof held against what it is said to be about: each question asked again, of its own texts."""

from collections.abc import Iterable
from dataclasses import dataclass

from ttt_asp.engines.sizes.attempt import repeated
from ttt_asp.engines.sizes.formulas import Formula, Theory
from ttt_asp.engines.sizes.steps import Step, Way, uncommented


@dataclass(frozen=True)
class Held:
    """Ways to show that something is impossible: texts that nothing fits, whoever said so.

    A question is shown where it comes to one of these texts, character for character. Instances are
    not looked for, but taken as they were chosen.

    Attributes:
        steps: the texts, without comments.
    """

    steps: tuple[Step, ...]

    def told(self, way: Way, text: str) -> bool:
        """Whether a text is one of these."""
        return Step(way, uncommented(text)) in self.steps

    def instances(
        self, theory: Theory, condition: Formula, question: Formula, *_: object
    ) -> Step | None:
        """One of the texts that is made of instances of what is asked."""
        begins = "\n".join(repeated(theory, condition, question, ()))
        for one in self._of_instances():
            if not one.text.startswith(begins):
                continue
            try:
                lines = repeated(theory, condition, question, one.chosen)
            except (KeyError, ValueError):  # what has no such instance
                continue
            if "\n".join(lines) == one.text:
                return one
        return None

    def _of_instances(self) -> Iterable[Step]:
        return (one for one in self.steps if one.way == "instances")
