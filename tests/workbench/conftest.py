"""One browser and one server for all tests of the workbench that do not end theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import opened_browser
from selenium import webdriver
from workbench_server import Server, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("server"), "--time-limit", "60") as found:
        yield found


@pytest.fixture(scope="session")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that soon gives up."""
    with served(tmp_path_factory.mktemp("hurried"), "--time-limit", "3") as found:
        yield found


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def browser(downloads: Path) -> Iterator[webdriver.Chrome]:
    with opened_browser(downloads) as driver:
        yield driver
