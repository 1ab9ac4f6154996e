"""What a tactic's file may not say, and where the message points."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import tactic
from tables import tabled

from ttt_asp import InputError, prove

NAME = "trick"
GOOD = "suggests(trick,P,mark(C)) :- role(P), free(C).\n"


def refusal(folder: Path, text: str | bytes, name: str = NAME) -> list[str]:
    """What is said of a tactic's file with that text, one line for each thing wrong."""
    path = folder / "tactics" / f"{name}.lp"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(InputError) as caught:
        prove("x never loses", x=name, strategies=[folder])
    shown = [str(diagnostic) for diagnostic in caught.value.diagnostics]
    return [line.replace(f"{path}:", "") for line in shown]


@tabled()
def test_directives(directive: str, name: str, tmp_path: Path) -> None:
    found = refusal(tmp_path, f"% é\n{GOOD}  {directive}\n")
    assert found[0] == f"3:3: error: {name} is not allowed here (only rules are)"


@pytest.mark.parametrize(
    "directive", ["#minimize { 1,C : free(C) }.", "#maximize { 1 : free(C) }."]
)
def test_optimization(directive: str, tmp_path: Path) -> None:
    found = refusal(tmp_path, GOOD + directive)
    assert found[0].startswith("2:")  # clingo tells the place of the element only
    assert "error: #minimize or a weak constraint is not allowed here" in found[0]


@tabled()
def test_what_reads_files_or_runs_code_is_never_parsed(
    directive: str, word: str, tmp_path: Path
) -> None:
    found = refusal(tmp_path, GOOD + f'%* " *% {directive}\n')
    message = "is not allowed: it reads other files, runs code or changes the syntax"
    assert found == [f"2:9: error: {word} {message}"]


def test_the_same_words_in_comments_and_strings_are_harmless(tmp_path: Path) -> None:
    text = GOOD + '% #script @ T\n%* #include %* T *% @ *%\ntrick_s("#include @f T \\" %*").\n'
    tactic(tmp_path, "trick", text)
    assert prove("x can win", x="trick", strategies=[tmp_path]).verdict == "proved"


CONSTRAINT = "an integrity constraint is not allowed: it would remove plays from the proof"
HELPER = "cannot be defined here: a helper's name starts with the tactic's"
ALLOWED = "(a tactic's file defines suggests(trick,P,ACTION) and helpers trick_...)"
POOL = "a pool over the whole argument list is not allowed"
SIGN = "classical negation is not allowed"
ENDLESS = (
    "might never end: terms could grow in this rule (no functions or arithmetic over variables"
)


@tabled()
def test_rules(rule: str, message: str, tmp_path: Path) -> None:
    found = refusal(tmp_path, GOOD + rule + "\n")
    assert any(line.startswith(message) for line in found), found


def test_columns_count_characters_and_files_are_not_changed(tmp_path: Path) -> None:
    found = refusal(tmp_path, GOOD + '\r\n  %* é∇ *% trick_a("é") :- fre("é").\r\n')
    assert found == [found[0]] and found[0].startswith("3:28: error: there is no predicate fre/1")


def test_all_syntax_errors_of_a_file_are_said(tmp_path: Path) -> None:
    found = refusal(tmp_path, "trick_a :- , free.\ntrick_b(.\n" + GOOD + "trick_c :- X = @f.\n)\n")
    places = [line.split(": error:")[0] for line in found]
    assert places[:2] == ["1:12", "2:9"] and "5:1" in places and "4:16" in places


