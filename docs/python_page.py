"""Write docs/python.md from the docstrings of what `ttt_asp` exports; `make docs` runs this.

With --check it writes nothing, and fails where the page says anything else.
"""

import inspect
import re
import sys
from collections import Counter
from pathlib import Path
from textwrap import fill

import ttt_asp

PAGE = Path(__file__).with_name("python.md")
HEAD = """# From Python

Save as **ask.py**:

```python ask.py
from ttt_asp import prove, repair

verdict = prove("o never loses", o="good_for_o")
print(verdict.verdict, verdict.boards[-1])
print(repair("o never loses", o="good_for_o").answer)
```

```console
$ python ask.py
refuted xxx/xo./o.o
repaired
```

Every name is imported from `ttt_asp` itself. `make docs` makes this page from the docstrings of
what `ttt_asp` exports: edit those, not the page. `help(ttt_asp.prove)` says the same.

Results are frozen dataclasses: `print` one for the text of its command, or let a notebook show it,
a verdict with its play as boards. A limit that is reached, or Ctrl-C, makes the answer of a search
`unknown`, with what is known by then. `ttt_asp.analyses.jobs.prove_all` answers many questions
with any `concurrent.futures.Executor`.

A call with a `time_limit` is made in a process of its own, which is kept for the next one; the
clock starts when it has the work. clingo cannot be interrupted everywhere, and where it was in the
way the process is ended: a call that expired takes nothing from the next. A call without a limit,
or with an executor, is made here: ended by Ctrl-C or for want of memory, it may leave clingo at
work in a thread.
"""
SHARED = """## What many functions take

An argument that stands here means the same in each function that takes it.
"""
RAISED = """Errors are `TttAspError`s; each of their `diagnostics` has a `message`, a `location` and
a `hint`:
"""
KINDS = ("Functions", "Results")
# The parts of a docstring.
PART = re.compile(r"^(Args|Attributes|Returns|Raises|Examples):\n", re.MULTILINE)
# An argument that as many functions take, in the same words, is said once.
MANY = 2
WIDTH = 118


def kind(thing: object) -> str:
    """Return the section of the page to which a name belongs."""
    if not inspect.isclass(thing):
        return "Functions"
    return "Errors" if issubclass(thing, Exception) else "Results"


def signature(name: str, function: object) -> str:
    """Return how a function is called, without types, which the text gives."""
    assert callable(function)
    given = inspect.signature(function)
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in given.parameters.values()
    ]
    call = str(given.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    return (
        fill(f"    {name}{call}\n", WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False) + "\n"
    )


def parts_of(thing: object) -> dict[str, str]:
    """Return the parts of a docstring by their names; what it begins with under the empty name.

    A result has the attributes of what it is a kind of.
    """
    about, *parts = PART.split(inspect.getdoc(thing) or "")
    found = {"": about, **dict(zip(parts[::2], parts[1::2], strict=True))}
    if isinstance(thing, type) and kind(thing) == "Results" and thing.__base__ is not object:
        inherited = parts_of(thing.__base__).get("Attributes", "")
        found["Attributes"] = f"{inherited.rstrip()}\n{found.get('Attributes', '')}"
    return found


def items_of(part: str) -> list[str]:
    """Return the arguments, attributes or errors that a part of a docstring lists, as Markdown."""
    items = re.split(r"^ {4}(?=\S)", part, flags=re.MULTILINE)[1:]
    named = [re.sub(r"^(\w+(?:\(\))?): ", r"`\1`: ", " ".join(item.split())) for item in items]
    return [
        fill(f"* {item}", WIDTH, subsequent_indent="  ", break_on_hyphens=False) for item in named
    ]


def described(thing: object, shared: set[str], raised: str) -> str:
    """Return a docstring as Markdown, without what is said for all functions above.

    Args:
        thing: whose docstring.
        shared: arguments that are said above.
        raised: errors that are said above.
    """
    parts = parts_of(thing)
    paragraphs = parts[""].strip().split("\n\n")
    texts = [fill(" ".join(one.split()), WIDTH, break_on_hyphens=False) for one in paragraphs]
    for part in ("Args", "Attributes"):
        items = [item for item in items_of(parts.get(part, "")) if item not in shared]
        texts.append("\n".join(items))
    if returned := parts.get("Returns"):
        said = f"Returns: {' '.join(returned.split())}"
        texts.append(fill(said, WIDTH, break_on_hyphens=False))
    if (errors := parts.get("Raises", "").strip("\n")) and errors != raised:
        listed = items_of(errors)
        alone = fill("Raises " + " ".join(listed[0][2:].split()), WIDTH, break_on_hyphens=False)
        texts.append(alone if len(listed) == 1 else "Raises:\n" + "\n".join(listed))
    return "\n\n".join(text for text in texts if text) + "\n"


def page() -> str:
    """Return the whole page, as its file should be."""
    things = {
        name: getattr(ttt_asp, name) for name in sorted(ttt_asp.__all__) if not name.startswith("_")
    }
    functions = [thing for thing in things.values() if kind(thing) == "Functions"]
    arguments = Counter(
        item for one in functions for item in items_of(parts_of(one).get("Args", ""))
    )
    shared = [item for item, number in arguments.items() if item and number >= MANY]
    errors = Counter(parts_of(one).get("Raises", "").strip("\n") for one in functions)
    raised = errors.most_common(1)[0][0]
    texts = [HEAD, SHARED, "\n".join(sorted(shared)) + "\n"]
    texts += [RAISED, "\n".join(items_of(raised)) + "\n"]
    for section in KINDS:
        texts.append(f"## {section}\n")
        for name, thing in things.items():
            if kind(thing) == section:
                called = signature(name, thing) if section == "Functions" else ""
                texts += [f"### {name}\n", called, described(thing, set(shared), raised)]
    return "\n".join(text for text in texts if text)


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != page():
        sys.exit("docs/python.md is not what the docstrings say: run make docs")
