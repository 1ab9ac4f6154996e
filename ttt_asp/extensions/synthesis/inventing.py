"""The function that invents rules for the holes of strategies, or whole lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import ClaimArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.api.reading import Amount, names, words
from ttt_asp.claims.question import read
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.playing.solve import solve as solve_game
from ttt_asp.extensions.synthesis.invent import invent as invent_rules
from ttt_asp.extensions.synthesis.invention import NAME as TACTIC
from ttt_asp.extensions.synthesis.invention import Bounds, Invention, read_invention
from ttt_asp.extensions.synthesis.task import questions_of
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import bad_name

# Ways that are shown where all are counted.
_SHOWN = 10
# Literals of a body, and rules in a hole, at most: nobody reads more.
_MOST_LITERALS, _MOST_RULES = 20, 8


def invent(
    claim: Annotated[
        str,
        Parameter("", "A claim, or a file of claims about one strategy.",
                  "a sentence such as `x never loses`, or a file of claims, whose name ends in "
                  "`.toml`, about strategies with holes. With `list` also a role: its claim is "
                  "that the value of the game is kept.",
                  "CLAIM|FILE.toml", many=True, completes="claims", read=words),
    ],
    roles: p.Roles = None,
    *,
    literals: Annotated[
        int,
        Parameter("--literals", "Literals of a rule's body, at most.", metavar="N",
                  read=Amount("literals", 1, 4, most=_MOST_LITERALS)),
    ] = 4,
    rules: Annotated[
        int,
        Parameter("--rules", "Rules in a hole, at most.", metavar="N",
                  read=Amount("rules", 1, 2, most=_MOST_RULES)),
    ] = 1,
    words: Annotated[
        Sequence[str] | None,
        Parameter("--words", "Predicates that rules may be made of.",
                  "names of predicates that rules may be made of; None for all words of the game.",
                  "NAME,...", "all words of the game", read=names),
    ] = None,
    list: Annotated[
        int | None,
        Parameter("--list", "Find a whole list of up to N lines, of tactics and invented rules.",
                  "the number of lines of a list that is looked for as a whole, at most; its lines "
                  "are tactics of the library and invented rules. None to fill holes.",
                  "N", read=Amount("lines", 1, 5)),
    ] = None,
    pool: p.Pool = None,
    others: Annotated[
        bool, Parameter("--all", "Count all rules of the same length.")
    ] = False,
    limit: Annotated[
        int | None,
        Parameter("--limit", "Ways to show.", "the number of ways to fill the holes that are "
                  "shown, and proved.", "N", "1, or 10 of --all", read=Amount("ways", 1, 5)),
    ] = None,
    name: Annotated[str, "what to call the tactic; of several each has a number, too."] = TACTIC,
    every: p.Every = None,
    lemmas: Annotated[
        Sequence[str],
        Parameter("-L --lemma", "A lemma for the proof of every size.",
                  "names of lemmas for the proof of every size.", "NAME", many=True,
                  completes="lemma"),
    ] = (),
    **asked: Unpack[ClaimArguments],
) -> Invention:  # fmt: skip
    """Find the shortest rules for the holes of a strategy.

    A rule is made of literals over the game's own words. A constant may have
    several values, as -c rows=3,4: the rules have to keep the claim at all of them.

    Returns:
        The rules; `none`, which is proved; or `unknown`, with the length that they exceed.

    Examples:
    ttt-asp invent "x never loses" --x "first(defeat, defend, ?, any)"
    ttt-asp invent "x always wins" --x "first(?, any)" -g pick_up_bricks -c bricks=4,5,7,20
    """
    shown = limit or (_SHOWN if others else 1)
    bounds = Bounds(literals, rules, words, list, name, others, shown, True, every, tuple(lemmas))
    return invent_rules(*_posed(claim, roles, bounds, pool, **asked))


def _posed(
    claim: str,
    roles: p.Roles,
    bounds: Bounds,
    pool: p.Pool = None,
    **asked: Unpack[ClaimArguments],
) -> tuple[Invention, Limits]:
    """Read what `invent` is asked for, and the limits of the search, which start now."""
    if reason := bad_name(bounds.name):
        raise wrong(reason, Location.argument("name"), "as safe")
    given = Arguments(asked)
    limits = given.limits
    if claim.endswith(".toml"):
        questions, places = questions_of(read_claims(Path(claim)), given.library.folders)
        return read_invention(questions, bounds, pool, limits.deadline, places), limits
    several = [dict(zip(given.const, values, strict=True)) for values in _values(given.const)]
    first = Arguments({**asked, "const": several[0]})
    if bounds.lines is not None:
        claim, roles = _value_kept(claim, roles, first)
    question = first.question(claim, roles)
    questions = [replace(question, const=const) for const in several]
    return read_invention(questions, bounds, pool, limits.deadline), limits


def _values(const: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Return the values of constants, each of which may have several, in all combinations."""
    return product(*(value.split(",") for value in const.values()))


def _value_kept(claim: str, roles: p.Roles, given: Arguments) -> tuple[str, p.Roles]:
    """Return the claim that a role keeps the value of the game, and its list of holes."""
    game = given.game
    role = next((role for role in game.roles if game.spelt(role) == claim), None)
    if role is None:
        if not any("..." in str(text) for text in given.roles(roles).values()):
            question = given.question(claim, roles)
            who = read(question, given.limits.deadline).subject or game.roles[0]
            roles = {**dict(roles or {}), game.spelt(who): "first(...)"}
        return claim, roles
    solution = solve_game(game, given.limits, only_value=True)
    value = (solution.values or {}).get(game.spelt(role), 0)
    if value == 0:
        message = f"{claim} can force nothing in this game: no strategy keeps more"
        raise wrong(message, Location.argument("claim"), "ask about another role, or a claim")
    spelt = game.spelt(role)
    kept = f"{spelt} always wins" if value == 100 else f"{spelt} never loses"
    return kept, {**dict(roles or {}), spelt: "first(...)"}
