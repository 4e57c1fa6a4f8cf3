"""The part of the interface test of an entry that its script passes, found by running it in boxes."""

from __future__ import annotations

import re
from dataclasses import replace

from .bound_form.trial import noted
from .core.types import Entry
from .interface_test import interface_checks, interface_test, usual_arguments
from .ports import BoxLimits, Sandbox
from .proving import run_test
from .proving_bound import run_noting

_BROKEN = re.compile(r"^not ok: (.*)$", re.MULTILINE)


async def interface_of(entry: Entry, harness: str, sandbox: Sandbox, limits: BoxLimits) -> tuple[str, tuple[str, ...]]:
    """The interface test that the script of `entry` passes, and the promises that it does not keep.

    The text is empty when there is nothing to test: no run of the entry's own test gives the required values.
    """
    first = await run_noting(entry, harness, sandbox, limits)
    usual = usual_arguments(entry, noted(first.arguments))
    checks = interface_checks(entry, usual) if usual is not None else ()
    if not checks:
        return "", ()
    tried = replace(entry, test=interface_test(entry, checks))
    ran = await run_test(tried, entry.script.text, harness, sandbox, limits)
    broken = set(_BROKEN.findall(ran.stderr.decode("utf-8", "replace")))
    kept = [each for each in checks if each.name not in broken]
    return interface_test(entry, kept) if kept else "", tuple(each.name for each in checks if each.name in broken)
