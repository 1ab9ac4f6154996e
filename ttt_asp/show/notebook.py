"""How notebooks show results: sentences, boards side by side, and tables."""

from collections.abc import Iterator
from html import escape

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.analyses.compare.compare import Comparison
from ttt_asp.analyses.compare.relations import NAMES, Difference
from ttt_asp.analyses.explain.explain import Explanation
from ttt_asp.analyses.matrix import Matrix
from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.analyses.score import Score
from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.errors import InputError
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.result import Result, html_of
from ttt_asp.show.analogies import HEADER, letters, respected, roles_of_elements
from ttt_asp.show.comparison import SHOWN, allowing, differing, losses, signs_of, who
from ttt_asp.show.explanation import HEADER as PARTS
from ttt_asp.show.explanation import part_rows, sets_of
from ttt_asp.show.html import boards_html, display, paragraph, table_html
from ttt_asp.show.matrix import RIGHT, matrix_rows
from ttt_asp.show.pairs import pairing_svg
from ttt_asp.show.sentences import lost_because, many, sentence
from ttt_asp.show.solutions import headline, proved_of, what_of
from ttt_asp.show.squares import Board
from ttt_asp.show.svg import Drawn, board_svg, play_boards, recommended
from ttt_asp.show.verdicts import game_of
from ttt_asp.verdict import Verdict


@html_of.register
def _anything(found: Result) -> str:
    """The text, where there is nothing better to see."""
    return f"<pre>{escape(str(found))}</pre>"


@html_of.register
def _verdict(found: Verdict) -> str:
    return display(_said(found))


def _said(found: Verdict) -> Iterator[str]:
    """A sentence, who plays what, the play, and where it was lost."""
    yield paragraph("", sentence(found))
    plays = "; ".join(f"{role} plays {text}" for role, text in found.roles.items())
    took = f"{game_of(found)}, engine {found.engine}, {found.seconds.total:.3f} s"
    yield paragraph(f"{found.claimed}: {found.verdict} ({found.reason}). {plays}. {took}.")
    yield from map(paragraph, found.warned)
    if found.lemmas is not None and found.verdict == "proved":
        yield paragraph(f"Whenever a round begins: {', '.join((*found.lemmas, *found.words))}.")
    yield from played(found)


def played(found: Verdict) -> Iterator[str]:
    """The play of a verdict as boards, and where it was lost."""
    if found.play is None:
        return
    try:
        notation = Notation(begun(found.game, found.const, found.position))
    except InputError:  # the game's file is not there any more
        return
    lost = found.blunder.move if found.blunder else None
    yield boards_html(play_boards(notation, found.play, lost))
    yield from map(paragraph, lost_because(found, notation))


@html_of.register
def _suggestion(found: Suggestion) -> str:
    notation, advice = Notation(found.game), found.advice
    says = ", ".join(advice.recommended) or "nothing"
    parts = [f"decided by {advice.decided}"] if advice.decided else []
    parts += [f"nothing from {', '.join(advice.silent)}"] if advice.silent else []
    if advice.terminal:
        said = f"The game is over: {advice.result}."
    else:
        said = f"{advice.role} to move: {'; '.join([says, *parts])}."
        said = said if notation.cells else f"{notation.text(found.position)}. {said}"
    shown = Board(found.position, may=recommended(found))
    return display([board_svg(notation, shown, said), paragraph(said)])


@html_of.register
def _solution(found: Solution) -> str:
    parts = [paragraph(found.reason, f"{what_of(found)}: {found.verdict}.")]
    if found.values is not None:
        each = ", ".join(f"{role} {value}" for role, value in found.values.items())
        notation = Notation(begun(found.game, found.const, found.position))
        parts = [paragraph(f"({each})", f"{what_of(found)}: {headline(found)}")]
        parts += map(paragraph, proved_of(found))
        parts.append(paragraph(f"{many(found.positions or 0, 'position')}, backward induction."))
        parts += _first(found, notation)
    return display(parts)


