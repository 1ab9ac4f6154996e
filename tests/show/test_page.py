"""The page of a report, in a real browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import HANGS
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from ttt_asp.cli.main import execute

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="chromium and chromium-driver are not installed"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    for option in OPTIONS.split():
        options.add_argument(option)
    options.binary_location = CHROMIUM or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


class Page:
    def __init__(self, browser: webdriver.Chrome, file: Path) -> None:
        self.browser = browser
        browser.set_window_size(1000, 1400)
        browser.get(file.as_uri())

    def opened(self, section: str) -> WebElement:
        place = self.browser.find_element(By.ID, section).find_element(By.CLASS_NAME, "walk")
        place.find_element(By.CLASS_NAME, "open").click()
        WebDriverWait(self.browser, HANGS).until(
            lambda _: place.find_elements(By.CLASS_NAME, "pane")
        )
        return place

    def board(self, place: WebElement) -> str:
        cells = place.find_elements(By.CLASS_NAME, "cell")
        return "".join(cell.text or "." for cell in cells)

    def squares(self, place: WebElement, kind: str) -> list[WebElement]:
        return place.find_elements(By.CSS_SELECTOR, f".cell.{kind}")

    def complaints(self) -> list[object]:
        return list(self.browser.get_log("browser"))  # type: ignore[no-untyped-call]


def tool(place: WebElement, text: str) -> WebElement:
    (found,) = (b for b in place.find_elements(By.CLASS_NAME, "tool") if b.text == text)
    return found


@pytest.mark.slow
def test_the_papers_claims(browser: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert execute(["report", "-o", str(file)]) == 0
    page = Page(browser, file)
    rows = browser.find_elements(By.CSS_SELECTOR, "main > .wide tbody tr")
    assert [row.find_elements(By.TAG_NAME, "td")[3].text for row in rows] == [
        "proved", "proved", "refuted", "proved",
    ]  # fmt: skip

    # a proof: three moves, of which x's are by its strategy
    place = page.opened("nakas-1")
    assert "x 1,184, tie 64" in place.text
    assert "center_or_corner △ threaten_non_center" in place.text
    assert "Nothing from: defeat, defend, fork" in place.text
    assert [page.board(place), len(page.squares(place, "may"))] == ["." * 9, 5]
    page.squares(place, "may")[0].click()
    assert [page.board(place), len(page.squares(place, "may"))] == ["x" + "." * 8, 8]
    page.squares(place, "may")[3].click()
    assert page.board(place) == "x...o...."
    page.squares(place, "may")[0].click()
    assert "After 3 moves" in place.text
    occupied = page.board(place).index("x", 1)
    place.find_elements(By.CLASS_NAME, "cell")[occupied].click()  # no move: nothing happens
    assert "After 3 moves" in place.text
    tool(place, "Back").click()
    assert page.board(place) == "x...o...."

    # by keyboard: from the first square down and right, and back to the start
    tool(place, "Start").click()
    corner = place.find_elements(By.CLASS_NAME, "cell")[0]
    corner.send_keys(Keys.ARROW_DOWN)
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    assert page.board(place) == "....x...."
    browser.switch_to.active_element.send_keys(Keys.BACKSPACE)
    assert page.board(place) == "." * 9

    # symmetric moves: of the corners one is left, and the centre
    place.find_element(By.CSS_SELECTOR, "input[type=checkbox]").click()
    assert [len(page.squares(place, kind)) for kind in ("may", "folded")] == [2, 3]

    # a counterexample: followed to its end
    place = page.opened("nakas-3")
    while "The play ends here: x." not in place.text:
        before = page.board(place)
        tool(place, "Follow the play").click()
        assert page.board(place) != before
    picture = browser.find_element(By.ID, "nakas-3").find_element(By.TAG_NAME, "svg")
    assert picture.is_displayed()

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

    height = browser.execute_script("return document.documentElement.scrollHeight")
    browser.set_window_size(1000, height + 150)
    assert browser.save_screenshot(str(tmp_path / "report.png"))
    browser.set_window_size(390, 900)
    wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.execute_script(wide) == 0
    assert browser.save_screenshot(str(tmp_path / "report_on_a_phone.png"))
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
def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert execute(["report", "always tie", "-o", str(file)]) == 1
    text = file.read_text("utf-8")
    assert not re.search(r"(src|href)=\"(?!#|data:)", text.replace(file.as_uri(), ""))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.slow
def test_the_heat_map_links_to_every_match(browser: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "matrix.html"
    assert execute(["matrix", "good_for_x", "edge_mistake", "--html", str(file)]) == 0
    page = Page(browser, file)
    cells = browser.find_elements(By.CSS_SELECTOR, ".heat tbody td")
    assert [cell.text.splitlines()[1] for cell in cells] == [
        "x never loses", "x always wins by move 7", "none", "none",
    ]  # fmt: skip
    assert cells[1].text.splitlines()[0] == "808 / 0 / 0"
    for cell in cells:
        target = cell.find_element(By.TAG_NAME, "a").get_attribute("href") or ""
        assert browser.find_element(By.ID, target.partition("#")[2]).is_displayed()
    place = page.opened("match-2")
    assert "Plays from here on: x 808" in place.text
    assert browser.save_screenshot(str(tmp_path / "matrix.png"))
    assert page.complaints() == []
