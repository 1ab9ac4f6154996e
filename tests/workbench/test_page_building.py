"""The workbench: strategies are built, broken, repaired and saved."""

from __future__ import annotations

import pytest
from conftest import Run
from selenium.webdriver.common.keys import Keys
from workbench_page import NEEDS_BROWSER, Workbench
from workbench_server import Server

from ttt_asp.strategies.terms import parse_term

pytestmark = [NEEDS_BROWSER, pytest.mark.slow]

LINES = [
    "defeat", "defend", "fork", "block_fork", "center", "opposite_corner", "corner", "edge",
]  # fmt: skip


def test_newell_and_simons_list_by_keyboard(page: Workbench, server: Server, run: Run) -> None:
    mine = server.folder.parent / "mine"
    # down to no line: Tab comes to the cards of o, then one after the other goes
    while page.browser.switch_to.active_element.get_attribute("id") != "term-x":
        page.press(Keys.TAB)
    while "card" not in (page.browser.switch_to.active_element.get_attribute("class") or ""):
        page.press(Keys.TAB)
    while page.cards("o"):
        page.press(Keys.DELETE)
    assert page.browser.switch_to.active_element.get_attribute("role") == "combobox"

    # the lines, searched by the beginnings of their names; the last two in the wrong order
    for line in [*LINES[:6], "edge", "corner"]:
        page.press(line[:-1] if line != "defend" else line, Keys.ENTER)
        page.until(lambda line=line: line in page.cards("o"))  # type: ignore[misc]
        page.press("a")  # the focus is on the new card
    assert page.cards("o") == [*LINES[:6], "edge", "corner"]
    page.chord(Keys.SHIFT, Keys.TAB)
    page.press(Keys.END)
    page.chord(Keys.ALT, Keys.ARROW_UP)
    page.until(lambda: page.cards("o") == LINES)
    assert page.term("o") == f"first({', '.join(LINES)})"
    assert "corner moved to place 7" in page.said
    page.sees("proved")
    assert "1,312 plays: o 992, tie 320" in page.text("#verdict .body")

    # without a line it falls
    page.press(Keys.HOME, *[Keys.ARROW_DOWN] * 3)
    page.press(Keys.DELETE)
    page.until(lambda: "block_fork" not in page.cards("o"))
    page.sees("refuted")
    assert len(page.all("#verdict .strip .blunder")) == 1
    assert "o plays mark(cell(3,3))" in page.text("#verdict .about-blunder")

    # repaired: a click each
    page.click("Repair", "#verdict")
    page.click("Use this strategy", "#verdict .results")
    page.sees("proved")
    repaired = page.term("o")
    assert len(page.cards("o")) >= 7 and "block_fork" not in page.cards("o")[:2]

    # saved, and proved from the command line
    page.click("Save…", '[aria-label="o\'s strategy"]')
    page.press("my_list", Keys.TAB, "Win, block, and so on.", Keys.ENTER)
    page.until(lambda: (mine / "my_list.lp").exists())
    done = run("prove", "o never loses", "--o", "my_list", "-S", mine)
    assert (done.status, "proved" in done.out) == (0, True)
    assert repaired.replace(" ", "") in (mine / "my_list.lp").read_text().replace(" ", "")
    assert "Win, block, and so on." in (mine / "my_list.lp").read_text()

    # again, with the name taken: only when told to
    page.write_term("o", "any")
    page.click("Save…", '[aria-label="o\'s strategy"]')
    page.press("my_list", Keys.ENTER)
    page.until(lambda: page.all(".save .danger"))
    assert "defeat" in (mine / "my_list.lp").read_text()
    page.click("Replace it")
    page.until(lambda: "defeat" not in (mine / "my_list.lp").read_text())
    assert page.complaints() == []


def test_undo_and_redo(page: Workbench) -> None:
    page.write_term("o", "first(defeat, any)")
    page.until(lambda: page.cards("o") == ["defeat", "any"])
    page.tap(lambda: page.card("o", "any"))
    page.press(Keys.DELETE)
    page.until(lambda: page.cards("o") == ["defeat"])
    page.chord(Keys.CONTROL, "z")
    page.until(lambda: page.cards("o") == ["defeat", "any"])
    page.chord(Keys.CONTROL, "y")
    page.until(lambda: page.cards("o") == ["defeat"])
    page.click("Undo")
    page.click("Undo")
    page.until(lambda: "threaten_safely" in page.cards("o"))
    assert not page.all("#actions button")[0].is_enabled()
    page.click("Redo")
    page.until(lambda: page.cards("o") == ["defeat", "any"])
    assert page.complaints() == []


SIGNED = [
    "defeat ∇ defend ∇ any",
    "defeat ∇ center_or_corner △ center △ corner ∇ any",
    "(defeat ∇ any) △ corner ∪ center ∖ edge ∩ fork",
    "defeat ∖ defend ∖ any ∪ corner ∪ edge",
    "first(defeat ∇ ?, opponent(fork) △ ?a) ∇ ...",
    "pick(any ∖ corner, reading)",
]
UNSIGNED = ["", "∇", "defeat ∇", "defeat ∇ ∇ any", "(defeat, any)", "any & any", "∖any", "(any"]


