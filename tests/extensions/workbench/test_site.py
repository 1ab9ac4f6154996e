"""The page as files with a real clingo in WebAssembly, in node and in a browser: `make site-test`.

PYODIDE names the folder with the runtime, which `runtime.sh` beside this file makes. Without it
these tests are skipped; `tests/test_threadless.py` holds the path without threads all the same.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import HANGS
from tables import DATA, constant
from transcripts import run
from workbench_server import answered

if TYPE_CHECKING:
    from browser import Session

Begin = Callable[[str], "Session"]
PYODIDE = os.environ.get("PYODIDE", "")
pytestmark = pytest.mark.skipif(not PYODIDE, reason="PYODIDE names no folder with a runtime")

SESSIONS = re.split(r"^== (.+)\n", (DATA / "site.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "page"
    status, printed = run(f"ttt-asp workbench --static {folder} --runtime {PYODIDE}")
    assert status == 0, printed
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def host(site: Path) -> Iterator[str]:
    """Serve files, as any host of static files does."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with host(site) as found:
        yield found


ASKED: list[tuple[str, dict[str, Any]]] = constant(__file__, "ASKED")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_answers_in_webassembly(site: Path) -> None:
    common = {"game": "tictactoe", "const": {}, "seconds": HANGS, "files": {}}
    questions = [{"name": name, "fields": fields, **common} for name, fields in ASKED]
    script = Path(__file__).with_name("site.mjs")
    done = subprocess.run(["node", script, site], input=json.dumps(questions), text=True,
                          capture_output=True, timeout=HANGS)  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (name, fields), found in zip(ASKED, answers, strict=True):
        status, expected = answered(name, fields, seconds=60.0)
        print(name, fields, f"{found['milliseconds']:.0f} ms", file=sys.stderr)
        assert found["status"] == status, found
        for key in ("verdict", "sentence", "moves", "errors", "results"):
            assert found["answer"].get(key) == expected.get(key), (name, fields)


@pytest.fixture
def begin(session: Callable[[str, dict[str, Path]], "Session"], downloads: Path) -> Begin:
    """Begin a session at an address, where nothing was saved."""

    def begun(address: str) -> "Session":
        found = session(address, {"DOWNLOADS": downloads})
        found.browser.get(address)
        found.browser.execute_script("localStorage.clear()")
        return found

    return begun


@pytest.mark.parametrize("script", SESSIONS[1::2], ids=SESSIONS[::2])
def test_site_session(script: str, address: str, begin: Begin) -> None:
    begin(address).follow(script if script.startswith("open") else f"open\n{script}")


def test_it_works_without_a_network_afterwards(site: Path, begin: Begin) -> None:
    with host(site) as address:
        ready = "open\njs site.workers.some((worker) => worker.ready)"
        begin(address).follow(f"{ready}\njs navigator.serviceWorker.controller")
        begin(address).follow(ready)
    begin(address).follow("open\nwrite o first(defeat, any)\nverdict refuted")


def test_where_a_file_is_missing_it_says_so(
    site: Path, tmp_path: Path, session: Callable[[str, dict[str, Path]], "Session"]
) -> None:
    page, missing = tmp_path / "page", "runtime/pyodide.asm.wasm is not there"
    shutil.copytree(site, page)
    (page / "runtime" / "pyodide.asm.wasm").unlink()
    with host(page) as address:
        begun = session(address, {})  # the console says it too, in words of its own
        begun.do_open("")
        begun.do_see(f"#loading ~ {missing}")
        begun.do_write("o first(defeat, any)")
        begun.do_verdict("verdict")
        begun.do_see(f"#verdict .complaint ~ {missing}")
        begun.do_see(f"#loading ~ {missing}")
