"""What a tactic's file may not say, and where the message points."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import tactic

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


DIRECTIVES = [
    ("#external trick_e.", "#external"),
    ("#const trick_n = 3.", "#const"),
    ("#show suggests/3.", "#show"),
    ("#show P : role(P).", "#show"),
    (":~ free(C). [1,C]", "#minimize or a weak constraint"),
    ("#program later.", "#program"),
    ("#defined trick_d/1.", "#defined"),
    ("#edge (1,2).", "#edge"),
    ("#heuristic free(C). [1,true]", "#heuristic"),
    ("#project free/1.", "#project"),
    ("#project free(C).", "#project"),
]


@pytest.mark.parametrize(("directive", "name"), DIRECTIVES)
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


@pytest.mark.parametrize(
    ("directive", "word"),
    [
        ("#script (python) import os; os._exit(9) #end.", "#script"),
        ("#script(lua) os.exit(9) #end.", "#script"),
        ('#include "/etc/passwd".', "#include"),
        ("#include <incmode>.", "#include"),
        ("# include <incmode>.", "# include"),
        ("#theory t {}.", "#theory"),
    ],
)
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
RULES = [
    # what could leave a program without the one answer it has to have
    (":- free(C).", f"2:1: error: {CONSTRAINT}"),
    ("#false :- free(C).", f"2:1: error: {CONSTRAINT}"),
    ("not trick_a :- free(C).", "2:1: error: a head has to be an atom"),
    ("1 < 2 :- free(C).", "2:1: error: a head has to be an atom"),
    (
        "trick_odd :- free(C), not trick_odd.",
        "2:27: error: a cycle through negation: trick_odd/0 rests on trick_odd/0",
    ),
    (
        "trick_a :- not trick_b. trick_b :- not trick_a.",
        "2:16: error: a cycle through negation: trick_a/0 rests on trick_b/0",
    ),
    ("trick_a :- not not trick_a.", "2:20: error: a cycle through negation"),
    ("trick_a(X) :- X = #count { C : trick_a(C) }.", "2:32: error: a cycle through negation"),
    ("trick_a :- free(C) : trick_a.", "2:22: error: a cycle through negation"),
    ("{ trick_a(C) : free(C) }.", "2:1: error: a choice is not allowed"),
    ("{ trick_a }.", "2:1: error: a choice is not allowed (a rule's head is one atom)"),
    ("1 { trick_a(C) : free(C) } 1.", "2:1: error: a choice is not allowed"),
    ("#count { C : trick_a(C) : free(C) } = 1.", "2:1: error: an aggregate in a head"),
    ("trick_a ; trick_b :- free(C).", "2:1: error: a disjunction or a condition in a head"),
    ("trick_a(C) : free(C).", "2:1: error: a disjunction or a condition in a head"),
    ("&diff { 1 } <= 2 :- free(C).", "2:1: error: a theory atom is not allowed"),
    ("trick_a :- &diff { 1 } <= 2.", "2:1: error: a theory atom is not allowed"),
    # what redefines the game or other tactics
    ("free(cell(1,1)).", f"2:1: error: free is defined in asp/vocabulary/marks/marks.lp {ALLOWED}"),
    (
        "legal(P,mark(cell(9,9))) :- role(P).",
        f"2:1: error: legal is defined in asp/vocabulary/marks/marking.lp {ALLOWED}",
    ),
    ("wins(x).", f"2:1: error: wins is defined in asp/vocabulary/goals/outcome.lp {ALLOWED}"),
    ("free.", f"2:1: error: free is defined in asp/vocabulary/marks/marks.lp {ALLOWED}"),
    ("true(turn(x)).", f"2:1: error: true is defined in the rules of the frames {ALLOWED}"),
    ("does(x,mark(cell(1,1))).", f"2:1: error: does {HELPER} (call it trick_does)"),
    (
        "recommended(x,mark(cell(1,1))).",
        f"2:1: error: recommended {HELPER} (call it trick_recommended)",
    ),
    ("trickster(1).", f"2:1: error: trickster {HELPER} (call it trick_trickster)"),
    ("trick.", f"2:1: error: trick {HELPER} (call it trick_trick)"),
    (
        "suggests(fork,P,mark(C)) :- role(P), free(C).",
        f"2:1: error: fork is another file's tactic {ALLOWED}",
    ),
    (
        "suggests((trick;fork),P,mark(C)) :- role(P), free(C).",
        f"2:1: error: the tactic has to be named: suggests(trick,...) {ALLOWED}",
    ),
    (
        "suggests(X,P,mark(C)) :- role(P), free(C), X = fork.",
        f"2:1: error: the tactic has to be named: suggests(trick,...) {ALLOWED}",
    ),
    ("suggests(trick,x).", f"2:1: error: suggests has 3 arguments, not 2 {ALLOWED}"),
    # what does not exist
    ("trick_a :- fre(C).", "2:12: error: there is no predicate fre/1 (did you mean free"),
    ("trick_a :- trick_bb(1).", "2:12: error: there is no predicate trick_bb/1 (did you mean"),
    (
        "trick_a :- threatens(P,L).",
        "2:12: error: threatens/2 has the wrong number of arguments (it has 3)",
    ),
    (
        "trick_a :- suggests(frok,x,A).",
        "2:12: error: there is no tactic frok (did you mean fork",
    ),
    (
        "trick_a :- suggests(X,x,A).",
        "2:12: error: the tactic has to be named: suggests(fork,...) (no variables, no pools)",
    ),
    ("trick_a :- suggests(any,x,A).", "2:12: error: there is no tactic any"),
    (
        "trick_a :- does(x,A).",
        "2:12: error: does is not for tactics: they see the present position only",
    ),
    ("trick_a :- not next(F).", "2:16: error: next is not for tactics"),
    ("trick_a :- init(turn(x)).", "2:12: error: init is not for tactics"),
    ("trick_a :- does(x,A,1).", "2:12: error: does is not for tactics"),
    ("trick_a :- reached(3).", "2:12: error: there is no predicate reached/1"),
    ("trick_a :- lemma(x).", "2:12: error: lemma is not for tactics"),
    # what might not end
    ("trick_n(N+1) :- trick_n(N).", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n(f(N)) :- trick_n(N).", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n(M) :- trick_n(N), M = N+1.", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n(M) :- trick_n(N), N+1 = M.", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n(M) :- trick_n(N), M-1 = N.", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    (
        "trick_n(M) :- trick_n(N), 0 < M = N+1.",
        f"2:1: error: this recursion of trick_n/1 {ENDLESS}",
    ),
    ("trick_n(M) :- trick_n(N), M = N..N+1.", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n(N..N+1) :- trick_n(N).", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n((N+1;0)) :- trick_n(N).", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_n(N) :- trick_n(N+1).", f"2:1: error: this recursion of trick_n/1 {ENDLESS}"),
    ("trick_a(N) :- trick_n(N). trick_n(N+1) :- trick_a(N).", "2:27: error: this recursion of"),
    (
        "suggests(trick,P,f(A)) :- suggests(trick,P,A).",
        "2:1: error: this recursion of suggests(trick,...) might never end",
    ),
    # what lifting cannot carry
    ("trick_a(C;D) :- free(C), free(D).", f"2:1: error: {POOL} (put the pool in parentheses"),
    ("trick_a :- free(C;D), square(C), square(D).", f"2:12: error: {POOL}"),
    ("trick_a().", "2:1: error: empty parentheses are not allowed (write trick_a)"),
    ("-trick_a.", f"2:1: error: {SIGN} (use `not`, or a predicate of another name)"),
    ("trick_a :- -free(C), free(C).", f"2:12: error: {SIGN}"),
    ("trick_a :- X = @f(1).", "2:16: error: @-terms are not allowed: they call code"),
    ("trick_a(T) :- free(T).", "2:9: error: the variable T is reserved: it stands for the sit"),
    # what clingo itself refuses
    ("trick_a(X) :- free(C).", "2:9: error: the variable X is unsafe"),
    ("trick_a :- not free(C).", "2:21: error: the variable C is unsafe"),
    ("trick_a :- role(P), 1 < P+1.", "2:25: error: clingo says: operation undefined: (P+1)"),
]


@pytest.mark.parametrize(("rule", "message"), RULES, ids=[rule for rule, _ in RULES])
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

TERMS = [
    ("first(defeat, frok, any)", "x:1:15: error: there is no strategy or tactic frok"),
    ("first((defeat;fork),any)", "x:1:7: error: a pool is not a strategy"),
    ("first(defeat;fork)", "x:1:1: error: a pool is not a strategy"),
    ("first(defeat)", "x:1:1: error: first"),
    ("except(any)", "x:1:1: error: except"),
    ("except(any,fork,any)", "x:1:1: error: except"),
    ("opponent(any,fork)", "x:1:1: error: opponent"),
    ("first", "x:1:1: error: first"),
    ("frist(defeat,any)", "x:1:1: error: "),
    ("first(X,any)", "x:1:7: error: X is not a strategy"),
    ("first(1,any)", "x:1:7: error: 1 is not a strategy"),
    ("first(-fork,any)", "x:1:7: error: -fork is not a strategy"),
    ('first("fork",any)', 'x:1:7: error: "fork" is not a strategy'),
    ("first(defeat,(fork,any))", "x:1:15: error: (fork,any) is not a strategy"),
    ("first(@f,any)", "x:1:7: error: @-terms are not allowed"),
    ('any). #include "/etc/passwd". x(', "x:1:7: error: #include is not allowed"),
    ("any). :- legal(x,A", "x"),
    ("any) :- not legal(x,A", "x"),
    ("first(defeat,any", "x:"),
    ("", "x: error: a strategy is missing"),
    ("opponent(legal_ones)", "x:1:10: error: there is no strategy or tactic legal_ones"),
]


@pytest.mark.parametrize(("term", "message"), TERMS)
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strategy(aa, any). strategy(bb, any).", "aa.lp:1:20: error: a strategy's file has one"),
        ("strategy(bb, any).", "aa.lp:1:1: error: this file has to define aa, but defines bb"),
        ("strategy(aa, X) :- X = any.", "aa.lp:1:1: error: a strategy's file has one fact"),
        ("strategy(X, any).", "aa.lp:1:1: error: a strategy's file has one fact"),
        ("{ strategy(aa, any) }.", "aa.lp:1:1: error: a strategy's file has one fact"),
        (":- strategy(aa, any).", "aa.lp:1:1: error: a strategy's file has one fact"),
        ("tactic(aa, any).", "aa.lp:1:1: error: a strategy's file has one fact"),
        ("strategy(aa,\n  first(any,\n nope)).", "aa.lp:3:2: error: there is no strategy or tac"),
        ("% nothing", "aa.lp: error: a strategy's file has one fact"),
    ],
)
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


@pytest.mark.parametrize(
    "body",
    [
        "marked(Q,C)",  # taken squares
        "C = cell(9,9), role(P)",  # squares that are not on the board
        "C = 1, role(P)",
    ],
)
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


CONSTANTS = [
    ({"rwos": 4}, "const rwos=4: error: asp/games/tictactoe.lp declares no constant rwos (did you"),
    ({"rows": 0}, "const rows=0: error: rows, cols and line must be 1 or more"),
    ({"line": -1}, "const line=-1: error: rows, cols and line must be 1 or more"),
    ({"rows": "cols"}, "const rows=cols: error: rows has to be a number"),
    ({"rows": "a b"}, "const rows=a b: error: a b is not a value"),
    ({"rows": "@f()"}, "const rows=@f(): error: @f() is not a value"),
    ({"rows": "3). p(1"}, "const rows=3). p(1: error: "),
    ({"rows": "1..3"}, "const rows=1..3: error: "),
    ({"rows": '"3"'}, 'const rows="3": error: rows has to be a number'),
    ({"rows": "#sup"}, "const rows=#sup: error: rows has to be a number"),
]


@pytest.mark.parametrize(("const", "message"), CONSTANTS)
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
