"""The schema that ships with the package, and answers held to it."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema

import ttt_asp

SCHEMA: dict[str, Any] = json.loads(Path(ttt_asp.__file__).with_name("schema.json").read_text())


def hold_to_schema(command: str, printed: str) -> None:
    """Refuse what a command printed with `--json` if the schema has nothing like it."""
    answer = json.loads(printed)
    wrong = isinstance(answer, dict) and "error" in answer
    _check("error" if wrong else command)(answer)


@cache
def _check(definition: str) -> Callable[[Any], None]:
    checked: Callable[[Any], None] = fastjsonschema.compile(
        {**SCHEMA, "$ref": f"#/definitions/{definition}"}
    )
    return checked
