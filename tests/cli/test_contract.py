"""What holds of every command: it says what its Python function says, as text and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import Run
from schema import SCHEMA

import ttt_asp
from ttt_asp.cli.commands import COMMANDS, program
from ttt_asp.limits import SEARCH_OPTIONS
from ttt_asp.result import Result

FILLED = "first(defend, center, ?, any)"  # by one of two tactics alone
BEGUN = "x../.o./..x"
FOUR = {"rows": 4, "cols": 4, "line": 4}
TWO = {"rows": 2, "cols": 2, "line": 2}
WIDE = {"rows": 2, "cols": 7, "line": 4}


@dataclass(frozen=True)
class Case:
    """A question at the command line, the same one from Python, and the exit status."""

    words: tuple[str, ...]
    call: Callable[[], Result]
    status: int = 0


def case(call: Callable[[], Result], status: int, *words: str) -> Case:
    return Case(words, call, status)


def sizes(const: dict[str, int]) -> list[str]:
    return [part for name, value in const.items() for part in ("-c", f"{name}={value}")]


CASES = [
    case(lambda: ttt_asp.prove("x never loses", x="first(defend, any)", position=BEGUN), 0,
         "prove", "x never loses", "--x", "first(defend, any)", "--position", BEGUN),
    case(lambda: ttt_asp.prove("o never loses", o="good_for_o", position=BEGUN), 1,
         "prove", "o never loses", "--o", "good_for_o", "--position", BEGUN),
    case(lambda: ttt_asp.prove("x never loses", x="except(any, defend)", const=TWO), 1,
         "prove", "x never loses", "--x", "except(any, defend)", *sizes(TWO)),
    case(lambda: ttt_asp.prove("x never loses", {"x": "good_for_x"}, horizon=3), 3,
         "prove", "x never loses", "-r", "x=good_for_x", "--horizon", "3"),
    case(lambda: ttt_asp.solve("corner_blocks"), 0, "solve", "-g", "corner_blocks"),
    case(lambda: ttt_asp.solve(position="xox/.../...", max_positions=1), 3,
         "solve", "--position", "xox/.../...", "--max-positions", "1"),
    case(lambda: ttt_asp.suggest("first(fork, corner)", BEGUN, "o"), 0,
         "suggest", "first(fork, corner)", "--position", BEGUN, "--as", "o"),
    case(lambda: ttt_asp.explain("x never loses", {"x": "first(defend, edge, any)"},
                                 position=BEGUN), 0,
         "explain", "x never loses", "--x", "first(defend, edge, any)", "--position", BEGUN),
    case(lambda: ttt_asp.odds(o="good_for_o", against="best", position=BEGUN), 0,
         "odds", "--o", "good_for_o", "--against", "best", "--position", BEGUN),
    case(lambda: ttt_asp.identify("first(center, corner)", role="o", pool=["corner", "center"],
                                  position=BEGUN), 0,
         "identify", "first(center, corner)", "--as", "o", "--pool", "corner,center",
         "--position", BEGUN),
    case(lambda: ttt_asp.compare("good_for_o", "careful_o", role="O", position=BEGUN), 0,
         "compare", "good_for_o", "careful_o", "--as", "o", "--position", BEGUN),
    case(lambda: ttt_asp.analogies("fork"), 0, "analogies", "fork"),
    case(lambda: ttt_asp.fill("x never loses", x=FILLED, pool=["corner"]), 0,
         "fill", "x never loses", "--x", FILLED, "--pool", "corner"),
    case(lambda: ttt_asp.fill("o never loses", o="first(?, any)", pool=["edge"], const=TWO), 1,
         "fill", "o never loses", "--o", "first(?, any)", "--pool", "edge", *sizes(TWO)),
    case(lambda: ttt_asp.repair("o never loses", o="first(edge, any)", tactics=["defend"], edits=1,
                                position=BEGUN), 1,
         "repair", "o never loses", "--o", "first(edge, any)", "--pool", "defend", "--edits", "1",
         "--position", BEGUN),
    case(lambda: ttt_asp.exceptions("o never loses", o="first(defend, edge)", position=BEGUN), 0,
         "repair", "o never loses", "--o", "first(defend, edge)", "--exceptions",
         "--position", BEGUN),
    case(lambda: ttt_asp.shorten("o never loses", o="first(defeat, defend, edge, any)",
                                 tactics=["fork"], position=BEGUN), 0,
         "shorten", "o never loses", "--o", "first(defeat, defend, edge, any)", "--pool", "fork",
         "--position", BEGUN),
    case(lambda: ttt_asp.shorten("x never loses", x="first(edge, any)", const=TWO,
                                 tactics=["corner"], by_lines=True), 0,
         "shorten", "x never loses", "--x", "first(edge, any)", *sizes(TWO), "--pool", "corner",
         "--cost", "lines"),
    case(lambda: ttt_asp.steal(), 0, "steal"),
    case(lambda: ttt_asp.steal("corner_blocks", {"misere": 1}), 1,
         "steal", "-g", "corner_blocks", "-c", "misere=1"),
    case(lambda: ttt_asp.steal(const={"misere": 1}, every="rows > 0, cols > 0"), 1,
         "steal", "-c", "misere=1", "--every", "rows > 0, cols > 0"),
    case(lambda: ttt_asp.steal("chomp", bait="eat(cell(2,4))"), 1, "steal", "eat(cell(2,4))"),
    case(lambda: ttt_asp.matrix(["first(defend, any)", "any"], position=BEGUN), 0,
         "matrix", "first(defend, any)", "any", "--position", BEGUN),
    case(lambda: ttt_asp.pairing(), 1, "pairing"),
    case(lambda: ttt_asp.pairing_ahead(2, const=FOUR), 0,
         "pairing", "--ahead", "2", *sizes(FOUR)),
    case(lambda: ttt_asp.pairing_ahead(2, const=WIDE, max_positions=1), 3,
         "pairing", "--ahead", "2", *sizes(WIDE), "--max-positions", "1"),
    case(lambda: ttt_asp.periodic_pairing(2, {"line": 3}), 1,
         "pairing", "--period", "2", "-c", "line=3"),
    case(lambda: ttt_asp.recognise("tictactoe", {"cols": 2, "line": 2}), 0,
         "recognise", "tictactoe", "-c", "cols=2", "-c", "line=2"),
    case(lambda: ttt_asp.same_game("tictactoe", "tictactoe", TWO, TWO), 0,
         "recognise", "tictactoe", *sizes(TWO), "--other", "tictactoe",
         *(word.replace("-c", "--other-const") for word in sizes(TWO))),
    case(lambda: ttt_asp.same_game("tictactoe", "tictactoe", TWO, {**TWO, "line": 1}), 1,
         "recognise", "tictactoe", *sizes(TWO), "--other", "tictactoe",
         *(word.replace("-c", "--other-const") for word in sizes({**TWO, "line": 1}))),
]  # fmt: skip

# The least that can be said to each command.
LEAST = {
    "prove": "x_can_win", "program": "x_can_win", "explain": "x_always_loses --x first(edge,any)",
    "repair": "x_can_win",
    "shorten": "x_can_win", "fill": "x_can_win --x ?", "suggest": "any", "analogies": "any",
    "compare": "any any", "identify": "any --pool corner", "recognise": "tictactoe",
    "show": "tictactoe", "report": "x_can_win",
    "matrix": "any", "verify": "proof.json", "check": "tictactoe",
}  # fmt: skip

# What serves, and what says of each property of a game whether it is known.
NO_ANSWER = {"workbench", "show"}


def least(command: str) -> list[str]:
    """The least that can be said to a command, as words."""
    return [command, *(word.replace("_", " ") for word in LEAST.get(command, "").split())]


def taking(option: str) -> list[str]:
    """The commands that take an option."""
    found = {name: program().get_command(None, name) for name in COMMANDS}
    return [n for n, one in found.items() if any(option in some.opts for some in one.params)]


def timeless(text: str) -> str:
    """Without seconds, and spaces at the ends of lines."""
    text = re.sub(r"\b\d+\.\d{3}\b", "#.###", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def without_seconds(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: without_seconds(one) for key, one in found.items() if key != "seconds"}
    return [without_seconds(one) for one in found] if isinstance(found, list) else found


@pytest.mark.parametrize("asked", CASES, ids=lambda one: " ".join(one.words)[:50])
def test_a_command_says_what_its_function_says(asked: Case, run: Run) -> None:
    result: Any = asked.call()
    done = run(*asked.words)
    assert done.status == asked.status, done
    assert timeless(done.out) == timeless(str(result))
    ElementTree.fromstring(result._repr_html_())  # well-formed, or an error
    found = run(*asked.words, "--json")
    assert found.status == asked.status, found
    said = json.loads(found.out)
    if isinstance(said, dict):
        said.pop("files", None)
    assert without_seconds(said) == without_seconds(json.loads(json.dumps(result.as_json())))


def parts_of(part: Any, below: bool, seen: frozenset[str] = frozenset()) -> Iterator[Any]:
    """A part of the schema with those that it is made of; and what stands below keys, if asked."""
    if name := part.get("$ref", "").rpartition("/")[2]:
        part = {} if name in seen else SCHEMA["definitions"][name]
        seen |= {name}
    yield part
    inner, items = [*part.get("anyOf", ())], part.get("items", {})
    inner += [*part.get("properties", {}).values(), part.get("additionalProperties")] * below
    for one in (*inner, *(items if isinstance(items, list) else [items])):
        if one:
            yield from parts_of(one, below, seen)


def keys_of(definition: str, below: bool = False) -> set[str]:
    """The keys that an answer has; and what stands below these, with texts that are always so."""
    parts = list(parts_of({"$ref": definition}, below))
    texts = {text for one in parts for text in one.get("enum", ()) if below and text}
    return texts.union(*(one.get("properties", {}) for one in parts))


def test_the_docs_name_the_keys_of_the_schema() -> None:
    text = (Path(__file__).parents[2] / "docs/json.md").read_text("utf-8")
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", text, re.M)
    at = [cell for cell, _ in rows].index("command")
    verdict = {name for cell, _ in rows[1:at] for name in re.findall(r"`(\w+)`", cell)}
    assert verdict == keys_of("verdict")
    assert keys_of("blunder") <= {*re.findall(r"`(\w+)`", dict(rows)["`blunder`"])}
    said: dict[str, set[str]] = {}
    for cell, told in rows[at + 1 :]:
        command = (re.findall(r"`(\w+)`", cell) or ["error"])[0]
        said.setdefault(command, set()).update(re.findall(r"`([\w]+)`", told))
    assert said.pop("prove") == {"id", "expect"}
    for command, names in said.items():
        assert keys_of(command) <= names <= keys_of(command, True), command
    assert said.keys() - {"error"} == {*taking("--json")} - {"prove"}


def test_so_does_verify(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    proved = "prove", "x never loses", "--x", "first(defend, any)", "-c", "rows=2", "-c", "cols=2"
    assert run(*proved, "--certificate", path).status == 0
    for strategy in (False, True):
        found = ttt_asp.verify(path, strategy=strategy)
        asked = ("verify", path, *(["--strategy"] if strategy else []))
        assert run(*asked).out == f"{found}\n"
        assert json.loads(run(*asked, "--json").out) == json.loads(json.dumps(found.as_json()))
    path.write_text("{}")
    assert run("verify", path).status == 1
    with pytest.raises(ttt_asp.InputError, match="rejected: "):
        ttt_asp.verify(path)


def test_every_command_that_has_a_function_is_tried() -> None:
    tried = {one.words[0] for one in CASES} | {"verify", "report"}
    assert {name for name in COMMANDS if name in ttt_asp.__all__} == tried


def test_whatever_begins_elsewhere_does_so_from_python_too() -> None:
    functions = [name for name in taking("--position") if name in ttt_asp.__all__]
    # a program is printed, and a game played, at the command line alone
    assert set(taking("--position")) - set(functions) == {"program", "play"}
    for name in [*functions, "walk", "exceptions"]:
        assert "position" in signature(getattr(ttt_asp, name)).parameters


@pytest.mark.parametrize("command", sorted({*taking("--time-limit")} - NO_ANSWER))
def test_without_any_time_it_is_unknown(command: str, run: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    if command == "verify":
        both = "prove", "x can win", "--x", "any", "-c", "rows=2", "-c", "cols=2"
        assert run(*both, "-c", "line=2", "--certificate", proof).status == 0
    words = [str(proof) if word == "proof.json" else word for word in least(command)]
    words += ["-o", str(tmp_path / "page.html")] if command == "report" else []
    done = run(*words, "--time-limit", "0")
    assert done.status == 3, done
    assert "the time limit of 0 s was reached" in done.out + done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("command", sorted({*taking("--game"), "recognise"} - {"check"}))
def test_a_wrong_game_is_an_error_with_its_place(command: str, run: Run) -> None:
    named = command == "recognise"
    words = [command, "tictacto"] if named else [*least(command), "-g", "tictacto"]
    place = "GAME" if named else "--game"
    done = run(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{place}: error: there is no game tictacto")
    assert "did you mean tictactoe?" in done.err


@pytest.mark.parametrize("command", sorted({*taking("--game"), "recognise"} - {"list"}))
def test_ctrl_c_ends_it(command: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ttt_asp.deadline.Deadline.__post_init__", interrupted)
    done = run(*least(command), *([] if command == "recognise" else ["-c", "rows=2"]))
    assert done.status == 130, done


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_every_option(command: str, run: Run) -> None:
    done = run(command, "--help")
    assert (done.status, done.err) == (0, "")
    for one in program().get_command(None, command).params:
        for name in (*one.opts, *one.secondary_opts) if one.param_type_name == "option" else ():
            assert re.search(rf"(?<![\w-]){name}\b", done.out), name


def test_the_docs_name_options_that_there_are() -> None:
    made: list[Any] = [program(), *(program().get_command(None, name) for name in COMMANDS)]
    made += [one for group in made for one in (getattr(group, "commands", None) or {}).values()]
    known = {name for one in made if one for some in one.params for name in some.opts}
    known |= {name for one in made if one for some in one.params for name in some.secondary_opts}
    known |= {"--help", *(f"--{name}" for name in SEARCH_OPTIONS)}
    root = Path(__file__).parents[2]
    for page in (root / "README.md", root / "strategies/README.md", *root.glob("docs/*.md")):
        named = set(re.findall(r"(?<![\w-])--[a-z][\w-]+", page.read_text("utf-8")))
        assert named <= known, page.name


@pytest.mark.parametrize("command", sorted(taking("--json")))
def test_errors_are_json_too(command: str, run: Run) -> None:
    done = run(*least(command), "--no-such-option", "--json")
    assert (done.status, json.loads(done.out)["file"]) == (2, None)
