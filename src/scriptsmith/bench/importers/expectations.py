"""Expectations: declarative checks of what a script left and printed, as bashkit writes them, and their grader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...core.effects import Execution
from ...core.fixtures import laying_program
from ...core.types import Script
from ...errors import BadInput, SandboxUnavailable
from ...ports import Box, BoxLimits, BoxSpec, Sandbox
from ...trying import SCRIPT
from ..model import Case, Grade, Grader, Seen

Kind: TypeAlias = Literal[
    "exit_code", "stdout_contains", "stdout_regex", "stderr_empty",
    "file_exists", "dir_exists", "file_contains", "file_line_regex",
]  # fmt: skip
_KINDS: Mapping[str, Kind] = {
    kind: kind for kind in (
        "exit_code", "stdout_contains", "stdout_regex", "stderr_empty",
        "file_exists", "dir_exists", "file_contains", "file_line_regex",
    )
}  # fmt: skip
_LOOKERS = re.compile(r"(/usr)?/(bin(/(stat|head))?|lib(32|64|x32)?(/.*)?)|/usr|/etc/ld\.so\..*", re.DOTALL)
"""What the programs are made of that look at what a script left: where it changes them, nothing can be seen."""
_LARGEST = 1 << 20
_SHOWN = 2000


class NotACheck(ValueError):
    """A text is no check; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One check. `path` is what it looks at in the tree, `value` the text or expression wanted."""

    text: str
    kind: Kind
    path: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathAfterRun:
    """What lies at a path after a run: its kind as `stat` calls it, empty for nothing, and its first MiB."""

    kind: str = ""
    content: bytes = b""


def read_expectation(text: str) -> Expectation:
    """The check that `text` says (`kind:value`, `kind:/path:value`); raises `NotACheck`."""
    name, _, rest = text.partition(":")
    kind = _KINDS.get(name)
    if kind is None:
        raise NotACheck(f"{name!r} is no check that is known")
    path, value = "", rest
    if kind in ("file_exists", "dir_exists"):
        path, value = rest, ""
    elif kind in ("file_contains", "file_line_regex"):
        path, _, value = rest.partition(":")
    if kind.startswith(("file_", "dir_")) and (not path.startswith("/") or "\0" in path):
        raise NotACheck(f"{text!r} names no absolute path")
    if kind not in ("file_exists", "dir_exists", "stderr_empty") and not value:
        raise NotACheck(f"{text!r} says nothing to look for")
    if kind == "exit_code" and not re.fullmatch(r"\d{1,3}", value):
        raise NotACheck(f"{text!r} names no exit code")
    if kind.endswith("regex"):
        try:
            re.compile(value)
        except re.error as error:
            raise NotACheck(f"{text!r} holds no regular expression: {error}") from None
    return Expectation(text=text, kind=kind, path=path, value=value)


def holds(check: Expectation, ran: Execution, tree: Mapping[str, PathAfterRun]) -> bool:
    """Whether `check` holds for what a script printed and for what it left at the paths in `tree`."""
    printed = ran.stdout.decode("utf-8", "replace")
    left = tree.get(check.path, PathAfterRun())
    content = left.content.decode("utf-8", "replace")
    match check.kind:
        case "exit_code":
            return ran.exit == int(check.value)
        case "stdout_contains":
            return check.value in printed
        case "stdout_regex":
            return re.search(check.value, printed) is not None
        case "stderr_empty":
            return not ran.stderr
        case "file_exists":
            return bool(left.kind)
        case "dir_exists":
            return left.kind == "directory"
        case "file_contains":
            return left.kind.startswith("regular") and check.value in content
        case "file_line_regex":
            return left.kind.startswith("regular") and any(re.search(check.value, it) for it in content.split("\n"))


def judged(
    checks: Sequence[Expectation], ran: Execution, before: Mapping[str, PathAfterRun], after: Mapping[str, PathAfterRun]
) -> Grade:
    """The grade for one run. Checks that hold for a script that does nothing do not make it right in part.

    2 when all hold, 1 when one holds that did not hold before and would not for silence, else 0.
    """
    silence = Execution(exit=0)
    seen = tuple(Seen(scenario="run", promise=each.text, held=holds(each, ran, after)) for each in checks)
    telling = any(it.held and not holds(each, silence, before) for it, each in zip(seen, checks, strict=True))
    all_held = all(it.held for it in seen)
    return Grade(
        label=2 if all_held else 1 if telling else 0,
        seen=seen,
        seconds=ran.seconds,
        output=ran.stdout.decode("utf-8", "replace")[:_SHOWN],
    )


def expectation_grader(sandbox: Sandbox, limits: BoxLimits) -> Grader:
    """A grader that runs a script once in a new box over the case's tree, and then looks at its expectations.

    A script that changes the programs that look holds none of them. Its grade has a `problem` where there is no box, or
    a check that is not known.
    """

    async def grade(case: Case, script: Script) -> Grade:
        try:
            checks = [read_expectation(text) for text in case.expectations]
            if not checks or case.problem:
                return Grade(label=0, problem=case.problem or "the case has no expectations")
            paths = sorted({check.path for check in checks if check.path})
            spec = BoxSpec(workdir=case.workdir, limits=limits, files=_files(case))
            async with sandbox.open(spec) as box:
                await _lay(box, case)
                before = {path: await _look(box, path) for path in paths}
                await box.write(SCRIPT, script.text.encode("utf-8", "surrogatepass"), 0o755)
                ran = await box.execute(["bash", SCRIPT, *case.calls[0]])
                if any(_LOOKERS.fullmatch(it.path) and it.kind != "metadata" for it in ran.changes):
                    seen = tuple(
                        Seen(scenario="run", promise=it.text, held=False, detail="it changed the programs that look")
                        for it in checks
                    )
                    return Grade(label=0, seen=seen, seconds=ran.seconds)
                after = {path: await _look(box, path) for path in paths}
        except (NotACheck, BadInput, SandboxUnavailable) as error:
            return Grade(label=0, problem=str(error))
        return judged(checks, ran, before, after)

    return grade


def _files(case: Case) -> dict[str, bytes]:
    return {each.path: each.content for each in case.fixture if each.kind == "file"}


async def _lay(box: Box, case: Case) -> None:
    if program := laying_program(case.fixture):
        laid = await box.execute(["bash", "-s"], stdin=program.encode("utf-8", "surrogatepass"))
        if laid.exit:
            raise BadInput(
                f"the fixture could not be put into the box: {laid.stderr.decode('utf-8', 'replace').strip()[:300]}"
            )


async def _look(box: Box, path: str) -> PathAfterRun:
    """What lies at `path`, links followed. A fifo or device is only named: reading it might never end."""
    looked = await box.execute(["/usr/bin/stat", "-L", "-c", "%F", "--", path])
    kind = looked.stdout.decode("utf-8", "replace").strip()
    if looked.exit or not kind:
        return PathAfterRun()
    content = b""
    if kind.startswith("regular"):
        content = (await box.execute(["/usr/bin/head", "-c", str(_LARGEST), "--", path])).stdout
    return PathAfterRun(kind=kind, content=content)
