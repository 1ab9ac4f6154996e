"""A comparison of two strategies of one role: where they differ, and which is better.

*A refines B*: at every position that plays by A come to, whatever the opponents do, where the role
has a choice, A recommends only what B recommends, and something if B recommends anything. Then
every play by A is one by B, also a play that gets stuck, against every opponent. So whatever
`never` or `always` claim is proved of B against an opponent is proved of A against it; and what A
can, B can.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import read_claim
from ttt_asp.deadline import Expired
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.extensions.comparing.joint import ANYBODY, GIVEN, Joint, JointPlace
from ttt_asp.extensions.exploring.inspection import explore_uncounted
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.machine import Machine
from ttt_asp.programs.compose import normal_form
from ttt_asp.result import Result, record
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import FREE, Strategy, load_strategy
from ttt_asp.strategies.terms import Composition

# Positions of plays of strategies that are compared, at most.
MOST = 200_000
NAMES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Loss:
    """A claim that only one of two strategies keeps from a position on.

    Attributes:
        claim: the other strategy keeps it in all plays from the position on.
        loser: `A` or `B`, which does not.
        moves: its moves after which it does not, and which only it allows; none: it is stuck.
    """

    claim: str
    loser: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A position that plays by A and plays by B come to, where they allow different moves.

    Attributes:
        position: its fluents.
        only_a, only_b, both: the moves that one, the other, or both allow.
        matters: the claims for which the difference matters.
    """

    position: frozenset[str]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    both: tuple[str, ...]
    matters: tuple[Loss, ...]

    @property
    def lost(self) -> set[tuple[str, str]]:
        """The claims for which it matters, each with the strategy that does not keep it."""
        return {(loss.claim, loss.loser) for loss in self.matters}


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of two strategies, and whether it holds.

    Attributes:
        text: as `A refines B`. verdict: `proved`, `refuted` or `not decided`.
        reason: the reason for the verdict, in words.
        shown: the position that tells them apart, where it is refuted by one.
    """

    text: str
    verdict: str
    reason: str
    shown: Difference | None = None


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


# --- differences and relations ------------------------------------------------------------------


class Reader:
    """Finds differences and relations in the positions of both strategies."""

    def __init__(self, joint: Joint, machine: Machine, claims: Sequence[Claim], game: Game) -> None:
        self.joint, self.machine, self.claims = joint, machine, claims
        self.kept = {game.spelt(str(c)): (joint.kept(c, 0), joint.kept(c, 1)) for c in claims}
        start = machine.init
        self.verdicts = {}
        for claim in claims:
            text = game.spelt(str(claim))
            failed = ["refuted" if joint.broken(claim, n) else "incomplete" for n in (0, 1)]
            a, b = (
                "proved" if kept[start] else failed[n] for n, kept in enumerate(self.kept[text])
            )
            self.verdicts[text] = (a, b)

    def differences(self) -> Iterator[Difference]:
        """Yield the positions that both come to, where they do not allow the same moves."""
        for place in self.joint.by(sum(GIVEN)):
            if place.ours and place.recommended[0] != place.recommended[1]:
                yield self._shown(place)

    def _losses(self, place: JointPlace) -> Iterator[Loss]:
        for claim, kept in self.kept.items():
            for loser, winner in ((0, 1), (1, 0)):
                if not kept[winner][place.position]:
                    continue
                extra = place.recommended[loser] - place.recommended[winner]
                bad = tuple(sorted(m for m in extra if not kept[loser][place.after[m]]))
                if bad or not place.recommended[loser]:
                    yield Loss(claim, NAMES[loser], bad)

    def _shown(self, place: JointPlace) -> Difference:
        first, second = place.recommended
        only_a, only_b, both = (
            tuple(sorted(moves)) for moves in (first - second, second - first, first & second)
        )
        common = place.reached & sum(GIVEN) == sum(GIVEN)
        matters = tuple(self._losses(place)) if common else ()
        return Difference(self.machine.unpack(place.position), only_a, only_b, both, matters)

    def refinements(self, anybody: str) -> Iterator[Relation]:
        """Decide whether either refines the other, against all opponents, and whether both do."""
        texts = ("A refines B", "B refines A", "A and B are equivalent")
        if anybody:
            reason = f"against any opponent {anybody}"
            yield from (Relation(text, "not decided", reason) for text in texts)
            return
        coarser = [self._coarser(0), self._coarser(1)]
        for number, text in enumerate(texts[:2]):
            yield _refinement(text, coarser[number], number)
        if coarser == [None, None]:
            yield Relation(texts[2], "proved", "each refines the other: their plays are the same")
        else:
            number = 0 if coarser[0] is not None else 1
            yield _refinement(texts[2], coarser[number], number)

    def _coarser(self, number: int) -> Difference | None:
        """Return a position where plays of a strategy, against any opponent, do not refine."""
        for place in self.joint.by(ANYBODY[number]):
            mine, its = place.recommended[number], place.recommended[1 - number]
            if place.ours and (not mine <= its or (its and not mine)):
                return self._shown(place)
        return None

    def dominances(self, anybody: str) -> Iterator[Relation]:
        """Decide whether either keeps every claim of the other: against C, against everybody."""
        for number, other in ((0, 1), (1, 0)):
            a, b = NAMES[number], NAMES[other]
            here, everywhere = (f"{a} dominates {b} against {c}" for c in ("C", "all opponents"))
            kept = [claim for claim, v in self.verdicts.items() if v[other] == "proved"]
            lost = [claim for claim in kept if self.verdicts[claim][number] != "proved"]
            if lost:
                apart = next(d for d in self.differences() if (lost[0], a) in d.lost)
                yield Relation(here, "refuted", f"{b} keeps “{lost[0]}”, {a} does not", apart)
                yield Relation(everywhere, "refuted", "not against C")
                continue
            reason = f"{b} keeps none of the claims"
            if kept:
                reason = f"{b} keeps {', '.join(f'“{c}”' for c in kept)}, and so does {a}"
            yield Relation(here, "proved", reason)
            if not anybody and self._coarser(number) is None:
                reason = f"{a} refines {b}: every play by {a} is one by {b}"
                yield Relation(everywhere, "proved", reason)
            else:
                yield Relation(everywhere, "not decided", "only a refinement would show it")


def _refinement(text: str, coarser: Difference | None, number: int) -> Relation:
    mine, its = NAMES[number], NAMES[1 - number]
    if coarser is None:
        return Relation(text, "proved", f"at every position where {mine} has a choice")
    extra = coarser.only_a if number == 0 else coarser.only_b
    if extra:
        return Relation(text, "refuted", f"{mine} allows what {its} does not", coarser)
    return Relation(text, "refuted", f"{mine} recommends nothing where {its} does", coarser)
