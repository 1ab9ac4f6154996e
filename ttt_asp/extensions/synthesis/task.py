"""Tasks of a search for fillings: strategies with holes, and claims about them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.errors import Argument, InputError, Location, wrong
from ttt_asp.extensions.claimfiles.claims_file import ClaimEntry
from ttt_asp.extensions.playing.solution import as_text
from ttt_asp.extensions.playing.solve import solve
from ttt_asp.extensions.synthesis.holes import Holes, Pool, fill_holes, pool_of
from ttt_asp.games.game import named_roles, role_of
from ttt_asp.games.load import load_game
from ttt_asp.positions.machine import load_machine
from ttt_asp.show.verdicts import with_constants
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import ANY, Strategy, load_strategy, place_of, resolve
from ttt_asp.strategies.tactics import load_tactics
from ttt_asp.strategies.terms import Composition, has_holes, leaves, orders_of, parse_term

Place = Callable[[InputError], InputError]
# The text of a term, and whether it stands under `opponent`.
Term = tuple[str, bool]


@dataclass(frozen=True)
class AskedClaim:
    """One of the claims.

    Attributes:
        question: as asked, strategies with holes included.
        problem: the same, but roles with holes may do anything, and are asked what each of the
            terms recommends.
        players: of these roles the names of their strategies.
        terms: of which fillings are made. literals: those of them of which rules are made.
    """

    question: Question
    problem: Problem
    players: Mapping[str, str]
    terms: tuple[Term, ...]
    literals: frozenset[str] = frozenset()

    @cached_property
    def swapped(self) -> int:
        """Return the bits of those terms that stand under `opponent`."""
        return sum(1 << bit for bit, (_, swapped) in enumerate(self.terms) if swapped)


@dataclass(frozen=True)
class FillTask:
    """Strategies with holes, and the claims about them.

    Attributes:
        texts: each strategy with holes as written, by a name for it.
        strategies: the same, resolved, with tactics for the holes.
        holes: of all of them. pool: the terms that may fill them.
        parts: the claims.
    """

    texts: Mapping[str, str]
    strategies: Mapping[str, Composition]
    holes: Holes
    pool: Pool
    parts: tuple[AskedClaim, ...]

    def terms(self, filling: Mapping[str, str]) -> dict[str, str]:
        """Return the strategies with their holes filled, by name.

        Args:
            filling: the text of a filler by the hole's name; a spare hole may be left out.
        """
        fillers = {hole: self.pool.fillers[text] for hole, text in filling.items()}
        return {name: str(fill_holes(term, fillers)) for name, term in self.strategies.items()}

    def questions(self, terms: Mapping[str, str]) -> list[Question]:
        """Return the claims about strategies, given their terms."""
        return [
            replace(
                part.question,
                roles={**part.question.roles, **{r: terms[n] for r, n in part.players.items()}},
            )
            for part in self.parts
        ]


def questions_of(
    entries: Sequence[ClaimEntry], folders: Sequence[Path]
) -> tuple[list[Question], list[Place]]:
    """Return the claims of a file, all of which are to be kept, with places for errors about each.

    Raises:
        InputError: a claim is expected to be anything but proved, or is about every size.
    """
    for entry in entries:
        if entry.every is not None:
            why = f"a filling keeps claims about one size, and {entry.claim} is about every one"
            raise wrong(why, entry.location, "leave this claim out, or its every")
        if entry.expect != "proved":
            why = f"a filling has to keep {entry.claim}, which is expected to be {entry.expect}"
            raise wrong(why, entry.location, "leave this claim out, or the expectation")
    return [entry.question(folders) for entry in entries], [entry.place for entry in entries]


def read_task(
    questions: Sequence[Question],
    names: Sequence[str] | None,
    pairs: Sequence[str],
    lines: int,
    by_lines: bool,
    deadline: Deadline,
    places: Sequence[Place] = (),
    pool: Pool | None = None,
) -> FillTask:
    """Read claims about strategies with holes.

    Args:
        questions: the claims; the same text with holes is the same strategy.
        names: of the tactics in the pool, see `pool_of`.
        pairs: the operators under which two of them may fill a hole.
        lines: the number of lines that `...` stands for, at most.
        by_lines: whether every filler costs 1.
        deadline: when to give up.
        places: for each question how errors about it are placed, where it stands in a file.
        pool: in place of one that is made of `names` and `pairs`.

    Raises:
        InputError: anything wrong with them, or no strategy has a hole.
        Expired: time is up.
    """
    holes, texts = Holes(lines), dict[str, str]()
    strategies: dict[str, Composition] = {}
    games, asked = [], list[tuple[Question, dict[str, str]]]()
    for number, question in enumerate(questions):
        with placed(places, number):
            library = question.library()
            games.append(load_game(question.game, question.const, deadline))
            roles, players = named_roles(question.roles, games[-1]), dict[str, str]()
            for role, text in roles.items():
                option = place_of(role, games[-1])
                term = parse_term(text, option)
                if not has_holes(term):
                    continue
                known = {shown: name for name, shown in texts.items()}
                name = players[role] = known.get(str(term), f"strategy{len(texts) + 1}")
                if name not in texts:
                    texts[name] = str(term)
                    with_tactics = holes.replaced(term, len(texts))
                    strategies[name] = _resolved(with_tactics, library, option)
            asked.append((replace(question, roles=roles), players))
    if not strategies:
        hint = "a hole is ?, or ... in a first, as first(defeat, defend, ?, any)"
        raise wrong("no strategy has a hole to fill", None, hint)
    if pool is None:
        pool = pool_of(names, games, questions[0].library(), pairs, by_lines)
    parts = []
    for number, (question, players) in enumerate(asked):
        with placed(places, number):
            parts.append(part_of(question, strategies, players, pool, holes, deadline))
    return FillTask(texts, strategies, holes, pool, tuple(parts))


@contextmanager
def placed(places: Sequence[Place], number: int) -> Iterator[None]:
    """Place errors about a question in the file where it stands."""
    try:
        yield
    except InputError as error:
        raise (places[number](error) if places else error) from None


def _resolved(term: Composition, library: Library, option: str) -> Composition:
    resolved = resolve(term, library)
    if orders_of(resolved):
        message = "a strategy with holes may have no pick(...): it would have to name one action"
        raise wrong(message, Location(option), "take the strategy under the pick")
    return resolved


def part_of(
    question: Question,
    strategies: Mapping[str, Composition],
    players: Mapping[str, str],
    pool: Pool,
    holes: Holes,
    deadline: Deadline,
) -> AskedClaim:
    """Return a claim, and its problem with free play instead of strategies with holes."""
    terms: dict[Term, None] = {(ANY, False): None}
    for name in players.values():
        for leaf, swapped in leaves(strategies[name]):
            fillers = (
                [ANY, *pool.tactics, *pool.lines, *pool.literals] if leaf in holes.found else [leaf]
            )
            terms |= dict.fromkeys((text, swapped) for text in fillers)
    free = replace(question, roles={**question.roles, **dict.fromkeys(players, ANY)})
    problem, library = read(free, deadline), question.library()
    # literals are many, and are looked at together
    literals = dict.fromkeys(pool.literals)
    sources, _ = load_tactics(list(literals), problem.game, library)
    rules = {
        name: Strategy(name, Composition("tactic", name), (source,))
        for name, source in zip(literals, sources, strict=True)
    }
    others: dict[str, list[Strategy]] = {role: [] for role in players}
    for role, strategies_of in others.items():
        for text, swapped in terms:
            asked = f"opponent({text})" if swapped else text
            known = None if swapped else rules.get(text)
            strategies_of.append(known or load_strategy(asked, role, problem.game, library))
    problem = replace(problem, others=others)
    return AskedClaim(question, problem, players, tuple(terms), frozenset(pool.literals))


# --- a strategy as a list, and the task of another list in its place ---------------------------

# The name of the one strategy with holes.
LIST = "strategy1"


@dataclass(frozen=True)
class GivenList:
    """A strategy as a list.

    Attributes:
        question: the claim. problem: the same, read.
        role: whose strategy.
        text: as the user wrote it.
        lines: the operands of its outermost `first`; a strategy that is none is a list of one.
    """

    question: Question
    problem: Problem
    role: str
    text: str
    lines: tuple[Composition, ...]

    @classmethod
    def of(cls, question: Question, problem: Problem, whose: str | None) -> "GivenList":
        """Return a role's strategy as a list.

        Args:
            question: the claim.
            problem: the same, read.
            whose: the role; None for the one with a strategy, else the one that the claim names.

        Raises:
            InputError: there is no such role.
        """
        game = problem.game
        role = role_of(whose, game, Argument("of")) if whose else problem.subject or game.roles[0]
        given = problem.strategies[role]
        body = given.composition
        while body.operator == "strategy":
            body = body.operands[0]
        lines = body.operands if body.operator == "first" else (given.composition,)
        return cls(question, problem, role, given.text, lines)

    def question_with(self, text: str) -> Question:
        """Return the same claim about another strategy."""
        roles = named_roles(self.question.roles, self.problem.game)
        return replace(self.question, roles={**roles, self.role: text})

    def task(self, pool: Pool, lines: int, deadline: Deadline) -> FillTask:
        """Return the task of filling a list of holes so that the claim holds.

        Args:
            pool: the terms that may fill them.
            lines: how many there are at most.
            deadline: when to give up.

        Raises:
            Expired: time is up.
        """
        question = self.question_with("first(...)")
        task = read_task([question], None, (), lines, False, deadline, (), pool)
        return replace(task, texts={LIST: self.text})


def value_kept(claim: str, roles: p.Roles, given: Arguments) -> tuple[str, p.Roles]:
    """Return the claim that a role keeps the value of the game, and its list of holes.

    Args:
        claim: a role's name; any other claim stays as it is.
        roles: what roles play, as it was given.
        given: the other arguments.

    Raises:
        InputError: there is no such role; it can force nothing, or what no claim says.
        Expired: a limit was reached before it was known what the role can force.
    """
    game = given.game
    role = None
    if len(claim.split()) == 1:  # no claim is one word
        role = role_of(claim, game, Argument("claim"))
    if role is None:
        if not any("..." in str(text) for text in given.roles(roles).values()):
            question = given.question(claim, roles)
            who = read(question, given.limits.deadline).subject or game.roles[0]
            roles = {**dict(roles or {}), game.spelt(who): "first(...)"}
        return claim, roles
    spelt, deadline = game.spelt(role), given.limits.deadline
    solution = solve(game, given.limits, only_value=True)
    if solution.values is None:
        deadline.check()
        why = f"what {spelt} can force is not known: "
        raise Expired(Stop("positions", why, solution.reason))
    value = solution.values[spelt]
    where, argument = with_constants(game.name, game.constants), Location.argument("claim")
    if value == 0:
        message = f"{spelt} can force nothing in {where}: no strategy keeps more"
        raise wrong(message, argument, "ask about another role, or a claim")
    if value < 100:
        goals = load_machine(free_play(game), deadline, at_once=True).goals
        less = [goal for goal in goals[game.roles.index(role)] if 0 < goal < value]
        if less:
            message = f"{spelt} can force {as_text(value)} in {where}, and no claim says that: "
            message += f"`never loses` allows {min(less)}"
            raise wrong(message, argument, f"ask about a claim, as {spelt} never loses")
    kept = f"{spelt} always wins" if value == 100 else f"{spelt} never loses"
    return kept, {**dict(roles or {}), spelt: "first(...)"}
