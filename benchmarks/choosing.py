"""Which of several recorded drafts should stand: ways to choose, compared without asking a model again.

    python benchmarks/choosing.py --runs real --model 0.5B

Needs the measurements `alfa-nearest` (one draft at a temperature of 0) and `alfa-agreement` (eight at another) of
`real_models.py`. For each row the draft of the first and seven of the second are compared in boxes as a run does it.
A way to choose is picked on every other row, and told on the rest. Prints Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.records import AttemptResult, Result, read_results
from scriptsmith.comparing.drafts import comparing
from scriptsmith.core.types import Action, Script

DRAFTS = 8
BANDS = ((0, 2), (3, 4), (5, 6), (7, 7), (8, 8))
"""Of how many drafts that do as the first does a share is told together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The drafts of one row, the greedy one first: whether each is right, and the group that it is in; and whether what
    the recorded run settled with is."""

    right: tuple[bool, ...]
    group: tuple[int, ...]
    recorded: bool

    @property
    def sizes(self) -> Mapping[int, int]:
        """How many drafts each group has."""
        return Counter(each for each in self.group if each)


Choose = Callable[[Drawn], bool]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, required=True, help="where `real_models.py` recorded its runs")
    parser.add_argument("--model", default="0.5B", help="the name that it recorded them under")
    asked = parser.parse_args()
    first, others = (results(asked.runs / name / asked.model) for name in ("alfa-nearest", "alfa-agreement"))
    rows = asyncio.run(drawn([(first[case], others[case]) for case in sorted(others) if case in first]))
    print(f"# Choosing among {DRAFTS} drafts\n\n{len(rows)} rows of ALFA, {asked.model}\n")
    print("\n".join(table(rows)))
    print("\n| drafts that do as the first does | rows | the first is right |\n|---|--:|--:|")
    for least, most in BANDS:
        met = [row.right[0] for row in rows if least <= row.sizes.get(row.group[0], 0) <= most]
        share = f"{sum(met) / len(met):.0%}" if met else ""
        print(f"| {least}–{most} of {DRAFTS} | {len(met)} | {share} |")


def results(folder: Path) -> Mapping[str, Result]:
    """The recorded results, by their case."""
    with (folder / "results.jsonl").open("rb") as lines:
        return {each.case: each for each in read_results(lines, str(folder))}


async def drawn(pairs: Sequence[tuple[Result, Result]]) -> list[Drawn]:
    """The rows of which all drafts were drawn, compared anew."""
    compare = comparing(Bubblewrap(), jobs=os.cpu_count() or 2)
    found = []
    for one, several in pairs:
        drafts = [*one.attempts[:1], *several.attempts[: DRAFTS - 1]]
        if len(drafts) < DRAFTS or len(several.attempts) < DRAFTS:
            continue
        scripts = [Script(text=each.script) if each.script and each.grade else None for each in drafts]
        groups = await compare(Action(text=one.action), scripts)
        recorded = several.chosen is not None and right(several.chosen)
        found.append(
            Drawn(right=tuple(map(right, drafts)), group=tuple(each.group for each in groups), recorded=recorded)
        )
    return found


def right(attempt: AttemptResult) -> bool:
    """Whether execution says that it does what was asked."""
    return attempt.label == 2 and not attempt.problem


def weighing(first: float) -> Choose:
    """The group with the most drafts, where the first draft counts for itself and for `first` further ones."""

    def choose(row: Drawn) -> bool:
        most = max((size for group, size in row.sizes.items() if group != row.group[0]), default=0)
        own = row.sizes[row.group[0]] + first if row.group[0] else 0
        largest = [group for group, size in row.sizes.items() if size == most and group != row.group[0]]
        if most > max(own, 1) and len(largest) == 1:
            return row.right[row.group.index(largest[0])]
        return row.right[0]

    return choose


def holding(share: float) -> Choose:
    """A group that has more than `share` of all drafts, else the first draft."""

    def choose(row: Drawn) -> bool:
        group = next((group for group, size in row.sizes.items() if size > share * len(row.group)), 0)
        return row.right[row.group.index(group)] if group else row.right[0]

    return choose


WAYS: Mapping[str, Choose] = {
    "the first draft (temperature 0)": lambda row: row.right[0],
    "the largest group, ties to the first": weighing(0.5),
    "the same, the first counts twice": weighing(1),
    "the same, the first counts three times": weighing(2),
    "more than half of all, else the first": holding(1 / 2),
    "more than three quarters, else the first": holding(3 / 4),
    "(what the recorded run settled with)": lambda row: row.recorded,
    "(any of them is right)": lambda row: any(row.right),
}


def table(rows: Sequence[Drawn]) -> Iterator[str]:
    """What each way comes to on the rows it was picked on, and on the others."""
    halves = (rows[0::2], rows[1::2], rows)
    yield f"| stands | picked on ({len(halves[0])}) | told on ({len(halves[1])}) | all |"
    yield "|---|--:|--:|--:|"
    for name, way in WAYS.items():
        yield f"| {name} | " + " | ".join(f"{sum(map(way, part)) / max(1, len(part)):.1%}" for part in halves) + " |"


if __name__ == "__main__":
    main()
