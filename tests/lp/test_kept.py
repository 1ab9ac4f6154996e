"""What is kept of our own files: never believed where the text is another, and never needed."""

import sys
from pathlib import Path

import jinja2
import pytest

from ttt_asp.lp import templates
from ttt_asp.lp.kept import keep, kept
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.paths import ASP

GRID = ASP / "vocabulary" / "board" / "grid.lp"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder to which Python writes what it compiles."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    return tmp_path


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("asp-*") if path.is_file()]


def told(source: Source) -> list[object]:
    """All that can be asked of a file's statements, trees too."""
    found: list[object] = [source.comments]
    for statement in source.statements:
        found += [statement.kind, statement.begin, statement.end, str(statement.node)]
        for inside in (statement.heads, statement.body):
            for atom in inside:
                found += [atom.signature, atom.begin, atom.end, atom.dependency, str(atom.term)]
                found += [atom.first, *(atom.names(number) for number in range(atom.arity))]
    return found


def test_a_kept_outline_tells_what_the_parsed_file_does(written: Path) -> None:
    for path in sorted(ASP.rglob("*.lp")):
        parse.cache_clear()
        parsed = told(read(path))
        before = len(files(written))
        parse.cache_clear()
        assert told(read(path)) == parsed
        assert len(files(written)) == before > 0
        assert told(parse(path.read_bytes(), "elsewhere")) == parsed


def test_what_was_made_of_another_text_is_not_believed(written: Path) -> None:
    keep(GRID, b"a text", [1, "two"])
    assert kept(GRID, b"a text") == [1, "two"]
    assert kept(GRID, b"another text") is None
    (path,) = files(written)
    data = path.read_bytes()
    for number in range(len(data)):  # nor what was damaged
        path.write_bytes(data[:number] + bytes([data[number] ^ 1]) + data[number + 1 :])
        assert kept(GRID, b"a text") is None
        path.write_bytes(data[:number])
        assert kept(GRID, b"a text") is None


def test_rules_that_gave_way_do_not_replace_the_kept_file(written: Path) -> None:
    parse.cache_clear()
    read(GRID)
    (path,) = files(written)
    data = path.read_bytes()
    assert not parse(b"cell(1,1).\n", "asp/vocabulary/board/grid.lp", GRID).bodies
    assert path.read_bytes() == data


def test_nothing_is_kept_where_python_keeps_nothing(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep(GRID, b"a text", 1)
    assert not files(written)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(written / "file"))
    (written / "file").write_text("no folder")
    keep(GRID, b"a text", 1)
    assert kept(GRID, b"a text") is None
    assert not files(written)


def test_a_template_is_compiled_once_for_each_text(
    written: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own = tmp_path_factory.mktemp("asp")
    monkeypatch.setattr(templates, "ASP", own)
    monkeypatch.setattr("ttt_asp.lp.kept.ASP", own)
    compiled: list[str] = []
    compile_ = jinja2.Environment._compile

    def counted(self: jinja2.Environment, source: str, filename: str) -> object:
        compiled.append(source)
        return compile_(self, source, filename)

    monkeypatch.setattr(jinja2.Environment, "_compile", counted)
    for text in ("one {{ word }}", "two {{ word }}", "two {{ word }}"):
        (own / "some.lp.j2").write_text(text)
        templates._environment.cache_clear()
        assert templates.render("some.lp.j2", word="word") == text[:3] + " word"
        assert len(files(written)) == 1
    assert len(compiled) == 2
    templates._environment.cache_clear()
