"""What checking a certificate established, as text."""

from ttt_asp.certificates.checker.main import report_lines
from ttt_asp.certificates.verify import Verified
from ttt_asp.certificates.verify_moves import Derived


def verified_text(found: Verified) -> str:
    """Both stages."""
    first = "\n".join(report_lines(found.report))
    return first if found.derived is None else f"{first}\n{derived_text(found.derived)}"


def derived_text(derived: Derived) -> str:
    """The second stage."""
    lines = ["Second stage, derived anew:", *(f"- {fact}" for fact in derived.facts)]
    lines += ["Trusted by the second stage:", *(f"- {thing}" for thing in derived.trusted)]
    return "\n".join(lines)
