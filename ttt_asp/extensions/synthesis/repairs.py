"""Functions that change strategies: the smallest repair, the shortest list."""

from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import ClaimArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.api.reading import Amount
from ttt_asp.claims.question import read
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.synthesis.fill.pool import pool_of
from ttt_asp.extensions.synthesis.repair.exceptions import NAME
from ttt_asp.extensions.synthesis.repair.exceptions import exceptions as find_exceptions
from ttt_asp.extensions.synthesis.repair.lists import GivenList
from ttt_asp.extensions.synthesis.repair.repair import MOST_EDITS
from ttt_asp.extensions.synthesis.repair.repair import repair as find_repair
from ttt_asp.extensions.synthesis.repair.result import Exceptions, Repair
from ttt_asp.extensions.synthesis.shorten import Shortened
from ttt_asp.extensions.synthesis.shorten import shorten as find_shortest
from ttt_asp.strategies.library import bad_name


def repair(
    claim: p.Claim,
    roles: p.Roles = None,
    of: p.WhoseList = None,
    *,
    pool: p.Pool = None,
    edits: Annotated[
        int | None,
        Parameter("--edits", "Edits to try, at most.",
                  f"the number of edits to try, at most; None for {MOST_EDITS}.",
                  "N", str(MOST_EDITS), read=Amount("edits", 1, 2)),
    ] = None,
    **asked: Unpack[ClaimArguments],
) -> Repair:  # fmt: skip
    """Find the smallest number of edits of a strategy's list that make a claim true.

    The claim has to be refuted or incomplete.
    """
    given = Arguments(asked)
    listed = _list_of(given, claim, roles, of)
    tactics = pool_of(pool, [listed.problem.game], given.library)
    return find_repair(listed, tactics, edits or MOST_EDITS, given.limits)


def exceptions(
    claim: p.Claim,
    roles: p.Roles = None,
    of: p.WhoseList = None,
    *,
    name: Annotated[str, "what to call the tactic that overrules it."] = NAME,
    **asked: Unpack[ClaimArguments],
) -> Exceptions:
    """Find the fewest positions at which a strategy has to be overruled for a claim to be true.

    The claim has to be refuted or incomplete.
    """
    given = Arguments(asked)
    if reason := bad_name(name):
        raise wrong(reason, Location.argument("name"), "as saves")
    return find_exceptions(_list_of(given, claim, roles, of), given.limits, name)


def shorten(
    claim: p.Claim,
    roles: p.Roles = None,
    of: p.WhoseList = None,
    *,
    pool: p.Pool = None,
    by_lines: p.ByLines = False,
    **asked: Unpack[ClaimArguments],
) -> Shortened:  # fmt: skip
    """Find the shortest list that keeps a proved claim.

    The lines of a strategy are the operands of its outermost `first`. Two lists are looked for: one
    of these lines, each left as it is, moved or left out; and one of these lines and tactics of a
    pool. It is proved that no shorter list keeps the claim.

    Examples:
    ttt-asp shorten "x never loses" --x newell_simon
    ttt-asp shorten "o never loses" --o careful_o --cost lines
    """
    given = Arguments(asked)
    listed = _list_of(given, claim, roles, of)
    tactics = pool_of(pool, [listed.problem.game], given.library, by_lines=by_lines)
    return find_shortest(listed, tactics, given.limits)


def _list_of(given: Arguments, claim: str, roles: p.Roles, of: str | None) -> GivenList:
    question = given.question(claim, roles)
    return GivenList.of(question, read(question, given.limits.deadline), of)
