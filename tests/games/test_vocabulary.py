"""Which files of the vocabulary a game can use: a look at their text says no more than they do."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from ttt_asp.games.giving_way import give_way
from ttt_asp.games.lint import GAMES_OWN
from ttt_asp.games.vocabulary import foreign_to, glance, vocabulary_of
from ttt_asp.lp.dependencies import usable
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.paths import ASP, label_of


def every_file() -> list[Source]:
    """The whole vocabulary, parsed."""
    paths = sorted((ASP / "vocabulary").glob("*/*.lp"))
    return [read(path, label_of(path)) for path in paths]


def games() -> Iterator[tuple[str, bytes]]:
    """The built-in games, and games that say one, two or three of what games say."""
    for path in sorted((ASP / "games").glob("*.lp")):
        yield path.stem, path.read_bytes()
    facts = [f"{name}({','.join('a' * arity)})." if arity else f"{name}."
             for name, arity in sorted(GAMES_OWN)]  # fmt: skip
    for number in (1, 2, 3):
        for chosen in list(combinations(facts, number))[:: 7 ** (number - 1)]:
            yield " ".join(chosen), " ".join(chosen).encode()


def test_the_look_leaves_out_only_what_parsing_leaves_out() -> None:
    files = every_file()
    for name, text in games():
        rules = parse(text, name)
        beside = [give_way(rules, file)[0] for file in files]
        kept, lacking = usable(rules, [file for file in beside if file])
        assert (vocabulary_of(rules)[0], foreign_to(rules)) == (tuple(kept), tuple(lacking)), name


@pytest.mark.parametrize(
    ("text", "heads", "needs"),
    [
        ("p(X) :- q(X), r(X). s :- t(1).", {"p", "s"}, {"q", "t"}),
        ("{ p(X); q } :- r(X).", {"p", "q"}, {"r"}),
        ("p(1..3) :- q(1..N). r.", {"p", "r"}, {"q"}),
        ("p :- q(X) = Y, r(Y).", {"p"}, set()),
        ("p :- q(X)..3 = Y.", {"p"}, set()),
        ("p :- q(X) : r(X).", {"p"}, set()),
        ("p :- not q(X), r(X).", {"p"}, set()),
        ("p :- 1 { q(X) }.", {"p"}, set()),
        ('p("q. r :- s(X).") :- t(X). % u :- v(X).', {"p"}, {"t"}),
    ],
)
def test_a_look_takes_no_head_for_a_body_and_nothing_for_certain_that_is_not(
    text: str, heads: set[str], needs: set[str]
) -> None:
    found = glance(text.encode())
    assert found.heads >= heads
    assert found.needs == needs
