"""Rehearsal: the programs that play a scenario in a box, and the opinion that follows from execution.

A test counts only when it says that it ran: the assertions end with a word that the script under test cannot know.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .effects import Change, Execution, Limit
from .scenario import FOLDER, Scenario, Stub
from .types import Opinion, Verdict
from .verdicts import objects

ASSESSOR = "rehearsal"
_LAME = (124, 126, 127)
"""Too slow, a syntax error, a missing program: the assertion says nothing about the script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """What running one script in a scenario showed. No opinion: `problem` says why.

    `passed` and `failed` are the sentences of the assertions; `output` is the beginning of what it printed.
    """

    opinion: Opinion | None
    problem: str = ""
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    exit: int | None = None
    seconds: float = 0.0
    output: str = ""
    limits: tuple[Limit, ...] = ()
    changes: tuple[Change, ...] = ()


def stub_program(stub: Stub) -> str:
    """The stub as a program that first notes how it was called, one line for each call."""
    noted = f'printf "%s\\n" "${{0##*/}}${{*:+ $*}}" >>{FOLDER}/calls\n'
    body = re.sub(r"\A#!.*\n?", "", stub.script)
    return f"#!/bin/bash\n{noted}{body.rstrip()}\n"


def prepare_program(scenario: Scenario) -> str:
    """A program that gives the laid files their ages; run before the script."""
    lines = [
        f"touch -d @$(( $(date +%s) - {int(each.age_days * 86400)} )) -- {shlex.quote(each.path)}"
        for each in scenario.files
        if each.age_days
    ]
    return "\n".join(["set -e", *lines, "true\n"])


def assertion_program(scenario: Scenario, nonce: str) -> str:
    """A program that runs every assertion by itself and says at the end that it ran.

    Each line it writes begins with `nonce`, which the script cannot know: `NONCE INDEX STATUS`, then `NONCE done`.
    """
    lines = [
        f"export STATUS=$(cat {FOLDER}/status) STDOUT={FOLDER}/stdout STDERR={FOLDER}/stderr CALLS={FOLDER}/calls",
    ]
    for index, assertion in enumerate(scenario.assertions):
        test = shlex.quote(assertion.test)
        lines.append(f"if bash -n -c {test} 2>/dev/null; then timeout 10 bash -c {test} >/dev/null 2>&1 </dev/null")
        lines.append("else (exit 126); fi")
        lines.append(f'printf "%s {index} %d\\n" {nonce} "$?"')
    lines.append(f'printf "%s done\\n" {nonce}\n')
    return "\n".join(lines)


def read_assertions(output: str, scenario: Scenario, nonce: str) -> tuple[int, ...] | None:
    """The exit status of each assertion, or None when the program did not run to its end."""
    lines = [line.removeprefix(f"{nonce} ") for line in output.splitlines() if line.startswith(f"{nonce} ")]
    if len(lines) != len(scenario.assertions) + 1 or lines[-1] != "done":
        return None
    statuses: list[int] = []
    for number, line in enumerate(lines[:-1]):
        match = re.fullmatch(r"(\d+) (\d+)", line)
        if match is None or int(match[1]) != number:
            return None
        statuses.append(int(match[2]))
    return tuple(statuses)


def broken(scenario: Scenario, statuses: Sequence[int] | None) -> str:
    """Why a scenario proves nothing, from its assertions after an empty script; empty when it does prove something."""
    if statuses is None:
        return "the assertions did not run to their end"
    lame = [each.says for each, status in zip(scenario.assertions, statuses, strict=True) if status in _LAME]
    if lame:
        return "these assertions cannot be run (a syntax error, a missing program, or too slow): " + "; ".join(lame)
    if not any(statuses):
        return "every assertion already holds when nothing is done, so none of them shows that the action was done"
    return ""


def conclude(scenario: Scenario, ran: Execution, statuses: Sequence[int] | None, arguments: Sequence[str]) -> Rehearsal:
    """What a rehearsal says: yes when every assertion holds, no when one does not, nothing when they did not run."""
    output = (ran.stdout + ran.stderr).decode("utf-8", "replace")[:4000]
    told = Rehearsal(
        opinion=None,
        arguments=tuple(arguments),
        exit=ran.exit,
        seconds=ran.seconds,
        output=output,
        limits=ran.limits,
        changes=tuple(change for change in ran.changes if not change.path.startswith(FOLDER + "/"))[:200],
    )
    if statuses is None:
        return replace(told, problem="the assertions did not run to their end")
    assert len(statuses) == len(scenario.assertions)
    passed = tuple(each.says for each, status in zip(scenario.assertions, statuses, strict=True) if not status)
    failed = tuple(each.says for each, status in zip(scenario.assertions, statuses, strict=True) if status)
    return _with(told, passed, failed)


def _with(told: Rehearsal, passed: tuple[str, ...], failed: tuple[str, ...]) -> Rehearsal:
    ended = f"it ended with status {told.exit}" + (f", at its limit of {', '.join(told.limits)}" if told.limits else "")
    everything = len(passed) + len(failed)
    if failed:
        verdict, said = Verdict.NO, f"of {everything} assertions these fail: {'; '.join(failed)}"
    elif told.exit or told.limits:
        verdict, said = Verdict.UNSURE, f"all {everything} assertions hold all the same"
    else:
        verdict, said = Verdict.YES, f"all {everything} assertions hold"
    reason = f"run in a sandbox, {ended}; {said}"
    opinion = Opinion(assessor=ASSESSOR, verdict=verdict, reason=reason[:1000])
    return replace(told, opinion=opinion, passed=passed, failed=failed)


def takes_arguments(script: str) -> bool:
    """Whether a script looks at its arguments at all, so that somebody has to choose them."""
    return bool(re.search(r"\$[1-9@*#]|\$\{[1-9@*#]|\bgetopts?\b|\bshift\b", script))


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
