"""Real tests in throwaway machines: what passes, and that a test which a script that does nothing passes is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.core.types import Entry, Script
from scriptsmith.proving_real import prove_real
from scriptsmith.settings import load
from scriptsmith.wiring import harness, machines

SILENT = '. "$HARNESS"\nran_on wool 1.0\nrun\ncheck "it ends well" test "$status" -eq 0\nfinish\n'
TELLING = SILENT.replace("finish", 'check "it winds" test "$out" = wool\nfinish')
NAMELESS = TELLING.replace("ran_on wool 1.0\n", "")
FAILING = TELLING.replace("= wool", "= silk")


@pytest.mark.parametrize(
    ("test", "result", "detail"),
    [
        (TELLING, "passed", "run on wool 1.0: 2 checks, and a script that only exits 0 fails them"),
        (SILENT, "failed", "it tells nothing: a script that only exits 0 passes it too"),
        (NAMELESS, "failed", "it does not say which program it ran against"),
        (FAILING, "failed", "it ended with status 1: not ok: it winds"),
    ],
)
async def test_only_a_test_that_tells_something_passes(test: str, result: str, detail: str) -> None:
    """It has to pass the script, to fail one that does nothing, and to say what it ran against."""
    machine = machines(load({}, {}).settings)
    if why := machine.missing():
        pytest.skip(why)
    wool = Entry(id="wind-wool", title="Wind wool", script=Script(text="#!/usr/bin/env bash\necho wool\n"))
    evidence = await prove_real(replace(wool, real=test), harness(), {}, machine, at="")
    assert (evidence.result, evidence.detail) == (result, detail)
