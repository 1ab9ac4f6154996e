"""Words of a game's own beside those of the vocabulary: the same, or called apart.

A file's helpers may be called like words of the vocabulary. Where both mean the same at every
position, asked of clingo, the file's rules stand for both. Others keep apart: the file's get
another name, and the word is the vocabulary's.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.games.recognition.ground import rules_text
from ttt_asp.games.recognition.marks import landing
from ttt_asp.games.recognition.prelude import overlay
from ttt_asp.games.recognition.recognise import Recognised
from ttt_asp.games.vocabulary import of_any_game
from ttt_asp.lp.dependencies import GAME, closure, state_predicates
from ttt_asp.lp.source import Source, parse
from ttt_asp.lp.syntax import Signature, Splice, signatures, spliced

# Said piece by piece, or of every game alike: never called apart.
_SHARED = GAME | signatures("lemma/1 measure/1 invalid/1")
# What the file's own are called, while both are compared.
_APART = "as_own_"


# What was recognised, with the file's words that are called apart; the game's own rules, with these
# called so; and the rules that say what was recognised, with the files of the vocabulary.
Laid = tuple[Recognised, Source, tuple[Source, ...]]


def lives_apart(rules: Source, vocabulary: Sequence[Source]) -> bool:
    """Whether a game's rules say all of how it is played themselves."""
    return rules.defined >= GAME and all(
        one.defined.isdisjoint(GAME) for one in closure([rules], vocabulary)[1:]
    )


def laid_beside(
    found: Recognised,
    rules: Source,
    vocabulary: Sequence[Source],
    constants: Mapping[str, str],
    deadline: Deadline,
) -> Laid | str:
    """A game's rules, and the vocabulary laid over them; or why it cannot be.

    Args:
        found: what was recognised in the rules, marks at least.
        rules: the game's own, which live apart from the vocabulary.
        vocabulary: its files that these rules may use.
        constants: the value of every constant.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    common = {file.label for file in of_any_game()}
    used = [one for one in closure([rules], vocabulary)[1:] if one.label not in common]
    own = parse(b"\n".join(one.text for one in [rules, *used]), rules.label)
    mine = own.defined - _SHARED
    apart = called(own, mine, _APART)
    laid = overlay(_beside(found, apart), apart)
    words = mine & frozenset[Signature]().union(*(file.defined for file in laid))
    other = _different(_beside(found, apart), apart, laid, words, constants, deadline)
    other |= _beside_longer(own, laid) & rules.defined - _SHARED
    if taken := [one for one in used if other & (one.defined | one.used)]:
        name, arity = min(other & (taken[0].defined | taken[0].used))
        return f"its rules use {name}/{arity} of {taken[0].label}, which means something else here"
    prefix = "own_"
    while any((prefix + name, arity) in own.defined for name, arity in other):
        prefix += "own_"
    rules = called(rules, other, prefix)
    found = _beside(replace(found, own={name: prefix + name for name, _ in sorted(other)}), rules)
    return found, rules, overlay(found, rules)


def _beside(found: Recognised, rules: Source) -> Recognised:
    """What was recognised, in the words that the rules have now."""
    again = tuple(landing(rules)) if found.sheet.landing else ()
    return replace(found, sheet=replace(found.sheet, landing=again))


def called(source: Source, words: AbstractSet[Signature], prefix: str) -> Source:
    """A file with a prefix before the names of some predicates."""
    begins = sorted({a.begin for s in source.statements for a in s.atoms if a.signature in words})
    if not begins:
        return source
    text = spliced(source.text, [Splice(begin, begin, prefix.encode()) for begin in begins])
    origins = tuple(
        (s.begin + len(prefix) * bisect_left(begins, s.begin), source.location(s.begin, s.end))
        for s in source.statements
    )
    return parse(text, source.label, source.path, origins)


def _beside_longer(own: Source, laid: Sequence[Source]) -> frozenset[Signature]:
    """Words that lifting, which adds an argument, would make equal to others of the vocabulary."""
    files = [own, *laid]
    state = state_predicates(files)
    theirs = frozenset[Signature]().union(*(file.defined for file in laid))
    longer = {one for one in own.defined if one not in state and (one[0], one[1] - 1) in state}
    shorter = {(name, arity - 1) for name, arity in theirs - state} & state
    return frozenset(longer | (shorter & own.defined))


def _different(
    found: Recognised,
    apart: Source,
    laid: Sequence[Source],
    words: AbstractSet[Signature],
    constants: Mapping[str, str],
    deadline: Deadline,
) -> frozenset[Signature]:
    """The words that mean something else at some position, or may do so."""
    if not words:
        return frozenset()
    text = rules_text([apart, *of_any_game(), *laid], constants)
    both = found.sheet.beside(text, _questions(words), deadline)

    def unlike(name: str, arity: int) -> bool:
        word = [clingo.Function(name), clingo.Number(arity)]
        return not both.first([(clingo.Function("as_unlike", word), True)])[1].none

    return frozenset(word for word in words if unlike(*word))


def _questions(words: AbstractSet[Signature]) -> Iterator[str]:
    for name, arity in sorted(words):
        terms = ",".join(f"X{number}" for number in range(arity))
        atom = f"{name}({terms})" if arity else name
        yield f"as_unlike({name},{arity}) :- {atom}, not {_APART}{atom}."
        yield f"as_unlike({name},{arity}) :- {_APART}{atom}, not {atom}."
