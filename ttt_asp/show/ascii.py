"""Output for terminals and files that know ASCII only."""

# One character for one, so that what stands below each other stays so.
_ALIKE = {
    "∇": "V",
    "△": "^",
    "∪": "U",
    "∩": "&",
    "∖": "\\",
    "├": "|",
    "└": "`",
    "│": "|",
    "─": "-",
    "→": ">",
    "←": "<",
    "↓": "v",
    "↑": "^",
    "↘": "\\",
    "↖": "`",
    "↙": "/",
    "↗": "'",
    "…": ".",
    "“": '"',
    "”": '"',
    "’": "'",
    "·": "-",
}
_TABLE = str.maketrans(_ALIKE)
# What a stream prints that needs no `ascii_only`.
SIGNS = "".join(_ALIKE)


def ascii_only(text: str) -> str:
    """A text without what is not ASCII: signs look alike, any other character is escaped."""
    return text.translate(_TABLE).encode("ascii", "backslashreplace").decode()
