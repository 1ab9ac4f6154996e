"""What `invent` is asked for, and what it answers: rules for the holes of strategies, and files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import fill
from typing import Any

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.extensions.authoring.sampling import example_lines, sample, split
from ttt_asp.extensions.authoring.writing import game_line
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.synthesis.fill import Fillings
from ttt_asp.extensions.synthesis.holes import INVENTED, Pool, pool_of
from ttt_asp.extensions.synthesis.literals import BodyAtom, Literal, bindings, literals_of
from ttt_asp.extensions.synthesis.search import Filled
from ttt_asp.extensions.synthesis.task import Place, placed, read_task
from ttt_asp.extensions.synthesis.words import words_of
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.paths import in_comment
from ttt_asp.result import Brief, record
from ttt_asp.strategies.library import Library, LibraryFile, open_library
from ttt_asp.strategies.strategy import load_strategy, place_of
from ttt_asp.strategies.tactics import load_tactics
from ttt_asp.strategies.terms import Composition, leaves, parse_term
from ttt_asp.verdict import Verdict

# What an invented tactic is called, unless it is given a name.
NAME = "invented"
_EVERY = Location.argument("every")
# Holes that `...` stands for.
_MOST_HOLES = 4


@dataclass(frozen=True, slots=True)
class Bounds:
    """The rules that are looked for.

    Attributes:
        literals: in a body, at most. rules: in a hole, at most.
        words: the names of the predicates that bodies may have; None for all.
        lines: of a list that is looked for as a whole, at most; None where holes are filled.
        name: of the tactic; of several it is followed by numbers.
        others: whether all of the same length are asked for. limit: how many are shown.
        larger: whether larger sizes are looked at besides.
        every: a condition on sizes, for which the claim is proved besides. lemmas: for that.
    """

    literals: int = 4
    rules: int = 1
    words: Sequence[str] | None = None
    lines: int | None = None
    name: str = NAME
    others: bool = False
    limit: int = 1
    larger: bool = True
    every: str | None = None
    lemmas: Sequence[str] = ()


# A body: literals that all hold.
Body = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class InventedTactic(Brief):
    """A tactic of invented rules.

    Attributes:
        name: the tactic's. bodies: those of its rules.
    """

    name: str
    bodies: tuple[Body, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules, helpers after the rule that uses them."""
        written: list[str] = []
        for number, body in enumerate(self.bodies, 1):
            written += _rules(self.name, body, number if len(self.bodies) > 1 else 0)
        return tuple(written)

    @property
    def length(self) -> int:
        """The number of literals."""
        return sum(map(len, self.bodies))

    @property
    def sentence(self) -> str:
        """The tactic in words."""
        said = "; or ".join(_sentence(body) for body in self.bodies)
        return said[:1].upper() + said[1:]

    @property
    def entry(self) -> LibraryFile:
        """The tactic as an entry of a library."""
        text = "\n".join(self.rules) + "\n"
        return LibraryFile(self.name, "tactic", Path(f"{self.name}.lp"), text.encode())

    def text(self, about: str, examples: Sequence[str]) -> str:
        """Return the text of the tactic's file.

        Args:
            about: where it comes from, as the doc block says it.
            examples: lines about the game and with examples.
        """
        said = [fill(f"%*! {self.sentence}.", 100), "", fill(f"Source: {about}. *%", 100)]
        lines = [*said, *self.rules, "", *examples]
        return "\n".join(lines) + "\n"

    def as_json(self) -> dict[str, object]:
        """Return the tactic as plain data."""
        bodies = [[literal.text for literal in body] for body in self.bodies]
        about = {"sentence": self.sentence, "rules": list(self.rules)}
        return {"name": self.name, "bodies": bodies, "length": self.length, **about}


