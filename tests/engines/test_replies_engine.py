"""Proofs by replies and pairings: engine replies, against all plays, and against brute force."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from ttt_asp import prove
from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.certificates.replies import certificate
from ttt_asp.cli.main import execute
from ttt_asp.deadline import Deadline
from ttt_asp.engines.explicit import engine as explicit
from ttt_asp.errors import InputError, InternalError, Unsuited
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.strategies.replies.source import replies_source
from ttt_asp.verdict import Verdict

# One row of seven squares, four of which in a row win: o needs one reply before it has pairs.
ROW = {"rows": "1", "cols": "7", "line": "4"}
# Seven squares round, three of which in a row win: three replies before there are pairs.
NECKLACE = [frozenset((n, (n + 1) % 7, (n + 2) % 7)) for n in range(7)]


def data_of(game: Game, ahead: int = 4) -> dict[str, Any]:
    found = find_ahead(game, ahead, Deadline())
    assert found.verdict == "found"
    return certificate(found, Deadline())


def folder_of(data: dict[str, Any], folder: Path, name: str = "kept") -> Path:
    path = folder / "tactics" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))
    return folder


def asked(
    claim: str,
    game: str,
    const: dict[str, str],
    engine: str,
    folder: Path,
    roles: dict[str, str],
    **more: Any,
) -> Verdict:
    given: dict[str, Any] = {"const": const, "engine": engine, "strategies": folder}
    return prove(claim, roles, game=game, **given, **more)


@pytest.fixture(scope="module")
def row(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with o's replies on a row of seven."""
    return folder_of(data_of(load_game("tictactoe", ROW)), tmp_path_factory.mktemp("row"))


CLAIMS = [
    *(f"{who} {how} {does}" for who in "xo" for how in ("never", "always", "can")
      for does in ("wins", "loses", "ties")),
    "always tie", "never tie", "can tie", "o always wins by move 7", "o is complete",
]  # fmt: skip


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_follows_is_so_in_all_plays(claim: str, row: Path) -> None:
    roles = {"o": "first(kept, any)"}
    second = asked(claim, "tictactoe", ROW, "explicit", row, roles)
    try:
        found = asked(claim, "tictactoe", ROW, "replies", row, roles)
    except Unsuited as error:
        assert claim not in ("o never loses", "x never wins", "x can win", "o can lose")
        assert "--engine explicit" in error.diagnostics[0].hint
    else:
        assert (found.verdict, found.play, found.positions) == (second.verdict, None, None)
        assert found.verdict == ("refuted" if " can " in claim else "proved")


def test_who_moves_first_has_a_claim_too(tmp_path: Path) -> None:
    game = of_sets(tmp_path, NECKLACE, begins=True)
    folder = tmp_path / "mine"
    assert execute(["pairing", "--ahead", "3", "-g", game.name, "-o", str(folder)]) == 0
    text = (folder / "claims" / "pairing.toml").read_text()
    assert 'claim = "white never loses"' in text and 'engine = "replies"' in text
    assert execute(["prove", str(folder / "claims" / "pairing.toml")]) == 0


@pytest.mark.parametrize("claim", ["white always wins", "never tie", "black always loses"])
def test_where_somebody_always_wins(claim: str, tmp_path: Path) -> None:
    path = tmp_path / "sets.pg"
    path.write_text(
        "#times\nt1 t2 t3 t4 t5\n#blackturns\nt1 t3 t5\n#positions\na b c d e\n"
        "#blackwins\na b c\nc d e\n"
    )
    folder = folder_of(data_of(load_game(str(path), {})), tmp_path)
    for engine in ("replies", "explicit", "auto"):
        found = asked(claim, str(path), {}, engine, folder, {"white": "kept"})
        assert found.verdict == "proved", engine


