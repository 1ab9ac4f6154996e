"""Games given by ground rules, and the atoms that hold at a position by these."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain
from typing import Any, NamedTuple

from .boards import Position, View
from .format import Rejected, ascending, check, check_keys, names, quote

Rule = tuple[str, int, list[tuple[int, str, bool]]]  # head, bound; weight, atom, whether positive
Turn = tuple[int, int, int]  # of a rule: its stage, which is what it rests on; stratum, number
ALWAYS, HERE, DONE = 0, 1, 2  # stages: nothing that is given, the position, what is done there


class Model(NamedTuple):
    """Atoms that hold at a position; or that hold besides if something is done there."""

    holds: set[str]
    lacks: dict[int, int]  # of rules that lack something else than before, how much
    waiting: list[Turn]  # a heap of rules that may hold, but have not had their turn


class Rules:
    """A game given by ground rules."""

    def __init__(self, rules: Any) -> None:
        """Read the rules, and put them in order."""
        fields = check_keys(rules, "rules", ("roles", "fluents", "actions", "init", "program"))
        self.roles = names(fields["roles"], "roles of the rules")
        fluents = names(fields["fluents"], "fluents")
        given = check_keys(fields["actions"], "actions", self.roles)
        actions = {role: names(given[role], "actions") for role in self.roles}
        self.true = [f"true({fluent})" for fluent in fluents]
        self.does = {role: [f"does({role},{act})" for act in actions[role]] for role in self.roles}
        self.initial = self.read(fields["init"])
        self.endings: tuple[str, ...] = ()  # whatever occurs
        # What atoms are about; two actions may be written alike.
        self.next = {f"next({fluent})": number for number, fluent in enumerate(fluents)}
        self.goal = {f"goal({role},{n})": (role, n) for role in self.roles for n in range(101)}
        self.legal: dict[str, list[tuple[str, int]]] = {}
        for role in self.roles:
            for number, act in enumerate(actions[role]):
                self.legal.setdefault(f"legal({role},{act})", []).append((role, number))

        program = [read_rule(rule) for rule in check(list, fields["program"], "program")]
        self.about = f"The game: what the {len(program)} ground rules in the certificate say."
        self.heads = [head for head, _, _ in program]
        order, done = strata(program), chain.from_iterable(self.does.values())
        stages = dict.fromkeys(resting_on(self.true, program), HERE)
        stages |= dict.fromkeys(resting_on(done, program), DONE)
        self.turns = [
            (stages.get(head, ALWAYS), order[head], n) for n, head in enumerate(self.heads)
        ]
        # A rule lacks what the weights of its literals that hold are short of its bound.
        self.lacks = [bound for _, bound, _ in program]
        self.uses: dict[str, list[tuple[int, int]]] = {}  # rules, and what an atom adds to each
        for number, (_, _, body) in enumerate(program):
            for weight, atom, positive in body:
                self.lacks[number] -= 0 if positive else weight
                self.uses.setdefault(atom, []).append((number, weight if positive else -weight))
        ready = [turn for turn, lack in zip(self.turns, self.lacks, strict=True) if lack <= 0]
        self.always = Model(set(), {}, sorted(ready))
        self.always = self.model((), ALWAYS, self.always)
        for number, lack in self.always.lacks.items():
            self.lacks[number] = lack

    def model(self, given: Iterable[str], stage: int, before: Model) -> Model:
        """Return the least model: the atoms that hold if these do, beside those before.

        It counts down the literals that rules still lack (Dowling and Gallier 1984); rules that
        lack nothing wait for their turn, which comes when lower strata have nothing left, and not
        before their stage.
        """
        new = Model(set(), {}, before.waiting.copy())  # sorted, or a heap, and so a heap
        known = self.always.holds, before.holds, new.holds

        def lack(number: int) -> int:
            return new.lacks.get(number, before.lacks.get(number, self.lacks[number]))

        def add(atom: str) -> None:
            if any(atom in atoms for atoms in known):
                return
            new.holds.add(atom)
            for number, weight in self.uses.get(atom, ()):
                new.lacks[number] = lack(number) - weight
                if weight > 0 and new.lacks[number] <= 0:
                    heappush(new.waiting, self.turns[number])

        for atom in given:
            add(atom)
        while new.waiting and new.waiting[0][0] <= stage:
            _, _, number = heappop(new.waiting)
            if lack(number) <= 0:
                add(self.heads[number])
        return new

    def read(self, value: Any) -> Position:
        """Return a position that is listed."""
        return tuple(ascending(value, "positions", len(self.true)))

    def show(self, position: Position) -> str:
        """Return a position for a message, as it is listed."""
        return f"position {list(position)}"[:200]

    def view(self, position: Position) -> View:
        """Return the view of a position."""
        here = self.model((self.true[n] for n in position), HERE, self.always)
        whatever = here.holds | self.always.holds
        holds = whatever | self.model((), DONE, here).holds
        if "terminal" in holds:
            goals = self.goals(position, holds)
            return View(" ".join(map(str, goals.values())), goals, None, (), lambda _: position)
        legal: dict[str, list[int]] = {}
        for atom in holds:
            for role, number in self.legal.get(atom, ()):
                legal.setdefault(role, []).append(number)
        movers = [role for role, moves in legal.items() if len(moves) > 1]
        forced = [self.does[role][moves[0]] for role, moves in legal.items() if len(moves) == 1]
        anyway = [self.next[atom] for atom in whatever if atom in self.next]

        def after(move: int) -> Position:
            done = forced + [self.does[role][move] for role in movers]
            then = self.model(done, DONE, here).holds
            return tuple(sorted(anyway + [self.next[atom] for atom in then if atom in self.next]))

        if len(movers) > 1:
            raise Rejected(f"{self.show(position)}: several roles have a choice at once")
        if movers:
            return View(None, {}, movers[0], sorted(legal[movers[0]]), after)
        return View(None, {}, None, (0,) if forced else (), after)

    def goals(self, position: Position, holds: Iterable[str]) -> dict[str, int]:
        """Return every role's goal where play ends."""
        values: dict[str, list[int]] = {role: [] for role in self.roles}
        for role, value in (self.goal[atom] for atom in holds if atom in self.goal):
            values[role].append(value)
        for role, given in values.items():
            if len(given) != 1:
                raise Rejected(f"{self.show(position)}: {role} has {len(given)} goals at the end")
        return {role: given[0] for role, given in values.items()}


