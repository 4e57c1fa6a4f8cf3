"""How far an entry has been proven: with real programs, with stand-ins, or not at all."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .proof import REAL, TEST, proof_digest
from .types import Entry, Evidence

Grade: TypeAlias = Literal["real", "recorded", "stand-ins", "untested"]
"""*real*: run against the programs that it calls. *recorded*: with stand-ins that replay what the real program printed.
*stand-ins*: with programs that were written for the test. *untested*: nothing is known of the present text."""

BASE_PACKAGES = (
    "bsdextrautils",
    "curl",
    "iproute2",
    "jq",
    "lsof",
    "mount",
    "procps",
    "psmisc",
    "python3",
    "util-linux",
)
"""What every machine has, beside what its fixtures name."""

_USE = re.compile(r"(?:^|\|\||&&|;)[ \t]*use[ \t]+([a-z0-9-]+)", re.MULTILINE)
_RECORDED = re.compile(r"^[ \t]*recorded[ \t]+([A-Za-z0-9_.-]+)", re.MULTILINE)
_STUB = re.compile(r"^[ \t]*stub[ \t]+([A-Za-z0-9_.-]+)", re.MULTILINE)
_PACKAGES = re.compile(r"^# packages:[ \t]*(.*)$", re.MULTILINE)
_PROGRAMS = re.compile(r"^# programs:[ \t]*(.*)$", re.MULTILINE)
_DEVICES = re.compile(r"^# devices$", re.MULTILINE)
_RAN_ON = re.compile(r"^ran on: (.+)$", re.MULTILINE)
_CALLER = frozenset(("id",))
"""Programs that tell a script about whoever calls it: to play them is part of a test's set-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """What is known of an entry's present text; `said` is one phrase that people read."""

    grade: Grade
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What a real test needs: fixtures, Debian packages, programs that are in no package, and whether block devices."""

    fixtures: tuple[str, ...]
    packages: tuple[str, ...]
    programs: tuple[str, ...]
    devices: bool


def needs(entry: Entry, fixtures: Mapping[str, str]) -> Needs:
    """What the real test of `entry` needs; `fixtures` are all that there are, text by name.

    A fixture may use others. One that is not there is named all the same.
    """
    found: list[str] = []
    texts, waiting = [entry.real], _USE.findall(entry.real)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            texts.append(fixtures.get(name, ""))
            waiting += _USE.findall(fixtures.get(name, ""))
    packages = {package for text in texts for line in _PACKAGES.findall(text) for package in line.split()}
    programs = {program for text in texts for line in _PROGRAMS.findall(text) for program in line.split()}
    return Needs(
        fixtures=tuple(found),
        packages=tuple(sorted(packages)),
        programs=tuple(sorted(programs)),
        devices=any(_DEVICES.search(text) for text in texts),
    )


def real_digest(entry: Entry, harness: str, fixtures: Mapping[str, str]) -> str:
    """SHA-256 over script, real test, test library and the fixtures that the test uses."""
    used = [f"{name}\0{fixtures.get(name, '')}" for name in needs(entry, fixtures).fixtures]
    parts = (entry.script.digest, entry.real, harness, *used)
    each = [hashlib.sha256(part.encode("utf-8", "surrogatepass")).digest() for part in parts]
    return hashlib.sha256(b"".join(each)).hexdigest()


def ran_on(output: str) -> tuple[str, ...]:
    """The programs that a real test says it ran against, as `NAME VERSION`, each once, in order."""
    return tuple(dict.fromkeys(line.strip() for line in _RAN_ON.findall(output)))


def stand_ins(entry: Entry) -> frozenset[str]:
    """The programs for which the test of `entry` has written stand-ins."""
    return frozenset(_STUB.findall(entry.test)) - _CALLER


def graded(entry: Entry, harness: str, fixtures: Mapping[str, str]) -> Graded:
    """The grade of what is known of the present text of `entry`; evidence of other texts counts for nothing."""
    passed = {each.kind: each for each in entry.evidence if each.result == "passed"}
    if (real := passed.get(REAL)) and real.digest == real_digest(entry, harness, fixtures):
        return Graded(grade="real", said=_said(real.detail.partition(":")[0], real))
    test = passed.get(TEST)
    if not entry.test or test is None or test.digest != proof_digest(entry, harness):
        return Graded(grade="untested", said="untested")
    played = stand_ins(entry)
    if not played and not _RECORDED.search(entry.test):
        tools = ", ".join(entry.requires.tools)
        return Graded(grade="real", said=_said(f"run with {tools}" if tools else "run", test))
    if not played:
        return Graded(grade="recorded", said=_said("tested with recorded stand-ins", test))
    return Graded(grade="stand-ins", said=_said("tested with stand-ins", test))


def needs_a_look(entry: Entry, known: Graded) -> bool:
    """Whether an entry is offered, and not served: it may destroy something, never ran on the real program, and nobody
    who is named has approved exactly this text."""
    return entry.risk == "dangerous" and known.grade != "real" and not entry.approver


def _said(what: str, evidence: Evidence) -> str:
    return ", ".join(part for part in (what, evidence.at[:10]) if part)
