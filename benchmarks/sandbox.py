"""What a box costs, against a bare shell and against other ways to keep a command from the host, in one run.

    python benchmarks/sandbox.py [--rounds 60] [--runs 1000]

Each round takes every way once, in turns, so that the machine's mood meets all of them. A box is opened over the host's
tree, runs `bash -c true`, tells what changed, and is gone when the clock stops. Prints a Markdown table; nothing is
asserted, the goals stand beside. Start it as root or as an ordinary user: boxes are made in another way for each.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ports import BoxSpec

PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/work")
TRUE = ["bash", "-c", "true"]
BUBBLEWRAP = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]
# What `try` does: namespaces, a layer over the tree, the command, and a list of what lies in the layer.
LAYER = """
mount -t tmpfs none /tmp && mkdir /tmp/u /tmp/w /tmp/m
mount -t overlay none -o lowerdir=/,upperdir=/tmp/u,workdir=/tmp/w,userxattr /tmp/m || exit
mount -t proc proc /tmp/m/proc && chroot /tmp/m bash -c true && find /tmp/u -mindepth 1
"""
SHELL = ["unshare", "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child", "bash", "-c", LAYER]


def ways() -> dict[str, list[str]]:
    """Commands that can be compared on this machine."""
    found = {"`bash -c true`": TRUE}
    if shutil.which("bwrap"):
        found["bubblewrap alone, read-only, no effects"] = [*BUBBLEWRAP, *TRUE]
    as_root = [] if os.geteuid() == 0 else ["-r"]
    found["unshare and overlay by a shell, as `try` does"] = [SHELL[0], *as_root, *SHELL[1:]]
    if shutil.which("podman") and (image := _image()):
        found["podman run --rm, no effects"] = ["podman", "run", "--rm", "--network", "none", image, "true"]
    return {name: command for name, command in found.items() if _works(command)}


def _image() -> str:
    listed = subprocess.run(["podman", "images", "--quiet"], capture_output=True, text=True, check=False)
    return next(iter(listed.stdout.split()), "")


def _run(command: list[str]) -> None:
    subprocess.run(command, capture_output=True, check=True)


def _works(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


async def latency(sandbox: Bubblewrap, rounds: int) -> list[tuple[str, str, str]]:
    taken: dict[str, list[float]] = {}

    def note(name: str, began: float) -> None:
        taken.setdefault(name, []).append((time.perf_counter() - began) * 1000)

    compared = ways()
    for number in range(rounds + 3):
        if number == 3:  # the first ones only warm up
            taken.clear()
        for name, command in compared.items():
            began = time.perf_counter()
            _run(command)
            note(name, began)
        began = time.perf_counter()
        async with sandbox.open(BoxSpec()) as box:
            await box.execute(TRUE)
            note("box: open, run, effects", began)
            again = time.perf_counter()
            await box.execute(TRUE)
            note("box: another command", again)
        began = time.perf_counter()
        async with sandbox.open(BoxSpec()) as box:
            await box.execute(TRUE)
        note("box: the same, and gone", began)
    floor = statistics.median(taken["`bash -c true`"])
    goals = {"box: open, run, effects": "≤ 12 ms, ≤ 12 ×"}
    rows = []
    for name, times in taken.items():
        half = statistics.median(times)
        goal = f"; {goals[name]}" if name in goals else ""
        rows.append((name, f"{half:.1f} / {_p95(times):.1f} ms", f"{half / floor:.1f} ×{goal}"))
    return rows


async def throughput(sandbox: Bubblewrap, runs: int) -> list[tuple[str, str, str]]:
    """As many runs as there are processors at a time; then as many that try to leave something, and what they left."""
    at_once = len(os.sched_getaffinity(0))
    rate = await _many(sandbox, "echo x > out", ["/work/out"], runs, at_once)
    before = footprint()
    await _many(sandbox, "setsid sleep 60 & cp in out; touch /tmp/x /dev/shm/x", ["/tmp/x", "/work/out"], runs, at_once)
    await asyncio.sleep(0.5)  # until the holder that waits for the next box has joined its group
    left = [f"{name}: {after - before[name]:+d}" for name, after in footprint().items() if after != before[name]]
    return [
        (f"{runs} runs with effects, {at_once} at a time", f"{rate:.0f} runs/s", "≥ 80 runs/s"),
        (f"left after {runs} runs that leave processes and files", ", ".join(left) or "nothing", "nothing"),
    ]


async def _many(sandbox: Bubblewrap, script: str, changed: list[str], runs: int, at_once: int) -> float:
    """Runs per second, each in a box of its own, each seen to have changed what it should."""
    turn = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        async with turn, sandbox.open(BoxSpec(files={"/work/in": b"%d" % number})) as box:
            ended = await box.execute(["bash", "-c", script])
            if [change.path for change in ended.changes] != changed:
                raise SystemExit(f"a run went wrong: {ended}")

    began = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(runs)))
    return runs / (time.perf_counter() - began)


def footprint() -> dict[str, int]:
    """How many there are of everything that a box might leave."""
    groups = [path for path in Path("/sys/fs/cgroup").glob("**/scriptsmith-*") if not _waits(path)]
    return {
        "processes": len(_descendants(os.getpid())),
        "mounts": len(Path("/proc/self/mountinfo").read_text().splitlines()),
        "files": sum(_is_of_a_box(path) for place in PLACES for path in Path(place).glob("*")),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "control groups": len(groups),
    }


def _is_of_a_box(path: Path) -> bool:
    """Whether a file on the host has an owner, or a name, that only boxes give."""
    with contextlib.suppress(OSError):
        return path.lstat().st_uid >= 0x7000_0000 or path.name in ("x", "out")
    return False


def _waits(group: Path) -> bool:
    """Whether `group` is that of the one holder that waits for the next box."""
    with contextlib.suppress(OSError):
        return bool((group / "cgroup.procs").read_text().split())
    return False


def _descendants(pid: int) -> list[int]:
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, path.read_text().split()):
                found += [child, *_descendants(child)]
    return found


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=1000)
    arguments = parser.parse_args()
    sandbox = Bubblewrap()
    async with sandbox.open(BoxSpec()) as box:
        await box.execute(TRUE)
    rows = await latency(sandbox, arguments.rounds)
    gc.collect()
    rows += await throughput(sandbox, arguments.runs)
    print(f"As {'root' if os.geteuid() == 0 else 'an ordinary user'}:\n")
    print("| what | p50 / p95, or rate | against bash; goal |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    asyncio.run(main())