def test_signs_are_read_as_on_the_command_line(page: Workbench) -> None:
    for text in SIGNED:
        read = page.browser.execute_script("return printed(new Reader(arguments[0]).whole())", text)
        same, plain = (str(parse_term(one, "it")) for one in (read, text))
        assert same == plain and not set("∇△∪∩∖") & set(read)
    script = "try { new Reader(arguments[0]).whole(); return false } catch { return true }"
    for text in UNSIGNED:
        assert page.browser.execute_script(script, text), text
    page.write_term("o", SIGNED[0])
    page.until(lambda: page.cards("o") == ["defeat", "defend", "any"])
    page.sees("refuted")
    assert page.complaints() == []


def test_a_wrong_term_shows_where(page: Workbench) -> None:
    page.write_term("o", "first(defeat, centre, any)")
    page.until(lambda: "column 15" in page.role("o").text)
    shown = page.role("o").find_element("css selector", ".pointed").text
    assert shown.splitlines()[1].index("^") == "first(defeat, centre, any)".index("centre")
    assert "did you mean center?" in page.role("o").text
    page.sees("verdict")  # that is, none
    page.write_term("o", "first(defeat, any")
    page.until(lambda: "column 18: a ) is missing" in page.role("o").text)
    page.write_term("o", "first(Defeat, any)")
    page.until(lambda: "names begin with a lower-case letter: defeat" in page.role("o").text)
    page.write_term("o", "one_fewer")
    page.until(lambda: "choose the game chomp" in page.role("o").text)
    page.write_term("o", "any")
    claim = page.one("#question .claim input")
    claim.send_keys(Keys.CONTROL, "a")
    claim.send_keys("x never losses")
    table = page.until(lambda: page.all("#verdict .complaint pre"))[0].text.splitlines()
    assert len(table) > 4 and table[1].startswith("ROLE never|always|can")
    claim.send_keys(Keys.CONTROL, "a")
    claim.send_keys("o never loses")
    page.write_term("o", "first(defeat, any)")
    page.until(lambda: page.cards("o") == ["defeat", "any"])
    page.until(lambda: not page.role("o").find_elements("css selector", ".pointed"))
    page.sees("refuted")
    assert page.complaints() == []


def test_cards_nest_under_operators(page: Workbench) -> None:
    page.write_term("o", "first(defeat, defend, corner, any)")
    page.until(lambda: page.cards("o") == ["defeat", "defend", "corner", "any"])
    page.tap(lambda: page.card("o", "corner"))
    page.press("c")  # combine: △ is chosen
    page.press("opposite", Keys.ENTER)
    page.until(
        lambda: page.term("o") == "first(defeat, defend, refine(corner, opposite_corner), any)"
    )
    assert page.cards("o") == ["defeat", "defend", "refine", "any"]
    assert "△" in page.role("o").text
    # the inner card moves out, and back into the operator before it
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    page.chord(Keys.ALT, Keys.ARROW_LEFT)
    page.until(lambda: page.cards("o") == ["defeat", "defend", "corner", "opposite_corner", "any"])
    page.press("c", Keys.ESCAPE)
    page.press(Keys.ENTER)  # edit its term
    page.chord(Keys.CONTROL, "a")
    page.press("except(any, edge)", Keys.ENTER)
    page.until(lambda: page.cards("o")[3] == "except")
    page.chord(Keys.CONTROL, "z")
    page.until(lambda: page.cards("o")[3] == "opposite_corner")
    assert page.complaints() == []


def test_operators_of_one_strategy(page: Workbench) -> None:
    """`opponent` needs no other one, and `pick` an order."""
    page.write_term("o", "first(fork, any)")
    page.until(lambda: page.cards("o") == ["fork", "any"])
    page.tap(lambda: page.card("o", "any"))
    page.press("c")
    page.tap(lambda: page.one(".choice input[value=pick] + span"))
    page.tap(lambda: page.one(".combine [role=combobox]"))
    page.press("rea", Keys.ENTER)
    page.until(lambda: page.term("o") == "first(fork, pick(any, reading))")
    page.tap(lambda: page.card("o", "fork"))
    page.press("c")
    page.chord(Keys.SHIFT, Keys.TAB)  # to the operators, by keyboard
    while page.browser.switch_to.active_element.get_attribute("value") != "opponent":
        page.press(Keys.ARROW_LEFT)
    page.press(Keys.TAB, Keys.ENTER)
    page.until(lambda: page.term("o") == "first(opponent(fork), pick(any, reading))")
    page.sees("refuted")
    assert page.complaints() == []


def test_a_card_is_dragged(page: Workbench) -> None:
    page.write_term("o", "first(defeat, defend, refine(corner, center), any)")
    page.until(lambda: len(page.cards("o")) == 4)
    page.drag("o", "defend", "defeat", -12)
    page.until(lambda: page.cards("o") == ["defend", "defeat", "refine", "any"])
    page.drag("o", "defend", "center", 30)
    page.until(lambda: page.term("o") == "first(defeat, refine(corner, center, defend), any)")
    assert page.complaints() == []


def test_holes_are_filled(page: Workbench) -> None:
    page.write_term("o", "first(defeat, defend, fork, ?, refine(center_or_corner, center), any)")
    page.sees("open")
    page.click("Fill the holes", "#verdict")
    page.click("Use this strategy", "#verdict .results")
    page.sees("proved")
    assert "?" not in page.term("o")
    page.click("Shorten", "#verdict")
    page.until(lambda: page.text("#verdict .results"))
    assert page.complaints() == []
