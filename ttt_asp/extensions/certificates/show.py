"""Reports on valid certificates: apart, as most commands need no checker."""

from collections.abc import Iterator

from ttt_asp.extensions.certificates.checker.main import report_lines
from ttt_asp.extensions.certificates.verify import Verified
from ttt_asp.show.blocks import Block


def verified(verified: Verified) -> Iterator[Block]:
    """Yield the reports of both stages."""
    yield from report_lines(verified.report)
    if verified.derived is not None:
        yield "Second stage, derived anew:"
        yield from (f"- {fact}" for fact in verified.derived.facts)
        yield "Trusted by the second stage:"
        yield from (f"- {thing}" for thing in verified.derived.trusted)
