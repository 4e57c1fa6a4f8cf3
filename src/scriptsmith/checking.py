"""Runs several checkers on one script at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from .core.findings import found_in, together
from .core.policy import RiskPolicy, weighed
from .core.types import Finding, Script, Severity
from .errors import ToolMissing

if TYPE_CHECKING:
    from .core.effects import Danger
    from .core.types import Action
    from .language import Language
    from .ports import Checker


T = TypeVar("T")
Weigh: TypeAlias = Callable[[Script], Awaitable["Danger"]]
"""Says what a script would touch, from its text alone."""

LONG = 20_000
"""Characters from which on a script is analysed in a thread."""


async def analysed(work: Callable[[str], T], text: str) -> T:
    """What `work` makes of `text`; in a thread when it is long, so that other work goes on."""
    return work(text) if len(text) < LONG else await asyncio.to_thread(work, text)


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
    checkers: Sequence[Checker], script: Script, weighing: Weigh | None = None
) -> tuple[tuple[Finding, ...], Danger, dict[str, ToolMissing]]:
    """What the checkers and the danger analysis find, the whole of the latter, and which checkers failed and why.

    What is only notable is no finding: most scripts change something, that is what they are for.
    """
    (found, broken), danger = await check_each(checkers, script), await (weighing or weigh)(script)
    return found_in(found, danger), danger, broken


async def weigh(script: Script) -> Danger:
    """What the Bash `script` would touch, from its text alone; in a thread when it is long: other work goes on."""
    from .danger.analyse import analyse

    return await analysed(analyse, script.text)


async def doubts(action: Action, script: Script, language: Language) -> tuple[Finding, ...]:
    """What speaks against a script whatever assessors say: changes that nobody asked for, text that speaks to them."""
    from .prompt_injection import addressed
    from .unasked import unasked

    def found(_: str) -> tuple[Finding, ...]:
        return (*unasked(action, language.changes(script)), *addressed(action, language.spoken_line(script)))

    return await analysed(found, script.text)


async def why_blocked(script: Script, policy: RiskPolicy, weighing: Weigh = weigh) -> str:
    """Why `policy` blocks `script`, as its text is read now; empty when it does not."""
    danger = await weighing(script)
    for finding in weighed(danger, policy):
        if finding.severity is Severity.ERROR:
            return f"{danger.risk}, and policy blocks that: line {finding.line}: {finding.message} [{finding.code}]"
    return ""


async def _findings(checker: Checker, script: Script) -> tuple[Finding, ...]:
    return tuple(await checker.check(script))
