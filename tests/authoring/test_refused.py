"""What is wrong with what people write is said with its place, and nothing is written."""

from pathlib import Path

import pytest
from conftest import Run, write
from tables import tabled


@tabled()
def test_what_is_refused(
    about: str,
    files: dict[str, str],
    arguments: list[str],
    messages: list[str],
    errors: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    given = {write(tmp_path / name, text) for name, text in files.items()}
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.status == 2
    assert [message for message in messages if message not in done.err] == [], done.err
    assert done.err.count("error: ") == (errors or 1), done.err
    assert {path for path in tmp_path.rglob("*") if not path.is_dir()} == given
