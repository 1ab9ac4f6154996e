"""Games in the Game Description Language: both notations, and what may be wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from gdl_oracle import Oracle
from hypothesis import given
from hypothesis import strategies as st
from tables import contents, tabled

from ttt_asp import prove
from ttt_asp.claims.question import Question, read
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Unsuited
from ttt_asp.games.gdl.syntax import constant, fold, relation
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine

GAMES = Path(__file__).parent / "gdl"
STEPS = contents("games/gdl_steps.kif")
# Everything that a name may be made of.
NAMES = st.text(
    st.characters(exclude_categories=("C", "Z"), exclude_characters='()";?,{}[]|'), min_size=1
)


def write(folder: Path, text: str, name: str = "game.kif") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def explored(game: str) -> tuple[set[str], int, dict[str, int] | None]:
    """The positions as text, their number, and the plays by how they end."""
    loaded = load_game(game, {})
    problem = read(Question("always tie", game=game), Deadline())
    found = explore(problem, load_machine(problem, Deadline()), Limits())
    positions = {
        " ".join(sorted(loaded.spelt(f) for f in found.machine.unpack(p))).lower()
        for layer in found.layers
        for p in found.form.unpacked(layer)
    }
    verdict = prove("always tie", game=game, engine="explicit", count=True)
    assert verdict.positions == found.positions
    return positions, found.positions, None if verdict.plays is None else dict(verdict.plays)


def named(plays: Counter[tuple[int, ...]], game: str) -> dict[str, int]:
    """The oracle's count of plays, by the winner where there is one."""
    roles = [load_game(game, {}).spelt(role) for role in load_game(game, {}).roles]
    if len(roles) == 2 and all(sum(vector) == 100 for vector in plays):
        first, second = plays[100, 0], plays[0, 100]
        return dict(zip(roles, (first, second), strict=True)) | {
            "tie": plays.total() - first - second
        }
    return {" ".join(f"{r}={v}" for r, v in zip(roles, vector, strict=True)): number
            for vector, number in plays.items()}  # fmt: skip


def term(one: object) -> str:
    """An oracle's term as the product writes it."""
    if isinstance(one, tuple):
        return f"{one[0]}({','.join(map(term, one[1:]))})" if len(one) > 1 else str(one[0])
    return str(one)


def original(mangled: str) -> str:
    """The folded name that `constant` made something of."""
    text = mangled.removeprefix("n'") if mangled.count("'") % 2 else mangled
    return re.sub(r"'([0-9a-f]*)'", lambda m: chr(int(m[1], 16)) if m[1] else "-", text)


@given(NAMES, NAMES)
def test_names_can_be_read_back(one: str, other: str) -> None:
    one, other = fold(one), fold(other)
    for mangled in (constant(one), relation(one)):
        assert re.fullmatch(r"_*[a-z][a-zA-Z0-9_']*|[0-9]+", mangled)
    assert original(constant(one)) == one
    assert original(relation(one).removeprefix("gdl_")) == one
    assert (constant(one) == constant(other)) == (one == other)


@pytest.mark.parametrize(
    ("name", "mangled"),
    [("cell", "cell"), ("not-filled", "not''filled"), ("7", "7"), ("01", "n'01"), ("not", "n'not"),
     ("a+b", "a'2b'b"), ("99999999999", "n'99999999999"), ("_", "n'_"), ("ask", "n'ask"),
     ("gdl", "n'gdl"), ("gdl_at", "n'gdl_at"), ("gdlx", "gdlx")],
)  # fmt: skip
def test_names_that_clingo_takes_stay(name: str, mangled: str) -> None:
    assert constant(name) == mangled


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["tictactoe", "misere", "nim", "connect", "ferry", "lights"])
def test_positions_and_plays_are_those_of_the_oracle(name: str) -> None:
    oracle = Oracle(GAMES / f"{name}.kif")
    number, plays = oracle.explore()
    game = str(GAMES / f"{name}.kif")
    positions, found, counted = explored(game)
    assert found == number
    assert (plays is None) == (name == "ferry")
    assert counted == (None if plays is None else named(plays, game))
    some = oracle.reached(400)  # all of them are counted above
    assert {" ".join(sorted(map(term, one))) for one in some} <= positions


@pytest.mark.parametrize("name", ["tictactoe.kif", "tictactoe.hrf"])
def test_tic_tac_toe_is_tic_tac_toe(name: str) -> None:
    _, positions, plays = explored(str(GAMES / name))
    assert positions == 5478
    assert plays is not None
    assert list(plays.values()) == [131184, 77904, 46080]


