"""Rules that are invented, held to brute force: every body of a small language, in plain Python."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo
import oracle_invent as oi
import oracle_tactics as ot
import oracle_words as ow
import pytest
from conftest import HUNT, written
from inside import ASP
from oracle_invent import Arena, Asked, Says, Word
from tables import constant, tabled, tupled

import ttt_asp
from ttt_asp import Invention
from ttt_asp.errors import InputError


def words_of(table: str) -> dict[str, Word]:
    """The words of a game: what the kinds of their arguments are."""
    return {name: (name, tupled(kinds)) for name, kinds in constant(__file__, table).items()}


MARKS = words_of("MARKS")
CHOCOLATE = words_of("CHOCOLATE")
TWO_HOLES: list[str] = constant(__file__, "TWO_HOLES")
TACTICS = ["defeat", "defend", "fork", "center", "corner", "edge", "opposite_corner", "advance"]
SHAPES = [
    *["first(defeat, defend, ?, any)"] * 2,
    *["first(defend, ?, any)"] * 2,
    *["first(defeat, defend, fork, ?, any)"] * 2,
    *["first(?, any)"] * 2,
    "first(defeat, defend, fork, ?, refine(center_or_corner, center), any)",
    "first(defend, ?, center, corner, any)",
    "first(defeat, defend, refine({2}, ?), any)",
    "first(defeat, defend, ?, {0}, any)",
    "first({0}, {1}, ?, any)",
    "first({0}, ?, any)",
    "first({0}, ?, {1}, any)",
    "first({0}, {1}, ?)",
    "first(?, {0}, any)",
    "first({0}, {1}, refine({2}, ?), any)",
    "first({0}, refine(?, {1}), any)",
    "first({0}, except({1}, ?), any)",
    "first({0}, opponent(?), any)",
    "first({0}, both(?, opponent({1})), {2}, any)",
    "either(?, {0})",
    "refine(any, ?)",
]
CLAIMS = ["{0} never loses"] * 8 + [
    "{0} always wins",
    "{0} never wins",
    "{0} always loses",
    "{0} can win",
    "{1} can win",
    "{1} never loses",
    "can tie",
    "never tie",
    "{0} always wins by move 5",
]
# Rows, columns, how many in a row, and whether who completes a line loses.
BOARDS = [
    *[(3, 3, 3, 0)] * 4,
    *[(3, 3, 3, 1), (2, 4, 3, 0), (2, 4, 3, 1)],
    *[(2, 3, 2, 0), (2, 3, 3, 1), (2, 3, 2, 1), (1, 5, 2, 0), (1, 6, 3, 1)],
]


Spec = tuple[str | int, ...]


def arena_of(spec: Spec) -> Arena:
    """The game of a specification: its name, and its constants in their order."""
    name, *numbers = spec
    made = {"grid": oi.on_grid, "chomp": oi.with_chocolate, "bricks": oi.with_bricks}
    return made[str(name)](*map(int, numbers))


GAMES: dict[str, tuple[str, tuple[str, ...], str, dict[str, str], dict[str, Word]]] = {
    "grid": ("tictactoe", ("rows", "cols", "line", "misere"), "mark(C)", {"C": "C"}, MARKS),
    "chomp": ("chomp", ("rows", "cols"), "eat(C)", {"C": "C"}, CHOCOLATE),
    "bricks": ("pick_up_bricks", ("bricks",), "take(K)", {"K": "N"}, {}),
}


@dataclass(frozen=True)
class Case:
    """What is asked of `invent` and of brute force: claims, each of a game and the roles' lists."""

    claims: tuple[tuple[Spec, str, Mapping[str, str]], ...]
    words: tuple[str, ...]
    literals: int
    rules: int = 1

    @property
    def asked(self) -> list[Asked]:
        return [Asked(arena_of(spec), claim, roles) for spec, claim, roles in self.claims]

    @property
    def game(self) -> str:
        return str(self.claims[0][0][0])

    @property
    def language(self) -> oi.Language:
        """The literals of the words, as they are defined: each, and what denies it."""
        _, _, form, action, words = GAMES[self.game]
        return literals_of(
            [
                text
                for one in oi.conjunctions([words[word] for word in self.words], action)
                for text in (one, f"not ({one})")
            ],
            form,
        )

    def file(self) -> str:
        """The claims as a file has them."""
        lines = []
        for (name, *numbers), claim, roles in self.claims:
            game, constants, *_ = GAMES[str(name)]
            const = ", ".join(f"{c} = {n}" for c, n in zip(constants, numbers, strict=True))
            lines += [
                "[[claim]]",
                f'claim = "{claim}"',
                f'game = "{game}"',
                f"const = {{ {const} }}",
            ]
            lines += [f'{role} = "{text}"' for role, text in roles.items()]
        return "\n".join(lines)


