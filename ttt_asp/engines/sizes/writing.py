"""Questions as texts that stand for themselves; what is said in several of them is written once."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ttt_asp.engines.sizes.formulas import Axiom, Formula, Open, Theory
from ttt_asp.engines.sizes.smtlib import Said, asserted, part_lines, theory_text
from ttt_asp.engines.sizes.specialised import cut
from ttt_asp.engines.sizes.spreading import Spreading


@dataclass
class Writing:
    """Writes questions about a theory.

    Attributes:
        theory: what is known. condition: of the parameters.
    """

    theory: Theory
    condition: Formula
    _spreading: Spreading = field(init=False)
    _written: dict[str | Axiom, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._spreading = Spreading(self.theory)

    def text(self, question: Formula) -> tuple[str, bool]:
        """All that matters for a question, and the question, as declarations and assertions.

        Returns:
            with it, whether it is about integers alone: it speaks of no predicate of integers of
            which nothing is known.
        """
        theory = cut(self.theory, [self.condition, question])
        known = theory_text(theory, self.condition, self._lines).removeprefix("(set-logic ALL)\n")
        alone = not any(one.names for one in theory.opens)
        return "\n".join([known, *asserted(self._spreading.spread(question))]), alone

    def _lines(self, one: Said) -> Sequence[str]:
        key = one if isinstance(one, Axiom) else one.predicate
        if key not in self._written:
            said = one
            if not isinstance(one, Open):
                said = replace(one, formula=self._spreading.spread(one.formula))
            self._written[key] = part_lines(said)
        return self._written[key]
