"""`ttt-asp prove`, and the options that extensions add to it.

What is written of a claim, as a certificate, is an extension's.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.claims import answered, posed
from ttt_asp.claims.problem import Problem
from ttt_asp.cli.calls import Call, Progress, print_result, status_of
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import extensions, hook, missing
from ttt_asp.files import refuse_one_for_two
from ttt_asp.records import dataclass
from ttt_asp.show.verdicts import verdict
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ProofOption:
    """An option of `prove` that names a file, or a folder, for something of a claim.

    Attributes:
        kind: what is written, which is the name of the option too.
        annotation: the option, as annotations of commands have it.
        refuse: called with the claim and the file before anything is proved.
        write: called with the file, the claim, its verdict, and the arguments of the command, when
            the verdict was printed; prints on stderr what it wrote, or why it wrote nothing.
    """

    kind: str
    annotation: Any
    refuse: Callable[[Problem, Path], None]
    write: Callable[[Path, Problem | None, Verdict, Mapping[str, Any]], None]


def proof_options() -> dict[str, ProofOption]:
    """Return all such options by name."""
    options: list[ProofOption] = []
    for extension in extensions():
        options += map(extension.load, extension.proof_options)
    return {option.kind: option for option in options}


def annotations() -> dict[str, Any]:
    """Return the options as a command line takes them, by name."""
    return {name: option.annotation for name, option in proof_options().items()}


def prove(
    call: Call[Verdict],
    claim: p.ClaimOrFile = p.DEFAULT_CLAIMS,
    verbose: p.Verbose = False,
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
    refuse_one_for_two(files)
    in_file = claim.endswith(".toml")
    # imported only here, as below: a sentence is answered noticeably sooner without
    files_of_claims = hook("claims_files") if in_file or " " not in claim else None
    if in_file:
        if files_of_claims is None:
            raise wrong(f"files of claims are read by {missing('.toml')}", Location(claim))
        written = next(iter(files.values()), None)
        return int(files_of_claims.prove_file(claim, call, (jobs, scheduler), written))
    shared = "the claims of a file, and this is a single one"
    if scheduler is not None:
        message = f"a cluster answers {shared}"
        raise wrong(message, Location.argument("scheduler"), "leave it out")
    if jobs != 1:
        raise wrong(f"processes share {shared}", Location.argument("jobs"), "leave it out")
    more: dict[str, Any] = {"claim": claim}
    if files_of_claims:
        more |= files_of_claims.named_claim(claim, call.given)
    named = {**call.given, **more}
    engine = named.pop("engine", DEFAULT)
    with Progress():
        given = Arguments(named)
        read = posed(given, named["claim"], named.get("roles"), engine)
        problem = read if isinstance(read, Problem) else None
        if problem is not None:
            for kind, path in files.items():
                options[kind].refuse(problem, path)
        answer = answered(read, engine, given.limits)
        if problem is not None and verbose and (with_mistakes := hook("mistakes")):
            answer = with_mistakes(problem, answer, Arguments(call.given).limits)
    if not call.json:
        if problem is not None and verbose and (remarks := hook("remarks")):
            more_notes = remarks(problem, answer, Arguments(call.given).limits)
            answer = replace(answer, notes=(*answer.notes, *more_notes))
        print_result(verdict(answer, verbose))
    else:
        call.print_answer(answer)
    typed = {**more, "strategies": (), **call.given}
    for kind, path in files.items():
        options[kind].write(path, problem, answer, typed)
    return status_of(answer)
