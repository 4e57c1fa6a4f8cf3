"""A trial: one script in every scenario of a case, each in a new box, and what held afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..core.effects import Change, Execution
from ..core.fixtures import laying_program
from ..core.types import Script, Target
from ..errors import BadInput, SandboxUnavailable
from ..ports import Box, BoxLimits, BoxSpec, Sandbox
from .model import Case, CaseScenario, Grade, Grader, Label, Seen
from .places import FOLDER, SUITES, SYSTEM

ENDS = "it ends within its limits"
ENDED_CALLER = "it does not end the shell that calls it"
INTACT = "it leaves the system's programs and the working folder in place"

_PROGRAMS = tuple(f"{at}/" for at in ("/bin", "/lib", "/lib32", "/lib64", "/sbin", f"{FOLDER}/bin")) + tuple(
    f"/usr/{part}/" for part in ("bin", "lib", "lib32", "lib64", "libexec", "sbin")
)
_LOADER = ("/etc/ld.so.preload", "/etc/ld.so.cache")

IN_SCENARIOS: frozenset[Target] = frozenset(("bash",))
"""The targets whose scripts a scenario can call."""


def by_target(graders: Mapping[Target, Grader]) -> Grader:
    """One grader of scenarios for the scripts of every target: that of the case."""

    async def graded(case: Case, script: Script) -> Grade:
        chosen = graders.get(case.target)
        if chosen is None:
            return Grade(label=0, problem=f"{case.key}: nothing here can run what it asks for")
        return await chosen(case, script)

    return graded


def grader(*, scenarios: Grader, expectations: Grader | None = None, golds: Grader | None = None) -> Grader:
    """One grader for every case: by its scenarios, else by its expectations, else against its golds.

    What a case cannot be graded with, because it has a problem of its own or no grader for it was given, is the
    problem of the grade.
    """

    async def graded(case: Case, script: Script) -> Grade:
        if case.problem:
            return Grade(label=0, problem=case.problem)
        chosen = scenarios if case.scenarios else expectations if case.expectations else golds
        if chosen is None:
            return Grade(label=0, problem=f"{case.key} is not judged by scenarios, and nothing else can judge it here")
        return await chosen(case, script)

    return graded


def grade(sandbox: Sandbox, limits: BoxLimits) -> Grader:
    """The grader of cases with scenarios; `limits` bind the calls of a scenario together, and its test.

    A script that reaches a limit, ends its caller or breaks the programs that a test needs has failed; its test is not
    run. The grader raises `SandboxUnavailable` when a box cannot be opened.
    """

    async def graded(case: Case, script: Script) -> Grade:
        if script.target not in IN_SCENARIOS:
            return Grade(label=0, problem=f"{script.target} cannot be run in a scenario")
        trials = list[_Trial]()
        for scenario in case.scenarios:
            trials.append(await _try(sandbox, limits, case, script, scenario))
            if trials[-1].problem:
                break
        problem = next((each.problem for each in trials if each.problem), "")
        return Grade(
            label=0 if problem else label_of([each.seen for each in trials]),
            seen=tuple(seen for each in trials for seen in each.seen),
            seconds=sum(each.seconds for each in trials),
            problem=problem,
            output=trials[0].output if trials else "",
        )

    return graded


def label_of(scenarios: Sequence[Sequence[Seen]]) -> Label:
    """2 when every promise of every scenario held, 1 when those of the first did, 0 otherwise."""
    held = [all(seen.held for seen in each) for each in scenarios]
    return 2 if held and all(held) else 1 if held and held[0] else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """One script in one scenario."""

    seen: tuple[Seen, ...] = ()
    seconds: float = 0.0
    output: str = ""
    problem: str = ""


async def _try(sandbox: Sandbox, limits: BoxLimits, case: Case, script: Script, scenario: CaseScenario) -> _Trial:
    try:
        async with sandbox.open(_spec(limits, case, script, scenario)) as box:
            try:
                return await _in_box(box, case, scenario)
            except SandboxUnavailable as error:
                return _Trial(problem=f"{scenario.name}: {error}")
    except BadInput as error:
        return _Trial(problem=f"{scenario.name}: {error}")


def _spec(limits: BoxLimits, case: Case, script: Script, scenario: CaseScenario) -> BoxSpec:
    files = {each.path: each.content for each in case.fixture if each.kind == "file"}
    own = {"script.sh": _bytes(script.text), "seen/stdin": _bytes(scenario.stdin), "calls": b""}
    return BoxSpec(
        files={**files, **{f"{FOLDER}/{name}": content for name, content in own.items()}},
        empty=("/work", FOLDER, str(SUITES)),  # what the host has there is not the case's
        workdir=FOLDER if case.workdir == "/" else case.workdir,
        environ={"PATH": f"{FOLDER}/bin:{SYSTEM}", "LC_ALL": "C.UTF-8", "BENCH_CALLS": f"{FOLDER}/calls"},
        limits=limits,
    )


async def _in_box(box: Box, case: Case, scenario: CaseScenario) -> _Trial:
    nonce = secrets.token_hex(16)
    needs, laying = " ".join(case.needs), laying_program(case.fixture)
    told = [nonce, case.workdir, str(scenario.user), needs, laying, scenario.prepare]
    for call in scenario.runs:
        told += [str(len(call)), *call]
    ran = await box.execute(["bash", "-c", _program("calls.sh"), "scenario"], stdin=_fields(told))
    records = [(name, text) for name, text in _records(ran.stdout, nonce, 3)]
    found = dict(records)
    if "began" not in found:
        said = found.get("problem", "")
        why = said if said and not ran.limits else f"it could not be prepared: {ending(ran)}"
        return _Trial(problem=f"{scenario.name}: {why}")
    statuses = [text for name, text in records if name == "status"]
    output = found.get("output", "")
    fault = broken(ran, complete="output" in found, case=case)
    if fault:
        seen = Seen(scenario=scenario.name, promise=fault[0], held=False, purpose=scenario.purpose, detail=fault[1])
        return _Trial(seen=(seen,), seconds=ran.seconds, output=output)
    tested = await _test(box, case, scenario, statuses)
    return _Trial(seen=tested.seen, seconds=ran.seconds, output=output, problem=tested.problem)


async def _test(box: Box, case: Case, scenario: CaseScenario, statuses: Sequence[str]) -> _Trial:
    """What the test says, by records that only it could write."""
    nonce = secrets.token_hex(16)
    fields = _fields([nonce, case.workdir, scenario.test, *statuses])
    ran = await box.execute(["bash", "-c", _program("harness.sh"), "test"], stdin=fields)
    records = _records(ran.stdout, nonce, 4)
    if not records or records[-1][0] != "finish":
        return _Trial(problem=f"{scenario.name}: its test did not finish: {ending(ran)}")
    seen = tuple(
        Seen(scenario=scenario.name, promise=promise, held=result == "held", purpose=scenario.purpose, detail=detail)
        for result, promise, detail in records[:-1]
    )
    return _Trial(seen=seen, problem="" if seen else f"{scenario.name}: its test checks nothing")


def broken(ran: Execution, *, complete: bool, case: Case) -> tuple[str, str] | None:
    """The promise of every script that this one broke, so that a test would tell nothing, and how."""
    if ran.limits:
        return ENDS, ending(ran)
    if not complete:
        return ENDED_CALLER, ending(ran)
    laid = {each.path for each in case.fixture}
    damaged = [f"{change.path} is {change.kind}" for change in ran.changes if _damages(change, laid, case.workdir)]
    if damaged:
        more = f", and {len(damaged) - 3} more" if len(damaged) > 3 else ""
        return INTACT, ", ".join(damaged[:3]) + more
    return None


def _damages(change: Change, laid: set[str], workdir: str) -> bool:
    """Whether a change would let a script decide what a test sees, or leaves the test nowhere to run."""
    if change.path == workdir:
        return change.after is None or change.after.kind != "directory"
    if change.path in _LOADER or change.path in (FOLDER, "/usr", "/etc"):
        return change.kind in ("created", "modified", "deleted")
    if not change.path.startswith(_PROGRAMS) or "/__pycache__" in change.path:
        return False
    return not (change.kind == "metadata" and change.path in laid)


def ending(ran: Execution) -> str:
    """How a command ended, in a few words."""
    if ran.limits:
        return f"it was stopped at its limit of {', '.join(ran.limits)}"
    said = ran.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"it ended with status {ran.exit}" + (f": {said[-1].strip()[:200]}" if said else "")


def _records(stdout: bytes, nonce: str, size: int) -> list[tuple[str, ...]]:
    """The records of `size` fields that begin with `nonce`, without it; all else is not from us."""
    fields = stdout.split(b"\0")[:-1]
    mark, at, found = nonce.encode(), 0, list[tuple[str, ...]]()
    while at + size <= len(fields):
        if fields[at].endswith(mark):  # behind it, in one field, stands what somebody else wrote
            found.append(tuple(field.decode("utf-8", "replace") for field in fields[at + 1 : at + size]))
            at += size
        else:
            at += 1
    return found


def _fields(texts: Sequence[str]) -> bytes:
    """Texts as fields that end with NUL; what no file or argument can hold, a NUL within one, is left out."""
    return b"".join(_bytes(text.replace("\0", "")) + b"\0" for text in texts)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@cache
def _program(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
