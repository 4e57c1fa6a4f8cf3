"""`scriptsmith catalogue verify`: look at entries, and run their tests in boxes."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from ..core.evidence_grade import needs, real_digest
from ..core.proof import REAL, TEST, is_stale, last_test, proof_digest
from ..core.types import Entry, Evidence
from ..errors import SandboxUnavailable
from ..wiring import App, fixtures, harness, machines
from .output import print_json, progress, say, table
from .session import json_option, with_app
from .visible import visible


@dataclass(slots=True)
class Tests:
    """What became of the test of each entry; `unavailable` says why some did not run."""

    ran: dict[str, Evidence] = field(default_factory=dict)
    other: dict[str, str] = field(default_factory=dict)
    kept: dict[str, Evidence] = field(default_factory=dict)
    unavailable: str = ""

    def result(self, name: str) -> tuple[str, Evidence | None]:
        """One word or two, and the evidence behind it."""
        if evidence := self.ran.get(name):
            return evidence.result, evidence
        if evidence := self.kept.get(name):
            return "kept", evidence
        return self.other.get(name, "not run"), None


@click.command("verify")
@click.argument("ids", nargs=-1, metavar="[ENTRY]…")
@click.option("--real", is_flag=True, help="Run the tests against real programs, as root in throwaway machines.")
@click.option("--mutants", is_flag=True, help="Try whether the tests notice small faults made in the scripts.")
@click.option("--most", type=click.IntRange(min=0), default=0, metavar="N", help="With --mutants: N of each entry.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --mutants: keep the results in FILE, and leave out entries that it holds as they are.",
)
@click.option("--static", is_flag=True, help="Look at the entries and run nothing.")
@click.option(
    "--stale", is_flag=True, help="Run only tests that have not passed with the present script, test and library."
)
@click.option(
    "--older-than", type=click.IntRange(min=0), metavar="DAYS", help="Like --stale, and those that passed before that."
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Tests at a time.  [default: one for each CPU]")
@json_option
def verify(
    ids: tuple[str, ...],
    real: bool,
    mutants: bool,
    most: int,
    record: Path | None,
    static: bool,
    stale: bool,
    older_than: int | None,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Verify entries: digest, description, parameters, checkers and phrases; then run each test in a sealed box.

    A test passes when it passes the script, says so, and fails scripts that do nothing. Its result is kept as evidence.
    With --real, entries that have a `real.sh` run against real services; `scriptsmith catalogue machine` installs them.
    With --mutants, each script is changed in one place at a time (a refusal gone, a comparison turned round, another
    column), and the tests have to notice: 90 % of these mutants, 75 % for safe entries; dangerous entries come first.
    Exit code 0: nothing is wrong, 1: an entry has a fault, 7: no box can be opened here, so that tests did not run.
    """

    async def work(app: App) -> int:
        faulty = await app.catalogue.faults()
        newest = await app.catalogue.entries()
        entries = _named([await app.catalogue.get(i) for i in ids if i not in faulty] if ids else newest, newest)
        if mutants:
            from .verify_mutants import verify_mutants

            return await verify_mutants(app, entries, most=most, jobs=jobs or _cpus(), record=record, as_json=as_json)
        faults = {name: [why] for name, why in faulty.items() if name in ids or not ids}
        faults |= await _look(app, entries)
        tests = None
        if not static:
            since = timedelta(days=older_than) if older_than is not None else None
            kind = _real(app) if real else _in_boxes(app)
            tests = _sorted_out(entries, kind, named=bool(ids), only_stale=stale or since is not None, older_than=since)
            await _run(app, entries, kind, jobs or _cpus(), tests)
            for name, evidence in tests.ran.items():
                if evidence.result != "passed":
                    faults[name].append(f"its test did not pass: {evidence.detail}")
        bad = {name: found for name, found in faults.items() if found}
        status = 1 if bad else SandboxUnavailable.exit_code if tests and tests.unavailable else 0
        if as_json:
            shown = document(tests, entries) if tests else {}
            print_json({"verified": len(faults) - len(bad), "faults": bad, **shown, "exit": status})
        else:
            _show(entries, faults, tests)
        return status

    return with_app(work)


def _named(entries: Sequence[Entry], newest: Sequence[Entry]) -> dict[str, Entry]:
    """Each of `entries` once, in their order: by id the newest version, by ID@VERSION an older one."""
    versions = {entry.id: entry.version for entry in newest}
    return {
        entry.id if entry.version == versions[entry.id] else f"{entry.id}@{entry.version}": entry for entry in entries
    }


