"""Ground terms as users write them: values of constants, fluents, actions."""

import clingo

from ttt_asp.lp.scan import blank, unreadable


class NotTerms(Exception):
    """The text is not a list of ground terms; becomes an `InputError` with its place."""


def read_term(text: str) -> clingo.Symbol:
    """Read one ground term that this program wrote, or clingo.

    Raises:
        NotTerms: it is none, or there is a number in it that clingo cannot hold.
    """
    (symbol,) = parse_terms(text)
    return symbol


def parse_terms(text: str) -> list[clingo.Symbol]:
    """Read ground terms separated by commas; none of a blank text.

    Raises:
        NotTerms: it is no such list; the reason, where clingo would give none.
    """
    if not text.strip():
        return []
    for _, _, message in unreadable(blank(text.encode("utf-8", "surrogateescape"))):
        raise NotTerms(message)
    try:
        return list(clingo.parse_term(f"({text},)", logger=lambda _, message: None).arguments)
    except RuntimeError:
        raise NotTerms("not a list of terms") from None
