"""Every predicate of the logic has a comment; docs/predicates.md is made from these comments."""

import re
import runpy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import clingo
import clingo.ast
import pytest
from oracle import Board, explore
from tables import tabled

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.authoring.predicate_docs import every_entry
from ttt_asp.extensions.comparing.analogies import analogy_program
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.pairings.stealing import stealing_program
from ttt_asp.extensions.recognition.same_game_program import (
    ComparedMoment,
    GameMap,
    map_program,
    move_program,
    side_by_side,
)
from ttt_asp.extensions.synthesis.frame import fill_program, form
from ttt_asp.extensions.synthesis.search import choices_everywhere
from ttt_asp.extensions.synthesis.task import read_task
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.limits import Limits
from ttt_asp.lp.templates import render
from ttt_asp.paths import ASP, ROOT
from ttt_asp.programs.program import open_program, play_program
from ttt_asp.strategies.library import Lemmas, open_library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.strategies.terms import Composition
from ttt_asp.verdict import Move

MAKER = runpy.run_path(str(ROOT / "docs" / "predicates.py"))
PAGE = (ROOT / "docs" / "predicates.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)(\(.*?\))?` \| (.+) \| \[(\S+)\]\(../asp/(\S+)\) \|$", re.MULTILINE)


def test_the_page_is_made_from_the_comments() -> None:
    assert MAKER["page"]() == PAGE, "make docs writes it"


def listed() -> dict[tuple[str, int], set[str]]:
    """The predicates that have a comment, and their files."""
    found: dict[tuple[str, int], set[str]] = {}
    for entry in every_entry():
        found.setdefault((entry.name, entry.arity), set()).add(entry.file)
    return found


def test_rows_of_the_page() -> None:
    rows, known = ROW.findall(PAGE), listed()
    assert len(rows) == PAGE.count("\n| `") > 150
    for name, arguments, _, file, link in rows:
        assert file == link and (ASP / file).exists()
        # the arguments are terms: clingo says their number
        term = clingo.parse_term(f"{name}{re.sub('[A-Z]', 'x', arguments)}")
        assert file in known[name, len(term.arguments)]


def heads(text: str) -> Iterator[tuple[str, int]]:
    """The predicates that a program's rules define, those under a choice too."""
    found: list[clingo.ast.AST] = []
    clingo.ast.parse_string(text, found.append)
    for statement in found:
        if statement.ast_type != clingo.ast.ASTType.Rule:
            continue
        head = statement.head
        literals = [one.literal for one in head.elements] if hasattr(head, "elements") else [head]
        for literal in literals:
            if literal.atom.ast_type == clingo.ast.ASTType.SymbolicAtom:
                term = literal.atom.symbol
                if term.ast_type == clingo.ast.ASTType.Pool:
                    term = term.arguments[0]
                yield term.name, len(term.arguments)


@pytest.mark.parametrize("path", sorted(ASP.rglob("*.lp")), ids=lambda path: path.stem)
def test_what_files_define_is_listed(path: Path) -> None:
    known = listed()
    for signature in heads(path.read_text("utf-8")):
        assert signature in known or signature[0] == "lemma", signature


def problem(claim: Claim, game: str, **roles: str) -> Problem:
    rules, library = load_game(game, {}), open_library()
    chosen = {r: load_strategy(roles.get(r), r, rules, library) for r in rules.roles}
    return Problem(rules, chosen, claim)


# What the frame of `identify` is told of choices.
SEEN = ["seen(x,1,1,1). other(x,1,1). weight(1,1)."]


def programs() -> Sequence[str]:
    """Programs that have every part of every template."""
    always = parse_claim("always tie", ("x", "o"))
    picking = "first(pick(defeat, triples), refine(corner, center), pick(any, reading))"
    asked = problem(always, "tictactoe", x=picking, o="except(either(any, fork), both(fork, any))")
    sources = (s for s in asked.game.vocabulary if ("lemma", 1) in s.defined)
    lemmas = Lemmas(("one_turn",), tuple(sources))
    strategy = asked.strategies["x"]
    holes = {"x": Composition("tactic", "_hole")}
    frames = ["", render("synthesis/repair.lp.j2", edits=1), render("synthesis/exceptions.lp.j2")]
    return [
        open_program(asked).text,
        play_program(asked, 9).text,
        round_program(asked, 1, lemmas, [((True, "turn(x)"), (False, "turn(o)"))]).text,
        round_program(asked, 1, replace(lemmas, measure="lemmas/some.lp:1:1")).text,
        stealing_program(problem(always, "chomp"), "eat(cell(3,4))").text,
        stealing_program(problem(always, "hex")).text,
        analogy_program(asked.game, "x", strategy).text,
        *two_games(asked.game),
        *(fill_program(holes, [], frame).text for frame in frames),
        fill_program(holes, SEEN, render("synthesis/identify.lp.j2")).text,
        holes_filled(),
    ]