def test_all_errors_of_a_file_are_said(tmp_path: Path) -> None:
    found = refusal(tmp_path, ":- free(C).\nfree(1).\ntrick_a :- fre(C).\n")
    assert [line.split(": error:")[0] for line in found] == ["1:1", "1:1", "2:1", "3:12"]
    assert "the tactic trick suggests nothing (a rule suggests(trick,P,ACTION) :- ...)" in found[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"% ok\n% \xff\n", "2:3: error: the file is not UTF-8 text"),
        (b"", "error: the file is empty"),
        (b" \n\t\n", "error: the file is empty"),
        (b"% only a comment\n", "1:1: error: the tactic trick suggests nothing"),
        (b"% a\0b", "1:4: error: the file has a NUL character"),
    ],
)
def test_files_that_are_no_tactics(text: bytes, message: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, text)[0].strip().startswith(message)


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    place = tmp_path / "tactics" / "trick.lp"
    place.mkdir(parents=True)
    with pytest.raises(InputError, match="trick.lp: error: this is a directory, not a file"):
        prove("x never loses", x="trick", strategies=[tmp_path])
    place.rmdir()
    place.symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="trick.lp: error: there is no such file"):
        prove("x never loses", x="trick", strategies=[tmp_path])


def test_two_files_of_one_name(tmp_path: Path) -> None:
    tactic(tmp_path, "trick", GOOD)
    (tmp_path / "trick.lp").write_text("strategy(trick, any).")
    with pytest.raises(InputError, match="trick.lp: error: trick is defined by .* already"):
        prove("x never loses", strategies=[tmp_path])


def test_a_tactic_named_like_a_constant(tmp_path: Path) -> None:
    found = refusal(tmp_path, "suggests(line,P,mark(C)) :- role(P), free(C).", "line")
    said = "the tactic line is named like a constant of the game, which would replace it"
    assert found[0].endswith(f"error: {said} (rename the file)")


@pytest.mark.parametrize("name", ["Trick", "my-trick", "1st", "trick.old"])
def test_names_that_are_no_names(name: str, tmp_path: Path) -> None:
    tactic(tmp_path, name, GOOD)
    with pytest.raises(InputError):
        prove("x never loses", x=name, strategies=[tmp_path])


def test_helpers_that_another_tactic_defines(tmp_path: Path) -> None:
    for name in ("trick", "trick_b"):
        text = GOOD.replace("suggests(trick", f"suggests({name}") + "trick_b_c(1).\n"
        tactic(tmp_path, name, text)
    with pytest.raises(InputError, match=r"trick_b.lp:2:1: error: trick_b_c is a name of "):
        prove("x never loses", x="first(trick,trick_b)", strategies=[tmp_path])


def test_negation_between_tactics(tmp_path: Path) -> None:
    for one, other in (("aa", "bb"), ("bb", "aa")):
        text = f"suggests({one},P,A) :- legal(P,A), not suggests({other},P,A).\n"
        tactic(tmp_path, one, text)
    message = r"aa.lp:1:\d+: error: a cycle through negation: suggests\(aa,...\) rests on"
    with pytest.raises(InputError, match=message):
        prove("x never loses", x="aa", strategies=[tmp_path])


# --- compositions -------------------------------------------------------------------------------


