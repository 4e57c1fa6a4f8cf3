"""Scripts that try to get out: none does, and each that can be shown to work without its protection does work."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.adapters.sandbox.groups import ControlGroups
from scriptsmith.cli.visible import visible
from scriptsmith.core.effects import Execution
from scriptsmith.ports import BoxLimits, BoxSpec
from tests.boxes import boxed
from tests.hostile.controls import can_run, repr_of, succeeds
from tests.hostile.corpus import Hostile, load
from tests.hostile.outside import Outside, outside

pytestmark = boxed

SCRIPTS = load()
LIMITS = BoxLimits(wall=6, cpu=2, memory=220 << 20, processes=64, output=64 << 10, disk=32 << 20, inodes=2_000)
AT_ONCE = 3


def test_the_corpus() -> None:
    """There are at least 150 scripts in 12 families, at least a dozen in each, no two alike."""
    families = Counter(script.family for script in SCRIPTS)
    assert len(SCRIPTS) >= 150
    assert len(families) == 12
    assert min(families.values()) >= 12
    assert len({script.text for script in SCRIPTS}) == len(SCRIPTS)
    assert all(script.reason for script in SCRIPTS if script.control == "none")


def judge(script: Hostile, ended: Execution, target: Outside) -> list[str]:
    """Everything that speaks for a success of `script`."""
    told = repr_of(ended)
    signs = {
        "said so": b"ESCAPED" in ended.stdout,
        "told a secret": target.token.encode() in ended.stdout + ended.stderr,
        "had a secret told": target.token in told,
        "outlived its limits": ended.seconds > LIMITS.wall and not ended.limits,
        "said too much": max(len(ended.stdout), len(ended.stderr)) > LIMITS.output,
        "changed the terminal": any(
            ord(c) < 32 and c not in "\n\t" for c in visible(told + ended.stdout.decode("latin-1"))
        ),
        "hid a change": script.family == "collector-attack" and "/work/sentinel" not in {c.path for c in ended.changes},
    }
    return [sign for sign, seen in signs.items() if seen]


async def attack(script: Hostile, sandbox: Bubblewrap, target: Outside) -> list[str]:
    spec = BoxSpec(
        files={"/work/script.sh": script.text.encode()},
        empty=(str(target.hidden),),
        environ=target.environ(),
        limits=LIMITS,
    )
    async with sandbox.open(spec) as box:
        ended = await box.execute(["bash", "/work/script.sh"])
    signs = judge(script, ended, target)
    return [f"{script.id}: {sign}" for sign in signs]


@pytest.mark.parametrize("family", sorted({script.family for script in SCRIPTS}))
async def test_no_escape(family: str) -> None:
    """No script of the family reaches a secret, file, process, listener or setting of the host, or leaves anything."""
    has_groups = ControlGroups().available()
    escapes: list[str] = []
    async with outside() as target:
        sandbox = Bubblewrap()
        before, turn = target.state(), asyncio.Semaphore(AT_ONCE)

        async def one(script: Hostile) -> None:
            async with turn:
                escapes.extend(await attack(script, sandbox, target))

        async with asyncio.TaskGroup() as group:
            for script in SCRIPTS:
                if script.family == family and (has_groups or not script.needs_group):
                    group.create_task(one(script))
        after = target.state()
        assert escapes == []
        assert target.left() == []
        assert after == before


def controls(family: str) -> list[Hostile]:
    """The scripts of a family that can be shown to succeed without their protection here."""
    return [script for script in SCRIPTS if script.family == family and can_run(script)]


@pytest.mark.thorough
@pytest.mark.parametrize("family", sorted({script.family for script in SCRIPTS}))
async def test_live_control(family: str) -> None:
    """With the matching protection off, at least nine in ten scripts of a family do succeed: they are no blanks."""
    scripts = controls(family)
    assert len(await blanks(scripts)) <= len(scripts) / 10


async def test_live_control_of_a_sample() -> None:
    """Of each family, two scripts succeed without their protection, but for a few."""
    chosen = [script for family in sorted({each.family for each in SCRIPTS}) for script in controls(family)[:2]]
    assert len(chosen) >= 20
    assert len(await blanks(chosen)) <= len(chosen) / 10


async def blanks(scripts: Sequence[Hostile]) -> list[str]:
    """Which of `scripts` fail twice though nothing protects their targets."""
    sandbox, turn = Bubblewrap(), asyncio.Semaphore(AT_ONCE)

    async def one(script: Hostile) -> bool:
        async with turn:
            return await succeeds(script, sandbox)

    worked = await asyncio.gather(*(one(script) for script in scripts))
    failed = [script for script, success in zip(scripts, worked, strict=True) if not success]
    return [script.id for script in failed if not await succeeds(script, sandbox)]
