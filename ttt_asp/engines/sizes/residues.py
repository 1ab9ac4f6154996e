r"""Remainders as truth values: which residue a constant has is a choice among few.

Where rules say `I \ 8 = 3`, solvers do better with eight truth values than with a division. Each
constant whose residue is asked for is `8 * q + r` with a new `q`, and one truth value says of each
`r` whether it is that one; so all that is said of residues is said without arithmetic. What
differs by a known number has residues that do, which is said too, of each pair of constants of
which it is asked. All this is true of integers: it takes no model from a theory.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ttt_asp.engines.sizes.sums import Sum, constant, number_text, sum_text

# Of larger divisors solvers know more by themselves.
MOST_RESIDUES = 64


@dataclass
class Residues:
    """The residues of the constants of a question.

    Attributes:
        lines: where declarations and assertions of SMT-LIB 2 are added.
    """

    lines: list[str]
    _known: dict[str, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    _apart: dict[str, dict[tuple[str, int], None]] = field(default_factory=dict)

    def said(self, dividend: Sum, by: int, wanted: int) -> str | None:
        """That clingo's remainder of a dividend is a number; None where it is not said so.

        Args:
            dividend: of one constant only, or it is not said here.
            by: a divisor of 1 or more, and not too large.
            wanted: the remainder; that of a negative dividend is not positive.
        """
        items, rest = dividend
        if len(items) != 1 or not isinstance(items[0][0], str) or not 0 < by <= MOST_RESIDUES:
            return None
        if abs(wanted) >= by:
            return "false"
        name, times = items[0]
        atoms = self._atoms(str(name), by)
        fit = [one for r, one in enumerate(atoms) if (times * r + rest - wanted) % by == 0]
        same = fit[0] if len(fit) == 1 else f"(or {' '.join(fit)})" if fit else "false"
        if not wanted or not fit:
            return same
        relation = ">" if wanted > 0 else "<"
        return f"(and {same} ({relation} {sum_text((items, 0))} {number_text(-rest)}))"

    def compared(self, sums: Sum) -> None:
        """Take down that a question is whether a sum is 0, which may say how two are apart."""
        items, rest = sums
        if [times for _, times in items] not in ([1, -1], [-1, 1]):
            return
        (one, times), (two, _) = items
        if isinstance(one, str) and isinstance(two, str):
            self._differ(one, two, -rest * times)

    def _differ(self, one: str, two: str, distance: int) -> None:
        """Take down that it is asked whether one is so much more than the other."""
        known = self._apart.setdefault(one, {})
        if (two, distance) in known:
            return
        known[two, distance] = None
        self._apart.setdefault(two, {})[one, -distance] = None
        for by in self._known.get(one, {}):
            if by in self._known.get(two, {}):
                self.lines += self._follow(one, two, distance, by)

    def _atoms(self, name: str, by: int) -> tuple[str, ...]:
        known = self._known.setdefault(name, {})
        if by in known:
            return known[by]
        atoms = tuple(f"|{name}%{by}={r}|" for r in range(by))
        quotient, text = f"{name}%{by}", sum_text(constant(name))
        known[by] = atoms
        self.lines += [f"(declare-const {one} Bool)" for one in atoms]
        self.lines.append(f"(declare-const |{quotient}| Int)")
        self.lines.append(f"(assert (or {' '.join(atoms)}))")
        for r, one in enumerate(atoms):
            self.lines.append(f"(assert (or (not {one}) (= (- {text} (* {by} |{quotient}|)) {r})))")
            self.lines += [f"(assert (not (and {one} {other})))" for other in atoms[:r]]
        for two, distance in self._apart.get(name, {}):
            if by in self._known.get(two, {}):
                self.lines += self._follow(name, two, distance, by)
        return atoms

    def _follow(self, one: str, two: str, distance: int, by: int) -> Iterator[str]:
        """What follows of residues where one is so much more than the other."""
        here, there = self._known[one][by], self._known[two][by]
        sums = sum_text((((one, 1), (two, -1)), 0))
        apart = f"(not (= {sums} {number_text(distance)}))"
        for r, atom in enumerate(here):
            yield f"(assert (or {apart} (not {atom}) {there[(r - distance) % by]}))"
