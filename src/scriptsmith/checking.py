"""Runs several checkers on one script at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from .core.types import Finding, Script
from .ports import Checker


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


async def _findings(checker: Checker, script: Script) -> tuple[Finding, ...]:
    return tuple(await checker.check(script))
