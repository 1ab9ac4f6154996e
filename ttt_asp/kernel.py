"""The manifest of the kernel, which brings commands, engines and results as extensions do."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package="ttt_asp",
    commands={
        "prove": Command(
            heading="Start",
            summary="Prove or refute a claim, or every claim of a file.",
            prints="cli.prove:prove",
            asks="api.claims:prove",
            more="cli.prove:annotations",
        ),
    },
    functions=("api.claims:prove",),
    results={
        "verdict:Verdict": "show.verdicts:verdict",
        "verdict:Move": "",
        "verdict:Play": "",
        "verdict:Seconds": "",
        "errors:InputError": "",
        "errors:InternalError": "",
        "errors:TttAspError": "",
    },
    hooks={"text": "show.text:text"},
    engines={
        "auto": "engines.auto",
        "bounded": "engines.bounded",
        "explicit": "engines.explicit",
    },
)
