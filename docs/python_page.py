"""Write docs/python.md from the docstrings of what `ttt_asp` exports; `make docs` runs this.

With --check it writes nothing, and fails where the page says anything else.
"""

import inspect
import re
import sys
from pathlib import Path

import ttt_asp

PAGE = Path(__file__).with_name("python.md")
HEAD = """# From Python

Made by `make docs` from the docstrings of what `ttt_asp` exports: edit those, not this page. Every
name is imported from `ttt_asp` itself, as in `from ttt_asp import prove`.

Results are frozen dataclasses: `print` one for the text of its command, or let a notebook show it,
a verdict with its play as boards. Errors are `TttAspError`s with their places.
`ttt_asp.analyses.jobs.prove_all` answers many questions with any `concurrent.futures.Executor`.

A call with a `time_limit` is made in a process of its own, which is kept for the next one; the
clock starts when it has the work. clingo cannot be interrupted everywhere, and where it was in
the way the process is ended: a call that expired takes nothing from the next. A call without a
limit, or with an executor, is made here: ended by Ctrl-C or for want of memory, it may leave
clingo at work in a thread.
"""
KINDS = ("Functions", "Results", "Errors")


def kind(thing: object) -> str:
    """Which section of the page a name belongs to."""
    if not inspect.isclass(thing):
        return "Functions"
    return "Errors" if issubclass(thing, Exception) else "Results"


def signature(name: str, function: object) -> str:
    """How the function is called, without types, which the text gives; a line for each argument."""
    assert callable(function)
    given = inspect.signature(function)
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in given.parameters.values()
    ]
    parts = [str(parameter) for parameter in bare]
    named = next((n for n, p in enumerate(bare) if p.kind is p.KEYWORD_ONLY), len(bare))
    parts[named:named] = ["*"] if named < len(bare) else []
    lines = "".join(f"    {part},\n" for part in parts)
    return f"```python\n{name}(\n{lines})\n```\n"


def prose(docstring: str) -> str:
    """A docstring as Markdown: sections in bold, what stands below them as lists."""
    text = re.sub(r"^(Args|Attributes|Returns|Raises):$", r"\n**\1**\n", docstring, flags=re.M)
    text = re.sub(r"^ {4}(\w+(?:\(\))?): ", r"* `\1`: ", text, flags=re.M)  # one argument
    text = re.sub(r"^ {8}", "  ", text, flags=re.M)  # its further lines
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"^ {4}", "", text, flags=re.M)).strip() + "\n"


def page() -> str:
    """The whole page, as its file should be."""
    things = {name: getattr(ttt_asp, name) for name in sorted(ttt_asp.__all__)}
    parts = [HEAD]
    for section in KINDS:
        parts.append(f"## {section}\n")
        for name, thing in things.items():
            if not name.startswith("_") and kind(thing) == section:
                called = signature(name, thing) if section == "Functions" else ""
                parts += [f"### {name}\n", called, prose(inspect.getdoc(thing) or "")]
    return "\n".join(part for part in parts if part)


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != page():
        sys.exit("docs/python.md is not what the docstrings say: run make docs")
