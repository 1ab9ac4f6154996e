"""A game's rules under other names, so that those of two games stand in one program."""

import re

from clingo.ast import ASTType

from ttt_asp.games.game import Game
from ttt_asp.lp.scan import blank
from ttt_asp.lp.source import Source
from ttt_asp.programs.lift import Splice, spliced

# A name without arguments: a constant perhaps.
_WORD = re.compile(rb"(?<![\w'#])_*[a-z][\w']*+(?!\s*\()")


def renamed(source: Source, prefix: str, game: Game) -> bytes:
    """The text of a time-free source, every predicate with a prefix before its name.

    The game's constants are replaced by their values, as another game may have others.

    Args:
        source: a game's rules, a file of the vocabulary, of tactics, or the operators.
        prefix: what goes before the name of every predicate.
        game: whose constants are in force.
    """
    splices, blanked = [], blank(source.text)
    names: set[int] = set()
    for statement in source.statements:
        if statement.kind == ASTType.Definition:
            splices.append(Splice(statement.begin, statement.end, b""))
            continue
        if statement.kind == ASTType.Defined:
            said = f"#defined {prefix}{statement.node.name}/{statement.node.arity}."
            splices.append(Splice(statement.begin, statement.end, said.encode()))
            continue
        for begin in {atom.begin for atom in statement.atoms}:
            names.add(begin)
            splices.append(Splice(begin, begin, prefix.encode()))
        for word in _WORD.finditer(blanked, statement.begin, statement.end):
            value = game.constants.get(word.group().decode())
            if value is not None and word.start() not in names:
                shown = f"({value})" if value.startswith("-") else value
                splices.append(Splice(word.start(), word.end(), shown.encode()))
    return spliced(source.text, splices)
