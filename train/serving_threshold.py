"""From which confidence on an entry that only looks is served: writes the step that `retrieval.search` serves from.

    python -m train.serving_threshold [--dry-run] [SET]...

`train.confidence` chooses thresholds by the mean probability of what would be served. On requests by writers whom the
verifier never met the probabilities near the threshold turn out too low: of what is served from 0.93 on, more than
98.5 % is right. So this one step is counted: each action of the sets is answered as it is served, verifier and all, and
the least confidence is taken, in hundredths, from which on at least 98.5 % of the safe entries that would be served are
right, near misses and foreign requests among them. Entries that change something stay as strict as they were: their
confidence is told on the same scale (`confidence.on_one_scale`). Prints the curve. `Policy.reuse_above` has the step
too; a test compares them. About three minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from scriptsmith.cli.session import with_app
from scriptsmith.retrieval.confidence import STEPS
from scriptsmith.retrieval.evaluation import answered
from scriptsmith.wiring import App

from .searching import labelled

SETS = tuple(f"unseen-{writer}" for writer in "cdefghi")
TARGET = 0.985
LEAST = range(80, 100)
"""The confidences that are looked at, in hundredths."""

Said = tuple[float, str, bool, bool]
"""Of an answer that could be served: confidence, risk, whether it is right, whether it is a near miss."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET")
    given = parser.parse_args()
    said: list[Said] = []

    async def work(app: App) -> int:
        for name in given.sets:
            said.extend(await answers(app, name))
        return 0

    with_app(work)
    print("| from | safe | wrong | near misses | others | wrong | near misses |\n|--:|--:|--:|--:|--:|--:|--:|")
    for least in LEAST:
        print(f"| {least / 100} | {counted(said, least / 100, safe=True)} | {counted(said, least / 100, safe=False)} |")
    step = threshold(said)
    print(f"\nserved from {step} on")
    if not given.dry_run:
        numbers = json.loads(STEPS.read_text(encoding="utf-8"))
        numbers["steps"]["safe"] = [[to, step if to == TARGET else it] for to, it in numbers["steps"]["safe"]]
        STEPS.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")


async def answers(app: App, name: str) -> list[Said]:
    """What could be served to the actions of a set, however sure: the first entry, if nothing is against it."""
    found: list[Said] = []
    for asked in labelled(name):
        said = await answered(asked, app.catalogue, app.policy)
        first = said.served or said.first
        if first and not first.objections and not first.missing and first.confidence < 1.0:
            right = first.entry.id == asked.entry
            found.append((first.confidence, first.entry.risk, right, bool(asked.near) and not right))
    return found


def counted(said: Sequence[Said], least: float, *, safe: bool) -> str:
    """Of what would be served: how many, how many of them wrong, how many near misses, as cells of a table."""
    of = [it for it in said if it[0] >= least and (it[1] == "safe") == safe]
    return f"{len(of)} | {sum(not right for _, _, right, _ in of)} | {sum(near for *_, near in of)}"


def threshold(said: Sequence[Said]) -> float:
    """The least confidence from which on, and above, the share of right ones among safe entries reaches the target."""
    step = 1.0
    for least in reversed(LEAST):
        of = [right for sure, risk, right, _ in said if sure >= least / 100 and risk == "safe"]
        if of and sum(of) / len(of) < TARGET:
            break
        step = least / 100
    return step


if __name__ == "__main__":
    main()
