"""Games in the Game Description Language, against an interpreter of it; and what may be wrong.

What is typed about them, and printed, is in data/games/gdl.md and data/games/at_once.md."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from conftest import GDL, examples, written
from gdl_oracle import Expression, Oracle
from hypothesis import given
from hypothesis import strategies as st
from inside import game_of, reached_in
from recognised_games import positions, said
from tables import DATA, constant, contents, tabled

from ttt_asp import prove
from ttt_asp.errors import InputError

STEPS = contents("extensions/gdl/gdl_steps.kif")


def positions_of(game: str) -> set[str]:
    loaded = game_of(game)
    return {" ".join(sorted(map(loaded.spelt, here))).lower() for here in reached_in(loaded)}


def by_winner(plays: Counter[tuple[int, ...]], roles: list[str]) -> dict[str, int]:
    """The oracle's count of plays, by the winner where there is one."""
    if len(roles) == 2 and all(sum(goals) == 100 for goals in plays):
        first, second = plays[100, 0], plays[0, 100]
        tied = plays.total() - first - second
        return dict(zip(roles, (first, second), strict=True)) | {"tie": tied}
    return {
        " ".join(f"{role}={goal}" for role, goal in zip(roles, goals, strict=True)): number
        for goals, number in plays.items()
    }


@tabled()
def test_positions_and_plays_are_those_of_the_oracle(path: str, same: list[str]) -> None:
    """Of a game, and of others that are the same in the other notation, or in rules for clingo."""
    game = str(DATA.parent / path)
    oracle = Oracle(Path(game))
    number, plays = oracle.explore()
    assert (plays is None) == ("ferry" in game)
    found = prove("always tie", game=game, engine="explicit", count=True)
    expected = None if plays is None else by_winner(plays, list(found.roles))
    assert (found.positions, found.plays and dict(found.plays)) == (number, expected)
    some = positions(oracle, 400)  # all of them are counted above
    assert {" ".join(sorted(map(said, one))) for one in some} <= positions_of(game)
    for other in same:
        found = prove("always tie", game=str(DATA.parent / other), engine="explicit", count=True)
        counts = list((found.plays or {}).values()), list((expected or {}).values())
        assert (found.positions, counts[0]) == (number, counts[1])


@pytest.mark.parametrize("path", sorted((GDL / "broken").iterdir()), ids=lambda path: path.name)
def test_what_is_wrong_is_said_with_its_place(path: Path) -> None:
    """The first line of each file says what to expect, and where."""
    expected = path.read_text("utf-8").splitlines()[0][2:]
    with pytest.raises(InputError) as caught:
        game_of(str(path))
    messages = [f"{d.location}: {d.message}" for d in caught.value.diagnostics]
    separator = ":" if expected[0].isdigit() else ": "
    assert any(one.startswith(f"{path}{separator}{expected.strip()}") for one in messages), messages


@pytest.mark.parametrize("name", constant(__file__, "NAMES"))
def test_no_name_means_anything_to_clingo(tmp_path: Path, name: str) -> None:
    """Whatever is called so; one engine after the other."""
    for number, word in enumerate(("at", "3", "succ", "go"), len(name)):
        text = re.sub(rf"(?<=[( ]){word}(?=[ )])", lambda _: name, STEPS)
        game = written(tmp_path / "game.kif", text)
        if (word, name) == ("succ", "not"):
            with pytest.raises(InputError, match="`not` has to be followed by one formula"):
                game_of(game)
            continue
        found = prove("x can win", game=game, engine=("bounded", "explicit")[number % 2])
        assert found.verdict == "proved"
        assert found.play is not None and len(found.play.moves) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 100_000, "more than 50 parentheses within one another"),
        (STEPS + " " * 500_000, "larger than 500,000 characters"),
        (STEPS.replace("at", "a\0t"), "characters that do not print"),
        (STEPS + f"(<= (p ?x) {'(succ ?x 2) (succ ?x 3) ' * 2}(q ?x))" + f"(q {'a' * 10_000})",
         "a statement of more than 10000 bytes"),
        (STEPS + "".join(f"(d {i})" for i in range(150)) + "(<= (init (f ?a ?b)) (d ?a) (d ?b))",
         "more than 20,000 fluents"),
        ("", "the file is empty"),
    ],
)  # fmt: skip
def test_what_would_take_for_ever_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        game_of(written(tmp_path / "game.kif", text))


# --- GDL-II: a game is read only where every role knows all moves ---------------------------------


GAME, PERCEPTS, BODIES = (constant(__file__, name) for name in ("GAME", "PERCEPTS", "BODIES"))


def tells_all(text: str) -> bool:
    """Whether what a role does and sees in the first move of all tells what the others do."""
    oracle = Oracle(text)
    holds = oracle.at(oracle.init)
    legal = oracle.legal(holds)
    known: dict[Expression, set[tuple[Expression, ...]]] = {}
    for move in product(*legal.values()):
        facts = holds | {("does", *one) for one in zip(legal, move, strict=True)}
        after = oracle._closed(facts, oracle.moving)
        for role, action in zip(legal, move, strict=True):
            seen = frozenset(atom[2] for atom in after if atom[:2] == ("sees", role))
            if role != "random":
                known.setdefault((role, action, seen), set()).add(move)
    return all(len(moves) == 1 for moves in known.values())


def wrong_with(folder: Path, text: str) -> str:
    """What is wrong with the game; empty if it is read."""
    try:
        game_of(written(folder / "game.kif", text))
    except InputError as error:
        return str(error)
    return ""


def game(roles: str, *sees: str) -> str:
    """The game of that table's rules, in which all roles move at once."""
    return " ".join([GAME, *(f"(role {role})" for role in roles.split()), *sees])


@tabled()
def test_a_game_is_read_where_all_see_all(
    tmp_path: Path, roles: str, sees: list[str], read: bool
) -> None:
    text = game(roles, *sees)
    wrong = wrong_with(tmp_path, text)
    assert (wrong == "") == read == ("hidden information" not in wrong)
    assert tells_all(text) or not read


@given(
    st.sampled_from(["p q", "p q s", "p random"]),
    st.lists(
        st.tuples(
            st.sampled_from(["?r", "p", "q"]),
            st.sampled_from(PERCEPTS),
            st.lists(st.sampled_from(BODIES), min_size=1, max_size=2, unique=True),
        ),
        min_size=1,
        max_size=3,
    ),
)
@examples(100)
def test_no_game_is_read_where_something_is_hidden(
    tmp_path_factory: pytest.TempPathFactory,
    roles: str,
    rules: list[tuple[str, str, list[str]]],
) -> None:
    sees = []
    for seer, percept, body in rules:
        used = sorted({*re.findall(r"\?[rq]", f"{seer} {percept} {body}")})
        needed = "".join(f" (role {variable})" for variable in used)
        sees.append(f"(<= (sees {seer} {percept}) {' '.join(body)}{needed})")
    text = game(roles, *sees)
    assert wrong_with(tmp_path_factory.mktemp("drawn"), text) or tells_all(text)
