"""The time-free sources of a program: game, vocabulary, tactics, operators, and others.

No two of them may define the same predicate: one of a tactic's that a frame or the vocabulary has
as well would change what they say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from clingo.ast import AST, ASTType, parse_string

from ttt_asp.claims.problem import Match
from ttt_asp.errors import Diagnostic, Location, refuse
from ttt_asp.games.constants import declared_constants, named_like_constant, replacing_constants
from ttt_asp.games.game import Game
from ttt_asp.games.vocabulary import EXTENDED
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.lint import forbidden_cycles
from ttt_asp.lp.scan import identifiers, mask_comments
from ttt_asp.lp.source import Source, line_starts, parse, read
from ttt_asp.lp.syntax import Signature, heads
from ttt_asp.lp.templates import rendered
from ttt_asp.paths import ASP
from ttt_asp.programs.compose import compose
from ttt_asp.strategies.library import NO_LEMMAS, Lemmas

# Where a move stands that the user gives: in it constants of the game are meant to be replaced.
MOVE = "MOVE"

# Predicates that every part may define: the first argument tells whose; a measure is one lemma's.
SHARED = frozenset({"suggests", "order", "lemma", "measure"})

# Predicates that compositions with a `pick` define: the prover asks every program for them.
_PICKED = ("undetermined",)

# A line of facts, and the names of the predicates in it.
_FACTS = re.compile(r"[a-z]\w*\([^:{}%]*\)\.")
_FACT = re.compile(r"(?:^|\. )([a-z]\w*)\(")

# The constant that selects the question in the frames' programs.
_ASK = re.compile(rb"(?<![\w'])ask(?![\w'])")


def game_sources(
    match: Match,
    more: list[Source],
    frame: str = "",
    label: str = "",
    lemmas: Lemmas = NO_LEMMAS,
) -> list[Source]:
    """Collect the time-free sources of a program: rules, vocabulary, tactics, operators.

    Args:
        match: the game, and strategies of some roles.
        more: further generated sources.
        frame: the frame's text, or the empty string.
        label: the file that it came from.
        lemmas: the lemmas that the frame asks for.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    game = match.game
    everybody = chain(match.strategies.values(), *match.others.values())
    files = chain(*(strategy.tactics for strategy in everybody), lemmas.tactics)
    tactics = {source.label: source for source in files}
    refuse(forbidden_cycles(list(tactics.values())))  # of several roles too
    roles = compose(match.strategies, match.others)
    composed = generated("operators.lp.j2", roles=roles, called=("means", 3) in game.defined)
    roots = [game.rules, *tactics.values(), composed, *more, *lemmas.sources]
    words = identifiers(mask_comments(frame.encode()))
    known = frozenset[Signature]().union(*(source.defined for source in game.vocabulary))
    asked = {signature for signature in known if signature[0] in words}
    sources = closure(roots, game.vocabulary, frozenset(asked))
    vocabulary = [source for source in sources if source in game.vocabulary]
    theirs = [source for source in lemmas.sources if source not in vocabulary]
    users = dict.fromkeys([*tactics.values(), *theirs])
    parts = [game.rules, *vocabulary, *users, composed, *more]
    problems = [*defined_twice(game, parts, [composed, *more], frame, label)]
    problems += question_clashes(game, [game.rules, *users])
    # `-c failure=3` would make of every question answer(failure) another one
    texts = {source.label: source.text for source in [composed, *more] if source.label != MOVE}
    problems += replacing_constants(game.rules, texts | {label: frame.encode()})
    foreign = game.constants.keys() - declared_constants(game.rules).keys()
    for source in users:
        problems += named_like_constant(source, foreign)
    refuse(problems)
    return parts


def generated(template: str, **context: object) -> Source:
    """Read a time-free template of `asp/` as a source."""
    return parse(rendered(template, **context).encode(), f"asp/{template}")


def progress() -> Source:
    """Read the rules that say whether play can go on: `acts`, `stuck`, `goalless`."""
    return read(ASP / "progress.lp")


@lru_cache(maxsize=32)
def frame_heads(frame: str) -> frozenset[Signature]:
    """Return the predicates that a frame's text defines."""
    # candidates for lemmas are thousands of lines of facts: one of each kind will do
    lines: dict[object, str] = {}
    for number, line in enumerate(frame.splitlines()):
        lines.setdefault(tuple(_FACT.findall(line)) if _FACTS.fullmatch(line) else number, line)
    text = "\n".join(lines.values())
    nodes: list[AST] = []
    parse_string(text, nodes.append)
    starts = line_starts(text.encode())
    rules = (node.head for node in nodes if node.ast_type == ASTType.Rule)
    return frozenset(atom.signature for atom in chain(*(heads(head, starts) for head in rules)))


def defined_twice(
    game: Game, sources: Sequence[Source], made: Sequence[Source], frame: str, label: str
) -> Iterator[Diagnostic]:
    """Report predicates that two parts of a program define.

    Args:
        game: its rules and its vocabulary count as parts that may add to one another.
        sources: all parts but the frame.
        made: the generated parts among them, the composition first.
        frame: the frame's text, or the empty string.
        label: the file that the frame came from.
    """
    homes: dict[str, tuple[str, Source | None]] = {}
    for name, _ in frame_heads(frame):
        homes[name] = label, None
    for source in made:
        yield from _taken(source, homes, game)
    for name in _PICKED:
        homes.setdefault(name, (made[0].label, made[0]))
    vocabulary = [source for source in sources if source in game.vocabulary]
    known = [*made, *vocabulary, game.rules]
    for source in known[len(made) :]:
        yield from _taken(source, homes, game)
    words = {label: identifiers(mask_comments(frame.encode()))}
    words |= {source.label: {name for name, _ in source.used} for source in made}
    for home, used in words.items():  # what nobody defines in this game means nothing there
        for name in used:
            homes.setdefault(name, (home, None))
    for source in sources:
        if source not in known:
            yield from _taken(source, homes, game)


def _taken(
    source: Source, homes: dict[str, tuple[str, Source | None]], game: Game
) -> Iterator[Diagnostic]:
    for head in source.heads:
        label, home = homes.setdefault(head.name, (source.label, source))
        if home is source or head.name in SHARED or _extends(source, home, head.name, game):
            continue
        yield source.problem(f"{head.name} is a name of {label} already", head, "rename it")


def _extends(source: Source, home: Source | None, name: str, game: Game) -> bool:
    if home is None or home not in game.vocabulary:
        return False
    return source in game.vocabulary or (source is game.rules and name in EXTENDED)


def question_clashes(game: Game, sources: Iterable[Source]) -> Iterator[Diagnostic]:
    """Report where the constant that selects the question stands for something else.

    clingo puts its value in its place: a square `ask` would be one and the same as a square `play`.
    """
    texts = ((source, _ASK.search(mask_comments(source.text))) for source in sources)
    places = [source.location(*word.span()) for source, word in texts if word]
    places += [
        Location.argument("const", f"{name}={value}")
        for name, value in game.constants.items()
        if _ASK.search(value.encode())
    ]
    why = "ask is a word of generated programs: it says what is asked"
    return (Diagnostic(why, place, "rename it") for place in places)
