"""Input that once got past the checks, or ended the program in a way it must not end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ttt_asp import prove
from ttt_asp.cli.main import execute
from ttt_asp.errors import InputError
from ttt_asp.lp.scan import blank
from ttt_asp.lp.source import parse

Captured = pytest.CaptureFixture[str]
ALL = "suggests({0},P,mark(C)) :- role(P), free(C).\n"


def tactic(folder: Path, name: str, text: str) -> Path:
    (folder / "tactics").mkdir(parents=True, exist_ok=True)
    path = folder / "tactics" / f"{name}.lp"
    path.write_text(text, "utf-8")
    return path


def test_tactics_of_two_roles_cannot_share_a_helper(tmp_path: Path) -> None:
    """The helper a_b_c is allowed in a.lp and in a_b.lp; together they would change each other."""
    tactic(tmp_path, "a", "suggests(a,P,A) :- legal(P,A), not a_b_c.\na_b_c :- not square(x).\n")
    tactic(
        tmp_path, "a_b", "suggests(a_b,P,A) :- legal(P,A), a_b_c.\na_b_c :- square(cell(1,1)).\n"
    )
    with pytest.raises(InputError, match="a_b_c is a name of .*a.lp already"):
        prove("x never loses", x="a", o="a_b", strategies=[tmp_path])


def test_tactics_of_two_roles_cannot_form_a_cycle(tmp_path: Path) -> None:
    for one, other in (("ping", "pong"), ("pong", "ping")):
        text = f"suggests({one},P,A) :- legal(P,A), not suggests({other},P,A).\n"
        tactic(tmp_path, one, text)
    with pytest.raises(InputError, match="a cycle through negation"):
        prove("x never loses", x="ping", o="pong", strategies=[tmp_path])


def test_a_folders_name_is_no_rule(tmp_path: Path) -> None:
    """The name of a source stands in a comment of the program; a line break must not end it."""
    folder = tmp_path / "n\n:- answer(violated).\n%"
    tactic(folder, "all_of_them", ALL.format("all_of_them"))
    found = prove("x never loses", x="all_of_them", strategies=[folder])
    assert found.verdict == "refuted"


def test_a_folders_name_may_be_no_text(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    tactic(folder, "all_of_them", ALL.format("all_of_them"))
    assert prove("x can lose", x="all_of_them", strategies=[folder]).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        b'p("\\q. #include "FIFO". ").',
        b'p("a\n"). #include "FIFO".',
        b'%* " *% #include "FIFO". %* " *%',
        b'%* %* *% % *%\n*% #include "FIFO".',
        b'p("\\\\"). #include "FIFO". q("").',
        b"#include <incmode>.",
        b'q. #  include "FIFO".',
        b'q. #! %*\n#include "FIFO".',
    ],
)
def test_no_file_is_opened_by_another(text: bytes, tmp_path: Path) -> None:
    """Opening a FIFO that nobody writes to would block for ever."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = (
        "import sys\nfrom ttt_asp.errors import InputError\n"
        "from ttt_asp.lp.source import parse\n"
        "try:\n    parse(sys.stdin.buffer.read(), 'it')\nexcept InputError as e: print(e)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=text.replace(b"FIFO", os.fsencode(fifo)),
        capture_output=True,
        timeout=20,
    )
    assert b"error" in done.stdout, done.stderr


def test_blanking_keeps_lines_and_offsets() -> None:
    text = b'p("a%b").% c\n%* d\n "e" %* f *% *% q("\\"").'
    blanked = blank(text)
    assert len(blanked) == len(text)
    assert blanked.split() == [b"p(", b").", b"q(", b")."]
    assert blanked.count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p :- frée.", "1:8: error: 'é' may stand in comments and strings only"),
        ("\ufeffp.", "1:1: error: a byte order mark"),
        ("p :-\u00a0q.", "1:5: error: '\\xa0' may stand"),
        ("p\x07.", "1:2: error: '\\x07' is no character"),
        ("p(4294967297).", "1:3: error: a number cannot be greater than 2147483647"),
        ("p(0x1FFFFFFFF).", "1:3: error: a number cannot be greater than 2147483647"),
        ("p(" * 200 + ")" * 200 + ".", "more than 100 brackets within one another"),
        ("p(" + "1+" * 50000 + "1).", "a statement of more than 10000 bytes"),
        ("p. " * 400000, "the file is larger than 1000000 bytes"),
    ],
)
def test_what_would_end_the_parser_is_refused_before(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text.encode(), "it")
    assert message in str(caught.value)


