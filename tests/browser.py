"""Sessions with a page in a real browser: what is typed and clicked, and what is seen then.

`tests/data/browser/` has them as text. Each line is a step, a verb of `Session` and what it is
about; what is to be seen is waited for. `@o` in a selector is the strategy of o in the workbench.
"""

import base64
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from conftest import HANGS
from selenium import webdriver
from selenium.common.exceptions import (
    NoAlertPresentException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait
from transcripts import matches, run

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-dev-shm-usage "  # which has but 64 MB in a container
    "--disable-background-networking --disable-component-update --disable-sync"
)
WINDOW = (1400, 1000)
T = TypeVar("T")


class NotSeen(AssertionError):
    """A step did not come to what it waits for, or the browser refused it."""


@contextmanager
def opened_browser(downloads: Path) -> Iterator[webdriver.Chrome]:
    """A headless browser, which keeps what its console says."""
    if not (CHROMIUM and DRIVER):
        pytest.skip("chromium and chromium-driver are not installed")
    options = webdriver.ChromeOptions()
    for option in OPTIONS.split():
        options.add_argument(option)
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


def keys_of(text: str) -> list[str]:
    """Words as keys: names in capitals, as ARROW_UP, and what is no name as it is."""
    return [getattr(Keys, word, word) for word in text.split()]


