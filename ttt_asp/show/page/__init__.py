"""Verdicts as one page that needs nothing else: why claims hold, or where they are lost."""

from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

import jinja2

from ttt_asp.analyses.play_graph import Walk
from ttt_asp.analyses.report import Finding
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block
from ttt_asp.show.page.lists import minimal
from ttt_asp.show.page.section import Section, packed
from ttt_asp.show.repairs import edited
from ttt_asp.show.sentences import sentence
from ttt_asp.show.squares import STYLE
from ttt_asp.show.strategies import HEADER, roles_of_elements
from ttt_asp.show.verdicts import game_of, numbers

# What the template says of findings.
_SAYING = {
    one.__name__: one
    for one in (edited, game_of, many, minimal, numbers, packed, roles_of_elements, sentence)
}


def page(title: str, findings: Sequence[Finding]) -> str:
    """A page of claims, in HTML.

    Args:
        title: the page's.
        findings: one for each claim.
    """
    sections = [Section(one) for one in findings]
    games = {section.rules for section in sections}
    game = games.pop() if len(games) == 1 else ""
    return rendered(
        "claims.html.j2", **_SAYING, title=title, sections=sections, game=game, header=HEADER
    )


def walk(found: Walk) -> Iterator[Block]:
    """How long a walk is; to be seen it takes a page."""
    yield f"{many(len(found.stops), 'position')} of plays of {' and '.join(found.roles)}"


def rendered(template: str, **given: Any) -> str:
    """A template of this folder, filled in; every text is escaped."""
    folder = resources.files(__package__)
    loader = jinja2.FunctionLoader(lambda name: (folder / name).read_text("utf-8"))
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(template).render(style=STYLE, **given)
