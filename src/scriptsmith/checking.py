"""Runs several checkers on one script at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from .core.policy import RiskPolicy, weighed
from .core.types import Finding, Script, Severity
from .errors import ToolMissing

if TYPE_CHECKING:
    from .core.effects import Danger
    from .ports import Checker


SYNTAX_ERROR, NOT_ANALYSED = "SS0001", "SS1000"

LONG = 20_000
"""Characters from which on a script is analysed in a thread."""


async def check_all(checkers: Iterable[Checker], script: Script) -> tuple[Finding, ...]:
    """What all `checkers` find, ordered by line, column and code.

    Raises `ToolMissing` when one of them cannot run; the others are stopped before it is raised.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_findings(checker, script)) for checker in checkers]
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    findings = (finding for task in tasks for finding in task.result())
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code, finding.checker)))


async def check_each(checkers: Sequence[Checker], script: Script) -> tuple[tuple[Finding, ...], dict[str, ToolMissing]]:
    """What those of `checkers` find that can run, ordered as by `check_all`, and by name why the others cannot."""
    found: list[Finding] = []
    failed: dict[str, ToolMissing] = {}
    answers = await asyncio.gather(*(_findings(checker, script) for checker in checkers), return_exceptions=True)
    for checker, answer in zip(checkers, answers, strict=True):
        if isinstance(answer, ToolMissing):
            failed[checker.name] = answer
        elif isinstance(answer, BaseException):
            raise answer
        else:
            found += answer
    return together(found, ()), failed


async def inspected(
    checkers: Sequence[Checker], script: Script, weighing: Callable[[Script], Awaitable[Danger]] | None = None
) -> tuple[tuple[Finding, ...], Danger, dict[str, ToolMissing]]:
    """What the checkers and the danger analysis find, the whole of the latter, and which checkers failed and why.

    What is only notable is no finding: most scripts change something, that is what they are for.
    """
    (found, broken), danger = await check_each(checkers, script), await (weighing or weigh)(script)
    worse = tuple(finding for finding in danger.findings if finding.severity is not Severity.INFO)
    return together(found, worse), danger, broken


async def weigh(script: Script) -> Danger:
    """What `script` would touch, from its text alone; in a thread when it is long, so that other work goes on."""
    from .danger.analyse import analyse

    if len(script.text) < LONG:
        return analyse(script.text)
    return await asyncio.to_thread(analyse, script.text)


async def why_blocked(script: Script, policy: RiskPolicy) -> str:
    """Why `policy` blocks `script`, as its text is read now; empty when it does not."""
    danger = await weigh(script)
    for finding in weighed(danger, policy):
        if finding.severity is Severity.ERROR:
            return f"{danger.risk}, and policy blocks that: line {finding.line}: {finding.message} [{finding.code}]"
    return ""


def together(found: Sequence[Finding], dangers: Sequence[Finding]) -> tuple[Finding, ...]:
    """Both, in the order of the text. Of what Bash cannot parse it is not said again that it cannot be analysed."""
    if any(finding.code == SYNTAX_ERROR for finding in found):
        dangers = [finding for finding in dangers if finding.code != NOT_ANALYSED]
    return tuple(sorted((*found, *dangers), key=lambda each: (each.line, each.column, each.code, each.checker)))


async def _findings(checker: Checker, script: Script) -> tuple[Finding, ...]:
    return tuple(await checker.check(script))
