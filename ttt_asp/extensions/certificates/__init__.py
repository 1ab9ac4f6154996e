"""Certificates and theorems of proofs, and their checkers."""

from ttt_asp.extension import Command, Extension

EXTENSION = Extension(
    package=__name__,
    uses=("arrays", "induction", "recognition"),
    commands={
        "verify": Command(
            heading="More",
            summary="Check a certificate that prove or pairing --certificate wrote.",
            asks="verify:verify",
        ),
    },
    functions=("verify:verify",),
    proof_options=("writing:CERTIFICATE", "writing:THEOREM"),
    proofs={"induction": "induction:proved_again"},
    certificates={
        "ttt-asp certificate": "verify:POSITIONS_STAGES",
        "ttt-asp certificate of induction": "induction:STAGES",
    },
    results={
        "verify:Verified": "verify:reports",
    },
)
