"""What is kept of our own files: never believed where the text is another, and never needed."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import clingo
import jinja2
import pytest
from conftest import written

from ttt_asp.errors import InputError
from ttt_asp.extensions.authoring import impossible_terms
from ttt_asp.games.load import load_game
from ttt_asp.lp import reach, templates
from ttt_asp.lp.kept import keep, kept
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.paths import ASP
from ttt_asp.strategies import known_files, tactics
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

GRID = ASP / "vocabulary" / "board" / "grid.lp"


@pytest.fixture
def bytecode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
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


def test_a_kept_outline_tells_what_the_parsed_file_does(bytecode: Path) -> None:
    for path in sorted(ASP.rglob("*.lp")):
        parse.cache_clear()
        parsed = told(read(path))
        before = len(files(bytecode))
        parse.cache_clear()
        assert told(read(path)) == parsed
        assert len(files(bytecode)) == before > 0
        assert told(parse(path.read_bytes(), "elsewhere")) == parsed


def test_what_was_made_of_another_text_is_not_believed(bytecode: Path) -> None:
    keep(GRID, b"a text", [1, "two"])
    assert kept(GRID, b"a text") == [1, "two"]
    assert kept(GRID, b"another text") is None
    (path,) = files(bytecode)
    data = path.read_bytes()
    for number in range(len(data)):  # nor what was damaged
        path.write_bytes(data[:number] + bytes([data[number] ^ 1]) + data[number + 1 :])
        assert kept(GRID, b"a text") is None
        path.write_bytes(data[:number])
        assert kept(GRID, b"a text") is None


def test_rules_that_gave_way_do_not_replace_the_kept_file(bytecode: Path) -> None:
    parse.cache_clear()
    read(GRID)
    (path,) = files(bytecode)
    data = path.read_bytes()
    assert not parse(b"cell(1,1).\n", "asp/vocabulary/board/grid.lp", GRID).bodies
    assert path.read_bytes() == data


def test_nothing_is_kept_where_python_keeps_nothing(
    bytecode: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep(GRID, b"a text", 1)
    assert not files(bytecode)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(bytecode / "file"))
    (bytecode / "file").write_text("no folder")
    keep(GRID, b"a text", 1)
    assert kept(GRID, b"a text") is None
    assert not files(bytecode)


def test_a_template_is_compiled_once_for_each_text(
    bytecode: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
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
        assert len(files(bytecode)) == 1
    assert len(compiled) == 2
    templates._environment.cache_clear()


# --- files that were in order before are not searched again; all others are -----------------------


MIDDLE = "suggests(mine,P,mark(C)) :- mover(P), center(C), free(C).\n"
Tried = Callable[..., Sequence[str]]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tried:
    """Load a strategy as a new process would: which searches were made."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    made: list[str] = []
    search, numbers = impossible_terms.impossible_terms.__wrapped__, reach.Reach

    def searched(sources: object, game: object) -> object:
        made.append("terms")
        return search(sources, game)

    def reached(*given: object) -> object:
        made.append("numbers")
        return numbers(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(impossible_terms, "impossible_terms", searched)
    monkeypatch.setattr(tactics, "Reach", reached)

    def load(text: str, const: dict[str, str] | None = None, game: str = "tictactoe") -> list[str]:
        for known in (known_files._known, known_files._code, tactics.too_large_numbers):
            known.cache_clear()
        made.clear()
        library = open_library((tmp_path,) if (tmp_path / "tactics").exists() else ())
        load_strategy(text, "x", load_game(game, const or {}), library)
        return list(made)

    return load


BOTH = ["terms", "numbers"]


def test_files_are_searched_once(tried: Tried) -> None:
    assert tried("good_for_x") == BOTH
    assert tried("good_for_x") == []
    assert tried("any") == []


def test_other_files_and_other_games_are_searched(tried: Tried) -> None:
    assert tried("good_for_x") == BOTH
    assert tried("good_for_o") == BOTH
    assert tried("good_for_x", {"rows": "4"}) == BOTH
    assert tried("good_for_x", {"misere": "1"}) == BOTH
    assert tried("good_for_x", game="hypercube") == BOTH
    assert tried("good_for_x", {"rows": "4"}) == []
    assert tried("good_for_x") == []


def test_a_letter_that_changes_is_noticed(tried: Tried, tmp_path: Path) -> None:
    mine = written(tmp_path / "tactics" / "mine.lp", MIDDLE)
    assert tried("mine") == BOTH
    assert tried("mine") == []
    Path(mine).write_text(MIDDLE + " ")
    assert tried("mine") == BOTH
    Path(mine).write_text(MIDDLE)
    assert tried("mine") == []


def test_what_is_wrong_is_searched_again(tried: Tried, tmp_path: Path) -> None:
    written(tmp_path / "tactics" / "mine.lp", MIDDLE.replace("mark(C)", "marks(C)"))
    for _ in range(2):
        with pytest.raises(InputError, match="no action"):
            tried("mine")
    number = MIDDLE + "mine_more(1000000000*1000000000).\n"
    written(tmp_path / "tactics" / "mine.lp", number)
    for _ in range(2):
        with pytest.raises(InputError, match=r"1,?000,?000,?000"):
            tried("mine")


def test_warnings_are_given_again(tried: Tried, tmp_path: Path) -> None:
    # an action of another game: a warning, each time
    other = "suggests(mine,P,eat(C)) :- mover(P), center(C).\n"
    written(tmp_path / "tactics" / "mine.lp", MIDDLE + other)
    assert tried("mine") == BOTH
    assert tried("mine") == BOTH


def test_other_code_is_asked_again(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried("good_for_x") == BOTH
    monkeypatch.setattr(clingo, "__version__", "another")
    assert tried("good_for_x") == BOTH
    monkeypatch.setattr(known_files, "bringing", lambda _: None)
    assert tried("good_for_x") == BOTH


def test_games_of_users_are_searched(tried: Tried, tmp_path: Path) -> None:
    game = written(tmp_path / "own.lp", "size(3,4). in_a_row(3).\n")
    for _ in range(2):
        assert tried("good_for_x", game=str(game)) == BOTH


def test_a_bounded_number_is_kept(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_files, "_MOST", 2)
    for name in ("defeat", "defend", "fork"):
        assert tried(name) == BOTH
    assert tried("fork") == []
    assert tried("defeat") == BOTH
