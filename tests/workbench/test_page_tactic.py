"""The workbench: a tactic is written, checked and saved; what is exported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Run
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from workbench_page import NEEDS_BROWSER, Workbench
from workbench_server import Server, served, until

pytestmark = [NEEDS_BROWSER, pytest.mark.slow]

# It is grounded for longer than any time limit: ten thousand million instances.
FOR_EVER = """\
suggests(my_tactic,P,mark(C)) :- role(P), corner(C), free(C), my_tactic_product(7).
my_tactic_product(X*Y) :- X = 1..100000, Y = 1..100000.
"""


def rules(page: Workbench) -> str:
    return str(page.one("#rules").get_property("value"))


def write(page: Workbench, text: str) -> None:
    """Replace the tactic's text at once, as pasting does."""
    page.tap(lambda: page.one("#rules"))
    page.chord(Keys.CONTROL, "a")
    page.browser.execute_cdp_cmd("Input.insertText", {"text": text})


def recommended(page: Workbench) -> list[int]:
    squares = page.all("#tactic .small .square")
    return [
        number for number, one in enumerate(squares) if one.get_attribute("aria-pressed") == "true"
    ]


def test_a_tactic_is_written(page: Workbench, server: Server, run: Run) -> None:
    page.click("Write a tactic")
    page.until(lambda: "my_tactic" in rules(page))
    page.until(lambda: recommended(page) == [0, 2, 6, 8])
    page.until(lambda: "to x: 4 moves" in page.text("#tactic .small"))
    assert not page.all("#tactic .message")  # nothing is said of what nobody has touched
    seen = "const box = arguments[0].getBoundingClientRect(); return [box.top, box.bottom]"
    word, editor = (
        page.browser.execute_script(seen, page.one(one)) for one in ("#verdict .word", "#rules")
    )
    assert 0 < word[0] < word[1] < editor[0] < editor[1] < 1000  # both at once

    # messages at their lines, as it is typed
    write(page, "%*! Corners. *%\nsuggests(my_tactic,P,mark(C)) :- rol(P), corner(C), free(C).\n")
    page.until(lambda: page.all("#tactic .message.error"))
    assert "there is no predicate rol/1" in page.text("#tactic .message.error")
    assert "line 2" in page.text("#tactic .message.error")
    assert page.one("#tactic .gutter .error").text == "2"
    page.click("line 2", "#tactic")
    field = page.one("#rules")
    begin = page.browser.execute_script("return arguments[0].selectionStart", field)
    assert rules(page)[begin:].startswith("rol(P)")
    page.press("role(P), not ro")  # before what was wrong: rule "…:- role(P), not rol(P)…"
    write(page, "%*! Corners. *%\nsuggests(my_tactic,P,mark(C)) :- role(P), corner(C), free(C).\n")
    page.until(lambda: not page.all("#tactic .message.error"))
    page.until(lambda: recommended(page) == [0, 2, 6, 8])

    # it counts at once where a term names it, before it is saved
    page.write_term("o", "first(defeat, defend, my_tactic, any)")
    page.until(lambda: "as it stands in the editor" in page.text("#verdict"))
    page.sees("refuted")
    write(
        page, "%*! The middle. *%\nsuggests(my_tactic,P,mark(C)) :- role(P), center(C), free(C).\n"
    )
    page.until(lambda: recommended(page) == [4])
    page.sees("refuted")
    assert "center" not in page.term("o")
    write(page, "%*! Corners. *%\nsuggests(my_tactic,P,mark(C)) :- role(P), corner(C), free(C).\n")

    # another board, and what it recommends there as an example
    page.tap(lambda: page.all("#walk .cell")[0])
    page.until(lambda: "o to move" in page.text("#walk .told"))
    page.click("Add the board shown above", "#tactic")
    page.until(lambda: len(page.all("#tactic .small")) == 2)
    page.until(lambda: recommended(page) == [0, 2, 6, 8, 11, 15, 17])
    page.tap(lambda: page.all("#tactic .small .square")[8])  # not the last corner: as it should be
    page.until(lambda: recommended(page) == [0, 2, 6, 11, 15, 17])
    page.click("Add as example", "#tactic")
    page.until(lambda: "% example" in rules(page))
    page.until(lambda: page.all("#tactic .message.error"))  # as it is, it recommends that too
    assert "missing" in page.text("#tactic .messages") or "recommends" in page.text(
        "#tactic .messages"
    )

    # what is not saved is not left unasked
    page.click("Close", "#tactic")
    page.browser.switch_to.alert.dismiss()
    assert page.all("#tactic .small")

    # saved, and then there as a card
    write(page, "%*! Corners. *%\nsuggests(my_tactic,P,mark(C)) :- role(P), corner(C), free(C).\n")
    page.until(lambda: not page.all("#tactic .message.error"))
    page.click("Save", "#tactic")
    file = server.folder.parent / "mine" / "tactics" / "my_tactic.lp"
    until(file.exists)
    assert run("check", file).status == 0
    page.until(lambda: "as it stands in the editor" not in page.text("#verdict"))
    page.sees("refuted")
    page.write_term("o", "any")
    adder = page.role("o").find_element(By.CSS_SELECTOR, "[role=combobox][aria-label^=add]")
    page.tap(lambda: adder)
    adder.send_keys("my_tac", Keys.ENTER)
    page.until(lambda: page.cards("o") == ["my_tactic", "any"])
    page.sees("refuted")
    page.click("Close", "#tactic")
    page.until(lambda: not page.one("#tactic").is_displayed())
    assert page.complaints() == []
    file.unlink()  # the other tests begin a new one of this name


@pytest.fixture
def hurried(browser: webdriver.Chrome, tmp_path: Path) -> Iterator[Workbench]:
    """The page of a server that soon gives up."""
    with served(tmp_path, "--time-limit", "3") as server:
        yield Workbench(browser, server.address)


def test_a_tactic_that_grounds_for_ever(hurried: Workbench) -> None:
    page = hurried
    page.click("Write a tactic")
    page.until(lambda: "my_tactic" in rules(page))
    write(page, FOR_EVER)
    page.until(lambda: "checking" in page.text("#tactic"))
    # the rest goes on working meanwhile
    page.write_term("o", "newell_simon")
    page.sees("proved")
    page.until(lambda: "The check did not come to an end." in page.text("#tactic"))
    assert "time limit" in page.text("#tactic .messages")
    write(page, "%*! Corners. *%\nsuggests(my_tactic,P,mark(C)) :- role(P), corner(C), free(C).\n")
    page.until(lambda: "is well-formed" in page.text("#tactic"))
    write(page, "my_tactic_n(N+1) :- my_tactic_n(N).\n")
    page.until(lambda: "might never end" in page.text("#tactic .messages"))
    assert page.complaints() == []


def test_what_is_taken_along(page: Workbench, downloads: Path, run: Run) -> None:
    page.write_term("o", "first(defeat, defend, center, any)")
    page.sees("refuted")
    for item, name in (
        ("The claim, as TOML", "claim.toml"),
        ("o's strategy, as a file", "o_strategy.lp"),
        ("The report, a page", "report.html"),
    ):
        page.click("Export")
        page.click(item, "#actions")
        until((downloads / name).exists)
    assert run("prove", downloads / "claim.toml").status == 1
    assert "refuted" in (downloads / "report.html").read_text("utf-8")
    (downloads / "o_strategy.lp").rename(downloads / "taken.lp")
    assert "first(defeat, defend, center, any)" in (downloads / "taken.lp").read_text()
    assert page.complaints() == []
