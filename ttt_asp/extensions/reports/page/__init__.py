"""Verdicts as one page that needs nothing else: why claims hold, or where they are lost."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ttt_asp.extensions.authoring.predicate_docs import meaning
from ttt_asp.extensions.comparing.show import roles_of_elements
from ttt_asp.extensions.drawing.html import fragment
from ttt_asp.extensions.drawing.svg import STYLE, templates
from ttt_asp.extensions.reports.page.section import Section, packed
from ttt_asp.extensions.reports.play_graph import Walk
from ttt_asp.extensions.reports.report import ClaimReport
from ttt_asp.extensions.reports.sentences import sentence
from ttt_asp.extensions.synthesis.show import edited
from ttt_asp.limits import number_of
from ttt_asp.programs.compose import with_signs
from ttt_asp.show.blocks import Block
from ttt_asp.show.verdicts import game_of
from ttt_asp.strategies.terms import SIGNS

# Functions of templates about findings and strategies.
_SAYING = (
    edited, fragment, game_of, number_of, packed, roles_of_elements, sentence,
    with_signs,
)  # fmt: skip

# What the pages of this package, and no others, have near their beginning.
PAGE = b'<meta name="generator" content="ttt-asp">'


def page(title: str, findings: Sequence[ClaimReport]) -> str:
    """Return a page of claims, in HTML."""
    sections = [Section(claim_report) for claim_report in findings]
    games = {section.rules for section in sections}
    game = games.pop() if len(games) == 1 else ""
    return rendered("claims.html.j2", title=title, sections=sections, game=game)


def walk(walk: Walk) -> Iterator[Block]:
    """Yield the number of positions of a walk, which only a page can show."""
    yield f"{number_of(len(walk.shown), 'position')} of plays of {' and '.join(walk.roles)}"


def rendered(template: str, *folders: Path, **given: Any) -> str:
    """Return a template filled in; every text is escaped.

    Args:
        template: its file.
        folders: where files are looked for before they are in this one.
        given: the values of its variables.
    """
    environment = templates(*folders, Path(__file__).parent)
    environment.globals |= {function.__name__: function for function in _SAYING}
    environment.globals |= {"meaning": meaning, "signs": SIGNS, "style": STYLE}
    return environment.get_template(template).render(given)