@pytest.mark.parametrize(
    ("term", "fits"),
    [
        ("kept", True),
        ("first(kept, corner)", True),
        ("refine(kept, corner, center)", True),
        ("first(refine(first(kept, corner), center), any)", True),
        ("either(kept, first(kept, any))", True),
        ("opponent(opponent(kept))", True),
        ("any", False),
        ("first(corner, kept)", False),
        ("first(defeat, kept)", False),
        ("either(kept, any)", False),
        ("both(kept, center)", False),
        ("except(kept, center)", False),
        ("refine(any, kept)", False),
        ("opponent(kept)", False),
        ("first(kept, other)", False),
    ],
)
def test_which_terms_keep_to_the_replies(term: str, fits: bool, row: Path) -> None:
    data = json.loads((row / "tactics" / "kept.json").read_text())
    folder_of(data, row, "other")
    given = ("o never loses", "tictactoe", ROW)
    if fits:
        assert asked(*given, "replies", row, {"o": term}).verdict == "proved"
        assert asked(*given, "explicit", row, {"o": term}).verdict == "proved"
    else:
        with pytest.raises(Unsuited, match="engine replies: "):
            asked(*given, "replies", row, {"o": term})
        try:  # goes on to positions
            found = asked(*given, "auto", row, {"o": term})
        except InputError as error:
            assert term == "opponent(kept)" and error.diagnostics
        else:
            assert found.engine in ("explicit", "bounded")


def test_who_gets_stuck_proves_nothing(row: Path) -> None:
    roles = {"o": "kept", "x": "center"}
    with pytest.raises(Unsuited, match="where plays would get stuck"):
        asked("o never loses", "tictactoe", ROW, "replies", row, roles)
    found = asked("o never loses", "tictactoe", ROW, "auto", row, roles)
    assert (found.engine, found.verdict) == ("explicit", "incomplete")
    assert found.play is not None and len(found.play.moves) == 2
    roles["x"] = "first(center, any)"
    assert asked("o never loses", "tictactoe", ROW, "replies", row, roles).verdict == "proved"
    roles["x"] = "pick(any, early)"
    (row / "orders").mkdir(exist_ok=True)
    (row / "orders" / "early.lp").write_text(
        "order(early,mark(cell(I,J)),J) :- square(cell(I,J)).\n"
    )
    with pytest.raises(Unsuited, match="where plays would get stuck"):
        asked("o never loses", "tictactoe", ROW, "replies", row, roles)


