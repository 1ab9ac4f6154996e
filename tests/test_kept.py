"""What is kept of texts: never believed where the text is another, and never needed."""

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import jinja2
import jinja2.meta
import pytest

from ttt_asp import kept as store
from ttt_asp.games.load import LOADED, load_game
from ttt_asp.games.vocabulary import whole_vocabulary
from ttt_asp.kept import keep, kept, write
from ttt_asp.lp import templates
from ttt_asp.lp.lint import lint_rules
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.paths import ASP, ROOT, STRATEGIES


def as_a_new_process() -> None:
    """Forget what this process read and made; what was written down stays."""
    store._known.cache_clear()
    store._made_here.clear()
    LOADED.clear()
    for cached in (
        parse, whole_vocabulary, templates._environment, templates._made_of
    ):  # fmt: skip
        cached.cache_clear()


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder to which Python writes what it compiles."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr("atexit.register", lambda _: None)
    as_a_new_process()
    yield tmp_path
    as_a_new_process()


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*kept-texts*") if path.is_file()]


def told(source: Source) -> list[object]:
    """All that can be asked of a file's statements, trees too."""
    found: list[object] = [source.comments]
    for statement in source.statements:
        found += [statement.kind, statement.begin, statement.end, str(statement.node)]
        found.append(statement.constant)
        for inside in (statement.heads, statement.body):
            for atom in inside:
                found += [atom.signature, atom.begin, atom.end, atom.dependency, str(atom.term)]
                found += [atom.first, *(atom.names(number) for number in range(atom.arity))]
    return found