def read_rule(rule: Any) -> Rule:
    """Return a rule that is listed."""
    if len(check(list, rule, "a rule")) not in (2, 3):
        raise Rejected(f"rules: one has {len(rule)} parts")
    head, body = check(str, rule[0], "a head"), check(list, rule[-1], "a body")
    if head.startswith(("true(", "does(")):
        raise Rejected(f"rules: {quote(head)} is given, and has no rules")
    bound = check(int, rule[1], "a bound") if len(rule) == 3 else len(body)
    literals = []
    for item in body:
        pair = check(list, item, "a weighted literal") if len(rule) == 3 else [1, item]
        if len(pair) != 2:
            raise Rejected(f"rules: not a weight and a literal, at {quote(head)}")
        weight, literal = check(int, pair[0], "a weight"), check(str, pair[1], "a literal")
        literals.append((weight, literal.removeprefix("not "), not literal.startswith("not ")))
    return head, bound, literals


def resting_on(atoms: Iterable[str], program: Iterable[Rule]) -> set[str]:
    """Return the heads that rest on any of these atoms, at any remove."""
    heads: dict[str, list[str]] = {}
    for head, _, body in program:
        for _, atom, _ in body:
            heads.setdefault(atom, []).append(head)
    todo = list(atoms)
    resting: set[str] = set()
    for atom in todo:
        fresh = set(heads.get(atom, ())) - resting
        resting |= fresh
        todo += fresh
    return resting


def strata(program: Sequence[Rule]) -> dict[str, int]:
    """Return a number for each head: more than that of what it rests on through `not`."""
    rests_on: dict[str, list[str]] = {head: [] for head, _, _ in program}
    for head, _, body in program:
        rests_on[head] += [atom for _, atom, _ in body if atom in rests_on]
    order = components(rests_on)
    for head, _, body in program:
        if any(not positive and order.get(atom) == order[head] for _, atom, positive in body):
            raise Rejected(f"rules: a cycle through `not`, with {quote(head)}")
    return order


def components(graph: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return for each node a number of its strongly connected component, after all it leads to.

    Gabow's algorithm (2000), without recursion.
    """
    done: dict[str, int] = {}
    entered: dict[str, int] = {}
    members: list[str] = []  # entered, but not done
    firsts: list[str] = []  # of them, the first of each component, as far as is known
    way: list[tuple[str, Any]] = [("", iter(graph))]
    while way:
        node, rest = way[-1]
        for other in rest:
            if other not in entered:
                entered[other] = len(entered)
                members.append(other)
                firsts.append(other)
                way.append((other, iter(graph[other])))
                break
            if other not in done:
                while entered[firsts[-1]] > entered[other]:
                    firsts.pop()
        else:
            way.pop()
            if firsts and firsts[-1] == node:
                firsts.pop()
                number = len(done)
                while node not in done:
                    done[members.pop()] = number
    return done
