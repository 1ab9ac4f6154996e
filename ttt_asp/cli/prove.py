"""`ttt-asp prove`."""

import json as json_module
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.claims.problem import Problem
from ttt_asp.cli import PASSED_ON, options
from ttt_asp.cli.find_claims import find_claims, named_claim, refuse_for_files
from ttt_asp.cli.library import open_with_warnings, warn
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import in_bytes, output
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer, pose, shown_at
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.notation import Notation
from ttt_asp.show.verdicts import verdict
from ttt_asp.verdict import Verdict


@dataclass(frozen=True)
class Effort:
    """How engines work, and when they give up."""

    find_lemmas: options.FindLemmas = None
    rounds: options.Rounds = 1
    time_limit: options.TimeLimit = None
    max_positions: options.MaxPositions = MAX_POSITIONS
    max_memory: options.MaxMemory = None
    stop_at_first: options.StopAtFirst = False
    count: options.Count = None
    no_cross_check: options.NoCrossCheck = False
    no_symmetry: options.NoSymmetry = False
    scratch: options.Scratch = None

    def limits(self) -> Limits:
        """The same for engines; the clock starts here."""
        memory = in_bytes(self.max_memory)
        return Limits(
            Deadline(self.time_limit, memory),
            tuple(PASSED_ON),
            self.max_positions,
            memory,
            self.stop_at_first,
            self.count,
            not self.no_cross_check,
            rounds=self.rounds,
            find_lemmas=self.find_lemmas,
            symmetry=not self.no_symmetry,
            scratch=self.scratch,
        )


def command(
    asked: options.Asked,
    effort: Effort,
    claim: options.Claim = None,
    horizon: options.Horizon = None,
    engine: options.Engine = DEFAULT,
    lemma: options.Lemma = None,
    every: options.Every = None,
    verbose: options.Verbose = False,
    json: options.Json = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate", metavar="FILE", parser=output, help="Write a certificate of the proof."
        ),
    ] = None,
    svg: options.Svg = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
) -> int:
    """Prove or refute a claim, or every claim of a file.

    Options after -- go to clingo's search.

    A claim is ROLE never|always|can wins|loses|ties, or always|never|can tie, or ROLE always
    wins by move N, or ROLE is complete|deterministic|functional [everywhere].

    Examples:
    ttt-asp prove "x never loses" --x good_for_x --o any
    ttt-asp prove "o never loses" --o "first(defeat, defend, center, any)"
    """
    text = " ".join(claim or [options.DEFAULT_CLAIMS])
    library, limits = open_with_warnings(asked.strategies, text, verbose), effort.limits()
    if text.endswith(".toml"):
        # imported here, as below: a single claim starts noticeably sooner without
        from ttt_asp.analyses.jobs import workers
        from ttt_asp.cli.claims_file import prove_file

        refuse_for_files(asked, horizon, certificate or svg, lemma, every)
        path = find_claims(text, library)
        with workers(jobs, scheduler) as executor:
            return prove_file(path, library, engine, limits, json, executor)
    if (entry := named_claim(text, library)) is None:
        question = asked.question(text, library, horizon, lemma, every)
    else:
        refuse_for_files(asked, horizon, None, lemma, every)
        question, engine = entry.question(library.folders), entry.engine or engine
    if certificate is not None:
        refuse_position(asked.position)
    with Progress() as progress:
        told = replace(limits, progress=progress.tell)
        posed = pose(question, engine, told)
        if isinstance(posed, Verdict):
            problem, found = None, posed
        else:
            if certificate is not None and posed.claim.of_strategy:
                raise _no_certificate("is of how plays end, not of what is recommended")
            found = answer(posed, engine, told)
            problem = shown_at(posed, found)
    if problem is not None:
        warn(problem.strategies.values())
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
        if found.verdict == "unknown":
            typer.echo(f"unknown: {found.claimed}: {found.reason}", err=True)
    else:
        say(verdict(found, verbose))
    if certificate is not None:
        certify(certificate, problem, found, limits)
    if svg is not None:
        _draw(svg, problem, found)
    return options.EXIT[found.verdict]


def refuse_position(position: str | None) -> None:
    """Refuse to write a certificate of plays that begin at a position, before anything is proved.

    Raises:
        InputError: they do.
    """
    if position is not None:
        raise _no_certificate("is of plays from where the rules begin, not from a position")


def _no_certificate(why: str) -> InputError:
    where = Location("--certificate")
    return wrong(f"no certificate: one {why}", where, "leave it out to have an answer")


def certify(path: Path, problem: Problem | None, found: Verdict, limits: Limits) -> None:
    """Write the certificate of a proof, or say on stderr why there is none."""
    if problem is None or found.verdict != "proved":
        typer.echo(f"no certificate: the claim is {found.verdict}", err=True)
        return
    from ttt_asp.certificates.write import write_certificate

    with Progress("writing the certificate") as progress:
        again = replace(limits.afresh(), progress=progress.tell)
        size = write_certificate(path, problem, found, again)
    typer.echo(f"wrote {path} ({size:,} bytes); next: ttt-asp verify {path}", err=True)


def _draw(path: Path, problem: Problem | None, found: Verdict) -> None:
    if problem is None or found.play is None:
        typer.echo(f"no picture: the claim is {found.verdict}, and no play shows it", err=True)
        return
    from ttt_asp.show.svg import play_svg

    lost = found.blunder.move if found.blunder else None
    title = f"{found.claim}: {found.verdict}"
    write_bytes(path, play_svg(Notation(problem.game), found.play, lost, title).encode())
    typer.echo(f"wrote {path}", err=True)