def test_both_engines_and_all_names_in_the_file_s_spelling() -> None:
    game = str(GAMES / "tictactoe.kif")
    found = prove("XPLAYER can win", game=game, engine="explicit", count=True)
    again = prove("xplayer can win", game=game, engine="bounded")
    assert found.claim == "XPlayer can win"
    assert list(found.roles) == ["XPlayer", "O-Player"]
    assert found.plays is not None
    assert list(found.plays) == ["XPlayer", "O-Player", "tie"]
    for one in (found, again):
        assert one.play is not None
        assert len(one.play.positions) == len(one.play.moves) + 1  # no move of who only waits
        assert {move.role for move in one.play.moves} == {"XPlayer", "O-Player"}
        assert all(re.fullmatch(r"Mark\(\d,\d\)", move.action) for move in one.play.moves)
    assert found.boards[0] == ".../.../..."


def test_names_that_differ_in_zeros_differ(tmp_path: Path) -> None:
    text = STEPS.replace("(succ 1 2) (succ 2 3)", "(succ 1 01) (succ 1 1.0) (succ 01 3)")
    found = prove("x can win", game=write(tmp_path, text), engine="explicit")
    assert found.positions == 4
    assert found.play is not None
    assert [move.action for move in found.play.moves] == ["go(01)", "go(3)"]


def test_or_under_not_and_within_or(tmp_path: Path) -> None:
    text = STEPS.replace(
        "(true (at 3)))\n(<= (goal",
        "(not (or (not (or (true (at 3)) (true (at 4)))) (not (not (true (at 1)))))))\n(<= (goal",
        1,
    )
    path = Path(write(tmp_path, text))
    assert Oracle(path).explore()[0] == explored(str(path))[1] == 3


def test_positions_are_read_in_the_file_s_spelling() -> None:
    notation = Notation(load_game(str(GAMES / "tictactoe.kif"), {}))
    fluents = notation.parse("{control(O-PLAYER), Cell(1,2,x)}")
    assert fluents == {"control(o''player)", "cell(1,2,x)"}
    for position in (fluents, notation.game.init):
        written = ", ".join(map(notation.game.spelt, position))
        assert notation.parse(f"{{{written}}}") == position
    with pytest.raises(InputError, match=r"cell\(1,4,x\) is not a fluent of .*tictactoe.kif"):
        notation.parse("{cell(1,4,x)}")


def test_tactics_speak_the_game_s_own_words(tmp_path: Path) -> None:
    tactics = tmp_path / "tactics"
    tactics.mkdir()
    (tactics / "finish.lp").write_text(
        "suggests(finish,P,mark(M,N)) :- gdl_sign(P,S), true(cell(M,N,b)), true(cell(M,K,S)),\n"
        "    true(cell(M,L,S)), K < L, K != N, L != N."
    )
    game = str(GAMES / "tictactoe.kif")
    x = {"XPlayer": "first(finish, opponent(finish), any)"}
    options = {"game": game, "engine": "explicit", "count": True}
    found = prove("XPlayer can win", x, strategies=[tmp_path], **options)  # type: ignore[arg-type]
    free = prove("XPlayer can win", **options)  # type: ignore[arg-type]
    assert found.verdict == "proved"
    assert found.positions is not None
    assert free.positions is not None
    assert found.positions < free.positions
    with pytest.raises(InputError, match="has no corner, free: its board does not say") as error:
        prove("first can win", {"first": "corner"}, game=str(GAMES / "nim.kif"))
    assert "it is no game of lines: it is not to be seen whose mark heap" in str(error.value)


def test_a_book_is_written_in_the_file_s_spelling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = str(GAMES / "tictactoe.kif")
    fluents = [f"Cell({i},{j},b)" for i in (1, 2, 3) for j in (1, 2, 3)]
    position = ", ".join([*fluents, "CONTROL(XPlayer)"])
    table = tmp_path / "table.csv"
    new = ["new", "book", "centre", "--from", str(table), "-S", str(tmp_path), "-g", game]
    table.write_text(f'position,action\n"{{{position}}}","Mark(4, 4)"\n', "utf-8")
    assert execute(new) == 2
    assert "Mark(4, 4) is nothing that XPlayer may do" in capsys.readouterr().err
    table.write_text(f'position,action\n"{{{position}}}","Mark(2, 2)"\n', "utf-8")
    assert execute(new) == 0
    found = prove(
        "can tie", {"XPlayer": "first(centre, any)"}, game=game, strategies=[tmp_path],
        engine="explicit",
    )  # fmt: skip
    assert found.play is not None
    assert found.play.moves[0].action == "Mark(2,2)"