@pytest.mark.parametrize("line", ["#!%*", "q. #! x %*", "#!%*%*"])
def test_what_follows_a_comment_of_another_kind_is_seen(line: str) -> None:
    """`#!` begins a line comment; taken for a block comment, what follows was not looked at."""
    for text in ("p(T) :- q(T).", "p(@f).", 'p("\\x").', "p(4294967297).", "p(é)."):
        with pytest.raises(InputError, match="#! is not allowed"):
            parse(f"{line}\n{text}\n".encode(), "it")
    assert parse(b'p("#! %*"). % #! %*\n%* #! *% q.', "it").defined == {("p", 1), ("q", 0)}


def test_long_and_deep_terms_within_the_limits_parse(tmp_path: Path) -> None:
    deep = "f(" * 90 + "1" + ")" * 90
    long = "+".join(["1"] * 4000)
    text = f"suggests(deep,P,A) :- legal(P,A), deep_n({deep}), deep_n({long}).\n"
    path = tactic(tmp_path, "deep", text + f"deep_n({deep}).\ndeep_n({long}).\n")
    assert execute(["check", str(path)]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["prove", "x never loses", "--x", "é"], "<--x>:1:1: error: 'é' may stand in"),
        (
            ["prove", "x never loses", "--x", "first(" * 400 + "any" + ",any)" * 400],
            "more than 100",
        ),
        (["prove", "x never loses", "-c", "rows=é"], "é is not a value"),
        (["prove", "x never loses", "-c", "rows=4294967299"], "a number cannot be greater than"),
        (["prove", "x never loses", "-c", "rows=1,2"], "1,2 is not a value"),
        (["prove", "x can win", "--horizon", "2147483648"], "is not a number of moves from 0 to"),
        (["prove", "x never loses", "--time-limit", "nan"], "nan is not a number of seconds"),
        (["prove", "x never loses", "--", "--configuration=/etc/passwd"], "no configuration"),
        (["suggest", "fork", "--position", "{é}"], "is not a list of fluents"),
        (["suggest", "fork", "--position", "{turn(x), turn(y)}"], "turn(y) is not a fluent"),
    ],
)
def test_odd_options(arguments: list[str], message: str, capsys: Captured) -> None:
    assert execute(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "rule",
    [
        "grow_n(N+1) :- grow_n(N).",
        "grow_n(M) :- grow_n(N), M = N+1.",
        "grow_n(M) :- grow_n(N), not M != N+1.",
        "grow_n(M) :- grow_n(N), M = #sum { N+1 }.",
        "grow_n(M) :- grow_n(N), #sum { N+1 } = M.",
        "grow_n(M) :- grow_n(N), M = N..N+1.",
        "grow_n(N) :- grow_n(N+1).",
        "grow_n(N..N+1) :- grow_n(N).",
        "grow_n(f(N)) :- grow_n(N).",
        "grow_n((N,N)) :- grow_n(N).",
        "grow_n(|N|) :- grow_n(N).",
        "grow_n(M) :- grow_m(N), M = -N.\ngrow_m(N) :- grow_n(N).",
    ],
)
def test_recursion_that_might_build_ever_new_terms(
    rule: str, tmp_path: Path, capsys: Captured
) -> None:
    text = f"suggests(grow,P,A) :- legal(P,A), grow_n(0).\ngrow_n(0).\n{rule}\n"
    assert execute(["check", str(tactic(tmp_path, "grow", text))]) == 2
    assert "might never end: it builds terms" in capsys.readouterr().err


def test_recursion_that_ends_is_allowed(tmp_path: Path) -> None:
    text = (
        "suggests(reach,P,mark(C)) :- role(P), reach_from(cell(1,1),C), free(C).\n"
        "reach_from(C,C) :- square(C).\n"
        "reach_from(C,D) :- reach_from(C,E), line(L), part_of(E,L), part_of(D,L), win_length(K),\n"
        "                   threatens(x,L,K-1).\n"
    )
    assert execute(["check", str(tactic(tmp_path, "reach", text))]) == 0


