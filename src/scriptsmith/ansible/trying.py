"""Tries a playbook: twice in one box. The first run shows what it does, the second that it is done.

Check mode is no stand-in: a task that needs what an earlier one makes fails there and is right.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from ..core.effects import Change, Execution
from ..core.fixtures import Planted, laying_program
from ..core.types import Script
from ..errors import BadInput
from ..language import Trial, TrialVerdict
from ..ports import Box, BoxSpec, Sandbox
from .programs import FOLDER, SCRATCH, SETTINGS, AnsibleHome, environ
from .results import PlaybookRun, TaskResult, read_run
from .state_test import TEST_FOLDER, StateTest

INVENTORY = "/work/inventory.ini"
_OWN = (SCRATCH, "/root/.ansible", SETTINGS, INVENTORY, f"{FOLDER}/playbook.yml", TEST_FOLDER)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaybookTrial(Trial):
    """What two runs showed. `second` is missing where the first did not end well.

    The changes of an execution are those of the playbook alone: Ansible's own folders are left out.
    """

    first: PlaybookRun
    second: PlaybookRun | None


async def try_playbook(
    sandbox: Sandbox,
    script: Script,
    home: AnsibleHome,
    *,
    spec: BoxSpec,
    groups: Sequence[str] = (),
    fixture: Iterable[Planted] = (),
    test: StateTest | None = None,
) -> PlaybookTrial:
    """Run a playbook on the box itself, which is localhost and in each of `groups`; the host is the same afterwards.

    After both runs the state must be what `test` wants. Raises `SandboxUnavailable`, and `BadInput` when the fixture or
    the test cannot prepare the box.
    """
    async with prepared(sandbox, script.text, home, spec, groups, planted=tuple(fixture), test=test) as box:
        ran = await played(box, home)
        first = read_run(ran.exit, ran.stdout.decode("utf-8", "replace"))
        verdict, why = judged(first, ran)
        if verdict != "passed":
            return PlaybookTrial(verdict=verdict, why=why, first=first, second=None, executions=(ran,))
        if test and (fault := await test.after(box)):
            why = (f"its test after the first run: {fault}",)
            return PlaybookTrial(verdict="failed", why=why, first=first, second=None, executions=(ran,))
        again = await played(box, home)
        spoilt = await test.after(box) if test else ""
    second = read_run(again.exit, again.stdout.decode("utf-8", "replace"))
    verdict, why = repeated(second, again)
    if verdict == "passed" and spoilt:
        verdict, why = "failed", (f"its test after the second run: {spoilt}",)
    return PlaybookTrial(verdict=verdict, why=why, first=first, second=second, executions=(ran, again))


async def unnoticed(
    sandbox: Sandbox,
    script: Script | None,
    home: AnsibleHome,
    *,
    spec: BoxSpec,
    groups: Sequence[str],
    test: StateTest,
) -> bool:
    """Whether `test` finds the state that it wants although `script`, a control, ran once, or nothing where it is None.

    Raises as `try_playbook`.
    """
    async with prepared(sandbox, script.text if script else "", home, spec, groups, test=test) as box:
        if script and (await played(box, home)).exit:
            return False
        return not await test.after(box)


@asynccontextmanager
async def prepared(
    sandbox: Sandbox,
    playbook: str,
    home: AnsibleHome,
    spec: BoxSpec,
    groups: Sequence[str],
    *,
    planted: tuple[Planted, ...] = (),
    test: StateTest | None = None,
    situation: str = "",
) -> AsyncIterator[Box]:
    """A box with the playbook, its inventory, the fixture, and what the test needs, in `situation` if it names one."""
    files = {
        **{each.path: each.content for each in planted if each.kind == "file"},
        **(test.files() if test else {}),
        f"{FOLDER}/playbook.yml": playbook.encode("utf-8", "replace"),
        SETTINGS: b"[defaults]\n",
        INVENTORY: inventory(groups).encode(),
    }
    told = {**environ(home), "HOME": "/root", "PYTHONDONTWRITEBYTECODE": "1", **spec.environ}
    told |= test.environ(told["PATH"]) if test else {}
    async with sandbox.open(replace(spec, files={**spec.files, **files}, environ=told, workdir=FOLDER)) as box:
        if program := laying_program(planted):
            laid = await box.execute(["bash", "-s"], stdin=program.encode("utf-8", "surrogatepass"))
            if laid.exit:
                said = laid.stderr.decode("utf-8", "replace").strip()[:300]
                raise BadInput(f"the fixture could not be put into the box: {said}")
        if test:
            await test.before(box, situation)
        yield box


async def played(box: Box, home: AnsibleHome) -> Execution:
    """One run of the playbook in a box that was prepared; its changes are those of the playbook alone."""
    ran = await box.execute([home.program("ansible-playbook"), "-i", INVENTORY, "playbook.yml"])
    return replace(ran, changes=tuple(change for change in ran.changes if not _is_own(change)))


def _is_own(change: Change) -> bool:
    return any(change.path == own or change.path.startswith(f"{own}/") for own in _OWN) or (
        change.path in ("/root", FOLDER, "/work") and change.kind == "metadata"
    )


def inventory(groups: Sequence[str]) -> str:
    """The box as the only host, and as a member of the groups."""
    lines = ["localhost ansible_connection=local ansible_python_interpreter=auto_silent"]
    for group in groups:
        if not re.fullmatch(r"[A-Za-z_][\w-]*", group):
            raise BadInput(f"{group!r} is not the name of a group: letters, digits, _ and -")
        lines += [f"[{group}]", "localhost"]
    return "\n".join(lines) + "\n"


def judged(run: PlaybookRun, ran: Execution) -> tuple[TrialVerdict, tuple[str, ...]]:
    """What a first run is worth, and why."""
    if ran.limits:
        return "failed", (f"it met its limit of {', '.join(ran.limits)}",)
    if run.unmatched:
        names = ", ".join(run.unmatched)
        return "failed", (
            f"no host matched for {names}, so nothing was done there: the box is localhost, and in the groups that are "
            "named with --group",
        )
    failures = run.failures
    if failures:
        lacking = [(each, lack) for each in failures if (lack := lacks(each.message))]
        if len(lacking) == len(failures):
            return "not judged", tuple(f"{each.task}: {lack}" for each, lack in lacking)
        wrong = [each for each in failures if not lacks(each.message)]
        return "failed", tuple(f"{each.task}: {each.message or 'it failed'}" for each in wrong)
    if ran.exit:
        said = _error(ran)
        lack = lacks(said)
        return ("not judged", (lack,)) if lack else ("failed", (said or f"it ended with status {ran.exit}",))
    if not any(each.status != "skipped" for each in run.tasks):
        return "failed", ("no task ran: there is none, or every one was skipped",)
    return "passed", ()


def repeated(run: PlaybookRun, ran: Execution) -> tuple[TrialVerdict, tuple[str, ...]]:
    """What a second run says: the first left nothing to be done, or the playbook never ends."""
    verdict, why = judged(run, ran)
    if verdict != "passed":
        return verdict, tuple(f"in the second run: {each}" for each in why)
    again = [each for each in run.tasks if each.status == "changed"]
    if again:
        names = ", ".join(dict.fromkeys(f"{each.task!r}" for each in again))
        return "failed", (f"it is not idempotent: the second run changed something again in {names}",)
    return "passed", ()


_LACKS: Mapping[str, re.Pattern[str]] = {
    "it needs systemd, and a box has none": re.compile(
        r"not been booted with systemd|Failed to connect to bus|Could not find the requested service"
        r"|systemd is not running|Failed to (?:get|set) (?:properties|unit file state)"
        r"|Service is in unknown state|service_mgr",
        re.I,
    ),
    "it needs the network, and a box has none": re.compile(
        r"name resolution|Name or service not known|Network is unreachable|Could not resolve|No route to host"
        r"|urlopen error|Failed to (?:fetch|update apt cache)|Temporary failure|Unable to (?:connect|access)"
        r"|Failed to download|No package matching|Request failed: <|unable to resolve host",
        re.I,
    ),
    "it needs cron, and it is not installed here": re.compile(
        r"executable \"?crontab|crontab: (?:command )?not found", re.I
    ),
    "it needs a reboot, and a box cannot be started again": re.compile(r"would reboot the control node", re.I),
    "it needs a collection that is not installed here": re.compile(
        r"couldn't resolve module/action|could not find or load|collection \S+ (?:is )?not", re.I
    ),
    "it needs a program or a library that is not installed here": re.compile(
        r"Failed to find required executable|Failed to import the required Python library", re.I
    ),
}


def lacks(message: str) -> str:
    """What a box has not and a task needs, by what it said when it failed; empty when it just failed."""
    return next((why for why, pattern in _LACKS.items() if pattern.search(message)), "")


def _error(ran: Execution) -> str:
    text = ran.stderr.decode("utf-8", "replace")
    found = re.search(r"\[ERROR\]:?\s*(.+?)(?:\n\s*\n|\nOrigin:|\Z)", text, re.S)
    return " ".join(found[1].split())[:500] if found else ""


def told(result: TaskResult) -> str:
    """One line for a person."""
    item = f" ({result.item})" if result.item else ""
    why = f": {result.message}" if result.message else ""
    return f"{result.status:<11} {result.task}{item}{why}"
