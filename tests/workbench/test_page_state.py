"""The workbench: links, tabs, games, positions, and the page on a phone."""

from __future__ import annotations

import base64
import json
import shlex

import pytest
from conftest import Run
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from tables import tabled
from workbench_page import NEEDS_BROWSER, Workbench
from workbench_server import Server

pytestmark = [NEEDS_BROWSER, pytest.mark.slow]


def squares(page: Workbench) -> str:
    """What stands on the board, row by row."""
    script = (
        "return [...document.querySelectorAll('#walk .cell')].map((e) => e.dataset.mark || '.')"
    )
    return "".join(page.browser.execute_script(script))


def shaded(page: Workbench) -> list[int]:
    script = """return [...document.querySelectorAll('#walk .cell')].flatMap(
        (cell, number) => cell.classList.contains('shaded') ? [number] : [])"""
    return list(page.browser.execute_script(script))


def size(page: Workbench) -> list[object]:
    """What the fields of rows, columns and the line show."""
    return [one.get_property("value") for one in page.all(".constant input")[:3]]


def jump(page: Workbench, position: str) -> None:
    page.tap(lambda: page.one("#position"))
    page.chord(Keys.CONTROL, "a")
    page.press(position, Keys.ENTER)


def press(page: Workbench, square: int) -> None:
    page.tap(lambda: page.all("#walk .cell")[square])


def carries(page: Workbench) -> None:
    assert page.term("o") == "first(defeat, defend, center, any)"
    assert page.one("#question .claim input").get_property("value") == "o can win"
    page.until(lambda: squares(page) == "x........")
    page.until(lambda: "my_tactic" in str(page.one("#rules").get_property("value")))


def test_a_link_carries_everything(page: Workbench) -> None:
    page.write_term("o", "first(defeat, defend, center, any)")
    page.sees("refuted")
    jump(page, "x../.../...")
    page.until(lambda: squares(page) == "x........")
    page.click("Write a tactic")
    page.until(lambda: "my_tactic" in str(page.one("#rules").get_property("value")))
    claim = page.one("#question .claim input")
    page.tap(lambda: claim)
    page.chord(Keys.CONTROL, "a")
    claim.send_keys("o can win")
    page.sees("proved")
    carried = page.until(lambda: page.browser.current_url)

    page.browser.refresh()
    page.sees("proved")
    carries(page)
    carries(Workbench(page.browser, carried))
    assert page.complaints() == []


@tabled()
def test_an_address_that_carries_nothing_known(
    browser: webdriver.Chrome, server: Server, carried: object
) -> None:
    text = base64.urlsafe_b64encode(json.dumps(carried).encode()).decode().rstrip("=")
    page = Workbench(browser, f"{server.address}#{text}")
    assert "threaten_safely" in page.cards("o")
    assert page.complaints() == []


def test_what_an_address_carries_is_text_and_not_markup(
    browser: webdriver.Chrome, server: Server
) -> None:
    markup = "<img src=x onerror=alert(1)>"
    carried = {
        "game": "tictactoe",
        "const": {},
        "claim": markup,
        "roles": {"x": markup, "o": "first(defeat, any)"},
        "position": markup,
        "open": {"name": "mine", "text": markup, "positions": [markup]},
    }
    text = base64.urlsafe_b64encode(json.dumps(carried).encode()).decode().rstrip("=")
    page = Workbench(browser, f"{server.address}#{text}")
    page.until(lambda: page.all("#tactic .message.error"))
    page.sees("verdict")  # that is, none
    assert page.term("x") == markup
    assert not page.all("img")
    assert page.complaints() == []


def test_two_tabs_do_not_disturb_each_other(page: Workbench, server: Server) -> None:
    browser = page.browser
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    second = browser.current_window_handle
    other = Workbench(browser, server.address)
    other.write_term("o", "first(defeat, defend, fork, center, any)")
    browser.switch_to.window(first)
    page.write_term("o", "newell_simon")
    page.sees("proved")
    assert page.cards("o") == ["newell_simon"]
    browser.switch_to.window(second)
    other.sees("refuted")
    assert other.cards("o") == ["defeat", "defend", "fork", "center", "any"]
    assert other.complaints() == []
    browser.close()
    browser.switch_to.window(first)


