"""No word of a frame means anything in a game: named like one, all is as with other names.

Programs are held to one another by how many atoms and rules clingo makes of them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import tactic, written
from jinja2 import Template
from tables import contents

import ttt_asp
from ttt_asp import InputError
from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.comparing.analogies import analogy_program
from ttt_asp.extensions.comparing.named_elements import element_program
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.pairings.stealing import stealing_program
from ttt_asp.extensions.recognition.same_game_program import (
    ComparedMoment,
    GameMap,
    map_program,
    move_program,
    side_by_side,
)
from ttt_asp.programs.program import Program, open_program, play_program
from ttt_asp.strategies.terms import OPERATORS
from ttt_asp.verdict import Move

ASP = Path(__file__).resolve().parents[2] / "asp"
# A constant by which programs are asked questions; a name that is refused.
ASK = "ask"
KINDS = ("roles", "fluents", "actions", "tactics")


def code(text: str) -> str:
    """A template without comments, and without what Jinja reads."""
    return re.sub(r"%\*.*?\*%|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|%[^\n]*", "", text, flags=re.DOTALL)


def words(*files: str) -> list[str]:
    """The names in templates: constants, predicates, and what stands in their places."""
    found: set[str] = set()
    for file in files:
        text = code((ASP / file).read_text("utf-8"))
        found |= set(re.findall(r"(?<![\w#])[a-z]\w*", text))
    return sorted(found - {*OPERATORS, "any", "not", "noop"})  # these mean something to users


@dataclass
class Ground(clingo.Observer):
    """Counts rules by their kind."""

    rules: dict[tuple[object, ...], int] = field(default_factory=dict)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        kind = choice, len(head), len(body)
        self.rules[kind] = self.rules.get(kind, 0) + 1


def size(program: Program) -> tuple[Mapping[str, int], Mapping[tuple[object, ...], int]]:
    """How many atoms of each predicate, and how many rules of each kind, clingo makes."""
    control, ground = clingo.Control(["--warn=none"]), Ground()
    control.register_observer(ground)
    control.add("base", [], program.text)
    control.ground()
    atoms: dict[str, int] = {}
    for name, arity, _ in control.symbolic_atoms.signatures:
        known = f"{name}/{arity}" if "__" not in name else "a node"
        atoms[known] = atoms.get(known, 0) + len(
            list(control.symbolic_atoms.by_signature(name, arity))
        )
    return atoms, ground.rules


# --- games in which everything has a name that is given -----------------------------------------

Names = Mapping[str, Sequence[str]]
# Of four things one is taken at a time; there are many ways to do so, and many fluents.
TAKING = "taking"
# Lines of two squares.
LINES = "lines"
# The first, with names for some fluents.
NAMED = f"{TAKING} named"


def problem_of(names: Names, folder: Path, game: str) -> Problem:
    """Everybody plays a list of all tactics; the first role never loses."""
    parts = [contents(f"programs/frames_{part}.lp.j2") for part in game.split()]
    text = Template("".join(parts)).render(names)
    path = written(folder / "game.lp", text)
    for name, word in zip(names["tactics"], names["actions"], strict=True):
        done = word if TAKING in game else f"mark({word})"
        holds = f"true({names['fluents'][0]})" if TAKING in game else f"free({word})"
        tactic(folder, name, f"suggests({name},P,{done}) :- legal(P,{done}), {holds}.")
    listed = f"first(either({', '.join(names['tactics'])}), any)"
    roles = names["roles"]
    question = Question(f"{roles[0]} never loses", dict.fromkeys(roles[:2], listed), path,
                        folders=(folder,))  # fmt: skip
    return read(question, Deadline())


# --- the frames ---------------------------------------------------------------------------------


def place_of(frame: str) -> str:
    """Where a frame stands in asp/: in the kernel's folder, or in an extension's."""
    (path,) = ASP.glob(f"*/{frame}.lp.j2")
    return str(path.relative_to(ASP))


def induction(problem: Problem, names: Names) -> Program:
    fluent, role = names["fluents"][0], names["roles"][0]
    clauses = [[(True, fluent)], [(False, f"turn({role})"), (True, f"{fluent}(1)")],
               [(True, f"says({names['tactics'][0]},{role})")]]  # fmt: skip
    return round_program(problem, 1, problem.lemmas, clauses)


def bait(problem: Problem, names: Names) -> Program:
    return stealing_program(free_play(problem.game), f"{names['actions'][0]}(1)")


def mapped(problem: Problem, names: Names) -> Program:
    moves = [Move(role, a) for role in names["roles"] for a in names["actions"]]
    first = [ComparedMoment(True, moves[0], tuple(moves[:9]), False, {}),
             ComparedMoment(False, None, (), True, dict.fromkeys(names["roles"], 50))]  # fmt: skip
    return map_program(problem.game, problem.game, moves, first)


def beside(problem: Problem, names: Names) -> Program:
    moves = [Move(r, a) for r in names["roles"] for w in names["actions"] for a in (w, f"{w}(1)")]
    by = GameMap({r: r for r in names["roles"]}, {m: m for m in moves})
    couples = [(f"a({f})", f"b({f})") for f in names["fluents"]]
    return move_program(side_by_side(problem.game, problem.game, by, couples))


def alone(problem: Problem, names: Names) -> Program:
    role = names["roles"][0]
    return element_program(problem.game, role, problem.strategies[role])


def analogy(problem: Problem, names: Names) -> Program:
    role = names["roles"][0]
    return analogy_program(problem.game, role, problem.strategies[role])


@dataclass(frozen=True)
class Frame:
    """How a program of some frames is made, of which game, and whether it may have many roles."""

    files: str
    make: Callable[[Problem, Names], Program]
    game: str = TAKING
    many: bool = True

    def words(self) -> list[str]:
        common = COMMON if self.files == "play" else []
        return words(*common, *map(place_of, self.files.split()))


# What stands beside every frame.
COMMON = ["operators.lp.j2", "operator.lp.j2", "claim.lp.j2", "progress.lp"]
FRAMES = [
    Frame("play", lambda p, _: play_program(p, 4)),
    Frame("position", lambda p, _: open_program(p)),
    Frame("round proof ending candidates", induction),
    Frame("bait any_position", bait, many=False),
    Frame("same_game played", mapped),
    Frame("side_by_side one_move", beside, many=False),
    Frame("extra_mark mirror never_hurts", lambda p, _: stealing_program(p), LINES, False),
    Frame("analogy elements", analogy, LINES, False),
    Frame("alone", alone, NAMED),
]
# In these stand names of tactics, and nothing else of the user's.
OF_TACTICS = "fill repair exceptions identify invent"


def neutral(number: int) -> dict[str, list[str]]:
    return {kind: [f"q{kind[0]}{i:03}" for i in range(number)] for kind in KINDS}


def test_these_are_all_frames() -> None:
    named = {name for frame in FRAMES for name in frame.files.split()} | {*OF_TACTICS.split()}
    # in these folders of asp/ every template of rules is a frame, or a part of one
    folders = ("frames", "comparing", "induction", "pairings", "synthesis")
    frames = {path for folder in folders for path in ASP.glob(f"{folder}/*.lp.j2")}
    found = {path.name.partition(".")[0] for path in frames}
    assert found < named
    assert all((ASP / f"recognition/{name}.lp.j2").exists() for name in named - found)


@pytest.mark.slow  # every word of every frame
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.files)
def test_words_of_a_frame_are_names_like_others(frame: Frame, tmp_path: Path) -> None:
    given = frame.words()
    refused = 0
    for kind in KINDS if ASK in given else ():
        names = neutral(2)
        names[kind][0] = ASK
        try:
            program = frame.make(problem_of(names, tmp_path / kind, frame.game), names)
        except InputError as error:
            refused += 1
            assert error.diagnostics[0].message.startswith("ask is a word of generated programs")
            assert error.diagnostics[0].location
        else:  # what others play is not in every program
            assert kind == "tactics" and f"suggests({ASK}" not in program.text
    assert refused >= 3 or ASK not in given
    given = [word for word in given if word != ASK]
    few, plain = neutral(2), neutral(len(given))
    twos = [given[i : i + 2] for i in range(0, len(given) - 1, 2)]
    if frame.many:
        compared = [(plain, dict.fromkeys(KINDS, given))]
    else:
        two = {"roles": few["roles"]}
        compared = [(plain | two, dict.fromkeys(KINDS, given) | two)]
        compared += [(few, few | {"roles": roles}) for roles in twos]
    sizes: dict[int, object] = {}
    for number, both in enumerate(compared):
        for names in both:
            if id(names) not in sizes:
                problem = problem_of(names, tmp_path / f"{number}{len(sizes)}", frame.game)
                sizes[id(names)] = size(frame.make(problem, names))
        assert sizes[id(both[0])] == sizes[id(both[1])], both[1]["roles"]


def test_words_are_tactics_like_others_to_be_found(tmp_path: Path) -> None:
    """A tactic called `shortest` was a constant, 0, and 0 is an empty hole."""
    given = words(*map(place_of, OF_TACTICS.split()))
    assert {"fill", "suggests", "by", "of", "situation", "edit", "overrule"} <= {*given}
    given += ["shortest", "edits"]
    found = []
    for names in (given, [f"q{number:03}" for number in range(len(given))]):
        folder = tmp_path / names[0]
        for number, name in enumerate(names):
            act, left = f"take({number % 3 + 1})", number % 2 + 2
            rule = f"suggests({name},P,{act}) :- role(P), true(left({left}))."
            tactic(folder, name, rule)
        asked: dict[str, Any] = {"game": "pick_up_bricks", "const": {"bricks": 2}}
        asked["strategies"] = [folder]
        some = ttt_asp.fill("x always wins", x="first(?, any)", pool=names, every=True, **asked)
        best = ttt_asp.fill("x always wins", x="first(..., any)", pool=names, lines=1,
                            shortest=True, **asked)  # fmt: skip
        mended = ttt_asp.repair("x always wins", x=f"first({names[0]}, any)", pool=names[1:],
                                edits=1, **asked)  # fmt: skip
        found.append((some.number, best.answer, best.cost, mended.answer))
    won = sum(number % 6 == 4 for number in range(len(given)))
    assert found == 2 * [(won, "filled", 1, "repaired")]
