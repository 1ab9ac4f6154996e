"""Files of claims, and claims of the library by their names, as commands find and answer them."""

import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.cli.calls import Call, Progress, print_json, print_result
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Location, nearest, wrong
from ttt_asp.extensions.claimfiles.answering import prove_claims
from ttt_asp.extensions.claimfiles.claims_file import ClaimEntry, read_claims
from ttt_asp.extensions.processes.jobs import workers
from ttt_asp.show.blocks import Table, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import STYLES
from ttt_asp.show.verdicts import play as shown_play
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict

# What claims of a file say for themselves.
_OWN = {"x", "o", "roles", "game", "const", "position", "lemmas", "horizon"}
_LISTED = "`ttt-asp list claims` shows the library's"
# How similar a word is to the name of a claim that is meant, from 0 to 1.
_CLOSE = 0.8


def file_status(entries: Sequence[ClaimEntry], verdicts: Sequence[Verdict]) -> int:
    """Return the exit status of a claims file."""
    differing = [
        verdict.verdict
        for entry, verdict in zip(entries, verdicts, strict=False)
        if verdict.verdict != entry.expect
    ]
    if any(verdict != "unknown" for verdict in differing):
        return 1
    return 3 if differing or len(verdicts) < len(entries) else 0


def prove_file(
    text: str,
    call: Call[Verdict],
    at_once: tuple[int, str | None],
    written: Path | None,
) -> int:
    """Answer every claim of a file, print the table and the plays; return the exit status.

    Args:
        text: the file, or its name in the library.
        call: the command.
        at_once: the number of processes, and the address of a cluster's scheduler; see `workers`.
        written: a file that the command is to write besides; there is none of several claims.
    """
    library = _library_for(text, call.given)
    refuse_for_files(call.given, written)
    entries, engine = read_claims(find_claims(text, library)), call.given.get("engine", DEFAULT)
    with workers(*at_once) as executor, Progress():
        answered = prove_claims(entries, library, engine, Arguments(call.given).limits, executor)
    verdicts = [verdict for _, verdict in answered]
    if call.json:
        rows = [
            {"id": entry.id, **verdict.as_json(), "expect": entry.expect}
            for entry, verdict in zip(entries, verdicts, strict=False)
        ]
        print_json(rows)
        return file_status(entries, verdicts)
    print_result([claims_table(entries[: len(verdicts)], verdicts)])
    for entry, verdict in zip(entries, verdicts, strict=False):
        for warning in verdict.warnings:
            typer.echo(f"{entry.id}: {warning}")
    for entry, (problem, verdict) in zip(entries, answered, strict=False):
        if problem and verdict.play is not None and verdict.verdict in ("refuted", "incomplete"):
            title = f"{entry.id}: {verdict.verdict}; {verdict.reason}."
            note = f" {entry.note}" if entry.note else ""
            opening = first_line(f"{painted(title, 'bold')}{note}")
            print_result(["", opening, *filter(None, [verdict.others])])
            print_result(shown_play(verdict))
        elif verdict.verdict == "unknown":
            print_result(["", first_line(f"{entry.id}: unknown; {verdict.reason}.")])
    if len(verdicts) < len(entries):
        typer.echo(f"\nThe last {len(entries) - len(verdicts)} claims were not looked at.")
    return file_status(entries, verdicts)


def asked_of(text: str, given: Mapping[str, Any]) -> tuple[str, Library]:
    """Return a claim, or where a file of claims stands; and the library.

    Args:
        text: a sentence; or a file of claims, or its name in the library.
        given: the arguments of the command.

    Raises:
        InputError: there is no such file, or an argument contradicts it.
    """
    library = _library_for(text, given)
    if text.endswith(".toml"):
        refuse_for_files(given)
        text = str(find_claims(text, library))
    return text, library


def _library_for(claims: str, given: Mapping[str, Any]) -> Library:
    """Open the library; the folder of strategies that has a claims file is searched first."""
    folders, path = list(Arguments(given).folders), Path(claims)
    if path.parent.name == "claims" and os.path.isfile(path):
        folders.insert(0, path.parent.parent)
    return Arguments(strategies=folders).library


