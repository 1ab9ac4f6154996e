"""The two laws of the house: what the kernel may import, and what an extension may."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from tables import constant

import ttt_asp
from ttt_asp.extension import BUILT_IN, HOOKS, Extension, extensions
from ttt_asp.result import Result

ORDER: list[str] = constant(__file__, "ORDER")
RANK = {room: rank for rank, room in enumerate(ORDER)}
# Those that know several engines.
SEVERAL = {"answer", "auto"}
ENGINES = {"bounded", "explicit"}
ROOT = Path(ttt_asp.__file__).parent
FILES = {
    ".".join(["ttt_asp", *path.relative_to(ROOT).with_suffix("").parts]): path
    for path in sorted(ROOT.rglob("*.py"))
}
# A text that names a place in the code.
PLACE = re.compile(r"(ttt_asp(?:\.\w+)+)(?::\w+)?")


def imports(path: Path) -> tuple[set[str], set[str]]:
    """The modules of ours that a file imports when it runs; and those that it names besides.

    Inside functions too; what is imported for the checker of types, or named in a text, is named.
    """
    tree = ast.parse(path.read_text("utf-8"))
    run, named = set[str](), set[str]()
    nodes: list[tuple[ast.AST, bool]] = [(tree, True)]
    for node, runs in nodes:
        found = run if runs else named
        if isinstance(node, ast.ImportFrom):
            # the checker can be made one file: its imports of one another are relative
            assert not node.level or path.parent.name == "checker", f"{path}: a relative import"
            base = "ttt_asp.extensions.certificates.checker." if node.level else ""
            module = f"{base}{node.module}"
            names = [f"{module}.{alias.name}" for alias in node.names]
            found |= {name if known(name) else module for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named |= {match[1] for match in [PLACE.fullmatch(node.value)] if match}
        runs &= not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        nodes += [(inner, runs) for inner in ast.iter_child_nodes(node)]
    return {known(name) for name in run} - {""}, {known(name) for name in named} - {""}


def at_once(path: Path) -> set[str]:
    """The modules of ours that are imported as soon as a file is."""
    tree = ast.parse(path.read_text("utf-8"))
    froms = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {known(f"{node.module}") for node in froms} - {""}


def brought(name: str) -> Extension:
    """The extension of that name."""
    return next(extension for extension in extensions() if extension.name == name)


def named(name: str) -> list[str]:
    """The places that the manifest of an extension names."""
    extension = brought(name)
    places = [*extension.functions, *extension.results, *extension.proof_options]
    for command in extension.commands.values():
        places += [command.prints, command.asks, command.more, *command.instead.values()]
    for table in (extension.results, extension.engines, extension.programs, extension.proofs,
                  extension.certificates, extension.hooks):  # fmt: skip
        places += table.values()
    places += [read.reads for read in extension.readers.values()]
    return [place for place in places if place]


def known(name: str) -> str:
    """The file that a module is, or the empty string."""
    return name if name in FILES else f"{name}.__init__" if f"{name}.__init__" in FILES else ""


def owner(module: str) -> str:
    """The extension that a module belongs to; empty for the kernel's."""
    parts = module.split(".")
    return parts[2] if parts[1] == "extensions" and len(parts) > 3 else ""


Edges = list[tuple[str, str]]


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[set[str], set[str]]]:
    """What each module imports, and what it names besides."""
    return {module: imports(path) for module, path in FILES.items()}


@pytest.fixture(scope="module")
def edges(found: dict[str, tuple[set[str], set[str]]]) -> Edges:
    """Modules, each with one that it imports or names; the registry names all manifests."""
    pairs = [(m, o) for m, both in found.items() for o in sorted(both[0] | both[1])]
    return [(m, o) for m, o in pairs if (m, o) != ("ttt_asp.extension", "ttt_asp.kernel")]


def test_the_kernel_imports_no_extension(edges: Edges) -> None:
    kernel = [(module, other) for module, other in edges if not owner(module)]
    assert len(kernel) > 400
    assert not [edge for edge in kernel if owner(edge[1])]


def test_an_extension_imports_only_those_that_it_uses(edges: Edges) -> None:
    uses = {extension.name: extension.uses for extension in extensions()}
    between = {(owner(module), owner(other)) for module, other in edges}
    between = {(one, other) for one, other in between if one and other and one != other}
    assert not {(one, other) for one, other in between if other not in uses[one]}
    # nothing is named that is not used
    assert between == {(one, other) for one, named in uses.items() for other in named}
    list(TopologicalSorter(uses).static_order())  # CycleError names one


def test_what_an_extension_can_do_without_is_imported_in_functions(edges: Edges) -> None:
    optional = [(one.name, other) for one in extensions() for other in one.optional]
    assert optional and all(other in brought(one).uses for one, other in optional)
    for one, other in optional:
        own = {module for module, _ in edges if owner(module) == one}
        importing = {m for m, imported in edges if m in own and owner(imported) == other}
        needing = {m for m in importing if other in {owner(i) for i in at_once(FILES[m])}}
        places = {f"ttt_asp.extensions.{one}.{place.partition(':')[0]}" for place in named(one)}
        assert importing and not needing & places
        assert not [m for m in own - needing if needing & at_once(FILES[m])]


def test_each_room_of_the_kernel_knows_only_rooms_before_it(edges: Edges) -> None:
    rooms = {module: module.split(".")[1] for module in FILES if not owner(module)}
    assert not set(rooms.values()) - RANK.keys()
    ranks = {module: RANK[room] for module, room in rooms.items()}
    kernel = [(m, o) for m, o in edges if not owner(m) and not owner(o)]
    assert not [f"{m} imports {o}" for m, o in kernel if ranks[o] > ranks[m]]


def test_no_engine_knows_another(edges: Edges) -> None:
    wrong = []
    for module, other in edges:
        _, room, *rest = module.split(".")
        _, its_room, *its = other.split(".")
        if room == its_room == "engines" and rest[0] not in SEVERAL and rest[0] != its[0]:
            wrong += [f"{module} imports {other}"] * (its[0] in ENGINES | SEVERAL)
    assert not wrong


def test_no_module_is_on_a_circle(found: dict[str, tuple[set[str], set[str]]]) -> None:
    run = {module: imported for module, (imported, _) in found.items()}
    list(TopologicalSorter(run).static_order())  # CycleError names one


def test_the_registry_names_the_folders_and_what_they_bring() -> None:
    folders = {path.parent.name for path in (ROOT / "extensions").glob("*/__init__.py")}
    assert folders == BUILT_IN.keys()
    for name, words in BUILT_IN.items():
        extension = brought(name)
        known_by_name = {*extension.commands, *extension.engines, *extension.readers}
        typed = {word for word in words.split() if word.isalpha() or word.startswith(".")}
        assert typed >= known_by_name, name
        assert extension.hooks.keys() <= HOOKS.keys()


def test_every_place_that_a_manifest_names_is_there() -> None:
    for extension in extensions():
        for place in named(extension.name):
            assert extension.load(place), place


def test_every_result_shows_itself() -> None:
    public = [getattr(ttt_asp, name) for name in ttt_asp.__all__]
    kinds = {one.__name__ for one in public if isinstance(one, type) and issubclass(one, Result)}
    shown = [(brought, *row) for brought in extensions() for row in brought.results.items()]
    assert kinds == {place.partition(":")[2] for _, place, show in shown if show}
    assert all(callable(brought.load(show)) for brought, _, show in shown if show)
