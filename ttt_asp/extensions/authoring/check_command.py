"""`ttt-asp check`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedStrategyArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.cli import with_options
from ttt_asp.cli.calls import Progress, print_json, print_result
from ttt_asp.deadline import Expired, raise_if_interrupted
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import InputError, Location, TttAspError, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.extensions.authoring.check import Checked, check_file
from ttt_asp.extensions.authoring.file_kinds import files_of, folder_of, kind_of
from ttt_asp.extensions.authoring.writing import write_examples as fill
from ttt_asp.extensions.claimfiles.answering import prove_claims
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.claimfiles.command import file_status
from ttt_asp.games.game import Game
from ttt_asp.limits import MAX_POSITIONS, Limits, ProgressReport
from ttt_asp.paths import label_of, real
from ttt_asp.show.terminal import diagnostics_json, diagnostics_text
from ttt_asp.strategies.library import Kind, Library, open_library
from ttt_asp.strategies.terms import has_holes, parse_term

# What an exit status says of a file.
_WORDS = ("ok", "differs", "wrong", "unknown")


_Paths = Annotated[
    Sequence[Path],
    Parameter(help="Files, folders, or names of games (default: the whole library).",
              metavar="[PATH...]", many=True, completes="path"),
]  # fmt: skip
_Write = Annotated[
    bool,
    Parameter("--write-examples", "First write examples into tactics that have fewer than three."),
]


def command(
    paths: _Paths = (),
    write_examples: _Write = False,
    max_positions: p.MaxPositions = MAX_POSITIONS,
    json: p.Json = False,
    **loaded: Unpack[TimedStrategyArguments],
) -> int:
    """Check files, run their examples, hold claims to verdicts.

    A game is a name, or FILE.lp, FILE.pg, FILE.kif or FILE.hrf. Every reachable position of it is
    looked at. Can somebody move? Does play come to an end? Has every role a goal then? -c gives
    constants of these games; with -g it gives those of the game in which tactics are tried.

    Examples:
    ttt-asp check
    ttt-asp check strategies/tactics/fork.lp strategies/claims/nakas.toml
    """
    if write_examples and not paths:
        raise wrong("there is no file to write examples into", Location("--write-examples"))
    given = Arguments(loaded, time_limit=None)
    library = given.library
    status, rows = 0, []
    files = list(files_of(paths or library.folders, library))
    for number, path in enumerate(files):
        raise_if_interrupted()
        done = ProgressReport("files", number, len(files))
        # a file's own folder comes first, so that the files beside it are found
        beside, kind = folder_of(path), kind_of(path)
        within = kind == "game" or real(beside) == real(library.folders[0])
        mine = library if within else open_library([beside, *given.folders])
        if write_examples and path.parent.name == "tactics":
            status = max(status, _write_examples(path, given.game, mine))
        try:
            if kind == "claims":
                checked = _check_claims(path, mine, loaded, done)
            elif kind == "exercise":
                checked = _check_exercise(path, loaded, done)
            elif kind == "game":
                checked = _check_game(path, loaded, max_positions, done)
            else:
                with Progress("checking", done):
                    checked = check_file(path, given.game, mine)
        except (InputError, Expired) as error:
            # what is wrong with a game or with claims does not end the command
            ended = isinstance(error, Expired) and error.stop.kind == "interrupted"
            if ended or kind not in ("game", "claims", "exercise"):
                raise
            checked = _unreadable(path, error)
        status = max(status, checked.status)
        if json:
            rows.append(_as_json(path, kind, checked))
        else:
            _print(path, kind, checked)
    if json:
        print_json(rows)
    return status


def _unreadable(path: Path, error: InputError | Expired) -> Checked:
    if isinstance(error, InputError):
        return Checked(2, problems=with_options(error.diagnostics))
    return Checked(3, notes=[f"{label_of(path)}: unknown: {error.stop}"])


def _print(path: Path, kind: Kind | None, checked: Checked) -> None:
    for note in checked.notes:
        typer.echo(note, err=True)
    if checked.warnings:
        typer.echo(diagnostics_text(checked.warnings, "warning"), err=True)
    if checked.problems:
        typer.echo(diagnostics_text(checked.problems), err=True)
    count = f" ({checked.count})" if checked.count else ""
    label = ", ".join(filter(None, (kind, _WORDS[checked.status])))
    typer.echo(f"{label_of(path)}: {label}{count}")
    if checked.blocks:
        print_result(checked.blocks)


def _as_json(path: Path, kind: Kind | None, checked: Checked) -> dict[str, Any]:
    return {
        "file": label_of(path),
        "kind": kind,
        "status": _WORDS[checked.status],
        **checked.data,
        "problems": diagnostics_json(checked.problems),
        "warnings": diagnostics_json(checked.warnings),
        "notes": list(checked.notes),
    }


def _write_examples(path: Path, game: Game, library: Library) -> int:
    try:
        count = fill(path, game, library)
    except TttAspError:
        return 0  # checking says it
    except Expired as late:
        typer.echo(f"{label_of(path)}: no examples: {late.stop}", err=True)
        return 3
    if count:
        wrote = f"{label_of(path)}: examples written: {count}"
        typer.echo(f"{wrote}. They record what it does now; check that this is meant.", err=True)
    return 0


def _check_game(
    path: Path, loaded: TimedStrategyArguments, max_positions: int | None, done: ProgressReport
) -> Checked:
    hint = "" if "time_limit" in loaded else "--time-limit SECONDS ends it"
    with Progress("reading", done, hint=hint):
        given = Arguments(loaded, max_positions, game=str(path))
        game = given.game
        check_game: Callable[[Game, Limits], Checked] | None = hook("game_check")
        if check_game is None:
            note = f"its positions are looked at by {missing('well-formedness')}"
            return Checked(0, notes=[note])
        checked = check_game(game, given.limits)
        raise_if_interrupted()
    return checked


def _check_exercise(path: Path, loaded: TimedStrategyArguments, done: ProgressReport) -> Checked:
    check_exercise: Callable[[Path, Limits], Checked] | None = hook("exercise_check")
    if check_exercise is None:
        return Checked(0, notes=[f"exercises are checked by {missing('exercises')}"])
    with Progress("checking", done):
        return check_exercise(path, Arguments(loaded).limits)


def _is_holed(text: str) -> bool:
    """Whether a text is a term with a hole."""
    try:
        return has_holes(parse_term(text, ""))
    except InputError:
        return False


def _check_claims(
    path: Path, library: Library, loaded: TimedStrategyArguments, done: ProgressReport
) -> Checked:
    entries = read_claims(path)
    if any(_is_holed(text) for entry in entries for text in entry.roles.values()):
        return Checked(0, "with holes, for `ttt-asp fill`", data={"claims": []})
    with Progress("reading", done):
        answered = prove_claims(entries, library, DEFAULT, Arguments(loaded).limits, plays=False)
        verdicts = [verdict for _, verdict in answered]
        raise_if_interrupted()
    rows = [
        {"id": entry.id, "claim": entry.claim, "verdict": verdict.verdict, "expect": entry.expect}
        for entry, verdict in zip(entries, verdicts, strict=False)
    ]
    otherwise = [
        f"{entry.location}: {entry.id} is {verdict.verdict}, expected {entry.expect}"
        for entry, verdict in zip(entries, verdicts, strict=False)
        if verdict.verdict != entry.expect
    ]
    many = f"{len(entries)} claim{'s' if len(entries) != 1 else ''}"
    return Checked(file_status(entries, verdicts), many, notes=otherwise, data={"claims": rows})