def test_a_named_strategy_is_opened_up(page: Workbench) -> None:
    page.write_term("o", "newell_simon")
    page.until(lambda: page.cards("o") == ["newell_simon"])
    page.until(lambda: "Newell and Simon" in page.role("o").text)
    page.tap(lambda: page.card("o", "newell_simon"))
    page.press("o")
    page.until(lambda: page.cards("o")[3:5] == ["block_fork", "center"])
    page.sees("proved")


def test_what_cards_recommend_on_the_board(page: Workbench) -> None:
    page.write_term("o", "first(defeat, defend, refine(center_or_corner, center), any)")
    page.until(lambda: len(page.cards("o")) == 4)
    press(page, 0)
    page.until(lambda: squares(page) == "x........")
    press(page, 4)  # o is not made to play by its strategy
    page.until(lambda: squares(page) == "x...o....")
    page.until(lambda: "x to move" in page.text("#walk .told"))
    page.click("Back", "#walk")
    page.until(lambda: squares(page) == "x........")
    deciding = page.until(lambda: page.role("o").find_element(By.CSS_SELECTOR, ".decides > .row"))
    assert "refine" in deciding.text and "1 move" in deciding.text
    silent = page.role("o").find_elements(By.CSS_SELECTOR, ".silent > .row > .name")
    assert [one.text for one in silent] == ["defeat", "defend"]
    page.until(lambda: shaded(page) == [4])
    page.tap(lambda: page.card("o", "any"))
    page.until(lambda: shaded(page) == [1, 2, 3, 4, 5, 6, 7, 8])
    page.tap(lambda: page.card("o", "center_or_corner"))
    page.until(lambda: shaded(page) == [2, 4, 6, 8])
    page.click("Start", "#walk")
    page.until(lambda: squares(page) == "." * 9)

    page.click("Set up", "#walk")
    for square, times in ((0, 1), (4, 2)):
        for _ in range(times):
            press(page, square)
    page.click("Set up", "#walk")
    page.until(lambda: squares(page) == "x...o....")
    jump(page, "x../oo")
    page.until(lambda: page.all("#walk .complaint"))
    assert squares(page) == "x...o...."
    assert page.complaints() == []


def test_the_counterexample_is_walked_into(page: Workbench) -> None:
    page.write_term("o", "first(defeat, defend, fork, refine(center_or_corner, center), any)")
    page.sees("refuted")
    page.tap(lambda: page.one("#verdict .strip .blunder button"))
    page.until(lambda: squares(page).count(".") == 5)
    page.click("Show the choice", "#verdict")
    page.until(lambda: squares(page).count(".") == 6)
    page.until(lambda: "o to move" in page.text("#walk .told"))


