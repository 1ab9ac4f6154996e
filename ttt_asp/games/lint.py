"""The checks of users' game files: the language of tactics, with other heads.

A file may define predicates of games (`winning_set`, `part_of`, `size`, or all of the rules), those
of the vocabulary, whose rules give way, and helpers of its own. It may not define predicates of the
frames, nor those that claims and operators rest on.
"""

import re
from collections.abc import Container, Iterator, Sequence

from ttt_asp.errors import Diagnostic, Location, nearest
from ttt_asp.games.constants import declared_constants
from ttt_asp.games.game import Game
from ttt_asp.games.vocabulary import FIXED, foreign_to, whole_vocabulary
from ttt_asp.lp.dependencies import (
    GAME,
    MOVES,
    STATE,
    dependents,
    state_predicates,
    usable_vocabulary,
)
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, signatures

# Predicates that describe a game, beside its rules: docs/predicates.md has them all.
GAMES_OWN = GAME | signatures(
    """
    winning_set/1 part_of/2 square/1 size/2 in_a_row/1 cube/2 win_length/1 corner/1 edge/1
    center/1 opposite/2 diagonal/1 line_for/2 line_goal/1 no_line_goal/2 begins/1 mover/1 horizon/1
    invalid/1 impossible/1 place/3 glyph/2 drawn/4 target/3 to_move/2 after_moves/2 colored_side/2
    input/2
    """
)
# What has to be known before there is a position.
_BEFORE_PLAY = signatures("role/1 base/1 init/1 invalid/1 horizon/1 to_move/2 input/2")
_HEADS_NEVER = {"true", "does", "suggests", "strategy", "situation"}
_INSTEAD = {
    "true": "init(F) says what holds where play begins, next(F) what holds after a move",
    "does": "legal(P,A) says what may be done",
}


def lint_game(rules: Source, vocabulary: Sequence[Source]) -> Iterator[Diagnostic]:
    """Report everything wrong with a user's game file, beside what `lint_rules` finds."""
    homes: dict[Signature, str] = {}
    for source in whole_vocabulary():
        homes |= dict.fromkeys(source.defined, source.label)
    # words about other games are free: a game without chess pieces may have a `near` of its own
    about_it = usable_vocabulary(rules, whole_vocabulary())
    names: dict[str, str] = {}
    for source in about_it:
        names |= dict.fromkeys((name for name, _ in source.defined), source.label)
    names |= {name: homes.get((name, arity), "the rules of the frames") for name, arity in STATE}
    used = rules.used
    for statement in rules.statements:
        for atom in statement.heads:
            if atom.signature in FIXED or atom.signature not in homes:
                yield from _head_problems(rules, atom, names, used)
            if atom.signature == ("lemma", 1):
                yield from _lemma_problems(rules, atom)
            if atom.signature == ("goal", 2):
                yield from _goal_problems(rules, atom)
    yield from _rests_on_move(rules, homes)
    if early := sorted(_BEFORE_PLAY & state_predicates([rules, *vocabulary])):
        message = f"{early[0][0]} may not depend on the position, at any remove"
        hint = "it has to be known before there is a position"
        heads = [head for head in rules.heads if head.signature == early[0]]
        where = rules.location(heads[0].begin, heads[0].end) if heads else Location(rules.label)
        yield Diagnostic(message, where, hint)
    known = rules.defined | {("true", 1), ("does", 2)}
    known = known.union(*(source.defined for source in vocabulary))
    for atom in rules.bodies:
        if atom.signature not in known:
            message = f"there is no predicate {atom.name}/{atom.arity} in this game"
            same = sorted(arity for name, arity in known if name == atom.name)
            hint = f"it has {' or '.join(map(str, same))} arguments" if same else ""
            close = nearest(atom.name, sorted({name for name, _ in known} - {atom.name}))
            hint = hint or close or _games_with(atom.signature, foreign_to(vocabulary), known)
            yield rules.problem(message, atom, hint)


