"""The outcomes of plays: counted, and named."""

from collections.abc import Collection, Mapping, Sequence

from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.links import Links
from ttt_asp.verdict import STUCK, TIE


def count_plays(exploration: Exploration, links: Links) -> None:
    """Count plays where positions occur after different numbers of moves.

    Args:
        exploration: everything that was explored; its `outcomes` and `stuck_plays` are set.
        links: the moves of all plays, none of which is infinite.
    """
    form, numbers = exploration.form, links.plays(exploration.machine.init)
    find = form.finder(links.positions)
    exploration.outcomes, exploration.stuck_plays = dict.fromkeys(exploration.vectors, 0), 0
    for layer in exploration.layers:
        (places,) = find([layer])
        counts = form.taken(numbers, places)
        for batch in exploration.batches(layer):
            exploration.tally(batch, counts)


def outcomes(exploration: Exploration) -> Mapping[str, int] | None:
    """Count plays by how they end, see `named_outcomes`; None where they are not counted."""
    if exploration.outcomes is None:
        return None
    return named_outcomes(exploration.machine.roles, exploration.outcomes, exploration.stuck_plays)


def named_outcomes(
    roles: Sequence[str], plays: Mapping[tuple[int, ...], int], stuck: int
) -> Mapping[str, int]:
    """Count plays by how they end, see `outcome_names`; those that get stuck, if any, as `stuck`.

    Args:
        roles: their names.
        plays: how many end with each vector of goals.
        stuck: how many get stuck.
    """
    names = outcome_names(roles, plays)
    counts = dict.fromkeys([*roles, TIE] if _usual(roles, plays) else [], 0)
    for vector in sorted(plays, reverse=True):
        name = names[vector]
        counts[name] = counts.get(name, 0) + plays[vector]
    return {**counts, STUCK: stuck} if stuck else counts


def outcome_names(
    roles: Sequence[str], vectors: Collection[tuple[int, ...]]
) -> dict[tuple[int, ...], str]:
    """Return a name for each vector of goals.

    For two roles of which one wins and the other loses, or both tie: the winner's name, or
    `tie`. For other games all goals, as `x=100 o=0`; so too where a role's name could be taken
    for one of the words `tie` and `stuck`.
    """
    if _usual(roles, vectors):
        return {v: roles[v.index(100)] if 100 in v else TIE for v in vectors}
    return {v: " ".join(f"{r}={n}" for r, n in zip(roles, v, strict=True)) for v in vectors}


def _usual(roles: Sequence[str], vectors: Collection[tuple[int, ...]]) -> bool:
    return len(roles) == 2 and not {TIE, STUCK} & {*roles} and all(map(_plain, vectors))


def _plain(vector: tuple[int, ...]) -> bool:
    return sorted(vector) == [0, 100] or all(0 < value < 100 for value in vector)
