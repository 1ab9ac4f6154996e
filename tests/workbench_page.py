"""The workbench's page in a real browser, served by the real server, for its tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, cast

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
# Seconds in which a page comes to show what it is asked for, however busy the machine is.
PATIENCE = 60.0
T = TypeVar("T")
NEEDS_BROWSER = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="chromium and chromium-driver are not installed"
)


@contextmanager
def opened_browser(downloads: Path) -> Iterator[webdriver.Chrome]:
    """A headless browser, which keeps what its console says."""
    options = webdriver.ChromeOptions()
    for option in OPTIONS.split():
        options.add_argument(option)
    options.binary_location = CHROMIUM or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


class Workbench:
    """The page as a user meets it, in the tab that the browser shows."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        self.browser = browser
        browser.set_window_size(1400, 1000)
        browser.get("about:blank")
        browser.get_log("browser")  # type: ignore[no-untyped-call]
        browser.get(address)
        self.until(lambda: self.verdict != "")
        self.until(lambda: "Win" in self.role("o").text)  # the library is there

    def until(self, found: Callable[[], T]) -> T:
        """Wait for what comes to be; elements that are drawn anew meanwhile do not matter."""
        patient = WebDriverWait(
            self.browser, PATIENCE, 0.05, ignored_exceptions=[StaleElementReferenceException]
        )
        return patient.until(lambda _: found())

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.until(lambda: self.all(selector))[0]

    def text(self, selector: str) -> str:
        return self.until(lambda: self.one(selector).text)

    def tap(self, found: Callable[[], WebElement]) -> None:
        """Click what may be drawn anew meanwhile, or stand below the page's head."""

        def tapped() -> bool:
            element = found()
            self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
            return True

        self.until(tapped)

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        self.browser.switch_to.active_element.send_keys(*keys)

    def type(self, *keys: str) -> None:
        """Press keys as fast as the browser takes them, wherever the focus goes meanwhile."""
        webdriver.ActionChains(self.browser, duration=0).send_keys(*keys).perform()

    def chord(self, held: str, key: str) -> None:
        """Press a key while another is held down."""
        webdriver.ActionChains(self.browser).key_down(held).send_keys(key).key_up(held).perform()

    def click(self, text: str, within: str = "body") -> None:
        """Click the button that says this."""
        path = f".//button[normalize-space()={json.dumps(text, ensure_ascii=False)}]"

        def found() -> bool:
            place = self.one(within)
            shown = [b for b in place.find_elements(By.XPATH, path) if b.is_displayed()]
            if shown:
                self.tap(lambda: shown[0])
            return bool(shown)

        self.until(found)

    @property
    def verdict(self) -> str:
        """The word that is shown; none while the page is asking."""
        return " ".join(word.text.split()[-1] for word in self.all("#verdict:not(.old) .word"))

    def sees(self, verdict: str) -> None:
        """Wait for this verdict."""
        self.until(lambda: self.verdict == verdict)

    @property
    def said(self) -> str:
        """What those hear who do not see the page."""
        return str(self.one("#announcer").get_property("textContent"))

    def role(self, role: str) -> WebElement:
        return self.one(f'[aria-label="{role}\'s strategy"]')

    def cards(self, role: str) -> list[str]:
        """The names on the outermost cards."""
        script = "return [...arguments[0].querySelectorAll(arguments[1])].map((e) => e.textContent)"
        names = ".cards > .card > .row > .name"
        return list(self.browser.execute_script(script, self.role(role), names))

    def card(self, role: str, name: str) -> WebElement:
        """The first card of this name, of those in others too."""
        return cast(WebElement, self.until(lambda: self._card(role, name)))

    def drag(self, role: str, name: str, onto: str, down: int) -> None:
        """Drag a card by its grip, to so many pixels below the middle of another one's name."""

        def dragged() -> bool:
            grip = self.card(role, name).find_element(By.XPATH, "../*[@class='grip']")
            chain = webdriver.ActionChains(self.browser).click_and_hold(grip)
            chain.move_to_element_with_offset(self.card(role, onto), 0, down).release().perform()
            return True

        self.until(dragged)

    def _card(self, role: str, name: str) -> WebElement | None:
        found = self.role(role).find_elements(By.CSS_SELECTOR, ".card > .row > .name")
        return next((one for one in found if one.text == name), None)

    def term(self, role: str) -> str:
        return str(self.one(f"#term-{role}").get_property("value"))

    def write_term(self, role: str, text: str) -> None:
        """Replace the text of a role's term, by keyboard."""
        self.tap(lambda: self.one(f"#term-{role}"))
        self.chord(Keys.CONTROL, "a")
        self.press(text)

    def complaints(self) -> list[str]:
        """What the console said, but for answers that refuse a question: the page shows these."""
        entries = self.browser.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries if "status of 4" not in entry["message"]]

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.browser.execute_script(wide))

    def shape(self, width: int, height: int) -> None:
        """Lay the page out for a screen of this size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
