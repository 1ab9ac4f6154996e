"""Output for terminals and files that know ASCII only."""

# One character for one, so that what stands below each other stays so.
_ALIKE = str.maketrans(
    {
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
)


def ascii_only(text: str) -> str:
    """A text without what is not ASCII: signs look alike, any other character is escaped."""
    return text.translate(_ALIKE).encode("ascii", "backslashreplace").decode()
