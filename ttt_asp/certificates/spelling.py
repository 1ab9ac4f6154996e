"""What the roles of a certificate are called in the file of its game.

The checker does without that file, and names roles as the rules made of it do. Whoever has the file
is told of roles as it spells them; without it nothing else changes.
"""

import json
import re
from pathlib import Path

from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.gdl.read import read_gdl
from ttt_asp.games.spelling import Spelling

# The game of a certificate, if it is one in the Game Description Language.
_GAME = re.compile(rb'"game": ?("(?:[^"\\]|\\.)*\.(?:kif|hrf)")')


def role_spelling(beginning: bytes, deadline: Deadline) -> Spelling:
    """How the file of a certificate's game spells its roles; nothing where it is not at hand.

    Args:
        beginning: of the certificate, with the name of its game.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    named = _GAME.search(beginning)
    if named is None:
        return Spelling()
    try:
        rules, spelling = read_gdl(Path(json.loads(named[1])), deadline)
    except (InputError, ValueError):  # it only says what things are called
        return Spelling()
    heads = (head for statement in rules.statements for head in statement.heads)
    roles = {head.first for head in heads if head.signature == ("role", 1)}
    return Spelling({name: said for name, said in spelling.names.items() if name in roles})
