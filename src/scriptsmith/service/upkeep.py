"""Upkeep of the catalogue: tests that passed long ago are run again, a few at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from ..core.proof import is_stale, last_test, proof_digest
from ..core.types import Entry, Evidence
from ..errors import SandboxUnavailable
from ..ports import Catalogue
from ..proving import record_all

MOST = 10
"""How many tests one round runs: the rest waits for the next one."""


async def renew(
    catalogue: Catalogue,
    harness: str,
    prove: Callable[[Entry, str], Awaitable[Evidence]],
    *,
    able: Callable[[Entry], bool] = lambda entry: True,
    days: int,
    say: Callable[[str], None],
    now: datetime | None = None,
) -> int:
    """Run the tests that have not passed within `days`, the oldest first, and record what they show; returns how many.

    `prove` proves an entry at a time that it is given. Left alone are entries without a test, retired ones and those
    that are not `able` to run here. Without a box nothing is run, and `say` is told why.
    """
    now = now or datetime.now(UTC)
    old = timedelta(days=days)
    stale = [
        entry
        for entry in await catalogue.entries()
        if entry.test
        and entry.status == "verified"
        and able(entry)
        and is_stale(entry, proof_digest(entry, harness), now, old)
    ]
    stale.sort(key=_last)
    done = 0

    def heard(entry: Entry, evidence: Evidence) -> None:
        nonlocal done
        done += 1
        say(f"entry {entry.id}: its test {evidence.result}: {evidence.detail}")

    try:
        await record_all(stale[:MOST], prove, catalogue, jobs=1, heard=heard)
    except SandboxUnavailable as error:
        say(f"{len(stale)} entries are stale, and their tests cannot run here: {error}")
    return done


def _last(entry: Entry) -> str:
    last = last_test(entry)
    return last.at if last else ""