def _first(found: Solution, notation: Notation) -> Iterator[str]:
    """What the first moves are worth, on the board, and a best line."""
    meant = notation.game.spelling.meant
    worths = {meant(move.action): str(value) for move, value in found.worths}
    labels = {notation.places[one]: worths[one] for one in worths if one in notation.places}
    best = {meant(move.action) for move in found.first}
    may = {notation.places[action] for action in best if action in notation.places}
    shown = board_svg(notation, Board(notation.game.opening, may=may, labels=labels), "first moves")
    if found.first:
        title = f"{found.first[0].role} to move: what each move is worth"
        rows = [[move.action, str(value)] for move, value in found.worths]
        whole = len(labels) == len(rows) and shown
        yield (
            boards_html([Drawn(title, shown, ())])
            if whole
            else table_html(("move", "worth"), rows, " r")
        )
    if found.line:
        line = ", ".join(f"{n}. {move.role} {move.action}" for n, move in enumerate(found.line, 1))
        yield paragraph(f"Best line: {line}{f': {found.result}' if found.result else ''}.")


@html_of.register
def _explanation(found: Explanation) -> str:
    claim, role = found.problem.claim, found.role
    parts = [
        paragraph(f"what {role}'s strategy needs for it", f"{claim}: proved;"),
        table_html(PARTS, part_rows(found), " r"),
        paragraph("; or ".join(sets_of(found.free)) + ".",
                  f"Sufficient, where {role} may play anything when another part decides:"),
        paragraph("; or ".join(sets_of(found.exact)) + ".", "Sufficient, the others deleted:"),
    ]  # fmt: skip
    for part, verdict in found.needed.items():
        parts += [paragraph(sentence(verdict), f"Without {part}:"), *played(verdict)]
    return display(parts)


@html_of.register
def _comparison(found: Comparison) -> str:
    notation = Notation(found.game)
    rows = [(one.text, one.verdict, one.reason) for one in found.relations]
    apart = [one.shown for one in found.relations if one.shown is not None]
    boards: list[Difference] = []
    for some in (*apart, *found.differences):
        if some not in boards and (some in apart or len(boards) < SHOWN + len(apart)):
            boards.append(some)
    return display([
        *map(paragraph, who(found, notation)),
        table_html(("claim", *NAMES), [(claim, *both) for claim, both in found.claims.items()]),
        table_html(("relation", "answer", "because"), rows),
        paragraph(differing(found)),
        paragraph("A and B stand on squares that only one of the two allows, * on those of both."),
        boards_html(_difference(some, notation) for some in boards),
    ])  # fmt: skip


def _difference(some: Difference, notation: Notation) -> Drawn:
    signs = signs_of(some, notation)
    kinds = {place: "AB*".index(sign) for place, sign in signs.items()}
    shown = board_svg(notation, Board(some.position, labels=signs, kinds=kinds), "they differ")
    drawn = len(signs) == len({*some.only_a, *some.only_b, *some.both})
    said = losses(some) if drawn else (notation.text(some.position), *allowing(some))
    return Drawn("", shown, tuple(said))


@html_of.register
def _matrix(found: Matrix) -> str:
    roles = [found.game.spelt(role) for role in found.game.roles]
    return display([table_html(*matrix_rows(roles, found.scores), RIGHT)])


@html_of.register
def _score(found: Score) -> str:
    return display([table_html(*matrix_rows(list(found.roles), [found]), RIGHT)])


@html_of.register
def _analogies(found: Analogies) -> str:
    notation = Notation(found.game)
    places = letters(found)
    kinds = {place: ord(letter) - ord("a") for place, letter in places.items()}
    shown = Board(frozenset(), labels=places, kinds=kinds)
    return display([
        paragraph(f"{found.role} to move", found.strategy),
        table_html(HEADER, roles_of_elements(found)),
        paragraph(f"{respected(found)}; analogous squares have the same letter."),
        board_svg(notation, shown, "analogous squares"),
    ])  # fmt: skip


@html_of.register
def _pairing(found: Pairing) -> str:
    lines, squares = len(found.crowded), len(found.squares)
    said = "Each line has a pair of its own: who answers in the same pair lets nobody complete one."
    if lines:
        said = f"There is no pairing: {many(lines, 'line')} would need {2 * lines} squares, and "
        said += f"have {squares}, marked here."
    chosen = [] if lines else sorted(found.matching.chosen.items())
    rows = [(str(line), *map(str, pair)) for line, pair in chosen]
    rows = rows or [
        (str(line), ", ".join(map(str, found.lines[line])), "") for line in found.crowded
    ]
    shown = table_html(("line", "squares", ""), rows)
    return display([paragraph(said), pairing_svg(found), shown])
