"""Programs among the arguments of a function: named, asked, and replaced by rules."""

from collections.abc import Mapping
from dataclasses import replace

from ttt_asp.api.arguments import LISTENER, Arguments, is_program
from ttt_asp.api.parameters import Plays
from ttt_asp.claims.problem import Match
from ttt_asp.claims.question import Question, read_claim, read_match
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.players.functions import Questions, asked, player, rules_of
from ttt_asp.games.game import named_roles
from ttt_asp.limits import ASK, MOVE_TIME
from ttt_asp.strategies.library import LibraryFile
from ttt_asp.strategies.strategy import asked_of, load_strategy, place_of
from ttt_asp.verdict import Origin


class GivenPrograms:
    """The programs that a function was given as strategies; see the methods of `Arguments`."""

    def __init__(self, given: Arguments) -> None:
        """Begin.

        Args:
            given: the arguments; entries for programs are added to their library.
        """
        self.given = given
        self._asking = Questions(
            given.named.get("move_time", MOVE_TIME), given.named.get("ask", ASK)
        )

    def sure_books_in(self, question: Question) -> Question:
        """Return a question with all replies of programs as rules; refuse those that differ."""
        question = self.books_in(question, True)
        made = {entry.name: entry.inquiry for entry in self.given.made}
        for role, name in question.roles.items():
            if name in made:
                self._heed(made[name], name, place_of(role, self.given.game))
        return question

    def named_in(self, question: Question) -> Question:
        """Return a question with programs by names; see `Arguments.with_programs`."""
        claim = read_claim(question.claim, self.given.game)
        if claim.of_strategy:
            return self.books_in(question, claim.everywhere)
        roles = self.resolved(question.roles)
        return replace(question, roles=roles, made=tuple(self.given.made))

    def books_in(self, question: Question, everywhere: bool) -> Question:
        """Return a question with rules in place of programs; see `Arguments.with_books`."""
        given = self.given
        everywhere = everywhere or read_claim(question.claim, given.game).everywhere
        roles = self.resolved(question.roles, everywhere)
        made = {entry.name for entry in given.made}
        heeded = {r: n for r, n in roles.items() if n in made or not everywhere}
        asked(read_match(heeded, given.game, given.library), given.limits)
        given.made[:] = [e if e.asked is None else rules_of([e]) for e in given.made]
        return replace(question, roles=roles, made=tuple(given.made))

    def with_rules(self, match: Match) -> Match:
        """Return a match with rules in place of programs, which may not throw dice."""
        asked(match, self.given.limits)
        for role, played in asked_of(match.strategies).items():
            self._heed(played.inquiry, played.name, place_of(role, self.given.game))
        return match.written()

    def resolved(self, roles: Mapping[str, str], everywhere: bool = False) -> dict[str, str]:
        """Return strategies by roles, with names in place of programs."""
        game = self.given.game
        given, functions = named_roles(roles, game), named_roles(self.given.functions, game)
        programs: dict[str, Plays] = {r: t for r, t in given.items() if is_program(t)}
        programs |= functions
        for role in () if everywhere else game.roles:  # what is wrong there is said first
            if role not in programs:
                load_strategy(given.get(role), role, game, self.given.library)
        for role, program in programs.items():
            given[role] = self._add(program, place_of(role, game), role, everywhere).name
        return given

    def replies(
        self,
        program: Plays,
        where: str,
        *roles: str,
        everywhere: bool = True,
        differing: bool = False,
        horizon: int | None = None,
    ) -> str:
        """Return the name of a program's replies.

        Args:
            program: as typed, or a function.
            where: how messages call the place where it was.
            roles: those that play it; none for any role with a choice.
            everywhere: whether it is asked wherever it can choose, or where its own plays come to.
            differing: whether its answers may differ.
            horizon: the number of moves after which nothing is asked; None for none.
        """
        given, entries = self.given, list[LibraryFile]()
        for role in roles or given.game.roles:
            entries.append(self._add(program, where, role, everywhere))
            match = read_match({role: entries[-1].name}, given.game, given.library)
            asked(match, given.limits, horizon)
            given.made.pop()
        made = rules_of(entries)
        given.made.append(made)
        self._heed(made.inquiry, made.name, where, differing)
        return made.name

    def _add(self, program: Plays, where: str, role: str, everywhere: bool) -> LibraryFile:
        """Put a program into the library."""
        given, asking = self.given, replace(self._asking, everywhere=everywhere)
        entry = player(program, where, role, given.game, given.library, given.limits, asking)
        given.made.append(entry)
        return entry

    def _heed(self, inquiry: Origin | None, name: str, where: str, differing: bool = False) -> None:
        """Let the listener hear of a program that was asked, by the name of its replies.

        Raises:
            InputError: its answers differ, and may not: what it would answer next is not known, so
                nothing could be proved of it, nor said how often it does what.
        """
        if inquiry is None:
            return
        LISTENER.get().asked(name, inquiry)
        if inquiry.doubt and not differing:
            message = f"the answers of {inquiry.program} differ: it remembers, or throws dice"
            raise wrong(message, Location(where), "prove, report, play and identify take it")
