"""Logic programs made from the templates of `asp/`."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttt_asp.lp.kept import keep, kept
from ttt_asp.paths import ASP

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **context: object) -> str:
    """Return the text of a template of `asp/`."""
    return _environment().get_template(template).render(**context)


@cache
def _environment() -> "Environment":
    # imported here, as not everything that reads programs makes some
    import jinja2

    options: dict[str, Any] = {
        "undefined": jinja2.StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "keep_trailing_newline": True,
        "autoescape": False,
        "optimized": False,  # a run renders a template once or twice
    }
    made_with = f"{jinja2.__version__} {options}".encode()

    class Kept(jinja2.BytecodeCache):
        """Compiled templates, each kept for its text, Jinja's version and the options."""

        def get_cache_key(self, name: str, filename: str | None = None) -> str:
            return str(filename)

        def get_source_checksum(self, source: str) -> str:
            return source

        def load_bytecode(self, bucket: Any) -> None:
            bucket.code = kept(Path(bucket.key), bucket.checksum.encode() + made_with)

        def dump_bytecode(self, bucket: Any) -> None:
            keep(Path(bucket.key), bucket.checksum.encode() + made_with, bucket.code)

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(ASP), bytecode_cache=Kept(), auto_reload=False, **options
    )
