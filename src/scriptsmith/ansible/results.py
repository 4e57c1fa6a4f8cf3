"""Reads what `ansible-playbook` prints of a run: what became of each task, and which plays met no host.

ansible-core ships no callback that prints for programs, and one of ours would be a part of a GPL program; the lines
that people read are stable, and an own test runs the real program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["ok", "changed", "skipped", "failed", "unreachable", "ignored", "rescued"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """What became of one task on one host, or of one item of its loop.

    `message` says why it failed, `assertion` which condition of an `assert` did not hold.
    """

    task: str
    host: str
    status: Status
    item: str = ""
    message: str = ""
    assertion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaybookRun:
    """One run. `unmatched` are the plays for which no host was found: Ansible ends with status 0 all the same."""

    exit: int
    tasks: tuple[TaskResult, ...] = ()
    unmatched: tuple[str, ...] = ()
    hosts: int = 0

    def count(self, status: Status) -> int:
        """How many results have that status."""
        return sum(1 for each in self.tasks if each.status == status)

    @property
    def failures(self) -> tuple[TaskResult, ...]:
        """What failed and was neither ignored nor rescued."""
        return tuple(each for each in self.tasks if each.status in ("failed", "unreachable"))


_HEAD = re.compile(r"\A(PLAY|TASK|RUNNING HANDLER) \[(.*)\] \*+\s*\Z|\A(PLAY) \*+\s*\Z|\A(PLAY RECAP) \*+\s*\Z")
_RESULT = re.compile(
    r"\A(ok|changed|skipping|failed|fatal|unreachable|rescued|ignored): \[([^\]]*)\]"
    r"(?: -> [^:]*\])?:?(?: \(item=(.*?)\))?(?: => ?(.*)|: (?:FAILED|UNREACHABLE)! => ?(.*)| ?(.*))\Z"
)
_RECAP = re.compile(
    r"\A(\S+)\s+: ok=(\d+)\s+changed=(\d+)\s+unreachable=(\d+)\s+failed=(\d+)\s+skipped=(\d+)\s+"
    r"rescued=(\d+)\s+ignored=(\d+)"
)
_STATUS: dict[str, Status] = {
    "ok": "ok",
    "changed": "changed",
    "skipping": "skipped",
    "failed": "failed",
    "fatal": "failed",
    "unreachable": "unreachable",
    "rescued": "rescued",
    "ignored": "ignored",
}


def read_run(exit: int, text: str) -> PlaybookRun:
    """The run that an output tells of."""
    results: list[TaskResult] = []
    unmatched: list[str] = []
    play = task = ""
    hosts = rescued = 0
    for line in _lines(text):
        if head := _HEAD.match(line):
            if head[1] == "PLAY" or head[3]:
                play = head[2] or "a play without a name"
            elif head[1]:
                task = head[2]
        elif line.strip() == "skipping: no hosts matched":
            unmatched.append(play)
        elif line.strip() == "...ignoring" and results and results[-1].status == "failed":
            results[-1] = _with(results[-1], "ignored")
        elif found := _RESULT.match(line):
            results.append(_result(task, found))
        elif recap := _RECAP.match(line):
            hosts += 1
            rescued += int(recap[7])
    return PlaybookRun(exit=exit, tasks=tuple(_settled(results, rescued)), unmatched=tuple(unmatched), hosts=hosts)


def _lines(text: str) -> Iterator[str]:
    """The lines, with an object that is laid out over several of them, as `assert` does, on that of its result."""
    held: list[str] = []
    for line in text.splitlines():
        if held or line.endswith("=> {"):
            held.append(line)
        if not held:
            yield line
        elif line == "}":
            yield " ".join(held)
            held = []
    yield from held


def _settled(results: list[TaskResult], rescued: int) -> Iterator[TaskResult]:
    """The results with those failures that a block rescued told apart: the first ones, by the recap's count."""
    for each in results:
        if each.status == "failed" and rescued and not each.item:
            rescued -= 1
            yield _with(each, "rescued")
        else:
            yield each


def _result(task: str, found: re.Match[str]) -> TaskResult:
    word, told = found[1], found[4] or found[5] or found[6] or ""
    status = _STATUS[word]
    if "UNREACHABLE!" in found[0]:
        status = "unreachable"
    item = found[3] or ""
    if not item and (at := re.match(r"\(item=(.*?)\)(?: => ?(.*))?\Z", told)):
        item, told = at[1], at[2] or ""
    about = _about(told) if status in ("failed", "unreachable") else None
    return TaskResult(
        task=task,
        host=found[2],
        status=status,
        item=item,
        message="" if about is None else _message(told, about),
        assertion="" if about is None else str(about.get("assertion", "")),
    )


def _about(told: str) -> dict[str, object]:
    """The object that a result is told with; empty where there is none."""
    start = told.find("{")
    try:
        about = json.loads(told[start:]) if start >= 0 else {}
    except ValueError:
        return {}
    return about if isinstance(about, dict) else {}


def _message(told: str, about: Mapping[str, object]) -> str:
    parts = [str(about[key]) for key in ("msg", "stderr", "module_stderr") if about.get(key)]
    return " ".join(": ".join(dict.fromkeys(parts)).split())[:500] or told[:500]


def _with(result: TaskResult, status: Status) -> TaskResult:
    return replace(result, status=status)
