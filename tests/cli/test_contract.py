"""What holds of every command: it says what its Python function says, as text and as JSON."""

import json
import re
import shlex
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from inspect import Signature, isfunction, signature, unwrap
from math import inf, nan
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import Run
from schema import SCHEMA
from tables import DATA, constant, tabled, tables

import ttt_asp
from ttt_asp.api.groups import signature_of
from ttt_asp.cli.execution import program
from ttt_asp.errors import InputError
from ttt_asp.extension import commands
from ttt_asp.extensions.python.public import EXAMPLES, check_arguments, example
from ttt_asp.limits import SEARCH_OPTIONS

# The least that can be said to each command.
LEAST: dict[str, str] = constant(__file__, "LEAST")
# What serves, and what says of each property of a game whether it is known.
NO_ANSWER = {"workbench", "show"}
STATUSES = {"yes": 0, "no": 1, "unknown": 3}


def least(command: str) -> list[str]:
    """The least that can be said to a command, as words."""
    return [command, *shlex.split(LEAST.get(command, ""))]


def taking(option: str) -> list[str]:
    """The commands that take an option."""
    found = {name: program().get_command(None, name) for name in commands()}
    return [n for n, one in found.items() if any(option in some.opts for some in one.params)]


def timeless(text: str) -> str:
    """Without seconds, and spaces at the ends of lines."""
    text = re.sub(r"\b\d+\.\d{3}\b", "#.###", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def without_seconds(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: without_seconds(one) for key, one in found.items() if key != "seconds"}
    return [without_seconds(one) for one in found] if isinstance(found, list) else found


@tabled()
def test_a_command_says_what_its_function_says(
    words: str, function: str, given: list[Any], named: dict[str, Any], status: int, run: Run
) -> None:
    if "--every" in words:
        pytest.importorskip("z3")
    result: Any = getattr(ttt_asp, function)(*given, **named)
    done = run(*shlex.split(words))
    assert done.status == status == STATUSES[result.status], done
    assert timeless(done.out) == timeless(str(result))
    ElementTree.fromstring(result._repr_html_())  # well-formed, or an error
    assert len(repr(result)) <= 200 and "\n" not in repr(result)
    found = run(*shlex.split(words), "--json")
    assert found.status == status, found
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
    with pytest.raises(InputError, match="rejected: "):
        ttt_asp.verify(path)


def test_every_command_that_has_a_function_is_tried() -> None:
    rows = tables(DATA / "cli/test_contract.toml")["test_a_command_says_what_its_function_says"]
    tried = {row[0].split()[0] for row in rows["rows"]} | {"verify", "report"}
    assert {name for name in commands() if name in ttt_asp.__all__} == tried


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


@pytest.mark.parametrize("command", commands())
def test_help_names_every_option(command: str, run: Run) -> None:
    done = run(command, "--help")
    assert (done.status, done.err) == (0, "")
    for one in program().get_command(None, command).params:
        for name in (*one.opts, *one.secondary_opts) if one.param_type_name == "option" else ():
            assert re.search(rf"(?<![\w-]){name}\b", done.out), name


def test_the_docs_name_options_that_there_are() -> None:
    made: list[Any] = [program(), *(program().get_command(None, name) for name in commands())]
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


def test_every_public_name_is_there_and_no_other() -> None:
    for name in ttt_asp.__all__:
        assert getattr(ttt_asp, name)
    assert not hasattr(ttt_asp, "nothing")
    assert dir(ttt_asp) == sorted(ttt_asp.__all__)
    # what checkers of types read
    stub = Path(ttt_asp.__file__).with_suffix(".pyi").read_text("utf-8")
    listed = re.findall(r"^from \S+ import (\w+) as \1$", stub, re.M)
    assert sorted(listed) == sorted({*ttt_asp.__all__} - {"__version__"})


def test_roles_constants_and_folders_are_taken_in_any_form(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("strategy(mine, first(defeat, any)).\n")
    for folders in (str(tmp_path), tmp_path, [tmp_path]):  # one folder is no letters
        found = ttt_asp.prove("x can win", {"X": "mine"}, const={"rows": 4}, strategies=folders)
        assert found
    assert found.roles == {"x": "mine", "o": "any"}
    assert found.const == {
        "rows": 4, "cols": 3, "line": 3, "misere": 0, "maker_breaker": 0,
    }  # fmt: skip
    assert found.assumed == ("o",)
    assert len(ttt_asp.walk(x="mine", o="mine", strategies=str(tmp_path)).shown) > 1


def test_a_value_is_shown_on_one_line() -> None:
    found = ttt_asp.prove("o never loses", o="good_for_o", engine="explicit")
    assert repr(found).startswith(
        "<Verdict: o never loses: refuted (this play breaks the claim) x "
    )
    assert repr(found.play).startswith("<Play: moves=[{'role': 'x', 'action': 'mark(cell(")
    board = ttt_asp.board("x../.o./..x")
    filled = ttt_asp.fill("x never loses", x="first(defend, ?, any)", pool=["corner"]).strategies
    for value in (found, found.play, found.blunder, board, ttt_asp.draw(found), *filled):
        assert len(repr(value)) <= 200 and "\n" not in repr(value)


def test_a_verdict_is_true_when_it_is_proved() -> None:
    assert ttt_asp.prove("x never loses", x="good_for_x", engine="explicit")
    assert not ttt_asp.prove("o never loses", o="good_for_o", engine="explicit")
    assert not ttt_asp.prove("x never loses", x="good_for_x", horizon=3, engine="explicit")


@tabled()
def test_errors_name_arguments_and_no_options(
    function: str, given: list[Any], named: dict[str, Any], place: str, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        getattr(ttt_asp, function)(*given, **named)
    said = caught.value.diagnostics[0]
    assert str(said.location) == place and message in said.message
    commands = re.compile("`ttt-asp .*?`")
    assert " -" not in commands.sub("", said.message + said.hint)


def test_what_ended_a_search_is_said() -> None:
    assert ttt_asp.prove("x never loses", time_limit=0).stopped == "time"
    large = {"rows": 4, "cols": 4, "line": 4}
    few = ttt_asp.prove("x never loses", const=large, engine="explicit", max_positions=100)
    assert (few.verdict, few.stopped, few.as_json()["stopped"]) == ("unknown",) + 2 * ("positions",)
    little = ttt_asp.prove("x never loses", const=large, engine="explicit", max_memory=10)
    assert little.stopped == "memory"
    assert ttt_asp.prove("x never loses", x="good_for_x", horizon=3).stopped == ""


def test_a_walk_begins_at_its_position() -> None:
    match = {"x": "any", "o": "first(defend, any)"}
    shown = ttt_asp.walk(match, position="x../.o./..x").shown
    assert (
        len(shown)
        == ttt_asp.prove("never tie", match, position="x../.o./..x", count=True).positions
    )
    assert "".join(shown[0]) == "x../.o./..x".replace("/", "")


def test_a_report_is_written(tmp_path: Path) -> None:
    found = ttt_asp.report("o never loses", tmp_path / "page.html", const={"rows": 2, "line": 2})
    assert found.verdict == "refuted"
    assert "o never loses" in (tmp_path / "page.html").read_text("utf-8")


# --- whatever is handed to a public function, only an `InputError` comes of it, or an answer ------


# The least that each function has to be given; the game of all is one of four squares.
ARGUMENTS: dict[str, dict[str, Any]] = constant(__file__, "ARGUMENTS")
SMALL = constant(__file__, "SMALL")
# What no argument takes; and what is right for some arguments, and wrong for others.
WRONG = [object(), b"any", {5: object()}, [object()], {"rows": nan}, [b"any"], 1j]
OTHERS: list[object] = [None, 0, -1, 2, 10**30, -(10**5000), True, 1.5, nan, inf]
OTHERS += ["", "any", "\ud800", "\udcff\0\n", [], [5], ["any"], {}, {"x": "any"}, {"rows": 2}]
OTHERS += [{"rows": 10**5000}, Path("any")]
FUNCTIONS = {name: getattr(ttt_asp, name) for name in ttt_asp.__all__ if name in ARGUMENTS}


def taken_by(name: str) -> Signature:
    """The arguments of a function."""
    return signature_of(unwrap(FUNCTIONS[name]))


def given_to(name: str) -> dict[str, Any]:
    """Arguments of a function that ask little."""
    taken = taken_by(name).parameters
    shared = {"const": SMALL, "other_const": SMALL, "max_positions": 1000}
    return {**{key: value for key, value in shared.items() if key in taken}, **ARGUMENTS[name]}


def arguments() -> list[tuple[str, str]]:
    """Each argument of each public function."""
    return [(name, argument) for name in FUNCTIONS for argument in taken_by(name).parameters]


def outcome(name: str, argument: str, value: object) -> InputError | None:
    """The error that a function raises for a value of one argument, if it raises any."""
    given = given_to(name)
    further = [given.pop("names", ["any"]), value] if argument == "more" else []
    if not further:
        given[argument] = value
    try:
        FUNCTIONS[name](*further, **given)
    except InputError as error:
        return error
    return None


def test_every_public_function_is_tried() -> None:
    assert {name for name in ttt_asp.__all__ if isfunction(getattr(ttt_asp, name))} == {*ARGUMENTS}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_argument_of_a_wrong_type_is_named(function: str) -> None:
    for argument in taken_by(function).parameters:
        for value in WRONG:
            error = outcome(function, argument, value)
            assert error is not None
            (shown,) = error.diagnostics
            assert str(shown.location).split()[0] == argument
            assert shown.hint.startswith(f"{argument}=")


@pytest.mark.parametrize(("function", "argument"), arguments())
def test_anything_else_is_an_answer_or_an_error(
    function: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in OTHERS:
        error = outcome(function, argument, value)
        assert error is None or all(one.message for one in error.diagnostics)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_value_that_is_shown_is_right(function: str) -> None:
    names = {"ProcessPoolExecutor": ProcessPoolExecutor, "prove": ttt_asp.prove}
    whole = taken_by(function)
    for argument, parameter in whole.parameters.items():
        value = eval(example(parameter), names)
        assert value is not None
        check_arguments(whole, {argument: [value] if argument == "more" else value})


def test_no_example_is_of_an_argument_that_is_gone() -> None:
    assert {*EXAMPLES} <= {argument for _, argument in arguments()}
