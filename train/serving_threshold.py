"""From which confidence on an entry is served: writes the step that `retrieval.search` serves from.

    python -m train.serving_threshold [--dry-run] [SET]...

`train.confidence` chooses thresholds by the mean probability of what would be served. On requests by writers whom the
verifier never met the probabilities near the threshold turn out too low. So this step is counted: each action of
the sets is answered as it is served, verifier and all, near misses and foreign requests among them, and the least
confidence is taken, in hundredths, from which on enough of the entries that would be served are right. Of entries that
only look at least 98.5 % must be; of those that change something all must be, so many that the lower end of the 95 %
interval is at least 98.5 %. The greater of the two is taken for both. Prints the curves. `Policy.reuse_above` has the
step too; a test compares them. About three minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence

from scriptsmith.bench.intervals import wilson
from scriptsmith.cli.session import with_app
from scriptsmith.core.types import Entry
from scriptsmith.retrieval.confidence import STEPS, on_one_scale
from scriptsmith.retrieval.evaluation import answered
from scriptsmith.wiring import App

from .searching import labelled

SETS = (*(f"unseen-{writer}" for writer in "efghijkl"), "plain-2")
TARGET = 0.985
LEAST = range(75, 100)
"""The confidences that are looked at, in hundredths."""

Said = tuple[float, str, bool, bool]
"""Of an answer that could be served: confidence, risk, whether it is right, whether it is a near miss."""
Steps = Mapping[str, Sequence[tuple[float, float]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET")
    given = parser.parse_args()
    said: list[Said] = []

    async def work(app: App) -> int:
        entries = {it.id: it for it in await app.catalogue.entries()}
        for name in given.sets:
            said.extend(await answers(app, name, entries))
        return 0

    with_app(work)
    print("| from | safe | wrong | near misses | others | wrong | near misses |\n|--:|--:|--:|--:|--:|--:|--:|")
    for least in LEAST:
        print(f"| {least / 100} | {counted(said, least / 100, safe=True)} | {counted(said, least / 100, safe=False)} |")
    safe, others = threshold(said, safe=True), threshold(said, safe=False)
    print(f"\nenough is right from {safe} (safe), {others} (others); served from {max(safe, others)}")
    if not given.dry_run:
        numbers = json.loads(STEPS.read_text(encoding="utf-8"))
        numbers["steps"] = with_counted(numbers["steps"], max(safe, others))
        STEPS.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")


async def answers(app: App, name: str, entries: Mapping[str, Entry]) -> list[Said]:
    """What could be served to the actions of a set, however sure: the first entry, if nothing is against it.

    How sure it is is told on one scale for all risks.
    """
    found: list[Said] = []
    for asked in labelled(name):
        said = await answered(asked, app.catalogue, app.policy, entries)
        first = said.served or said.first
        if first and not first.objections and not first.missing and first.confidence < 1.0:
            right = first.entry.id == asked.entry
            found.append((first.confidence, first.entry.risk, right, bool(asked.near) and not right))
    return found


def served(said: Sequence[Said], least: float, *, safe: bool) -> list[Said]:
    """Those that would be served from a probability on, of entries that only look or of the others."""
    step = on_one_scale(least, "safe" if safe else "notable")
    return [it for it in said if it[0] >= step and (it[1] == "safe") == safe]


def counted(said: Sequence[Said], least: float, *, safe: bool) -> str:
    """Of what would be served: how many, how many of them wrong, how many near misses, as cells of a table."""
    of = served(said, least, safe=safe)
    return f"{len(of)} | {sum(not right for _, _, right, _ in of)} | {sum(near for *_, near in of)}"


def threshold(said: Sequence[Said], *, safe: bool) -> float:
    """The least probability from which on, and from all above it, enough is right: all, if it changes something."""
    step = 1.0
    for least in reversed(LEAST):
        of = [right for _, _, right, _ in served(said, least / 100, safe=safe)]
        if of and sum(of) / len(of) < (TARGET if safe else 1.0):
            break
        if safe or wilson(sum(of), len(of))[0] >= TARGET:
            step = least / 100
    return step


def with_counted(steps: Steps, counted: float) -> Steps:
    """The steps with the one that was counted, without others that contradict it: both scales keep the same ones."""

    def agrees(precision: float) -> bool:
        given = [dict(each)[precision] for each in steps.values()]
        return all(step < counted if precision < TARGET else step > counted for step in given)

    kept = [precision for precision, _ in steps["safe"] if precision == TARGET or agrees(precision)]
    return {
        which: [(precision, counted if precision == TARGET else dict(each)[precision]) for precision in kept]
        for which, each in steps.items()
    }


if __name__ == "__main__":
    main()
