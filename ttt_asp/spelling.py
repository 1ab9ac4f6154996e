"""The spellings of names: those in a game's rules, and those in the file that people wrote."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from ttt_asp.records import dataclass

# A name in a term, as clingo writes it.
_NAME = re.compile(r"(?<![\w'])_*[a-z][\w']*")
_WORD = re.compile(r"[^\s(),{}]+")


def _unchanged(name: str) -> str:
    return name


@dataclass(frozen=True)
class Spelling:
    """The spellings of names in a game's terms, both ways; false if none is spelt otherwise.

    Attributes:
        names: from names in the rules to those in the game's own file, where they differ.
        fold: the function that maps all spellings of a name to the same text.
        constant: the function from a folded name to the name in the rules.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    fold: Callable[[str], str] = _unchanged
    constant: Callable[[str], str] = _unchanged

    def __bool__(self) -> bool:
        return bool(self.names)

    def shown(self, text: str) -> str:
        """Spell a term of the game, or terms in a text, as the game's own file does."""
        if not self.names:
            return text
        return _NAME.sub(lambda match: self.names.get(match[0], match[0]), text)

    def meant(self, text: str) -> str:
        """Return terms that people wrote, spelt as in the rules."""
        if not self.names:
            return text

        def name(match: re.Match[str]) -> str:
            if match[0] in self.names:
                return match[0]
            constant = self.constant(self.fold(match[0]))
            is_function = constant.isdigit() and text[match.end() : match.end() + 1] == "("
            return f"n'{constant}" if is_function else constant

        return _WORD.sub(name, text)

    def meant_all(self, terms: Iterable[str]) -> set[str]:
        """Return terms spelt as in the rules, from that or the file's own spelling."""
        return set(map(self.meant, terms)) if self.names else set(terms)
