"""Claims and claims files: what is read, and what is said of what cannot be."""

from pathlib import Path
from typing import Any

import pytest
from tables import tabled

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.errors import InputError


@tabled()
def test_claims(text: str, parts: list[Any], shown: str) -> None:
    role, *rest = parts
    expected = Claim(role or None, *rest, everywhere=text.endswith("everywhere"))
    assert parse_claim(text, ("x", "o")) == expected
    shown_again = str(parse_claim(str(expected), ("x", "o")))
    assert str(expected) == shown_again


def test_roles_that_differ_in_case_only_are_told_apart() -> None:
    assert parse_claim("X never loses", ("x", "X")).role == "X"
    with pytest.raises(InputError, match="is not a role"):
        parse_claim("Ab never loses", ("aB", "ab"))


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
