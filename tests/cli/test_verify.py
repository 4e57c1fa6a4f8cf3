"""`scriptsmith catalogue verify`, as a process: what it runs, what it keeps, and what it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scriptsmith.adapters.folder.entry_files import write_entry
from scriptsmith.core.types import Entry, Script
from tests.boxes import boxed

from .program import Program
from .state import user

WOOL = Entry(
    id="wind-wool",
    title="Wind the wool of a spindle",
    phrases=("wind the wool of a spindle",),
    script=Script(text="#!/usr/bin/env bash\nprintf 'wool %s\\n' \"$@\"\n"),
    labels={"area": "knitting"},
    test=". \"$HARNESS\"\nrun red\ncheck 'it winds' test \"$out\" = 'wool red'\nfinish\n",
)
SOCK = replace(WOOL, id="darn-sock", title="Darn a sock", phrases=("darn a sock",))
BARE = replace(WOOL, id="knit-cap", title="Knit a cap", phrases=("knit a cap",), test="")


def added(program: Program, *entries: Entry) -> Program:
    """`program` with these in its catalogue, whatever was there under their names."""
    for entry in entries:
        write_entry(program.home / "catalogue" / entry.area / entry.id, entry)
    return program


def results(program: Program, *arguments: str) -> dict[str, str]:
    """What `verify --json` says of the test of each entry."""
    return {
        name: row["result"] for name, row in program("catalogue", "verify", *arguments, "--json").json["tests"].items()
    }


@boxed
def test_each_test_runs_and_becomes_evidence(tmp_path: Path) -> None:
    """A table has a row for each entry; what passed is shown with the entry; an entry without a test is counted."""
    program = added(user(tmp_path), WOOL, BARE)
    done = program("catalogue", "verify")
    assert (done.status, done.stderr) == (0, "2 of 2 entries are in order; tests: 1 no test, 1 passed\n")
    head, cap, wool = done.stdout.splitlines()
    assert head.split() == ["ENTRY", "TEST", "ON", "WHAT", "IT", "SAYS"]
    assert cap.split() == ["knit-cap", "no", "test"]
    assert wool.startswith("wind-wool  passed")
    assert "1 checks in bubblewrap" in wool
    (evidence,) = program("catalogue", "show", "wind-wool", "--json").json["evidence"]
    assert (evidence["kind"], evidence["result"], evidence["version"]) == ("test", "passed", 1)
    assert evidence["digest"] == program("catalogue", "show", "wind-wool", "--json").json["test_digest"]
    assert "  test: passed  1 checks in bubblewrap" in program("catalogue", "show", "wind-wool").stdout


@boxed
def test_a_test_that_does_not_pass_is_a_fault(tmp_path: Path) -> None:
    """The entry is named with why, the exit code is 1, and the failure is evidence too."""
    program = added(user(tmp_path), WOOL, replace(SOCK, test="true\n"))
    done = program("catalogue", "verify")
    assert (done.status, done.stderr) == (1, "1 of 2 entries are in order; tests: 1 failed, 1 passed\n")
    assert done.stdout.splitlines()[-1].startswith("darn-sock: its test did not pass: it did not say that it ran")
    document = program("catalogue", "verify", "darn-sock", "--json")
    assert (document.status, document.json["exit"], list(document.json["faults"])) == (1, 1, ["darn-sock"])
    assert document.json["tests"]["darn-sock"]["evidence"]["result"] == "failed"
    assert "  test: failed" in program("catalogue", "show", "darn-sock").stdout


@boxed
def test_stale_runs_exactly_what_changed(tmp_path: Path) -> None:
    """Nothing runs a second time but what has another script or test, failed, has no evidence, or is too old."""
    program = added(user(tmp_path), WOOL, SOCK, BARE)
    assert results(program, "--stale") == {"darn-sock": "passed", "knit-cap": "no test", "wind-wool": "passed"}
    again = program("catalogue", "verify", "--stale", SCRIPTSMITH_SANDBOX__ENGINE="none")
    assert (again.status, again.stderr) == (0, "3 of 3 entries are in order; tests: 2 kept, 1 no test\n")
    added(program, replace(SOCK, test=SOCK.test + "# more\n"))
    page = program("catalogue", "show", "darn-sock").stdout
    assert "before the script, its test or the test library changed" in page
    assert results(program, "--stale") == {"darn-sock": "passed", "knit-cap": "no test", "wind-wool": "kept"}
    added(program, replace(WOOL, script=Script(text=WOOL.script.text + "# more\n")))
    assert results(program, "--stale")["wind-wool"] == "passed"
    assert results(program, "--stale")["wind-wool"] == "kept"
    added(program, replace(WOOL, test="exit 1\n"))
    assert [results(program, "--stale")["wind-wool"] for _ in range(2)] == ["failed", "failed"]
    added(program, WOOL)
    assert results(program, "--stale") == {"darn-sock": "kept", "knit-cap": "no test", "wind-wool": "passed"}
    assert results(program, "--older-than", "1")["wind-wool"] == "kept"
    kept = program.home / "catalogue" / "knitting" / "wind-wool" / "evidence.jsonl"
    kept.write_text(kept.read_text().replace('"at": "2', '"at": "1'))
    assert results(program, "--stale")["wind-wool"] == "kept"
    assert results(program, "--older-than", "1") == {"darn-sock": "kept", "knit-cap": "no test", "wind-wool": "passed"}


@boxed
def test_an_imported_claim_is_not_evidence(tmp_path: Path) -> None:
    """An entry that brings a pass of its own for the very texts it has is run like any other."""
    one, other = (tmp_path / name for name in ("one", "other"))
    for home in (one, other):
        home.mkdir()
    program = added(user(one), WOOL)
    program("catalogue", "verify")
    evidence = program("catalogue", "show", "wind-wool", "--json").json["evidence"][0]
    lines = "\n".join(f"{name} = {value!r}" for name, value in evidence.items())
    given = tmp_path / "given" / "knitting" / "wind-wool"
    write_entry(given, WOOL)
    with (given / "entry.toml").open("a") as file:
        file.write(f"\n[[evidence]]\n{lines}\n")
    (given / "evidence.jsonl").write_bytes(
        (one / "catalogue" / "knitting" / "wind-wool" / "evidence.jsonl").read_bytes()
    )
    assert user(other)("catalogue", "import", str(tmp_path / "given")).status == 0
    assert user(other)("catalogue", "show", "wind-wool", "--json").json["evidence"] == []
    assert results(user(other), "--stale") == {"wind-wool": "passed"}


@boxed
def test_a_retired_entry_runs_only_when_named(tmp_path: Path) -> None:
    """Nobody is served a retired entry, so its test is left out and counted, unless it is asked for."""
    program = added(user(tmp_path), replace(WOOL, status="retired", test="exit 1\n"), SOCK)
    done = program("catalogue", "verify", "--jobs", "1")
    assert (done.status, done.stderr) == (0, "2 of 2 entries are in order; tests: 1 passed, 1 retired\n")
    assert results(program, "wind-wool") == {"wind-wool": "failed"}


@boxed
def test_an_older_version_can_be_verified(tmp_path: Path) -> None:
    """`ID@VERSION` runs that version's test, beside the newest, and each result is kept with its version."""
    program = added(user(tmp_path), WOOL)
    (tmp_path / "new").mkdir()
    write_entry(tmp_path / "new", replace(WOOL, version=2, script=Script(text="#!/usr/bin/env bash\necho yarn\n")))
    assert program("catalogue", "add", str(tmp_path / "new")).status == 0
    assert results(program, "wind-wool@1", "wind-wool", "wind-wool@2", "wind-wool@1") == {
        "wind-wool@1": "passed",
        "wind-wool": "failed",
    }
    shown = [program("catalogue", "show", name, "--json").json["evidence"][0] for name in ("wind-wool@1", "wind-wool")]
    assert [(e["version"], e["result"]) for e in shown] == [(1, "passed"), (2, "failed")]


