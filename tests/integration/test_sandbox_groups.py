"""The control group of a box: who is in it, and who must not be."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.adapters.sandbox.groups import ControlGroups
from scriptsmith.ports import BoxLimits, BoxSpec
from tests.boxes import boxed

pytestmark = boxed
FIRST_TO_GO = 1000


def members() -> list[set[int]]:
    """For each group of a box of this process, how readily the kernel would kill its members when memory ends."""
    launchers = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    found = []
    for parent in map(Path, ControlGroups().parents):
        for group in (group for pid in launchers for group in parent.glob(f"scriptsmith-{pid}-*")):
            found.append({readiness(pid) for pid in (group / "cgroup.procs").read_text().split()} - {None})
    return [group for group in found if group]  # type: ignore[misc]


def readiness(pid: str) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/oom_score_adj").read_text())
    except OSError:
        return None  # it has just ended


async def test_who_holds_a_box_is_not_in_its_group() -> None:
    """While commands run, the kernel that looks for somebody to kill in a box's group finds nobody but them."""
    if not ControlGroups().available():
        pytest.skip("no control group that bounds memory can be made here")
    sandbox = Bubblewrap()
    async with sandbox.open(BoxSpec()) as box:
        for _ in range(2):  # a second command is as good as the first
            command = asyncio.create_task(box.execute(["sleep", "2"]))
            seen = []
            while not command.done():
                seen += [group for group in members() if FIRST_TO_GO in group]
                await asyncio.sleep(0.05)
            assert seen[-1] == {FIRST_TO_GO}
            assert command.result().exit == 0


async def test_running_out_of_memory_is_told() -> None:
    """A box whose kernel memory is used up by sockets is stopped and says why; it is never just gone."""
    if not ControlGroups().available():
        pytest.skip("no control group that bounds memory can be made here")
    sandbox, limits = Bubblewrap(), BoxLimits(wall=10, memory=64 << 20, processes=32, disk=8 << 20)
    program = (
        "import socket\nheld = []\nwhile True:\n"
        "    pair = socket.socketpair()\n    held.append(pair)\n    pair[0].setblocking(False)\n"
        "    try:\n        while True:\n            pair[0].send(b'x' * 60000)\n"
        "    except BlockingIOError:\n        pass\n"
    )

    async def one() -> None:
        async with sandbox.open(BoxSpec(limits=limits)) as box:
            ended = await box.execute(
                ["/usr/bin/python3", "-c", "import os\n[os.fork() for _ in range(3)]\n" + program]
            )
            assert ended.limits or ended.exit

    await asyncio.gather(*(one() for _ in range(4)))
