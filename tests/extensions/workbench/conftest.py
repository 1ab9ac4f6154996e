"""One browser and one server for all tests of the workbench that do not end theirs."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import HANGS, on_any_machine
from workbench_server import Server, served

if TYPE_CHECKING:  # Selenium takes half a second, and most runs need no browser
    from browser import Session
    from selenium import webdriver


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("server"), "--time-limit", str(HANGS)) as found:
        yield found


@pytest.fixture(scope="session")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that soon gives up, but not on what others answer at once."""
    limit = str(on_any_machine(3))
    with served(tmp_path_factory.mktemp("hurried"), "--time-limit", limit) as found:
        yield found


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def browser(downloads: Path) -> "Iterator[webdriver.Chrome]":
    from browser import opened_browser

    with opened_browser(downloads) as driver:
        yield driver


@pytest.fixture
def session(
    browser: "webdriver.Chrome", downloads: Path
) -> Callable[[str, dict[str, Path]], "Session"]:
    """Begin a session at an address, with nothing downloaded yet.

    The browser gives a file another name where there is one of this name already.
    """
    from browser import Session

    for file in downloads.iterdir():
        file.unlink()
    return partial(Session, browser)