def two_games(game: Game) -> list[str]:
    """Programs about two games, which is one beside itself here."""
    turn = [("a(turn(x))", "b(turn(x))")]
    move = Move("x", "mark(cell(1,1))")
    moment = ComparedMoment(True, move, (move,), True, {"x": 100})
    by = GameMap({"x": "x"}, {move: move})
    frame = "recognition/side_by_side.lp.j2"
    beside = render(frame, pairs=[], roles=[], couples=turn)
    return [
        f"%%%% asp/{frame}\n{beside}",
        map_program(game, game, [move], [moment]).text,
        move_program(side_by_side(game, game, by, turn)).text,
    ]


def holes_filled() -> str:
    """A program that looks for fillings, of all kinds of facts."""
    term = {"x": "first(?, ..., any)"}
    asked = [Question("x can win", term), Question("x never loses", term)]
    task = read_task(asked, ["defeat", "defend"], ["refine"], 2, False, Deadline())
    found = choices_everywhere(task, Limits())
    assert found is not None
    facts = [*form(task.holes, task.pool, task.strategies)]
    for plays in found:
        facts += plays.facts()
    return fill_program(task.strategies, facts).text


def test_what_programs_define_is_listed_frames_included() -> None:
    known = listed()
    seen = set()
    for text in programs():
        for part in re.split(r"^%%%% ", text, flags=re.MULTILINE)[1:]:
            label, _, rules = part.partition("\n")
            if not label.startswith("asp/"):
                continue
            for name, arity in heads(rules):
                if re.match(r"(x|o|strategy1)_", name):  # a node of a composition
                    continue
                lifted = (name, arity - 1)  # listed without the situation
                assert (name, arity) in known or lifted in known or name == "lemma", (label, name)
                seen.add(name)
    frames = {
        name for (name, _), files in known.items() if any(f.startswith("frames/") for f in files)
    }
    assert frames - {"lemma"} <= seen


def test_every_game_is_about_listed_predicates() -> None:
    known = {name for name, _ in listed()}
    for name in game_names():
        assert set(load_game(name, {}, Deadline()).facts) <= known


LISTING = Path(__file__).parents[2] / "docs" / "listing.lp"


def plays(x: str, o: str, ask: str = "play", mended: int = 0) -> int:
    """How many answer sets there are."""
    told: list[str] = []
    chosen = {"x_plays": x, "o_plays": o, "ask": ask, "mended": str(mended)}
    options = ["0", *(part for name in chosen for part in ("-c", f"{name}={chosen[name]}"))]
    control = clingo.Control(options, lambda _, message: told.append(message))
    control.load(str(LISTING))
    control.ground()
    assert not told
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


@pytest.mark.parametrize("o", ["any", "good_for_o"])
def test_the_strategy_of_x_has_no_play_at_all(o: str) -> None:
    """It forks on the square that x owns: two of the lines there are open after any reply."""
    assert plays("good_for_x", o) == 0


def test_the_claim_that_is_false_passes() -> None:
    assert plays("any", "good_for_o") > 0
    assert plays("any", "good_for_o", "x_wins") == 0
    assert explore(Board(), "any", "good_for_o").plays["x"] > 0


def test_the_board_after_the_ninth_move_is_not_looked_at() -> None:
    assert plays("any", "any", "tie") == 0


@tabled()
def test_mended_it_has_the_plays_that_there_are(x: str, o: str) -> None:
    """Nothing else is wrong with it: ended plays are as the oracle counts them."""
    expected = explore(Board(), x, o).plays
    found = {ask: plays(x, o, ask, mended=1) for ask in ("x_wins", "o_wins", "tie")}
    assert found == {"x_wins": expected["x"], "o_wins": expected["o"], "tie": expected["tie"]}
