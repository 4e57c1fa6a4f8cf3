"""Speed and overlap, as ratios measured side by side in one run. Prints a Markdown table.

    python benchmarks/speed.py [--rounds 15]

Everything runs on this machine against the loopback provider; nothing is asserted, the goals stand beside.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.models import ModelSpec, build
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.codesift import describing, judging
from scriptsmith.core.flow import Policy
from scriptsmith.core.types import Action
from scriptsmith.drafting import drafting, explaining, refining
from scriptsmith.pipeline import Kit
from scriptsmith.run_service import RunService
from scriptsmith.testing import Provider
from scriptsmith.testing.doubles import MemoryCatalogue, MemoryJournal
from scriptsmith.wiring import SEED

ACTION = "compress log files older than 7 days in a directory"
UNKNOWN = "knit a pullover for the lighthouse keeper"


def processes(rounds: int) -> list[tuple[str, str, str]]:
    """Whole processes, taken in turns so that the machine's mood meets all of them."""
    program = [sys.executable, "-m", "scriptsmith"]
    script = str(Path(sys.executable).with_name("scriptsmith"))
    commands = {
        "floor": [sys.executable, "-c", "pass"],
        "help": [script, "--help"],
        "hit": [*program, "forge", ACTION],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as home:
        environ = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8"}
        for _ in range(rounds):
            for name, command in commands.items():
                started = time.perf_counter()
                subprocess.run(command, env=environ, capture_output=True, check=True)
                taken[name].append(time.perf_counter() - started)
    median = {name: statistics.median(times) for name, times in taken.items()}
    return [
        ("`scriptsmith --help` against `python -c pass`", f"{median['help'] / median['floor']:.1f} ×", "≤ 4 ×"),
        ("catalogue hit, cold, whole process", f"{median['hit']:.2f} s", "≤ 0.6 s"),
    ]


def kit(url: str, catalogue: object) -> tuple[Kit, list[object]]:
    models = [
        build(ModelSpec(role=r, model=f"openai-chat:{r}", base_url=url, api_key="k")) for r in ("generator", "assessor")
    ]
    generator, assessor = models
    return Kit(
        catalogue=catalogue,  # type: ignore[arg-type]
        syntax=BashSyntax(),
        checkers=[ShellCheck()],
        draft=drafting(generator),
        refine=refining(generator),
        explain=explaining(generator),
        describe=describing(assessor),
        judge=judging(assessor),
        policy=Policy(),
    ), list(models)


async def overhead(rounds: int) -> list[tuple[str, str, str]]:
    """Everything besides the model: wall time of a run less the time inside model calls on its critical path."""
    with Provider() as provider, tempfile.TemporaryDirectory() as home:
        tools, models = kit(provider.url, FolderCatalogue(Path(home), SEED))
        rest = []
        for _ in range(rounds * 4):
            journal = MemoryJournal()
            started = time.perf_counter()
            run_id, _ = await RunService(kit=tools, journal=journal).submit(Action(text=UNKNOWN))
            wall = time.perf_counter() - started
            events = await journal.read(run_id)
            asked = sum(max((c.seconds for c in getattr(e, "calls", ())), default=0.0) for e in events)
            rest.append((wall - asked) * 1000)
        for model in models:
            await model.aclose()  # type: ignore[attr-defined]
    rest.sort()
    return [("everything besides the model, p95 of a run", f"{rest[int(len(rest) * 0.95)]:.0f} ms", "≤ 50 ms")]


async def clean_run(delay: float) -> tuple[float, str]:
    with Provider(delay=delay) as provider:
        tools, models = kit(provider.url, MemoryCatalogue())
        started = time.perf_counter()
        _, run = await RunService(kit=tools, journal=MemoryJournal()).submit(Action(text=UNKNOWN))
        wall = time.perf_counter() - started
        for model in models:
            await model.aclose()  # type: ignore[attr-defined]
    assert run.settled
    return wall, run.settled.outcome


async def in_flight(count: int, delay: float, laps: int = 4) -> tuple[float, float]:
    """Runs a second with `count` always in flight, and the bound that the model server sets (3 round trips a run).

    The runs begin spread over one run's time, as requests of people do: begun in one instant they would all
    need the processor at once, and the figure would be that of a thundering herd.
    """
    with Provider(delay=delay) as provider:
        tools, models = kit(provider.url, MemoryCatalogue())
        run_service = RunService(kit=tools, journal=MemoryJournal())
        await run_service.submit(Action(text=UNKNOWN))  # imports and connections

        async def lane(number: int) -> float:
            await asyncio.sleep(3 * delay * number / count)
            started = time.perf_counter()
            for _ in range(laps):
                await run_service.submit(Action(text=UNKNOWN))
            return laps / (time.perf_counter() - started)

        rate = sum(await asyncio.gather(*(lane(number) for number in range(count))))
        for model in models:
            await model.aclose()  # type: ignore[attr-defined]
    return rate, count / (3 * delay)


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--delay", type=float, default=2.0, help="seconds that the model takes")
    chosen = parser.parse_args()
    rows = processes(chosen.rounds)
    rows += await overhead(chosen.rounds)
    await clean_run(0.0)
    wall, outcome = await clean_run(chosen.delay)
    rows.append(
        (
            f"clean run ({outcome}), model takes {chosen.delay:g} s",
            f"{wall / chosen.delay:.2f} round trips",
            "≤ 3 + overhead",
        )
    )
    rate, bound = await in_flight(100, chosen.delay)
    rows.append(
        (f"100 runs in flight: {rate:.1f} of {bound:.1f} runs/s", f"{100 * rate / bound:.0f} % of the bound", "≥ 95 %")
    )
    print("| what | measured | goal |\n|---|---|---|")
    for what, measured, goal in rows:
        print(f"| {what} | {measured} | {goal} |")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
