"""The generated program as text, in which names mean nothing: with others it says the same."""

import random
import re
import shutil
from pathlib import Path

import pytest
from conftest import HUNT, tactic, write
from tables import constant, tabled, tupled

from ttt_asp import InputError, prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.lint import GAMES_OWN
from ttt_asp.games.load import load_game
from ttt_asp.games.vocabulary import EXTENDED
from ttt_asp.programs.compose import always_recommends, compose, never_stuck
from ttt_asp.programs.program import Program, play_program
from ttt_asp.programs.sources import SHARED, frame_heads
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

ASP = Path(__file__).resolve().parents[2] / "asp"

# How many programs are tried.
PROGRAMS = 30 * HUNT

# A game of marks, and one that says everything itself: of six things, who takes one or two in turn
# and the last wins; a tactic, another one, an order and a lemma of each.
MARKS: dict[str, str] = constant(__file__, "MARKS")
TAKING: dict[str, str] = constant(__file__, "TAKING")
PLACES: dict[str, str] = constant(__file__, "PLACES")
TERMS: tuple[str, ...] = tupled(constant(__file__, "TERMS"))
CLAIMS = ("{first} always wins", "{first} never loses", "{second} can win", "always tie")
NEUTRAL: dict[str, str] = constant(__file__, "NEUTRAL")

APART = ("width", "first", "second", "upper", "lower", "fluent", "tactic", "other")

Names = dict[str, str]
Shape = tuple[int, str, str, str, int]


def heads(text: str) -> set[str]:
    """Names of predicates in a template, roughly: before the `:-` of a rule or in a fact."""
    text = re.sub(r"%\*.*?\*%|%[^\n]*|\{#.*?#\}", "", text, flags=re.DOTALL)
    return set(re.findall(r"\b([a-z]\w*)(?=\(| :-|\.$)", text, re.MULTILINE))


def words() -> list[str]:
    """The words of everything that goes into programs, and the names that are made of them."""
    names = set[str]()
    for path in sorted(ASP.rglob("*.lp*")):
        names |= set(re.findall(r"[a-z]\w*", path.read_text("utf-8")))
    return sorted(names | {part for name in names for part in name.split("_") if part[:1] > "9"})


WORDS = words()


def names_of(rng: random.Random) -> Names:
    """A name for everything that has one, from words that programs have."""

    def name() -> str:
        return "_".join(rng.choice(WORDS) for _ in range(rng.choice((1, 1, 2, 3))))

    def predicate() -> str:
        return rng.choice([word for word in HEADS if "_" in word or rng.random() < 0.2])

    found = {key: name() for key in NEUTRAL}
    if rng.random() < 0.5:  # a role and a tactic that together are a predicate
        found["first"], _, found["tactic"] = predicate().partition("_")
        found["tactic"] = found["tactic"] or name()
    if rng.random() < 0.3:  # a tactic and its helper likewise
        found["other"], _, found["suffix"] = predicate().partition("_")
        found["suffix"] = found["suffix"] or name()
    if rng.random() < 0.3:
        node = rng.choice(("any", "1_first", found["tactic"], "1_refine_both", "2_pick_rank"))
        found["helper"] = found["first"] + rng.choice(("_", "__")) + node
    while found["helper"] in SPOKEN:  # that is no helper: it says anew what the vocabulary says
        found["helper"] = name()
    while len({found[key] for key in APART}) < len(APART):  # these an author would not mix up
        found |= {key: name() for key in APART}
    return found


SPOKEN = {name for name, _ in GAMES_OWN}.union(
    *(heads(path.read_text("utf-8")) for path in ASP.glob("vocabulary/*/*.lp"))
)
HEADS = sorted(set().union(*(heads(path.read_text("utf-8")) for path in ASP.rglob("*.lp*"))))


def shape_of(rng: random.Random) -> Shape:
    """The columns of the board, 0 for a game without, and what is asked, how, of which game."""
    engine = rng.choice(("bounded", "bounded", "explicit", "induction"))
    claim = CLAIMS[1] if engine == "induction" else rng.choice(CLAIMS)
    return rng.choice((0, 2, 3)), rng.choice(TERMS), claim, engine, rng.choice((0, 1))


def verdict(folder: Path, shape: Shape, names: Names) -> str:
    """What is said of such a program; the folder is written anew."""
    columns, term, claim, engine, maker_breaker = shape
    names = names | {"columns": str(columns)}
    shutil.rmtree(folder)
    for key, text in (MARKS if columns else TAKING).items():
        write(folder / PLACES[key].format(**names), text.format(**names))
    found = prove(
        claim.format(**names),
        {names["first"]: term.format(**names)},
        game=str(folder / "game.lp"),
        const={"maker_breaker": maker_breaker} if columns else {},
        engine=engine,
        lemmas=[names["lemma"]] if engine == "induction" else [],
        strategies=[folder],
    )
    return found.verdict


