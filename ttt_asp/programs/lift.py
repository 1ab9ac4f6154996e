"""Lifting: time-free rules become rules about situations.

Authors write about *the* position; a lifted rule states the same about every situation T. The
variable is spliced into the author's own text, so comments, layout and line numbers survive
and a message of clingo's can be traced back to the file (`unlift`).
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain

from ttt_asp.errors import refuse
from ttt_asp.lp.scan import SITUATION, mask_comments
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Splice, Statement, spliced
from ttt_asp.records import dataclass


@dataclass(frozen=True, slots=True)
class Lifted:
    """A source after splicing.

    Attributes:
        source: the author's file.
        text: the spliced bytes.
        splices: the splices, in the order of the text.
    """

    source: Source
    text: bytes
    splices: tuple[Splice, ...]

    def unlift(self, offset: int) -> int:
        """Return the byte offset in the source that an offset in the lifted text came from."""
        growth = accumulate(len(s.insert) - (s.end - s.begin) for s in self.splices)
        grown = [0, *growth]
        starts = [s.begin + grown[i] for i, s in enumerate(self.splices)]
        number = bisect_right(starts, offset)
        if number == 0:
            return offset
        last = self.splices[number - 1]
        if offset < starts[number - 1] + len(last.insert):
            return last.begin
        return offset - grown[number]


def lift(
    source: Source, state: frozenset[Signature], constants: Mapping[str, str] | None = None
) -> Lifted:
    """Turn the rules of `source` into rules about situations.

    Args:
        source: a checked time-free source (see `lint`).
        state: the signatures that depend on the position (see `state_predicates`).
        constants: values to write into the source's `#const` directives.
    """
    splices: list[Splice] = []
    for statement in source.statements:
        splices += _constant(statement, constants or {})
        lifted = [atom for atom in statement.atoms if atom.signature in state]
        if lifted:
            splices += (_argument(source, atom) for atom in lifted)
            splices.append(_guard(source, statement))
    splices.sort(key=lambda splice: splice.begin)
    return Lifted(source, spliced(source.text, splices), tuple(splices))


def clashes(sources: Sequence[Source], state: frozenset[Signature]) -> None:
    """Refuse sources in which a lifted predicate would be taken for another one.

    Raises:
        InputError: `p(X)` depends on the position and `p(X,Y)` does not: lifted, the first
            reads as the second.
    """
    problems = []
    for source in sources:
        for atom in chain.from_iterable(statement.atoms for statement in source.statements):
            if atom.signature not in state and (atom.name, atom.arity - 1) in state:
                beside = (
                    f"{atom.name}/{atom.arity} cannot stand beside {atom.name}/{atom.arity - 1}"
                )
                message = f"{beside}, which depends on the position: lifting adds it an argument"
                problems.append(source.problem(message, atom, "rename one of them"))
    refuse(problems)


def _constant(statement: Statement, constants: Mapping[str, str]) -> Iterator[Splice]:
    if statement.constant and statement.constant[0] in constants:
        name = statement.constant[0]
        text = f"#const {name} = {constants[name]}."
        yield Splice(statement.begin, statement.end, text.encode())


def _argument(source: Source, atom: Atom) -> Splice:
    if source.text[atom.end - 1 : atom.end] == b")":
        return Splice(atom.end - 1, atom.end - 1, b"," + SITUATION.encode())
    return Splice(atom.end, atom.end, b"(" + SITUATION.encode() + b")")


def _guard(source: Source, statement: Statement) -> Splice:
    dot = statement.end - 1
    after = max((atom.end for atom in statement.heads), default=statement.begin)
    if statement.body or statement.node.body:
        link = "; "  # after a conditional literal a `,` would continue its condition
    else:
        link = " " if b":-" in mask_comments(source.text[after:dot]) else " :- "
    return Splice(dot, dot, f"{link}situation({SITUATION})".encode())
