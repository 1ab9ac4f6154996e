"""The checker that is proved in ACL2: what it certifies is true, and what is valid it certifies."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from conftest import Run
from oracle import Board
from oracle_certificates import Json, certificate, copy, nim4, seeds

from ttt_asp.certificates.acl2 import certified_books, included, printed
from ttt_asp.certificates.checker.boards import lines_of
from ttt_asp.certificates.lisp import question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError

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


def is_true(data: Json) -> bool:
    """Whether all plays with the moves listed end as is claimed, by going through them."""
    sets, (role, how, outcome) = data["sets"], [None, *data["claim"].split()][-3:]
    squares = {square: number for number, square in enumerate(sets["squares"])}
    lines = {
        "xo"[n]: [{squares[s] for s in one} for one in sets["sets"][who]]
        for n, who in enumerate(sets["roles"])
    }
    names = dict(zip(sets["roles"], "xo", strict=True))
    listed = {one[0]: one[1] for one in data["positions"] if isinstance(one, list)}
    turns = [names[who] for who in sets["turns"]]
    opening = "".join(
        "x" if s in sets["marked"][sets["roles"][0]] else
        "o" if s in sets["marked"][sets["roles"][1]] else "." for s in sets["squares"]
    )  # fmt: skip
    todo, met = [opening], {opening}
    for text in todo:
        made = opening.count(".") - text.count(".")
        done = next((w for w in "xo" for one in lines[w] if all(text[s] == w for s in one)), None)
        if done or made == len(turns):
            winner = names.get(sets["otherwise"], "tie")
            if done:
                winner = done if sets["completing"] == "wins" else "ox"["xo".index(done)]
            fits = winner == "tie"
            if role is not None and outcome in ("wins", "loses"):
                fits = winner != "tie" and (winner == names[role]) == (outcome == "wins")
            if fits == (how == "never"):
                return False
            continue
        mover = turns[made]
        moves = [n for n, sign in enumerate(text) if sign == "."]
        who = next(name for name, sign in names.items() if sign == mover)
        if len(moves) > 1 and data["roles"][who] != "any":
            if not set(listed.get(text) or ()) <= set(moves):
                return False
            moves = listed.get(text) or []
        if not moves:
            return False
        after = {text[:move] + mover + text[move + 1 :] for move in moves}
        todo += after - met
        met |= after
    return True


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
    some = [changed(one, chance) for one in COVERED for _ in range(75)]
    found = certified(some, tmp_path)
    assert all(is_true(data) for data, yes in zip(some, found, strict=True) if yes)
    assert 200 < found.count(False) < 300


def test_lines_are_the_checkers(tmp_path: Path) -> None:
    sizes = [(m, n, k) for m in range(1, 6) for n in range(1, 6) for k in range(1, 5)]
    forms = "".join(f'(cw "~%LINES ~f0~%" (at 3 (mnk {m} {n} {k})))\n' for m, n, k in sizes)
    found = re.findall(r"^LINES (.*?)^NIL", of_books(forms, tmp_path), re.MULTILINE | re.DOTALL)
    assert len(found) == len(sizes) == 100
    for (m, n, k), text in zip(sizes, found, strict=True):
        lines = {frozenset(map(int, one.split())) for one in re.findall(r"\(([\d\s]+)\)", text)}
        assert lines == lines_of((m, n), k)


def test_the_plays_of_three_by_three(tmp_path: Path) -> None:
    forms = """
(mutual-recursion
 (defun plays (position game)
   (declare (xargs :mode :program))
   (if (outcome position game) 1 (plays-by (legal-moves position game) position game)))
 (defun plays-by (moves position game)
   (declare (xargs :mode :program))
   (if (endp moves)
       0
     (+ (plays (after (car moves) position game) game)
        (plays-by (cdr moves) position game)))))
(cw "~%PLAYS ~x0~%" (plays (opening (mnk 3 3 3)) (mnk 3 3 3)))
"""
    assert "\nPLAYS 255168\n" in of_books(forms, tmp_path)


def test_a_theorem_of_1994(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "never.lisp"
    done = run("prove", "o never loses", "--o", "nqthm_book", "--theorem", str(path))
    assert (done.status, "wrote" in done.err) == (0, True)
    assert "(secures 9 (opening (mnk 3 3 3)) (mnk 3 3 3) 'o '(never o loses))" in path.read_text()
    said = printed(f'(certify-book "{tmp_path / "never"}")\n', Deadline())
    assert "FAILED" not in said and (tmp_path / "never.cert").is_file()


def test_verify_asks(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.json"
    assert (
        run("prove", "x never loses", "--x", "good_for_x", "--certificate", str(path)).status == 0
    )
    done = run("verify", str(path), "--acl2")
    assert done.status == 0
    said = "- ACL2 printed: game (MNK 3 3 3); keepers (X); claim (NEVER X LOSES); CERTIFIED.\n"
    assert said in done.out


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_not_covered_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="ACL2 is not asked about"):
        question(seeds()[number])


def test_without_it_one_is_told_what_to_install(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    assert (
        run("prove", "x never loses", "--x", "good_for_x", "--certificate", str(path)).status == 0
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("verify", str(path), "--acl2")
    assert (done.status, done.out) == (2, "")
    assert done.err == "--acl2: error: ACL2 is not installed\n  apt-get install acl2\n"
