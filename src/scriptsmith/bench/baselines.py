"""Baselines: what an empty script and the references get, through the same `forge`, with no model asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..core.types import Action, Entry, Evidence, Finding, Match, Script
from ..errors import NotFound
from ..pipeline import Kit
from ..ports import Checker, Drafting
from .plan import EMPTY, SampleTask, Setup, System, gold_of
from .run import KitOf


class NoCatalogue:
    """A `Catalogue` without entries: every action is drafted, so that drafts are measured."""

    async def nearest(self, action: Action, /, *, limit: int) -> Sequence[Match]:
        return ()

    async def entries(self) -> Sequence[Entry]:
        return ()

    async def faults(self) -> Mapping[str, str]:
        return {}

    async def get(self, id: str, version: int | None = None, /) -> Entry:
        raise NotFound(f"there is no entry {id}")

    async def publish(self, entry: Entry, /) -> Entry:
        raise NotFound("nothing is published from the bench")

    async def retire(self, id: str, /) -> Entry:
        raise NotFound(f"there is no entry {id}")

    async def record(self, id: str, evidence: Evidence, /) -> None:
        raise NotFound(f"there is no entry {id}")


class _Once:
    """A `Checker` that looks at equal scripts once: a baseline has the same ones again and again."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._seen: dict[str, Sequence[Finding]] = {}

    @property
    def name(self) -> str:
        return self._checker.name

    async def check(self, script: Script, /) -> Sequence[Finding]:
        if script.digest not in self._seen:
            self._seen[script.digest] = await self._checker.check(script)
        return self._seen[script.digest]


def baseline_kit(system: System, setup: Setup, samples: int, kit: Kit) -> KitOf:
    """The kits of a baseline with the language and checkers of `kit`: its draft is the empty script, or a reference of
    the case, and no model is asked."""
    parse, others = _Once(kit.syntax), [_Once(each) for each in kit.checkers]

    def made(task: SampleTask) -> Kit:
        script = (
            gold_of(task.case, task.sample, samples) if system == "gold" else replace(EMPTY, target=task.case.target)
        )

        async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
            return Drafting(script=script)

        return Kit(
            catalogue=NoCatalogue(),
            language=kit.language,
            syntax=parse,
            checkers=others,
            draft=draft,
            policy=setup.policy,
        )

    return made