@tabled()
def test_terms(term: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        prove("x never loses", x=term)
    assert str(caught.value.diagnostics[0]).startswith(message)


def test_strategies_defined_by_one_another(tmp_path: Path) -> None:
    (tmp_path / "aa.lp").write_text("strategy(aa, first(fork, bb)).")
    (tmp_path / "bb.lp").write_text("strategy(bb, first(any, aa)).")
    (tmp_path / "cc.lp").write_text("strategy(cc, cc).")
    message = r"bb.lp:1:25: error: strategies defined by one another: aa → bb → aa"
    with pytest.raises(InputError, match=message):
        prove("x never loses", x="aa", strategies=[tmp_path])
    with pytest.raises(InputError, match="cc.lp:1:14: error: .*: cc → cc"):
        prove("x never loses", x="cc", strategies=[tmp_path])


@tabled()
def test_files_that_are_no_strategies(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "aa.lp").write_text(text)
    with pytest.raises(InputError) as caught:
        prove("x never loses", x="aa", strategies=[tmp_path])
    assert message in str(caught.value.diagnostics[0])


def test_opponent_of_a_tactic_that_asks_whose_turn_it_is(tmp_path: Path) -> None:
    text = "suggests(trick,P,mark(C)) :- trick_a(P), free(C).\ntrick_a(P) :- mover(P).\n"
    tactic(tmp_path, "trick", text)
    with pytest.raises(InputError, match=r"trick may not depend on whose turn it is"):
        prove("x never loses", x="first(opponent(trick),any)", strategies=[tmp_path])
    assert prove("x can win", x="first(trick,any)", strategies=[tmp_path]).verdict == "proved"


# --- what a proof rests on ------------------------------------------------------------------------


@tabled()
@pytest.mark.parametrize("term", ["trick", "opponent(trick)"])
@pytest.mark.parametrize("claim", ["x never loses", "always tie"])
def test_a_strategy_that_suggests_only_illegal_squares_is_incomplete(
    body: str, claim: str, term: str, tmp_path: Path
) -> None:
    text = f"suggests(trick,P,mark(C)) :- role(P), {body}.\n"
    tactic(tmp_path, "trick", text)
    found = prove(claim, x=term, strategies=[tmp_path])
    assert found.verdict == "incomplete" and found.play is not None
    assert found.play.moves == () and found.boards == (".../.../...",)
    assert found.reason == "x's strategy recommends nothing in the last position"


@pytest.mark.no_cover
@pytest.mark.parametrize("horizon", range(9))
@pytest.mark.parametrize("claim", ["x never loses", "x always wins by move 9", "x never ties"])
def test_a_horizon_shorter_than_the_game_proves_nothing(claim: str, horizon: int) -> None:
    found = prove(claim, x="newell_simon", horizon=horizon)
    assert found.verdict != "proved"
    if horizon < 5:
        assert found.verdict == "unknown" and found.play is not None
        assert found.play.ending == "cut" and len(found.play.moves) == horizon


@pytest.mark.no_cover
@pytest.mark.parametrize("horizon", [9, 10, 30])
def test_a_longer_horizon_changes_nothing(horizon: int) -> None:
    assert prove("x never loses", x="good_for_x", horizon=horizon).verdict == "proved"


@tabled()
def test_constants(const: dict[str, int | str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        prove("x never loses", const=const)
    assert str(caught.value.diagnostics[0]).startswith(message)


@pytest.mark.parametrize(
    "option",
    ["-c", "--const=rows=2", "--project", "--models=0", "--opt-mode=ignore", "--outf=2",
     "--text", "--time-limit=1", "--enum-mode=brave", "--warn=none", "--mode=gringo"],
)  # fmt: skip
def test_clingo_options_that_are_no_options_of_the_search(option: str) -> None:
    with pytest.raises(InputError, match=f"{option} cannot be passed on to clingo"):
        prove("x never loses", x="good_for_x", clingo_options=[option])


@pytest.mark.parametrize(
    "option",
    ["--sat-prepro=2", "--eq=-1", "--loops=no", "--backprop", "--trans-ext=all",
     "--configuration=tweety", "--parallel-mode=2", "--lookahead=atom", "--heuristic=Vsids"],
)  # fmt: skip
def test_options_of_the_search_do_not_change_verdicts(option: str) -> None:
    given, board = [option], {"rows": 2, "line": 2}  # on 3x3 looking ahead takes seconds
    x = "first(defeat, defend, any)"
    assert prove("x never loses", x=x, const=board, clingo_options=given).verdict == "proved"
    assert prove("x never loses", const=board, clingo_options=given).verdict == "refuted"


def test_a_limit_of_clingos_is_unknown() -> None:
    limit = ["--solve-limit=0"]
    found = prove("x never loses", x="careful_o", engine="bounded", clingo_options=limit)
    assert found.verdict == "unknown"
    assert found.reason == "clingo stopped at a limit before the search was over"
