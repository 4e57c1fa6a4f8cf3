"""What is wrong with a shipped entry, besides what running it shows; an entry with a fault is not recorded as proven."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax
from scriptsmith.bound_form.form import bind
from scriptsmith.core.effects import Danger
from scriptsmith.core.parameters import validate
from scriptsmith.core.types import Entry, Parameter, Script
from scriptsmith.danger.analyse import analyse
from scriptsmith.vetting import vet

from .reasons import STRICTER

DAY = date(2026, 11, 22)
WEIGHT = {"safe": 0, "notable": 1, "unanalysable": 2, "dangerous": 3}
STRICTER_WHEN_SHORT = {
    "list-package-repositories": "with its folder known the analysis takes more steps than it may",
}
"""Entries whose short form is called worse than the long one, each with what is to be mended in the analysis."""

KNOWN = {
    "remove-hosts-entry": "it writes /etc/hosts in place, for in a container that file is mounted",
    "renew-certificate": "it reads the private key, to see that it belongs to the new certificate",
    "unblock-client-address-nginx": "it writes the file of rules in place, and puts it back where nginx refuses it",
}
"""Entries that are listed as notable and ask a person when they are served, since the file that they change is then known."""


def sample(parameter: Parameter) -> str:
    """Some value that the parameter takes."""
    for value in (
        *parameter.choices,
        "7",
        "0755",
        "nginx",
        "/srv/it's here",
        "app.example.org",
        "https://example.org/",
        "192.0.2.7",
        "192.0.2.0/24",
        "vg0/data",
        "/dev/vg0/data",
        "/dev/sda1",
        "2026-01-02 03:04:05",
        "03:04",
        "i-0abc1234def567890",
        "eu-central-1",
    ):
        with contextlib.suppress(ValueError):
            return validate(parameter, value)
    raise AssertionError(f"no sample fits {parameter.name}")


def values(entry: Entry) -> Mapping[str, str]:
    """A value for each of its parameters."""
    return {p.name: p.default if p.default is not None else sample(p) for p in entry.parameters}


async def faults_of(folder: Path) -> list[str]:
    """What is wrong with the Bash entry in `folder`, a sentence each.

    What policy does with an entry is at least what it would do with the risk that its text shows, and an entry is called
    more dangerous than its text only with a reason that stands in `reasons.py`.
    """
    entry = read_entry(folder)
    danger = analyse(entry.script.text)

    async def weighed(script: Script) -> Danger:
        return danger

    found = await vet(entry, [BashSyntax()], weighed)
    found += [f"its script lacks {part}" for part in ("set -euo pipefail", "--help") if part not in entry.script.text]
    if (entry.area, entry.id) != (folder.parent.name, folder.name):
        found.append(f"it calls itself {entry.area}/{entry.id}")
    if len(set(entry.phrases)) < 5:
        found.append("it has fewer than five phrases")
    if WEIGHT[entry.risk] < WEIGHT[danger.risk]:
        found.append(f"it is called {entry.risk} and is {danger.risk}")
    if entry.risk == "dangerous" != danger.risk and entry.id not in STRICTER:
        found.append(f"it is called dangerous without a reason, and is {danger.risk}")
    if entry.id not in KNOWN and (served := listed_as_less(entry)):
        found.append(f"it is listed as {entry.risk} and is served as {served}")
    return found


def listed_as_less(entry: Entry) -> str:
    """The risk of its bound form, with whichever of its choices, where that is a worse one than is listed; else empty."""
    if entry.id in STRICTER_WHEN_SHORT:
        return ""
    given = values(entry)
    chosen = [{**given, p.name: choice} for p in entry.parameters for choice in p.choices]
    risks = {analyse(bind(entry, each, on=DAY).script.text).risk for each in (given, *chosen)}
    worst = max(risks, key=WEIGHT.__getitem__)
    return worst if WEIGHT[worst] > WEIGHT[entry.risk] else ""
