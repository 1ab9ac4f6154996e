"""What a user's file may not say: each refusal has a row that nothing else refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import write
from tables import tabled

from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.solver_input import read_program
from ttt_asp.games.load import load_game
from ttt_asp.lp.lint import forbidden_cycles
from ttt_asp.lp.scan import NotTerms, mask_comments, parse_terms, unreadable
from ttt_asp.lp.source import parse
from ttt_asp.strategies.library import Kind, open_library
from ttt_asp.strategies.tactics import check_file, load_tactics

GAME, TACTICS = load_game("tictactoe", {}), open_library().names("tactic")
RULES: dict[Kind, str] = {
    "tactic": "suggests(it,P,A) :- legal(P,A).\n",
    "order": "order(it,A,1) :- legal(P,A).\n",
    "lemma": "lemma(it).\n",
}


def problems(kind: Kind, text: str, name: str = "it") -> list[Diagnostic]:
    """All that is wrong with a file."""
    try:
        return check_file(kind, parse(text.encode(), f"{name}.lp"), name, GAME, TACTICS)
    except InputError as error:
        return [*error.diagnostics]


@tabled()
def test_a_file_is_refused(about: str, kind: Kind, rule: bool, text: str, said: list[str]) -> None:
    found = problems(kind, (RULES[kind] if rule else "") + text)
    places = [f"{one.location}: {one.message}".removeprefix("it.lp:") for one in found]
    assert len(places) == len(said), places
    assert all(map(str.startswith, places, said)), places


@tabled()
def test_a_name_is_refused(name: str, said: str) -> None:
    [found] = problems("tactic", f"suggests({name},P,A) :- legal(P,A).", name)
    assert found.message.startswith(said)


@tabled()
def test_what_is_too_large_is_not_parsed(text: str, most: int, said: str) -> None:
    before, part, after = text.encode().split(b"|")
    for times in (most, most + 1):
        found = unreadable(mask_comments(before + part * times + after))
        assert [message for _, _, message in found] == [said] * (times > most)


@tabled()
def test_terms_are_refused(text: str, said: str) -> None:
    with pytest.raises(NotTerms, match=said):
        parse_terms(text)


@tabled()
def test_programs_of_certificates_are_refused(text: str, said: str) -> None:
    with pytest.raises(Rejected) as raised:
        read_program(f"a.\n{text}", "it")
    assert str(raised.value).startswith(f"it, line 2: {said}")


@tabled()
def test_files_do_not_go_together(files: dict[str, str], said: str, tmp_path: Path) -> None:
    for name, text in files.items():
        write(tmp_path / name, text)
    with pytest.raises(InputError, match=said):
        load_tactics(["it"], GAME, open_library([tmp_path]), ["it"] * ("orders/it.lp" in files))


def test_recursion_through_files_that_are_ours() -> None:
    """What they have alone is known to end."""
    ours = parse(b"q(X) :- p(X). r(X+1) :- r(X), r(0).", "ours.lp")
    [found] = forbidden_cycles([parse(b"p(X+1) :- q(X).", "it.lp")], [ours])
    assert str(found.location) == "it.lp:1:1" and "might never end" in found.message
