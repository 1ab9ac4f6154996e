"""The page as files, which any host of static files serves: answers are worked out in the browser.

Beside the page stand this package, and Pyodide, which is Python in WebAssembly: the files
themselves, or their addresses with the hashes that they have to have.
"""

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ttt_asp.errors import Location, wrong
from ttt_asp.extension import extensions
from ttt_asp.extensions.reports.page import rendered
from ttt_asp.extensions.workbench.answering import reply
from ttt_asp.extensions.workbench.request import ServerOptions
from ttt_asp.files import write_bytes
from ttt_asp.games.load import game_names
from ttt_asp.paths import ASP, STRATEGIES

PAGE = Path(__file__).with_name("page")
_PACKAGE = Path(__file__).parents[2]
# What the page reads besides this package; `later` says which only large boards need.
_RUNTIME: dict[str, Any] = json.loads((PAGE / "static" / "runtime.json").read_text("utf-8"))
# Files of the page that stand for themselves.
_ALONE = ("offline.js",)
# The file by which a folder is known to have such a page, and how it begins.
_MARK = "offline.js"
_BEGINS = b'const CACHE = "ttt-asp-'
# No script but the page's own files, nothing from elsewhere but the runtime. The frame in which
# Python runs has this policy too, as its text is the page's, and one of its own: no network at all.
_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval' '{script}'; style-src 'self'; "
    "connect-src 'self'{host}; img-src data:; worker-src 'self' blob:; base-uri 'none'; "
    "form-action 'none'"
)
_FRAME = (
    '<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "script-src 'wasm-unsafe-eval' blob: '{script}'; worker-src blob:\"><script>{text}</script>"
)


def write_page_files(folder: Path, setting: ServerOptions, runtime: Path | None) -> int:
    """Write the page; return how many bytes its files have.

    Args:
        folder: a new one, an empty one, or one that has such a page, which is replaced.
        setting: the game to begin with, and the seconds of an answer.
        runtime: the folder with Pyodide's files, which are copied; None for their addresses.

    Raises:
        InputError: there are other files in the folder, the game is no built-in one, or the runtime
            lacks a file.
    """
    where = Location.argument("static")
    others = folder.is_dir() and any(folder.iterdir()) and not _is_page(folder)
    if others or folder.is_file():
        raise wrong(f"there are other files in {folder}", where, "name a new folder")
    if setting.game not in game_names():
        hint = f"the games are {', '.join(game_names())}"
        raise wrong("a page of files has the built-in games only", Location.argument("game"), hint)
    own = {"ttt_asp.zip": _package(), **{name: _file(name) for name in _ALONE}}
    copied = {} if runtime is None else dict(_copied(runtime))
    parts = [
        _part("ttt_asp.zip", "ttt_asp.zip", own["ttt_asp.zip"]),
        *(_part(name, f"runtime/{name}", data) for name, data in copied.items()),
        *([] if copied else map(_elsewhere, _RUNTIME["files"])),
    ]
    first = list(_prepared(setting))
    sandbox = _file("sandbox.js")
    digest = _integrity(sandbox)
    site = {
        "parts": parts, "first": first, "game": setting.game, "const": dict(setting.const),
        "seconds": setting.seconds, "worker": _file("worker.js").decode(),
        "frame": _FRAME.format(script=digest, text=sandbox.decode()),
    }  # fmt: skip
    script = f"const SITE = {json.dumps(site)};\n{rendered('workbench.js.j2', PAGE, static=True)}"
    hosts = sorted({f" {address}" for address in _RUNTIME["at"].values()}) if not copied else []
    policy = _POLICY.format(script=digest, host="".join(hosts))
    page = rendered("workbench.html.j2", PAGE, static=True, policy=policy, nonce="")
    own |= {
        "workbench.js": script.encode(),
        "workbench.css": rendered("workbench.css.j2", PAGE).encode(),
        "index.html": page.encode(),
        **{f"runtime/{name}": data for name, data in copied.items()},
    }
    version = hashlib.sha256(b"".join(own[name] for name in sorted(own))).hexdigest()[:16]
    names = json.dumps(["./", *(name for name in own if not name.startswith("runtime/"))])
    own[_MARK] = _BEGINS + f'{version}", OWN = {names};\n'.encode() + own[_MARK]
    for name in sorted(own, key=lambda name: name == "index.html"):  # which names the others
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(folder / name, own[name])
    return sum(map(len, own.values()))


