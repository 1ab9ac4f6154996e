"""Logic programs made from the templates of `asp/`."""

from functools import cache
from typing import TYPE_CHECKING

from ttt_asp.paths import ASP

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **context: object) -> str:
    """Return the text of a template of `asp/`."""
    return _environment().get_template(template).render(**context)


@cache
def _environment() -> "Environment":
    # imported here, as not everything that reads programs makes some
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(ASP),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        auto_reload=False,
        optimized=False,  # a run renders a template once or twice
    )
