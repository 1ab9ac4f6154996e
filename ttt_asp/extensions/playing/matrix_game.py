"""Matrix games of two roles, one of which gets what the other pays, solved exactly.

Both roles choose at once: one a row, the other a column, and the entry there is what the row's role
gets. Where an entry is the least of its row and the greatest of its column, a saddle point, both
choose that. Else both draw by lot, and the game has a value all the same (von Neumann, Zur Theorie
der Gesellschaftsspiele, 1928). It is found by linear programming: Dantzig's simplex method, with
Bland's rule, so that it ends (New Finite Pivoting Rules for the Simplex Method, 1977). Pivots are
of integers over one denominator (Edmonds 1967, Bareiss 1968): no division leaves a rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal

# Rows, and columns, of a game without a saddle point, at most.
MOST_MOVES = 30

# A fraction; a whole number may be one of Python's, which is quicker.
Payoff = int | Fraction
Payoffs = Sequence[Sequence[Payoff]]


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """What a matrix game is worth, and how it is played.

    Attributes:
        value: what the row's role gets on average: it can force that, and the other no less.
        pure: whether there is a saddle point, so that both choose one for certain.
        row_weights: an optimal strategy of the row's role: in how many of `total` cases it draws
            each row. column_weights: likewise of the column's role.
        total: of the weights; they have common factors, as to find these takes long.
    """

    value: Payoff
    pure: bool
    row_weights: Sequence[int]
    column_weights: Sequence[int]
    total: int = 1

    @property
    def rows(self) -> tuple[Fraction, ...]:
        """The probability of each row."""
        return tuple(Fraction(weight, self.total) for weight in self.row_weights)

    @property
    def columns(self) -> tuple[Fraction, ...]:
        """The probability of each column."""
        return tuple(Fraction(weight, self.total) for weight in self.column_weights)


def solve_matrix(payoffs: Payoffs, deadline: Deadline) -> MatrixSolution:
    """Solve a matrix game.

    Args:
        payoffs: of each row, as many in each: at least one.
        deadline: when to give up.

    Raises:
        InternalError: the strategies found do not prove the value.
        Expired: time is up.
    """
    lows = [min(row) for row in payoffs]
    highs = [max(column) for column in zip(*payoffs, strict=True)]
    value = max(lows)
    if value < min(highs):
        return _mixed(payoffs, deadline)
    return MatrixSolution(value, True, _certain(lows, value), _certain(highs, value))


def _certain(worths: Sequence[Payoff], best: Payoff) -> tuple[int, ...]:
    """Return the strategy that chooses the first of the best for certain."""
    chosen = worths.index(best)
    return tuple(int(place == chosen) for place in range(len(worths)))


def _mixed(payoffs: Payoffs, deadline: Deadline) -> MatrixSolution:
    """Solve a game by a linear program, whose dual has the other role's strategy.

    With all payoffs A made greater than 0 it is: the greatest sum of y, where y >= 0 and A y <= 1.
    That sum is 1 over the value, and y over the sum is the column's strategy. Of the dual, which
    stands below the slack variables in the end, the row's. Each row of the program is multiplied
    by a number that makes it whole: one for all rows would be far greater.
    """
    added = 1 - min(floor(min(row)) for row in payoffs)
    scales = [lcm(*(payoff.denominator for payoff in row)) for row in payoffs]
    whole = [
        [(n.numerator + added * n.denominator) * (scale // n.denominator) for n in row]
        for row, scale in zip(payoffs, scales, strict=True)
    ]
    tableau, basis, denominator = _optimal(whole, scales, deadline)
    goal, number = tableau[-1], len(whole[0])
    columns = [0] * number
    for row, variable in zip(tableau, basis, strict=False):
        if variable < number:
            columns[variable] = row[-1]
    dual, total = goal[number:-1], goal[-1]
    rows = [n * scale for n, scale in zip(dual, scales, strict=True)]
    if min(dual) < 0 or min(columns) < 0 or total <= 0 or {sum(rows), sum(columns)} != {total}:
        raise internal("an optimal mix of moves has wrong probabilities")
    # both prove the value, which is `denominator` by `total` here
    for column in zip(*whole, strict=True):
        if _sum(dual, column) < denominator:
            raise internal("the first role cannot force the value of a matrix game")
    for row, scale in zip(whole, scales, strict=True):
        if _sum(columns, row) > denominator * scale:
            raise internal("the second role cannot force the value of a matrix game")
    value = Fraction(denominator, total) - added
    plain = value.numerator if value.denominator == 1 else value
    return MatrixSolution(plain, False, rows, columns, total)


def _sum(weights: Sequence[int], numbers: Sequence[int]) -> int:
    """Return the sum of numbers, each as often as its weight says."""
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


def _optimal(
    payoffs: Sequence[Sequence[int]], constants: Sequence[int], deadline: Deadline
) -> tuple[list[list[int]], list[int], int]:
    """Return the last tableau of the simplex method, its basis, and the denominator of all.

    A row of the tableau has the coefficients of y, of the slack variables, and the constant; the
    last row is that of the goal. The basis has the variable that each of the others solves for.
    """
    height, width = len(payoffs), len(payoffs[0])
    tableau = [
        [*row, *(int(place == number) for place in range(height)), constants[number]]
        for number, row in enumerate(payoffs)
    ]
    tableau.append([-1] * width + [0] * (height + 1))
    basis, denominator = list(range(width, width + height)), 1
    while True:
        deadline.check()
        entering = next((n for n, cost in enumerate(tableau[-1][:-1]) if cost < 0), None)
        if entering is None:
            return tableau, basis, denominator
        leaving = _leaving(tableau, basis, entering)
        pivot_row, pivot = tableau[leaving], tableau[leaving][entering]
        for number, row in enumerate(tableau):
            if number != leaving:
                factor = row[entering]
                pairs = zip(row, pivot_row, strict=True)
                tableau[number] = [(n * pivot - factor * p) // denominator for n, p in pairs]
        basis[leaving], denominator = entering, pivot


def _leaving(tableau: Sequence[Sequence[int]], basis: Sequence[int], entering: int) -> int:
    """Return the row whose variable leaves: of the least ratio, and of these the least variable."""
    best, least, over = -1, 1, 0  # the ratio is `least` by `over`
    for number, variable in enumerate(basis):
        constant, coefficient = tableau[number][-1], tableau[number][entering]
        if coefficient <= 0:
            continue
        less = constant * over - least * coefficient  # not divided: numbers may be long
        if best < 0 or less < 0 or (less == 0 and variable < basis[best]):
            best, least, over = number, constant, coefficient
    return best
