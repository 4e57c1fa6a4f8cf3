"""Tests of entries in real boxes: what passes, what does not, and that nothing leaves the box."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.proof import proof_digest
from scriptsmith.core.types import Entry, Evidence, Script
from scriptsmith.errors import BadInput, SandboxUnavailable
from scriptsmith.ports import BoxLimits
from scriptsmith.proving import prove, prove_all
from scriptsmith.testing.doubles import MemoryCatalogue
from scriptsmith.wiring import harness
from tests.boxes import boxed

AT = "2030-01-02T03:04:05+00:00"
TEST = """. "$HARNESS"
run --colour red
check 'it winds' test "$out" = 'wool red'
finish
"""
WOOL = Entry(
    id="wind-wool",
    title="Wind wool",
    script=Script(text="#!/usr/bin/env bash\nprintf 'wool %s\\n' \"$2\"\n"),
    version=3,
    test=TEST,
)


async def result(test: str, script: str = WOOL.script.text, **limits: float) -> Evidence:
    entry = replace(WOOL, test=test, script=Script(text=script))
    bounds = replace(BoxLimits(wall=20), **limits)  # type: ignore[arg-type]
    return await prove(entry, harness(), Bubblewrap(), bounds, at=AT)


@boxed
async def test_a_test_that_notices_passes() -> None:
    """The evidence says how many checks passed and where, when, of which version, and of which texts."""
    evidence = await prove(WOOL, harness(), Bubblewrap(), BoxLimits(), at=AT)
    assert evidence == Evidence(
        kind="test",
        result="passed",
        detail="1 checks in bubblewrap, and scripts that do nothing fail them",
        at=AT,
        digest=proof_digest(WOOL, harness()),
        version=3,
    )


@boxed
@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("true\n", "did not say that it ran"),
        ('. "$HARNESS"\nfinish\n', "ended with status 1"),
        ('. "$HARNESS"\nfinish || true\n', "did not say that it ran"),
        ("exit 3\n", "ended with status 3"),
        ("if\n", "ended with status 2"),
        (TEST.replace("red'", "blue'"), "not ok: it winds"),
        ("echo 'checks: 9 passed, 0 failed'\n", "an empty script passes it too"),
        ('. "$HARNESS"\nrun\ncheck \'it runs\' test "$status" -eq 0\nfinish\n', "an empty script passes it too"),
        (
            '[ -s "$SCRIPT" ] && echo "checks: 9 passed, 0 failed"\n',
            "a script that only exits 0 passes it too",
        ),
    ],
)
async def test_a_test_that_tells_nothing_does_not_pass(test: str, words: str) -> None:
    """A test that never ran its checks, broke, fails, or passes a script that does nothing, is a failure with why."""
    evidence = await result(test)
    assert evidence.result == "failed"
    assert words in evidence.detail


@boxed
async def test_a_test_that_hangs_is_stopped() -> None:
    """A test that never ends is a failure that names the limit it met."""
    evidence = await result(TEST + "sleep 1000\n", wall=0.5)
    assert (evidence.result, evidence.detail) == ("failed", "it was stopped at its limit of wall")


@boxed
async def test_nothing_of_a_test_reaches_the_host(tmp_path: Path) -> None:
    """Neither test nor script can change, read or leave a file outside, or see our environment or earlier boxes."""
    canary = Path.home() / f".scriptsmith-canary-{os.getpid()}"
    (tmp_path / "canary").write_text("alive\n")
    canary.write_text("alive\n")
    os.environ["SCRIPTSMITH_CANARY"] = "sesame"
    files = f"{tmp_path}/canary {canary} /etc/hostname"
    hostile = (
        f"for file in {files}; do echo dead >$file; rm -f $file; done\n"
        f"mkdir -p {tmp_path}; touch {tmp_path}/left /tmp/left /var/tmp/left-{os.getpid()}\n"
    )
    test = f""". "$HARNESS"
    check 'nothing of an earlier box is here' test ! -e /tmp/left
    check 'the scratch directory is empty' test "$(ls)" = ''
    check 'the environment is clean' test -z "${{SCRIPTSMITH_CANARY:-}}"
    {hostile}
    run --colour red
    check 'it winds' test "$out" = 'wool red'
    finish
    """
    before = Path("/etc/hostname").read_bytes()
    try:
        evidence = await result(test, hostile + WOOL.script.text)
        assert evidence.result == "passed", evidence.detail
        assert [path.read_text() for path in (tmp_path / "canary", canary)] == ["alive\n", "alive\n"]
        assert Path("/etc/hostname").read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["canary"]
        assert not Path(f"/var/tmp/left-{os.getpid()}").exists()
        assert not Path("/tmp/left").exists()
    finally:
        canary.unlink(missing_ok=True)
        del os.environ["SCRIPTSMITH_CANARY"]


@boxed
async def test_secrets_of_a_failure_are_masked() -> None:
    """What a failing test prints is part of the evidence only without the secrets in it."""
    evidence = await result("echo 'curl -u ana:Correct-Horse-1 failed' >&2\nexit 1\n")
    assert "Correct-Horse-1" not in evidence.detail
    assert "failed" in evidence.detail


async def test_without_a_test_there_is_nothing_to_prove() -> None:
    """An entry without a test is refused, and no box is opened for it."""
    with pytest.raises(BadInput, match="wind-wool has no test"):
        await prove(replace(WOOL, test=""), harness(), Bubblewrap("no-such-bwrap"), BoxLimits(), at=AT)


@boxed
async def test_many_are_proven_and_each_is_recorded() -> None:
    """Every entry is proven once, however many at a time, and each result is recorded with its entry."""
    entries = [replace(WOOL, id=f"wool-{n}", test=TEST if n % 2 else "exit 1\n") for n in range(7)]
    catalogue, heard = MemoryCatalogue(entries), []
    await prove_all(
        entries,
        harness(),
        Bubblewrap(),
        BoxLimits(),
        catalogue,
        jobs=3,
        heard=lambda entry, evidence: heard.append((entry.id, evidence)),
    )
    assert sorted(name for name, _ in heard) == [entry.id for entry in entries]
    for entry in await catalogue.entries():
        assert entry.evidence == (dict(heard)[entry.id],)
        assert entry.evidence[0].result == ("passed" if int(entry.id[-1]) % 2 else "failed")


async def test_without_a_box_nothing_is_recorded() -> None:
    """When no box can be opened this is raised at once, and no entry is said to have passed or failed."""
    entries = [replace(WOOL, id=f"wool-{n}") for n in range(4)]
    catalogue, heard = MemoryCatalogue(entries), list[str]()
    with pytest.raises(SandboxUnavailable, match="not installed"):
        await prove_all(
            entries,
            harness(),
            Bubblewrap("no-such-bwrap"),
            BoxLimits(),
            catalogue,
            jobs=2,
            heard=lambda entry, _: heard.append(entry.id),
        )
    assert heard == []
    assert [entry.evidence for entry in await catalogue.entries()] == [()] * 4
