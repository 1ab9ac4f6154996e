"""Constants: the values chosen for them, and words that they must not replace.

clingo puts a constant's value wherever its name stands as a term. So a game's constant would change
the meaning of a word of the vocabulary or the frames; and a square named like a constant of the
vocabulary would become its value.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

import clingo

from ttt_asp.errors import Diagnostic, Location, nearest, wrong
from ttt_asp.lp.reach import Reach
from ttt_asp.lp.scan import LARGEST, NotTerms, mask_comments, parse_terms
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Statement
from ttt_asp.solving.ground import Refused, ground

# A name without arguments: a constant, or a predicate without arguments too.
WORD = re.compile(rb"(?<![\w'#])_*[a-z][\w']*+(?!\s*\()")
# A default that is its own value, if it is not the name of another constant.
_PLAIN = re.compile(r"-?\d+|_*[a-z][\w']*")


@lru_cache(maxsize=256)
def _definitions(source: Source) -> Mapping[str, Statement]:
    """Return the declaration of each constant in a file; every program asks all its files."""
    return {s.constant[0]: s for s in source.statements if s.constant is not None}


def declared_constants(rules: Source) -> dict[str, str]:
    """Return the constants that a file declares, and their default values."""
    declared = (statement.constant for statement in _definitions(rules).values())
    return dict(constant for constant in declared if constant is not None)


def choose(sources: Sequence[Source], constants: Mapping[str, str]) -> dict[str, str]:
    """Return the value in force of every constant that the sources declare, as a ground term.

    Args:
        sources: the game's rules first.
        constants: chosen values; defaults that rest on these constants are worked out with them.

    Raises:
        InputError: there is no such constant, or it cannot have that value.
    """
    texts: dict[str, str] = {}
    for source in sources:
        texts |= declared_constants(source)
    values = _evaluated(texts, sources)
    for name, value in constants.items():
        where = Location.argument("const", f"{name}={value}")
        if name not in values:
            hint = nearest(name, list(values), f"it declares {', '.join(values) or 'none'}")
            raise wrong(f"{sources[0].label} declares no constant {name}", where, hint)
        kind = parse_terms(values[name])[0].type
        number = kind == clingo.SymbolType.Number
        hint = f"{'a whole number' if number else 'a name'}, as {name}={values[name]}"
        try:
            (symbol,) = parse_terms(value)
        except (NotTerms, ValueError) as error:
            reason = error.because if isinstance(error, NotTerms) else ""
            wanted = "a value" if reason else "a whole number" if number else "a name"
            raise wrong(f"{value} is not {wanted}{reason}", where, hint) from None
        if symbol.type != kind:
            raise wrong(f"{name} has to be {'a number' if number else 'a constant'}", where, hint)
        if symbol.type == clingo.SymbolType.Function and symbol.name in values:
            raise wrong(f"{value} is the name of a constant", where, "choose another name")
        texts[name] = str(symbol)
    return _evaluated(texts, sources) if constants else values


def _evaluated(texts: Mapping[str, str], sources: Sequence[Source]) -> dict[str, str]:
    """Return the constants' values; defaults may rest on others, as in `#const cols = rows`."""
    resting = [name for name, text in texts.items() if text in texts or not _PLAIN.fullmatch(text)]
    if not resting:
        return dict(texts)
    reach = Reach((), texts, {})
    for name in resting:
        if reach.constant(name).beyond:
            message = f"the constant {name} is larger than numbers can be: they end at {LARGEST:,}"
            raise wrong(message, _declaration(sources, name), "compute it of smaller numbers")
    values: dict[str, str] = {}
    with suppress(Refused):  # they go round in a circle
        program = ground("\n".join(f"#const {name} = {text}." for name, text in texts.items()))
        worth = {name: program.control.get_const(name) for name in texts}
        values = {name: str(value) for name, value in worth.items() if value is not None}
    if lost := [name for name in resting if name not in values]:
        hint = "a number, a name, or what can be worked out of other constants"
        raise wrong(f"the constant {lost[0]} has no value", _declaration(sources, lost[0]), hint)
    return {name: values[name] for name in texts}


def _declaration(sources: Iterable[Source], name: str) -> Location | None:
    for source in sources:
        if statement := _definitions(source).get(name):
            return source.location(statement.begin, statement.end)
    return None


def replacing_constants(source: Source, texts: Mapping[str, bytes]) -> Iterator[Diagnostic]:
    """Report constants of a file that are words of other texts, which they would change.

    Args:
        source: the file.
        texts: the texts that do not mean the constant, by label.
    """
    definitions = _definitions(source)
    for label, text in texts.items():
        if not any(name.encode() in text for name in definitions):
            continue  # most have none of them, which is seen at once
        words = set(WORD.findall(mask_comments(text)))
        for name, statement in definitions.items():
            if name.encode() in words:
                message = f"{name} is a word of {label}, where the constant would replace it"
                yield source.problem(message, statement, "rename the constant")


def named_like_constant(source: Source, constants: Iterable[str]) -> Iterator[Diagnostic]:
    """Report names in a file that are constants of another file.

    `misere = 1` and `1-misere` ask for the value, and are allowed.
    """
    declared = declared_constants(source)
    blanked = mask_comments(source.text)
    for name in constants:
        word = rb"(?<=[(,;])(\s*)" + re.escape(name.encode()) + rb"(?=\s*[),;])"
        if name not in declared and (match := re.search(word, blanked)):
            message = f"{name} is a constant of the vocabulary: its value would stand here"
            where = source.location(match.end(1), match.end())
            yield Diagnostic(message, where, "rename it")
