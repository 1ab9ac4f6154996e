"""Which games a tactic is for: what they must have for its words to mean anything."""

from ttt_asp.games.load import load_game
from ttt_asp.lp.syntax import signatures
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library

# Words about who owns what of lines; those about lines alone have a folder of the vocabulary.
_OF_LINES = signatures("owns/2 marks/3 threatens/3")


def needs(name: str, library: Library) -> str:
    """What a game must have for a tactic, in words.

    Args:
        name: the tactic's.
        library: where it is, and the tactics that it uses.
    """
    names, folders = [name], set[str]()
    vocabulary = load_game("tictactoe", {}).vocabulary
    for one in names:
        source = library.entries[one].read()
        if about := game_of(source):
            return f"{about[0]} only"
        atoms = [atom for statement in source.statements for atom in statement.body]
        used = {str(atom.first) for atom in atoms if atom.name == "suggests"}
        names += sorted((used & set(library.names("tactic"))) - set(names))
        words = source.used - {("square", 1)}
        folders |= {f.path.parent.name for f in vocabulary if f.path and f.defined & words}
        folders |= {"lines"} if words & _OF_LINES else set()
    parts = {"lines": "lines", "board": "corners, edges or a middle"}
    said = " and ".join(text for folder, text in parts.items() if folder in folders)
    marks = "games of marks" if folders & {"marks", *parts} else "any game"
    return f"{marks} with {said}" if said else marks