def test_a_kept_outline_tells_what_the_parsed_file_does(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = sorted([*ASP.rglob("*.lp"), *STRATEGIES.rglob("*.lp")])
    parsed = [told(read(path)) for path in paths]
    write()
    as_a_new_process()
    monkeypatch.setattr("ttt_asp.lp.source.statement", lambda *_: pytest.fail("it was parsed"))
    outlines = [read(path) for path in paths if path.stat().st_size < 20_000]
    monkeypatch.undo()
    assert [told(source) for source in outlines] == [
        told for path, told in zip(paths, parsed, strict=True) if path.stat().st_size < 20_000
    ]


def test_what_was_made_of_another_text_is_not_believed(folder: Path) -> None:
    keep("kind", b"a text", lambda: [1, "two"])
    write()
    as_a_new_process()
    assert kept("kind", b"a text") == [1, "two"]
    assert kept("kind", b"another text") is kept("other kind", b"a text") is None
    (path,) = files(folder)
    data = path.read_bytes()
    for number in range(len(data)):  # nor what was damaged
        for damaged in (
            data[:number],
            data[:number] + bytes([data[number] ^ 1]) + data[number + 1 :],
        ):
            path.write_bytes(damaged)
            as_a_new_process()
            assert kept("kind", b"a text") is None
    path.write_bytes(data)
    as_a_new_process()
    assert kept("kind", b"a text") == [1, "two"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout of the product whose files may be changed."""
    for top in ("ttt_asp", "asp", "strategies"):
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc*")
        shutil.copytree(ROOT / top, tmp_path / "copy" / top, ignore=ignored)
    return tmp_path / "copy"


def program_of(copy: Path, cache: str) -> str:
    """The program for a claim, as a process writes that has the copy, and keeps things there."""
    options = ["-X", f"pycache_prefix={copy.parent / cache}"]
    command = [sys.executable, *options, "-m", "ttt_asp", "program", "o never loses"]
    command += ["--o", "first(refine(defeat,center),any)"]
    environment = {"PYTHONPATH": str(copy)}
    ran = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


# Lines of our code that decide how a template is rendered, for the same values.
DECIDING = {
    "programs/compose.py": ('" if self.operator in ("any", ', '?" if self.operator in ("any", '),
    "lp/templates.py": ('"trim_blocks": True', '"trim_blocks": False'),
}


@pytest.mark.parametrize("name", DECIDING)
def test_what_other_code_made_is_not_believed(copy: Path, name: str) -> None:
    before, (old, new) = program_of(copy, "cache"), DECIDING[name]
    assert program_of(copy, "cache") == before
    text = (copy / "ttt_asp" / name).read_text()
    assert text.count(old) == 1
    (copy / "ttt_asp" / name).write_text(text.replace(old, new))
    expected = program_of(copy, "fresh")
    assert expected != before
    assert program_of(copy, "cache") == expected


def test_nothing_is_kept_by_code_without_its_text(copy: Path) -> None:
    before = program_of(copy, "cache")
    assert compileall.compile_dir(copy / "ttt_asp", quiet=2, legacy=True)
    for path in (copy / "ttt_asp").rglob("*.py"):
        path.unlink()
    assert program_of(copy, "other") == program_of(copy, "cache") == before
    assert not files(copy.parent / "other")


def test_nothing_is_kept_where_python_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep("kind", b"a text", lambda: 1)
    write()
    assert kept("kind", b"a text") is None
    assert not files(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(folder / "file"))
    (folder / "file").write_text("no folder")
    keep("kind", b"a text", lambda: 1)
    write()
    as_a_new_process()
    assert kept("kind", b"a text") is None
    assert not files(folder)


def test_the_latest_are_kept_of_all_processes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST", 3)
    for number in range(4):
        keep("kind", b"%d" % number, partial(int, number))
        write()
        as_a_new_process()
        assert kept("kind", b"0") == 0  # it is asked for again and again
        keep("other", b"%d" % number, lambda: 1)
        write()
        as_a_new_process()
    assert [kept("kind", b"%d" % number) for number in range(4)] == [0, None, None, 3]


def test_a_process_adds_few_of_what_is_made_by_the_thousand(folder: Path) -> None:
    for number in range(5):
        keep("kind", b"%d" % number, partial(int, number), 2)
    assert [kept("kind", b"%d" % number) for number in range(5)] == [0, 1, None, None, None]


def test_nothing_is_kept_of_large_files(folder: Path) -> None:
    """Every process reads what is kept; books of a megabyte would soon fill it."""
    facts = " ".join(f"mine_page({number})." for number in range(5_000)).encode()
    rules = parse(b"suggests(mine,P,A) :- legal(P,A).\n" + facts, "mine.lp", Path("mine.lp"))
    assert not list(lint_rules(rules))
    keep("kind", b"fine", lambda: 1)
    write()
    assert facts not in files(folder)[0].read_bytes()


def test_two_processes_lose_nothing_of_each_other(folder: Path) -> None:
    keep("kind", b"mine", lambda: 1)
    script = "from ttt_asp.kept import keep\nkeep('kind', b'theirs', lambda: 2)"
    command = [sys.executable, "-X", f"pycache_prefix={folder}", "-c", script]
    subprocess.run(command, check=True, env={})
    write()
    as_a_new_process()
    assert (kept("kind", b"mine"), kept("kind", b"theirs")) == (1, 2)


def test_a_template_is_compiled_and_rendered_once_for_each_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own = tmp_path_factory.mktemp("asp")
    monkeypatch.setattr(templates, "ASP", own)
    compiled: list[str] = []
    compile_ = jinja2.Environment._compile

    def counted(self: jinja2.Environment, source: str, filename: str) -> object:
        compiled.append(source)
        return compile_(self, source, filename)

    monkeypatch.setattr(jinja2.Environment, "_compile", counted)
    (own / "outer.j2").write_text('{% include "inner.j2" %}{{ end }}')
    for text in ("one {{ word }}", "two {{ word }}", "two {{ word }}"):
        (own / "inner.j2").write_text(text)
        for word in ("word", "words"):
            as_a_new_process()
            expected = f"{text[:3]} {word}."
            assert templates.rendered("outer.j2", word=word, end=".") == expected
            assert templates.render("outer.j2", word=word, end=".") == expected
            write()
    assert len(compiled) == 3
    as_a_new_process()
    monkeypatch.setattr(templates, "render", lambda *_, **__: pytest.fail("it was rendered"))
    assert templates.rendered("outer.j2", word="word", end=".") == "two word."
    as_a_new_process()
    monkeypatch.setattr(templates, "find_spec", lambda _: None)  # another version of Jinja
    with pytest.raises(pytest.fail.Exception):
        templates.rendered("outer.j2", word="word", end=".")


def test_what_another_version_of_jinja_rendered_is_not_believed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed anew it may have the same size and, where images are built, the same time."""
    rendered: list[str] = []

    def render(template: str, **context: object) -> str:
        rendered.append(template)
        return "text"

    monkeypatch.setattr(templates, "render", render)
    origin = folder / "jinja.py"
    monkeypatch.setattr(templates, "find_spec", lambda _: SimpleNamespace(origin=str(origin)))
    for version in ("3.1.4", "3.1.4", "3.1.5"):
        origin.write_text(f'__version__ = "{version}"\n')
        os.utime(origin, (0, 0))
        as_a_new_process()
        assert templates.rendered("claim.lp.j2", claim="any") == "text"
        write()
    assert len(rendered) == 2


def test_what_templates_include_is_named_in_them() -> None:
    for path in ASP.rglob("*.j2"):
        text = path.read_text("utf-8")
        included = jinja2.meta.find_referenced_templates(jinja2.Environment().parse(text))
        assert set(included) <= set(templates._INCLUDED.findall(text)), path


def test_rules_are_searched_again_where_something_is_wrong_with_them(folder: Path) -> None:
    fine = parse(b"suggests(mine,P,A) :- legal(P,A).\n", "mine.lp", Path("mine.lp"))
    wrong = parse(b":- legal(P,A).\n", "mine.lp", Path("mine.lp"))
    constant = parse(b"#const n = 3.\nsize(n,n).\n", "mine.lp", Path("mine.lp"))
    kind = constant.statements[0].kind
    for _ in range(2):
        assert not list(lint_rules(fine))
        assert len(list(lint_rules(wrong))) == 1
        assert not list(lint_rules(constant, [kind]))
        assert len(list(lint_rules(constant))) == 1
        write()
        as_a_new_process()


def test_a_game_is_the_same_whatever_is_kept(folder: Path) -> None:
    games = []
    for _ in range(2):
        game = load_game("tictactoe", {"rows": "4", "misere": "1"})
        games.append((game.constants, game.facts, [told(file) for file in game.vocabulary]))
        write()
        as_a_new_process()
    assert games[0] == games[1]
