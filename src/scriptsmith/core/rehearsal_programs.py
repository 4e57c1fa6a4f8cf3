"""The programs that play a situation in a box, and reading what they say.

A test counts only when it says that it ran: the assertions end with a word that the script under test cannot know.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from typing import Any

from .scenario import ANY_FAILURE, FOLDER, Scenario, Situation, Stub
from .verdicts import objects

NOT_STARTED = 125
"""How a run ends when what should run beside the script cannot be started."""


def stub_program(stub: Stub) -> str:
    """The stub as a program that first notes how it was called, one line for each call."""
    noted = f'printf "%s\\n" "${{0##*/}}${{*:+ $*}}" >>{FOLDER}/calls\n'
    body = re.sub(r"\A#!.*\n?", "", stub.script)
    return f"#!/bin/bash\n{noted}{body.rstrip()}\n"


def prepare_program(situation: Situation) -> str:
    """A program that gives the laid files their ages; run before the script."""
    lines = [
        f"touch -d @$(( $(date +%s) - {int(each.age_days * 86400)} )) -- {shlex.quote(each.path)}"
        for each in situation.files
        if each.age_days
    ]
    return "\n".join(["set -e", *lines, "true\n"])


def run_program() -> str:
    """A program that starts what runs beside the script, runs the script with its own arguments, and notes what still
    runs when it has ended; its name is the rehearsal's folder."""
    return f"""\
if ! timeout 10 bash "$0/running.sh" </dev/null >/dev/null 2>"$0/running.err"; then
  cat "$0/running.err" >&2
  exit {NOT_STARTED}
fi
bash "$0/script.sh" "$@"
status=$?
for each in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <"$each"; echo; done 2>/dev/null >"$0/processes"
exit "$status"
"""


def wrong_program(scenario: Scenario) -> str:
    """A script that is wrong for any action: it ends as the ordinary situation expects, and takes away every file."""
    paths = {each.path: None for situation in scenario.situations for each in situation.files}
    status = 1 if scenario.status == ANY_FAILURE else scenario.status
    gone = "".join(f"rm -f -- {shlex.quote(path)}\n" for path in paths)
    return f"#!/bin/bash\n{gone}exit {status}\n"


def assertion_program(situation: Situation, nonce: str) -> str:
    """A program that runs every assertion by itself and says at the end that it ran.

    Each line it writes begins with `nonce`, which the script cannot know: `NONCE INDEX STATUS`, then `NONCE done`.
    """
    lines = [
        f"export STATUS=$(cat {FOLDER}/status) STDOUT={FOLDER}/stdout STDERR={FOLDER}/stderr CALLS={FOLDER}/calls"
        f" PROCESSES={FOLDER}/processes",
    ]
    for index, assertion in enumerate(situation.assertions):
        test = shlex.quote(assertion.test)
        lines.append(f"if bash -n -c {test} 2>/dev/null; then timeout 10 bash -c {test} >/dev/null 2>&1 </dev/null")
        lines.append("else (exit 126); fi")
        lines.append(f'printf "%s {index} %d\\n" {nonce} "$?"')
    lines.append(f'printf "%s done\\n" {nonce}\n')
    return "\n".join(lines)


def read_assertions(output: str, situation: Situation, nonce: str) -> tuple[int, ...] | None:
    """The exit status of each assertion, or None when the program did not run to its end."""
    lines = [line.removeprefix(f"{nonce} ") for line in output.splitlines() if line.startswith(f"{nonce} ")]
    if len(lines) != len(situation.assertions) + 1 or lines[-1] != "done":
        return None
    statuses: list[int] = []
    for number, line in enumerate(lines[:-1]):
        match = re.fullmatch(r"(\d+) (\d+)", line)
        if match is None or int(match[1]) != number:
            return None
        statuses.append(int(match[2]))
    return tuple(statuses)


def read_arguments(text: str) -> tuple[str, ...]:
    """The arguments in a model's answer; none when it holds no list of texts."""
    found, _, _ = objects(text, "arguments")
    value = found[-1]["arguments"] if found else []
    if not isinstance(value, list) or len(value) > 40:
        return ()
    if not all(isinstance(each, str) and len(each) <= 4000 and "\0" not in each for each in value):
        return ()
    return tuple(value)


ARGUMENTS_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"arguments": {"type": "array", "items": {"type": "string"}}},
    "required": ["arguments"],
    "additionalProperties": False,
}