def _rests_on_move(rules: Source, homes: Container[Signature]) -> Iterator[Diagnostic]:
    """Report rules about a position that rest on the move made there.

    Such a move could not be made: whether play goes on would rest on it, and it on that.
    """
    moving = dependents(MOVES, [rules])
    for statement in rules.statements:
        defined = [a.signature for a in statement.heads if a.signature not in MOVES]
        if any(signature in GAMES_OWN or signature in homes for signature in defined):
            for atom in statement.body:
                if atom.signature in moving:
                    message = f"{statement.heads[0].name} may not rest on the move that is made"
                    hint = "only next does; let next(F) remember it, and ask true(F)"
                    yield rules.problem(f"{message}: {atom.name}", atom, hint)


def _head_problems(
    rules: Source, atom: Atom, names: dict[str, str], used: frozenset[Signature]
) -> Iterator[Diagnostic]:
    arities = sorted(arity for name, arity in GAMES_OWN if name == atom.name)
    if atom.signature in GAMES_OWN:
        return
    if arities:
        hint = f"it has {arities[0]}"
        shown = f"{atom.name}/{atom.arity}"
        yield rules.problem(f"{shown} has the wrong number of arguments", atom, hint)
    elif atom.name in names or atom.name in _HEADS_NEVER:
        home = names.get(atom.name, "the rules of the frames")
        hint = "a game says winning_set(L), part_of(C,L), ... and helpers of other names"
        hint = _INSTEAD.get(atom.name, hint)
        if atom.signature in FIXED:
            hint = "claims and operators rest on it: rename yours"
        yield rules.problem(f"{atom.name} is defined in {home}", atom, hint)
    elif atom.signature not in used:
        close = nearest(atom.name, sorted({name for name, _ in GAMES_OWN}))
        if close:
            yield rules.problem(f"nothing uses {atom.name}/{atom.arity}", atom, close)


def _lemma_problems(rules: Source, atom: Atom) -> Iterator[Diagnostic]:
    """Report a lemma whose name is not known before grounding: proofs have to name it before."""
    if [(name or "")[-2:] for name in atom.names(0)] != ["/0"] or atom.first in declared_constants(
        rules
    ):
        hint = "a rule for each: lemma(one_mark) :- ..."
        yield rules.problem("the argument of lemma has to be one name", atom, hint)


def _goal_problems(rules: Source, atom: Atom) -> Iterator[Diagnostic]:
    value = str(atom.term.arguments[1])
    if re.fullmatch(r"-?\d+", value) and not 0 <= int(value) <= 100:
        hint = "100 wins, 0 loses, all between is a tie"
        yield rules.problem(f"{value} is no goal: goals are numbers from 0 to 100", atom, hint)


def _games_with(
    signature: Signature, foreign: Sequence[Source], known: Container[Signature]
) -> str:
    """Say which games have a predicate of the vocabulary that this one lacks, if any."""
    owners = []
    for home in foreign:
        if signature in home.defined:
            needs = sorted(s for s in home.used - home.defined if s not in known)
            shown = " and ".join(f"{name}/{arity}" for name, arity in needs)
            owners.append(f"games with {shown} have it ({home.label})")
    return ", ".join(owners)


def moving_atoms(source: Source, kind: str, moving: Container[Signature]) -> Iterator[Diagnostic]:
    """Report where a file about one position asks for the move that is made there.

    Args:
        source: the file.
        kind: the word for its contents in messages: tactics, orders or lemmas.
        moving: the game's predicates that rest on the move.
    """
    for atom in source.bodies:
        if atom.signature in moving:
            message = f"{atom.name} is not for {kind}: it rests on the move that is made"
            yield source.problem(message, atom, "they see the present position only")


def foreign_atoms(source: Source, game: Game) -> tuple[list[Location], Diagnostic | None]:
    """Return the places where a file names things that the game's board lacks, and one message."""
    foreign, known = foreign_to(game.vocabulary), game.defined
    strange = frozenset[Signature]().union(*(file.defined for file in foreign))
    atoms = [a for a in source.bodies if a.signature in strange and a.signature not in known]
    if not atoms:
        return [], None
    places = [source.location(atom.begin, atom.end) for atom in atoms]
    names = ", ".join(dict.fromkeys(atom.name for atom in atoms))
    message = f"{game.name} has no {names}: its board does not say what that is"
    hint = f"it is no game of lines: {game.unlike_lines}" if game.unlike_lines else ""
    return places, Diagnostic(
        message, places[0], hint or _games_with(atoms[0].signature, foreign, known)
    )
