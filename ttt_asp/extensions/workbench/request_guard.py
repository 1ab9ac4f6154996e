"""Refuse every request but those of this server's own page, which has its token."""

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import compare_digest
from typing import Any
from urllib.parse import parse_qs

HOST = "127.0.0.1"
# The largest body of a request, in bytes.
LARGEST = 256 * 1024

Scope = Mapping[str, Any]


class Refused(Exception):
    """A request that is not answered.

    Attributes:
        status: of HTTP. why: for people.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@dataclass(frozen=True, slots=True)
class RequestGuard:
    """The address and the token that a request has to show.

    Attributes:
        port: that the server listens on. token: that its address has.
    """

    port: int
    token: str

    @property
    def origin(self) -> str:
        """The origin of the server's own page."""
        return f"http://{HOST}:{self.port}"

    def check(self, scope: Scope) -> None:
        """Look at a request before anything of its body is read.

        A page elsewhere can send requests here, and by its name in the DNS even look like a page
        of this server to the browser: Host and Origin say where it is from.

        Args:
            scope: as ASGI has it.

        Raises:
            Refused: it is not from the server's own page, or asks for a page that is not there.
        """
        if _all(scope, b"host") != [f"{HOST}:{self.port}".encode()]:
            raise Refused(403, f"this is {self.origin}, and goes by no other name")
        origins = _all(scope, b"origin")
        is_page = scope["path"] == "/"
        if origins != [self.origin.encode()] and (origins or not is_page):
            raise Refused(403, f"only pages of {self.origin} may ask")
        if is_page:
            if scope["method"] != "GET":
                raise Refused(405, "the page can be looked at only")
            query = parse_qs(scope["query_string"].decode("latin-1"))
            self._check_token(query.get("token", []))
            return
        if not scope["path"].startswith("/api/"):
            raise Refused(404, "there is nothing here")
        if scope["method"] != "POST":
            raise Refused(405, "questions are posted")
        self._check_token([token.decode("latin-1") for token in _all(scope, b"x-token")])
        kinds = [kind.split(b";")[0].strip().lower() for kind in _all(scope, b"content-type")]
        if kinds != [b"application/json"]:
            raise Refused(415, "questions are JSON")
        for length in _all(scope, b"content-length"):
            if not length.isdigit() or int(length) > LARGEST:
                raise too_large()

    def _check_token(self, given: list[str]) -> None:
        if len(given) != 1 or not compare_digest(given[0].encode(), self.token.encode()):
            raise Refused(403, "the address has to be the one that `ttt-asp workbench` printed")


def too_large() -> Refused:
    """Return the refusal of a body that is too large."""
    return Refused(413, f"a question has at most {LARGEST // 1024} KB")


def headers(nonce: str) -> list[tuple[bytes, bytes]]:
    """Return the headers of every answer: nothing from elsewhere, nothing kept or passed on.

    Args:
        nonce: of the page's own styles and scripts.
    """
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    fields = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    return [(name.encode(), value.encode()) for name, value in fields.items()]


def _all(scope: Scope, name: bytes) -> list[bytes]:
    """Return the values of a header, of which there should be one."""
    return [value for key, value in scope["headers"] if key.lower() == name]
