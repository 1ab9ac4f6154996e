"""What refuted candidates showed: the positions of their plays, as far as they came up.

Where there are too many positions to look at all of them, the search for fillings knows these
only, and takes the rest for harmless. A candidate is put to the engines; if it fails, its play
becomes facts, so that no candidate that allows it comes again (counterexample-guided synthesis).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ttt_asp.analyses.fill.facts import situation
from ttt_asp.analyses.fill.task import Part
from ttt_asp.deadline import Deadline
from ttt_asp.engines.explicit.look import look
from ttt_asp.engines.explicit.machine import Machine, load
from ttt_asp.engines.explicit.voices import Voices
from ttt_asp.verdict import Play


@dataclass
class Seen:
    """What is known of the plays of one claim.

    Attributes:
        part: the claim. number: its number.
        machine: the gates of its problem. voices: of each role with holes.
        facts: of all plays so far, each once.
        hopeless: whether a play broke the claim without a choice of a strategy with holes.
    """

    part: Part
    number: int
    machine: Machine
    voices: Mapping[str, Voices]
    facts: dict[str, None] = field(default_factory=dict)
    plays: int = 0
    hopeless: bool = False

    @classmethod
    def of(cls, part: Part, number: int, deadline: Deadline) -> "Seen":
        """Ground a claim's problem.

        Raises:
            InputError: what the sources say is no circuit.
            Expired: time is up.
        """
        machine = load(part.problem, deadline)
        voices = {role: Voices.of(machine, part.problem, role) for role in part.players}
        return cls(part, number, machine, voices)

    @property
    def choices(self) -> int:
        """How many positions came up at which a strategy with holes has to choose."""
        return sum(fact.startswith("situation") for fact in self.facts)

    def learn(self, play: Play) -> None:
        """Take up a play that broke the claim, or got stuck."""
        self.plays += 1
        steps = list(self._choices(play))
        if not steps:
            self.hopeless = True
            return
        facts = [f"start({steps[0][0]})."]
        facts += [
            f"step({action},{here},{after})."
            for (here, action, _), (after, _, _) in zip(steps, steps[1:], strict=False)
        ]
        here, action, _ = steps[-1]
        # a play that goes round, or is too long, is broken by all its choices together
        if play.ending == "lasso" or self.part.problem.claim.by is not None:
            number = f"p({self.number},{self.plays})"
            facts.append(f"play({number}).")
            facts += [f"taken({number},{player},{a},{at})." for at, a, player in steps]
        elif action is not None:
            facts.append(f"breaks({action},{here}).")
        self.facts |= dict.fromkeys(facts)

    def _choices(self, play: Play) -> Iterator[tuple[str, int | None, str]]:
        """The choices in a play: the situation, the number of the move, the strategy's name.

        The last one is without a move where the strategy got stuck there.
        """
        packed = [self.machine.pack(position) for position in play.positions]
        looks = look(self.machine, packed)
        for role, voices in self.voices.items():
            for one, said in zip(looks, voices.at(packed), strict=True):
                if said.asked:
                    actions = sorted(step.move.action for step in one.steps)
                    options = [said.by.get(action, 0) for action in actions]
                    here, player = f"s({self.number},{one.position})", self.part.players[role]
                    found = situation(here, player, options, self.part.terms, keeps=True)
                    self.facts |= dict.fromkeys(found)
        for place, one in enumerate(looks):
            move = play.moves[place] if place < len(play.moves) else None
            role = move.role if move else one.mover
            if role is None or role not in self.voices or len(one.steps) < 2:
                continue
            actions = sorted(step.move.action for step in one.steps)
            number = actions.index(move.action) if move else None
            if move or play.ending == "stuck":
                yield f"s({self.number},{one.position})", number, self.part.players[role]
