"""What people may mean by claims, terms, names and command lines that cannot be read."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ttt_asp.errors import Diagnostic
from ttt_asp.extensions.authoring.intended import not_a_claim
from ttt_asp.lp.source import Source
from ttt_asp.strategies.library import Library, summaries
from ttt_asp.strategies.terms import A_TERM, INFIX, PROGRAM

__all__ = ["not_a_claim"]

# Texts before the place of a syntax error that tell what was perhaps meant.
_VARIABLE = re.compile(rb"\b_*([A-Z]\w*)\s*$")
_ENDED = re.compile(rb"[\w)}\"']$")
# How similar an option is to the one that is meant, from 0 to 1.
_CLOSE = 0.7
# Words of others, and the vocabulary's words for the same.
_WORDS = {
    "empty": "free(C)",
    "blank": "free(C)",
    "available": "free(C)",
    "turn": "mover(P)",
    "control": "mover(P)",
    "player": "role(P)",
    "cell": "square(C)",
    "occupied": "marked(P,C)",
    "taken": "marked(P,C)",
    "win": "wins(P)",
}
# Names with nothing between them.
_NAMES = re.compile(r"\s*[a-z]\w*(?:\s+[a-z]\w*)+\s*")


def misread(token: str, text: str, operand: bool, inside: bool) -> tuple[str, str]:
    """Return what is wrong with a token of a term, and a hint.

    Args:
        token: with a bracket behind it, if one opens there.
        text: the term.
        operand: whether an operand should stand in its place; else it stands behind one.
        inside: whether it is in brackets.
    """
    return _no_operand(token) if operand else _behind(token, text, inside)


def _no_operand(token: str) -> tuple[str, str]:
    message, hint = f"{token} is not a strategy", A_TERM
    if token.endswith(".lp"):
        path = Path(token)
        folder = path.parent.parent if path.parent.name == "tactics" else path.parent
        shown = f", a name in the folder {folder}" if folder != Path() or path.exists() else ""
        message, hint = "a strategy is a name, not a file", f"write {path.stem}{shown}"
    elif token.endswith(".py") and not token.startswith(PROGRAM):
        message = "a strategy is a name, not a file"
        hint = f"a program is {PROGRAM}{token.rpartition(':')[2]}"
    elif token.startswith(PROGRAM):
        message = "a program is no part of a term, and no file names one"
        hint = "the command line and Python do: --o program:bot.py"
    elif "?" in token or "..." in token:
        message = f"{token} is no hole"
        hint = "?, or ?name: small letters and digits; or ... in a first"
    elif token in INFIX:
        message = f"unexpected {token}"
    elif token[0].isupper():
        small = f"{token[0].lower()}{token[1:]}"
        hint = f"names begin with a lower-case letter: {small.replace('(', '(...)')}"
        if token.endswith("("):
            message = f"{token[:-1]} is a variable, and has no arguments"
    return message, hint


def _behind(token: str, text: str, inside: bool) -> tuple[str, str]:
    words = ", ".join(word for word in text.split() if word not in ("else", "then"))
    form = f"first({words})" if _NAMES.fullmatch(text) else "first(defeat, any)"
    message, hint = "a comma is missing before this", f"a name, or a term like {form}"
    if token in (",", ";"):
        message = f"unexpected {token}"
    if token == "," and not inside:
        hint = f"write first({text.strip()})"
    elif not re.search(r"[\w?.(]", token):
        message, hint = f"{token} is no sign of a strategy", f"the signs are {' '.join(INFIX)}"
    return message, hint


def strategy(name: str, library: Library) -> str:
    """Return a hint for a name that no strategy has; empty if there is none.

    It may be the word that a tactic's doc begins with, as `Win: complete a line`; or that of a
    strategy in a folder here that is not searched.
    """
    sentences = summaries(library.names("tactic"), library)
    by_word = {text.partition(":")[0].lower(): n for n, text in sentences.items() if ":" in text}
    if tactic := by_word.get(name.lower()):
        return f"did you mean {tactic} ({sentences[tactic].rstrip('.')})?"
    paths = sorted([*Path().glob(f"*/{name}.lp"), *Path().glob(f"*/tactics/{name}.lp")])
    return f"there is {paths[0]}: `ttt-asp prove -S {paths[0].parts[0]}` finds it" if paths else ""


def usage(error: Any) -> str:
    """Return what to do about a command line that cannot be read."""
    if error.ctx is None:
        return "Try --help."
    option, command = getattr(error, "option_name", ""), error.ctx.command
    known = set[str]().union(*(parameter.opts for parameter in command.params))
    names, name = [other.lstrip("-") for other in known], option.removeprefix("--")
    meant = ""
    if error.ctx.parent is None:
        meant = f"options follow a command, as ttt-asp prove {option}. " if option else ""
    elif not option:  # an argument is missing, or is one too many
        pieces = " ".join(command.collect_usage_pieces(error.ctx))
        meant = f"write {error.ctx.command_path} {pieces}. "
    elif f"-{option}" in known:
        meant = f"did you mean -{option}? "
    elif "--role" in known and name and not get_close_matches(name, names, cutoff=_CLOSE):
        meant = f"a role's strategy is -r {name}=STRATEGY. "
    return f"{meant}Try {error.ctx.command_path} --help."


def predicate(name: str, names: Sequence[str]) -> str:
    """Return a hint for a predicate that the vocabulary has by another name; empty if it has not.

    Args:
        name: the predicate's, which nothing has.
        names: of those that a file may use.
    """
    word = _WORDS.get(name, "")
    return f"the word for it is {word}" if word.partition("(")[0] in names else ""


def syntax_error(source: Source, blanked: bytes, begin: int, words: str) -> Diagnostic:
    """Return what is wrong with a text that clingo cannot parse.

    Args:
        source: the text.
        blanked: the same with spaces for comments and strings.
        begin: the byte offset of the place that clingo names.
        words: its message.
    """
    before = blanked[:begin].rstrip()
    follows, ended = blanked[begin:], _ENDED.search(before)
    last = re.split(rb"(?<!\.)\.(?!\.)", before)[-1]  # a statement that lacks its full stop
    open_ = len(re.findall(rb"[({]", last)) > len(re.findall(rb"[)}]", last))
    over = not follows.strip() or (begin in source.line_starts and follows[:1] != b")")
    if ended and over and not open_:
        where = source.location(len(before))
        return Diagnostic("a rule ends in a full stop", where, "write . here")
    if (word := _VARIABLE.search(before)) and follows.startswith(b"("):
        name = word[1].decode()
        message = f"{name} is a variable, and has no arguments"
        hint = f"names begin with a lower-case letter: {name[0].lower()}{name[1:]}(...)"
        return Diagnostic(message, source.location(*word.span(1)), hint)
    if ended and re.match(rb"\w", follows):
        words = "a comma is missing before this"
    return Diagnostic(words, source.location(begin))