@pytest.mark.hypothesis
@pytest.mark.no_cover
def test_names_mean_nothing(tmp_path: Path) -> None:
    rng = random.Random(11)
    expected: dict[Shape, str] = {}
    refused = 0
    for _ in range(PROGRAMS):
        shape, names = shape_of(rng), names_of(rng)
        if shape not in expected:
            expected[shape] = verdict(tmp_path, shape, NEUTRAL)
        try:
            assert verdict(tmp_path, shape, names) == expected[shape], (shape, names)
        except InputError as error:
            refused += 1
            assert all(one.location for one in error.diagnostics), (shape, names, str(error))
    assert refused < 0.6 * PROGRAMS
    print(f"{refused} of {PROGRAMS} programs refused, {len(expected)} kinds of programs")


def test_a_role_and_a_tactic_make_no_name_of_the_vocabulary(tmp_path: Path) -> None:
    """Role `winning`, tactic `set`: their node was `winning_set`, which made every move a line."""
    for name in ("set", "sets"):
        names = NEUTRAL | {"first": "winning", "tactic": name}
        shape: Shape = (2, TERMS[0], CLAIMS[0], "auto", 1)
        assert verdict(tmp_path, shape, names) == "refuted"


def test_what_is_generated_has_no_name_of_the_vocabulary_s() -> None:
    posed = read(Question("x never loses"), Deadline())
    program = play_program(posed, 9)
    last = program.parts[-1]
    frame = frame_heads(program.text.encode()[last.begin + len(last.lifted.text) :].decode())
    defines = {part.lifted.source.label: part.lifted.source.defined for part in program.parts}
    homes: dict[str, set[str]] = {}
    for label, defined in {**defines, "frame": frame}.items():
        part = "vocabulary" if "/vocabulary/" in label else label
        for name, _ in defined:
            homes.setdefault(name, set()).add(part)
    both = {name for name, found in homes.items() if len(found) > 1}
    assert both <= SHARED | EXTENDED
    assert {"true", "does", "answer", "reached"} <= {name for name, _ in frame}
    assert not {name for name, _ in frame} & (SPOKEN - {"true", "does"})


def test_heads_of_a_frame_are_found() -> None:
    text = "p(0..3). q(T) :- p(T). { r(A,T) : s(A) } = 1 :- q(T). :- t. #show u/1. v. w(1). x; y."
    found = {("p", 1), ("q", 1), ("r", 2), ("v", 0), ("w", 1), ("x", 0), ("y", 0)}
    assert frame_heads(text) == found
    facts = "c(0). pos(0,at(1)). neg(0,f).\nc(1). pos(1,at(1,2)).\n" * 3
    assert frame_heads(facts) == {("c", 1), ("pos", 2), ("neg", 2)}


GAME = load_game("tictactoe", {})
GOLDEN = Path(__file__).parent / "golden" / "x_never_loses.lp"


def program(claim: str, **roles: str) -> Program:
    posed = read(Question(claim, roles), Deadline())
    return play_program(posed, 9)


def test_a_program_is_as_it_was() -> None:
    """If the change is meant: ttt-asp program "x never loses" --x ... > tests/golden/..."""
    text = program("x never loses", x="first(defeat, refine(center_or_corner, center), any)").text
    assert text == GOLDEN.read_text("utf-8")


@tabled()
def test_only_what_is_needed_goes_in(
    claim: str, roles: dict[str, str], there: list[str], once: list[str], absent: list[str]
) -> None:
    text = program(claim, **roles).text
    assert all(part in text for part in there) and not any(part in text for part in absent)
    assert all(text.count(part) == 1 for part in once)


def test_a_tactic_named_like_a_node_is_another_node(tmp_path: Path) -> None:
    """opponent(defeat) and a tactic called opponent_defeat must not become one predicate."""
    for name in ("opponent_defeat", "first_1", "any_first", "x_defeat"):
        rule = f"suggests({name},P,mark(C)) :- role(P), corner(C).\n"
        tactic(tmp_path, name, rule)
    term = "first(opponent(defeat), opponent_defeat, first_1, any_first, x_defeat, defeat, any)"
    nodes = compose({"x": load_strategy(term, "x", GAME, open_library([tmp_path]))})[0].nodes
    assert len({node.name for node in nodes}) == len(nodes) == 8


@tabled()
def test_what_is_sure_to_recommend_something(term: str, sure: bool) -> None:
    strategy = load_strategy(term, "x", GAME, open_library())
    assert always_recommends({"x": strategy}) == sure == never_stuck(GAME, {"x": strategy})
    assert not always_recommends(
        {"x": strategy, "o": load_strategy("edge", "o", GAME, open_library())}
    )
