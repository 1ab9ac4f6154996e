"""clingo's integers wrap around at 2^31: no text with a larger one is given to it."""

import ast
from pathlib import Path

import clingo
import pytest
from tables import tabled

import ttt_asp
from ttt_asp.errors import InternalError
from ttt_asp.lp.scan import NotTerms, read_term
from ttt_asp.solving.ground import ground

ROOT = Path(ttt_asp.__file__).parent
GIVING = ROOT / "solving" / "ground.py"
READING = ROOT / "lp" / "scan.py"


@tabled()
def test_what_clingo_cannot_hold(text: str, held: bool) -> None:
    if held:
        assert all(str(atom) in text or "0x7" in text for atom in ground(text).symbols("p", 1))
    else:
        with pytest.raises(InternalError, match="cannot hold the integer"):
            ground(text)


def test_terms_and_symbols() -> None:
    with pytest.raises(NotTerms, match="cannot be greater"):
        read_term("p(4294967297)")
    with pytest.raises(OverflowError):
        clingo.Number(2**31)


def test_there_is_no_other_way() -> None:
    """Texts and terms: of each there is one way."""
    found = set()
    words = ("add(", "clingo.parse_term", "ProgramBuilder", "parse_files", "Control(")
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text("utf-8")
        if not any(word in text for word in words):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name, given = node.func.attr, len(node.args)
                whose = ast.unparse(node.func.value)
                if name == "add" and given > 1 and whose != "self.ground" and path != GIVING:
                    found.add(f"{path}:{node.lineno}: add")
                if ast.unparse(node.func) == "clingo.parse_term" and path != READING:
                    found.add(f"{path}:{node.lineno}: parse_term")
                if name in ("ProgramBuilder", "parse_files", "Control") and path != GIVING:
                    found.add(f"{path}:{node.lineno}: {name}")
    assert not found
