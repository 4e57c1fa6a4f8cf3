"""What the test of an entry is worth: what it must say, what its evidence speaks of, and when it is out of date."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from .types import Entry, Evidence

if TYPE_CHECKING:  # every command reads entries, and only verifying them reads the clock
    from datetime import datetime, timedelta

    from .effects import Execution

TEST = "test"
"""The kind of evidence that comes from running an entry's test, and from nowhere else."""

REAL = "real"
"""The kind of evidence that comes from running an entry against the real programs that it calls."""

CONTROLS = {"an empty script": "", "a script that only exits 0": "#!/usr/bin/env bash\nexit 0\n"}
"""What no test may pass, by name."""

_RAN = re.compile(rb"checks: ([1-9][0-9]{0,8}) passed, 0 failed")


def proof_digest(entry: Entry, harness: str) -> str:
    """SHA-256 over script, test and test library: whatever of them changes, it is another one."""
    parts = (entry.script.digest, entry.test, harness)
    each = [hashlib.sha256(part.encode("utf-8", "surrogatepass")).digest() for part in parts]
    return hashlib.sha256(b"".join(each)).hexdigest()


def checks(ran: Execution) -> int:
    """How many checks a test says have passed in its last line; 0 when it failed, was stopped or does not say."""
    lines = ran.stdout.rstrip(b"\n").split(b"\n")
    said = _RAN.fullmatch(lines[-1])
    return int(said[1]) if said and not ran.exit and not ran.limits and not ran.truncated else 0


def shortfall(ran: Execution) -> str:
    """Why `ran` is no pass, in a few words; empty when it is one."""
    if ran.limits:
        return f"it was stopped at its limit of {', '.join(ran.limits)}"
    if ran.exit:
        told = [line.strip()[:200] for line in ran.stderr.decode("utf-8", "replace").strip().splitlines()]
        told = [line for line in told if line.startswith("not ok: ")] or told  # a service may complain before
        return f"it ended with status {ran.exit}" + (f": {told[0]}" if told else "")
    if not checks(ran):
        return "it did not say that it ran: its last line is not `checks: N passed, 0 failed` with N above 0"
    return ""


def last_test(entry: Entry, kind: str = TEST) -> Evidence | None:
    """What the last run of the entry's test showed, of whatever text; of its real test where `kind` is `REAL`."""
    return next((evidence for evidence in reversed(entry.evidence) if evidence.kind == kind), None)


def is_stale(entry: Entry, digest: str, now: datetime, older_than: timedelta | None = None, kind: str = TEST) -> bool:
    """Whether the test should run again: it never did on what has `digest`, or failed, or that was long ago."""
    last = last_test(entry, kind)
    if last is None or last.digest != digest or last.result != "passed":
        return True
    try:
        return older_than is not None and now - now.fromisoformat(last.at) > older_than
    except (ValueError, TypeError):  # no time, or one without a zone
        return True


def without_records(entry: Entry) -> Entry:
    """`entry` as it was published: only what a catalogue recorded says that a test passes, never the entry itself."""
    kept = tuple(each for each in entry.evidence if each.kind not in (TEST, REAL) and not each.version)
    return entry if kept == entry.evidence else replace(entry, evidence=kept)


def with_records(entry: Entry, records: Iterable[Evidence]) -> Entry:
    """`entry` with the last of each kind of evidence that `records` have for its version, behind its own."""
    last = {evidence.kind: evidence for evidence in records if evidence.version == entry.version}
    own = without_records(entry)
    return replace(own, evidence=(*own.evidence, *last.values())) if last else own


def recorded(records: Iterable[Evidence], evidence: Evidence) -> tuple[Evidence, ...]:
    """`records` with `evidence` as the last, in place of what was of the same kind about the same text."""
    same = (evidence.kind, evidence.version, evidence.digest)
    return (*(each for each in records if (each.kind, each.version, each.digest) != same), evidence)
