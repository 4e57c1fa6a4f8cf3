"""The mutation gate: which small faults in an entry's script its tests would let pass."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from .core.types import Entry, Script
from .mutants import SHARES, ScriptMutant, equivalents, mutants

Killed = Callable[[Entry], Awaitable[bool]]
"""Whether the tests of an entry, run on the script that it holds now, notice that something is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationResult:
    """How the tests of one entry did: `survived` are the faults that they let pass, `spared` those named as none."""

    entry: str
    killed: int
    survived: tuple[ScriptMutant, ...]
    spared: tuple[str, ...]
    needed: float

    @property
    def share(self) -> float:
        """The share of mutants that were killed, in [0, 1]; 1 where there are none."""
        number = self.killed + len(self.survived)
        return self.killed / number if number else 1.0

    @property
    def passed(self) -> bool:
        """Whether that is enough for the risk of the entry."""
        return self.share >= self.needed


async def through_gate(entry: Entry, tests: Sequence[Killed], *, most: int = 0, at_once: int = 2) -> MutationResult:
    """Run `tests`, the cheap ones first, on each mutant of `entry` until one notices; `most` mutants when above 0."""
    named = equivalents(f"{entry.test}\n{entry.real}")
    made = mutants(entry, most)
    waiting = iter([each for each in made if each.key not in named])
    survived, killed = list[ScriptMutant](), 0

    async def work() -> None:
        nonlocal killed
        for mutant in waiting:
            changed = replace(entry, script=Script(text=mutant.text, target=entry.script.target))
            for test in tests:
                if await test(changed):
                    killed += 1
                    break
            else:
                survived.append(mutant)

    await asyncio.gather(*(work() for _ in range(at_once)))
    return MutationResult(
        entry=entry.id,
        killed=killed,
        survived=tuple(sorted(survived, key=lambda each: (each.line, each.key))),
        spared=tuple(key for key in named if key in {each.key for each in made}),
        needed=SHARES[entry.risk],
    )
