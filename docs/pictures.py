"""Takes the pictures of the README from the pages themselves: `make pictures`.

What a page is to show stands in its address; when a page changes, selectors here are all there is
to change. Chromium and its driver have to be installed.
"""

import io
import json
import shutil
import signal
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from ttt_asp.extension import commands

FOLDER = Path(__file__).with_name("pictures")
# The bytes that a picture may have, and its colors.
MOST, COLORS = 60_000, 96
# Pixels around what is seen.
MARGIN = 14
# Seconds that a page has to get ready.
WAIT = 60
_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--force-device-scale-factor=1"
)
_TOOL = (sys.executable, "-m", "ttt_asp")


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a page.

    Attributes:
        name: of the file.
        part: the selector of what is to be seen.
        ready: selectors of what has to be there first.
        width: of the window, in pixels.
        fragment: of the address: what the page is to show.
    """

    name: str
    part: str
    ready: tuple[str, ...] = ()
    width: int = 900
    fragment: str = ""


# Before the move that loses: the line that decides is lit.
WALK = Picture(
    "walk.png",
    "#nakas-3 .stage",
    ready=("#nakas-3 li.lit", "#nakas-3 .crumbs > :nth-child(4)"),
    width=1000,
    fragment="nakas-3@..x/xo./...",
)
MATRIX = Picture("matrix.png", "table.heat", width=1000)
# The workbench's whole state stands in its address.
STATE = {
    "game": "tictactoe",
    "const": {},
    "claim": "o never loses",
    "roles": {"x": "", "o": "first(defeat, defend, fork, refine(center_or_corner, center), any)"},
    "position": "..x/xo./...",
}
WORKBENCH = Picture(
    "workbench.png",
    "body",
    ready=("#verdict .sentence", "#left .decides"),
    width=1280,
    fragment=urlsafe_b64encode(json.dumps(STATE).encode()).decode().rstrip("="),
)
# An exercise, as its link shows it.
TASK = {**STATE, "task": "4_mend_good_for_o", "position": "..x/.o./x.."}
EXERCISE = Picture(
    "exercise.png",
    "#middle",
    ready=("#verdict .sentence", "#task:not([hidden])", "#left .decides"),
    width=1280,
    fragment=urlsafe_b64encode(json.dumps(TASK).encode()).decode().rstrip("="),
)


@contextmanager
def written(*asked: str, by: str = "-o") -> Iterator[str]:
    """The address of the page that a command writes.

    Args:
        asked: the command, and what it is asked.
        by: the option that names the file.
    """
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        done = subprocess.run([*_TOOL, *asked, by, str(page)], stdout=subprocess.DEVNULL)
        if not page.exists():
            raise SystemExit(f"ttt-asp {' '.join(asked)} wrote no page: exit {done.returncode}")
        yield page.as_uri()


@contextmanager
def served(*asked: str) -> Iterator[str]:
    """The address of the page that a command serves, which is the first line that it prints."""
    with subprocess.Popen([*_TOOL, *asked], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.send_signal(signal.SIGINT)


@contextmanager
def browser_of_pictures() -> Iterator[webdriver.Chrome]:
    """A browser without a window."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        raise SystemExit("chromium and chromium-driver are not installed")
    options = webdriver.ChromeOptions()
    for option in _OPTIONS.split():
        options.add_argument(option)
    options.binary_location = chromium
    browser = webdriver.Chrome(options, webdriver.ChromeService(driver))
    try:
        yield browser
    finally:
        browser.quit()


def take(browser: webdriver.Chrome, address: str, picture: Picture) -> None:
    """Write a picture.

    Raises:
        TimeoutException: what is to be seen did not come.
    """
    browser.set_window_size(picture.width, 1000)
    browser.get(f"{address}#{picture.fragment}" if picture.fragment else address)
    waiting = WebDriverWait(browser, WAIT)
    for selector in picture.ready:
        waiting.until(_displayed(browser, selector))
    part = waiting.until(_displayed(browser, picture.part))[0]
    high = browser.execute_script("return document.documentElement.scrollHeight")
    browser.set_window_size(picture.width, high + 200)  # all of it on one screen
    image = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    left, top, wide, tall = (int(part.rect[name]) for name in ("x", "y", "width", "height"))
    right, bottom = left + wide + MARGIN, top + tall + MARGIN
    image = image.crop(
        (
            max(0, left - MARGIN),
            max(0, top - MARGIN),
            min(image.width, right),
            min(image.height, bottom),
        )
    )
    file = FOLDER / picture.name
    file.parent.mkdir(exist_ok=True)
    image.quantize(COLORS, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.name}: {image.width} x {image.height}, {size:,} bytes")
    if size > MOST:
        raise SystemExit(f"{file.name} has more than {MOST:,} bytes: show less, or smaller")


def _displayed(browser: webdriver.Chrome, selector: str) -> Callable[[object], list[WebElement]]:
    def found(_: object) -> list[WebElement]:
        elements = browser.find_elements(By.CSS_SELECTOR, selector)
        return [element for element in elements if element.is_displayed()]

    return found


def main() -> None:
    """Take them all."""
    with browser_of_pictures() as browser:
        with written("report") as address:
            take(browser, address, WALK)
        names = ("good_for_x", "good_for_o", "newell_simon", "simply_scheme", "any")
        with written("matrix", *names, by="--html") as address:
            take(browser, address, MATRIX)
        if "workbench" in commands():
            with served("workbench") as address:
                take(browser, address, WORKBENCH)
                take(browser, address, EXERCISE)


if __name__ == "__main__":
    main()
