"""Readers that stop early under pipefail are told, and held to what Bash does."""

from __future__ import annotations

import subprocess

import pytest

from scriptsmith.broken_pipes import BrokenPipes
from scriptsmith.core.types import Script, Severity

STRICT = "#!/usr/bin/env bash\nset -euo pipefail\n"
LONG = "seq 1 200000"
BREAKS = [
    f"{LONG} | head -n 5",
    f"{LONG} | head",
    f"first=$({LONG} | head -n 1)",
    f"if {LONG} | grep -q 5; then echo found; fi",
    f"{LONG} | grep -m 1 5 | cat",
    f"{LONG} | sed 5q",
    f"{LONG} | sed -n '3{{p;q}}'",
    f"{LONG} | awk 'NR == 3 {{ print; exit }}'",
    f"{LONG} | sort -n | head -n 5",
]
HOLDS = [
    f"{LONG} | head -n 5 || true",
    f"{LONG} | head -n -5",
    f"{LONG} | head -n-5",
    f"{LONG} | tail -n 5",
    f"{LONG} | grep 5 >/dev/null",
    f"{LONG} | sed -n 1,5p",
    f"{LONG} | awk 'NR <= 3'",
    "echo one | head -n 1",
    "printf '%s\\n' one two | grep -q one",
]


async def found(text: str) -> list[tuple[str, int]]:
    return [(each.code, each.line) for each in await BrokenPipes().check(Script(text=text))]


@pytest.mark.parametrize("line", BREAKS)
async def test_a_reader_that_stops_early_is_told(line: str) -> None:
    """Under pipefail each of them is one warning at its line, and without pipefail none."""
    assert await found(f"{STRICT}{line}\n") == [("SS0031", 3)]
    assert await found(f"set -eu\n{line}\n") == []
    assert await found(f"{line}\n{STRICT}") == []


@pytest.mark.parametrize("line", HOLDS)
async def test_what_cannot_break_is_not_told(line: str) -> None:
    """What reads to the end, writes once, or may fail, is no finding."""
    assert await found(f"{STRICT}{line}\n") == []


@pytest.mark.parametrize(("line", "breaks"), [*((each, True) for each in BREAKS), *((each, False) for each in HOLDS)])
def test_bash_itself_agrees(line: str, breaks: bool) -> None:
    """Run by Bash, what is told ends with status 141 or takes the wrong branch, and the rest ends well."""
    text = f"{STRICT}{line.replace('then echo found; fi', 'then exit 0; else exit 141; fi')}\n"
    ran = subprocess.run(["bash", "-c", text], capture_output=True, timeout=30, check=False)
    assert ran.returncode == (141 if breaks else 0), ran.stderr


async def test_the_message_says_what_to_do() -> None:
    """It names the reader, the writer and the status, and two ways out."""
    [told] = await BrokenPipes().check(Script(text=f"{STRICT}journalctl -b | head -n 1\n"))
    assert told.severity is Severity.WARNING
    for part in ("`head -n`", "`journalctl`", "141", "|| true"):
        assert part in told.message