def test_roles_that_choose_at_once() -> None:
    game = str(GAMES / "duel.kif")
    with pytest.raises(Unsuited, match="several roles choose at once"):
        prove("odd can win", game=game, engine="explicit")
    found = prove("odd can win", game=game)
    assert found.verdict == "proved"
    assert found.play is not None
    assert [move.role for move in found.play.moves] == ["even & odd", "even & odd"]
    assert prove("odd always wins", game=game).verdict == "refuted"


@pytest.mark.parametrize("path", sorted((GAMES / "broken").iterdir()), ids=lambda path: path.name)
def test_what_is_wrong_is_said_with_its_place(path: Path) -> None:
    """The first line of each file says what to expect, and where."""
    expected = path.read_text("utf-8").splitlines()[0][2:]
    with pytest.raises(InputError) as caught:
        load_game(str(path), {})
    said = [f"{d.location}: {d.message}" for d in caught.value.diagnostics]
    separator = ":" if expected[0].isdigit() else ": "
    assert any(one.startswith(f"{path}{separator}{expected.strip()}") for one in said), said


@tabled()
def test_a_cycle_through_negation_is_refused(more: str, said: str, tmp_path: Path) -> None:
    """Also where by arguments there is none: other programs read such a file in another way."""
    with pytest.raises(InputError) as caught:
        load_game(write(tmp_path, STEPS + more), {})
    (one,) = [d for d in caught.value.diagnostics if "a cycle through negation" in d.message]
    assert one.message.endswith(said) and "a relation of its own" in one.hint


def test_a_game_without_a_beginning_is_refused(tmp_path: Path) -> None:
    """Nothing is assumed: who means that nothing holds at first can say so."""
    text = STEPS.replace("(init (at 1))", "")
    with pytest.raises(InputError) as caught:
        load_game(write(tmp_path, text), {})
    assert "not taken to begin where nothing holds" in caught.value.diagnostics[0].hint
    meant = (
        text + "(init nothing) (<= (legal x wait) (true nothing)) (<= (next (at 1)) (does x wait))"
    )
    assert load_game(write(tmp_path, meant), {}).init == {"nothing"}


@pytest.mark.parametrize("engine", ["bounded", "explicit", "auto", "induction"])
def test_who_is_stuck_beside_a_noop_is_stuck(engine: str) -> None:
    """The other role has a move all the same, and plays that get stuck must not go missing."""
    game = str(GAMES / "tictactoe.kif")
    found = prove("XPlayer never loses", {"XPlayer": "defend"}, game=game, engine=engine)
    assert found.verdict == "incomplete"
    assert found.play is not None
    assert (found.play.moves, found.play.ending) == ((), "stuck")


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name", ["#script", "%*", "*%", "é", "a+b", "not", "'", "n'01", "@f", "a.b", ":-", "\\", "$",
             "&t", "#inf", "gdl_at", "play", "counterexample", "situation", "T", "stuck", "01"],
)  # fmt: skip
def test_no_name_means_anything_to_clingo(tmp_path: Path, name: str) -> None:
    for word in ("at", "3", "succ", "go"):
        game = write(tmp_path, re.sub(rf"(?<=[( ]){word}(?=[ )])", lambda _: name, STEPS))
        if (word, name) == ("succ", "not"):
            with pytest.raises(InputError, match="`not` has to be followed by one formula"):
                load_game(game, {})
            continue
        for engine in ("bounded", "explicit"):
            found = prove("x can win", game=game, engine=engine)
            assert found.verdict == "proved"
            assert found.play is not None
            assert len(found.play.moves) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 100_000, "more than 50 parentheses within one another"),
        (STEPS + " " * 500_000, "larger than 500,000 characters"),
        (STEPS.replace("at", "a\0t"), "characters that do not print"),
        (STEPS + "(<= (p ?x) " + "(or (succ 1 ?x) (succ 2 ?x))" * 9 + ")", "256 alternatives"),
        (STEPS + "(<= (p (f ?x ?y) ?x) (p ?x ?y)) (p z z)", "may go on without end"),
        (STEPS + "(<= (p (s ?x)) (p ?x)) (p z)", "may go on without end"),
        (STEPS + "".join(f"(d {i})" for i in range(150)) + "(<= (init (f ?a ?b)) (d ?a) (d ?b))",
         "more than 20,000 fluents"),
        (STEPS + f"(<= (p ?x) {'(succ ?x 2) (succ ?x 3) ' * 2}(q ?x))" + f"(q {'a' * 10_000})",
         "a statement of more than 10000 bytes"),
        ("", "the file is empty"),
    ],
)  # fmt: skip
def test_what_would_take_for_ever_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        load_game(write(tmp_path, text), {})


