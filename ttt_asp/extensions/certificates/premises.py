"""The question and the lemmas of a proof in a certificate: written, read, and looked up.

Proofs by induction and proofs for every size have both in the same form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Problem
from ttt_asp.errors import InputError, Location
from ttt_asp.extensions.certificates.checker.format import Rejected, check, check_keys
from ttt_asp.extensions.certificates.checker.main import THIS_PROGRAM, Report
from ttt_asp.extensions.certificates.solver_input import read_text
from ttt_asp.extensions.induction.lemmas import check_lemmas, defines_lemma, game_lemmas, name_of
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source, parse
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.verdict import plain_constant

_KEYS = ("format", "version", "game", "const", "claim", "roles", "game_lemmas", "lemmas")


@dataclass(frozen=True, slots=True)
class Premises:
    """The subject of a proof, and the lemmas that it rests on.

    Attributes:
        game, const, claim: as in the question. roles: each one's strategy.
        game_lemmas: the names of the game's own lemmas.
        lemmas: the files of all others by name; a file may define a measure alone.
    """

    game: str
    const: Mapping[str, str]
    claim: Claim
    roles: Mapping[str, str]
    game_lemmas: tuple[str, ...]
    lemmas: Mapping[str, Source]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all lemmas."""
        return (*self.game_lemmas, *(n for n, s in self.lemmas.items() if defines_lemma(s, n)))

    def trusted(self, texts: str, more: str, solver: str) -> tuple[str, ...]:
        """Return the assumptions that remain after the first stage.

        Args:
            texts: how the texts are called that the solver was given.
            more: how the sentence about them ends.
            solver: its name.
        """
        players = ", ".join(f"{role}: {text}" for role, text in self.roles.items())
        about = f"{players}; lemmas: {', '.join(self.names) or 'none'}"
        # with other constants it would be another game
        const = " with " * bool(self.const) + ", ".join(f"{n}={v}" for n, v in self.const.items())
        return (
            f"That the {texts} are about {self.claim} in {self.game}{const} ({about}), {more}. "
            "`ttt-asp verify --strategy` generates them anew.",
            "That a base case and a step without failures prove "
            "(ttt_asp/extensions/induction/base_and_step.py).",
            f"{solver}, which was asked anew.",
            THIS_PROGRAM,
        )

    def derived(self, fact: str, more: str = "") -> Report:
        """Return the report of the second stage.

        Args:
            fact: a sentence about the texts that were generated anew.
            more: the code that generated them, besides programs.
        """
        facts = [fact]
        for name, source in self.lemmas.items():
            kind = "lemma" if defines_lemma(source, name) else "measure"
            facts.append(f"The {kind} {name} is written as lemmas have to be.")
        trusted = (
            "The rules of the game and the vocabulary, in asp/, and the frames there.",
            f"What makes programs of them and of tactics (ttt_asp/programs){more}.",
        )
        return Report(str(self.claim), tuple(facts), trusted)


def write_premises(problem: Problem) -> dict[str, Any]:
    """Return the premises of a problem as plain data. Its lemmas are all but the game's own."""
    given, game = problem.lemmas, problem.game
    sizes = problem.every.parameters if problem.every else ()
    return {
        "game": game.name,
        "const": {
            n: plain_constant(value) for n, value in game.constants.items() if n not in sizes
        },
        "claim": str(problem.claim),
        "roles": {role: strategy.text for role, strategy in problem.strategies.items()},
        "game_lemmas": list(game_lemmas(game).names),
        "lemmas": [
            {"name": name_of(source), "file": source.label, "text": source.text.decode()}
            for source in given.sources
        ],
    }


def read_premises(value: Mapping[str, Any], *keys: str) -> Premises:
    """Read the premises in a certificate, which has keys for them and these, and no others.

    Raises:
        Rejected: one is not as it has to be.
    """
    check_keys(value, "certificate", [*_KEYS, *keys])
    const = check(dict, value["const"], "const")
    for name, number in const.items():
        check(str if type(number) is str else int, number, f"const {name}")
    roles = check(dict, value["roles"], "roles")
    try:
        claim = parse_claim(check(str, value["claim"], "claim"), list(roles), Location("claim"))
    except InputError as error:
        why, *_ = error.diagnostics[0].message.splitlines()
        raise Rejected(f"claim: {why}") from None
    names = [check(str, n, "game_lemmas") for n in check(list, value["game_lemmas"], "game_lemmas")]
    given = check(list, value["lemmas"], "lemmas")
    lemmas = dict(map(_lemma, given))
    if len({*names, *lemmas}) < len(names) + len(given):
        raise Rejected("lemmas: a name occurs twice")
    return Premises(
        check(str, value["game"], "game"),
        {name: str(number) for name, number in const.items()},
        claim,
        {role: check(str, text, f"roles {role}") for role, text in roles.items()},
        tuple(names),
        lemmas,
    )


def _lemma(value: Any) -> tuple[str, Source]:
    check_keys(value, "a lemma", ["name", "file", "text"])
    name = check(str, value["name"], "a lemma's name")
    file = check(str, value["file"], f"the file of lemma {name}")
    text = read_text(value["text"], f"the text of lemma {name}")
    try:
        return name, parse(text.encode(), file)
    except InputError as error:
        raise Rejected(f"lemma {name}: {error.diagnostics[0].message}") from None


def question(given: Premises, game: Game, library: Library) -> Problem:
    """Return the question of a certificate, with the strategies as they are now.

    Raises:
        Rejected: the game has other roles or lemmas now.
        InputError: a strategy or a lemma cannot be read, or does not pass the checks.
    """
    if set(given.roles) != set(game.roles):
        raise Rejected(f"roles: those of {game.name} are {', '.join(game.roles)}")
    if (lemmas := game_lemmas(game).names) != given.game_lemmas:
        raise Rejected(f"game_lemmas: those of {game.name} are {', '.join(lemmas) or 'none'}")
    strategies = {
        role: load_strategy(given.roles[role], role, game, library) for role in game.roles
    }
    return Problem(game, strategies, given.claim, None, check_lemmas(given.lemmas, game, library))