def literals_of(texts: Sequence[str], action: str) -> oi.Language:
    """Literals as they are written: a conjunction, or `not` before one."""
    found: dict[str, Callable[[Arena], Says]] = {}
    for text in texts:
        if text.startswith("not ("):
            inner = text.removeprefix("not (").removesuffix(")")
            found[text] = lambda arena, inner=inner: denied(  # type: ignore[misc]
                arena, arena.literal(inner, action)
            )
        else:
            found[text] = lambda arena, text=text: arena.literal(text, action)  # type: ignore[misc]
    return found


def denied(arena: Arena, says: Says) -> Says:
    """All legal moves but some."""
    return lambda here, swapped: (1 << len(arena.moves[here])) - 1 & ~says(here, swapped)


def drawn_case(seed: int) -> Case:
    """What a number stands for."""
    chance = random.Random(seed)
    while True:
        rules, holes = chance.choice(((1, 1), (1, 1), (1, 2), (2, 1)))
        role, other = chance.choice((("x", "o"), ("o", "x")))
        shape = chance.choice(TWO_HOLES if holes == 2 else SHAPES)
        roles = {role: shape.format(*chance.sample(TACTICS, 3))}
        if chance.random() < 0.15:
            roles[other] = f"first({', '.join(chance.sample(TACTICS, 2))}, any)"
        board = chance.choice(BOARDS)
        claims = [(("grid", *board), chance.choice(CLAIMS).format(role, other), roles)]
        if chance.random() < 0.2:
            claim = chance.choice((claims[0][1], chance.choice(CLAIMS).format(role, other)))
            claims.append((("grid", *chance.choice(BOARDS)), claim, roles))
        elif chance.random() < 0.1 and other not in roles:  # both play it
            claims.append((("grid", *board), f"{other} never loses", {other: roles[role]}))
        words = tuple(chance.sample([*MARKS], chance.randint(2, 4)))
        number = 2 * len(oi.conjunctions([MARKS[word] for word in words], {"C": "C"}))
        if 4 <= number <= (150 if rules * holes == 1 else 24):
            literals = 1 if number > 60 else 2 if number > 20 else 3
            if rules * holes > 1:
                literals = 1 if number > 8 else 2
            return Case(tuple(claims), words, literals, rules)


def agrees(case: Case, folder: Path) -> Invention:
    """Let `invent` answer, and hold it to brute force."""
    found = ttt_asp.invent(
        written(folder / "claims.toml", case.file()),
        words=case.words or None,
        literals=case.literals,
        rules=case.rules,
        others=True,
    )
    shown = found.as_json()
    language = literals_of(shown["language"], GAMES[case.game][2])
    best, all_best = oi.shortest(case.asked, language, case.literals, case.rules)
    told = f"{case}: {found}, but {best} by brute force: {all_best[:3]}"
    assert found.answer == ("invented" if best else "none"), told
    if case.words:
        own, _ = oi.shortest(case.asked, case.language, case.literals, case.rules)
        assert own == best, f"{case}: another language; {own} by the definition, {best} here"
    if not best:
        assert not found.found, told
        return found
    assert found.shortest, told
    assert shown["length"] == best, told
    holes = oi.holes_of(case.asked)
    kept = {tuple(frozenset(map(frozenset, one[hole])) for hole in holes) for one in all_best}
    answers = []
    for filled in shown["tactics"]:
        bodies = [frozenset(map(frozenset, tactic["bodies"])) for tactic in filled]
        answers.append(tuple(bodies))
        for one in case.asked:
            rules = {
                hole: one.arena.rules("\n".join(tactic["rules"]), tactic["name"])
                for hole, tactic in zip(holes, filled, strict=True)
            }
            assert one.keeps(rules), told
    assert {*answers} <= kept, f"{told} {answers}"
    assert len({*answers}) == len(answers), f"{told}: one of them twice"
    assert shown["number"] is None or len(answers) <= shown["number"] <= len(kept), told
    return found


@pytest.fixture(autouse=True)
def nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not asked what holds on larger boards."""
    monkeypatch.setattr("ttt_asp.extensions.synthesis.invent.elsewhere", lambda *_: {})


@pytest.fixture
def by_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were too many positions to look at all of them first."""
    searched = "ttt_asp.extensions.synthesis.search.choices_everywhere"
    monkeypatch.setattr(searched, lambda *_: None)


@pytest.fixture(params=["everywhere", "by candidates"])
def either_way(request: pytest.FixtureRequest) -> None:
    """All positions are looked at first, or it goes candidate by candidate."""
    if request.param != "everywhere":
        request.getfixturevalue("by_candidates")


