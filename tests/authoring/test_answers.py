"""What commands answer to files that people write; what is wrong is said with its place."""

from pathlib import Path

import pytest
from conftest import GDL, Run, write
from tables import tabled


@tabled()
def test_what_is_answered(
    about: str,
    files: dict[str, str],
    arguments: list[str],
    messages: list[str],
    status: int | None,
    errors: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    given = {write(tmp_path / name, text) for name, text in files.items()}
    monkeypatch.chdir(tmp_path)
    done = run(*(argument.replace("GDL/", f"{GDL}/") for argument in arguments))
    printed = (done.out + done.err).replace(f"{GDL}/", "GDL/")
    assert done.status == (2 if status is None else status), printed
    assert [message for message in messages if message not in printed] == [], printed
    wrong = done.status == 2
    assert done.err.count("error: ") == (errors or wrong), printed
    assert not wrong or not done.out or arguments[0] == "check"
    assert {path for path in tmp_path.rglob("*") if not path.is_dir()} == given