@boxed
def test_a_tampered_entry_is_not_run(tmp_path: Path) -> None:
    """A script that was changed after approval is a fault, and neither it nor its test runs."""
    program = added(user(tmp_path), WOOL, SOCK)
    (tmp_path / "catalogue" / "knitting" / "wind-wool" / "script.sh").write_text("echo changed\n")
    done = program("catalogue", "verify", "--json")
    assert (done.status, list(done.json["tests"])) == (1, ["darn-sock"])
    assert "changed after approval" in done.json["faults"]["wind-wool"][0]


@boxed
def test_a_limit_of_the_settings_holds(tmp_path: Path) -> None:
    """A test that hangs is stopped when the settings say, and named with the limit."""
    program = added(user(tmp_path), replace(WOOL, test="sleep 1000\n"))
    done = program("catalogue", "verify", SCRIPTSMITH_SANDBOX__WALL="0.5")
    assert done.status == 1
    assert "wind-wool: its test did not pass: it was stopped at its limit of wall" in done.stdout


def test_static_runs_nothing(tmp_path: Path) -> None:
    """Only what can be seen without running is said, no box is needed, and no evidence comes of it."""
    program = added(user(tmp_path), replace(WOOL, test="exit 1\n"), SOCK)
    done = program("catalogue", "verify", "--static", SCRIPTSMITH_SANDBOX__ENGINE="none")
    assert (done.status, done.stdout, done.stderr) == (0, "", "2 of 2 entries are in order\n")
    document = program("catalogue", "verify", "--static", "--json").json
    assert document == {"schema_version": 1, "verified": 2, "faults": {}, "exit": 0}
    assert list(tmp_path.rglob("evidence.jsonl")) == []


def test_without_a_box_the_look_is_told_and_the_rest_is_named(tmp_path: Path) -> None:
    """Exit code 7 with what is missing; every test stands as not run, and what was seen without running is said."""
    program = added(user(tmp_path), WOOL, BARE)
    done = program("catalogue", "verify", SCRIPTSMITH_SANDBOX__ENGINE="none")
    assert (done.status, [row.split()[:3] for row in done.stdout.splitlines()[1:]]) == (
        7,
        [["knit-cap", "no", "test"], ["wind-wool", "not", "run"]],
    )
    assert done.stderr.splitlines() == [
        "2 of 2 entries are in order; tests: 1 no test, 1 not run",
        "every entry was looked at, but not every test ran: "
        "sandbox.engine is none: set it to auto or bubblewrap to try scripts",
    ]
    assert list(tmp_path.rglob("evidence.jsonl")) == []
    document = program("catalogue", "verify", "--json", SCRIPTSMITH_SANDBOX__ENGINE="none")
    assert (document.status, document.json["exit"], document.json["tests"]["wind-wool"]["result"]) == (7, 7, "not run")
    assert "sandbox.engine is none" in document.json["sandbox"]
    added(program, replace(WOOL, phrases=()))
    assert program("catalogue", "verify", SCRIPTSMITH_SANDBOX__ENGINE="none").status == 1
    assert program("catalogue", "verify", "knit-cap", SCRIPTSMITH_SANDBOX__ENGINE="none").status == 0
