"""Logic programs made from the templates of `asp/`."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttt_asp.kept import FEW, keep, kept
from ttt_asp.paths import ASP

if TYPE_CHECKING:
    from jinja2 import Environment

# A template that another one includes.
_INCLUDED = re.compile(r'"([\w/.]+\.j2)"')


def render(template: str, **context: object) -> str:
    """Return the text of a template of `asp/`."""
    return _environment().get_template(template).render(**context)


def rendered(template: str, **context: object) -> str:
    """Return what `render` does, without Jinja where it was kept: to import that takes 20 ms.

    Args:
        template: the template's place in `asp/`.
        context: values whose `repr` tells all that the template asks of them.
    """
    made_of = _made_of(template) + repr(context).encode()
    if (text := kept("text", made_of)) is None:
        text = render(template, **context)
        keep("text", made_of, lambda: text, FEW)
    return str(text)


@cache
def _made_of(template: str) -> bytes:
    """Return the texts of a template and of all that it includes, and what tells which Jinja."""
    spec, told = find_spec("jinja2"), b""  # to import it takes longer
    if spec and spec.origin:
        told = Path(spec.origin).read_bytes()  # which has its version
    names, texts = [template], [f"{told!r}"]
    for name in names:
        texts.append((ASP / name).read_text("utf-8"))
        names += [other for other in _INCLUDED.findall(texts[-1]) if other not in names]
    return "\0".join([*texts, ""]).encode()


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
            bucket.code = kept("template", bucket.checksum.encode() + made_with)

        def dump_bytecode(self, bucket: Any) -> None:
            keep("template", bucket.checksum.encode() + made_with, lambda: bucket.code)

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(ASP), bytecode_cache=Kept(), auto_reload=False, **options
    )
