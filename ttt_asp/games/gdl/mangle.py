"""Names of the Game Description Language as names of clingo's, and back.

Public games write `not-filled`, `01` and `XPlayer`; clingo's names start with a lower-case letter
and have letters, digits, `_` and `'`. Names that clingo can take stay as they are, so that tactics
read naturally. Of others each strange character becomes its code between primes (`a+b` is
`a'2b'b`), the commonest, `-`, two primes (`not-filled` is `not''filled`); and where a name still
cannot stand as it is, as `01` and the reserved words, `n'` precedes it. Primes come in pairs but
for that one, so every name can be read back.

Numbers as people write them are clingo's numbers. Relations of the game's own are put apart from
those of the vocabulary and of the frames by `gdl_`, with which no name in a term may begin: a
role's names the predicates of its strategy.
"""

import re

from ttt_asp.lp.scan import LARGEST

# `ask` is the constant by which a generated program is told its question.
_RESERVED = ("not", "ask")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_STRANGE = re.compile(r"[^a-z0-9_]")
_PREFIX = "gdl_"


def fold(name: str) -> str:
    """A name with A to Z in lower case: the language takes no account of case."""
    return re.sub(r"[A-Z]+", lambda match: match[0].lower(), name)


def constant(name: str) -> str:
    """A name that stands in terms, as clingo takes it.

    Args:
        name: folded.
    """
    if _NUMBER.fullmatch(name) and int(name) <= LARGEST:
        return name
    escaped = _escaped(name)
    reserved = escaped in _RESERVED or f"{escaped}_".startswith(_PREFIX)
    plain = re.match(r"_*[a-z]", escaped) and not reserved
    return escaped if plain else f"n'{escaped}"


def relation(name: str) -> str:
    """The name of a relation of the game's own, as clingo takes it."""
    return _PREFIX + _escaped(name)


def variables(names: list[str]) -> dict[str, str]:
    """Names of clingo variables for the variables of one rule, all different.

    T is the situation in generated programs, and is not among them.
    """
    found: dict[str, str] = {}
    for name in names:
        if name not in found:
            plain = re.sub(r"[^a-zA-Z0-9_]", "_", name)
            plain = plain[:1].upper() + plain[1:]
            plain = plain if re.match(r"[A-Z]", plain) else f"V{plain}"
            while plain == "T" or plain in found.values():
                plain += "'"
            found[name] = plain
    return found


def _escaped(name: str) -> str:
    def escape(match: re.Match[str]) -> str:
        return "''" if match[0] == "-" else f"'{ord(match[0]):x}'"

    return _STRANGE.sub(escape, name)
