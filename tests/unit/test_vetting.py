"""An entry is looked at before anyone is served it: its declared risk as well."""

from __future__ import annotations

import pytest

from scriptsmith.core.types import Entry, Risk, Script
from scriptsmith.vetting import vet

HEAD = "#!/usr/bin/env bash\nset -euo pipefail\n"
LOOKS, CHANGES, DESTROYS = "df -h", "systemctl restart app", "rm -rf /var/lib/postgresql"
BLIND, UNFAMILIAR = 'eval "$1"', "frobnicate --status"


def entry(line: str, risk: Risk) -> Entry:
    return Entry(id="x", title="x", phrases=("x",), script=Script(text=f"{HEAD}{line}\n"), risk=risk)


@pytest.mark.parametrize(
    ("line", "risk"),
    [(CHANGES, "safe"), (DESTROYS, "safe"), (DESTROYS, "notable"), (BLIND, "safe"), (BLIND, "notable")],
)
async def test_an_entry_that_makes_itself_out_to_be_mild_is_faulty(line: str, risk: Risk) -> None:
    """A declared risk below what the text shows is one fault, which names both and the line."""
    (fault,) = await vet(entry(line, risk), ())
    assert fault.startswith(f"its risk is declared {risk}, and its text is ")
    assert "line 3: " in fault


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        (LOOKS, "safe"),
        (CHANGES, "notable"),
        (DESTROYS, "dangerous"),
        (BLIND, "unanalysable"),
        (BLIND, "dangerous"),
        (LOOKS, "dangerous"),
        (CHANGES, "dangerous"),
        (UNFAMILIAR, "safe"),
    ],
)
async def test_an_entry_may_be_as_strict_as_it_is_or_stricter(line: str, risk: Risk) -> None:
    """A declared risk that fits or is stricter is no fault, nor is a program that nobody here knows."""
    assert await vet(entry(line, risk), ()) == []
