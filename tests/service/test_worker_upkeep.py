"""What upkeep promises: old proofs are renewed, oldest first, a few at a time, and only where there is a box."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

from scriptsmith.bash_language import BASH
from scriptsmith.core.effects import Execution
from scriptsmith.core.proof import CONTROLS, last_test, proof_digest
from scriptsmith.core.types import Entry, Evidence, Script
from scriptsmith.errors import SandboxUnavailable
from scriptsmith.ports import Box, BoxSpec, Sandbox
from scriptsmith.service.upkeep import MOST, renew
from scriptsmith.testing.doubles import MemoryCatalogue
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox

NOW = datetime(2026, 6, 1, tzinfo=UTC)
HARNESS = "harness\n"


def entry(name: str, **more: object) -> Entry:
    return Entry(id=name, title=name, script=Script(text=f"echo {name}\n"), test=f"check {name}\n", **more)  # type: ignore[arg-type]


def passes(box: PlayedBox, argv: Sequence[str]) -> Execution:
    """A test that every script passes that does something."""
    idle = {text.encode() for text in CONTROLS.values()}
    if box.files["/tmp/entry/script.sh"] in idle:
        return Execution(exit=1, stderr=b"it did nothing\n")
    return Execution(exit=0, stdout=b"checks: 3 passed, 0 failed\n")


async def prove(sandbox: Sandbox, one: Entry, at: str) -> Evidence:
    return await BASH.prove(one, HARNESS, sandbox, at=at)


async def proven(catalogue: MemoryCatalogue, one: Entry, days: float) -> None:
    """Record that the test of `one` passed so many days ago."""
    at = (NOW - timedelta(days=days)).isoformat()
    digest = proof_digest(one, HARNESS)
    await catalogue.record(one.id, Evidence(kind="test", result="passed", at=at, digest=digest, version=one.version))


async def test_only_what_is_stale_is_proven_again() -> None:
    """An entry whose test passed lately, one without a test and a retired one are left alone; the rest gets evidence."""
    fresh, old, never = entry("fresh"), entry("old"), entry("never")
    others = [Entry(id="untested", title="u", script=Script(text="true\n")), entry("gone", status="retired")]
    catalogue, box, said = MemoryCatalogue([fresh, old, never, *others]), PlayedSandbox(passes), list[str]()
    await proven(catalogue, fresh, 89)
    await proven(catalogue, old, 91)
    done = await renew(catalogue, HARNESS, partial(prove, box), days=90, say=said.append, now=NOW)
    assert (done, [line.split(":")[0] for line in said]) == (2, ["entry never", "entry old"])
    for name in ("never", "old"):
        evidence = last_test(await catalogue.get(name))
        assert evidence
        assert (evidence.result, evidence.at > NOW.isoformat()[:4]) == ("passed", True)
    assert {box.files["/tmp/entry/test.sh"] for box in box.boxes} == {b"check never\n", b"check old\n"}


async def test_one_round_proves_a_few_and_the_next_one_goes_on() -> None:
    """So that upkeep never keeps a worker from the runs of people for long."""
    catalogue = MemoryCatalogue([entry(f"wool-{number:02}") for number in range(MOST + 3)])
    sandbox = PlayedSandbox(passes)

    async def round_of() -> int:
        return await renew(catalogue, HARNESS, partial(prove, sandbox), days=90, say=lambda _: None)

    assert [await round_of(), await round_of(), await round_of()] == [MOST, 3, 0]


async def test_a_test_that_fails_now_is_recorded_and_told() -> None:
    """The entry is stale until it passes again, and a person can read why."""
    catalogue, said = MemoryCatalogue([entry("wool")]), list[str]()
    sandbox = PlayedSandbox(lambda box, argv: Execution(exit=1, stderr=b"no wool\n"))
    for _ in range(2):
        assert await renew(catalogue, HARNESS, partial(prove, sandbox), days=90, say=said.append) == 1
    evidence = last_test(await catalogue.get("wool"))
    assert evidence
    assert evidence.result == "failed"
    assert said == ["entry wool: its test failed: it ended with status 1: no wool"] * 2


async def test_without_a_box_nothing_is_recorded() -> None:
    """What is missing is told, and no entry is worse for it."""

    class Nowhere:
        name = "nowhere"

        @asynccontextmanager
        async def open(self, spec: BoxSpec, /) -> AsyncIterator[Box]:
            raise SandboxUnavailable("install bubblewrap")
            yield

    catalogue, said = MemoryCatalogue([entry("wool")]), list[str]()
    assert await renew(catalogue, HARNESS, partial(prove, Nowhere()), days=90, say=said.append) == 0
    assert said == ["1 entries are stale, and their tests cannot run here: install bubblewrap"]
    assert last_test(await catalogue.get("wool")) is None


async def test_what_cannot_run_here_is_left_to_others() -> None:
    """A worker without Ansible's programs proves scripts, and stops at no playbook."""
    first, second = entry("a-playbook"), entry("b-script")
    catalogue, sandbox = MemoryCatalogue([first, second]), PlayedSandbox(passes)

    def able(one: Entry) -> bool:
        return one.id == second.id

    heard = list[str]()
    assert await renew(catalogue, HARNESS, partial(prove, sandbox), days=90, say=heard.append, able=able) == 1
    assert [line.split(":")[0] for line in heard] == ["entry b-script"]
