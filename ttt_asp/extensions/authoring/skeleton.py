"""The skeleton of a tactic in the words of any game."""

from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.authoring.sampling import Moment, example_lines, sample
from ttt_asp.extensions.authoring.words import words_of
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.scan import read_term
from ttt_asp.lp.source import parse
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import Strategy

_TACTIC = """\
%*! {name}: say here in a sentence what it recommends. The rule below recommends what may be done
in positions with a fluent that holds where play begins; write yours in its place.

Source: where the idea comes from. *%
suggests({name},P,{action}) :- legal(P,{action}), {name}_when(P).

%*! {name}_when(P): the condition. A helper's name starts with the tactic's. *%
{name}_when(P) :- role(P), true({fluent}).

% The words of the game, besides those of docs/predicates.md:
{words}

% game {game}
% A position, the player to move, and everything that the tactic recommends: `ttt-asp check`
% runs these.
"""


def tactic_in(game: Game, name: str) -> str:
    """Return the text of a tactic that speaks of a game's actions and fluents; `check` passes it.

    Args:
        game: the game.
        name: the tactic's.

    Raises:
        InputError: nobody ever has a choice in random plays of the game, or an example could not
            name it.
    """
    moments = sample(game).moments
    if not moments:
        raise wrong(f"nobody has a choice in {game.name}", Location.argument("game"))
    if len(game.name.split()) > 1:
        message = "a tactic's file cannot name a game whose name has a space"
        raise wrong(message, Location.argument("game"), "rename its file")
    words, first = words_of(game), moments[0]
    const = "".join(f" {key}={value}" for key, value in game.constants.items())
    text = _TACTIC.format(
        name=name,
        action=_open(min(first.legal)),
        fluent=_passing(first, moments),
        words="\n".join(
            f"%   {kind}: {', '.join(terms)}"
            for kind, terms in (
                ("roles", game.roles),
                ("actions", words.actions),
                ("fluents, in true(...)", words.fluents),
                ("relations", words.relations),
            )
            if terms
        ),
        game=game.name + const,
    )
    source = parse(text.encode(), f"tactics/{name}.lp")
    strategy = Strategy(name, Composition("tactic", name), (source,))
    asked = sample(game, ((name, source),)).moments
    silent = [moment for moment in asked if not moment.of(name)]
    speaking = [moment for moment in asked if moment.of(name)]
    lines = example_lines([*speaking[:1], *silent[:1]], strategy, Notation(game), set())
    return text + "".join(f"{line}\n" for line in lines)


def _open(action: str) -> str:
    """Return an action with variables for its arguments."""
    term = read_term(action)
    variables = ",".join("ABCDEFGH"[n : n + 1] or f"A{n}" for n in range(len(term.arguments)))
    return f"{term.name}({variables})" if term.arguments else str(term)


def _passing(first: Moment, moments: tuple[Moment, ...]) -> str:
    """Return a fluent of a position, if possible one that does not hold at all others."""
    passing = [
        fluent
        for fluent in sorted(first.position)
        if any(fluent not in moment.position for moment in moments)
    ]
    return min([*passing, *first.position], key=lambda fluent: fluent not in passing)