def test_another_game_and_its_constants(page: Workbench) -> None:
    Select(page.one("#game")).select_by_value("chomp")
    page.until(lambda: len(page.all("#walk .cell")) == 12)
    rows = page.one("#const-rows")
    rows.send_keys(Keys.CONTROL, "a")
    rows.send_keys("2", Keys.ENTER)
    page.until(lambda: len(page.all("#walk .cell")) == 8)
    page.until(lambda: page.verdict in ("proved", "refuted"))
    rows = page.one("#const-rows")
    rows.send_keys(Keys.CONTROL, "a")
    rows.send_keys("-1", Keys.ENTER)
    page.until(lambda: page.all("#question .complaint"))
    assert page.verdict == "verdict"  # that is, none
    assert len(page.all("#walk .cell")) == 8
    for _ in range(3):  # -1, 2, chomp
        page.click("Undo")
    page.until(lambda: len(page.all("#walk .cell")) == 9)
    Select(page.one("#game")).select_by_value("numeric")  # moves that are no squares
    page.until(lambda: "odd to move" in page.text("#walk .told"))
    press(page, 0)
    page.click("put(cell(1,1),5)", "#walk .moves")
    page.until(lambda: squares(page).startswith("5"))
    page.write_term("odd", "first(scrabble, any)")
    Select(page.one("#game")).select_by_value("hex")  # rows are shifted by half a hexagon each
    page.until(lambda: page.all("#walk .board.slanted"))

    def shifted() -> bool:  # once the page stands still: a verdict that comes moves it
        cells = page.all("#walk .cell")
        left = [cells[number].location["x"] for number in (0, 3, 1, 6)] if len(cells) > 6 else []
        return bool(left) and left == sorted(left) and left[2] == left[3]

    page.until(shifted)
    Select(page.one("#game")).select_by_value("tictactoe")  # as it was left
    page.until(lambda: "threaten_safely" in page.cards("o"))
    Select(page.one("#game")).select_by_value("numeric")
    page.until(lambda: "even to move" in page.text("#walk .told"))
    assert page.term("odd") == "first(scrabble, any)"
    assert page.complaints() == []


def test_what_may_be_done_where_time_was_not_enough(page: Workbench, run: Run) -> None:
    """The command line that is shown asks the question that is shown."""
    page.write_term("o", "first(defeat, any)")
    page.until(lambda: page.cards("o") == ["defeat", "any"])
    page.sees("refuted")
    page.browser.execute_script("""verdict.show({verdict: "unknown", sentence: "", warnings: [],
        positions: null, plays: null, engine: "explicit", seconds: {total: 60}});""")
    assert "--time-limit 3600" in page.text("#verdict .body")
    program, *line = shlex.split(page.text("#verdict .body pre"))
    found = run(*line)
    assert (program, found.status) == ("ttt-asp", 1)
    assert "first(defeat, any)" in line and "refuted" in found.out


def test_the_verdict_is_about_the_board_that_is_shown(page: Workbench) -> None:
    page.write_term("o", "any")
    claim = page.one("#question .claim input")
    claim.send_keys(Keys.CONTROL, "a")
    claim.send_keys("x can win")
    page.sees("proved")
    page.tap(lambda: page.one("#const-rows"))
    page.chord(Keys.CONTROL, "a")
    page.type("1")
    assert page.verdict in ("", "refuted")  # "proved" was said of 3 x 3
    page.type(Keys.TAB, "4", Keys.TAB, "3")
    page.until(lambda: squares(page) == "....")
    page.sees("refuted")
    assert size(page) == ["1", "4", "3"]
    page.tap(lambda: page.one("#const-rows"))
    page.chord(Keys.CONTROL, "a")
    page.type("4", Keys.TAB, "4", Keys.TAB, "4")
    page.until(lambda: squares(page) == "." * 16)
    assert size(page) == ["4", "4", "4"]
    assert page.complaints() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(browser: webdriver.Chrome, server: Server, scheme: str) -> None:
    emulated = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)
    page = Workbench(browser, server.address)
    try:
        page.shape(390, 844)
        assert page.overflow() == 0
        page.write_term("o", "first(defeat, defend, fork, refine(center_or_corner, center), any)")
        page.sees("refuted")
        page.click("Repair", "#verdict")
        page.until(lambda: page.all("#verdict .result"))
        page.click("Write a tactic")
        page.until(lambda: page.all("#tactic .square"))
        assert page.overflow() == 0
        page.write_term("o", "first(defeat, centre, any)")
        page.until(lambda: "column 15" in page.role("o").text)
        assert page.overflow() == 0
        page.tap(lambda: page.role("o").find_element(By.CSS_SELECTOR, "[role=combobox]"))
        page.until(lambda: len(page.all(".option")) > 5)
        assert page.overflow() == 0
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert page.complaints() == []
