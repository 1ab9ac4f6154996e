"""The second stage of verification: are the certificate's moves those of its strategies?

The first stage, the stand-alone checker, takes the listed moves as given. This one reads the
sources again, holds their hashes against the certificate's, and derives the moves anew: positions
are ground as facts, some at a time, and nothing is searched. The engine that explored the
positions has no part in that. Where positions are listed up to symmetry, moves are derived at those
listed if the strategies are seen to respect the symmetries (`respecting.py`), else at all images
of theirs. Sets and ground rules are not derived in a second way: they are generated again from the
sources, by the code that wrote them (`games/winning_sets.py`, `ground_rules.py`), and compared.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from ttt_asp.certificates.checker.format import Rejected, read
from ttt_asp.certificates.ground_rules import ground_rules
from ttt_asp.certificates.respecting import respected
from ttt_asp.claims.claim import parse_claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.circuit.ground import ground
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.position import Atoms, actions_of, facts_along
from ttt_asp.errors import Location
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.games.winning_sets import WinningSets, winning_sets
from ttt_asp.programs.compose import normal
from ttt_asp.programs.program import open_program
from ttt_asp.programs.sources import sources_of
from ttt_asp.reached import Reached, Tell
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy, load_strategy

# Positions that are ground together: more take longer each, fewer too.
_AT_ONCE = 50
WORKED_OUT = "What works out a tactic without rules, in strategies/replies, as it did before."
READER = "What reads sets off a game, in games/winning_sets.py, which wrote them."


@dataclass(frozen=True, slots=True)
class Derived:
    """What the second stage established.

    Attributes:
        facts: what was derived anew, in sentences.
        trusted: what that rests on.
    """

    facts: tuple[str, ...]
    trusted: tuple[str, ...]


def verify_strategy(
    data: bytes,
    library: Library,
    deadline: Deadline,
    tell: Tell | None = None,
) -> Derived:
    """Derive the moves of a certificate that the first stage found valid.

    Args:
        data: the certificate's file.
        library: where the tactics are looked up.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        Rejected: a source or a move differs.
        InputError: the game or a strategy is not there to be read.
        Expired: time is up.
    """
    certificate = read(data)
    const = {name: str(value) for name, value in certificate["const"].items()}
    game = load_game(certificate["game"], const, deadline)
    strategies: dict[str, Strategy] = {}
    for role, given in certificate["roles"].items():
        strategy = strategies[role] = load_strategy(given["strategy"], role, game, library)
        if str(normal(strategy.composition)) != given["strategy"]:
            raise Rejected(f"roles: {role}'s strategy is not written out: {given['strategy']}")
    claim = parse_claim(certificate["claim"], game.roles, Location("claim"))
    problem = Problem(game, strategies, claim)
    files = 0
    for role, given in certificate["roles"].items():
        if not given["free"]:
            files = max(files, _same_sources(role, given["sources"], problem))
    trusted = ["clingo's grounder.", "The rules of the game and the vocabulary, in asp/."]
    if any(strategy.replies for strategy in strategies.values()):
        trusted.append(WORKED_OUT)
    facts = ["No role has a strategy: every role may play any legal move."]
    if files:
        facts = [f"The {files} files that the strategies rest on are those of the certificate."]
    sets = winning_sets(game)
    if "sets" in certificate:
        same_sets(certificate["sets"], sets, game)
        facts.append(f"The squares, sets, turns and first marks are those of {game.name}.")
        trusted.append(READER)
    if "rules" in certificate:
        if ground_rules(load(problem, deadline)) != certificate["rules"]:
            raise Rejected(f"rules: they are not those that {game.name} grounds to")
        facts.append(f"The ground rules are those of {game.name}.")
        trusted.append("What grounds a game, in certificates/ground_rules.py, which wrote them.")
        sets = None
    generators: Sequence[Sequence[int]] = certificate.get("symmetries", ())
    if sets is not None and generators:
        if respected(ground(open_program(problem), deadline), sets, generators):
            facts.append("By the ground rules the symmetries take what is recommended to such.")
            generators = ()
        else:
            facts.append("The strategies were not seen to respect the symmetries: so all images:")
    count = _same_moves(certificate, problem, sets, generators, deadline, tell)
    facts.append(f"At each of {count} positions with a choice the moves listed were derived anew.")
    return Derived(tuple(facts), tuple(trusted))


def same_sets(given: Any, sets: WinningSets | None, game: Game) -> None:
    """Hold the sets that a certificate lists against those of the game that it names.

    Raises:
        Rejected: they differ.
    """
    if sets is None or json.dumps(sets.as_json()) != json.dumps(given):
        raise Rejected(f"sets: they are not those of {game.name}")


def _same_sources(role: str, given: Mapping[str, str], problem: Problem) -> int:
    sources = sources_of(problem.game, problem.strategies[role])
    found = {source.label: source.digest for source in sources}
    for label in sorted(given.keys() | found.keys()):
        if label not in found:
            raise Rejected(f"{role} does not rest on {label}")
        if given.get(label) != found[label]:
            raise Rejected(f"{label} is not the file that the certificate was made from")
    return len(found)


def _same_moves(
    certificate: Mapping[str, Any],
    problem: Problem,
    sets: WinningSets | None,
    generators: Sequence[Sequence[int]],
    deadline: Deadline,
    tell: Tell | None,
) -> int:
    """How many positions there are with moves, all of which are those of the strategies."""
    game, strategies = problem.game, problem.strategies
    actions = certificate.get("rules", {}).get("actions", {})
    listed = [entry for entry in certificate["positions"] if _has_moves(entry)]
    every = chain.from_iterable(_images(one, generators) for one in listed)
    done = 0
    while some := list(islice(every, _AT_ONCE)):
        deadline.check()
        if tell is not None:
            tell(Reached("positions", done, None if generators else len(listed)))
        positions = [_fluents(certificate, sets, position) for position, _ in some]
        atoms = facts_along(game, strategies, positions)
        for (_, moves), fluents, here in zip(some, positions, atoms, strict=True):
            role = _chooser(game.roles, fluents, here)
            if sets is not None:
                found = [f"mark({sets.squares[move]})" for move in moves]
            else:
                found = [actions[role][move] for move in moves]
            _same(problem, role, fluents, here, found)
        done += len(some)
    return done


def _same(
    problem: Problem, role: str, fluents: frozenset[str], here: Atoms, found: Sequence[str]
) -> None:
    where = Notation(problem.game).write
    for who, why in here.get(("undetermined", 2), ()):
        if str(who) == role:
            raise Rejected(f"at {where(fluents)} {role}'s strategy is undetermined: {why}")
    derived = actions_of(here, "recommended", role)
    if sorted(found) != sorted(derived):
        said = ", ".join(derived) or "nothing"
        raise Rejected(f"at {where(fluents)} {role}'s strategy recommends {said}")


def _images(entry: Any, generators: Sequence[Sequence[int]]) -> Iterable[tuple[Any, list[int]]]:
    """The images of a position, itself the first, and of its moves."""
    position, moves = entry
    if not generators:
        return [(position, moves)]
    found = {position.replace("/", ""): moves}
    todo = list(found)
    for text in todo:
        for one in generators:
            signs = dict(zip(one, text, strict=True))
            image = "".join(signs[square] for square in range(len(one)))
            if image not in found:
                found[image] = [one[move] for move in found[text]]
                todo.append(image)
    return found.items()


def _has_moves(entry: Any) -> bool:
    return isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], list)


def _fluents(
    certificate: Mapping[str, Any], sets: WinningSets | None, position: Any
) -> frozenset[str]:
    if sets is not None:
        return sets.fluents(position.replace("/", ""))
    return frozenset(certificate["rules"]["fluents"][number] for number in position)


def _chooser(roles: Sequence[str], fluents: frozenset[str], here: Atoms) -> str:
    """The role that has a choice at a position."""
    for role in roles:
        if len(actions_of(here, "legal", role)) > 1:
            return role
    raise Rejected(f"nobody has a choice at {sorted(fluents)}")
