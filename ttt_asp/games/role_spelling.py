"""How a file spells the roles of its game, whatever else is wrong or right about it."""

from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.games.game import SUFFIXES
from ttt_asp.games.gdl.read import read_gdl
from ttt_asp.games.spelling import Spelling


def role_spelling(name: str, deadline: Deadline) -> Spelling:
    """The names of a game's roles in its own file, by those in its rules.

    Args:
        name: the game's; nothing is spelt otherwise but in the Game Description Language.
        deadline: when to give up.

    Raises:
        InputError: the file cannot be read, or something in it is wrong.
        Expired: time is up.
    """
    if not name.endswith(SUFFIXES):
        return Spelling()
    rules, spelling = read_gdl(Path(name), deadline)
    heads = (head for statement in rules.statements for head in statement.heads)
    roles = {head.first for head in heads if head.signature == ("role", 1)}
    return Spelling({one: said for one, said in spelling.names.items() if one in roles})
