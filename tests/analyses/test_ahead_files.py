"""A pairing after some moves as a strategy: that it never loses is proved from its files."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st
from written_games import Manner, written

from ttt_asp import InputError, prove
from ttt_asp.analyses.ahead.files import Expanded, expand, write_ahead
from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game

Const = dict[str, str]
GDL = Path(__file__).parents[1] / "games" / "gdl"


def board(rows: int, cols: int, line: int) -> Const:
    return {"rows": str(rows), "cols": str(cols), "line": str(line)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("const", "ahead"),
    [
        (board(1, 7, 4), 1),
        (board(2, 7, 4), 2),
        (board(4, 4, 4), 1),
        ({**board(4, 4, 4), "maker_breaker": "1"}, 1),
        (board(3, 6, 4), 0),
    ],
)
def test_the_files_prove_that_it_never_loses(tmp_path: Path, const: Const, ahead: int) -> None:
    game = load_game("tictactoe", const)
    found = find_ahead(game, 3, Deadline())
    assert found.answers == ahead
    files = write_ahead(found, tmp_path, "kept", Deadline())
    assert isinstance(files, list)
    assert len(files) == (5 if ahead else 4) and all(path.is_file() for path in files)
    assert execute(["prove", str(tmp_path / "claims" / "kept.toml")]) == 0
    if ahead != 0:
        engine = prove(
            "o never loses", o="by_kept", const=const, strategies=tmp_path, engine="explicit"
        )
        assert engine.verdict == "proved" and engine.plays


def test_every_position_has_its_reply() -> None:
    """Symmetries are undone: after each first move there is a reply, and after each second."""
    game = load_game("tictactoe", board(2, 8, 4))
    found = find_ahead(game, 3, Deadline())
    assert found.answers == 2 and found.symmetries > 1
    whole = expand(found, Deadline())
    assert isinstance(whole, Expanded) and (0, 0) in whole.begun
    for maker, breaker in whole.begun:
        free = [s for s in range(16) if not (maker | breaker) >> s & 1]
        for move in free:
            reply = whole.replies[maker | 1 << move, breaker]
            assert reply in free and reply != move
            after = maker | 1 << move, breaker | 1 << reply
            ended = any(
                not one.needs & ~after[1] and not one.squares & (after[0] | after[1])
                for one in whole.pairings
            )
            assert ended or after in whole.begun


SETS = st.lists(
    st.frozensets(st.sampled_from("abcdefg"), min_size=2, max_size=4), min_size=3, max_size=7
)


def proved(sets: Iterable[Iterable[str]], folder: Path) -> bool | None:
    """Whether the strategy written for white never loses; None where there is no tree for one."""
    path = folder / "sets.pg"
    wins = "\n".join(" ".join(sorted(one)) for one in sets)
    path.write_text(
        "#times\nt1 t2 t3 t4 t5 t6 t7\n#blackturns\nt1 t3 t5 t7\n"
        f"#positions\na b c d e f g\n#blackwins\n{wins}\n"
    )
    found = find_ahead(load_game(str(path), {}), 3, Deadline())
    if found.verdict != "found":
        return None
    if isinstance(write_ahead(found, folder, "kept", Deadline()), str):
        return None  # no squares are left for a pair
    roles = {"white": "by_kept"}
    return bool(prove("white never loses", roles, game=str(path), strategies=folder))


def test_at_the_end_of_some_plays_no_two_squares_are_free(tmp_path: Path) -> None:
    assert proved(["abc", "abce", "ad", "ef"], tmp_path)


@pytest.mark.slow
@given(SETS)
@examples(6)
def test_strategies_of_random_sets_never_lose(
    tmp_path_factory: pytest.TempPathFactory, sets: list[frozenset[str]]
) -> None:
    assert proved(sets, tmp_path_factory.mktemp("sets")) is not False


def test_names_that_are_taken(tmp_path: Path) -> None:
    found = find_ahead(load_game("tictactoe", board(1, 7, 4)), 1, Deadline())
    (tmp_path / "tactics").mkdir()
    (tmp_path / "tactics" / "replies_of_kept.lp").write_text("suggests(replies_of_kept,x,any).\n")
    with pytest.raises(InputError, match="already"):
        write_ahead(found, tmp_path, "kept", Deadline())
    for name in ("rows", "first", "Name"):
        with pytest.raises(InputError):
            write_ahead(found, tmp_path, name, Deadline())
    write_ahead(found, tmp_path, "other", Deadline())
    with pytest.raises(InputError, match="already"):
        write_ahead(found, tmp_path, "other", Deadline())


def test_the_command_writes_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = ["-c", "rows=1", "-c", "cols=7", "-c", "line=4"]
    out = tmp_path / "mine"
    assert execute(["pairing", *size, "--ahead", "1", "-o", str(out), "--name", "seven"]) == 0
    said = capsys.readouterr().out
    assert f"wrote {out}/tactics/replies_of_seven.lp" in said
    assert f"next: ttt-asp prove {out}/claims/seven.toml" in said
    assert execute(["check", *size, str(out)]) == 0
    capsys.readouterr()
    assert execute(["pairing", "--ahead", "1", "-o", str(tmp_path / "none")]) == 1
    assert "no strategy: the answer is none" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["-c", "rows=5", "-c", "cols=6", "-c", "line=5", "--ahead", "2"], "more than 2,000"),
        (["-g", "first.pg", "--ahead", "2"], "white moves first"),
    ],
)
def test_what_rules_do_not_say_the_certificate_proves(
    given: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """Nothing is written that is not there; with a certificate it is, and is valid."""
    monkeypatch.chdir(tmp_path)
    text = "#times\nt1 t2 t3\n#blackturns\nt2\n#positions\na b c\n#blackwins\na b\nb c\n"
    Path("first.pg").write_text(text)
    done = run("pairing", *given, "-o", "mine")
    assert done.status == 0 and done.out.startswith("found: ")
    assert done.err.startswith("no strategy: ") and why in done.err
    assert "the certificate is the proof (--certificate)" in done.err
    assert not Path("mine").exists()
    done = run("pairing", *given, "-o", "mine", "--certificate", "it.json")
    assert "next: ttt-asp verify it.json" in done.out and not Path("mine").exists()
    assert run("verify", "it.json", "--strategy").status == 0


SEVEN = [f"s{number}" for number in range(7)]


def test_so_do_the_files_of_a_game_of_lines_in_other_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four in a row of seven squares: what is found, proved and checked is as of tictactoe."""
    fours = [SEVEN[start : start + 4] for start in range(4)]
    text = written(SEVEN, {"ann": fours, "bob": fours}, Manner(True, False, True))
    (tmp_path / "row.kif").write_text(text.replace("ann", "Ann-1").replace("bob", "Bob-2"))
    monkeypatch.chdir(tmp_path)
    given = ["-g", "row.kif", "--ahead", "2", "-o", "mine", "--certificate", "c.json"]
    assert execute(["pairing", *given]) == 0
    said = capsys.readouterr().out
    native = find_ahead(load_game("tictactoe", board(1, 7, 4)), 2, Deadline())
    assert native.answers == 1
    assert "found: Bob-2 has a pairing after at most 1 move of its own" in said
    assert execute(["prove", "mine/claims/pairing.toml"]) == 0
    engine = prove(
        "Bob-2 never loses",
        roles={"Bob-2": "by_pairing"},
        game="row.kif",
        strategies="mine",
        engine="explicit",
    )
    assert engine.verdict == "proved"
    assert execute(["verify", "c.json"]) == 0
    said = capsys.readouterr().out
    assert "valid: Bob-2 never loses" in said and "''" not in said
    (tmp_path / "row.kif").rename(tmp_path / "away.kif")  # it only says what roles are called
    assert execute(["verify", "c.json"]) == 0
    assert "valid: bob''2 never loses" in capsys.readouterr().out


def test_a_game_of_lines_in_part_has_no_pairing_after_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert execute(["pairing", "-g", str(GDL / "connect.kif"), "--ahead", "1"]) == 2
    said = capsys.readouterr().err
    assert "is not in every respect a game of lines" in said
    assert "a free square may not be marked" in said
