"""`scriptsmith check --jsonl` as a process, and the reader of lines that every command shares."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.cli.inputs import BadLine, answer_jsonl, read_jsonl

from .program import Done, Program

CLEAN = '#!/bin/bash\necho "$HOME"\n'
SLOPPY = "#!/bin/bash\nx=$1\nls $x\n"


@pytest.fixture
def check(tmp_path: Path) -> Program:
    """The program in a folder of its own."""
    return Program(tmp_path)


def test_jsonl(check: Program) -> None:
    """Every line has one answer in the same order, a bad one an error of its own."""
    lines = [
        json.dumps({"id": "a", "script": SLOPPY}),
        "",
        "not json",
        '{"id": 5, "script": 1}',
        '{"id": 6}',
        "[]",
        '{"id": [], "script": "true"}',
        '{"id": NaN, "script": "true"}',
        '{"id": null, "script": ""}',
        "[" * 100_000,
        json.dumps({"id": 2.5, "script": CLEAN, "more": 1}),
    ]
    data = "\n".join(lines).encode() + b'\n\xff\n{"id": true, "script": "fi"}'
    done = check("check", "--jsonl", stdin=data)
    shown = [(line["id"], line["exit"], "error" in line) for line in done.lines]
    bad = (None, 2, True)
    assert shown == [
        ("a", 1, False),
        bad,
        (5, 2, True),
        (6, 2, True),
        bad,
        bad,
        bad,
        bad,
        bad,
        (2.5, 0, False),
        bad,
        (True, 1, False),
    ]
    assert (done.status, done.stderr) == (2, "")
    assert [item["code"] for item in done.lines[0]["findings"]] == ["SC2086"]


def test_jsonl_survives_a_long_line(check: Program) -> None:
    """A line that is too long is answered with an error, and the next one is read from its start."""
    data = b'{"id": 1, "script": "' + b"#" * (3 * 1024 * 1024) + b'"}\n{"id": 2, "script": "true"}\n'
    assert [(line["id"], line["exit"]) for line in check("check", "--jsonl", stdin=data).lines] == [(None, 2), (2, 0)]


def test_jsonl_keeps_the_order(check: Program) -> None:
    """Answers come in the order of the lines although slow scripts are among quick ones."""
    slow = "echo " + "a" * 100_000
    data = "\n".join(json.dumps({"id": n, "script": "true" if n % 5 else slow}) for n in range(60))
    assert [line["id"] for line in check("check", "--jsonl", stdin=data).lines] == list(range(60))


def test_jsonl_answers_as_it_goes(check: Program) -> None:
    """An answer comes while the next line has not; a program may ask, read, and ask again."""
    with subprocess.Popen(
        [sys.executable, "-m", "scriptsmith", "check", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=check.variables(),
        cwd=check.home,
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "script": "true"}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def test_jsonl_interrupted(check: Program) -> None:
    """An interrupt while waiting for a line ends the program at once, with its exit code and no traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "scriptsmith", "check", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=check.variables(),
        cwd=check.home,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b'{"id": 1, "script": "true"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(2)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read().strip() == b"scriptsmith: interrupted"


def test_jsonl_of_nothing(check: Program) -> None:
    """No lines, no answers, exit code 0."""
    assert check("check", "--jsonl") == Done(0, "", "")


@given(lines=st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line), max_size=8))
def test_bad_lines_harm_only_themselves(lines: list[bytes]) -> None:
    """Whatever bytes a line holds, each line that is not blank has one result, and good ones between are read."""
    good = b'{"id": 7, "script": "true"}'
    data = b"".join(line + b"\n" + good + b"\n" for line in lines)
    results = list(read_jsonl(io.BytesIO(data), {"script": str}))
    assert len(results) == len(lines) + sum(bool(line.strip()) for line in lines)
    assert sum(result == {"id": 7, "script": "true"} for _, result in results) >= len(lines)
    assert [number for number, _ in results if number % 2 == 0] == [2 * n + 2 for n in range(len(lines))]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b'{"script": true}', '"script" must be a string'),
        (b'{"script": "a", "n": true}', '"n" must be a whole number'),
        (b'{"script": "a", "n": "1"}', '"n" must be a whole number'),
        (b'{"n": 1}', 'no "script"'),
        (b'{"id": {}, "script": "a"}', '"id" must be'),
        (b'{"id": 1e999, "script": "a"}', '"id" must be'),
        (b"\xff", "not UTF-8"),
        (b"7", "not a JSON object"),
    ],
)
def test_a_bad_line_says_what_is_wrong(line: bytes, says: str) -> None:
    """The sentence names the line and what is wrong with it."""
    ((_, result),) = read_jsonl(io.BytesIO(line), {"script": str}, {"n": int})
    assert isinstance(result, BadLine)
    assert result.error.startswith("line 1")
    assert says in result.error


async def test_a_defect_is_not_answered_as_bad_input() -> None:
    """An exception that is no `ScriptSmithError` ends the whole run: it is a defect, and is not hidden in a line."""

    async def handle(_: Mapping[str, Any]) -> dict[str, Any]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await answer_jsonl(io.BytesIO(b"{}\n" * 50), io.StringIO(), {}, handle)


async def test_lines_are_read_as_they_are_answered() -> None:
    """A long input is never held in memory: reading stays a few lines ahead of answering."""
    stream = io.BytesIO(b"{}\n" * 10_000)
    ahead: list[int] = []

    async def handle(_: Mapping[str, Any]) -> dict[str, Any]:
        ahead.append(stream.tell() // 3 - len(ahead))
        return {"exit": 0}

    await answer_jsonl(stream, io.StringIO(), {}, handle, parallel=4)
    assert len(ahead) == 10_000
    assert max(ahead) < 40
