"""Refuse every request but those of this server's own page, which has its token."""

from dataclasses import dataclass
from email.message import Message
from secrets import compare_digest
from urllib.parse import parse_qs

HOST = "127.0.0.1"
# The largest body of a request, in bytes.
LARGEST = 256 * 1024


class RequestRefused(Exception):
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

    def check(self, method: str, path: str, query: str, headers: Message) -> None:
        """Look at a request before anything of its body is read.

        A page elsewhere can send requests here, and by its name in the DNS even look like a page
        of this server to the browser: Host and Origin say where it is from.

        Args:
            method: of HTTP.
            path: of the address, without the query.
            query: what follows the path.
            headers: of the request.

        Raises:
            Refused: it is not from the server's own page, or asks for a page that is not there.
        """
        if _all(headers, "host") != [f"{HOST}:{self.port}"]:
            raise RequestRefused(403, f"this is {self.origin}, and goes by no other name")
        origins, is_page = _all(headers, "origin"), path == "/"
        if origins != [self.origin] and (origins or not is_page):
            raise RequestRefused(403, f"only pages of {self.origin} may ask")
        if is_page:
            if method != "GET":
                raise RequestRefused(405, "the page can be looked at only")
            self._check_token(parse_qs(query).get("token", []))
            return
        if not path.startswith("/api/"):
            raise RequestRefused(404, "there is nothing here")
        if method != "POST":
            raise RequestRefused(405, "questions are posted")
        self._check_token(_all(headers, "x-token"))
        kinds = [kind.split(";")[0].strip().lower() for kind in _all(headers, "content-type")]
        if kinds != ["application/json"]:
            raise RequestRefused(415, "questions are JSON")
        lengths = _all(headers, "content-length")
        if _all(headers, "transfer-encoding") or len(lengths) != 1 or not lengths[0].isdecimal():
            raise RequestRefused(411, "a question says how many bytes it has")
        if len(lengths[0]) > len(str(LARGEST)) or int(lengths[0]) > LARGEST:
            raise RequestRefused(413, f"a question has at most {LARGEST // 1024} KB")

    def _check_token(self, given: list[str]) -> None:
        if len(given) != 1 or not compare_digest(
            given[0].encode("utf-8", "replace"), self.token.encode()
        ):
            raise RequestRefused(
                403, "the address has to be the one that `ttt-asp workbench` printed"
            )


def headers(nonce: str) -> dict[str, str]:
    """Return the headers of every answer: nothing from elsewhere, nothing kept or passed on.

    Args:
        nonce: of the page's own styles and scripts.
    """
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }


def _all(headers: Message, name: str) -> list[str]:
    """Return the values of a header, of which there should be one."""
    return [str(value) for value in headers.get_all(name, [])]
