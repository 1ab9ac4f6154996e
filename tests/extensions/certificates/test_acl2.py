"""The checker that is proved in ACL2: what it certifies is true, and what is valid it certifies."""

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from conftest import Run
from oracle import Board
from oracle_certificates import Json, certificate, claims_of, copy, is_true, nim4
from tables import constant, contents

from ttt_asp.deadline import Deadline
from ttt_asp.errors import InternalError
from ttt_asp.extensions.certificates import acl2
from ttt_asp.extensions.certificates.acl2 import BOOKS, STRICT, certified_books, included, printed
from ttt_asp.extensions.certificates.checker.boards import lines_of
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.lisp import question
from ttt_asp.paths import ACL2, ROOT

pytestmark = pytest.mark.skipif(shutil.which("acl2") is None, reason="ACL2 is not installed")


def of_books(forms: str, folder: Path) -> str:
    """What ACL2 prints to forms that use the books."""
    path = folder / "forms.lisp"
    path.write_text(included(certified_books(Deadline())) + forms, "utf-8")
    return printed(f'(ld "{path}" :ld-pre-eval-print nil)\n', Deadline())


def certified(some: list[Json], folder: Path) -> list[bool]:
    """Whether ACL2 certifies each of some certificates."""
    forms = ""
    for one in map(question, some):
        forms += f"(defconst *data* '{one.data})\n"
        forms += f'(cw "~%SAID ~x0~%" {one.form.replace("(ask", "(accepts", 1)})\n(u)\n'
    found = re.findall(r"^SAID (T|NIL)$", of_books(forms, folder), re.MULTILINE)
    assert len(found) == len(some)
    return [one == "T" for one in found]


def changed(data: Json, chance: random.Random) -> Json:
    """The same with something else in it."""
    data = copy(data) | {"game": "another"}
    entries, sets = data["positions"], data["sets"]
    place = chance.randrange(len(entries))
    squares = len(sets["squares"])
    lists = [one[1] for one in entries if isinstance(one, list)]
    match chance.randrange(7 if lists else 5):
        case 0:
            del entries[place]
        case 1:
            del sets["sets"]["x"][chance.randrange(len(sets["sets"]["x"]))]
        case 2:
            sets["completing"] = "loses" if sets["completing"] == "wins" else "wins"
        case 3:
            sets["otherwise"] = chance.choice([one for one in "xo" if one != sets["otherwise"]])
        case 4:
            others = ["x never wins", "o never wins", "never tie", "o always wins"]
            data["claim"] = chance.choice(others)
        case 5:
            chance.choice(lists)[:] = sorted(chance.sample(range(squares), 2))
        case 6:
            del chance.choice(lists)[0]
    return data


KEEPERS = ("nil", "'(x)", "'(o)", "'(x o)", "'x")
COVERED = [
    certificate("always tie", "good_for_x", "good_for_o"),
    certificate("x always loses", "first(corner, any)", "any", Board(2, 2, 2), misere=1),
    certificate("x never loses", "good_for_x", "any"),
    certificate("o never wins", "any", "any", Board(2, 3, 3)),
]


def test_valid_certificates_are_certified(tmp_path: Path) -> None:
    some = COVERED
    assert all(map(is_true, some))
    nim = copy(nim4()) | {"claim": "alice always wins"}
    false = copy(nim4()) | {"claim": "alice never wins"}
    assert certified([*some, nim, false], tmp_path) == [True] * (len(some) + 1) + [False]


def test_what_is_certified_of_changed_certificates_is_true(tmp_path: Path) -> None:
    chance = random.Random(29)
    some = [changed(one, chance) for one in COVERED for _ in range(40)]
    found = certified(some, tmp_path)
    assert all(is_true(data) for data, yes in zip(some, found, strict=True) if yes)
    assert 100 < found.count(False) < 160


