"""The certificate as a whole, and the program that checks the one in a file."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .boards import Board, Position, is_known
from .format import Rejected, check, check_keys, load, of_format, read
from .ground_rules import Rules
from .periodic import PERIODIC, STEPS, check_periodic
from .positions import POSITIONS, Claim, Counts, read_positions, walk
from .replies import REPLIES, Replies
from .symmetries import MAX_COMPARED, FoldedBoard, generated

THIS_PROGRAM = "This program, and the Python that runs it."


@dataclass(frozen=True)
class Report:
    """The result of a valid certificate: the claim, the facts established, and those trusted."""

    claim: str
    facts: tuple[str, ...]
    trusted: tuple[str, ...]


def verify(data: bytes) -> Report:
    """Check the certificate that a file holds.

    Raises:
        Rejected: it is not valid.
    """
    return verify_value(read(data))


def verify_value(data: Any) -> Report:
    """Check a certificate that has been read."""
    checks = {POSITIONS: verify_positions, REPLIES: verify_replies, PERIODIC: verify_periodic}
    try:
        return of_format(data, checks)(data)
    except (RecursionError, MemoryError):
        raise Rejected("nested too deeply, or too large for this machine") from None


def verify_positions(data: dict[str, Any]) -> Report:
    """Check a certificate of all positions of plays."""
    keys = ["format", "version", "game", "const", "claim", "roles", "positions", "counts"]
    keys += ["symmetries"] if "symmetries" in data else []
    board, facts, trusted = read_game(data, keys)
    game: Board | Rules | FoldedBoard = board
    if "symmetries" in data:
        if not isinstance(board, Board):
            raise Rejected("symmetries: of a game that is not one of marking squares")
        group = generated(data["symmetries"], board, board.sets, MAX_COMPARED)
        game = FoldedBoard(board, group)
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
    walked = walk(game, strategies, claim, listed, age)
    counts: dict[str, Any] = {"positions": walked.positions, "plays": None, "stuck": None}
    if age:
        counts["plays"] = dict.fromkeys(game.endings, 0) | walked.endings
        counts["stuck"] = walked.stuck_plays
    right, given = (json.dumps(each, sort_keys=True) for each in (counts, data["counts"]))
    if right != given:
        raise Rejected(f"counts: {given[:200]}, but {right[:200]} were found")
    for role in game.roles:
        if strategies[role] == "any":
            facts.append(f"{role} may play every legal move.")
            continue
        facts.append(
            f"{role} has a choice at {walked.asked[role]} positions; it plays a listed, legal move."
        )
        trusted.append(
            f"That the moves listed for {role} are those that its strategy allows, which is"
            f" {strategies[role]}. `ttt-asp verify --strategy` derives them anew."
        )
    facts += facts_of(claim, counts, walked, len(listed))
    trusted.append(THIS_PROGRAM)
    return Report(claim.text, tuple(facts), tuple(trusted))


def verify_replies(data: dict[str, Any]) -> Report:
    """Check a certificate of replies."""
    keys = ("format", "version", "game", "const", "claim", "symmetries", "opening", "replies")
    game, facts, trusted = read_game(data, keys)
    if not isinstance(game, Board):
        raise Rejected("game: not one of marking squares")
    claim = check(str, data["claim"], "claim")
    checked = Replies(game, claim)
    many = checked.check(data["symmetries"], data["opening"], data["replies"])
    maker, breaker = checked.roles
    facts += (
        f"Symmetries of the board: {many}, each of which takes sets of {maker} to such sets.",
        f"Positions with replies, up to these: {checked.positions}. Every move of {maker} has one.",
        f"Moves of {breaker} before there is a pairing: at most {checked.longest}.",
        f"A pairing is two free squares for each set of {maker} without a mark of {breaker};"
        f" {checked.pairings} were found anew.",
        f"The claim holds: {breaker}, who answers in the same pair, lets {maker} complete no set.",
    )
    return Report(claim, tuple(facts), (*trusted, THIS_PROGRAM))


def verify_periodic(data: dict[str, Any]) -> Report:
    """Check a certificate of pairs that repeat."""
    line, period, many = check_periodic(data)
    facts = (
        f"The game: x and o mark free squares in turn, on any board; {line} in a row win.",
        f"Pairs of neighbors that repeat every {period} rows and columns: {many}. No two of them"
        " share a square.",
        f"Lines, by their first square: {len(STEPS) * period**2}. Each has both squares of a pair.",
        "The claim holds: o, who answers in the same pair, lets x complete no line.",
    )
    claim = f"o never loses, on any board, {line} in a row"
    return Report(claim, facts, (THIS_PROGRAM,))


def facts_of(claim: Claim, counts: dict[str, Any], walked: Counts, listed: int) -> list[str]:
    """Return the facts that the walk has established, in sentences."""
    which = "listed positions"
    if listed < walked.positions:
        which = f"positions that the {listed} listed stand for"
    facts = [
        f"Plays visit exactly the {walked.positions} {which}; {walked.final} are final.",
        f"Positions where somebody is stuck: {walked.stuck or 'none'}.",
    ]
    if counts["plays"] is not None:
        many = ", ".join(f"{ending}: {number}" for ending, number in counts["plays"].items())
        facts.append(f"Every play ends. The number of plays, by how they end: {many}.")
    who = f"{claim.role} {claim.outcome}" if claim.role else "all tie"
    fitting = f"{walked.fitting} of the {walked.final} final positions"
    facts.append(f"The claim holds: {who} at {fitting}.")
    if claim.by is not None:
        facts.append(f"The longest play has {walked.longest} moves.")
    return facts


def read_game(
    data: dict[str, Any], keys: Iterable[str]
) -> tuple[Board | Rules, list[str], list[str]]:
    """Return the game, the facts established about it, and the facts to be trusted.

    Args:
        data: the certificate.
        keys: that it has to have, besides those of the game.
    """
    by_sets = "sets" in data
    check_keys(data, "certificate", [*keys, *(["sets"] if by_sets else ["rules", "ranks"])])
    name = check(str, data["game"], "game")
    for key, value in check(dict, data["const"], "const").items():
        check(str if type(value) is str else int, value, check(str, key, "a constant's name"))
    game = Board(data["sets"]) if by_sets else Rules(data["rules"])
    whole = with_constants(name, data["const"])
    if isinstance(game, Rules):
        return game, [game.about], [f"That the ground rules are those of {whole}."]
    if is_known(name, data["const"], game):
        sizes = {key: value for key, value in data["const"].items() if value}
        known = f"These are the sets of {with_constants(name, sizes)}, worked out anew."
        return game, [game.about, known], []
    premise = f"That {whole} is the game of the squares, sets, turns and first marks listed."
    return game, [game.about], [f"{premise} `ttt-asp verify --strategy` compares them."]


def with_constants(name: str, const: Mapping[str, Any]) -> str:
    """Return the name of a game with its constants: with others it would be another game."""
    values = ", ".join(f"{key}={value}" for key, value in const.items())
    return f"{name} ({values})" if values else name


def read_ranks(value: Any, listed: Iterable[Position]) -> Callable[[Position], int] | None:
    """Return the ages of positions: the smaller the rank, the greater; None without ranks."""
    if value is None:
        return None
    ages = [-check(int, rank, "ranks") for rank in check(list, value, "ranks")]
    positions = list(listed)
    if len(ages) != len(positions):
        raise Rejected("ranks: their number is not that of the positions")
    return dict(zip(positions, ages, strict=True)).__getitem__


def read_roles(value: Any, roles: Iterable[str]) -> dict[str, str]:
    """Return the strategy of each role; `any` if it is free."""
    terms = check_keys(value, "roles", roles)
    return {role: check(str, terms[role], f"roles: of {role}") for role in roles}


def report_lines(report: Report) -> list[str]:
    """Return the lines to be printed for a valid certificate."""
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
        print(f"cannot read {arguments[0]!a}: {error.strerror}", file=sys.stderr)
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
