"""Situations in which a playbook must stop, tried one by one in a box of their own.

The `test.sh` of an entry names them, each with a function that prepares it on top of what `before` left, and a part of
what the playbook then says:

    # refuses: FUNCTION: TEXT         it fails with TEXT before anything on the host has changed
    # fails: FUNCTION: TEXT           it fails with TEXT, possibly after changes, and does so in a second run too
    # given FUNCTION: NAME=VALUE      the value of a parameter in this situation
    # untried: PART because REASON    the conditions that hold PART cannot come to fail in a box

A test that names any situation has to show each condition of the playbook's `assert` and `fail` tasks fail at least
once: a condition that no situation shows could be dropped from the playbook, and no test would notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..ports import BoxSpec, Sandbox
from .playbook import Task, read_playbook
from .programs import AnsibleHome
from .results import read_run
from .state_test import StateTest
from .trying import played, prepared
from .yaml_nodes import Scalar, Sequence

_NAMED = re.compile(r"^# (refuses|fails): (\w+): (.+)$", re.MULTILINE)
_GIVEN = re.compile(r"^# given (\w+): (\w+)=(.*)$", re.MULTILINE)
_UNTRIED = re.compile(r"^# untried: (.+?) because (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What `function` of a test prepares; the playbook, with `values`, then stops and says `text`.

    `early` says that nothing has changed by then.
    """

    function: str
    text: str
    early: bool
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """How a playbook stopped: the `conditions` that were seen to fail, or `why` that was not as the test wants it."""

    conditions: frozenset[str] = frozenset()
    why: str = ""


def situations(test: str) -> tuple[Situation, ...]:
    """All that a test names, in its order."""
    given: dict[str, dict[str, str]] = {}
    for function, name, value in _GIVEN.findall(test):
        given.setdefault(function, {})[name] = value
    return tuple(
        Situation(function=function, text=text, early=kind == "refuses", values=given.get(function, {}))
        for kind, function, text in _NAMED.findall(test)
    )


def conditions(playbook: str) -> tuple[str, ...]:
    """Each condition of its `assert` tasks, and the name of each `fail` task, in the order of the text."""
    return tuple(dict.fromkeys(each for task in read_playbook(playbook).tasks() for each in _conditions(task)))


def _conditions(task: Task) -> Iterator[str]:
    if task.short == "fail":
        yield task.name
    if task.short == "assert":
        that = task.arguments.get("that")
        for each in that.items if isinstance(that, Sequence) else [that]:
            if isinstance(each, Scalar):
                yield _plain(each.text)


def unseen(playbook: str, test: str, seen: frozenset[str]) -> tuple[str, ...]:
    """The conditions that no situation showed, but for those that the test says cannot be tried."""
    parts = [part for part, _ in _UNTRIED.findall(test)]
    return tuple(each for each in conditions(playbook) if each not in seen and not any(part in each for part in parts))


async def try_situation(
    sandbox: Sandbox,
    playbook: str,
    home: AnsibleHome,
    *,
    spec: BoxSpec,
    groups: tuple[str, ...],
    test: StateTest,
    situation: Situation,
) -> Stop:
    """Run the playbook in a situation, twice where changes are allowed.

    Raises `SandboxUnavailable`, and `BadInput` when the box cannot be prepared.
    """
    seen: set[str] = set()
    async with prepared(sandbox, playbook, home, spec, groups, test=test, situation=situation.function) as box:
        for which in ("",) if situation.early else ("", "the second time "):
            ran = await played(box, home)
            run = read_run(ran.exit, ran.stdout.decode("utf-8", "replace"))
            stopped = [each for each in run.tasks if each.status in ("failed", "unreachable", "rescued")]
            seen.update(_plain(each.assertion) or each.task for each in stopped)
            said = " ".join(each.message for each in run.failures)
            if not run.failures:
                return Stop(why=f"{which}it does not stop (status {ran.exit})")
            if situation.text not in said:
                return Stop(why=f"{which}it stops with {said!r}, and not with {situation.text!r}")
            if situation.early and (changed := [each.path for each in ran.changes]):
                return Stop(why=f"it stops only after it has changed {', '.join(changed[:3])}")
    return Stop(conditions=frozenset(seen))


def _plain(condition: str) -> str:
    """A condition as one line with single spaces: YAML folds some of them."""
    return " ".join(condition.split())
