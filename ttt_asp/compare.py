"""Two strategies of one role, side by side: where they differ, and which is the better one.

*A refines B*: at every position that plays by A come to, whatever the opponents do, where the role
has a choice, A recommends only what B recommends, and something if B recommends anything. Then
every play by A is one by B, also a play that gets stuck, against every opponent. So whatever
`never` or `always` claim is proved of B against an opponent is proved of A against it; and what A
can, B can.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ttt_asp.errors import Location, wrong
from ttt_asp.frame.compose import normal
from ttt_asp.pair import ANYBODY, GIVEN, Pair, Place
from ttt_asp.solve.explicit.exploration import Exploration
from ttt_asp.solve.explicit.explore import explore
from ttt_asp.solve.explicit.machine import Machine, load
from ttt_asp.solve.limits import Limits
from ttt_asp.sources.claim import Claim, parse_claim
from ttt_asp.sources.composition import Composition
from ttt_asp.sources.game import Game
from ttt_asp.sources.library import Library
from ttt_asp.sources.problem import Problem, Strategy, load_strategy

# Of more positions no strategies are compared.
MOST = 100_000
NAMES = ("A", "B")
_ANY = Strategy("any", Composition("any"), ())
# Which claim the exploration is asked does not matter: how plays end is looked up.
_CLAIM = Claim(None, "always", "ties")


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a difference matters.

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
    """A position that plays by A and plays by B come to, and where they allow different moves.

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
    """What is asked of two strategies.

    Attributes:
        text: as `A refines B`. verdict: `proved`, `refuted` or `not decided`.
        reason: of the verdict, in words.
        shown: the position that tells them apart, where it is refuted by one.
    """

    text: str
    verdict: str
    reason: str
    shown: Difference | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two strategies of a role.

    Attributes:
        role: whose. a, b, against: the strategies, and that of everybody else.
        positions: how many positions plays of both, of A only, and of B only come to.
        claims: for each claim its verdicts for A and for B.
        differences: at positions that both come to, those that matter first.
        relations: refinement, equivalence, dominance.
    """

    role: str
    a: str
    b: str
    against: str
    positions: tuple[int, int, int]
    claims: Mapping[str, tuple[str, str]]
    differences: tuple[Difference, ...]
    relations: tuple[Relation, ...]


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
        game: which.
        role: whose.
        texts: the strategies A and B, names or terms.
        against: what all other roles play.
        library: where names are looked up.
        limits: of the exploration.
        claims: those that count; none for: the role never loses, always wins, and how soon.

    Raises:
        InputError: anything wrong with what was given, a limit on positions was reached, or
            positions recur.
        Expired: time is up.
    """
    first, second = (
        load_strategy(text, name, game, library) for text, name in zip(texts, NAMES, strict=True)
    )
    others = {r: load_strategy(against, "against", game, library) for r in game.roles if r != role}
    chosen = [_asked(text, game) for text in claims]
    ours = _either(first, second)
    strategies = {r: _either(_ANY, others[r]) if r in others else ours for r in game.roles}
    found, problem = _explored(Problem(game, strategies, _CLAIM), limits)
    anybody = ""
    if found.stopped and any(normal(s.composition).operator != "any" for s in others.values()):
        anybody = found.stopped
        strategies = {r: _either(others[r], others[r]) if r in others else ours for r in game.roles}
        found, problem = _explored(Problem(game, strategies, _CLAIM), limits)
    if found.stopped:
        raise wrong(f"no comparison: {found.stopped}")
    if not found.layered:
        raise wrong("no comparison: positions recur in plays of this game")
    pair = Pair(found, problem, role, limits)
    if not chosen:
        chosen = _guarantees(pair, role)
    reader = _Reader(pair, found.machine, chosen)
    where = [sum(1 for _ in pair.by(bits)) for bits in (sum(GIVEN), *GIVEN)]
    return Comparison(
        role,
        first.text,
        second.text,
        others[next(iter(others))].text if others else "",
        (where[0], where[1] - where[0], where[2] - where[0]),
        reader.verdicts,
        tuple(sorted(reader.differences(), key=lambda some: not some.matters)),
        (*reader.refinements(anybody), *reader.dominances(anybody)),
    )


def _asked(text: str, game: Game) -> Claim:
    claim = parse_claim(text, game.roles, Location("--claim"))
    if claim.quantifier == "can":
        hint = "ask `prove` of each; what A can, B can too if A refines B"
        raise wrong(f"{claim} is shown by a single play", Location("--claim"), hint)
    return claim


