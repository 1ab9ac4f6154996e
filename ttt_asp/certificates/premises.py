"""What certificates of proofs say of the question and of the lemmas: written, read, looked up.

Those of proofs by induction and for every size say it in the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.certificates.checker.format import Rejected, check, check_keys
from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Problem
from ttt_asp.errors import InputError, Location
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source, parse
from ttt_asp.strategies.lemmas import check_lemmas, defines_lemma, game_lemmas, name_of
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.verdict import constant

KEYS = ("game", "const", "claim", "roles", "game_lemmas", "lemmas")


@dataclass(frozen=True, slots=True)
class Lemma:
    """A lemma as a certificate has it, or a measure alone.

    Attributes:
        name: the lemma's, or that of the measure's file. file: that it came from. text: of it.
    """

    name: str
    file: str
    text: str

    def source(self) -> Source:
        """The text, parsed.

        Raises:
            InputError: it is no logic program.
        """
        return parse(self.text.encode(), self.file)

    @property
    def held(self) -> bool:
        """Whether it is a lemma; what is no program at all is taken for one, and refused later."""
        try:
            return defines_lemma(self.source(), self.name)
        except InputError:
            return True

    def __str__(self) -> str:
        return f"lemma {self.name}" if self.held else f"measure {self.name}"


@dataclass(frozen=True, slots=True)
class Premises:
    """What a proof is about, and the lemmas that it rests on, read.

    Attributes:
        game, const, claim: as in the question. roles: each one's strategy.
        game_lemmas: the names of the game's own lemmas. lemmas: all others.
    """

    game: str
    const: Mapping[str, str]
    claim: str
    roles: Mapping[str, str]
    game_lemmas: tuple[str, ...]
    lemmas: tuple[Lemma, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all lemmas."""
        given = (one.name for one in self.lemmas if one.held)
        return (*self.game_lemmas, *given)

    @property
    def about(self) -> str:
        """Whose strategies are meant and which lemmas, in words."""
        players = ", ".join(f"{role}: {text}" for role, text in self.roles.items())
        return f"{players}; lemmas: {', '.join(self.names) or 'none'}"

    def asked(self) -> Claim:
        """The claim.

        Raises:
            Rejected: it is none about these roles.
        """
        try:
            return parse_claim(self.claim, list(self.roles), Location("claim"))
        except InputError as error:
            raise Rejected(str(error.diagnostics[0])) from None


def write_premises(problem: Problem) -> dict[str, Any]:
    """What a certificate says of a problem. All lemmas but the game's own are the problem's."""
    given, game = problem.lemmas, problem.game
    sizes = problem.every.parameters if problem.every else ()
    return {
        "game": game.name,
        "const": {n: constant(value) for n, value in game.constants.items() if n not in sizes},
        "claim": str(problem.claim),
        "roles": {role: strategy.text for role, strategy in problem.strategies.items()},
        "game_lemmas": list(game_lemmas(game).names),
        "lemmas": [
            {"name": name_of(source), "file": source.label, "text": source.text.decode()}
            for source in given.sources
        ],
    }


def read_premises(value: Mapping[str, Any]) -> Premises:
    """What a certificate, which has the keys, says of its question and lemmas.

    Raises:
        Rejected: one is not as it has to be.
    """
    const = check(dict, value["const"], "const")
    for name, number in const.items():
        check(str if type(number) is str else int, number, f"const {name}")
    roles = check(dict, value["roles"], "roles")
    names = [check(str, n, "game_lemmas") for n in check(list, value["game_lemmas"], "game_lemmas")]
    lemmas = [_lemma(one) for one in check(list, value["lemmas"], "lemmas")]
    if len({*names, *(one.name for one in lemmas)}) < len(names) + len(lemmas):
        raise Rejected("lemmas: a name occurs twice")
    return Premises(
        check(str, value["game"], "game"),
        {name: str(number) for name, number in const.items()},
        check(str, value["claim"], "claim"),
        {role: check(str, text, f"roles {role}") for role, text in roles.items()},
        tuple(names),
        tuple(lemmas),
    )


def _lemma(value: Any) -> Lemma:
    check_keys(value, "a lemma", ["name", "file", "text"])
    name = check(str, value["name"], "a lemma's name")
    file = check(str, value["file"], f"the file of lemma {name}")
    text = read_text(value["text"], f"the text of lemma {name}")
    return Lemma(name, file, text)


def read_text(value: Any, what: str) -> str:
    """A text of several lines.

    Args:
        value: that may be one.
        what: it is, for messages.

    Raises:
        Rejected: it is none.
    """
    if type(value) is not str or "\0" in value:
        raise Rejected(f"{what}: not a text without NUL characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Rejected(f"{what}: half a character") from None
    return value


def question(given: Premises, game: Game, library: Library) -> Problem:
    """The question of a certificate, with the strategies as they are now.

    Args:
        given: what the certificate says.
        game: of the name that it says.
        library: where strategies and tactics are looked up.

    Raises:
        Rejected: the game has other roles or lemmas now.
        InputError: a strategy or a lemma cannot be read, or does not pass the checks.
    """
    if set(given.roles) != set(game.roles):
        raise Rejected(f"roles: those of {game.name} are {', '.join(game.roles)}")
    if (own := game_lemmas(game).names) != given.game_lemmas:
        raise Rejected(f"game_lemmas: those of {game.name} are {', '.join(own) or 'none'}")
    strategies = {
        role: load_strategy(given.roles[role], role, game, library) for role in game.roles
    }
    sources = {one.name: one.source() for one in given.lemmas}
    lemmas = check_lemmas(sources, game, library)
    claim = parse_claim(given.claim, game.roles, Location("claim"))
    return Problem(game, strategies, claim, None, lemmas)
