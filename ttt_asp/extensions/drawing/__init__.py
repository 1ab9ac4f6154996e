"""Positions and plays as pictures, and results in notebooks."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__,
    uses=("exploring",),
    functions=("functions:board", "svg:draw"),
    results={"svg:Picture": ""},
    proof_options=("picture_file:SVG",),
    hooks={"html": "html:html", "picture": "functions:picture_of"},
)
