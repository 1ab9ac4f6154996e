"""Bots as people write them: minimax, tables, playouts, levels, other languages."""

from pathlib import Path

import pytest
from conftest import HANGS, write
from tables import contents, tabled

from ttt_asp import prove


@tabled()
def test_bots_as_people_write_them_are_adapted(
    name: str,
    file: str,
    program: str,
    verdict: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    python = contents("extensions/players/corpus.txt") if file.endswith(".py") else ""
    write(tmp_path / file.split()[-1], python + program)
    found = prove("o never loses", o=f"program:{file}", move_time=HANGS)
    assert found.verdict == verdict, name
    assert told in str(found.programs["o"])
    assert not found.programs["o"].failed
