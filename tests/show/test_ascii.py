"""--ascii: nothing else is printed, and columns stay columns."""

from __future__ import annotations

import pytest
from tables import tabled

from ttt_asp.cli.execution import execute


@tabled()
def test_ascii(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = execute(command)
    usual = capsys.readouterr()
    assert execute(["--ascii", *command]) == status
    before = capsys.readouterr()
    assert execute([*command, "--ascii"]) == status
    after = capsys.readouterr()
    for plain, other, full in ((after.out, before.out, usual.out), (after.err, "", usual.err)):
        assert plain.isascii()
        assert len(plain.splitlines()) == len(full.splitlines())
        if plain is after.out:
            lines = zip(plain.splitlines(), other.splitlines(), full.splitlines(), strict=True)
            # seconds differ
            assert all(len(a) == len(b) == len(c) for a, b, c in lines if " s" not in c[-2:])
    assert not (usual.out + usual.err).isascii()
