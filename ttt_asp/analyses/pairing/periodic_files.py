"""A pairing of the whole plane as files: its tactic tells squares by residues, on any board."""

from pathlib import Path

from ttt_asp.analyses.pairing.files import words_of, write_files
from ttt_asp.analyses.pairing.periodic import PeriodicPairing
from ttt_asp.analyses.pairing.room import STEPS
from ttt_asp.errors import internal

_TACTIC = """\
%*! {name}: answer in the same pair. Where an opponent has marked one square of a pair and the
other one is free, mark that. Pairs are neighbours that repeat every {period} rows and columns, such
that every {line} squares in a row, of any board, hold one: nobody else completes them, ever.

Source: `ttt-asp pairing --period {period} -c line={line}`, after Hales and Jewett. *%
suggests({name},P,mark(D)) :- {name}_with(C,D), opponent(P,Q), marked(Q,C), free(D).

%*! {name}_with(C,D): the squares C and D are a pair, in either order. *%
{name}_with(C,D) :- {name}_pair(C,D).
{name}_with(D,C) :- {name}_pair(C,D).

%*! {name}_pair(C,D): the pairs that lie on the board, one square after the other. *%
{rules}

%*! {name}_right(I,J), {name}_down(I,J), {name}_diag(I,J), {name}_anti(I,J): a pair that goes
right, down, down and right, down and left begins in row I and column J modulo {period}. *%
{residues}
"""
# The claim's board has so many rows and columns more than a line has squares: not all alike.
_MORE_ROWS, _MORE_COLS = 3, 4
# Facts on a line.
_A_LINE = 8


def write_periodic(found: PeriodicPairing, folder: Path, name: str) -> list[Path]:
    """Write the files of a pairing of the plane, and a claim about a board with lines.

    Args:
        found: one that exists.
        folder: the folder of strategies.
        name: the tactic's.

    Returns:
        The files.

    Raises:
        InputError: the name cannot be, or a file exists already; nothing is written then.
    """
    period, line = found.room.period, found.room.line
    if not found.pairs:
        raise internal("a pairing that does not exist cannot be written")
    constants = dict(found.game.constants)
    for side, more in (("rows", _MORE_ROWS), ("cols", _MORE_COLS)):
        constants[side] = str(max(int(constants[side]), line + more))
    rules, residues = list[str](), list[str]()
    for step, (down, right) in STEPS.items():
        one, other = "cell(I,J)", f"cell({_after('I', down)},{_after('J', right)})"
        rules.append(
            f"{name}_pair({one},{other}) :- square({one}), square({other}), "
            f"{name}_{step}(I \\ {period},J \\ {period})."
        )
        facts = [f"{name}_{step}({i},{j})." for i, j in found.pairs[step]]
        residues += [" ".join(facts[n : n + _A_LINE]) for n in range(0, len(facts), _A_LINE)]
    words = words_of(found.game, name, constants)
    words |= {"period": str(period), "line": str(line)}
    words |= {"rules": "\n".join(rules), "residues": "\n".join(residues)}
    return write_files(_TACTIC, words, folder, name)


def _after(variable: str, by: int) -> str:
    return f"{variable}{by:+}" if by else variable
