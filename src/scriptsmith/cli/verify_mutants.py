"""`scriptsmith catalogue verify --mutants`: would the tests of entries notice small faults in their scripts?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from ..core.effects import Execution
from ..core.evidence_grade import needs
from ..core.plain_data import ShapeError, shaped
from ..core.proof import shortfall
from ..core.types import Entry
from ..errors import BadInput
from ..mutants import SHARES, ScriptMutant, mutants
from ..proving_mutants import Killed, MutationRecord, MutationResult, gate_digest, record_of, through_gate, to_ask
from ..wiring import App, fixtures, harness, machines
from .output import print_json, say, table
from .visible import visible

BOX, INTERFACE, FAULTS, REAL = "box", "interface", "faults", "real"
"""The names of the tests: in a box of the sandbox, of the interface, of calls that go wrong, and with real programs."""
_WALL = 20.0  # seconds that a test may take with a mutant, which may loop for ever; more when it takes long without
_RISKS = ("dangerous", "unanalysable", "notable", "safe")


async def verify_mutants(
    app: App, entries: Mapping[str, Entry], *, most: int, jobs: int, record: Path | None, as_json: bool
) -> int:
    """Send the entries that have a test through the gate and tell which mutants survived; the exit code, 0 or 1.

    The dangerous ones come first. A mutant that the test in a box lets pass is tried on the real test too, where real
    services are installed. With `record`, entries that it knows with their present texts are left out, and each
    result is added to it at once, so that an interrupted run goes on where it was.
    """
    from .verify import bar

    known, library, played = read_records(record) if record else {}, harness(), fixtures()
    gates = list[MutationResult]()
    tested = {
        name: entry
        for name, entry in sorted(entries.items(), key=lambda item: _RISKS.index(item[1].risk))
        if entry.test and entry.status == "verified" and app.language(entry.script.target).starts
    }
    with bar(len(tested), "trying mutants") as advance:
        for name, entry in tested.items():
            made, tests, before = mutants(entry, most), _tests(app, entry), known.get(name)
            digest = gate_digest(entry, made, library, played)
            if asked := to_ask(before, digest, tests, SHARES[entry.risk]):
                old = before if before and before.digest == digest else None
                killed = [each.key for each in made if old and each.key not in old.survived]
                later = {each: tests[each] for each in asked}
                gate = await through_gate(entry, later, made=made, killed=killed, at_once=jobs)
                gate = replace(gate, asked=(*(old.tests if old else ()), *gate.asked))
                if record and gate.asked:
                    known[name] = record_of(name, gate, digest)
                    write_records(record, known)
            else:
                gate = _again(entry, known[name], made)
            gates.append(gate)
            advance(name)
    status = 0 if all(gate.passed for gate in gates) else 1
    if as_json:
        print_json({"gates": [_document(gate) for gate in gates], "exit": status})
    else:
        _show(gates)
    return status


def read_records(path: Path) -> dict[str, MutationRecord]:
    """The records in the file `path` by entry; none when there is no such file. Raises `BadInput`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        records = [shaped(MutationRecord, json.loads(line)) for line in lines]
    except (OSError, ValueError, ShapeError) as error:
        raise BadInput(f"{path} is no record of mutants: {error}") from error
    return {each.entry: each for each in records}


def write_records(path: Path, records: Mapping[str, MutationRecord]) -> None:
    """Write `records` to the file `path`, a line each, in place of what it held. Raises `BadInput`."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_text("".join(f"{json.dumps(asdict(records[name]))}\n" for name in sorted(records)), "utf-8")
        beside.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def _again(entry: Entry, record: MutationRecord, made: Sequence[ScriptMutant]) -> MutationResult:
    """The result that `record` is of."""
    return MutationResult(
        entry=entry.id,
        killed=record.killed,
        survived=tuple(each for each in made if each.key in record.survived),
        spared=(),
        needed=SHARES[entry.risk],
        asked=record.tests,
    )


def _tests(app: App, entry: Entry) -> Mapping[str, Killed]:
    """The test of `entry` in a box, those that are made by program, and its real one where it can run here.

    A mutant may take some times as long as the unchanged script, which is always asked first.
    """
    from ..proving import run_test
    from ..proving_faults import faults_of, run_faults
    from ..proving_interface import interface_of
    from ..proving_real import run_real

    library, known, machine = harness(), fixtures(), machines(app.settings)
    sandbox, walls = app.sandbox(), dict[str, float]()

    async def in_box(changed: Entry) -> bool:
        limits = replace(app.box_limits(), wall=walls.get(BOX, 3 * _WALL))
        return noticed(BOX, await run_test(changed, changed.script.text, library, sandbox, limits, STOP_AT_FAILURE="1"))

    asked = list[str]()

    async def by_interface(changed: Entry) -> bool:
        if not asked:
            text, _ = await interface_of(entry, library, sandbox, app.box_limits())
            asked.append(text)
        if not asked[0]:
            return False
        limits = replace(app.box_limits(), wall=walls.get(INTERFACE, 3 * _WALL))
        tested, text = replace(changed, test=asked[0]), changed.script.text
        return noticed(INTERFACE, await run_test(tested, text, library, sandbox, limits, STOP_AT_FAILURE="1"))

    kept = list[tuple[str, ...]]()

    async def by_faults(changed: Entry) -> bool:
        if not kept:
            kept.append(await faults_of(entry, library, sandbox, replace(app.box_limits(), wall=9 * _WALL)))
        if not kept[0]:
            return False
        limits = replace(app.box_limits(), wall=walls.get(FAULTS, 9 * _WALL))
        return noticed(FAULTS, await run_faults(entry, changed.script.text, kept[0], library, sandbox, limits))

    async def really(changed: Entry) -> bool:
        seconds = walls.get(REAL, 9 * _WALL)
        text = changed.script.text
        return noticed(
            REAL, await run_real(changed, text, library, known, machine, "STOP_AT_FAILURE=1", seconds=seconds)
        )

    def noticed(name: str, ran: Execution) -> bool:
        walls.setdefault(name, max(_WALL, 4 * ran.seconds))
        return bool(shortfall(ran))

    needed = needs(entry, known)
    boxed = {BOX: in_box, INTERFACE: by_interface, FAULTS: by_faults}
    if not entry.real or machine.missing() or machine.lacking(needed.packages, needed.programs):
        return boxed
    return {**boxed, REAL: really}


def _document(gate: MutationResult) -> dict[str, Any]:
    survived = [{"key": m.key, "line": m.line, "kind": m.kind, "was": m.was, "other": m.other} for m in gate.survived]
    told = {"entry": gate.entry, "killed": gate.killed, "share": round(gate.share, 3), "needed": gate.needed}
    about = {"equivalent": list(gate.spared), "tests": list(gate.asked), "unfit": list(gate.unfit)}
    return {**told, "passed": gate.passed, "survived": survived, **about}


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
        for name in gate.unfit:
            click.echo(
                visible(f"{gate.entry}: its {name} test does not pass the unchanged script here, and was left out")
            )
        for mutant in () if gate.passed else gate.survived:
            click.echo(visible(f"{gate.entry}: survived: {mutant.said}"))
    killed, number = sum(g.killed for g in gates), sum(g.killed + len(g.survived) for g in gates)
    passed = sum(g.passed for g in gates)
    say(f"{killed} of {number} mutants were noticed; {passed} of {len(gates)} entries pass the gate")
