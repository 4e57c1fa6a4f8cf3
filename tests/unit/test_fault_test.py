"""A call that goes wrong ends a script there; a test made by program holds every entry to that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.proof import shortfall
from scriptsmith.core.types import Entry, Requirements, Script
from scriptsmith.fault_test import promises_kept, tools_to_fail
from scriptsmith.ports import BoxLimits
from scriptsmith.proving_faults import faults_of, run_faults
from scriptsmith.wiring import harness

SCRIPT = """\
#!/usr/bin/env bash
set -euo pipefail
die() {
  printf 'x: %s\\n' "$2" >&2
  exit "$1"
}
dry_run=false
[[ ${1-} != --dry-run ]] || dry_run=true
names=$(service list) || die 3 "the names cannot be read"
[[ $names == *old* ]] || die 3 "there is no old one"
! $dry_run || exit 0
service note || true
touch started
service delete old >/dev/null || die 1 "it could not be deleted"
[[ $(service list) == new ]] || die 1 "it is still there"
"""
TEST = """. "$HARNESS"
printf 'old\\nnew\\n' >names
stub service <<'EOF'
case $1 in list) cat names ;; delete) sed -i "/$2/d" names ;; esac
EOF
run --dry-run
check 'what is checked here is for another run' false
run
check 'it succeeds' test "$status" -eq 0
finish
"""
STOPS = {
    *(f"service 1 {fault}: it stops" for fault in ("is silent", "fails", "is garbled")),
    "service 1: failure and silence are told apart",
    "touch 1 fails: it stops",
    "service 3 fails: it stops",
    "service 3: failure and silence are told apart",
    *(f"service 4 {fault}: it stops" for fault in ("is silent", "fails", "is garbled")),
}


def _entry(script: str = SCRIPT, test: str = TEST) -> Entry:
    needed = Requirements(tools=("bash", "touch", "timeout"))
    return Entry(id="x", title="x", script=Script(text=script), test=test, requires=needed)


def test_promises_are_those_that_were_tried_and_not_broken() -> None:
    """A promise that the unchanged script breaks is none."""
    assert promises_kept("promise: a\npromise: b\npromise: a\n", "not ok: b\n  failed: stopped\n") == ("a",)


def test_programs_that_start_others_go_wrong_in_these() -> None:
    """A shell or a time limit is not made to fail itself."""
    assert tools_to_fail(_entry()) == "touch"


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ('|| die 3 "the names cannot be read"', "service 1: failure and silence are told apart"),
        ('[[ $names == *old* ]] || die 3 "there is no old one"\n', "service 1 is silent: it stops"),
        ('|| die 1 "it could not be deleted"', "service 3 fails: it stops"),
        ("touch started", "touch 1 fails: it stops"),
    ],
)
async def test_a_script_that_goes_on_when_a_call_went_wrong_is_noticed(line: str, broken: str) -> None:
    """The whole script keeps what it promises; without one guard a promise is broken, and the run says which."""
    box, limits = Bubblewrap(), BoxLimits(wall=60)
    kept = await faults_of(_entry(), harness(), box, limits)
    assert broken in kept
    assert not [each for each in kept if each.startswith("service 2")], "what may fail is no promise"
    ran = await run_faults(_entry(), SCRIPT, kept, harness(), box, limits)
    assert not shortfall(ran)
    other = {"|": "|| true", "t": "touch started || true"}.get(line[0], "")
    ran = await run_faults(_entry(), SCRIPT.replace(line, other), kept, harness(), box, limits)
    assert f"not ok: {broken}" in ran.stderr.decode()


async def test_each_call_of_a_run_that_changes_something_goes_wrong_in_each_way() -> None:
    """Calls are counted for each program; a dry run shows nothing."""
    kept = await faults_of(_entry(), harness(), Bubblewrap(), BoxLimits(wall=60))
    assert set(kept) == STOPS


async def test_without_a_run_that_succeeds_nothing_is_promised() -> None:
    """A test that only tries refusals, or dry runs, sets no stage."""
    dry = TEST.replace("\nrun\n", "\nrun --dry-run\n")
    assert await faults_of(_entry(test=dry), harness(), Bubblewrap(), BoxLimits(wall=60)) == ()


async def test_a_filter_that_goes_wrong_is_told_by_the_end_of_the_script_alone() -> None:
    """What stands before it in a pipeline may begin after it, which is no sign that the script went on."""
    late = "names=$({ read -rt 0.3 <> <(:) || true; service list; } | tr x y)"
    entry = _entry(SCRIPT.replace("names=$(service list)", late))
    entry = replace(entry, requires=Requirements(tools=("bash", "tr")))
    kept = await faults_of(entry, harness(), Bubblewrap(), BoxLimits(wall=60))
    assert {"tr 1 fails: it stops", "tr 1 is silent: it stops"} <= set(kept)
    deaf = entry.script.text.replace(f'{late} || die 3 "the names cannot be read"', f"{late} || names=old")
    ran = await run_faults(entry, deaf, kept, harness(), Bubblewrap(), BoxLimits(wall=60))
    assert "not ok: tr 1 is silent: it stops" in ran.stderr.decode()


async def test_a_pipe_that_breaks_tells_nothing_of_the_filter() -> None:
    """Whether the program before a filter complains of it is chance, and no word of the script."""
    blind = SCRIPT.replace('$(service list) || die 3 "the names cannot be read"', "$(service list | tr x y) || true")
    test = TEST.replace(
        "case $1 in list)", "[[ $FAULT != 'tr 1 fails' ]] || echo 'cat: write error: Broken pipe' >&2\ncase $1 in list)"
    )
    entry = replace(_entry(blind, test), requires=Requirements(tools=("bash", "tr")))
    kept = await faults_of(entry, harness(), Bubblewrap(), BoxLimits(wall=60))
    assert "tr 1 fails: it stops" in kept
    assert "tr 1: failure and silence are told apart" not in kept