def test_lines_are_the_checkers(tmp_path: Path) -> None:
    sizes = [(m, n, k) for m in range(1, 6) for n in range(1, 6) for k in range(1, 5)]
    forms = "".join(f'(cw "~%LINES ~f0~%" (at 3 (mnk {m} {n} {k})))\n' for m, n, k in sizes)
    found = re.findall(r"^LINES (.*?)^NIL", of_books(forms, tmp_path), re.MULTILINE | re.DOTALL)
    assert len(found) == len(sizes) == 100
    for (m, n, k), text in zip(sizes, found, strict=True):
        lines = {frozenset(map(int, one.split())) for one in re.findall(r"\(([\d\s]+)\)", text)}
        assert lines == lines_of((m, n), k)


def test_acl2_counts_the_plays_of_three_by_three(tmp_path: Path) -> None:
    forms = contents("extensions/certificates/plays.lisp")
    assert "\nPLAYS 255168\n" in of_books(forms, tmp_path)


def test_no_junk_makes_a_false_claim_true(tmp_path: Path) -> None:
    """None of these claims is true, so no tree and no plan shows it."""
    forms, asked = contents("extensions/certificates/junk.lisp"), 0
    for game, claims in constant(__file__, "false_claims").items():
        for claim in claims:
            kept = [role for role in "xoz" if claim == f"(never {role} loses)"]
            shown = [f"(a-tree *junk* {game} {k} '{claim})" for k in KEEPERS]
            shown += [f"(a-plan *junk* {game} '{role})" for role in kept]
            forms += "".join(f'(cw "~%SAID ~x0~%" {one})\n' for one in shown)
            asked += len(shown)
    found = re.findall(r"^SAID (.*)$", of_books(forms, tmp_path), re.MULTILINE)
    assert (set(found), len(found)) == ({"NIL"}, asked) and asked > 100


def test_claims_are_certified_where_they_are_true(tmp_path: Path) -> None:
    made = [
        *COVERED,
        certificate("x never loses", "any", "any", Board(1, 1, 1)),
        certificate("x never loses", "any", "any", Board(1, 1, 1), misere=1),
        certificate("o never loses", "first(corner, any)", "any", Board(2, 2, 2), misere=1),
        certificate("x never wins", "any", "any", Board(1, 2, 3)),
    ]
    some = [
        one | {"claim": claim}
        for one in made
        for claim in claims_of("xo")
        if " can " not in f" {claim}"
    ]
    assert certified(some, tmp_path) == list(map(is_true, some))


def test_plans_are_certified_where_there_is_a_pairing(tmp_path: Path, run: Run) -> None:
    """A plan of 4x4 shows nothing of other games, of the maker, or when a part of it is gone."""
    path = tmp_path / "plan.json"
    size = ["-c", "rows=4", "-c", "cols=4", "-c", "line=4"]
    assert run("pairing", *size, "--ahead", "1", "--certificate", str(path)).status == 0
    one = question(json.loads(path.read_text()))
    assert one.form == "(ask plan (mnk 4 4 4) (o) (never o loses))"
    plan = f"'{one.data}"
    fewer = re.sub(r"pairs \(.*?\)", "pairs", plan, count=1)
    forms, asked = "(set-guard-checking :none)\n", constant(__file__, "plans")["rows"]
    for data, board, role in asked:
        shown = data.replace("PLAN", plan).replace("FEWER", fewer)
        forms += f'(cw "~%SAID ~x0~%" (keeps-from-losing {shown} {board} \'{role}))\n'
    found = re.findall(r"^SAID (.*)$", of_books(forms, tmp_path), re.MULTILINE)
    assert found == ["T"] + ["NIL"] * (len(asked) - 1)


def test_the_page_quotes_the_theorems() -> None:
    books = "".join((ACL2 / f"{name}.lisp").read_text() for name in BOOKS)
    quoted = re.findall(
        r"^\(defthm .*?\n(?=\n|```)", (ROOT / "docs/acl2.md").read_text("utf-8"), re.M | re.S
    )
    assert len(quoted) == 4
    for theorem in quoted[:3]:  # the last one is a book's that is written
        assert theorem.rstrip().removesuffix(")") in books