@dataclass(frozen=True, slots=True)
class Invented(Filled):
    """One way to fill the holes; its cost is the number of literals in all bodies.

    Attributes:
        tactics: those that were invented, by hole; terms name them.
    """

    tactics: tuple[InventedTactic, ...] = ()

    @property
    def length(self) -> int:
        """The number of literals in all bodies."""
        return self.cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Invention(Fillings):
    """The shortest rules that were found; that there are none is proved.

    Attributes:
        bounds: on the rules.
        language: all literals.
        strategies: ways to fill the holes, those that are shown.
        number: of all ways of the same length, where they were asked for.
        excluded: the length up to which it is proved that there is none.
        different: how many literals differ where it matters; None where not all positions can be
            looked at.
        elsewhere: of larger sizes whether the claim holds there too; None where it is not known.
        everywhere: the verdict about all sizes that were asked about with `every`.
    """

    bounds: Bounds
    language: tuple[Literal, ...]
    strategies: tuple[Invented, ...] = ()
    excluded: int = 0
    different: int | None = None
    elsewhere: Mapping[str, bool | None] = field(default_factory=dict)
    everywhere: Verdict | None = None

    @property
    def found(self) -> tuple[Invented, ...]:
        """The ways to fill the holes, those that are shown."""
        return self.strategies

    def questions(self, way: Invented) -> list[Question]:
        """Return the claims about strategies with rules in their holes."""
        task, made = self.task, tuple(tactic.entry for tactic in way.tactics)
        questions = task.questions({key: way.terms[text] for key, text in task.texts.items()})
        left_out = set(task.pool.literals)
        return [
            replace(q, made=(*(e for e in q.made if e.name not in left_out), *made))
            for q in questions
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the rules as plain data, the keys of `--json`."""
        best = self.found[0] if self.found else None
        return record(
            self,
            "answer", "reason", "different", "number", "shortest", "excluded", "positions",
            "candidates", "counterexamples", "elsewhere", "everywhere", "seconds",
            claims=[part.question.claim for part in self.task.parts],
            literals=self.bounds.literals,
            rules=self.bounds.rules,
            length=best.length if best else None,
            lines=best.lines if best else None,
            language=[literal.text for literal in self.language],
            tactics=[one.tactics for one in self.found],
            strategies=[one.terms for one in self.found],
            verdicts=[one.verdicts for one in self.found],
            stopped=self.stopped or None,
        )  # fmt: skip


def literals_for(games: Sequence[Game], bounds: Bounds, deadline: Deadline) -> tuple[Literal, ...]:
    """Return the literals that all of some games have words for.

    Raises:
        InputError: there is none, or no word of a name that was given.
        Expired: time is up.
    """
    found: dict[tuple[str, str], Literal] = {}
    for number, game in enumerate(games):
        words = words_of(game, deadline)
        known = sorted({word.name for word in words.words})
        for name in bounds.words or ():
            if name not in known:
                hint = nearest(name, known, f"the words are {', '.join(known)}")
                raise wrong(f"there is no word {name}", Location.argument("words"), hint)
        if bounds.words is not None:
            chosen = [word for word in words.words if word.name in bounds.words]
            words = replace(words, words=tuple(chosen))
        here = {(x.action.term, x.text): x for x in literals_of(words, len(game.roles))}
        found = here if not number else {key: x for key, x in found.items() if key in here}
    if not found:
        raise wrong("these games have no words in common that rules could be made of", None)
    return tuple(found.values())


def read_invention(
    questions: Sequence[Question],
    bounds: Bounds,
    names: Sequence[str] | None,
    deadline: Deadline,
    places: Sequence[Place] = (),
) -> Invention:
    """Read claims about strategies with holes for rules; nothing is looked for yet.

    Args:
        questions: the claims.
        bounds: on the rules.
        names: of a list that is looked for as a whole: of tactics that its lines may be.
        deadline: when to give up.
        places: see `read_task`.

    Raises:
        InputError: anything wrong with them.
        Expired: time is up.
    """
    if names is not None and bounds.lines is None:
        message = "only the lines of a list that is looked for as a whole may be tactics of a pool"
        hint = "leave it out, or add --list N; `ttt-asp fill` puts tactics into holes"
        raise wrong(message, Location.argument("pool"), hint)
    if bounds.lemmas and bounds.every is None:
        message, where = "lemmas are for the proof of every size", Location.argument("lemmas")
        raise wrong(message, where, "leave them out, or add --every CONDITION")
    games = [load_game(question.game, question.const, deadline) for question in questions]
    if bounds.every is not None:  # whatever is wrong with that is said before the search
        if not one_claim(questions):
            raise wrong("several claims cannot be asked about every size", _EVERY, "ask about one")
        read(of_every_size(replace(questions[-1], roles={}), bounds), deadline)
    language = literals_for(list(dict.fromkeys(games)), bounds, deadline)
    for number, (question, game) in enumerate(zip(questions, games, strict=True)):
        with placed(places, number):
            _refuse_opponent(question, game, language)
    known, prefix = open_library(questions[0].folders).names(), "literal_"
    numbered = re.compile(rf"{bounds.name}(_\d+)?")
    taken = [name for name in known if numbered.fullmatch(name)]
    if taken:
        message = f"{taken[0]} is a tactic or strategy already"
        raise wrong(message, Location.argument("name"), "give another name: -o tactics/NAME.lp")
    while any(name.startswith(prefix) for name in known):
        prefix += "_"
    named = [InventedTactic(f"{prefix}{number}", ((one,),)) for number, one in enumerate(language)]
    # a game in words of its own may say that two kinds of things are never the same
    own = {game: None for game in games if game.name not in game_names()}
    library = open_library(questions[0].folders, tuple(tactic.entry for tactic in named))
    for game in own:
        named = _fitting(named, game, library, deadline)
    language = tuple(tactic.bodies[0][0] for tactic in named)
    literals = [tactic.name for tactic in named]
    made = tuple(tactic.entry for tactic in named)
    questions = [replace(question, made=(*question.made, *made)) for question in questions]
    pool = Pool((), {})
    if bounds.lines is not None:
        pool = pool_of(names, games, open_library(questions[0].folders))
    fillers = {**pool.fillers, INVENTED: Composition("tactic", INVENTED)}
    pool = replace(pool, fillers=fillers, literals=tuple(literals))
    lines = bounds.lines or _MOST_HOLES
    task = read_task(questions, None, (), lines, False, deadline, places, pool)
    return Invention(task, bounds=bounds, language=language)


def _fitting(
    tactics: list[InventedTactic], game: Game, library: Library, deadline: Deadline
) -> list[InventedTactic]:
    """Return the literals that can hold in a game at all; many are looked at together."""
    deadline.check()
    try:
        load_tactics([tactic.name for tactic in tactics], game, library)
    except InputError:
        if len(tactics) == 1:
            return []
        half = len(tactics) // 2
        fitting = _fitting(tactics[:half], game, library, deadline)
        return fitting + _fitting(tactics[half:], game, library, deadline)
    return tactics


def _refuse_opponent(question: Question, game: Game, language: Sequence[Literal]) -> None:
    """Refuse holes under `opponent` where some literal starts from the legal moves."""
    if all(literal.action.domain for literal in language):
        return
    for role, text in question.roles.items():
        where = place_of(role, game)
        if any(under for _, under in leaves(parse_term(text, where), kind="hole")):
            message = f"no rule is invented under opponent(...) in {game.name}"
            hint = "its rules start from the moves of the role whose turn it is"
            raise wrong(message, Location(where), hint)


def one_claim(questions: Sequence[Question]) -> bool:
    """Whether all are the same claim, but for the size of the game."""
    return all(
        replace(question, const=questions[-1].const) == questions[-1] for question in questions
    )


def of_every_size(question: Question, bounds: Bounds) -> Question:
    """Return a claim as one about all sizes that the bounds name."""
    return replace(question, const={}, every=bounds.every, lemmas=tuple(bounds.lemmas))


# --- the texts of tactics -----------------------------------------------------------------------


def _rules(name: str, body: Body, number: int) -> list[str]:
    """Return a rule and its helpers."""
    action, parts, helpers = body[0].action, list[str](), list[str]()
    wanted = {"P", *action.kinds}
    binding: list[tuple[BodyAtom, bool]] = []
    for place, literal in enumerate(body, 1):
        helper = f"{name}_some{number or ''}{'_' if number else ''}{place}"
        # a new variable of another literal has another name
        number_of_same = sum(other.new == literal.new for other in body[: place - 1])
        part, rule = literal.written(str(number_of_same + 1) if number_of_same else "", helper)
        parts.append(part)
        helpers += [rule] if rule else []
        if any("Q" in atom.variables for atom, _ in literal.parts):
            wanted.add("Q")
        if not literal.negated:
            binding += literal.parts
    bound = bindings(action, binding, sorted(wanted))
    return [f"suggests({name},P,{action.term}) :- {', '.join([*bound, *parts])}.", *helpers]


def _sentence(body: Body) -> str:
    return f"{body[0].action.meaning} where {'; and '.join(literal.meaning for literal in body)}"


def tactic_files(path: Path, found: Invention) -> dict[Path, str]:
    """Return the texts of the files of the first way's tactics.

    Args:
        path: of the tactic; of several, each is named after the tactic, beside it.
        found: the tactics.

    Raises:
        InputError: the files make no program.
        Expired: the plays for examples take too long.
    """
    way = found.found[0]
    questions = found.questions(way)
    claims = " and ".join(dict.fromkeys(f"{q.claim} in {q.game}" for q in questions))
    terms = " and ".join(way.terms.values())
    about = in_comment(f"`ttt-asp invent`: {claims} with {terms}")
    return {
        path.with_name(f"{tactic.name}.lp"): tactic.text(
            about, list(_examples(tactic, questions[0]))
        )
        for tactic in way.tactics
    }


def _examples(tactic: InventedTactic, question: Question) -> Iterator[str]:
    """Yield examples from random plays: where the tactic recommends something before others."""
    game, line = load_game(question.game, question.const), game_line(question)
    if line is None:
        return
    yield from line.splitlines()
    strategy = load_strategy(tactic.name, game.roles[0], game, question.library())
    moments = sample(game, tuple((tactic.name, source) for source in strategy.tactics)).moments
    speaking, silent = split(moments, tactic.name)
    yield from example_lines([*speaking, *silent], strategy, PositionReader(game), set())
