"""Functions that find, invent, mend, shorten, name and explain strategies."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments, is_program, program_title
from ttt_asp.api.groups import ClaimArguments, SearchArguments
from ttt_asp.api.parameters import Amount, Parameter, words
from ttt_asp.claims.question import read
from ttt_asp.errors import Argument, Location, wrong
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.synthesis.exceptions import NAME, Exceptions, find_exceptions
from ttt_asp.extensions.synthesis.explain import Explanation, explain_problem
from ttt_asp.extensions.synthesis.fill import (
    SHOWN,
    Fillings,
    Shortened,
    find_fillings,
    find_shortest,
)
from ttt_asp.extensions.synthesis.holes import pool_of
from ttt_asp.extensions.synthesis.identify import Identified, identify_list, of_games, of_strategy
from ttt_asp.extensions.synthesis.invent import find_rules
from ttt_asp.extensions.synthesis.invention import NAME as TACTIC
from ttt_asp.extensions.synthesis.invention import Bounds, Invention, read_invention
from ttt_asp.extensions.synthesis.repair import MOST_EDITS, Repair, find_repair
from ttt_asp.extensions.synthesis.task import (
    FillTask,
    GivenList,
    questions_of,
    read_task,
    value_kept,
)
from ttt_asp.games.game import role_of
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import bad_name
from ttt_asp.strategies.strategy import load_strategy

# Lines that `...` stands for, at most, if that is not said.
_LINES = 8
# Literals of a body, and rules in a hole, at most: nobody reads more.
_MOST_LITERALS, _MOST_RULES = 20, 8


def names(text: str, name: str) -> list[str]:
    """Return names of tactics, which are typed with commas between them."""
    tactics = [tactic.strip() for tactic in text.split(",")]
    if "" in tactics:
        raise wrong("a name is missing", Location.argument(name), "NAME,NAME,...")
    return tactics


def in_lines(text: str, name: str) -> bool:
    """Return whether lines are to be few, not tactics."""
    if text not in ("tactics", "lines"):
        raise wrong(f"{text} is neither tactics nor lines", Location.argument(name))
    return text == "lines"


Refine = Annotated[bool, Parameter("--refine", "Also try refine(TACTIC, TACTIC) as a line.")]
Either = Annotated[bool, Parameter("--either", "Also try either(TACTIC, TACTIC) as a line.")]
WhoseList = Annotated[
    str | None,
    Parameter("--as", "The role whose strategy is meant (default: the one with a strategy, else "
              "the one in the claim).", metavar="ROLE"),
]  # fmt: skip
# The parts that strategies may be made of.
ByLines = Annotated[
    bool, Parameter("--cost", "What the list is to have few of.", "whether the list is to have "
                    "few lines, instead of few tactics in them.", "tactics|lines", "tactics",
                    read=in_lines)
]  # fmt: skip
Pool = Annotated[
    Sequence[str] | None,
    Parameter("--pool", "Tactics that the answer may use.",
              "names of tactics, and `any`, that the answer may use; None for all that fit the "
              "game, but books; and `any`.", "NAME,...",
              "all that fit the game, but books; and any",
              completes="strategy", read=names),
]  # fmt: skip


def fill(
    claim: Annotated[
        str,
        Parameter("", "A claim, or a file of claims about one strategy.",
                  "a sentence such as `x never loses`, or a file of claims, whose name ends in "
                  "`.toml`, about strategies with holes; the file then says who plays what.",
                  "CLAIM|FILE.toml", many=True, completes="claims", read=words),
    ],
    roles: p.Roles = None,
    *,
    pool: Pool = None,
    refine: Refine = False,
    either: Either = False,
    by_lines: ByLines = False,
    lines: Annotated[
        int,
        Parameter("--lines", "Lines that ... stands for, at most.",
                  "the number of lines that `...` stands for, at most.",
                  "N", read=Amount("lines", 1, _LINES)),
    ] = _LINES,
    shortest: Annotated[
        bool, Parameter("--shortest", "Find a filling that names the fewest tactics, and prove it.")
    ] = False,
    every: Annotated[bool, Parameter("--all", "Count all fillings.")] = False,
    limit: Annotated[
        int | None,
        Parameter("--limit", "Fillings to show.", "the number of fillings that are shown, and "
                  "proved.", "N",
                  "1, or 10 of --all", read=Amount("fillings", 1, 5)),
    ] = None,
    **asked: Unpack[ClaimArguments],
) -> Fillings:  # fmt: skip
    """Find tactics for the holes of a strategy that prove a claim.

    A hole is ? (a tactic), ?NAME (the same wherever NAME stands) or ... in a
    first (any number of lines).

    Returns:
        The fillings; `none`, which is proved; or `unknown`, with the best so far.

    Examples:
    ttt-asp fill "o never loses" --o "first(..., any)" --shortest
    ttt-asp fill "x never loses" --x "first(defend, ?, ?, any)" --all
    """
    options = {"pool": pool, "refine": refine, "either": either, "by_lines": by_lines}
    task, limits = posed(claim, roles, lines=lines, **options, **asked)
    return find_fillings(task, limits, shortest, every, limit)


def posed(claim: str, roles: p.Roles = None, **asked: Any) -> tuple[FillTask, Limits]:
    """Read what `fill` is asked for, and the limits of the search, which start now."""
    given = Arguments(asked)
    limits, question = given.limits, given.question(claim, roles)
    pairs = _pairs(asked.get("refine", False), asked.get("either", False))
    lines, by_lines = asked.get("lines", _LINES), asked.get("by_lines", False)
    options = asked.get("pool"), pairs, lines, by_lines, limits.deadline
    if not claim.endswith(".toml"):
        return read_task([question], *options), limits
    questions, places = questions_of(read_claims(Path(claim)), question.folders)
    return read_task(questions, *options, places), limits


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
    pool: Pool = None,
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
    if reason := bad_name(name):
        raise wrong(reason, Location.argument("name"), "as safe")
    shown = limit or (SHOWN if others else 1)
    bounds = Bounds(literals, rules, words, list, name, others, shown, True, every, tuple(lemmas))
    given = Arguments(asked)
    limits = given.limits
    if claim.endswith(".toml"):
        questions, places = questions_of(read_claims(Path(claim)), given.library.folders)
        return find_rules(read_invention(questions, bounds, pool, limits.deadline, places), limits)
    if list is None and len(claim.split()) == 1:
        hint = "write a sentence, as x never loses; a role by itself is for --list N"
        raise wrong(f"{claim} is no claim", Location.argument("claim"), hint)
    questions = []
    for values in product(*(value.split(",") for value in given.const.values())):
        of_size = Arguments({**asked, "const": dict(zip(given.const, values, strict=True))})
        of_size.limits = limits
        question = claim, roles
        if list is not None:
            question = value_kept(claim, roles, of_size)
        questions.append(of_size.question(*question))
    return find_rules(read_invention(questions, bounds, pool, limits.deadline), limits)


def identify(
    source: Annotated[
        p.Plays,
        Parameter("", "A book or other strategy, program:BOT, or recorded games: FILE.csv.",
                  "a strategy, a program, or a file of games. The name of a file ends in `.csv`; "
                  "it has a game on each line, with moves as `play` takes them.",
                  "STRATEGY|GAMES.csv", completes="strategy"),
    ],
    *,
    role: p.Whose = None,
    pool: Annotated[
        Sequence[str] | None,
        Parameter("--pool", "Tactics that the list may use.",
                  "names of tactics, and `any`, of which the list is made; None for all that fit "
                  "the game, but books; and `any` with `exact`.", "NAME,...",
                  "all that fit; any with --exact", completes="strategy", read=names),
    ] = None,
    refine: Refine = False,
    either: Either = False,
    by_lines: ByLines = False,
    lines: Annotated[
        int, Parameter("--lines", "Lines of the list, at most.", metavar="N",
                       read=Amount("lines", 1, 6)),
    ] = 6,
    exact: Annotated[
        bool, Parameter("--exact", "Count every further recommendation as a violation.")
    ] = False,
    **searched: Unpack[SearchArguments],
) -> Identified:  # fmt: skip
    """Name a strategy: find the list of tactics that explains its choices.

    The list violates the fewest of the choices that were seen, and is the shortest
    that does; both are proved. A choice is explained if it is among what the list
    recommends. `any`, which would explain everything, is left out unless --exact
    or --pool asks for it.

    Returns:
        The list, each line with how often it decided and was kept, and the exceptions; `unknown`
        when a limit was reached, with the best list so far.

    Examples:
    ttt-asp identify good_for_o --as o --exact
    ttt-asp identify nqthm_book --as o --pool defeat,defend,center,corner,edge
    """
    given = Arguments(searched)
    game, who, limits = given.game, given.role(role, source), given.limits
    if isinstance(source, str) and source.endswith(".csv") and not is_program(source):
        seen = of_games(game, who, Path(source), limits.deadline)
    else:
        text = given.text(source, "STRATEGY", who, everywhere=False, differing=True)
        strategy = load_strategy(text, "STRATEGY", game, given.library)
        seen = replace(of_strategy(game, who, strategy, limits), source=program_title(source))
    if not any(seen.moves.values()):
        raise wrong(f"{game.spelt(who)} makes no choice there", Location.argument("role"))
    if pool is None and not exact:
        pool = pool_of(None, [game], given.library).tactics
    question = given.question(f"{game.spelt(who)} never loses", {game.spelt(who): "first(...)"})
    task = read_task([question], pool, _pairs(refine, either), lines, by_lines, limits.deadline)
    return identify_list(task, seen, exact, given.library, limits)


def _pairs(refine: bool, either: bool) -> list[str]:
    """The operators under which two tactics may stand together."""
    return [name for name, on in (("refine", refine), ("either", either)) if on]


def repair(
    claim: p.Claim,
    roles: p.Roles = None,
    of: WhoseList = None,
    *,
    pool: Pool = None,
    edits: Annotated[
        int | None,
        Parameter("--edits", "Edits to try, at most.",
                  f"the number of edits to try, at most; None for {MOST_EDITS}.",
                  "N", str(MOST_EDITS), read=Amount("edits", 1, 2)),
    ] = None,
    **asked: Unpack[ClaimArguments],
) -> Repair:  # fmt: skip
    """Find the smallest number of edits of a strategy's list that make a claim true.

    The claim has to be refuted or incomplete.
    """
    given = Arguments(asked)
    listed = _list_of(given, claim, roles, of)
    tactics = pool_of(pool, [listed.problem.game], given.library)
    return find_repair(listed, tactics, edits or MOST_EDITS, given.limits)


def exceptions(
    claim: p.Claim,
    roles: p.Roles = None,
    of: WhoseList = None,
    *,
    name: Annotated[str, "what to call the tactic that overrules it."] = NAME,
    **asked: Unpack[ClaimArguments],
) -> Exceptions:
    """Find the fewest positions at which a strategy has to be overruled for a claim to be true.

    The claim has to be refuted or incomplete.
    """
    given = Arguments(asked)
    if reason := bad_name(name):
        raise wrong(reason, Location.argument("name"), "as saves")
    return find_exceptions(_list_of(given, claim, roles, of), given.limits, name)


def shorten(
    claim: p.Claim,
    roles: p.Roles = None,
    of: WhoseList = None,
    *,
    pool: Pool = None,
    by_lines: ByLines = False,
    **asked: Unpack[ClaimArguments],
) -> Shortened:  # fmt: skip
    """Find the shortest list that keeps a proved claim.

    The lines of a strategy are the operands of its outermost `first`. Two lists are looked for: one
    of these lines, each left as it is, moved or left out; and one of these lines and tactics of a
    pool. It is proved that no shorter list keeps the claim.

    Examples:
    ttt-asp shorten "x never loses" --x newell_simon
    ttt-asp shorten "o never loses" --o careful_o --cost lines
    """
    given = Arguments(asked)
    listed = _list_of(given, claim, roles, of)
    tactics = pool_of(pool, [listed.problem.game], given.library, by_lines=by_lines)
    return find_shortest(listed, tactics, given.limits)


def _list_of(given: Arguments, claim: str, roles: p.Roles, of: str | None) -> GivenList:
    question = given.question(claim, roles)
    return GivenList.of(question, read(question, given.limits.deadline), of)


def explain(
    claim: p.Claim,
    roles: p.Roles = None,
    of: WhoseList = None,
    **asked: Unpack[ClaimArguments],
) -> Explanation:
    """Say which tactics of a strategy a proof needs.

    The strategy has to be first(...). Every subset of its parts is tried in two ways: with the
    other parts deleted, and with every legal move allowed where another part decides.

    Examples:
    ttt-asp explain "x never loses" --x good_for_x --o any
    ttt-asp explain "o never loses" --o newell_simon
    """
    given = Arguments(asked)
    problem = read(given.question(claim, roles), given.limits.deadline)
    first = problem.subject or problem.game.roles[0]
    role = role_of(of, problem.game, Argument("of")) if of else first
    return explain_problem(problem, role, given.limits)
