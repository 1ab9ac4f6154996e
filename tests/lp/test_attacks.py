"""Texts that once got past the parser's checks, or ended the program in a way it must not end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from conftest import HANGS, tactic
from tables import tabled

from ttt_asp.cli.execution import execute
from ttt_asp.errors import InputError
from ttt_asp.lp.scan import mask_comments
from ttt_asp.lp.source import parse


@tabled()
def test_no_file_is_opened_by_another(text: str, tmp_path: Path) -> None:
    """Opening a FIFO that nobody writes to would block for ever: an alarm would end the test."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    signal.alarm(int(HANGS))
    try:
        with pytest.raises(InputError):
            parse(os.fsencode(text.replace("FIFO", str(fifo))), "it")
    finally:
        signal.alarm(0)


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
