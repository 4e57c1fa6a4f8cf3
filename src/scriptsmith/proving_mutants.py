"""The mutation gate: which small faults in an entry's script its tests would let pass."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from .core.evidence_grade import real_digest
from .core.proof import proof_digest
from .core.types import Entry, Script
from .mutants import SHARES, ScriptMutant, equivalents

Killed = Callable[[Entry], Awaitable[bool]]
"""Whether the tests of an entry, run on the script that it holds now, notice that something is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationResult:
    """How the tests of one entry did: `survived` are the faults that they let pass, `spared` those named as none.

    `asked` are the tests that were asked, and `unfit` those that do not even pass the unchanged script here: what they
    say of a mutant counts for nothing.
    """

    entry: str
    killed: int
    survived: tuple[ScriptMutant, ...]
    spared: tuple[str, ...]
    needed: float
    asked: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The share of mutants that were killed, in [0, 1]; 1 where there are none."""
        return share(self.killed, len(self.survived))

    @property
    def passed(self) -> bool:
        """Whether that is enough for the risk of the entry."""
        return self.share >= self.needed


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationRecord:
    """What the gate showed of the texts that `digest` is of; `survived` are keys of mutants, `tests` who was asked."""

    entry: str
    digest: str
    made: int
    killed: int
    survived: tuple[str, ...]
    equivalent: int
    tests: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of mutants that were killed, in [0, 1]; 1 where there are none."""
        return share(self.killed, len(self.survived))


def share(killed: int, survived: int) -> float:
    """The share of mutants that were killed, in [0, 1]; 1 where there are none."""
    return killed / (killed + survived) if killed + survived else 1.0


def gate_digest(entry: Entry, made: Collection[ScriptMutant], harness: str, fixtures: Mapping[str, str]) -> str:
    """SHA-256 over all that decides the gate: the script, both tests, the test library and fixtures, the mutants."""
    parts = (proof_digest(entry, harness), real_digest(entry, harness, fixtures), *(each.key for each in made))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def record_of(name: str, gate: MutationResult, digest: str) -> MutationRecord:
    """What is kept of `gate` under `name`, reached with the texts that `digest` is of."""
    return MutationRecord(
        entry=name,
        digest=digest,
        made=gate.killed + len(gate.survived) + len(gate.spared),
        killed=gate.killed,
        survived=tuple(each.key for each in gate.survived),
        equivalent=len(gate.spared),
        tests=gate.asked,
    )


def to_ask(record: MutationRecord | None, digest: str, tests: Collection[str], needed: float) -> tuple[str, ...]:
    """Those of `tests` that are to be asked about an entry: all, unless `record` is of `digest`, its present texts.

    Then none when it passed, and otherwise those that were not asked yet, about the mutants that survived.
    """
    if record is None or record.digest != digest:
        return tuple(tests)
    return () if record.share >= needed else tuple(name for name in tests if name not in record.tests)


async def through_gate(
    entry: Entry,
    tests: Mapping[str, Killed],
    *,
    made: Sequence[ScriptMutant],
    killed: Collection[str] = (),
    at_once: int = 2,
) -> MutationResult:
    """Run `tests`, the cheap ones first, on each of the mutants `made` of `entry` until one notices.

    A test is asked about the unchanged script before it is asked about the first mutant, and is left out when it
    does not pass. Mutants whose keys are in `killed` were noticed before and are not tried again.
    """
    named = equivalents(f"{entry.test}\n{entry.real}")
    tried = [each for each in made if each.key not in named]
    waiting = iter([each for each in tried if each.key not in killed])
    survived, fit = list[ScriptMutant](), dict[str, bool]()
    turn = asyncio.Lock()

    async def notices(name: str, changed: Entry) -> bool:
        async with turn:
            if name not in fit:
                fit[name] = not await tests[name](entry)
        return fit[name] and await tests[name](changed)

    async def work() -> None:
        for mutant in waiting:
            changed = replace(entry, script=Script(text=mutant.text, target=entry.script.target))
            for name in tests:
                if await notices(name, changed):
                    break
            else:
                survived.append(mutant)

    await asyncio.gather(*(work() for _ in range(at_once)))
    keys = {each.key for each in made}
    return MutationResult(
        entry=entry.id,
        killed=len(tried) - len(survived),
        survived=tuple(sorted(survived, key=lambda each: (each.line, each.key))),
        spared=tuple(key for key in named if key in keys),
        needed=SHARES[entry.risk],
        asked=tuple(name for name, passes in fit.items() if passes),
        unfit=tuple(name for name, passes in fit.items() if not passes),
    )