def _either(first: Strategy, second: Strategy) -> Strategy:
    term = Composition("either", "", (first.composition, second.composition))
    tactics = {t.label: t for t in (*first.tactics, *second.tactics)}
    return Strategy(str(term), term, tuple(tactics.values()))


def _explored(problem: Problem, limits: Limits) -> tuple[Exploration, Problem]:
    machine = load(problem, limits.deadline)
    most = min(MOST, limits.max_positions or MOST)
    found = explore(problem, machine, replace(limits, count=False, max_positions=most))
    if found.stopped:
        limits.deadline.check()
    return found, problem


def _guarantees(pair: Pair, role: str) -> list[Claim]:
    """What a role would rather keep: it never loses, it always wins, and by which move."""
    wins = Claim(role, "always", "wins")
    found = [Claim(role, "never", "loses"), wins]
    start = next(iter(pair.places))
    soon = {
        max(place.depth for place in pair.by(GIVEN[number]))
        for number in (0, 1)
        if pair.kept(wins, number)[start]
    }
    return [*found, *(Claim(role, "always", "wins", by) for by in sorted(soon))]


class _Reader:
    """Reads differences and relations off the positions."""

    def __init__(self, pair: Pair, machine: Machine, claims: Sequence[Claim]) -> None:
        self.pair, self.machine, self.claims = pair, machine, claims
        self.kept = {str(c): (pair.kept(c, 0), pair.kept(c, 1)) for c in claims}
        start = machine.init
        failed = ["incomplete" if pair.stuck(number) else "refuted" for number in (0, 1)]
        self.verdicts = {
            claim: (
                "proved" if kept[0][start] else failed[0],
                "proved" if kept[1][start] else failed[1],
            )
            for claim, kept in self.kept.items()
        }

    def differences(self) -> Iterator[Difference]:
        """Where both come to and do not allow the same."""
        for place in self.pair.by(sum(GIVEN)):
            if place.ours and place.said[0] != place.said[1]:
                yield self._shown(place)

    def _losses(self, place: Place) -> Iterator[Loss]:
        for claim, kept in self.kept.items():
            for loser, winner in ((0, 1), (1, 0)):
                if not kept[winner][place.position]:
                    continue
                own = place.said[loser] - place.said[winner]
                bad = tuple(sorted(m for m in own if not kept[loser][place.after[m]]))
                if bad or not place.said[loser]:
                    yield Loss(claim, NAMES[loser], bad)

    def _shown(self, place: Place) -> Difference:
        first, second = place.said
        only_a, only_b, both = (
            tuple(sorted(some)) for some in (first - second, second - first, first & second)
        )
        common = place.reached & sum(GIVEN) == sum(GIVEN)
        matters = tuple(self._losses(place)) if common else ()
        return Difference(self.machine.unpack(place.position), only_a, only_b, both, matters)

    def refinements(self, anybody: str) -> Iterator[Relation]:
        """Whether one refines the other, against all opponents; whether both do."""
        texts = ("A refines B", "B refines A", "A and B are equivalent")
        if anybody:
            reason = f"against any opponent {anybody}"
            yield from (Relation(text, "not decided", reason) for text in texts)
            return
        found = [self._coarser(0), self._coarser(1)]
        for number, text in enumerate(texts[:2]):
            yield _refinement(text, found[number], number)
        if found == [None, None]:
            yield Relation(texts[2], "proved", "each refines the other: their plays are the same")
        else:
            number = 0 if found[0] is not None else 1
            yield _refinement(texts[2], found[number], number)

    def _coarser(self, number: int) -> Difference | None:
        """A position of plays of a strategy, against any opponent, where it does not refine."""
        for place in self.pair.by(ANYBODY[number]):
            mine, its = place.said[number], place.said[1 - number]
            if place.ours and (not mine <= its or (its and not mine)):
                return self._shown(place)
        return None

    def dominances(self, anybody: str) -> Iterator[Relation]:
        """Whether one keeps every claim that the other keeps: against C, against everybody."""
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


def _refinement(text: str, found: Difference | None, number: int) -> Relation:
    mine, its = NAMES[number], NAMES[1 - number]
    if found is None:
        return Relation(text, "proved", f"at every position where {mine} has a choice")
    own = found.only_a if number == 0 else found.only_b
    if own:
        return Relation(text, "refuted", f"{mine} allows what {its} does not", found)
    return Relation(text, "refuted", f"{mine} recommends nothing where {its} does", found)
