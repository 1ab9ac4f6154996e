"""Requests of a page: their fields, game and question; and tactics that are being written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.extensions.exploring.positions import PositionReader, impossible, refuse
from ttt_asp.games.game import Game, role_of
from ttt_asp.games.load import game_names, load_game
from ttt_asp.limits import Limits
from ttt_asp.show.terminal import place_json
from ttt_asp.strategies.library import NAME, Library, LibraryFile, bad_name, open_library
from ttt_asp.strategies.tactics import game_of


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options that a server was started with.

    Attributes:
        folder: of strategies, the only one that is written to; None for none.
        game: the one to begin with; the only one that may be a file.
        const: its constants.
        seconds, memory: limits of one answer, in seconds and in bytes.
    """

    folder: Path | None
    game: str
    const: Mapping[str, str]
    seconds: float
    memory: int

    def deadline(self, more: float = 0.0, larger: int = 0) -> Deadline:
        """Return a limit on work that starts now.

        Args:
            more: seconds to add to the limit of the request.
            larger: bytes to add to it.
        """
        return Deadline(self.seconds + more, self.memory + larger)


@dataclass(frozen=True)
class Request:
    """A request.

    Attributes:
        name: one of `answering.ANSWERS`.
        fields: those that the page sent.
        setting: of the server.
        limits: of the analysis that is asked for.
    """

    name: str
    fields: Mapping[str, Any]
    setting: ServerOptions
    limits: Limits = field(init=False)

    def __post_init__(self) -> None:
        """Let the clock start."""
        object.__setattr__(self, "limits", Limits(self.setting.deadline()))

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; without a default it has to be there."""
        value = self.fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise wrong(f"{name} has to be a text", Location(name))
        return value

    def optional(self, name: str) -> str | None:
        """Return a text, or nothing."""
        return self.text(name, "") or None

    def flag(self, name: str) -> bool:
        """Return whether an option is wanted."""
        return self.fields.get(name) is True

    def texts(self, name: str) -> list[str]:
        """Return a list of texts; an empty one where there is none."""
        value = self.fields.get(name)
        if value is None:
            return []
        texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if not texts or len(value) > MOST:
            raise wrong(f"{name} has to be a list of at most {MOST} texts", Location(name))
        return list(value)

    def table(self, name: str) -> dict[str, str]:
        """Return texts or whole numbers by name; empty where there is none."""
        value = self.fields.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise wrong(f"{name} has to be texts by name", Location(name))
        for key, item in value.items():
            if not isinstance(item, str | int) or isinstance(item, bool):
                raise wrong(f"{key} has to be a text or a whole number", Location(name))
        return {key: str(item) for key, item in value.items()}

    @cached_property
    def drafts(self) -> tuple[LibraryFile, ...]:
        """The tactic that is being written, which stands in no file, if there is one.

        Raises:
            InputError: its text is not a text, its name is not allowed, or it names a game's file.
        """
        given = self.fields if self.name in _ABOUT else self.fields.get("draft")
        if given is None:
            return ()
        if not isinstance(given, Mapping) or not isinstance(given.get("text"), str):
            raise wrong("the text of the tactic has to be a text", Location("text"))
        name = checked_name(given.get("name"))
        draft = LibraryFile(name, "tactic", Path(f"{name}.lp"), given["text"].encode("utf-8"))
        _refuse_other_games(draft, self.setting.game)
        return (draft,)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folder of strategies to be searched first, if there is one."""
        folder = self.setting.folder
        return (folder,) if folder is not None and folder.is_dir() else ()

    def library(self) -> Library:
        """Return the library in which names are looked up."""
        return open_library(self.folders, self.drafts)

    def game(self) -> Game:
        """Return the game: one of the package, or the one that the server was started with."""
        return load_game(self._name(), self.table("const"), self.limits.deadline)

    def _name(self) -> str:
        name = self.text("game", self.setting.game)
        if name != self.setting.game and name not in game_names():
            hint = nearest(name, game_names(), f"the games are {', '.join(game_names())}")
            raise wrong(f"there is no game {name} here", Location("game"), hint)
        return name

    def role(self, game: Game) -> str:
        """Return the role in question, in the spelling of the rules; the first if none is named."""
        name = self.optional("role")
        return role_of(name, game) if name else game.roles[0]

    def position(self, game: Game) -> frozenset[str]:
        """Return the fluents of a position; of the first one if none is given.

        Raises:
            InputError: it is no position of the game, or no play comes to it.
        """
        text = self.optional("position")
        if text is None:
            return game.init
        fluents = PositionReader(game).parse(text, None, Location("position"))
        refuse(game, text, list(impossible(game, fluents)))
        return fluents

    def question(self) -> Question:
        """Return the question about a claim."""
        name = self._name()
        roles = {role: text for role, text in self.table("roles").items() if text.strip()}
        claim, const = self.text("claim"), self.table("const")
        return Question(claim, roles, name, const, folders=self.folders, made=self.drafts)


# The number of texts that a list of a request may have.
MOST = 100


def errors(error: InputError) -> list[dict[str, Any]]:
    """Return an error as the page shows it."""
    return [
        {"message": diagnostic.message, **place_json(diagnostic)}
        for diagnostic in error.diagnostics
    ]


# Questions about a tactic that is being written, and its name and text are all that is asked.
_ABOUT = ("tactic_check", "tactic_example", "tactic_save")
_LONGEST = 64


def _refuse_other_games(draft: LibraryFile, game: str) -> None:
    """Refuse a text that says `% game FILE`: no request may have a file read.

    Args:
        draft: the tactic that is being written.
        game: the one that the server was started with, which may be a file.
    """
    try:
        source = draft.read()
    except InputError:  # which the answer says, and from which nobody reads a game
        return
    about = game_of(source)
    if about is not None and about[0] not in (game, *game_names()):
        begin = next(begin for begin, comment in source.comments if about[0] in comment)
        hint = f"the games are {', '.join(game_names())}"
        message = "a text that is sent names no file of a game"
        raise wrong(message, source.location(begin, begin + 1), hint)


def checked_name(name: object) -> str:
    """Return a name that a file may have.

    Raises:
        InputError: it is none.
    """
    if not isinstance(name, str) or not NAME.fullmatch(name) or len(name) > _LONGEST:
        hint = f"a small letter, then letters, digits and _; at most {_LONGEST}"
        raise wrong("this is not a name", Location("name"), hint)
    if reason := bad_name(name):
        raise wrong(reason, Location("name"))
    return name