@pytest.mark.parametrize("name", ["gdl", "gdl_at", "gdl_any"])
def test_a_role_is_no_relation(tmp_path: Path, name: str) -> None:
    """What a strategy of the role `gdl` is called would be the name of a relation `any`."""
    text = re.sub(r"(?<= )x(?=[ )])", name, STEPS).replace("succ", "any") + "(succ 1 2) (at 1)"
    game = write(tmp_path, text)
    for engine in ("bounded", "explicit"):
        found = prove(f"{name} can win", game=game, engine=engine)
        assert found.verdict == "proved"
        assert list(found.roles) == [name]


# A position may come after one move or after three; o never has a choice.
WAITING = contents("games/gdl_waiting.kif")


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_who_does_nothing_is_left_out(tmp_path: Path, engine: str) -> None:
    game = write(tmp_path, WAITING)
    found = prove("x can win", {"x": "any"}, game=game, engine=engine)
    assert found.verdict == "refuted"
    found = prove("o always wins by move 1", game=game, engine=engine)
    assert found.verdict == "refuted"
    assert found.play is not None
    moves = [(move.role, move.action) for move in found.play.moves]
    assert moves == [("x", "go(2)"), ("o", "go(3)")]


def test_plays_of_one_end_after_different_numbers_of_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A position comes after one move, or two; nothing recurs."""
    text = STEPS.replace("(succ 2 3)", "(succ 2 3) (succ 1 3) (succ 3 4)").replace(
        "(at 3)", "(at 4)"
    )
    game = write(tmp_path, text + "(role o) (goal o 0)")
    assert Oracle(Path(game)).explore() == (4, Counter({(100, 0): 2}))
    assert execute(["matrix", "any", "-g", game]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"any +any +2 +0 +0 +0 +4 +x always wins by move 3", printed)
    assert execute(["compare", "any", "any", "-g", game]) == 2
    assert "a position comes after different numbers of moves" in capsys.readouterr().err
    game = str(GAMES / "ferry.kif")
    text = (GAMES / "ferry.kif").read_text("utf-8") + "(role nobody) (goal nobody 0)"
    assert execute(["matrix", "any", "-g", write(tmp_path, text)]) == 0
    assert "a play can go on for ever" in capsys.readouterr().out


def test_a_role_that_only_watches(tmp_path: Path) -> None:
    """No rule makes anything legal for z, or none that can hold."""
    watching = "(role z) (goal z 50) (<= (legal z w) (succ ?a ?a))"
    game = write(tmp_path, STEPS + watching)
    for engine in ("bounded", "explicit"):
        assert prove("x always wins", game=game, engine=engine).verdict == "proved"
        assert prove("z always ties", game=game, engine=engine).verdict == "proved"
    assert execute(["check", game]) == 1  # every role has to have a move


def test_what_is_legal_for_nobody_is_no_move(tmp_path: Path) -> None:
    text = STEPS + "(<= (legal ?p w) (some ?p) (true (at 1))) (some z) (some x) (legal z v)"
    text += "(legal z u)\n"
    game = write(tmp_path, text)
    for engine in ("bounded", "explicit"):
        found = prove("x can win", game=game, engine=engine)
        assert found.play is not None
        assert {move.role for move in found.play.moves} == {"x"}
    _, positions, plays = explored(game)
    assert positions == 4
    assert plays == {"x=100": 1, "stuck": 1}  # after w nothing holds, and nobody can move


def test_a_base_of_the_file_s_own_has_to_be_all_of_it(tmp_path: Path) -> None:
    game = write(tmp_path, STEPS + "(base (at 1)) (base (at 2))")
    with pytest.raises(InputError, match=r"go\(3\) at \{at\(2\)\} makes true what is no fluent"):
        prove("x can win", game=game, engine="explicit")
