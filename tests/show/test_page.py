"""The page of a report, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from conftest import HANGS
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from tables import contents
from workbench_page import NEEDS_BROWSER, opened_browser

from ttt_asp.cli.execution import execute

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with opened_browser(tmp_path_factory.mktemp("downloads")) as driver:
        yield driver


# Whoever takes the last of five bricks wins: one, two or three at a time.
PILES = contents("show/page_piles.lp")


class Page:
    def __init__(self, browser: webdriver.Chrome, file: Path, fragment: str = "") -> None:
        self.browser = browser
        browser.set_window_size(1000, 1400)
        browser.get("about:blank")  # else a fragment alone loads nothing
        browser.get(file.as_uri() + fragment)

    def opened(self, section: str) -> WebElement:
        place = self.browser.find_element(By.ID, section).find_element(By.CLASS_NAME, "walk")
        self.browser.execute_script("arguments[0].scrollIntoView()", place)
        self.until(lambda: place.find_elements(By.CLASS_NAME, "pane"))
        return place

    def until(self, seen: Callable[[], object]) -> None:
        WebDriverWait(self.browser, HANGS).until(lambda _: seen())

    def board(self, place: WebElement) -> str:
        cells = place.find_elements(By.CLASS_NAME, "cell")
        return "".join(cell.get_attribute("data-mark") or "." for cell in cells)

    def squares(self, place: WebElement, kind: str) -> list[WebElement]:
        return place.find_elements(By.CSS_SELECTOR, f".cell.{kind}")

    def lines(self, section: str, kind: str) -> list[str]:
        chosen = f"#{section} [data-line].{kind}"
        found = self.browser.find_elements(By.CSS_SELECTOR, chosen)
        return [one.find_element(By.CSS_SELECTOR, "b, .operator").text for one in found]

    def complaints(self) -> list[object]:
        return list(self.browser.get_log("browser"))  # type: ignore[no-untyped-call]


def titled(browser: webdriver.Chrome, title: str) -> bool:
    return browser.find_element(By.CSS_SELECTOR, "#match h2").text == title


def tool(place: WebElement, text: str) -> WebElement:
    (found,) = (b for b in place.find_elements(By.CLASS_NAME, "tool") if b.text == text)
    return found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("pages") / "report.html"
    assert execute(["report", "-o", str(file)]) == 0
    return file


@pytest.mark.slow
def test_the_papers_claims(browser: webdriver.Chrome, report: Path, tmp_path: Path) -> None:
    page = Page(browser, report)
    badges = browser.find_elements(By.CSS_SELECTOR, ".overview .badge")
    assert [badge.text for badge in badges] == ["proved", "proved", "refuted", "proved"]

    # a proof: a sentence, what it needs, and three moves, of which x's are by its strategy
    section = browser.find_element(By.ID, "nakas-1")
    assert (
        "x, playing good_for_x, never loses: whatever o does, 1,248 plays, 848 positions."
        in section.text
    )
    assert (
        "Of x's 5 lines 3 are enough, and without any one of them there is no proof: defeat, defend"
        in section.text
    )
    needed = section.find_elements(By.CLASS_NAME, "needed")
    assert len(needed) == 3
    place = page.opened("nakas-1")
    assert "1,248 plays from here on: x wins 1,184, ties 64" in place.text
    assert page.lines("nakas-1", "lit") == ["refine △"]
    assert page.lines("nakas-1", "silent") == ["defeat", "defend", "fork"]
    assert [page.board(place), len(page.squares(place, "may"))] == ["." * 9, 5]
    page.squares(place, "may")[0].click()
    assert [page.board(place), len(page.squares(place, "may"))] == ["x" + "." * 8, 8]
    assert page.lines("nakas-1", "lit") == []  # o may do anything
    page.squares(place, "may")[3].click()
    assert page.board(place) == "x...o...."
    page.squares(place, "may")[0].click()
    assert len(place.find_elements(By.CSS_SELECTOR, ".crumbs li")) == 4
    occupied = page.board(place).index("x", 1)
    place.find_elements(By.CLASS_NAME, "cell")[occupied].click()  # no move: nothing happens
    assert len(place.find_elements(By.CSS_SELECTOR, ".crumbs li")) == 4
    tool(place, "Back").click()
    assert page.board(place) == "x...o...."
    assert browser.current_url.endswith("#nakas-1@x../.o./...")

    # by keyboard: from the first square down and right, and back to the start
    tool(place, "Start").click()
    corner = place.find_elements(By.CLASS_NAME, "cell")[0]
    corner.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    assert page.board(place) == "....x...."
    browser.switch_to.active_element.send_keys(Keys.BACKSPACE)
    assert page.board(place) == "." * 9

    # symmetric moves: of the corners one is left, and the center
    place.find_element(By.CSS_SELECTOR, "input[type=checkbox]").click()
    assert [len(page.squares(place, kind)) for kind in ("may", "folded")] == [2, 3]

    # what plays the same role in the strategies
    (first, *_), second = (
        browser.find_element(By.ID, name).find_elements(By.TAG_NAME, "details")
        for name in ("nakas-1", "nakas-4")
    )
    assert len(second) == 2
    first.find_element(By.TAG_NAME, "summary").click()
    assert "good_for_x, x to move" in first.text
    cells = [row.text for row in first.find_elements(By.CSS_SELECTOR, "tbody tr")]
    assert cells[0] == "rows, columns yes yes all"

    for size in ((1000, 1400), (390, 844)):
        browser.set_window_size(*size)
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute_script(wide) == 0
    assert page.complaints() == []


@pytest.mark.slow
def test_a_refuted_claim_teaches(browser: webdriver.Chrome, report: Path) -> None:
    page = Page(browser, report)
    section = browser.find_element(By.ID, "nakas-3")
    assert "o, playing good_for_o, can lose: x wins 64 of 1,624 plays." in section.text
    first = browser.find_element(By.TAG_NAME, "main").text
    first = first.split("A claim is")[0]
    assert "Tic-tac-toe on a board of 3 x 3 squares: two roles mark free squares" in first
    assert "a whole line of 3 squares in a row" in first
    assert "Asked: o never loses, where x may do anything and o plays good_for_o." in section.text
    parts = ["The play that shows it", "Where it is lost", "What mends it", "to move"]
    places = [section.text.index(part) for part in parts]
    assert places == sorted(places)
    assert "Move 4 is the blunder" in section.text
    assert "Move 5 then makes 2 threats at once" in section.text
    assert section.find_element(By.TAG_NAME, "ins").text == "+ threaten_safely"
    assert section.find_element(By.CSS_SELECTOR, ".lesson svg").is_displayed()
    # the walk starts where the claim was lost: o has one losing corner and two others
    place = page.opened("nakas-3")
    assert len(place.find_elements(By.CSS_SELECTOR, ".crumbs li")) == 4
    assert [len(page.squares(place, kind)) for kind in ("loses", "safe", "may")] == [1, 2, 3]
    assert page.squares(place, "loses")[0].text == "??"
    assert "o cannot save the claim any more" in place.text
    while "After 7 moves: x wins with" not in place.text:
        before = page.board(place)
        tool(place, "Follow the play").click()
        assert page.board(place) != before
    assert len(page.squares(place, "won")) == 3
    assert page.complaints() == []


@pytest.mark.slow
def test_the_address_names_the_position(browser: webdriver.Chrome, report: Path) -> None:
    page = Page(browser, report, "#nakas-1@x../.o./...")
    place = page.opened("nakas-1")
    page.until(lambda: page.board(place) == "x...o....")
    assert len(place.find_elements(By.CSS_SELECTOR, ".crumbs li")) == 3
    field = place.find_element(By.CSS_SELECTOR, ".jump input")
    field.send_keys("o________", Keys.ENTER)  # no play begins so
    assert "No play of these comes to that position." in place.text
    field.clear()
    field.send_keys("____x____", Keys.ENTER)
    assert page.board(place) == "....x...."
    # what a line recommends is shaded, where its role is to move
    field.send_keys("x../.o./...", Keys.ENTER)
    line = browser.find_element(By.CSS_SELECTOR, '#nakas-1 [data-role="x"] [data-line="4"]')
    browser.execute_script("arguments[0].focus()", line)
    assert len(page.squares(place, "shaded")) == 7  # any
    assert page.complaints() == []


@pytest.mark.slow
def test_names_are_text_and_not_markup(browser: webdriver.Chrome, tmp_path: Path) -> None:
    claims = tmp_path / "strange.toml"
    claims.write_text(
        '[[claim]]\nid = "one"\nclaim = "always tie"\nexpect = "refuted"\n'
        'note = "<img src=x onerror=alert(1)> & </script>"\n'
    )
    file = tmp_path / "strange.html"
    assert execute(["report", str(claims), "-o", str(file)]) == 0
    page = Page(browser, file)
    assert "<img src=x onerror=alert(1)> & </script>" in browser.find_element(By.ID, "one").text
    place = page.opened("one")
    assert len(page.squares(place, "may")) == 9
    assert page.complaints() == []


@pytest.mark.slow
def test_signs_say_what_is_known(browser: webdriver.Chrome, tmp_path: Path) -> None:
    """Only what no move can save any more is called lost; and where moves are counted, nothing
    is said of positions that come after different numbers of them.
    """
    file = tmp_path / "misere.html"
    asked = ["report", "x never loses", "-c", "misere=1", "--x", "first(defeat, defend, any)"]
    assert execute([*asked, "-o", str(file)]) == 1
    page = Page(browser, file, "#claim@xo./x../...")
    place = page.opened("claim")
    page.until(lambda: page.board(place) == "xo.x.....")
    assert len(page.squares(place, "risky")) > 0
    center = place.find_elements(By.CLASS_NAME, "cell")[4]
    assert "risky" in str(center.get_attribute("class"))  # x has moves that keep it, not these
    assert "it could still be kept" in place.text
    game = tmp_path / "piles.lp"
    game.write_text(PILES)
    assert execute(["report", "a always wins by move 3", "-g", str(game), "-o", str(file)]) == 1
    page = Page(browser, file)
    place = page.opened("claim")
    assert not place.find_elements(By.CSS_SELECTOR, ".legend li .safe, .legend li .wins")
    assert page.complaints() == []


@pytest.mark.slow
def test_ids_are_addresses(browser: webdriver.Chrome, tmp_path: Path) -> None:
    claims, file = tmp_path / "odd.toml", tmp_path / "odd.html"
    names = ["100%", "a", "a@x../.../..."]
    claims.write_text("".join(f'[[claim]]\nid = "{name}"\nclaim = "x can win"\n' for name in names))
    assert execute(["report", str(claims), "-o", str(file)]) == 0
    page = Page(browser, file)
    links = browser.find_elements(By.CSS_SELECTOR, ".overview a")
    for link, name in zip(links, names, strict=True):
        browser.execute_script("arguments[0].click()", link)
        place = browser.find_element(By.ID, name).find_element(By.CLASS_NAME, "walk")
        page.until(partial(place.find_elements, By.CLASS_NAME, "pane"))
        assert page.board(place) == "." * 9
    assert page.complaints() == []


@pytest.mark.slow
def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert execute(["report", "always tie", "-o", str(file)]) == 1
    text = file.read_text("utf-8")
    assert not re.search(r"(src|href)=\"(?!#|data:)", text.replace(file.as_uri(), ""))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.slow
def test_one_walker_for_every_match(browser: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "matrix.html"
    names = ["good_for_x", "edge_mistake", "careful_o", "first(opposite_corner, corner)"]
    assert execute(["matrix", *names, "--html", str(file)]) == 0
    page = Page(browser, file)
    cells = browser.find_elements(By.CSS_SELECTOR, ".heat tbody td")
    assert len(cells) == 16
    by_name = {cell.find_element(By.TAG_NAME, "a").get_attribute("title"): cell for cell in cells}
    wins = by_name["good_for_x against edge_mistake"]
    assert wins.text.splitlines() == ["808 / 0 / 0", "x always wins by move 7"]
    # the numbers that the page works out for each match-up are those that were counted
    for title, cell in by_name.items():
        counts = cell.text.splitlines()[0].replace(",", "").split(" / ")
        if len(counts) != 3:  # plays get stuck
            continue
        browser.execute_script("arguments[0].click()", cell.find_element(By.TAG_NAME, "a"))
        first, second = str(title).split(" against ")
        title_is = partial(titled, browser, f"x: {first} · o: {second}")
        page.until(title_is)
        told = browser.find_element(By.CSS_SELECTOR, "#match .told").text.replace(",", "")
        for name, number in zip(("x wins", "o wins", "ties"), counts, strict=True):
            assert (f"{name} {number}" in told) == (number != "0")
    assert len(browser.find_elements(By.CSS_SELECTOR, ".pane")) == 1
    assert page.complaints() == []


@pytest.mark.slow
def test_a_strategy_that_does_not_fit_is_a_row(browser: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "matrix.html"
    asked = ["matrix", "any", "first(three_by_three, any)", "fork", "--html", str(file)]
    assert execute([*asked, "-g", "pick_up_bricks", "-c", "bricks=5"]) == 0
    page = Page(browser, file)
    reasons = browser.find_elements(By.CSS_SELECTOR, ".heat .reason")
    assert len(reasons) == 1
    assert reasons[0].text.startswith("pick_up_bricks has no threatens")
    assert reasons[0].find_element(By.XPATH, "../th").text == "fork"
    assert len(browser.find_elements(By.CSS_SELECTOR, ".heat a")) == 4
    assert page.complaints() == []


@pytest.mark.slow
def test_numbers_of_two_figures(browser: webdriver.Chrome, tmp_path: Path) -> None:
    """A square shows its whole number, and is said whole; of many moves there one is chosen."""
    file = tmp_path / "numbers.html"
    assert execute(["report", "o can win", "-g", "pick_up_bricks", "-o", str(file)]) == 0
    page = Page(browser, file)
    (square,) = page.opened("claim").find_elements(By.CLASS_NAME, "cell")
    assert [square.text, square.get_attribute("data-mark")] == ["12", "12"]
    assert square.get_attribute("aria-label") == "row 1, column 1: 12"
    jump = page.opened("claim").find_element(By.CSS_SELECTOR, ".jump input")
    assert jump.get_attribute("placeholder") == "12"
    jump.send_keys("1", Keys.ENTER)
    assert [square.text, jump.get_attribute("placeholder")] == ["1", "1"]
    game = ["-g", "numeric", "-c", "side=2", "-c", "largest=11", "-c", "total=11"]
    assert execute(["report", "odd can win", *game, "-o", str(file)]) == 0
    page = Page(browser, file)
    place = page.opened("claim")
    page.squares(place, "may")[0].click()
    moves = [button.text for button in place.find_elements(By.CSS_SELECTOR, ".moves button")]
    assert moves == [f"✓ put(cell(1,1),{number})" for number in (1, 11, 3, 5, 7, 9)]
    place.find_elements(By.CSS_SELECTOR, ".moves button")[1].click()
    squares = place.find_elements(By.CLASS_NAME, "cell")
    assert [square.get_attribute("data-mark") for square in squares] == ["11", "", "", ""]
    assert "row 1, column 1: 11" in str(squares[0].get_attribute("aria-label"))
    assert page.complaints() == []


@pytest.mark.slow
def test_hexagons_are_hexagons(browser: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "hex.html"
    assert execute(["report", "x can win", "-g", "hex", "-c", "rows=2", "-o", str(file)]) == 0
    page = Page(browser, file)
    corners = [cell.location for cell in page.opened("claim").find_elements(By.CLASS_NAME, "cell")]
    (first, second, _, below, *_) = [corner["x"] for corner in corners]
    assert abs(2 * (below - first) - (second - first)) <= 2  # half a hexagon further right
    assert "on a board of 2 x 3 hexagons" in browser.find_element(By.TAG_NAME, "main").text
    assert page.complaints() == []
