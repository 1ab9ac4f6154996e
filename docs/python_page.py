"""Write docs/python.md from the docstrings of what `ttt_asp` exports; `make docs` runs this.

With --check it writes nothing, and fails where the page says anything else.
"""

import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from textwrap import fill
from typing import get_args

import ttt_asp
from ttt_asp.api.groups import signature_of

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
`unknown`, with what is known by then. The `status` of a result is `yes`, `no` or `unknown`, as the
exit status of its command is 0, 1 or 3. Any `concurrent.futures.Executor` can map
`ttt_asp.extensions.processes.jobs.answer_task` over many questions.

A call with a `time_limit` is made in a process of its own, which is kept for the next one; the
clock starts when it has the work. clingo cannot be interrupted everywhere, and where it was in the
way the process is ended: a call that expired takes nothing from the next. A call without a limit,
or with an executor, is made here: ended by Ctrl-C or for want of memory, it may leave clingo at
work in a thread.
"""
SHARED = """## What many functions take

An argument that stands here means the same in each function that takes it. In a call
`**Asked` and its like stand for arguments by name, which several functions take:
"""
SAME = """Where a result does not say otherwise, an attribute means what stands here. `help`
describes `Matrix`, `Move`, `Picture`, `Seconds` and `Verified`, which have few attributes.
"""
RAISED = """Errors are `TttAspError`s; each of their `diagnostics` has a `message`, a `location` and
a `hint`:
"""
KINDS = ("Functions", "Results")
# Results of a few plain attributes, which `help` describes.
PLAIN = {"Matrix", "Move", "Picture", "Seconds", "Verified"}
# The parts of a docstring.
PART = re.compile(r"^(Args|Attributes|Returns|Raises|Examples):\n", re.MULTILINE)
# The number of functions from which on an argument that all describe alike is listed once.
MANY = 2
WIDTH = 118


def kind(thing: object) -> str:
    """Return the section of the page to which a name belongs."""
    if not inspect.isclass(thing):
        return "Functions"
    return "Errors" if issubclass(thing, Exception) else "Results"


def group_of(parameter: inspect.Parameter) -> type | None:
    """Return the group of arguments, a `TypedDict`, that a function takes by `**`; None if none."""
    groups = parameter.kind is parameter.VAR_KEYWORD and get_args(parameter.annotation)
    return groups[0] if groups else None


def bare(parameters: Iterable[inspect.Parameter]) -> str:
    """Return arguments without types, which the text gives."""
    empty = inspect.Parameter.empty
    return str(inspect.Signature([one.replace(annotation=empty) for one in parameters]))


def called_with(function: Callable[..., object]) -> list[inspect.Parameter]:
    """Return the arguments of a function as it is written, with groups of them."""
    written = inspect.signature(inspect.unwrap(function), eval_str=True)
    return list(written.parameters.values())


def groups_of(functions: Iterable[Callable[..., object]]) -> dict[type, str]:
    """Return the groups of several arguments that many functions take, each written out."""
    taken = {function: called_with(function) for function in functions}
    number = Counter(group_of(one) for arguments in taken.values() for one in arguments)
    written: dict[type, str] = {}
    for function, arguments in taken.items():
        for one in arguments:
            group = group_of(one)
            if group and number[group] >= MANY and len(group.__annotations__) > 1:
                others = {other.name for other in arguments}
                spelt = signature_of(inspect.unwrap(function)).parameters.values()
                inside = bare(other for other in spelt if other.name not in others)
                written[group] = inside.removeprefix("(*, ").removesuffix(")")
    return written


def signature(name: str, function: Callable[..., object], groups: Collection[type]) -> str:
    """Return how a function is called, with groups of arguments by their names."""
    arguments = called_with(function)
    group = group_of(arguments[-1])
    if group in groups:
        assert group
        arguments[-1] = arguments[-1].replace(name=group.__name__)
    elif group:
        arguments = list(signature_of(inspect.unwrap(function)).parameters.values())
    call = f"    {name}{bare(arguments)}"
    return fill(call, WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False) + "\n"


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


def described(thing: object, shared: Collection[str], raised: str) -> str:
    """Return a docstring as Markdown, without what is said for all of its kind above.

    Args:
        thing: whose docstring.
        shared: arguments and attributes that are said above.
        raised: errors that are said above.
    """
    parts = parts_of(thing)
    paragraphs = parts[""].strip().split("\n\n")
    texts = [fill(" ".join(one.split()), WIDTH, break_on_hyphens=False) for one in paragraphs]
    items = [item for part in ("Args", "Attributes") for item in items_of(parts.get(part, ""))]
    bullets = [item for item in items if item not in shared]
    if returned := parts.get("Returns"):
        text = f"* Returns: {' '.join(returned.split())}"
        bullets.append(fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    if (errors := parts.get("Raises", "").strip("\n")) != raised:
        bullets += [f"* Raises {item.removeprefix('* ')}" for item in items_of(errors)]
    texts[-1] = "\n".join([texts[-1], *bullets])
    return "\n\n".join(texts) + "\n"


def shared_items(things: Iterable[object], part: str) -> list[str]:
    """Return the arguments or attributes that many docstrings describe in the same words.

    Of a name that some describe in other words it is the commonest description. One that
    describes a second name besides is left where it is.
    """
    listed = Counter(item for one in things for item in items_of(parts_of(one).get(part, "")))
    shared: dict[str, str] = {}
    for item, number in listed.most_common():
        if number >= MANY and not re.search(r"\. \w+: ", item):
            shared.setdefault(item.partition(":")[0], item)
    return sorted(shared.values())


def page() -> str:
    """Return the whole page, as its file should be."""
    names = sorted(name for name in ttt_asp.__all__ if not name.startswith("_"))
    things = {name: getattr(ttt_asp, name) for name in names if name not in PLAIN}
    functions = {name: one for name, one in things.items() if kind(one) == "Functions"}
    groups = groups_of(functions.values())
    parts = {"Functions": "Args", "Results": "Attributes"}
    shared = {section: shared_items(things.values(), part) for section, part in parts.items()}
    errors = Counter(parts_of(one).get("Raises", "").strip("\n") for one in functions.values())
    raised = errors.most_common(1)[0][0]
    calls = [f"* `**{group.__name__}`: `{text}`" for group, text in sorted(groups.items(), key=str)]
    filled = [fill(call, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for call in calls]
    texts = [HEAD, SHARED, "\n".join([*filled, *shared["Functions"]]) + "\n"]
    texts += [RAISED, "\n".join(items_of(raised)) + "\n"]
    for section in KINDS:
        texts.append(f"## {section}\n")
        if section == "Results":
            texts += [SAME, "\n".join(shared[section]) + "\n"]
        for name, thing in things.items():
            if kind(thing) == section:
                called = signature(name, thing, groups) if name in functions else ""
                texts += [f"### {name}\n", called, described(thing, shared[section], raised)]
    return "\n".join(text for text in texts if text)


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != page():
        sys.exit("docs/python.md is not what the docstrings say: run make docs")
