"""The certificate as a whole, and the program that checks the one in a file."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ttt_asp.certificates.checker.boards import Board, Position, hypercube, listed_sets, tictactoe
from ttt_asp.certificates.checker.cubes import KIND, check_cube
from ttt_asp.certificates.checker.format import Rejected, check, check_keys, load, quote, read
from ttt_asp.certificates.checker.ground_rules import Rules
from ttt_asp.certificates.checker.none import NONE, Refuted
from ttt_asp.certificates.checker.positions import Claim, Found, read_positions, walk
from ttt_asp.certificates.checker.replies import Replies
from ttt_asp.certificates.checker.symmetries import MAX_COMPARED, Folded, generated, sets_of


@dataclass(frozen=True)
class Report:
    """What a valid certificate comes to: the claim, what was established, and what was not."""

    claim: str
    facts: tuple[str, ...]
    trusted: tuple[str, ...]


def verify(data: bytes) -> Report:
    """Check the certificate that a file holds.

    Raises:
        Rejected: it is not valid.
    """
    try:
        return verify_value(read(data))
    except (RecursionError, MemoryError):
        raise Rejected("nested too deeply, or too large for this machine") from None


def verify_value(data: Any) -> Report:
    """Check a certificate that has been read."""
    if type(data) is dict and data.get("format") == "ttt-asp certificate of induction":
        raise Rejected("a proof by induction, which lists no positions: run `ttt-asp verify`")
    if type(data) is dict and data.get("format") == "ttt-asp certificate of every size":
        raise Rejected("a proof for every size, which lists no positions: run `ttt-asp verify`")
    if type(data) is dict and data.get("format") == "ttt-asp certificate of replies":
        return verify_replies(data)
    if type(data) is dict and data.get("format") == NONE:
        return verify_none(data)
    if type(data) is not dict or data.get("format") != "ttt-asp certificate":
        raise Rejected("not a certificate of ttt-asp")
    if data.get("kind", KIND) != KIND:
        raise Rejected("of another kind than this program checks: not of all positions of plays")
    if type(data.get("version")) is not int or data["version"] != 1:
        raise Rejected("not of version 1, the only one that is known here")
    if "kind" in data:
        shown, established, rest = check_cube(data)
        return Report(shown, tuple(established), tuple(rest))
    keys = ["format", "version", "game", "const", "claim", "roles", "positions", "counts"]
    board, trusted = read_game(data, [*keys, "symmetries"] if "symmetries" in data else keys)
    game: Board | Rules | Folded = board
    facts = [game.about]
    if "symmetries" in data:
        if not isinstance(board, Board):
            raise Rejected("symmetries: of a game that is not one of marking squares")
        sets = [sets_of(board, role) for role in (0, 1)]
        group = generated(data["symmetries"], board, sets, MAX_COMPARED)
        game = Folded(board, group)
        facts.append(
            f"Symmetries of the board: {len(group)}, each of which takes the sets of each role to"
            " such sets. A listed position stands for all its images, and moves for theirs."
        )
    strategies = read_roles(data["roles"], game.roles)
    claim = Claim(check(str, data["claim"], "claim"), game.roles)
    listed = read_positions(game, data["positions"])
    age = read_ranks(data["ranks"], listed) if isinstance(game, Rules) else game.age
    if claim.how == "always" and age is None:
        raise Rejected("ranks: none, so plays might not end, but the claim says `always`")
    found = walk(game, strategies, claim, listed, age)
    counts: dict[str, Any] = {"positions": found.positions, "plays": None, "stuck": None}
    if age:
        counts["plays"] = dict.fromkeys(game.endings, 0) | found.endings
        counts["stuck"] = found.stuck_plays
    right, given = (json.dumps(each, sort_keys=True) for each in (counts, data["counts"]))
    if right != given:
        raise Rejected(f"counts: {quote(given)}, but {quote(right)} were found")
    for role in game.roles:
        if strategies[role] == "any":
            facts.append(f"{role} may play every legal move.")
            continue
        facts.append(
            f"{role} has a choice at {found.asked[role]} positions; it plays a listed, legal move."
        )
        trusted.append(
            f"That the moves listed for {role} are those that its strategy allows, which is"
            f" {strategies[role]}. `ttt-asp verify --strategy` derives them anew."
        )
    facts += facts_of(claim, counts, found, len(listed))
    trusted.append("This program, and the Python that runs it.")
    return Report(claim.text, tuple(facts), tuple(trusted))


def verify_replies(data: dict[str, Any]) -> Report:
    """Check a certificate of replies that has been read."""
    if type(data.get("version")) is not int or data["version"] != 1:
        raise Rejected("not of version 1, the only one that is known here")
    keys = ("format", "version", "game", "const", "claim", "symmetries", "opening", "replies")
    game, trusted = read_game(data, keys)
    if not isinstance(game, Board):
        raise Rejected("game: not one of marking squares")
    claim = check(str, data["claim"], "claim")
    found = Replies(game, claim)
    many = found.check(data["symmetries"], data["opening"], data["replies"])
    maker, breaker = found.roles
    facts = (
        game.about,
        f"Symmetries of the board: {many}, each of which takes sets of {maker} to such sets.",
        f"Positions with replies, up to these: {found.positions}. Every move of {maker} has one.",
        f"Moves of {breaker} before there is a pairing: at most {found.longest}.",
        f"A pairing is two free squares for each set of {maker} without a mark of {breaker};"
        f" {found.pairs.found} were found anew.",
        f"The claim holds: {breaker}, who answers in the same pair, lets {maker} complete no set.",
    )
    return Report(claim, facts, (*trusted, "This program, and the Python that runs it."))


def verify_none(data: dict[str, Any]) -> Report:
    """Check a certificate that there is no pairing, which has been read."""
    if type(data.get("version")) is not int or data["version"] != 1:
        raise Rejected("not of version 1, the only one that is known here")
    keys = ("format", "version", "game", "const", "symmetries", "role", "ahead", "moves")
    game, trusted = read_game(data, keys)
    if not isinstance(game, Board):
        raise Rejected("game: not one of marking squares")
    found = Refuted(Replies(game, f"{check(str, data['role'], 'role')} never loses"))
    many = found.check(data["symmetries"], data["ahead"], data["moves"])
    maker, breaker = found.game.roles
    claim = f"{breaker} has no pairing after up to {data['ahead']} moves of its own"
    facts = (
        game.about,
        f"Symmetries of the board: {many}, each of which takes sets of {maker} to such sets.",
        f"Positions with a move of {maker}, up to these: {len(found.shown)}. Every reply is met.",
        f"Positions where counting shows that there is no pairing: {found.counted}, and more.",
        f"Nothing is said of who wins: {breaker} may hold the game otherwise.",
    )
    return Report(claim, facts, (*trusted, "This program, and the Python that runs it."))


def facts_of(claim: Claim, counts: dict[str, Any], found: Found, listed: int) -> list[str]:
    """What the walk has established, in sentences."""
    which = "listed positions"
    if listed < found.positions:
        which = f"positions that the {listed} listed stand for"
    facts = [
        f"Plays visit exactly the {found.positions} {which}; {found.final} are final.",
        f"Positions where somebody is stuck: {found.stuck or 'none'}.",
    ]
    if counts["plays"] is not None:
        many = ", ".join(f"{ending}: {number}" for ending, number in counts["plays"].items())
        facts.append(f"Every play ends. The number of plays, by how they end: {many}.")
    who = f"{claim.role} {claim.outcome}" if claim.role else "all tie"
    facts.append(f"The claim holds: {who} at {found.fitting} of the {found.final} final positions.")
    if claim.by is not None:
        facts.append(f"The longest play has {found.longest} moves.")
    return facts


def read_game(data: dict[str, Any], first: Iterable[str]) -> tuple[Board | Rules, list[str]]:
    """The game, and what has to be trusted about it; the certificate has to have these keys."""
    keys = list(first)
    known = {"tictactoe": tictactoe, "hypercube": hypercube}
    name = check(str, data.get("game"), "game")
    if name not in known:
        keys += ["sets"] if "sets" in data else ["rules", "ranks"]
    check_keys(data, "certificate", keys)
    for key, value in check(dict, data["const"], "const").items():
        check(str if type(value) is str else int, value, check(str, key, "a constant's name"))
    if name in known:
        return known[name](data["const"]), []
    if "sets" in data:
        what = f"That {name} is the game of the squares, sets, turns and first marks listed."
        return listed_sets(data["sets"]), [f"{what} `ttt-asp verify --strategy` compares them."]
    return Rules(data["rules"]), [f"That the ground rules are those of {name}."]


def read_ranks(value: Any, listed: Iterable[Position]) -> Callable[[Position], int] | None:
    """The ages of the listed positions: the smaller the rank, the greater; None without ranks."""
    if value is None:
        return None
    ages = [-check(int, rank, "ranks") for rank in check(list, value, "ranks")]
    positions = list(listed)
    if len(ages) != len(positions):
        raise Rejected("ranks: not as many as positions")
    return dict(zip(positions, ages, strict=True)).__getitem__


def read_roles(value: Any, roles: Iterable[str]) -> dict[str, str]:
    """The strategy of each role; `any` if it is free, and only then."""
    found = check_keys(value, "roles", roles)
    for role in roles:
        given = check_keys(found[role], role, ("strategy", "free", "sources"))
        found[role] = check(str, given["strategy"], f"strategy of {role}")
        sources = check(dict, given["sources"], f"sources of {role}")
        free = check(bool, given["free"], f"{role} free")
        if free != (found[role] == "any") or (free and sources):
            raise Rejected(f"{role}: free, `any` and no sources do not go together")
        for path, digest in sources.items():
            check(str, path, f"a source of {role}")
            if not re.fullmatch("[0-9a-f]{64}", check(str, digest, f"a hash of {role}")):
                raise Rejected(f"{role}: the hash of {path} is none")
    return found


def report_lines(report: Report) -> list[str]:
    """The lines to be printed for a valid certificate."""
    established = [f"- {fact}" for fact in report.facts]
    trusted = [f"- {each}" for each in report.trusted]
    header = f"valid: {report.claim}"
    return [header, "Established:", *established, "Trusted, not established:", *trusted]


def main(arguments: list[str]) -> int:
    """Check the file that is named on the command line."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: verify_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        lines, status = report_lines(verify(load(arguments[0]))), 0
    except OSError as error:
        print(f"cannot read {quote(arguments[0])}: {error.strerror}", file=sys.stderr)
        return 2
    except Rejected as reason:
        lines, status = [f"rejected: {reason}"], 1
    text = "".join(f"{line}\n" for line in lines).encode(sys.stdout.encoding, "backslashreplace")
    try:
        while text:
            text = text[os.write(sys.stdout.fileno(), text) :]
    except OSError as error:
        print(f"cannot write what was found: {error.strerror}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
