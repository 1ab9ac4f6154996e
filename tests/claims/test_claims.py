"""Claims and claims files: what is read, and what is said of what cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, write
from tables import tabled

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.errors import InputError


@tabled()
def test_claims(text: str, parts: list[Any], shown: str) -> None:
    role, *rest = parts
    expected = Claim(role or None, *rest)
    assert parse_claim(text, ("x", "o")) == expected
    shown_again = str(parse_claim(str(expected), ("x", "o")))
    assert str(expected) == shown_again


def test_roles_that_differ_in_case_only_are_told_apart() -> None:
    assert parse_claim("X never loses", ("x", "X")).role == "X"
    with pytest.raises(InputError, match="is not a role"):
        parse_claim("Ab never loses", ("aB", "ab"))


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    for name, message in (
        ("latin.toml", "not UTF-8"),
        ("none.toml", "no such file"),
        (".", "a directory"),
    ):
        with pytest.raises(InputError, match=message):
            read_claims(tmp_path / name)


def test_the_keys_of_an_entry(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(
        '[[claim]]\nclaim = "x can win"\nx = "any"\ngame = "tictactoe"\n'
        'const = { rows = 4 }\nexpect = "refuted"\nsource = "s"\nnote = "n"\n'
        'published = { verdict = "proved", seconds = 1 }\n'
    )
    (entry,) = read_claims(path)
    assert (entry.id, entry.claim, entry.roles) == ("1", "x can win", {"x": "any"})
    assert (entry.game, entry.const, entry.expect) == ("tictactoe", {"rows": "4"}, "refuted")
    assert entry.published == {"verdict": "proved", "seconds": 1}


KEYS = "role(note). role(source). size(3,3). in_a_row(3). begins(note).\n"


@tabled()
def test_roles_in_a_table(
    table: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "g.lp", KEYS)
    head = '[[claim]]\nnote = "first(any)"\ngame = "g.lp"\nclaim = "note never loses"\n'
    write(tmp_path / "c.toml", head + table.replace("TERM", "first(defeat, any)") + "\n")
    (entry,) = read_claims(tmp_path / "c.toml")
    assert (entry.roles["note"], entry.note) == ("first(defeat, any)", "first(any)")
    done = run("prove", "c.toml", "--json")
    assert json.loads(done.out)[0]["roles"] == {"note": "first(defeat, any)", "source": "any"}
    write(tmp_path / "c.toml", head + table.replace("TERM", "frok") + "\n")
    done = run("prove", "c.toml")
    assert f"c.toml{place}: error: there is no strategy or tactic frok" in done.err
    write(tmp_path / "c.toml", f"{head}{table.replace('TERM', 'any')}\n".replace('"any"', "3"))
    assert "3 is no role's strategy" in run("prove", "c.toml").err
    write(tmp_path / "c.toml", '[[claim]]\nclaim = "x can win"\nx = "any"\nroles = {x = "any"}')
    assert "c.toml:3:1: error: x is given two strategies" in run("prove", "c.toml").err