def test_small_games_are_answered_twice(
    row: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = ("o never loses", "tictactoe", ROW, "auto", row, {"o": "kept"})
    found = asked(*given)
    assert (found.engine, found.verdict) == ("replies", "proved")
    assert found.notes[-1] == "cross-checked: engine explicit agrees"
    assert found.plays is not None and set(found.plays) == {"x", "o", "tie"}
    assert asked(*given, cross_check=False).notes[-1] == "not cross-checked"
    limited = asked(*given, max_positions=10)
    assert (limited.verdict, limited.positions) == ("proved", None)
    assert "engine explicit is unknown" in limited.warnings[-1]
    honest = explicit.prove

    def lie(*asked: Any) -> Verdict:
        found = honest(*asked)
        object.__setattr__(found, "verdict", "refuted")
        return found

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(explicit, "prove", lie)
    with pytest.raises(InternalError, match="engine replies says proved, engine explicit says ref"):
        asked(*given)


def test_lemmas_are_for_induction(row: Path) -> None:
    given = ("o never loses", "tictactoe", ROW, "replies", row, {"o": "kept"})
    (row / "lemmas").mkdir()
    (row / "lemmas" / "somebody.lp").write_text("lemma(somebody) :- mover(P).\n")
    with pytest.raises(InputError, match="engine replies has no use for lemmas"):
        asked(*given, lemmas=["somebody"])


def test_limits(row: Path) -> None:
    found = asked("o never loses", "tictactoe", ROW, "replies", row, {"o": "kept"}, time_limit=0.0)
    assert (found.verdict, found.stopped) == ("unknown", "time")


def test_positions_and_horizons_are_for_the_explicit_engine(row: Path) -> None:
    given = ("o never loses", "tictactoe", ROW)
    for more in ({"position": "x......"}, {"horizon": 9}):
        with pytest.raises(Unsuited, match="it is about plays"):
            asked(*given, "replies", row, {"o": "kept"}, **more)
        found = asked(*given, "auto", row, {"o": "kept"}, **more)
        assert (found.engine, found.verdict) == ("explicit", "proved")


def test_four_by_five(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = ["-c", "rows=4", "-c", "cols=5", "-c", "line=4"]
    folder = str(tmp_path / "mine")
    assert execute(["pairing", "--ahead", "5", *board, "-o", folder]) == 0
    given = ["--o", "by_pairing", *board, "-S", folder]
    claims = f"{folder}/claims/pairing.toml"
    assert f"next: ttt-asp prove {claims}\n" in capsys.readouterr().out
    assert execute(["prove", claims]) == 0
    capsys.readouterr()
    assert execute(["prove", "o never loses", *given, "--certificate", f"{folder}/no.json"]) == 0
    said = capsys.readouterr()
    assert "engine replies" in said.out and "of the replies there is one" in said.err
    # other claims go to positions there, of which a limit is reached; on larger boards to nobody
    assert execute(["prove", "always tie", *given, "--max-positions", "500"]) == 3
    assert execute(["report", "o never loses", *given, "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "shown by replies and the pairings after them" in page


# --- against brute force ---------------------------------------------------------------------


class Brute:
    """What replies recommend, and all plays of who follows them, from the file alone.

    Symmetries are left out: the file has to have none but the identity.
    """

    def __init__(
        self,
        data: dict[str, Any],
        lines: Sequence[frozenset[int]],
        own: Sequence[frozenset[int]],
        number: int,
    ) -> None:
        assert not data["symmetries"]
        self.lines, self.own, self.number = sorted(set(lines), key=sorted), own, number
        self.opening = data["opening"]
        self.replies = data["replies"]
        self.count = cache(self.plays)

    def paired(self, ours: frozenset[int], free: frozenset[int]) -> bool:
        """Two free squares for each line without a mark of ours, none for two lines."""
        rest = [line & free for line in self.lines if not line & ours]

        def give(place: int, left: frozenset[int]) -> bool:
            if place == len(rest):
                return True
            some = sorted(rest[place] & left)
            return any(
                give(place + 1, left - {one, two}) for one in some for two in some if one < two
            )

        return give(0, free)

    def recommended(self, theirs: frozenset[int], ours: frozenset[int]) -> set[int]:
        free = frozenset(range(self.number)) - theirs - ours
        found = {one for one in free if self.paired(ours | {one}, free - {one})}
        if found:
            return found
        if self.opening is not None:
            if not theirs and not ours:
                return {self.opening} & free
            if self.opening not in ours:
                return set()
            ours = ours - {self.opening}
        listed = set()
        for moves in permutations(theirs):
            for reply in self.along(self.replies, list(moves), ours):
                listed.add(reply)
        return listed & free

    def along(self, tree: Any, moves: list[int], ours: frozenset[int]) -> Iterator[int]:
        """The reply to the last of some moves, if those before were answered so."""
        if tree is None or not moves:
            return
        move, *rest = moves
        if isinstance(tree, dict):
            listed = {m: reply for reply, some in tree["to"] for m in some}
            reply, then = listed.get(move, int(tree["otherwise"])), None
        else:
            fitting = [one[1:] for one in tree if one[0] == move]
            if not fitting:
                return
            reply, then = fitting[-1]
        if not rest and not ours:
            yield reply
        elif reply in ours:
            yield from self.along(then, rest, ours - {reply})

    def plays(self, theirs: frozenset[int], ours: frozenset[int], mine: bool) -> tuple[int, int]:
        """How many plays end in a line of the other role's, and how many get stuck."""
        if any(line <= theirs for line in self.lines):
            return 1, 0
        free = frozenset(range(self.number)) - theirs - ours
        if not free or any(line <= ours for line in self.own):
            return 0, 0
        if mine:
            moves = set(free) if len(free) == 1 else self.recommended(theirs, ours)
            after = [self.count(theirs, ours | {one}, False) for one in moves]
        else:
            moves = set(free)
            after = [self.count(theirs | {one}, ours, True) for one in moves]
        if not moves:
            return 0, 1
        return sum(lost for lost, _ in after), sum(stuck for _, stuck in after)


def mutated(data: dict[str, Any], seed: int, number: int) -> dict[str, Any]:
    """A reply changed, one left out, a pairing claimed too early, or another first move."""
    data, chance = copy.deepcopy(data), random.Random(seed)
    spots: list[Any] = []

    def collect(tree: Any) -> None:
        if isinstance(tree, list):
            spots.append(tree)
            for entry in tree:
                collect(entry[2])
        elif tree is not None:
            spots.append(tree)

    collect(data["replies"])
    if not spots or (data["opening"] is not None and chance.random() < 0.1):
        data["opening"] = chance.choice([None, *range(number)])
        return data
    spot = chance.choice(spots)
    if isinstance(spot, dict):
        if spot["to"] and chance.random() < 0.5:
            spot["to"].pop(chance.randrange(len(spot["to"])))
        else:
            spot["otherwise"] = chance.randrange(number)
    elif chance.random() < 0.3:
        spot.pop(chance.randrange(len(spot)))
    elif chance.random() < 0.5:
        chance.choice(spot)[1] = chance.randrange(number)
    else:
        chance.choice(spot)[2] = None
    return data


def without_symmetries(game: Game, ahead: int) -> dict[str, Any] | None:
    """The certificate of a search in which every move is looked at."""
    with pytest.MonkeyPatch.context() as patch:
        identity = tuple(range(len(game.facts["square"])))
        patch.setattr("ttt_asp.analyses.ahead.find.group", lambda *_: ([identity], []))
        found = find_ahead(game, ahead, Deadline())
    return certificate(found, Deadline()) if found.verdict == "found" else None


def check_mutants(game: Game, path: str, const: dict[str, str], data: dict[str, Any],
                  lines: Sequence[frozenset[int]], own: Sequence[frozenset[int]],
                  folder: Path, many: int) -> int:  # fmt: skip
    """Hold both engines against brute force on a tree and on mutants of it.

    Returns:
        Of how many mutants nothing was proved.
    """
    number, unproved = len(game.facts["square"]), 0
    breaker = data["claim"].split()[0]
    for seed in range(many + 1):
        one = mutated(data, seed, number) if seed else data
        folder_of(one, folder)
        given = (data["claim"], path, const)
        roles = {breaker: "kept"}
        found = asked(*given, "replies", folder, roles)
        second = asked(*given, "explicit", folder, roles, count=True)
        begins = replies_source(json.dumps(one).encode(), "kept.json", None).replying(game).board
        brute = Brute(one, lines, own, number)
        lost, stuck = brute.plays(frozenset(), frozenset(), begins.breaker_begins)
        assert second.plays is not None
        maker = next(role for role in game.roles if role != breaker)
        told = second.plays[maker], second.plays.get("stuck", 0)
        assert told == (lost, stuck), one
        assert second.verdict == ("incomplete" if stuck else "refuted" if lost else "proved")
        assert found.verdict in ("proved", "unknown")
        assert seed or found.verdict == "proved"
        assert found.verdict == "unknown" or second.verdict == "proved", one
        unproved += found.verdict == "unknown"
        if found.verdict == "unknown":
            assert "the replies of kept do not hold: " in found.reason
    return unproved


def of_sets(folder: Path, sets: Sequence[frozenset[int]], begins: bool) -> Game:
    """White keeps black from some sets of seven squares, and may begin."""
    path, turns = folder / "sets.pg", "t2 t4 t6" if begins else "t1 t3 t5 t7"
    wins = "\n".join(" ".join(f"s{n}" for n in sorted(one)) for one in sets)
    path.write_text(
        f"#times\nt1 t2 t3 t4 t5 t6 t7\n#blackturns\n{turns}\n"
        f"#positions\ns0 s1 s2 s3 s4 s5 s6\n#blackwins\n{wins}\n"
    )
    return load_game(str(path), {})


def test_mutants_on_a_row(tmp_path: Path) -> None:
    game = load_game("tictactoe", ROW)
    data = without_symmetries(game, 3)
    assert data is not None
    lines = [frozenset(range(first, first + 4)) for first in range(4)]
    assert check_mutants(game, "tictactoe", ROW, data, lines, lines, tmp_path, 6)


@pytest.mark.slow
@given(
    st.lists(st.frozensets(st.integers(0, 6), min_size=3, max_size=3), min_size=4, max_size=8),
    st.booleans(),
)
@examples(8)
def test_mutants_of_replies_in_games_of_sets(
    tmp_path_factory: pytest.TempPathFactory, sets: list[frozenset[int]], begins: bool
) -> None:
    folder = tmp_path_factory.mktemp("sets")
    game = of_sets(folder, sets, begins)
    data = without_symmetries(game, 4)
    if data is not None:
        check_mutants(game, game.name, {}, data, sets, [], folder, 3)


def test_mutants_on_a_necklace(tmp_path: Path) -> None:
    game = of_sets(tmp_path, NECKLACE, begins=False)
    data = without_symmetries(game, 3)
    assert data is not None
    assert check_mutants(game, game.name, {}, data, NECKLACE, [], tmp_path, 6)


def test_mutants_up_to_symmetry(tmp_path: Path) -> None:
    """The tree has a move of each class only: what is said of one is said of all."""
    game = of_sets(tmp_path, NECKLACE, begins=False)
    data, seen = data_of(game), set()
    assert data["symmetries"]
    for seed in range(12):
        folder = folder_of(mutated(data, seed, 7) if seed else data, tmp_path / str(seed))
        found, second, both = (
            asked("white never loses", game.name, {}, engine, folder, {"white": "kept"})
            for engine in ("replies", "explicit", "auto")
        )
        assert found.verdict == "unknown" or second.verdict == "proved"
        assert both.verdict == second.verdict
        seen.add((found.verdict, second.verdict))
        assert seed or seen == {("proved", "proved")}
    assert len(seen) > 1 and {second for _, second in seen} - {"proved"}


def test_certificates_of_positions_know_the_tree_again(
    row: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tree with the same moves, and one more reply that none of its plays come to."""
    file, folder = str(tmp_path / "it.json"), str(tmp_path)
    data = json.loads((row / "tactics" / "kept.json").read_text())
    folder_of(data, tmp_path)
    board = [word for key, value in ROW.items() for word in ("-c", f"{key}={value}")]
    given = ["--o", "kept", *board, "-S", folder, "--engine", "explicit", "--certificate", file]
    assert execute(["prove", "o never loses", *given]) == 0
    assert execute(["verify", file, "--strategy", "-S", folder]) == 0
    assert "What works out a tactic without rules" in capsys.readouterr().out
    data["replies"]["to"].append([6, [0]])
    folder_of(data, tmp_path)
    assert execute(["verify", file, "--strategy", "-S", folder]) == 1
    assert "kept.json is not the file that the certificate was made" in capsys.readouterr().out


def test_a_game_that_is_lost_already(tmp_path: Path) -> None:
    """A line that is complete at the start, and no move to answer: nothing is proved of it."""
    path = tmp_path / "over.pg"
    path.write_text(
        "#times\nt1 t2\n#blackturns\nt1\n#positions\na b c d\n#blackinitials\na b\n"
        "#blackwins\na b\n"
    )
    game = load_game(str(path), {})
    data = {
        "format": "ttt-asp certificate of replies", "version": 1, "game": str(path), "const": {
            name: int(value) for name, value in game.constants.items()
        }, "symmetries": [], "claim": "white never loses", "opening": None, "replies": [],
    }  # fmt: skip
    folder = folder_of(data, tmp_path)
    found = asked("white never loses", str(path), {}, "replies", folder, {"white": "kept"})
    assert (found.verdict, found.stopped) == ("unknown", "")
    assert "a line is complete" in found.reason
