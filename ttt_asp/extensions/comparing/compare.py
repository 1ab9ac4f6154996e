"""A comparison of two strategies of one role: where they differ, and which is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import read_claim
from ttt_asp.deadline import Expired
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.extensions.comparing.joint import GIVEN, Joint
from ttt_asp.extensions.comparing.relations import NAMES, Difference, Reader, Relation
from ttt_asp.extensions.exploring.inspection import explore_uncounted
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.programs.compose import normal_form
from ttt_asp.result import Result, record
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import FREE, Strategy, load_strategy
from ttt_asp.strategies.terms import Composition

# Positions of plays of strategies that are compared, at most.
MOST = 200_000


@dataclass(frozen=True, slots=True)
class Comparison(Result):
    """The comparison of two strategies of a role.

    Attributes:
        role: the role that plays both. a, b: the strategies. against: that of all other roles.
        positions: the numbers of positions that plays of both, of A only, and of B only come to.
        claims: for each claim its verdicts for A and for B.
        differences: at positions that both come to, those that matter first.
        relations: refinement, equivalence, dominance.
        game: the game.
    """

    role: str
    a: str
    b: str
    against: str
    positions: tuple[int, int, int]
    claims: Mapping[str, tuple[str, str]]
    differences: tuple[Difference, ...]
    relations: tuple[Relation, ...]
    game: Game = field(repr=False)
    status = "yes"

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as plain data, the keys of `--json`; positions as on boards."""
        write = Notation(self.game).write

        def written(some: Difference | None) -> dict[str, Any] | None:
            return None if some is None else record(some, position=write(some.position))

        return record(
            self,
            role=self.game.spelt(self.role),
            positions=dict(zip(("both", "only_a", "only_b"), self.positions, strict=True)),
            differences=list(map(written, self.differences)),
            relations=[
                record(relation, shown=written(relation.shown)) for relation in self.relations
            ],
        )


def compare(
    game: Game,
    role: str,
    texts: tuple[str, str],
    against: str,
    library: Library,
    limits: Limits,
    claims: Sequence[str] = (),
) -> Comparison:
    """Compare two strategies of a role.

    Args:
        game: the game.
        role: whose.
        texts: the strategies A and B, names or terms.
        against: the strategy of all other roles.
        library: where names are looked up.
        limits: of the exploration.
        claims: those that count; none for: the role never loses, always wins, and how soon.

    Raises:
        InputError: anything wrong with the arguments, or a position comes after different numbers
            of moves.
        Expired: a limit was reached.
    """
    first, second = (
        load_strategy(text, Argument(name.lower()), game, library)
        for text, name in zip(texts, NAMES, strict=True)
    )
    others = {
        r: load_strategy(against, Argument("against"), game, library)
        for r in game.roles
        if r != role
    }
    chosen = [_asked(text, game) for text in claims]
    observed = {r: [others[r]] if r in others else [first, second] for r in game.roles}
    loose = {r: FREE if r in others else union_of(first, second) for r in game.roles}
    match = Match(game, loose, others=observed)
    plays, anybody = _explored(match, limits), ""
    if plays.stopped and any(normal_form(s.composition).operator != "any" for s in others.values()):
        anybody = plays.stopped.reason
        match = replace(match, strategies=loose | others)
        plays = _explored(match, limits)
    if plays.stopped:
        raise Expired(plays.stopped)
    if not plays.layered:
        why = "a position comes after different numbers of moves in plays of this game"
        raise wrong(f"no comparison: {why}", Location(game.rules.label))
    joint = Joint(plays, match, role, limits)
    reader = Reader(joint, plays.machine, chosen or _guarantees(joint, role), game)
    by_a, by_b, by_both = (
        sum(1 for _ in joint.by(bits)) for bits in (GIVEN[0], GIVEN[1], GIVEN[0] | GIVEN[1])
    )
    return Comparison(
        role,
        first.text,
        second.text,
        others[next(iter(others))].text if others else "",
        (by_both, by_a - by_both, by_b - by_both),
        reader.verdicts,
        tuple(sorted(reader.differences(), key=lambda difference: not difference.matters)),
        (*reader.refinements(anybody), *reader.dominances(anybody)),
        game,
    )


def _asked(text: str, game: Game) -> Claim:
    claim = read_claim(text, game, Location.argument("claims"))
    if claim.of_strategy:
        hint = "ask `prove` of each"
        raise wrong(f"{claim} is not about how plays end", Location.argument("claims"), hint)
    if claim.quantifier == "can":
        hint = "ask `prove` of each; what A can, B can too if A refines B"
        raise wrong(f"{claim} is shown by a single play", Location.argument("claims"), hint)
    return claim


def union_of(*strategies: Strategy) -> Strategy:
    """Return the union of strategies, which recommends whatever any of them does."""
    term = Composition("either", "", tuple(strategy.composition for strategy in strategies))
    tactics = {source.label: source for strategy in strategies for source in strategy.tactics}
    return Strategy(str(term), term, tuple(tactics.values()))


def _explored(match: Match, limits: Limits) -> Exploration:
    plays = explore_uncounted(match, limits, MOST)
    if plays.stopped and plays.stopped.kind != "positions":
        raise Expired(plays.stopped)
    return plays


def _guarantees(joint: Joint, role: str) -> list[Claim]:
    """Yield the claims that a role would want: never to lose, to win, and to win by a move."""
    wins = Claim(role, "always", "wins")
    start = next(iter(joint.places))
    soon = {
        max(place.depth for place in joint.by(GIVEN[number]))
        for number in (0, 1)
        if joint.kept(wins, number)[start]
    }
    by_move = (Claim(role, "always", "wins", by) for by in sorted(soon))
    return [Claim(role, "never", "loses"), wins, *by_move]