def test_a_strategy_that_doubles_at_every_step_is_refused(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "d0.lp").write_text("strategy(d0, any).\n")
    for n in range(1, 25):
        (tmp_path / f"d{n}.lp").write_text(f"strategy(d{n}, either(d{n - 1}, d{n - 1})).\n")
    assert execute(["prove", "x never loses", "-S", str(tmp_path), "--x", "d24"]) == 2
    assert "more than 10000 parts" in capsys.readouterr().err


def test_what_is_no_file_is_not_read(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "tactics").mkdir()
    os.mkfifo(tmp_path / "tactics" / "pipe.lp")
    (tmp_path / "tactics" / "loop.lp").symlink_to("loop.lp")
    os.mkfifo(tmp_path / "pipe.toml")
    for arguments, message in (
        (["prove", "x never loses", "--x", "pipe"], "not a regular file"),
        (["prove", "x never loses", "--x", "loop"], "symbolic links"),
        (["prove", str(tmp_path / "pipe.toml")], "not a regular file"),
    ):
        assert execute([*arguments, "-S", str(tmp_path)]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000])
def test_toml_that_python_cannot_read(text: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(text)
    assert execute(["prove", str(path)]) == 2
    assert f"{path}: error: the file cannot be read as TOML" in capsys.readouterr().err


def test_a_role_is_not_given_two_strategies() -> None:
    with pytest.raises(InputError, match="x is given two strategies"):
        prove("x never loses", {"x": "any"}, x="good_for_x")


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_errors(redirection: str) -> None:
    for arguments, status in (("list games", 0), ("prove foo", 2)):
        line = f"{sys.executable} -m ttt_asp {arguments} {redirection}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr


def test_memory_that_runs_out_is_unknown() -> None:
    line = (
        f"ulimit -v 900000; {sys.executable} -m ttt_asp prove 'x never loses' "
        "-c rows=60 -c cols=60 --engine bounded --time-limit 60"
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr
    assert "memory ran out" in done.stdout


def test_what_nobody_foresaw_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr("ttt_asp.engines.answer.read", lambda *_: 1 / 0)
    assert execute(["prove", "x never loses"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("internal error: ZeroDivisionError: division by zero (")
    assert err.count("\n") == 1


MOVING = """%*! x moves, then o; x wins with a. *%
role(x). role(o).
base(turn(P)) :- role(P).
base(did(a)). base(did(b)). base(over).
init(turn(x)).
legal(P,(a;b)) :- true(turn(P)).
next(did(A)) :- does(x,A).
next(did(A)) :- true(did(A)).
next(turn(o)) :- true(turn(x)).
next(over) :- true(turn(o)).
terminal :- true(over).
goal(x,100) :- true(did(a)).
goal(x,0) :- not true(did(a)).
goal(o,0) :- true(did(a)).
goal(o,100) :- not true(did(a)).
"""


@pytest.mark.parametrize(
    "rule",
    [
        "terminal :- does(x,b).",
        "terminal :- moved(b).\nmoved(A) :- does(P,A).",
        "terminal :- next(did(b)).",
        "legal(P,c) :- true(turn(P)), not next(did(b)).",
        "goal(x,1) :- does(P,A).",
    ],
)
def test_no_play_vanishes_with_a_move_that_decides_whether_play_goes_on(
    rule: str, tmp_path: Path, capsys: Captured
) -> None:
    """Such a move had no answer set, and x, who could play b too, always won."""
    path = tmp_path / "moving.lp"
    path.write_text(MOVING + rule + "\n")
    for engine in ("bounded", "explicit"):
        assert execute(["prove", "x always wins", "-g", str(path), "--engine", engine]) == 2
        assert "may not rest on the move that is made" in capsys.readouterr().err


def test_nobody_sees_the_move_that_is_made(tmp_path: Path, capsys: Captured) -> None:
    """Nor does a tactic through a helper of the game's, for which only next may ask."""
    path = tmp_path / "moving.lp"
    path.write_text(MOVING + "moved(P,A) :- does(P,A).\nnext(did(A)) :- moved(x,A).\n")
    tactic(tmp_path, "seer", "suggests(seer,P,A) :- legal(P,A), not moved(P,b).\n")
    question = ["prove", "x always wins", "-g", str(path), "-S", str(tmp_path)]
    assert execute(question) == 1
    assert execute([*question, "--x", "seer", "--no-cross-check"]) == 2
    assert "moved is not for tactics: it rests on the move" in capsys.readouterr().err
    (tmp_path / "lemmas").mkdir()
    (tmp_path / "lemmas" / "seen.lp").write_text("lemma(seen) :- not moved(x,b).\n")
    assert execute([*question, "--engine", "induction", "-L", "seen"]) == 2


def test_what_is_asked_is_no_square(tmp_path: Path, capsys: Captured) -> None:
    """`ask` is a constant of generated programs: there a square `ask` was the square `play`."""
    path = tmp_path / "squares.lp"
    path.write_text("winning_set(w). part_of((ask;play),w).\n")
    assert execute(["prove", "x always wins", "-g", str(path), "--no-cross-check"]) == 2
    assert ":1:26: error: ask is a word of generated programs" in capsys.readouterr().err
    path.write_text("#const name = c.\nwinning_set(w). part_of((name;play),w).\n")
    question = ["prove", "x always wins", "-g", str(path), "--no-cross-check"]
    assert execute(question) == 1
    assert execute([*question, "-c", "name=ask"]) == 2
    tactic(tmp_path, "ask", ALL.format("ask"))
    assert execute(["prove", "x never loses", "-S", str(tmp_path), "--x", "ask"]) == 2
    path = tmp_path / "squares.pg"
    lines = ["#times", "t1 t2", "#blackturns", "t1", "#positions", "ask play", "#blackwins"]
    path.write_text("\n".join([*lines, "ask play", ""]))
    assert execute(["prove", "black always wins", "-g", str(path), "--no-cross-check"]) == 1


@pytest.mark.parametrize(
    ("rule", "predicate"),
    [
        ("base(did(c)) :- true(over).", "base"),
        ("init(did(a)) :- not legal(x,a).", "init"),
        ("role(z) :- true(over).", "base"),
        ('invalid("never") :- true(over).', "invalid"),
        ("horizon(5) :- true(over).", "horizon"),
        ("to_move(turn(P),P) :- true(turn(P)).", "to_move"),
    ],
)
def test_what_a_game_is_made_of_does_not_depend_on_the_position(
    rule: str, predicate: str, tmp_path: Path, capsys: Captured
) -> None:
    """Such rules were taken for no rules: plays began with the empty position, say."""
    path = tmp_path / "moving.lp"
    path.write_text(f"{MOVING}{rule}\n")
    assert execute(["prove", "x never loses", "-g", str(path), "--engine", "explicit"]) == 2
    assert f"error: {predicate} may not depend on the position" in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_only_roles_act(engine: str, tmp_path: Path) -> None:
    """z, who is no role, made one move in plays of one engine, all at once in the other's."""
    path = tmp_path / "moving.lp"
    path.write_text(f"{MOVING}legal(z,(a;b)) :- true(turn(x)).\nnext(did(a)) :- does(z,a).\n")
    found = prove("x can lose", game=str(path), engine=engine)
    assert found.verdict == "proved"
    assert found.play is not None
    assert [move.role for move in found.play.moves] == ["x", "o"]


@pytest.mark.parametrize("rounds", ["2147483648", "2147483649", "1073741824", "1001"])
def test_a_number_of_rounds_that_wraps_around_proves_nothing(rounds: str, capsys: Captured) -> None:
    """Of 2^31 rounds of two moves clingo saw situations 0..0: nothing was asked, and all proved."""
    question = ["o never loses", "--engine", "induction", "--rounds", rounds, "--no-find-lemmas"]
    assert execute(["prove", *question]) == 2
    assert f"{rounds} is not a number of rounds from 1 to 1000" in capsys.readouterr().err
    assert execute(["program", *question[:-1]]) == 2


def test_lemmas_for_a_game_that_is_over_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "over.lp"
    path.write_text("winning_set(w). part_of((1..2),w). square(1..6). init(marked(x,1..2)).\n")
    for claim, verdict in (("o never wins", "proved"), ("x never wins", "refuted")):
        found = prove(claim, game=str(path), engine="induction", find_lemmas=True)
        assert found.verdict == verdict