def test_nothing_is_taken_for_granted(tmp_path: Path) -> None:
    """What `certified_books` asks for refuses books with skipped proofs, axioms, or trust tags."""
    for number, event in enumerate(constant(__file__, "EVENTS")):
        (tmp_path / f"b{number}.lisp").write_text(f'(in-package "ACL2")\n{event}\n')
        printed(f'(certify-book "{tmp_path}/b{number}" 0 t {STRICT})\n', Deadline())
    assert [path.name for path in tmp_path.glob("*.cert")] == ["b3.cert"]
    assert "FAILED" not in of_books("", tmp_path)


def test_the_theorem_of_1994_is_certified(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "never.lisp"
    with monkeypatch.context() as without:  # ACL2 is not needed to write it
        without.setenv("PATH", str(tmp_path))
        done = run("prove", "o never loses", "--o", "nqthm_book", "--theorem", str(path))
    assert (done.status, "wrote" in done.err) == (0, True)
    assert "(secures 9 (opening (mnk 3 3 3)) (mnk 3 3 3) 'o '(never o loses))" in path.read_text()
    assert "include-book" not in path.read_text()
    said = printed(f'(certify-book "{tmp_path / "never"}" 0 t {STRICT})\n', Deadline())
    assert "FAILED" not in said and (tmp_path / "never.cert").is_file()


@pytest.fixture
def nim(tmp_path: Path) -> str:
    path = tmp_path / "nim.json"
    path.write_text(json.dumps(nim4() | {"claim": "alice always wins"}))
    return str(path)


@pytest.mark.parametrize("name", ["CERTIFIED", 'a"b\\~x0~%', "#.(good-bye 0)|;x|", "é;"])
def test_names_are_texts_whatever_they_are(name: str) -> None:
    text = json.dumps(nim4()).replace("alice", json.dumps(name)[1:-1])
    true = json.loads(text) | {"claim": f"{name} always wins"}
    shown = acl2.certified(question(true), Deadline()).claim
    assert shown.startswith('claim (ALWAYS "') and shown.endswith('" WINS)')
    assert shown[15:-7] == ascii(name)[1:-1].replace("\\", "\\\\").replace('"', '\\"')
    with pytest.raises(Rejected):
        acl2.certified(question(true | {"claim": f"{name} never wins"}), Deadline())


def test_only_the_last_line_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "game x\nkeepers y\nclaim z\nCERTIFIED\n"
    monkeypatch.setattr(acl2, "certified_books", lambda *_: Path())
    monkeypatch.setattr(acl2, "printed", lambda *_: said)
    asked = question(COVERED[0])
    assert acl2.certified(asked, Deadline()).claim == "claim z"
    for more in ("ACL2 !>Bye.\n", "\n", " CERTIFIED\n"):
        monkeypatch.setattr(acl2, "printed", lambda *_, more=more: said + more)
        with pytest.raises(InternalError, match="does not understand"):
            acl2.certified(asked, Deadline())


def test_a_cache_that_cannot_be_written_to_is_named(
    tmp_path: Path, run: Run, nim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ttt-asp").symlink_to("/proc")  # nobody can make a folder there
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = run("verify", nim, "--acl2")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{tmp_path}/ttt-asp: error: no place for books: ")


def test_of_two_first_calls_one_leaves_its_books(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    others: list[Path] = []

    def certify(forms: str, _: Deadline) -> str:
        book = Path(forms.split('"')[1])
        book.with_suffix(".cert").touch()
        if book.name == BOOKS[-1] and not others:
            others.append(book)  # while this one is busy, another call does all of it
            others[0] = certified_books(Deadline())
        return ""

    monkeypatch.setattr(acl2, "printed", certify)
    assert certified_books(Deadline()) == others[0]
    assert len(list((tmp_path / "ttt-asp").iterdir())) == 2  # a link, and what it leads to


def test_without_it_one_is_told_what_to_install(
    tmp_path: Path, run: Run, nim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("verify", nim, "--acl2")
    assert (done.status, done.out) == (2, "")
    assert done.err == "--acl2: error: ACL2 is not installed\n  apt-get install acl2\n"
