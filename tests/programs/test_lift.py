"""Lifting: the same meaning at every situation, the author's text, the author's places."""

import random
from collections.abc import Iterator

import clingo
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import INITIAL, TACTICS, Board, Position, legal, place, result
from tables import tabled

from ttt_asp import InputError
from ttt_asp.games.load import load_game
from ttt_asp.lp.dependencies import closure, state_predicates
from ttt_asp.lp.source import Source, parse
from ttt_asp.lp.syntax import Splice
from ttt_asp.programs.lift import Lifted, clashes, lift
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.tactics import load_tactics

SHIPPED = sorted(set(TACTICS) - {"any"})
STATE = frozenset({("true", 1), ("free", 1), ("q", 0), ("p", 1), ("suggests", 3), ("threatens", 3)})


def positions(board: Board, count: int, seed: int) -> Iterator[Position]:
    """Positions of random plays, terminal ones included."""
    chance = random.Random(seed)
    while True:
        position = INITIAL
        for _ in range(chance.randint(0, len(board.squares))):
            if result(board, position):
                break
            move = chance.choice(sorted(legal(board, position)))
            position = place(position, position.mover, move)
        yield position
        count -= 1
        if not count:
            return


@pytest.mark.no_cover
@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3)])
def test_at_one_situation_a_lifted_program_has_the_answer_set_of_the_unlifted_one(
    size: tuple[int, int, int],
) -> None:
    board = Board(*size)
    constants = dict(zip(("rows", "cols", "line"), map(str, size), strict=True))
    game = load_game("tictactoe", constants)
    tactics, _ = load_tactics(list(SHIPPED), game, open_library())
    sources = closure([game.rules, *tactics], game.vocabulary)
    state = state_predicates(sources)
    assert ("threatens", 3) in state and ("line", 1) not in state
    plain = "\n".join(lift(s, frozenset(), constants).text.decode() for s in sources)
    lifted = "\n".join(lift(s, state, constants).text.decode() for s in sources)
    where = 7
    suffix = str(where)
    for position in positions(board, 12 if size == (3, 3, 3) else 4, sum(size)):
        fluents = [f"turn({position.mover})"]
        for role in "xo":
            fluents += (f"marked({role},cell({i},{j}))" for i, j in position.marks(role))
        expected = only(plain + "".join(f"\ntrue({f})." for f in fluents))
        found = only(
            f"{lifted}\nsituation({where})." + "".join(f"\ntrue({f},{where})." for f in fluents)
        )
        assert {_unsituated(atom, state, suffix) for atom in found} - {""} == expected


def only(text: str) -> set[str]:
    """The only answer set of a program, as text."""
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], text)
    control.ground()
    models: list[set[str]] = []
    control.solve(on_model=lambda model: models.append(set(map(str, model.symbols(atoms=True)))))
    (atoms,) = models
    return atoms


def _unsituated(atom: str, state: frozenset[tuple[str, int]], where: str) -> str:
    symbol = clingo.parse_term(atom)
    name, arguments = symbol.name, symbol.arguments
    if name == "situation":
        return ""
    if (name, len(arguments) - 1) in state:
        assert str(arguments[-1]) == where
        return str(clingo.Function(name, arguments[:-1]))
    return atom


@tabled()
def test_what_is_spliced(text: str, expected: str) -> None:
    lifted = lift(parse(text.encode(), "text"), STATE)
    assert lifted.text.decode() == expected
    if "\r" not in text:
        parse(lifted.text.replace(b"T", b"S"), "lifted")  # it still is a program


def test_constants_are_written_into_their_directives() -> None:
    source = parse(b"#const rows = 3. % three\np(rows).", "text")
    lifted = lift(source, STATE, {"rows": "12"})
    assert lifted.text == b"#const rows = 12. % three\np(rows,T) :- situation(T)."
    assert [lifted.unlift(place) for place in (0, 16, 17, 19)] == [0, 0, 16, 18]


def test_what_would_be_taken_for_another_predicate_when_lifted() -> None:
    state = frozenset({("p", 1), ("free", 1), ("q", 0)})
    source = parse(b"p(X) :- free(X).\n  p(X,Y) :- r(X,Y).\n", "text")
    with pytest.raises(InputError) as caught:
        clashes([source], state)
    (said,) = map(str, caught.value.diagnostics)
    assert said.startswith("text:2:3: error: p/2 cannot stand beside p/1, which depends on")
    clashes([parse(b"p(X) :- free(X). p(X,Y,Z) :- r(X,Y,Z). r(q).", "text")], state)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["fork", "spoil", "block_fork", "corner", "threaten_safely"])
def test_comments_lines_and_places_survive(name: str) -> None:
    source = open_library().entries[name].read()
    state = STATE | {(n, a) for n, a in source.defined}
    lifted = lift(source, state)
    assert lifted.text.count(b"\n") == source.text.count(b"\n")
    assert all(comment.encode() in lifted.text for _, comment in source.comments)
    assert all(splice.begin == splice.end for splice in lifted.splices)
    places = [lifted.unlift(offset) for offset in range(len(lifted.text))]
    assert places == sorted(places)
    kept = [*_kept(lifted)]
    assert all(source.text[lifted.unlift(begin)] == byte for begin, byte in kept)
    assert bytes(byte for _, byte in kept) == source.text


def _kept(lifted: Lifted) -> Iterator[tuple[int, int]]:
    """Offset and value of the bytes of a lifted text that are the author's."""
    offset = position = 0
    for splice in [*lifted.splices, Splice(len(lifted.source.text), len(lifted.source.text), b"")]:
        for byte in lifted.source.text[position : splice.begin]:
            yield offset, byte
            offset += 1
        offset += len(splice.insert)
        position = splice.end


@given(st.data())
@examples(40, hunt=100)
def test_unlift_maps_every_kept_byte_back(data: st.DataObject) -> None:
    text = data.draw(st.text("aé∇𝔸 \n(", max_size=40)).encode()
    source = Source("text", text, (), ())
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True).map(sorted))
    inserts = [data.draw(st.sampled_from([b",T", b"(T)", b"; situation(T)"])) for _ in cuts]
    splices = tuple(Splice(c, c, insert) for c, insert in zip(cuts, inserts, strict=True))
    pieces, position = b"", 0
    for splice in splices:
        pieces += text[position : splice.begin] + splice.insert
        position = splice.end
    lifted = Lifted(source, pieces + text[position:], splices)
    for offset, byte in _kept(lifted):
        assert text[lifted.unlift(offset)] == byte
    offsets = [lifted.unlift(offset) for offset in range(len(lifted.text) + 1)]
    assert offsets == sorted(offsets) and set(offsets) >= set(range(len(text)))
