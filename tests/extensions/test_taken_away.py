"""An extension that is taken away: the rest works, and what needs it is told which one it was.

All this is dear, as there is a process for each command: CI does it.
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from tables import TESTS, constant
from transcripts import in_a_shell

from ttt_asp.extension import BUILT_IN, Extension, extensions

pytestmark = [pytest.mark.dear, pytest.mark.no_cover]

# What only an extension can do, and the place in the message about it.
NEEDS: list[list[str]] = constant(__file__, "NEEDS")
# What an extension does without one that it only uses, and a line of what it prints.
STILL: list[list[str]] = constant(__file__, "STILL")
# Tests of the kernel that are cheap.
KERNELS: list[str] = constant(__file__, "KERNELS")
# The claims of the paper, one by one, and their verdicts; and their rows where files are read.
CLAIMS: list[list[str]] = constant(__file__, "CLAIMS")
PAPERS = ["nakas-1 .* proved", "nakas-2 .* proved", "nakas-3 .* refuted", "nakas-4 .* proved"]


def left(name: str) -> list[Extension]:
    """The extensions that can be used without one: those that do not need it, at any remove."""
    gone = {name}
    for _ in BUILT_IN:
        gone |= {one.name for one in extensions() if gone & set(one.needs)}
    if name == "all":
        gone |= set(BUILT_IN)
    return [extension for extension in extensions() if extension.name not in gone]


# What is about to become a compiled module while other tests run, and has another name then.
BECOMING = shutil.ignore_patterns("*.pyc.*")


@pytest.fixture(scope="module")
def without(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product without the folder of an extension, or of all of them."""
    folder, name = tmp_path_factory.mktemp("without"), str(request.param)
    for top in ("ttt_asp", "asp", "strategies"):
        shutil.copytree(TESTS.parent / top, folder / top, ignore=BECOMING)
    for taken in BUILT_IN if name == "all" else [name]:
        shutil.rmtree(folder / "ttt_asp" / "extensions" / taken)
        # what `git rm` leaves
        (folder / "ttt_asp" / "extensions" / taken / "__pycache__").mkdir(parents=True)
        shutil.rmtree(folder / "asp" / taken, ignore_errors=True)
    return folder


def asked(folder: Path, command: str) -> tuple[int, str]:
    """What Python does of the copy, in its folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONWARNINGS": "error"}
    return in_a_shell(f"cd '{folder}' && '{sys.executable}' {command}", environment=environment)


EACH = pytest.mark.parametrize("without", [*BUILT_IN, "all"], indirect=True)


@EACH
@pytest.mark.usefixtures("reader")
def test_help_lists_the_commands_that_are_there(
    without: Path, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.params["without"]
    status, printed = asked(without, "-m ttt_asp --help")
    listed = re.findall(r"^  ([a-z]+)  ", printed, re.MULTILINE)
    assert status == 0
    assert sorted(listed) == sorted(command for one in left(name) for command in one.commands)


@EACH
@pytest.mark.usefixtures("reader")
def test_the_claims_of_the_paper_are_answered(
    without: Path, request: pytest.FixtureRequest
) -> None:
    there = {one.name for one in left(request.node.callspec.params["without"])}
    if "claimfiles" not in there:
        for claim, verdict in CLAIMS:
            status, printed = asked(without, f"-m ttt_asp prove {claim} --json")
            assert status == (verdict == "refuted"), printed
            assert json.loads(printed)["verdict"] == verdict, printed
        return
    status, printed = asked(without, "-m ttt_asp prove")
    assert status == 0, printed
    for row in PAPERS:
        assert re.search(row, printed), printed


@EACH
@pytest.mark.usefixtures("reader")
def test_only_commands_that_are_there_are_advised(
    without: Path, request: pytest.FixtureRequest
) -> None:
    there = left(request.node.callspec.params["without"])
    known = {"prove"}.union(*(extension.commands for extension in there))
    status, printed = asked(without, "-m ttt_asp prove 'o never loses' --o good_for_o")
    advised = set(re.findall(r"`ttt-asp (\w+)", printed))
    assert status == 1 and advised == known & {"repair"}, printed


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("without", BUILT_IN, indirect=True)
def test_what_needs_it_names_it(without: Path, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["without"]
    (without / "game.kif").write_text("(role x)")
    tried = [(command, said) for command, owner, said in NEEDS if owner == name]
    assert tried
    for command, said in tried:
        python = command if command.startswith("-c ") else f"-m ttt_asp {command}"
        printed = asked(without, python)[1]
        printed = " ".join(printed.split())  # a message may be wrapped
        by = rf"{re.escape(said)} the extension (\w+, which needs )?{name}"
        assert re.search(f"{by}, which is not installed", printed), printed
        assert "Traceback" not in printed, printed


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("without", sorted({name for _, name, _ in STILL}), indirect=True)
def test_what_only_uses_it_does_the_rest(without: Path, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["without"]
    (without / "bot.py").write_text(
        "def move(position, role):\n    return position.replace('/', '').index('.') + 1\n"
    )
    for command, missing, said in STILL:
        if missing == name:
            status, printed = asked(without, f"-m ttt_asp {command}")
            assert status == 0 and said in printed, printed


@EACH
def test_the_tests_of_the_kernel_pass(without: Path) -> None:
    chosen = [str(TESTS / name) for name in KERNELS]
    options = "-q -p no:cacheprovider -p no:randomly -m 'not slow and not dear'"
    status, printed = asked(without, f"-m pytest {options} --rootdir {TESTS.parent} "
                            f"-c {TESTS.parent}/pyproject.toml {' '.join(chosen)}")  # fmt: skip
    assert status == 0, printed
