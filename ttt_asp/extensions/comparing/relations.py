"""Relations between two strategies of a role, found in the positions of both.

*A refines B*: at every position that plays by A come to, whatever the opponents do, where the role
has a choice, A recommends only what B recommends, and something if B recommends anything. Then
every play by A is one by B, also a play that gets stuck, against every opponent. So whatever
`never` or `always` claim is proved of B against an opponent is proved of A against it; and what A
can, B can.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttt_asp.claims.claim import Claim
from ttt_asp.extensions.comparing.joint import ANYBODY, GIVEN, Joint, JointPlace
from ttt_asp.games.game import Game
from ttt_asp.positions.machine import Machine

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
