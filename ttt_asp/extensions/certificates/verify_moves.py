"""The second stage of verification: are the game and the moves those of the sources?

The first stage, the stand-alone checker, takes the game and the listed moves as given. This one
reads the sources again. Sets and ground rules are generated again, by the code that wrote them
(`winning_sets.py`, `ground_rules.py`), and compared. Moves are derived anew: positions are
ground as facts, some at a time, and nothing is searched; the engine that explored the positions has
no part in that. Where positions are listed up to symmetry, the strategies have to be seen to
respect the symmetries (`respecting.py`): so moves at the positions listed say those at all others.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ttt_asp.claims.claim import parse_claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.main import Report
from ttt_asp.extensions.certificates.ground_rules import ground_rules
from ttt_asp.extensions.certificates.respecting import respected
from ttt_asp.extensions.recognition.winning_sets import WinningSets, sets_of, winning_sets
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import ProgressReport, Tell
from ttt_asp.positions.ground import ground
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import Atoms, actions_of, facts_along
from ttt_asp.programs.compose import normal_form
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy, load_strategy

# Positions that are ground together: more take longer each, fewer too.
_AT_ONCE = 50
TRUSTED = ("clingo's grounder.", "The rules of the game and the vocabulary, in asp/.")
READER = "What reads sets off a game, in extensions/recognition/winning_sets.py, which wrote them."


def verify_strategy(
    certificate: Mapping[str, Any],
    library: Library,
    deadline: Deadline,
    tell: Tell | None = None,
) -> Report:
    """Derive the moves of a certificate that the first stage found valid.

    The arguments are those of `verify`.

    Raises:
        Rejected: a move, a set or a rule differs.
        InputError: the game or a strategy is not there to be read.
        Expired: time is up.
    """
    game = _game(certificate, deadline)
    strategies: dict[str, Strategy] = {}
    for role, term in certificate["roles"].items():
        strategy = strategies[role] = load_strategy(term, role, game, library)
        if str(normal_form(strategy.composition)) != term:
            raise Rejected(f"roles: {role}'s strategy is not written out: {term}")
    claim = parse_claim(certificate["claim"], game.roles, Location("claim"))
    problem = Problem(game, strategies, claim)
    trusted = [*TRUSTED]
    facts: list[str] = []
    if set(certificate["roles"].values()) == {"any"}:
        facts = ["No role has a strategy: every role may play any legal move."]
    fluents: Callable[[Any], frozenset[str]]
    action: Callable[[str, int], str]
    if "sets" in certificate:
        sets = winning_sets(game)
        facts.append(_same_sets(certificate["sets"], sets, game))
        trusted.append(READER)
        assert sets is not None
        fluents, action = sets.fluents, lambda _, move: f"mark({sets.squares[move]})"
        if symmetries := certificate.get("symmetries", ()):
            if not respected(ground(open_program(problem), deadline), sets, symmetries):
                raise Rejected("symmetries: the strategies are not seen to respect them")
            facts.append("By the ground rules the symmetries take what is recommended to such.")
    else:
        rules = certificate["rules"]
        if ground_rules(load_machine(problem, deadline)) != rules:
            raise Rejected(f"rules: they are not those that {game.name} grounds to")
        facts.append(f"The ground rules are those of {game.name}.")
        trusted.append("What grounds a game, in certificates/ground_rules.py, which wrote them.")
        fluents, action = (
            lambda position: frozenset(rules["fluents"][number] for number in position),
            lambda role, move: rules["actions"][role][move],
        )
    # an entry without moves is a position alone, a text or a list of numbers
    entries = certificate["positions"]
    listed = [entry for entry in entries if len(entry) == 2 and type(entry[1]) is list]
    for done in range(0, len(listed), _AT_ONCE):
        deadline.check()
        if tell is not None:
            tell(ProgressReport("positions", done, len(listed)))
        batch = [(fluents(position), moves) for position, moves in listed[done : done + _AT_ONCE]]
        atoms = facts_along(game, strategies, [position for position, _ in batch])
        for (position, moves), here in zip(batch, atoms, strict=True):
            role = _chooser(game.roles, position, here)
            _check_moves(game, role, position, here, [action(role, move) for move in moves])
    many = len(listed)
    facts.append(f"At each of {many} positions with a choice the moves listed were derived anew.")
    return Report(str(claim), tuple(facts), tuple(trusted))


def verify_game(
    certificate: Mapping[str, Any], _: Library, deadline: Deadline, tell: Tell | None = None
) -> Report:
    """Compare the sets of a certificate of replies, which names no strategies, with its game's.

    The first stage found it valid. The arguments are those of `verify`.

    Raises:
        Rejected: they differ.
        InputError: the game is not there to be read.
        Expired: time is up.
    """
    game = _game(certificate, deadline)
    fact = _same_sets(certificate["sets"], sets_of(game), game)
    return Report(certificate["claim"], (fact,), (*TRUSTED, READER))


def _game(certificate: Mapping[str, Any], deadline: Deadline) -> Game:
    const = {name: str(value) for name, value in certificate["const"].items()}
    return load_game(certificate["game"], const, deadline)


def _same_sets(given: Any, sets: WinningSets | None, game: Game) -> str:
    """Compare the sets that a certificate lists with those of the game that it names."""
    if sets is None or json.dumps(sets.as_json()) != json.dumps(given):
        raise Rejected(f"sets: they are not those of {game.name}")
    return f"The squares, sets, turns and first marks are those of {game.name}."


def _check_moves(
    game: Game, role: str, fluents: frozenset[str], here: Atoms, moves: Sequence[str]
) -> None:
    where = Notation(game).write
    for who, why in here.get(("undetermined", 2), ()):
        if str(who) == role:
            raise Rejected(f"at {where(fluents)} {role}'s strategy is undetermined: {why}")
    derived = actions_of(here, "recommended", role)
    if sorted(moves) != sorted(derived):
        recommended = ", ".join(derived) or "nothing"
        raise Rejected(f"at {where(fluents)} {role}'s strategy recommends {recommended}")


def _chooser(roles: Sequence[str], fluents: frozenset[str], here: Atoms) -> str:
    """Return the role that has a choice at a position."""
    for role in roles:
        if len(actions_of(here, "legal", role)) > 1:
            return role
    raise Rejected(f"nobody has a choice at {sorted(fluents)}")
