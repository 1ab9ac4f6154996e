"""The order of the rooms: each knows only those before it, engines do not know each other."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from tables import constant

import ttt_asp

ORDER: list[str] = constant(__file__, "ORDER")
RANK = {room: rank for rank, room in enumerate(ORDER)}
# Those that know several engines.
SEVERAL = {"answer", "auto", "small_size_check", "registry"}
ENGINES = {"bounded", "explicit", "induction", "sizes"}
ROOT = Path(ttt_asp.__file__).parent
FILES = {
    ".".join(["ttt_asp", *path.relative_to(ROOT).with_suffix("").parts]): path
    for path in sorted(ROOT.rglob("*.py"))
}


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, inside functions too."""
    found = set()
    for node in statements(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if known(name) else str(node.module) for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {known(name) for name in found} - {""}


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """All statements in a node, inside functions too; no expression has any."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            if isinstance(inner, ast.stmt):
                yield inner
            yield from statements(inner)


def known(name: str) -> str:
    """The file that a module is, or the empty string."""
    return name if name in FILES else f"{name}.__init__" if f"{name}.__init__" in FILES else ""


@pytest.fixture(scope="module")
def edges() -> dict[str, set[str]]:
    """What each module imports."""
    return {module: imports(path) for module, path in FILES.items()}


def test_each_room_knows_only_rooms_before_it(edges: dict[str, set[str]]) -> None:
    rooms = {module: module.split(".")[1] for module in FILES}
    assert not set(rooms.values()) - RANK.keys()
    ranks = {module: RANK[room] for module, room in rooms.items()}
    up = [f"{m} imports {o}" for m in edges for o in edges[m] if ranks[o] > ranks[m]]
    assert edges["ttt_asp.engines.auto"] and not up


def test_no_engine_knows_another(edges: dict[str, set[str]]) -> None:
    wrong = []
    for module, others in edges.items():
        _, room, *rest = module.split(".")
        for other in others if room == "engines" and rest[0] not in SEVERAL else ():
            _, its_room, *its = other.split(".")
            if its_room == "engines" and its[0] in ENGINES | SEVERAL and its[0] != rest[0]:
                wrong.append(f"{module} imports {other}")
    assert not wrong


def test_only_games_know_the_game_description_language(edges: dict[str, set[str]]) -> None:
    wrong = [m for m in edges for o in edges[m] if ".games.gdl." in o and ".games." not in m]
    assert not wrong


def test_no_module_is_on_a_circle(edges: dict[str, set[str]]) -> None:
    list(TopologicalSorter(edges).static_order())  # CycleError names one