def find_claims(text: str, library: Library) -> Path:
    """Return a claims file: the path itself, else the library's file of that name.

    Raises:
        InputError: there is neither.
    """
    path, ours = Path(text), library.claims
    try:
        path.stat()
    except FileNotFoundError:
        if text not in ours:
            close = get_close_matches(path.stem, [name.removesuffix(".toml") for name in ours], n=1)
            hint = f"did you mean {close[0]}.toml?" if close else _LISTED
            raise wrong("there is no such file", Location(text), hint) from None
        return ours[text].path
    except OSError:
        pass  # whoever reads it says why it cannot be read
    return path


def refuse_for_files(given: Mapping[str, Any], written: Path | None = None) -> None:
    """Refuse options that contradict a claims file, which names game and strategies itself."""
    if given.keys() & _OWN or isinstance(given.get("every"), str):
        raise wrong(
            "a claims file names roles, game, constants and lemmas itself",
            None,
            "leave out --x, --o, -r, -g, -c, -L, --every, --position and --horizon; "
            "or name a claim, as 'x never loses'",
        )
    if written is not None:
        hint = "name the claim too, as in: prove 'x never loses' --certificate FILE"
        message = "a certificate, or a picture, is of one claim, not of a file"
        raise wrong(message, Location(str(written)), hint)


def named_claim(text: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that a claim of the library stands for; none if no claim is called so.

    A role's name is none: `x` begins a sentence.

    Args:
        text: the name.
        given: the arguments of the command.

    Raises:
        InputError: several files have one, one of them cannot be read, or an argument contradicts.
    """
    library = _library_for(text, given)
    homes = sorted(entry.path for entry in library.claims.values())
    entries = [entry for path in homes for entry in read_claims(path)]
    matching = [entry for entry in entries if entry.id == text and text not in entry.roles]
    if len(matching) > 1:
        places = ", ".join(str(entry.location) for entry in matching)
        raise wrong(f"{len(matching)} claims are called {text}", None, f"they stand at {places}")
    names = [entry.id for entry in entries]
    # a role has no hyphen; some claims are called like one
    close = text not in names and get_close_matches(text, names, cutoff=_CLOSE)
    if not matching and ("-" in text or close):
        known = nearest(text, names, "`ttt-asp list claims` shows files")
        raise wrong(f"there is no claim {text}", Location.argument("claim"), known)
    if not matching:
        return {}
    refuse_for_files(given)
    asked, engine = matching[0].question(library.folders), matching[0].engine
    passed = ("claim", "roles", "game", "const", "lemmas", "every", "position")
    named = {name: getattr(asked, name) for name in passed}
    engine = engine or given.get("engine", DEFAULT)
    return {**named, "engine": engine, "strategies": library.folders}


# Strategies written out as terms are cut, in characters.
_LONGEST = 28


def claims_table(entries: Sequence[ClaimEntry], verdicts: Sequence[Verdict]) -> Table:
    """Return the verdicts of a claims file, next to those expected and those published."""
    published = any(entry.published for entry in entries)
    header = ["claim", "", *_roles(verdicts), "verdict", "seconds"]
    header += ["published", "seconds"] if published else []
    rows = []
    for entry, verdict in zip(entries, verdicts, strict=True):
        expected = verdict.verdict == entry.expect
        mark = "" if expected else f" (expected {entry.expect})"
        row = [entry.id, verdict.claimed]
        row += [_short(verdict.roles.get(role, "")) for role in _roles(verdicts)]
        row.append(painted(verdict.verdict, STYLES[verdict.verdict]) + mark)
        row.append(f"{verdict.seconds.total:.3f}")
        if published:
            seconds = entry.published.get("seconds")
            row.append(str(entry.published.get("verdict", "")))
            row.append(f"{seconds:.3f}" if isinstance(seconds, float) else str(seconds or ""))
        rows.append(row)
    right = " " * (len(header) - (3 if published else 1)) + ("r r" if published else "r")
    return Table(header, rows, right)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _roles(verdicts: Sequence[Verdict]) -> list[str]:
    return list(dict.fromkeys(role for verdict in verdicts for role in verdict.roles))
