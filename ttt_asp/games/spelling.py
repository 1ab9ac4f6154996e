"""How people spell a game's names: as its rules do, unless its own file spells them otherwise."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# A name in a term, as clingo writes it.
_NAME = re.compile(r"(?<![\w'])_*[a-z][\w']*")
_WORD = re.compile(r"[^\s(),{}]+")


def _same(name: str) -> str:
    return name


@dataclass(frozen=True)
class Spelling:
    """The names in a game's terms, in both directions; false where nothing is spelt otherwise.

    Attributes:
        names: by the name in the rules the one in the game's own file, where that is different.
        fold: what two spellings of one name have in common.
        constant: the name in the rules, of a folded name.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    fold: Callable[[str], str] = _same
    constant: Callable[[str], str] = _same

    def __bool__(self) -> bool:
        return bool(self.names)

    def shown(self, text: str) -> str:
        """A term of the game's, or text with such terms, as its own file spells it."""
        if not self.names:
            return text
        return _NAME.sub(lambda match: self.names.get(match[0], match[0]), text)

    def meant(self, text: str) -> str:
        """Terms as people write them, as the rules spell them."""
        if not self.names:
            return text

        def name(match: re.Match[str]) -> str:
            if match[0] in self.names:
                return match[0]
            constant = self.constant(self.fold(match[0]))
            is_function = constant.isdigit() and text[match.end() : match.end() + 1] == "("
            return f"n'{constant}" if is_function else constant

        return _WORD.sub(name, text)
