"""Files of claims: read, answered one after the other or at once, and held to verdicts."""

from ttt_asp.extension import Extension

EXTENSION = Extension(package=__name__, uses=("processes",), hooks={"claims_files": "command"})
