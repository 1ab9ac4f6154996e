"""Claims and claims files: what is read, and what is said of what cannot be."""

import json
from pathlib import Path

import pytest
from conftest import Run, write

from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.cli.execution import execute
from ttt_asp.errors import InputError


@pytest.mark.parametrize(
    ("text", "expected", "shown"),
    [
        ("x never loses", Claim("x", "never", "loses"), "x never loses"),
        ("X NEVER lose", Claim("x", "never", "loses"), "x never loses"),
        ("o always win", Claim("o", "always", "wins"), "o always wins"),
        ("o can ties", Claim("o", "can", "ties"), "o can tie"),
        ("always tie", Claim(None, "always", "ties"), "always tie"),
        ("Never ties", Claim(None, "never", "ties"), "never tie"),
        ("can tie", Claim(None, "can", "ties"), "can tie"),
        ("x always wins by move 7", Claim("x", "always", "wins", 7), "x always wins by move 7"),
    ],
)
def test_claims(text: str, expected: Claim, shown: str) -> None:
    assert parse_claim(text, ("x", "o")) == expected
    shown_again = str(parse_claim(str(expected), ("x", "o")))
    assert str(expected) == shown_again


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a claim is missing"),
        ("x", "it has another form"),
        ("x never ever loses", "write x never loses"),
        ("x sometimes loses", "sometimes is not a quantifier"),
        ("x never looses", "did you mean loses"),
        ("never loses", "who never loses?"),
        ("always win", "who always wins?"),
        ("y never loses", "the roles are x and o"),
        ("x never loses by move 4", "`by move N` goes with ROLE always wins"),
        ("x always wins by move seven", "seven is not a number of moves"),
        ("x always wins by move -1", "-1 is not a number of moves"),
        ("x always wins by move ٣", "is not a number of moves"),
    ],
)
def test_what_is_no_claim_is_answered_with_the_grammar(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_claim(text, ("x", "o"))
    assert message in str(caught.value)
    assert "ROLE always wins by move N" in str(caught.value)


def test_roles_that_differ_in_case_only_are_told_apart() -> None:
    assert parse_claim("X never loses", ("x", "X")).role == "X"
    with pytest.raises(InputError, match="is not a role"):
        parse_claim("Ab never loses", ("aB", "ab"))


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "", "has no [[claim]]"),
        ("claim = 3", "", "has no [[claim]]"),
        ("[[claim]]\nid = 'a'\n", ":1:1", "this [[claim]] has no claim"),
        ("[[claim]]\nclaim = 3\n", ":2:1", "claim has to be a text"),
        ("[[claim]]\nclaim = 'x can win'\nexpect = 'prooved'\n", ":3:1", "did you mean proved?"),
        ("[[claim]]\nclaim = 'x can win'\nx = 3\n", ":3:1", "x is no key, and 3 is no role"),
        ("[[claim]]\nclaim = 'x can win'\nconst = { rows = 1.5 }\n", ":3:1", "const has to be"),
        ("[[claim]]\nclaim = 'x can win'\nconst = { rows = true }\n", ":3:1", "const has to be"),
        ("[[claim]]\nclaim = 'x can win'\npublished = { when = 3 }\n", ":3:1", "published has"),
        ("[[claims]]\nclaim = 'x can win'\n", ":1:3", "there is no key claims"),
        ("[[claim]\nclaim = 'x can win'\n", ":1:", ""),
        ("[[claim]]\nclaim = 'x can win\n", ":2:", ""),
        (
            "[[claim]]\nid = 'a'\nclaim = 'x can win'\n[[claim]]\nid = 'a'\nclaim = 'o can win'\n",
            ":5:1",
            "the id a is given twice",
        ),
    ],
)
def test_a_malformed_file_is_said_with_its_place(
    text: str, place: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_claims(path)
    assert f"{path}{place}" in str(caught.value)
    assert message in str(caught.value)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    for name, message in (
        ("latin.toml", "not UTF-8"),
        ("none.toml", "no such file"),
        (".", "a directory"),
    ):
        with pytest.raises(InputError, match=message):
            read_claims(tmp_path / name)


@pytest.mark.parametrize(
    ("lines", "place", "message"),
    [
        ("claim = 'x nver loses'", ":2:1", "nver is not a quantifier"),
        ("claim = 'x can win'\nx = 'first(defeat, frok)'", ":3:20", "tactic frok"),
        ("claim = 'x can win'\nx = 'first(defeat'", ":3:18", "a ) is missing at the end"),
        ("claim = 'x can win'\ny = 'any'", ":3:6", "no role y"),
        ("claim = 'x can win'\nconst = { rwos = 3 }", ":2:1", "no constant rwos"),
        ("claim = 'x can win'\ngame = 'chess'", ":2:1", "no game chess"),
    ],
)
def test_what_is_wrong_inside_an_entry_is_said_with_its_place(
    lines: str, place: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(f"[[claim]]\n{lines}\n")
    assert execute(["prove", str(path)]) == 2
    err = capsys.readouterr().err
    assert f"{path}{place}" in err
    assert message in err


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


@pytest.mark.parametrize("key", ["note", "source"])
@pytest.mark.parametrize("command", ["prove", "check", "report"])
def test_a_role_named_like_a_key_is_not_passed_over(
    key: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "g.lp", KEYS)
    head = '[[claim]]\ngame = "g.lp"\nclaim = "note never loses"\n'
    write(tmp_path / "c.toml", f'{head}{key} = "good_for_x"\n')
    done = run(command, "c.toml")
    assert done.status == 2
    assert (
        f"c.toml:4:1: error: {key} is a role of g.lp, and {key} a key of claims files" in done.err
    )
    assert f'roles = {{ {key} = "any" }}' in done.err


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ('roles = { source = "any", note = "TERM" }', ":5:35"),
        ('roles.note = "TERM"', ":5:15"),
        ('[claim.roles]\nsource = "any"\n"note" = "TERM"', ":7:11"),
    ],
)
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