def _is_page(folder: Path) -> bool:
    mark = folder / _MARK
    return mark.is_file() and mark.read_bytes().startswith(_BEGINS)


def _file(name: str) -> bytes:
    return (PAGE / "static" / name).read_bytes()


def _part(name: str, address: str, data: bytes) -> dict[str, Any]:
    return {"name": name, "address": address, "bytes": len(data), "later": _is_later(name),
            "integrity": _integrity(data)}  # fmt: skip


def _elsewhere(file: Mapping[str, Any]) -> dict[str, Any]:
    """Return a part of the runtime that is loaded from where Pyodide is published."""
    name, digest = file["name"], base64.b64encode(bytes.fromhex(file["sha256"])).decode()
    address = _RUNTIME["at"]["package" if name.endswith(".whl") else "runtime"] + name
    return {"name": name, "address": address, "bytes": file.get("bytes", 0),
            "later": _is_later(name), "integrity": f"sha256-{digest}"}  # fmt: skip


def _integrity(data: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def _is_later(name: str) -> bool:
    return name.partition("-")[0] in _RUNTIME["later"]


def _copied(runtime: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a runtime's folder; what only large boards need may be missing."""
    for file in _RUNTIME["files"]:
        path, name = runtime / file["name"], file["name"]
        if path.is_file():
            yield name, path.read_bytes()
        elif not _is_later(name):
            hint = f"it is a folder with the files of Pyodide {_RUNTIME['version']}"
            raise wrong(f"there is no {name} in {runtime}", Location.argument("runtime"), hint)


def _package() -> bytes:
    """Return this package with what the workbench needs of it, the same bytes at any time."""
    uses = {extension.name: extension.uses for extension in extensions()}
    found, needed = set[str](), {"workbench", "arrays"}
    while needed:
        found |= needed
        needed = set[str]().union(*(uses[used] for used in needed)) - found
    folders = {_PACKAGE: "ttt_asp", ASP: "ttt_asp/asp", STRATEGIES: "ttt_asp/strategies"}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, inside in folders.items():
            for path in sorted(folder.rglob("*.*")):
                place = path.relative_to(folder).parts
                other = place[0] == "extensions" and place[1] not in {*found, "__init__.py"}
                if path.is_file() and "__pycache__" not in place and not other:
                    entry = zipfile.ZipInfo("/".join([inside, *place]))
                    archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _prepared(setting: ServerOptions) -> Iterator[dict[str, Any]]:
    """Yield what the page asks first, answered: it is shown before Python is there."""

    def answered(name: str, **fields: Any) -> dict[str, Any]:
        status, answer, _ = reply(setting, name, fields)
        return {"name": name, "fields": fields, "answer": answer if status == 200 else None}

    start = answered("start")
    start["answer"]["writes"] = "saved"  # in the browser
    yield start
    at = {"game": start["answer"]["game"], "const": start["answer"]["const"]}
    yield (game := answered("game", **at))
    init, roles = game["answer"]["init"], start["answer"]["roles"]
    yield (here := answered("position", **at, position=init))
    for role, term in roles.items():
        moves = {"position": init} if role == here["answer"]["mover"] else {}
        yield answered("library", **at, role=role, **moves)
        yield answered("term", **at, role=role, text=term)
    yield answered("prove", **at, claim=start["answer"]["claim"], roles=roles)
