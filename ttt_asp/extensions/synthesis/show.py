"""What is seen of strategies that were found, invented, mended, shortened, named or explained."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice

from ttt_asp.extensions.synthesis.exceptions import Exceptions, Overruled
from ttt_asp.extensions.synthesis.explain import Explanation, Parts
from ttt_asp.extensions.synthesis.fill import Fillings, Shortened, shortest_of
from ttt_asp.extensions.synthesis.identify import Identified, Violation
from ttt_asp.extensions.synthesis.invention import Invented, Invention
from ttt_asp.extensions.synthesis.repair import Edit, Repair, Repaired
from ttt_asp.extensions.synthesis.search import Filled
from ttt_asp.extensions.synthesis.task import AskedClaim
from ttt_asp.games.notation import Notation
from ttt_asp.limits import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Changes, Table, Wrapped, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import (
    STYLES,
    claim_and_answer,
    game_of,
    numbers,
    play,
    with_constants,
)
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# Proofs of an invention from which on each is one line.
_MANY = 3


def fillings(found: Fillings) -> Iterator[Block]:
    """Yield the question, the answer, and the strategies that were found with their proofs."""
    parts, pool = found.task.parts, found.task.pool
    yield _answer(found)
    for part in parts:
        of = f"{part.problem.claimed} in {_board(part)}: " if len(parts) > 1 else ""
        yield Wrapped(f"  {of}{_players(part)}", 4)
    tactics = number_of(len(pool.tactics), "tactic") + (" and any" if ANY in pool.fillers else "")
    more = len(pool.fillers) - len(pool.tactics) - (ANY in pool.fillers)
    yield _searched(found, tactics + (f", {more:,} pairs of them" if more else ""))
    for filling in found.strategies:
        named = number_of(filling.cost, "line" if pool.by_lines else "tactic")
        yield from _way(filling, [], f"{named} in the holes", found)
    if found.number is not None:
        shown = len(found.strategies)
        keep = "filling{} of this cost keep{}" if found.shortest else "filling{} keep{}"
        keep = keep.format(*(("", "s") if found.number == 1 else ("s", "")))
        rest = f"; a higher limit shows more than {shown}" if found.number > shown else ""
        yield from ("", f"{found.number:,} {keep} the claims{rest}.")
    if found.same and found.answer == "filled":
        yield from ("", "The same here, at every position that fillings come to:")
        yield from (f"  {', '.join(group)}" for group in found.same)


def invention(found: Invention) -> Iterator[Block]:
    """Yield the question, the answer, the rules in words and as rules, and their proofs."""
    parts = found.task.parts
    yield _answer(found)
    boards: dict[str, list[str]] = {}
    for part in parts:
        boards.setdefault(_players(part), []).append(_board(part))
    for who, of in boards.items():
        where = f" in {', '.join(of)}" if len(parts) > 1 else ""
        yield Wrapped(f"  {who}{where}", 4)
    literals = number_of(len(found.language), "literal")
    literals += f", {found.different:,} that differ here" if found.different is not None else ""
    yield _searched(found, literals)
    for way in found.strategies:
        rules = list[Block]()
        for tactic in way.tactics:
            rules.append(Wrapped(f"  {tactic.name}: {tactic.sentence}.", 4))
            rules += [Wrapped(f"    {rule}", 8) for rule in tactic.rules]
        size, fewer = number_of(way.length, "literal"), "fewer"
        if found.bounds.lines:  # of as many lines the search prefers few atoms, not few literals
            size, fewer = f"{number_of(way.lines, 'line')}, {size} in them", "fewer lines"
        yield from _way(way, rules, size, found, fewer)
    if found.elsewhere:
        yield f"  {_elsewhere(found)}"
    if (verdict := found.everywhere) is not None:
        about = f"{verdict.verdict} for every size with {verdict.every}: {verdict.reason}"
        yield Wrapped(f"  {about}", 4)
    if found.number is not None:
        others = "way" if found.number == 1 else "ways"
        yield from ("", f"{found.number:,} {others} of this length, but for literals equal here.")
    elif found.bounds.others and found.found:
        yield from ("", "Others are not counted: not all positions were looked at.")


def _answer(found: Fillings) -> Block:
    """Return the first line: the claims, the answer, and why."""
    claims = " and ".join(dict.fromkeys(part.problem.claimed for part in found.task.parts))
    return first_line(f"{claim_and_answer(claims, found.answer)} ({found.reason})")


def _players(part: AskedClaim) -> str:
    spelt = part.problem.game.spelt
    return ", ".join(f"{spelt(role)} plays {text}" for role, text in part.question.roles.items())


def _board(part: AskedClaim) -> str:
    return with_constants(part.problem.game.name, part.problem.game.constants)


def _searched(found: Fillings, among: str) -> str:
    """Return what was searched: among how many fillers, how many choices and candidates."""
    looked = number_of(found.positions, "choice") if found.positions else ""
    tried = number_of(found.candidates, "candidate") if found.counterexamples else ""
    said = ", ".join(filter(None, [among, looked, tried, f"{found.seconds:.3f} s"]))
    return f"  {said}"


def _way(
    way: Filled, about: Sequence[Block], size: str, found: Fillings, fewer: str = "fewer"
) -> Iterator[Block]:
    """Yield strategies, what is to be said about them, their size, and the proof of each claim."""
    yield ""
    yield from (Wrapped(painted(text, "bold"), 2) for text in dict.fromkeys(way.terms.values()))
    yield from about
    yield f"  {size}{f'; with {fewer} there is none' if found.shortest else ''}"
    if not way.verdicts:
        yield "  not put to the engines: there was no time"
    # of many sizes, one line each
    lines = 1 if isinstance(way, Invented) and len(way.verdicts) >= _MANY else None
    for verdict in way.verdicts:
        about_it = f"{verdict.claimed} in {game_of(verdict)}: "
        yield from islice(proof(verdict, about_it, "    "), lines)


def _elsewhere(found: Invention) -> str:
    """Return at which larger sizes the claim holds: also 3x4; not 4x4."""
    held = {True: "also", False: "not", None: "not known"}
    said = []
    for verdict, word in held.items():
        if sizes := [size for size, kept in found.elsewhere.items() if kept is verdict]:
            said.append(f"{word} {', '.join(sizes)}")
    return "; ".join(said)


def shortening(shortening: Shortened) -> Iterator[Block]:
    """Yield the given list, the shortest of its own lines, and the shortest with the pool too."""
    given = shortening.given
    size = _size(shortening, shortening.cost, len(given.lines))
    seconds = (shortening.pool or shortening.own).seconds
    claim = painted(given.problem.claimed, "bold")
    yield first_line(f"{claim}: proved with {given.text}, {size} ({seconds:.3f} s)")
    best, heading = shortest_of(shortening.own), "Of its own lines, in any order"
    if best is not None and shortening.own.shortest and best.cost == shortening.cost:
        heading += ", none is shorter; one as short"
    yield from ("", f"{heading}:")
    yield from _list(shortening, shortening.own)
    if shortening.pool is not None:
        pool = shortening.pool.task.pool
        tactics = len(pool.tactics)
        names = [f"the pool's {tactics} tactics" if tactics > 1 else "the pool's tactic"]
        names = [*(names if tactics else []), *([ANY] if ANY in pool.fillers else [])]
        yield from ("", f"Of these and of {' and '.join(names)}:")
        yield from _list(shortening, shortening.pool)


def _list(shortening: Shortened, fillings: Fillings) -> Iterator[Block]:
    best = shortest_of(fillings)
    if best is None:
        yield f"  {painted(fillings.answer, STYLES['unknown'])}: {fillings.reason}"
        return
    yield from (Wrapped(painted(text, "bold"), 2) for text in best.terms.values())
    fewer = "with fewer there is none"
    if not fillings.shortest:
        fewer = f"{painted(fillings.answer, STYLES['unknown'])} whether fewer do: {fillings.reason}"
    yield f"  {_size(shortening, best.cost, best.lines)}; {fewer}"
    for verdict in best.verdicts:
        yield from proof(verdict)


def _size(shortening: Shortened, cost: int, lines: int) -> str:
    """Return the length of a list: 5 tactics in 4 lines."""
    tactics = "" if shortening.own.task.pool.by_lines else f"{number_of(cost, 'tactic')} in "
    return f"{tactics}{number_of(lines, 'line')}"


# Exceptions that are shown, at most; JSON has all.
_SHOWN = 10


def identified(best: Identified) -> Iterator[Block]:
    """Yield the list, how much it explains, whether that is the most, its lines, exceptions."""
    if not best.list:
        yield f"unknown: no list was found ({best.reason})"
        return
    explains = f"{best.explained:,} of {number_of(best.choices, 'choice')}"
    yield Wrapped(f"{painted(best.list, 'bold')} explains {explains}", 2)
    of = f" in {number_of(best.games, 'game')}" if best.games is not None else ""
    yield f"  of {best.role} by {best.source}{of}, {number_of(best.positions, 'position')}"
    counted = "" if best.exact else ", which --exact counts as well"
    if best.loose:
        yield f"  at {number_of(best.loose, 'position')} it allows something else besides{counted}"
    if best.answer == "found":
        lists = f"list of up to {number_of(min(best.most, best.pool), 'line')} of the pool"
        cost = "lines" if best.by_lines else "tactics"
        fewer = f", and none with fewer {cost} violates as few" if best.cost > 1 else ""
        yield Wrapped(f"  no {lists} violates fewer choices{fewer}; {best.seconds:.3f} s", 4)
    else:
        yield f"  the best so far, not proved to be the best there is ({best.reason})"
    yield ""
    rows = [[line.term, _kept(line.said, line.kept)] for line in best.lines]
    yield Table(["line", "is kept"], rows)
    if best.exceptions:
        yield from ("", f"{number_of(len(best.exceptions), 'exception')}:")
    notation = Notation(best.game)
    for violation in best.exceptions[:_SHOWN]:
        yield Wrapped(f"  {_exception(violation, notation)}", 4)
    if (more := len(best.exceptions) - _SHOWN) > 0:
        yield f"  and {more:,} more (--json has all)"


def _kept(decided: int, kept: int) -> str:
    """Return how often a line was kept where it decided."""
    return f"{kept:,} of {decided:,} times" if decided else "never decides"


def _exception(violation: Violation, notation: Notation) -> str:
    chosen = ", ".join(
        action if times == 1 else f"{action} {times:,} times"
        for action, times in violation.chosen.items()
    )
    may = (
        f"{violation.line} recommends {', '.join(violation.recommended)}"
        if violation.line
        else "no line decides"
    )
    return f"at {notation.text(violation.position)}: {chosen or 'nothing'}; {may}"


# Positions that are drawn, at most.
_DRAWN = 12


def repair(repair: Repair) -> Iterator[Block]:
    """Yield the edits as a diff of the list, the play that each one saves, and the proof."""
    yield from _head(repair, len(repair.edits), "edit")
    yield f"  {_edits_tried(repair)}"
    if repair.answer != "repaired":
        return
    yield from ("", Changes(list(changes(repair))))
    for number, edit in enumerate(repair.edits, 1):
        title, without = edited(edit, number, repair)
        yield from ("", Wrapped(painted(title, "bold")), without)
        if edit.verdict is not None:
            yield from play(edit.verdict)
    yield from _proof(repair.strategy, repair.after)


def exceptions(exceptions: Exceptions) -> Iterator[Block]:
    """Yield the positions at which a strategy is overruled, as boards, and the proof."""
    yield from _head(exceptions, len(exceptions.overruled), "exception")
    if exceptions.positions is not None:
        count = f"{number_of(exceptions.positions, 'position')} up to symmetry"
        yield f"  {count}, {exceptions.seconds:.3f} s"
    if exceptions.answer != "repaired":
        return
    notation = Notation(exceptions.given.problem.game)
    yield ""
    yield Boards(
        notation, [_overruling(overruled, notation) for overruled in exceptions.overruled[:_DRAWN]]
    )
    if len(exceptions.overruled) > _DRAWN:
        yield from ("", f"and {len(exceptions.overruled) - _DRAWN} more; JSON has all")
    role = notation.game.spelt(exceptions.given.role)
    yield from _proof(exceptions.after.roles[role] if exceptions.after else "", exceptions.after)


def _head(repair: Repaired, count: int, noun: str) -> Iterator[Block]:
    """Yield the answer, the number of changes or why there are none, and who plays what."""
    problem = repair.given.problem
    number = repair.reason
    if repair.answer == "repaired":
        number = f"{number_of(count, noun)}; with fewer it does not hold"
    yield first_line(f"{claim_and_answer(problem.claimed, repair.answer)} ({number})")
    for role, text in repair.before.roles.items():
        repaired = role == problem.game.spelt(repair.given.role)
        yield f"  {role} plays {text}{f': {repair.before.verdict}' if repaired else ''}"


def _edits_tried(repair: Repair) -> str:
    summary = number_of(len([name for name in repair.pool if name != ANY]), "tactic")
    summary += " and any" if ANY in repair.pool else ""
    if repair.answer == "unknown" and repair.excluded:
        summary += f", no repair by {number_of(repair.excluded, 'edit')}"
    if repair.changed is not None:
        summary += f", another choice at {repair.changed:,} of {repair.positions:,} positions"
    if repair.counterexamples:
        summary += f", {repair.candidates:,} candidates"
    return f"{summary}, {repair.seconds:.3f} s"


def changes(repair: Repair) -> Iterator[tuple[str, str]]:
    """Yield the lines of the repaired list, and those gone, each with `-`, `+` or nothing."""
    old, new = [str(line) for line in repair.given.lines], repair.lines
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        same = kind == "equal"
        yield from (("" if same else "-", line) for line in old[a:b])
        yield from (("+", line) for line in new[c:d] if not same)


def edited(edit: Edit, number: int, repair: Repair) -> tuple[str, str]:
    """Return an edit, and what happens without it."""
    title = f"Edit {number}: {edit}." if len(repair.edits) > 1 else f"The edit: {edit}."
    if not edit.without:
        return title, "Without it no line is left."
    if edit.verdict is None:
        return title, "Without it: no verdict, as a pick names no single action."
    return title, f"Without it: {edit.verdict.verdict} ({edit.verdict.reason})."


def _overruling(overruled: Overruled, notation: Notation) -> Board:
    spelt = notation.game.spelt
    may = {notation.places[action] for action in overruled.instead if action in notation.places}
    below = [
        f"play {' or '.join(map(spelt, overruled.instead))}",
        f"  instead of {', '.join(map(spelt, overruled.recommended)) or 'nothing'}",
    ]
    if others := len(overruled.pages) - 1:
        number = f"{others} positions" if others > 1 else "a position"
        below.append(f"  and so at {number} that a turn or reflection takes it to")
    return Board(overruled.position, may=may, below=tuple(below))


def _proof(term: str, verdict: Verdict | None) -> Iterator[Block]:
    yield from ("", Wrapped(painted(term, "bold"), 2))
    if verdict is not None:
        yield from proof(verdict, f"{verdict.claimed}: ")


def explanation(explanation: Explanation) -> Iterator[Block]:
    """Yield both answers, the use of each part, and a play lost without each that is needed."""
    role = explanation.problem.game.spelt(explanation.role)
    claim = painted(explanation.problem.claimed, "bold")
    yield f"{claim}: proved; what {role}'s strategy needs for it"
    yield ""
    yield "Sufficient whatever the others do: where another part decides,"
    yield f"{role} may play anything."
    yield from (*_sets(explanation.free), "")
    kept = f"{explanation.holding} of {explanation.subsets} subsets keep the claim"
    yield f"Exact: the other parts deleted. {kept}; the minimal ones:"
    yield from (*_sets(explanation.exact), "")
    rows = [
        [p, f"{explanation.decides.get(p, 0):,}", _without(explanation, p)]
        for p in explanation.parts
    ]
    yield Table(("part", "decides at", "deleted alone"), rows, " r")
    for part, verdict in explanation.needed.items():
        if verdict.play is not None:
            yield from ("", painted(f"Without {part}: {verdict.verdict}.", "bold"))
            yield from play(verdict)


def _sets(sets: Sequence[Parts]) -> list[str]:
    """Return sets of parts, one a line."""
    return [f"  {', '.join(parts) or 'no part at all'}" for parts in sets] or ["  none"]


def _without(explanation: Explanation, part: str) -> str:
    if part in explanation.needed:
        return f"claim {explanation.needed[part].verdict}"
    if part in explanation.lost_without:
        return "claim not proved"
    decides = explanation.decides.get(part)
    return f"still proved{'' if decides else '; dead: it never decides'}"


def proof(verdict: Verdict, about: str = "", indent: str = "  ") -> Iterator[str]:
    """Yield the proof of a strategy that was looked for.

    Args:
        verdict: the proof.
        about: the claim that it proves, if not shown before.
        indent: of all lines but the first.
    """
    yield f"  {about}{verdict.verdict}, engine {verdict.engine}"
    if verdict.positions is not None:
        yield f"{indent}{numbers(verdict)}"
    yield from (f"{indent}{warning}" for warning in verdict.warnings)