class Session:
    """What a user does with a page, and sees: a method `do_VERB` for each step.

    Attributes:
        address: of the workbench, if it is about one.
        folders: what is called so in commands and of files, as MINE.
    """

    def __init__(self, browser: webdriver.Chrome, address: str, folders: dict[str, Path]) -> None:
        self.browser, self.address, self.folders = browser, address, folders
        browser.set_window_size(*WINDOW)
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        browser.get("about:blank")
        browser.get_log("browser")  # type: ignore[no-untyped-call]

    def follow(self, script: str) -> None:
        """Take the steps of a script, after which the console has said nothing.

        Answers that refuse a question do not count: the page shows these.
        """
        for step in re.split(r"\n(?!> )", script.strip()):
            verb, _, rest = step.partition(" ")
            if verb and verb != "#":
                try:
                    getattr(self, "do_command" if verb == "$" else f"do_{verb}")(rest)
                except WebDriverException as error:
                    raise NotSeen(f"{step}\n{error.msg or 'not seen'}") from error
        said = [entry["message"] for entry in self.browser.get_log("browser")]  # type: ignore[no-untyped-call]
        assert [one for one in said if "status of 4" not in one] == []

    # --- finding ---

    def until(self, found: Callable[[], T]) -> T:
        """Wait for what comes to be; elements that are drawn anew meanwhile do not matter."""
        ignored = [StaleElementReferenceException, NoAlertPresentException]
        patient = WebDriverWait(self.browser, HANGS, 0.05, ignored_exceptions=ignored)
        return patient.until(lambda _: found())

    def all(self, selector: str) -> list[WebElement]:
        selector = re.sub(r"@(\w+)", r"[aria-label='\1\\'s strategy']", selector)
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def tap(self, found: Callable[[], WebElement | None]) -> None:
        """Click what may be drawn anew meanwhile, or stand below the page's head."""

        def tapped() -> bool:
            if element := found():
                script = "arguments[0].scrollIntoView({block: 'center'})"
                self.browser.execute_script(script, element)
                element.click()
            return element is not None

        self.until(tapped)

    def card(self, role: str, name: str) -> WebElement | None:
        """The first card of this name, of those in others too."""
        found = self.all(f"@{role} .card > .row > .name")
        return next((one for one in found if one.text == name), None)

    def placed(self, text: str) -> str:
        """Text with the folders that it names."""
        for name, folder in self.folders.items():
            text = text.replace(name, str(folder))
        return text

    # --- doing ---

    def do_open(self, what: str) -> None:
        """The workbench, with what its address is to carry; or another page of a folder."""
        if what.endswith("}") or not what:
            carried = base64.urlsafe_b64encode(what.encode()).decode().rstrip("=")
            self.browser.get(f"{self.address}#{carried}" if what else self.address)
            self.do_ready("")
        else:
            file, _, fragment = what.partition("#")
            self.browser.get("about:blank")  # else a fragment alone loads nothing
            self.browser.get(Path(self.placed(file)).resolve().as_uri() + f"#{fragment}")

    def do_ready(self, _: str) -> None:
        """The workbench has its library, and asks or has asked its question."""
        self.do_see("@o ~ Win")
        self.do_js("document.querySelector('#verdict .word')")

    def do_again(self, _: str) -> None:
        """The page anew, by its address."""
        address = self.browser.current_url
        self.browser.get("about:blank")
        self.browser.get(address)
        self.do_ready("")

    def do_press(self, keys: str) -> None:
        """Press keys where the focus is; HELD+KEY, where one is held down."""
        for word in keys.split():
            held, _, key = word.rpartition("+")
            if held:
                chain = webdriver.ActionChains(self.browser).key_down(getattr(Keys, held))
                chain.send_keys(*keys_of(key)).key_up(getattr(Keys, held)).perform()
            else:
                self.browser.switch_to.active_element.send_keys(*keys_of(word))

    def do_type(self, text: str) -> None:
        """Press the keys of a text where the focus is."""
        self.browser.switch_to.active_element.send_keys(text)

    def do_fast(self, keys: str) -> None:
        """Press keys as fast as the browser takes them, wherever the focus goes meanwhile."""
        webdriver.ActionChains(self.browser, duration=0).send_keys(*keys_of(keys)).perform()

    def do_go(self, what: str) -> None:
        """Press a key until what matches a selector has the focus."""
        key, _, selector = what.partition(" ")
        script = f"return document.activeElement.matches({json.dumps(selector)})"
        while not self.browser.execute_script(script):
            self.do_press(key)

    def do_tap(self, what: str) -> None:
        """Click the first that matches a selector; SELECTOR # N, the one with N before it."""
        selector, _, number = what.partition(" # ")
        self.tap(lambda: next(iter(self.all(selector)[int(number or 0) :]), None))

    def do_card(self, what: str) -> None:
        """Click a card, of the outer or inner ones: ROLE NAME."""
        self.tap(lambda: self.card(*what.split()))

    def do_square(self, number: str) -> None:
        """Click a square of the workbench's board."""
        self.do_tap(f"#walk .cell # {number}")

    def do_click(self, what: str) -> None:
        """Click the button that says this; TEXT in SELECTOR, one within that."""
        text, _, within = what.partition(" in ")
        path = f".//button[normalize-space()={json.dumps(text, ensure_ascii=False)}]"

        def button() -> WebElement | None:
            places = self.all(within or "body")
            found = [b for place in places for b in place.find_elements(By.XPATH, path)]
            return next((one for one in found if one.is_displayed()), None)

        self.tap(button)

    def do_fill(self, what: str) -> None:
        """Replace the text of a field, by keyboard: SELECTOR = TEXT."""
        selector, _, text = what.partition(" = ")
        self.do_tap(selector)
        self.do_press("CONTROL+a")
        self.do_type(text or str(Keys.DELETE))

    def do_write(self, what: str) -> None:
        """Replace the term of a role, by keyboard: ROLE TERM."""
        role, _, term = what.partition(" ")
        self.do_fill(f"#term-{role} = {term}")

    def do_paste(self, what: str) -> None:
        """Replace the text of a field at once: SELECTOR = TEXT, a line for each |."""
        selector, _, text = what.partition(" = ")
        self.do_tap(selector)
        self.do_press("CONTROL+a")
        text = text.replace(" | ", "\n") + "\n"
        self.browser.execute_cdp_cmd("Input.insertText", {"text": text})

    def do_choose(self, game: str) -> None:
        """Choose a game."""
        Select(self.all("#game")[0]).select_by_value(game)

    def do_drag(self, what: str) -> None:
        """Drag a card by its grip: ROLE NAME ONTO DOWN, so far below the middle of that name."""
        role, name, onto, down = what.split()

        def dragged() -> bool:
            card, other = self.card(role, name), self.card(role, onto)
            assert card is not None and other is not None
            grip = card.find_element(By.XPATH, "../*[@class='grip']")
            chain = webdriver.ActionChains(self.browser).click_and_hold(grip)
            chain.move_to_element_with_offset(other, 0, int(down)).release().perform()
            return True

        self.until(dragged)

    def do_dismiss(self, _: str) -> None:
        """Say no to what the page asks in a window of its own."""
        self.until(lambda: self.browser.switch_to.alert).dismiss()

    def do_accept(self, _: str) -> None:
        """Say yes to it."""
        self.until(lambda: self.browser.switch_to.alert).accept()

    def do_tab(self, which: str) -> None:
        """Turn to another tab, by its number, to a new one, or close this and turn to the first."""
        if which == "new":
            self.browser.switch_to.new_window("tab")
            self.do_open("")
            return
        if which == "close":
            self.browser.close()
        number = int(which) if which.isdigit() else 0
        self.browser.switch_to.window(self.browser.window_handles[number])

    def do_phone(self, scheme: str) -> None:
        """Lay the page out for a small screen, light or dark."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        self.do_window("390 844")

    def do_window(self, size: str) -> None:
        """Lay the page out for a window: WIDTH HEIGHT."""
        width, height = map(int, size.split())
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def do_command(self, typed: str) -> None:
        """What is typed elsewhere, and below it, each line behind `> `, what is printed then."""
        command, *shown = typed.split("\n")
        status, printed = run(self.placed(command))
        printed += f"[{status}]" if status else ""
        assert matches(printed, "\n".join(line[2:] for line in shown)), printed

    def do_ask(self, what: str) -> None:
        """Run the command that is shown; what it prints has a text: SELECTOR ~ TEXT."""
        selector, _, text = what.partition(" ~ ")
        _, printed = run(self.all(selector)[0].text)
        assert text in printed

    # --- seeing ---

    def do_see(self, what: str) -> None:
        """SELECTOR = TEXT, that is all; SELECTOR ~ TEXT, it is there, !~, it is not; # N, there are
        N.

        Of several that match the first counts; none has no text.
        """
        parts = re.fullmatch(r"(.+?) (=|!?~|#)(?: (.*))?", what)
        assert parts, what
        selector, sign, expected = parts.groups("")

        def seen() -> bool:
            found = self.all(selector)
            if sign == "#":
                return len(found) == int(expected)
            text = "\n".join(one.text for one in found[:1])
            if sign == "=":
                return text == expected
            return (expected in text) == (sign == "~")

        self.until(seen)

    def do_js(self, expression: str) -> None:
        """What is true in the page, as an expression of JavaScript."""
        script = f"try {{ return Boolean({expression}) }} catch {{ return false }}"
        self.until(lambda: self.browser.execute_script(script))

    def do_value(self, what: str) -> None:
        """What a field has, or has in it: SELECTOR = TEXT or SELECTOR ~ TEXT."""
        parts = re.fullmatch(r"(.+?) ([=~]) ?(.*)", what)
        assert parts, what
        selector, sign, expected = parts.groups()
        one = f"document.querySelector({json.dumps(selector)}).value"
        said = json.dumps(expected)
        self.do_js(f"{one} === {said}" if sign == "=" else f"{one}.includes({said})")

    def do_term(self, what: str) -> None:
        """The term of a role: ROLE TERM."""
        role, _, term = what.partition(" ")
        self.do_value(f"#term-{role} = {term}")

    def do_cards(self, what: str) -> None:
        """The names on the outermost cards of a role: ROLE NAME NAME."""
        role, *names = what.split()
        names_of = f"@{role} .cards > .card > .row > .name"
        self.until(lambda: [one.text for one in self.all(names_of)] == names)

    def do_verdict(self, word: str) -> None:
        """The word that is shown; `verdict` stands for none."""
        said = "#verdict:not(.old) .word"
        self.until(lambda: " ".join(one.text.split()[-1] for one in self.all(said)) == word)

    def do_soon(self, word: str) -> None:
        """Another verdict than this is shown, or none, already."""
        said = " ".join(one.text for one in self.all("#verdict:not(.old) .word"))
        assert word not in said

    def do_board(self, what: str) -> None:
        """What stands on the squares, row by row; BOARD in SELECTOR, on those there."""
        board, _, within = what.partition(" in ")
        cells = f"{within or '#walk'} .cell"
        marks = (
            f"[...document.querySelectorAll({json.dumps(cells)})].map(e => e.dataset.mark || '.')"
        )
        self.do_js(f"{marks}.join('') === {json.dumps(board)}")

    def do_numbers(self, what: str) -> None:
        """Which of those that match one selector match another: ALL : SOME = N N."""
        parts = re.fullmatch(r"(.+) : (.+) =((?: \d+)*)", what)
        assert parts, what
        every, some = json.dumps(parts[1]), json.dumps(parts[2])
        chosen = f"(e, n) => e.matches({some}) ? [n] : []"
        found = f"[...document.querySelectorAll({every})].flatMap({chosen}).join(' ')"
        self.do_js(f"{found} === {json.dumps(parts[3].strip())}")

    def do_narrow(self, _: str) -> None:
        """The page is no wider than the window."""
        root = "document.documentElement"
        self.do_js(f"{root}.scrollWidth === {root}.clientWidth")

    def do_file(self, what: str) -> None:
        """What a file comes to have or not to have in it: PATH ~ TEXT, PATH !~ TEXT."""
        path, sign, text = re.split(r" (!?~) ?", what, maxsplit=1)
        file = Path(self.placed(path))
        self.until(lambda: file.exists() and (text in file.read_text("utf-8")) == (sign == "~"))

    def do_saved(self, what: str) -> None:
        """A file has the term of a role: ROLE PATH."""
        role, _, path = what.partition(" ")
        script = f"return document.querySelector('#term-{role}').value"
        term = str(self.browser.execute_script(script)).replace(" ", "")
        self.until(lambda: term in Path(self.placed(path)).read_text("utf-8").replace(" ", ""))