@pytest.mark.usefixtures("either_way")
@tabled()
def test_known(
    length: int,
    words: tuple[str, ...],
    literals: int,
    rules: int,
    claims: tuple[Any, ...],
    tmp_path: Path,
) -> None:
    """See the table: what is found, or that there is nothing, is as brute force has it."""
    case = Case(
        tuple((spec, claim, dict(roles)) for spec, claim, roles in claims), words, literals, rules
    )
    found = agrees(case, tmp_path)
    assert (found.found[0].length if found.found else 0) == length


# Of the claims drawn by lot; see the table.
FEW: list[int] = constant(__file__, "SEEDS")


@pytest.mark.parametrize("seed", FEW)
def test_random(seed: int, tmp_path: Path) -> None:
    agrees(drawn_case(seed), tmp_path)


@pytest.mark.parametrize("seed", range(200 * HUNT))
def test_two_hundred(seed: int, tmp_path: Path) -> None:
    agrees(drawn_case(seed), tmp_path)


@pytest.mark.usefixtures("by_candidates")
@pytest.mark.parametrize("seed", range(200, 250 * HUNT))
def test_fifty_by_candidates(seed: int, tmp_path: Path) -> None:
    agrees(drawn_case(seed), tmp_path)


@pytest.mark.usefixtures("either_way")
def test_a_list_may_begin_with_one_that_is_refuted() -> None:
    """No two of these lines keep the claim, but three do, of which the first alone does not."""
    found = ttt_asp.invent(
        "x never loses", list=3, literals=1, words=["corner", "center"], pool=["defend"]
    )
    assert (found.answer, [way.lines for way in found.found]) == ("invented", [3])


def test_one_claim_is_asked_about_every_size(tmp_path: Path) -> None:
    role = {"x": "first(?, any)"}
    two = Case(
        ((("bricks", 4), "x always wins", role), (("bricks", 5), "o never wins", role)), (), 1
    )
    with pytest.raises(InputError, match="several claims cannot be asked about every size"):
        ttt_asp.invent(written(tmp_path / "claims.toml", two.file()), every="bricks > 3")


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [(2, 3, 3), (4, 3, 3)], ids=str)
def test_words_mean_what_they_say(board: tuple[int, int, int]) -> None:
    """At positions of random plays the rules of the vocabulary hold of what plain Python has."""
    rows, cols, line = board
    where, chance = ot.Board(*board), random.Random(7)
    facts = f"size({rows},{cols}). in_a_row({line}). win_length({line})."
    rules = "\n".join(path.read_text("utf-8") for path in VOCABULARY)
    for _ in range(5):
        position = ot.INITIAL
        while not ot.result(where, position):
            told = ow.marks_words(where, position)
            assert worked_out(facts + rules, position) == {word: told[word] for word in MARKS}
            move = chance.choice(sorted(ot.legal(where, position)))
            position = ot.place(position, position.mover, move)


FILES = (
    *("board/grid", "board/relations", "board/spaces", "lines/grid_lines", "lines/lengths"),
    *("marks/marks", "marks/threats", "marks/replies", "turns/players", "turns/roles"),
)
VOCABULARY = [ASP / "vocabulary" / f"{name}.lp" for name in FILES]


def worked_out(text: str, position: ot.Position) -> dict[str, ow.Rows]:
    """What clingo has of each word at a position."""
    control = clingo.Control(["--warn=none"])
    marks = ((role, square) for role in "xo" for square in position.marks(role))
    facts = [f"true(marked({role},cell({row},{col})))." for role, (row, col) in marks]
    control.add("base", [], text + "line_for(P,L) :- role(P), line(L)." + "".join(facts))
    control.ground()
    found: dict[str, set[tuple[Any, ...]]] = {word: set() for word in MARKS}
    for atom in control.symbolic_atoms:
        if atom.symbol.name in found and atom.is_fact:
            found[atom.symbol.name].add(tuple(map(plain, atom.symbol.arguments)))
    return {word: frozenset(rows) for word, rows in found.items()}


def plain(symbol: clingo.Symbol) -> Any:
    """A term as the oracle has it."""
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    arguments = tuple(map(plain, symbol.arguments))
    return (symbol.name, *arguments) if arguments else symbol.name


@pytest.mark.parametrize(("game", "known"), [("tictactoe", MARKS), ("chomp", CHOCOLATE)])
def test_every_word_is_known(game: str, known: Mapping[str, Word]) -> None:
    with pytest.raises(InputError) as refused:
        ttt_asp.invent("x never loses", x="first(?, any)", game=game, words=["no_such_thing"])
    _, _, listed = str(refused.value).partition("the words are ")
    assert {*listed.rstrip(")").split(", ")} == {*known}
