"""What is known of predicates that rest on themselves: lemmas that compare two positions.

Let R be such predicates about one position, and S the same about another one, or about the same
with roles and squares exchanged: with each atom of R goes its image, an atom of S. The lemma is

    if the images of marks are marks, the images of what is in R are in S.

(Marks stand for all fluents on which R rests; where R rests on what does *not* hold, the premise
is the other way round.) It is shown by induction on derivations, the least set being what is
derived: where R's rules derive an atom from atoms whose images are in S, its image is in S as well.
More formally, be F(X) what R's rules derive, in one step, if X is what they find in R; let I be
all atoms whose image is in S. A solver says that F(I) is within I, whatever the position, given
the premise, and that S is what S's own rules derive of it. As R is the least set with F(R) within
R, and F is monotone (see `recursion.py`), R is within I (Knaster and Tarski; Park 1969).

Nothing depends on how positions and images were chosen: a lemma that is not shown is not used. All
that is used is true of the program's answer sets: what cannot be together with it is in none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ttt_asp.engines.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Name,
    Not,
    Quantified,
)
from ttt_asp.engines.sizes.images import Image
from ttt_asp.engines.sizes.logic import FALSE, bound, every, junction, negated, some, substituted
from ttt_asp.engines.sizes.reading import Reading
from ttt_asp.engines.sizes.recursion import Recursion
from ttt_asp.engines.sizes.smtlib import spoken_of
from ttt_asp.engines.sizes.values import written

# Whether some formulas cannot be together.
Contradict = Callable[[Sequence[Formula]], bool]


@dataclass
class Fixpoints:
    """Finds what is known of recursion, as far as questions need it.

    Attributes:
        reading: of the program.
        images: what lemmas are tried about.
        contradict: asks a solver whether formulas about the theory contradict each other, at all
            sizes in question.
    """

    reading: Reading
    images: Sequence[Image]
    contradict: Contradict
    _lemmas: dict[tuple[int, Image], Formula | None] = field(default_factory=dict)

    @cached_property
    def _defined(self) -> Mapping[str, Definition]:
        parts = (self.reading.theory.definitions, *(p.definitions for p in self.reading.recursions))
        return {one.predicate: one for part in parts for one in part}

    def known(self, question: Formula) -> list[Formula]:
        """What holds of all that a question rests on, and rests on itself."""
        needed = self._needed(question)
        equations = [equation(one) for _, part in needed for one in part.definitions]
        names = frozenset(name for _, part in needed for name in part.predicates)
        lemmas: list[Formula] = []
        for image in self.images:
            same: list[Formula] = []  # about what rests on less, of the same image
            for number, part in needed:
                if not self._about(part, image):
                    continue
                key = number, image
                images = [image.of(atom_of(one), self.reading) for one in part.definitions]
                if names.issuperset(name for one in images for name in spoken_of(one)):
                    if key not in self._lemmas:
                        known = [*equations, *same]
                        self._lemmas[key] = self._lemma(part, image, images, known)
                    same += [one for one in [self._lemmas[key]] if one is not None]
            lemmas += same
        return [*equations, *dict.fromkeys(lemmas)]

    def _about(self, part: Recursion, image: Image) -> bool:
        """Whether a recursion is about the position that an image is of, or about none."""
        shapes = (self.reading.shapes[name] for name in part.inputs)
        return all(written(shape.arguments[-1]) == image.here for shape in shapes)

    def _needed(self, question: Formula) -> list[tuple[int, Recursion]]:
        """The recursions that it rests on, at any remove, each after those it rests on itself."""
        seen: set[str] = set()
        left = [*spoken_of(question)]
        while left:
            name = left.pop()
            if name not in seen and name in self._defined:
                seen.add(name)
                left += spoken_of(self._defined[name].formula)
        numbered = enumerate(self.reading.recursions)
        return [(n, part) for n, part in numbered if not seen.isdisjoint(part.predicates)]

    def _lemma(
        self,
        recursion: Recursion,
        image: Image,
        images: Sequence[Formula],
        known: Sequence[Formula],
    ) -> Formula | None:
        """The lemma about an image; None if it is not shown, or says nothing."""
        pairs = [*zip(recursion.definitions, images, strict=True)]
        if any(there in (FALSE, atom_of(one)) for one, there in pairs):
            return None
        signed = recursion.inputs.items()
        premise = every(self._carried(name, signs, image) for name, signs in signed)
        of = {one.predicate: (one.names, there) for one, there in pairs}
        # derived in one step from atoms whose images hold, and its own image does not
        broken = some(
            bound(one.names, every([_imagined(one.formula, of), negated(there)]))
            for one, there in pairs
        )
        if not self.contradict([*known, premise, broken]):
            return None
        carried = every(_for_all(one, some([negated(atom_of(one)), there])) for one, there in pairs)
        return some([negated(premise), carried])

    def _carried(self, name: str, signs: frozenset[bool], image: Image) -> Formula:
        """That the images of marks are marks; or that these are of nothing else; or both."""
        one = self._defined[name]
        atom = atom_of(one)
        there = image.of(atom, self.reading)
        ways = {True: some([negated(atom), there]), False: some([atom, negated(there)])}
        return _for_all(one, every(ways[sign] for sign in sorted(signs)))


def _imagined(formula: Formula, of: Mapping[str, tuple[tuple[str, ...], Formula]]) -> Formula:
    """A formula with the images of some predicates in their place.

    Args:
        formula: any.
        of: for each of the predicates the names of its integers, and its image.
    """
    match formula:
        case Holds(predicate, arguments) if predicate in of:
            names, image = of[predicate]
            return substituted(image, dict(zip(names, arguments, strict=True)))
        case Quantified(kind, names, inner):
            return Quantified(kind, names, _imagined(inner, of))
        case Not(inner):
            return negated(_imagined(inner, of))
        case Junction(kind, formulas):
            return junction(kind, (_imagined(one, of) for one in formulas))
    return formula


def equation(one: Definition) -> Formula:
    """That a predicate holds exactly where its rules derive it."""
    atom = atom_of(one)
    both = every([some([negated(atom), one.formula]), some([atom, negated(one.formula)])])
    return _for_all(one, both)


def atom_of(one: Definition) -> Holds:
    """What is defined, of the names of its own integers."""
    return Holds(one.predicate, tuple(map(Name, one.names)))


def _for_all(one: Definition, formula: Formula) -> Formula:
    return Quantified("forall", one.names, formula) if one.names else formula
