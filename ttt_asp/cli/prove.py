"""`ttt-asp prove`, and the options that extensions add to it, which write something of a proof."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.claims import answered, posed
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.cli.calls import (
    Call,
    folder_options,
    print_result,
    prove_command,
    refuse_no_pictures,
    status_of,
    write_picture,
)
from ttt_asp.cli.progress import Progress, library_for
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extension import extensions, hook, missing
from ttt_asp.files import refuse_one_for_two, write_all_new
from ttt_asp.limits import Limits
from ttt_asp.records import dataclass
from ttt_asp.show.verdicts import verdict
from ttt_asp.strategies.asked import asked_of
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ProofOption:
    """An option that names a file for something of a proof.

    Attributes:
        kind: what is written, which is the name of the option too.
        annotation: the option, as annotations of commands have it.
        refuse: called with the claim and the file before anything is proved.
        write: writes the file of a proved claim; returns its size in bytes.
        next_step: returns the text behind "next" for the file, given the options that name folders.
    """

    kind: str
    annotation: Any
    refuse: Callable[[Problem, Path], None]
    write: Callable[[Path, Problem, Verdict, Limits], int]
    next_step: Callable[[Path, Sequence[str]], str]


def proof_options() -> dict[str, ProofOption]:
    """Return all such options by name."""
    places = [(extension, place) for extension in extensions() for place in extension.proof_options]
    options: list[ProofOption] = [extension.load(place) for extension, place in places]
    return {option.kind: option for option in options}


def annotations() -> dict[str, Any]:
    """Return the options as a command line takes them, by name."""
    return {name: option.annotation for name, option in proof_options().items()}


def command(
    call: Call[Verdict],
    claim: p.ClaimOrFile = p.DEFAULT_CLAIMS,
    verbose: p.Verbose = False,
    svg: p.Svg = None,
    output: Annotated[
        Path | None,
        p.written(
            "--output -o", "Write the replies of programs: DIR/tactics/NAME.lp.", "DIR", None
        ),
    ] = None,
    jobs: p.Jobs = 1,
    scheduler: p.Scheduler = None,
    **kept: Path,
) -> int:
    """Prove or refute a claim, or every claim of a file.

    Options after -- go to clingo's search.

    A claim is ROLE never|always|can wins|loses|ties, or always|never|can tie, or ROLE always
    wins by move N, or ROLE is complete|deterministic|functional [everywhere], or ROLE keeps to
    STRATEGY [everywhere].

    Examples:
    ttt-asp prove "x never loses" --x good_for_x --o any
    ttt-asp prove "o never loses" --o "first(defeat, defend, center, any)"
    """
    options = proof_options()
    files = {name: kept[name] for name in options if name in kept}
    refuse_one_for_two({**files, **({"svg": svg} if svg is not None else {})})
    refuse_no_pictures(svg)
    library = library_for(claim, Arguments(call.given))
    in_file = claim.endswith(".toml")
    # imported only here, as below: a sentence is answered noticeably sooner without
    files_of_claims = hook("claims_files") if in_file or " " not in claim else None
    if in_file:
        if files_of_claims is None:
            raise wrong(f"files of claims are read by {missing('.toml')}", Location(claim))
        written = svg or output or next(iter(kept.values()), None)
        at_once = jobs, scheduler
        return int(files_of_claims.prove_file(claim, library, call, at_once, written))
    shared = "the claims of a file, and this is a single one"
    if scheduler is not None:
        message = f"a cluster answers {shared}"
        raise wrong(message, Location.argument("scheduler"), "leave it out")
    if jobs != 1:
        raise wrong(f"processes share {shared}", Location.argument("jobs"), "leave it out")
    more: dict[str, Any] = {"claim": claim, "strategies": library.folders}
    if files_of_claims and (entry := files_of_claims.named_claim(claim, library)):
        files_of_claims.refuse_for_files(call.given)
        asked = entry.question(library.folders)
        for name in ("claim", "roles", "game", "const", "lemmas", "every", "position"):
            more[name] = getattr(asked, name)
        more["engine"] = entry.engine or call.given.get("engine", DEFAULT)
    named = {**call.given, **more}
    engine = named.pop("engine", DEFAULT)
    with Progress():
        given = Arguments(named)
        read = posed(given, named["claim"], named.get("roles"), engine)
        problem = read if isinstance(read, Problem) else None
        if problem is not None:
            _refuse(problem, output, [(options[kind], path) for kind, path in files.items()])
        answer = answered(read, engine, given.limits)
        if problem is not None and verbose:
            answer = _with_mistakes(problem, answer, Arguments(call.given).limits)
    if not call.json:
        if verbose and problem is not None:
            remarks = _remarks(problem, answer, Arguments(call.given).limits)
            answer = replace(answer, notes=(*answer.notes, *remarks))
        print_result(verdict(answer, verbose))
    else:
        call.print_answer(answer)
    for kind, path in files.items():
        _keep_proof(options[kind], path, problem, answer, call.given)
    if svg is not None:
        _draw(svg, answer)
    if output is not None:
        typed = Arguments({**more, "strategies": (), **call.given})
        question = replace(typed.posed(more["claim"], None), folders=(output, *typed.folders))
        _keep(output, problem, question)
    return status_of(answer)


def _refuse(
    problem: Problem, output: Path | None, files: Iterable[tuple[ProofOption, Path]]
) -> None:
    """Refuse files that the claim cannot have, before anything is proved."""
    if output is not None:
        from ttt_asp.strategies.new_file import check_place

        for name in _programs(problem):
            check_place(output / "tactics" / f"{name}.lp", "tactic")
    for option, path in files:
        option.refuse(problem, path)


def _whole(problem: Problem, verdict: Verdict) -> Problem:
    """Return a problem with rules in place of programs.

    Raises:
        InputError: not all that they would answer is known, or it is too much.
    """
    if asked_of(problem.strategies) and verdict.positions is None:
        raise wrong("programs were asked only until a play decided")
    return problem.written()


def _remarks(problem: Problem, verdict: Verdict, limits: Limits) -> Iterable[str]:
    """Return what extensions know of the plays besides."""
    remarks: Callable[[Problem, Verdict, Limits], Iterable[str]] | None = hook("remarks")
    return remarks(problem, verdict, limits) if remarks else ()


def _with_mistakes(problem: Problem, verdict: Verdict, limits: Limits) -> Verdict:
    """Return a verdict with all mistakes, or a note on why they are not known."""
    find_mistakes = hook("mistakes")
    if find_mistakes is None or verdict.verdict != "refuted":
        return verdict
    try:
        found = limits.deadline.run(
            lambda: find_mistakes(_whole(problem, verdict), verdict, limits)
        )
    except InputError as error:
        why = error.diagnostics[0].message
    except STOPS as error:
        why = stop_of(error).reason
    else:
        return replace(verdict, mistakes=found)
    return replace(verdict, notes=(*verdict.notes, f"mistakes are not listed: {why}"))


def _keep_proof(
    option: ProofOption,
    path: Path,
    problem: Problem | None,
    verdict: Verdict,
    given: Mapping[str, Any],
) -> None:
    """Write something of a proof; or print on stderr why there is none.

    Args:
        option: says what.
        path: of the file.
        problem: the claim; None where it was not read.
        verdict: its verdict.
        given: the arguments of the command.
    """
    if problem is None or verdict.verdict != "proved":
        typer.echo(f"no {option.kind}: the claim is {verdict.verdict}", err=True)
        return
    arguments = Arguments(given)
    with Progress(f"writing the {option.kind}"):
        size = option.write(path, problem.written(), verdict, arguments.limits)
    then = option.next_step(path, folder_options(arguments.folders))
    typer.echo(f"wrote {path} ({size:,} bytes); next{then}", err=True)


def _programs(problem: Problem) -> list[str]:
    """Return the names that programs have as strategies."""
    names = [strategy.text for strategy in problem.strategies.values() if strategy.inquiry]
    if not names:
        message = "the replies of programs are written, and no role is played by one"
        raise wrong(message, Location("-o"), "as --o program:bot.py")
    return names


def _books(folder: Path, problem: Problem) -> dict[Path, str]:
    """Return the files for the replies of programs, and their texts."""
    strategies = problem.written().strategies.values()
    sources = [source for s in strategies if s.inquiry for source in s.tactics]
    return {folder / source.label: source.text.decode() for source in sources}


def _keep(folder: Path, problem: Problem | None, asked: Question) -> None:
    """Write the replies of programs, and print the command that asks the same of them."""
    books = {} if problem is None else _books(folder, problem)
    if problem is None or not books:
        typer.echo("no replies are written: there are none", err=True)
        return
    write_all_new(books)
    for path in books:
        typer.echo(f"wrote {path}", err=True)
    roles = {
        role: strategy.text for role, strategy in problem.strategies.items() if not strategy.assumed
    }
    typer.echo(f"next: {shlex.join(prove_command(replace(asked, roles=roles)))}", err=True)


def _draw(path: Path, verdict: Verdict) -> None:
    if verdict.play is None:
        typer.echo(f"no picture: the claim is {verdict.verdict}, and no play shows it", err=True)
        return
    write_picture(path, verdict)
