"""Texts that once got past the parser's checks, or ended the program in a way it must not end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HANGS, tactic

from ttt_asp.cli.execution import execute
from ttt_asp.errors import InputError
from ttt_asp.lp.scan import mask_comments
from ttt_asp.lp.source import parse


@pytest.mark.parametrize(
    "text",
    [
        b'p("\\q. #include "FIFO". ").',
        b'p("a\n"). #include "FIFO".',
        b'%* " *% #include "FIFO". %* " *%',
        b'%* %* *% % *%\n*% #include "FIFO".',
        b'p("\\\\"). #include "FIFO". q("").',
        b"#include <incmode>.",
        b'q. #  include "FIFO".',
        b'q. #! %*\n#include "FIFO".',
    ],
)
def test_no_file_is_opened_by_another(text: bytes, tmp_path: Path) -> None:
    """Opening a FIFO that nobody writes to would block for ever."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = (
        "import sys\nfrom ttt_asp.errors import InputError\n"
        "from ttt_asp.lp.source import parse\n"
        "try:\n    parse(sys.stdin.buffer.read(), 'it')\nexcept InputError as e: print(e)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=text.replace(b"FIFO", os.fsencode(fifo)),
        capture_output=True,
        timeout=HANGS,
    )
    assert b"error" in done.stdout, done.stderr


def test_blanking_keeps_lines_and_offsets() -> None:
    text = b'p("a%b").% c\n%* d\n "e" %* f *% *% q("\\"").'
    blanked = mask_comments(text)
    assert len(blanked) == len(text)
    assert blanked.split() == [b"p(", b").", b"q(", b")."]
    assert blanked.count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize("line", ["#!%*", "q. #! x %*", "#!%*%*"])
def test_what_follows_a_comment_of_another_kind_is_seen(line: str) -> None:
    """`#!` begins a line comment; taken for a block comment, what follows was not looked at."""
    for text in ("p(T) :- q(T).", "p(@f).", 'p("\\x").', "p(4294967297).", "p(é)."):
        with pytest.raises(InputError, match="#! is not allowed"):
            parse(f"{line}\n{text}\n".encode(), "it")
    assert parse(b'p("#! %*"). % #! %*\n%* #! *% q.', "it").defined == {("p", 1), ("q", 0)}


def test_long_and_deep_terms_within_the_limits_parse(tmp_path: Path) -> None:
    deep = "f(" * 90 + "1" + ")" * 90
    long = "+".join(["1"] * 4000)
    text = f"suggests(deep,P,A) :- legal(P,A), deep_n({deep}), deep_n({long}).\n"
    path = tactic(tmp_path, "deep", text + f"deep_n({deep}).\ndeep_n({long}).\n")
    assert execute(["check", str(path)]) == 0
