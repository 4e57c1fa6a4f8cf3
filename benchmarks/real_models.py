"""What real language models reach, published as a page and its data.

    python benchmarks/real_models.py --data ../shared/data --out real --model 0.5B=/models/coder-0.5b.gguf

Each measurement of `real_models.toml` is one `scriptsmith bench run`: which cases, which way to draft, what follows the
draft. What is recorded in `--out` is never asked for again, so that the same command goes on where it was stopped.
`--only NAME` takes single measurements, `--limit N` the first N cases of each. `--served NAME=HOW` says that a model's
replies came from elsewhere, not from llama.cpp on this machine: its times are left out. The page
`docs/results/real-models.md` and the figures beside it are made from what is recorded in `--out` and, of other
measurements and models, from the figures as they were published, with intervals and digests of the models.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from scriptsmith.bench.metrics_cost import COST
from scriptsmith.bench.metrics_execution import EXECUTION
from scriptsmith.bench.metrics_playbooks import PLAYBOOKS as OF_PLAYBOOKS
from scriptsmith.bench.metrics_static import STATIC
from scriptsmith.bench.records import read_results
from scriptsmith.bench.report.summary import report

ROOT = Path(__file__).parents[1]
PLAN = Path(__file__).with_suffix(".toml")
PAGE = ROOT / "docs/results/real-models.md"
SHOWN = ("strict_before", "strict_after", "accepted", "accepted_right", "syntax_pass", "robust_pass", "full_rate")
PLAYBOOKS = ("strict_before", "strict_after", "left_state", "idempotent", "syntax_pass", "lint_clean", "safe")
COSTS = ("tokens_per_run", "seconds_per_run")
TITLES = {each.name: each.title for each in (*EXECUTION, *STATIC, *OF_PLAYBOOKS, *COST)}
Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One thing to measure: `cases` are suites, cases or imports (`alfa=intercode_alfa`, below the data folder),
    `levels` those of playbooks' actions, `settings` environment variables of ScriptSmith without their prefix."""

    name: str
    title: str
    cases: tuple[str, ...]
    models: tuple[str, ...] = ()
    strategy: str = "markdown"
    stages: str = "draft"
    drafts: int = 1
    levels: tuple[int, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    published: Mapping[str, float] = field(default_factory=dict)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with the public benchmarks")
    parser.add_argument("--out", type=Path, required=True, help="where runs are recorded")
    parser.add_argument("--model", action="append", default=[], metavar="NAME=FILE.gguf")
    parser.add_argument("--served", action="append", default=[], metavar="NAME=HOW")
    parser.add_argument("--only", action="append", default=[], metavar="MEASUREMENT")
    parser.add_argument("--limit", type=int, help="only the first N cases of each")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    plan = measurements()
    files = {name: Path(path) for name, _, path in (each.partition("=") for each in asked.model)}
    if unknown := set(asked.only) - {each.name for each in plan}:
        parser.error(
            f"there is no measurement {', '.join(sorted(unknown))}: there are {', '.join(m.name for m in plan)}"
        )
    status = 0
    for each in plan:
        for name, file in files.items():
            if (asked.only and each.name not in asked.only) or (each.models and name not in each.models):
                continue
            status = max(status, measure(each, name, file, asked))
    served = {name: how for name, _, how in (each.partition("=") for each in asked.served)}
    publish(plan, asked.out, files, served)
    return status


def measurements() -> tuple[Measurement, ...]:
    """The plan, in the order of its file."""
    tables = tomllib.loads(PLAN.read_text())["measurement"]
    return tuple(
        Measurement(**{**table, **{name: tuple(table.get(name, ())) for name in ("cases", "models", "levels")}})
        for table in tables
    )


def measure(each: Measurement, name: str, file: Path, asked: argparse.Namespace) -> int:
    """Run one measurement with one model; the exit status of `bench run`."""
    folder = asked.out / each.name / name
    cases = [word for case in each.cases for word in _case(case, asked.data)]
    command = [
        *(sys.executable, "-m", "scriptsmith", "bench", "run", *cases, "--model", f"local:{file.resolve()}"),
        *("--strategy", each.strategy, "--stages", each.stages, "--jobs", str(asked.jobs), "--out", str(folder)),
        *(("--drafts", str(each.drafts)) if each.drafts > 1 else ()),
        *(word for level in each.levels for word in ("--level", str(level))),
        *(("--limit", str(asked.limit)) if asked.limit else ()),
    ]
    settings = (
        {"MODELS__GENERATOR__PAIRS": str(asked.data / "pairs/train.jsonl")}
        if each.strategy in ("examples", "nearest")
        else {}
    )
    settings |= each.settings
    environment = os.environ | {f"SCRIPTSMITH_{key}": str(value) for key, value in settings.items()}
    print(f"{each.name}, {name}", file=sys.stderr)
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as run:

        def stop(*_: object) -> None:  # the run ends with what it has, and is waited for
            run.terminate()
            raise SystemExit(143)

        signal.signal(signal.SIGTERM, stop)
        return run.wait()


def _case(case: str, data: Path) -> Sequence[str]:
    name, _, folder = case.partition("=")
    return ("--import", f"{name}={data / folder}") if folder else (name,)


def publish(plan: Sequence[Measurement], out: Path, files: Mapping[str, Path], served: Mapping[str, str]) -> None:
    """Write the page and its data: what `out` holds, beside what was published of other measurements and models.

    `served` says of models that were served elsewhere how.
    """
    data = PAGE.with_suffix(".json")
    before = json.loads(data.read_text()) if data.exists() else {"models": {}, "measured": []}
    about = {
        "schema_version": 2,
        "scriptsmith": version("scriptsmith"),
        "machine": f"{os.cpu_count()} processors ({platform.machine()}), {_memory()} GiB",
        "server": f"xllamacpp {version('xllamacpp')}",
        "models": _known_models(files, before["models"]),
    }
    rows = {(row["measurement"], row["model"]): row for row in before["measured"]}
    rows |= {(row["measurement"], row["model"]): row for row in recorded(plan, out, served)}
    order = {each.name: place for place, each in enumerate(plan)}
    measured = sorted((row for row in rows.values() if row["measurement"] in order), key=lambda row: _place(row, order))
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    data.write_text(json.dumps({**about, "measured": measured}, indent=1) + "\n")
    PAGE.write_text(page(plan, measured, about))


def _place(row: Row, order: Mapping[str, int]) -> tuple[int, str]:
    return order[row["measurement"]], row["model"]


def recorded(plan: Sequence[Measurement], out: Path, served: Mapping[str, str]) -> Iterator[Row]:
    """What `out` holds, in the order of the plan and of the models' names, as plain data."""
    for each in plan:
        for results in sorted((out / each.name).glob("*/results.jsonl")):
            model = results.parent.name
            with results.open("rb") as lines:
                (system,) = report(read_results(lines, str(results))).systems
            metrics = (*system.execution, *system.passes, *system.static, *system.playbooks, *system.cost)
            left_out = {"seconds_per_run"} if model in served else set[str]()
            yield {
                "measurement": each.name,
                "model": model,
                **({"served": served[model]} if model in served else {}),
                "date": datetime.fromtimestamp(results.stat().st_mtime, UTC).date().isoformat(),
                "cases": system.cases,
                "figures": {row.metric.name: asdict(row.figure) for row in metrics if row.metric.name not in left_out},
                **({"labels": [asdict(label) for label in system.labels]} if system.playbooks else {}),
            }


def page(plan: Sequence[Measurement], measured: Sequence[Row], about: Mapping[str, object]) -> str:
    """The page: a table for each set of cases."""
    models = about["models"]
    assert isinstance(models, dict)
    served = {row["model"]: row["served"] for row in measured if "served" in row}
    lines = [
        "# What real models reach",
        "",
        "Made by `python benchmarks/real_models.py` ([the plan](../../benchmarks/real_models.toml)); all figures",
        "with their intervals are in [real-models.json](real-models.json). Shares in percent, with intervals of 95 %.",
        "Times are those of the day, whatever else the machine did.",
        "",
        f"ScriptSmith {about['scriptsmith']}, {about['machine']}, {about['server']}.",
        "",
        *(f"* {name}: {told}" for name, told in models.items()),
        *(f"* Where no time is told, {name} was served elsewhere: {how}." for name, how in served.items()),
    ]
    by_name = {each.name: each for each in plan}
    for heading in dict.fromkeys(_heading(by_name[row["measurement"]]) for row in measured):
        mine = [row for row in measured if _heading(by_name[row["measurement"]]) == heading]
        lines += ["", f"## {heading}", "", *_table(mine, by_name), *_failures(mine, by_name)]
    return "\n".join(lines) + "\n"


def _heading(each: Measurement) -> str:
    return ", ".join(dict.fromkeys(re.split("[=/]", case)[0] for case in each.cases))


def _table(rows: Sequence[Row], by_name: Mapping[str, Measurement]) -> Iterator[str]:
    shown = PLAYBOOKS if "labels" in rows[0] else SHOWN
    yield "| what | model | date | cases | published | " + " | ".join(TITLES[name] for name in (*shown, *COSTS)) + " |"
    yield "|---|---|---|--:|--:|" + "--:|" * len((*shown, *COSTS))
    for row in rows:
        each = by_name[row["measurement"]]
        known = each.published.get(row["model"])
        judged = "assess" in each.stages
        shares = [_share(row, name) if judged or not name.startswith("accepted") else "" for name in shown]
        about = [each.title, row["model"], row["date"], str(row["cases"]), "" if known is None else f"{known:.0%}"]
        yield "| " + " | ".join([*about, *shares, *(_amount(row, name) for name in COSTS)]) + " |"


def _failures(rows: Sequence[Row], by_name: Mapping[str, Measurement]) -> Iterator[str]:
    """Why playbooks failed, in per cent of each measurement's failures, beside what the papers report."""
    labelled = [row for row in rows if row.get("labels")]
    if not labelled:
        return
    names = [f"{row['model']}, {by_name[row['measurement']].title}" for row in labelled]
    yield from ("", "What playbooks failed by, in percent of the failures, as ITAB labels them:", "")
    yield f"| label | {' | '.join(names)} | ITAB | ExITBench |"
    yield "|---|" + "--:|" * (len(names) + 2)
    for labels in zip(*(row["labels"] for row in labelled), strict=True):
        shares = [f"{label['share'] * 100:.0f}" for label in labels]
        papers = [labels[0][paper] for paper in ("itab", "exitbench")]
        shares += ["" if share is None else f"{share * 100:.0f}" for share in papers]
        yield f"| {labels[0]['label']} | {' | '.join(shares)} |"


def _share(row: Row, name: str) -> str:
    figure = row["figures"].get(name)
    if figure is None or figure["value"] is None:
        return ""
    low, high = figure["low"], figure["high"]
    interval = "" if low is None or high is None else f" ({low * 100:.0f}–{high * 100:.0f})"
    return f"{figure['value'] * 100:.1f}{interval}"


def _amount(row: Row, name: str) -> str:
    figure = row["figures"].get(name)
    return "" if figure is None or figure["value"] is None else f"{figure['value']:,.1f}"


def _known_models(files: Mapping[str, Path], before: Mapping[str, str]) -> Mapping[str, str]:
    """Each model's digest and size; those of earlier runs stay."""
    told = dict(before)
    for name, file in files.items():
        with file.open("rb") as data:
            digest = hashlib.file_digest(data, "sha256").hexdigest()
        told[name] = f"{file.stat().st_size / 1e6:,.0f} MB, SHA-256 {digest}"
    return dict(sorted(told.items()))


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30


if __name__ == "__main__":
    sys.exit(main())
