"""`scriptsmith catalogue verify --mutants`: would the tests of entries notice small faults in their scripts?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from ..core.proof import shortfall
from ..core.types import Entry
from ..proving_mutants import Killed, MutationResult
from ..wiring import App, fixtures, harness, machines
from .output import print_json, say, table
from .visible import visible

_WALL = 20.0  # seconds that a test may take with a mutant, which may loop for ever


async def verify_mutants(app: App, entries: Mapping[str, Entry], *, most: int, jobs: int, as_json: bool) -> int:
    """Send the entries that have a test through the gate and tell which mutants survived; the exit code, 0 or 1.

    A mutant that the test in a box lets pass is tried on the real test too, where real services are installed.
    """
    from ..proving_mutants import through_gate
    from .verify import bar

    tests = _tests(app)
    gates = list[MutationResult]()
    tested = {
        name: entry
        for name, entry in entries.items()
        if entry.test and entry.status == "verified" and app.language(entry.script.target).starts
    }
    with bar(len(tested), "trying mutants") as advance:
        for name, entry in tested.items():
            gates.append(await through_gate(entry, tests, most=most, at_once=jobs))
            advance(name)
    status = 0 if all(gate.passed for gate in gates) else 1
    if as_json:
        print_json({"gates": [_document(gate) for gate in gates], "exit": status})
    else:
        _show(gates)
    return status


def _tests(app: App) -> Sequence[Killed]:
    """The test in a box, and the real one where it can run here."""
    from ..proving import run_test
    from ..proving_real import run_real

    library, known, machine = harness(), fixtures(), machines(app.settings)
    sandbox, limits = app.sandbox(), replace(app.box_limits(), wall=_WALL)

    async def in_box(entry: Entry) -> bool:
        ran = await run_test(entry, entry.script.text, library, sandbox, limits, STOP_AT_FAILURE="1")
        return bool(shortfall(ran))

    async def really(entry: Entry) -> bool:
        if not entry.real:
            return False
        return bool(shortfall(await run_real(entry, entry.script.text, library, known, machine, "STOP_AT_FAILURE=1")))

    return (in_box,) if machine.missing() else (in_box, really)


def _document(gate: MutationResult) -> dict[str, Any]:
    survived = [{"key": m.key, "line": m.line, "kind": m.kind, "was": m.was, "other": m.other} for m in gate.survived]
    told = {"entry": gate.entry, "killed": gate.killed, "share": round(gate.share, 3), "needed": gate.needed}
    return {**told, "passed": gate.passed, "survived": survived, "equivalent": list(gate.spared)}


def _show(gates: Sequence[MutationResult]) -> None:
    """A line for each entry, the survivors below those that fall short, and the sums."""
    rows = [
        (
            g.entry,
            f"{g.killed} of {g.killed + len(g.survived)}",
            f"{g.share:.0%}",
            "" if g.passed else f"{g.needed:.0%} is needed",
        )
        for g in gates
    ]
    click.echo(table(rows, ("ENTRY", "KILLED", "SHARE", "")))
    for gate in gates:
        for mutant in () if gate.passed else gate.survived:
            click.echo(visible(f"{gate.entry}: survived: {mutant.said}"))
    killed, number = sum(g.killed for g in gates), sum(g.killed + len(g.survived) for g in gates)
    passed = sum(g.passed for g in gates)
    say(f"{killed} of {number} mutants were noticed; {passed} of {len(gates)} entries pass the gate")