async def _look(app: App, entries: Mapping[str, Entry]) -> dict[str, list[str]]:
    """The faults of each entry that are seen without running it."""
    from ..vetting import findable

    turn = asyncio.Semaphore(4 * _cpus())  # checkers of playbooks open boxes

    async def look(entry: Entry) -> list[str]:
        async with turn:
            return await app.vet(entry)

    with progress(f"looking at {len(entries)} entries"):
        found = await asyncio.gather(*map(look, entries.values()))
    faults = {}
    for (name, entry), seen in zip(entries.items(), found, strict=True):
        served = entry.status == "verified" and name == entry.id
        faults[name] = seen + (await findable(entry, app.catalogue) if served else [])
    return faults


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of test: its text, what a proof of it speaks of, why it cannot run, and running it."""

    name: str
    text: Callable[[Entry], str]
    digest: Callable[[Entry], str]
    lacks: Callable[[Entry], str]
    prove: Callable[[Entry, str], Awaitable[Evidence]]


def _in_boxes(app: App) -> Kind:
    """Tests in boxes of the sandbox."""
    library = harness()

    async def one(entry: Entry, at: str) -> Evidence:
        return await app.language(entry.script.target).prove(entry, library, app.sandbox(), at=at)

    return Kind(
        name=TEST,
        text=lambda e: app.language(e.script.target).proof(e),
        digest=lambda e: proof_digest(e, library),
        lacks=lambda e: app.language(e.script.target).lacks(),
        prove=one,
    )


def _real(app: App) -> Kind:
    """Tests against real programs in throwaway machines."""
    from ..proving_real import prove_real

    library, known, machine = harness(), fixtures(), machines(app.settings)

    async def one(entry: Entry, at: str) -> Evidence:
        return await prove_real(entry, library, known, machine, at=at)

    def lacks(entry: Entry) -> str:
        needed = needs(entry, known)
        lacking = machine.lacking(needed.packages, needed.programs) if not machine.missing() else ()
        return f"the machine lacks {', '.join(lacking)}" if lacking else ""

    return Kind(
        name=REAL, text=lambda e: e.real, digest=lambda e: real_digest(e, library, known), lacks=lacks, prove=one
    )


def _sorted_out(
    entries: Mapping[str, Entry], kind: Kind, *, named: bool, only_stale: bool, older_than: timedelta | None
) -> Tests:
    """Which tests need not run, and why; all others are left out."""
    now, tests = datetime.now(UTC), Tests()
    for name, entry in entries.items():
        last = last_test(entry, kind.name)
        if not kind.text(entry):
            tests.other[name] = "no test"
        elif entry.status == "retired" and not named:
            tests.other[name] = "retired"
        elif only_stale and last and not is_stale(entry, kind.digest(entry), now, older_than, kind.name):
            tests.kept[name] = last
        elif why := kind.lacks(entry):
            tests.other[name] = why
    return tests


async def _run(app: App, entries: Mapping[str, Entry], kind: Kind, jobs: int, tests: Tests) -> None:
    """Run the tests that are to run; without a sandbox this is noted and the rest stays *not run*."""
    from ..proving import record_all

    waiting = {name: entry for name, entry in entries.items() if tests.result(name)[0] == "not run"}
    names = {(entry.id, entry.version): name for name, entry in waiting.items()}
    if not waiting:
        return
    with bar(len(waiting), "running tests") as advance:

        def heard(entry: Entry, evidence: Evidence) -> None:
            name = names[entry.id, entry.version]
            tests.ran[name] = evidence
            advance(name)

        try:
            await record_all(list(waiting.values()), kind.prove, app.catalogue, jobs=jobs, heard=heard)
        except SandboxUnavailable as error:
            tests.unavailable = str(error)


def document(tests: Tests, entries: Mapping[str, Entry]) -> dict[str, Any]:
    """What became of the tests, for programs."""
    from ..core.plain_data import plain

    results = {name: tests.result(name) for name in entries}
    rows = {name: {"result": result, "evidence": plain(evidence)} for name, (result, evidence) in results.items()}
    return {"tests": rows, **({"sandbox": tests.unavailable} if tests.unavailable else {})}


def _show(entries: Mapping[str, Entry], faults: Mapping[str, Sequence[str]], tests: Tests | None) -> None:
    """The table of tests, a line for each fault, and the sums."""
    bad = {name: found for name, found in faults.items() if found}
    sentence = f"{len(faults) - len(bad)} of {len(faults)} entries are in order"
    if tests and entries:
        results = {name: tests.result(name) for name in entries}
        rows = [(name, result, e.at[:10] if e else "", e.detail if e else "") for name, (result, e) in results.items()]
        click.echo(table(rows, ("ENTRY", "TEST", "ON", "WHAT IT SAYS")))
        counts = Counter(result for result, _ in results.values())
        sentence += "; tests: " + ", ".join(f"{number} {result}" for result, number in sorted(counts.items()))
    for name, found in bad.items():
        for fault in found:
            click.echo(visible(f"{name}: {fault}"))
    say(sentence)
    if tests and tests.unavailable:
        say(f"every entry was looked at, but not every test ran: {tests.unavailable}")


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def bar(total: int, doing: str) -> Iterator[Callable[[str], None]]:
    """A bar on stderr, told of each entry that is done; silent when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda name: bar.update(task, advance=1, description=name)
