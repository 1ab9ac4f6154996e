"""What is seen of rules that were invented."""

from collections.abc import Iterator
from itertools import islice

from ttt_asp.extensions.synthesis.invention import Invented, Invention
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Wrapped, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import claim_and_answer, game_of, proof, with_constants

# Proofs from which on each is one line.
_MANY = 3


def invention(found: Invention) -> Iterator[Block]:
    """Yield the question, the answer, the rules in words and as rules, and their proofs."""
    parts = found.task.parts
    claims = " and ".join(dict.fromkeys(part.problem.claimed for part in parts))
    yield first_line(f"{claim_and_answer(claims, found.answer)} ({found.reason})")
    boards: dict[str, list[str]] = {}
    for part in parts:
        game = part.problem.game
        who = ", ".join(f"{game.spelt(r)} plays {text}" for r, text in part.question.roles.items())
        boards.setdefault(who, []).append(with_constants(game.name, game.constants))
    for who, of in boards.items():
        where = f" in {', '.join(of)}" if len(parts) > 1 else ""
        yield Wrapped(f"  {who}{where}", 4)
    yield f"  {_searched(found)}"
    for way in found.found:
        yield from ("", *_way(way, found))
    if found.elsewhere:
        yield f"  {larger_sizes(found)}"
    if (verdict := found.everywhere) is not None:
        yield Wrapped(
            f"  {verdict.verdict} for every size with {verdict.every}: {verdict.reason}", 4
        )
    if found.number is not None:
        others = "way" if found.number == 1 else "ways"
        yield from ("", f"{found.number:,} {others} of this length, but for literals equal here.")
    elif found.bounds.others and found.found:
        yield from ("", "Others are not counted: not all positions were looked at.")


def _searched(found: Invention) -> str:
    differ = f", {found.different:,} that differ here" if found.different is not None else ""
    looked = number_of(found.positions, "choice") if found.positions else ""
    tried = number_of(found.candidates, "candidate") if found.candidates else ""
    literals = f"{number_of(len(found.language), 'literal')}{differ}"
    return ", ".join(filter(None, [literals, looked, tried, f"{found.seconds:.3f} s"]))


def _way(way: Invented, found: Invention) -> Iterator[Block]:
    yield from (Wrapped(painted(text, "bold"), 2) for text in dict.fromkeys(way.terms.values()))
    for tactic in way.tactics:
        yield Wrapped(f"  {tactic.name}: {tactic.sentence}.", 4)
        yield from (Wrapped(f"    {rule}", 8) for rule in tactic.rules)
    size = number_of(way.length, "literal")
    fewer = "; with fewer there is none" if found.shortest else ""
    if found.bounds.lines:
        size = f"{number_of(way.lines, 'line')}, {size} in them"
    yield f"  {size}{fewer}"
    if not way.verdicts:
        yield "  not put to the engines: there was no time"
    for verdict in way.verdicts:
        lines = proof(verdict, f"{verdict.claimed} in {game_of(verdict)}: ", "    ")
        yield from islice(lines, None if len(way.verdicts) < _MANY else 1)


def larger_sizes(found: Invention) -> str:
    """Return at which larger sizes the claim holds: also 3x4; not 4x4."""
    held = {True: "also", False: "not", None: "not known"}
    said = []
    for verdict, word in held.items():
        if sizes := [size for size, kept in found.elsewhere.items() if kept is verdict]:
            said.append(f"{word} {', '.join(sizes)}")
    return "; ".join(said)
