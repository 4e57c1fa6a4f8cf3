"""What real language models reach, published as a page and its data.

    python benchmarks/real_models.py --data ../shared/data --out real --model 0.5B=/models/coder-0.5b.gguf

Each measurement of `real_models.toml` is one `scriptsmith bench run`: which cases, which way to draft, what follows the
draft. What is recorded in `--out` is never asked for again, so that the same command goes on where it was stopped.
`--only NAME` takes single measurements, `--limit N` the first N cases of each. `--served NAME=HOW` says that a model's
replies came from elsewhere, not from llama.cpp on this machine: its times are left out. The page
`docs/results/real-models.md` and the figures beside it are made from all that is recorded in `--out`, with intervals,
digests of the models, and the machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from scriptsmith.bench.metrics import Figure
from scriptsmith.bench.records import read_results
from scriptsmith.bench.report.summary import MetricRow, System, report

ROOT = Path(__file__).parents[1]
PLAN = Path(__file__).with_suffix(".toml")
PAGE = ROOT / "docs/results/real-models.md"
SHOWN = ("strict_before", "strict_after", "accepted", "accepted_right", "syntax_pass", "robust_pass", "full_rate")
PLAYBOOKS = ("strict_before", "strict_after", "left_state", "idempotent", "syntax_pass", "lint_clean", "safe")
COSTS = ("tokens_per_run", "seconds_per_run")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was recorded of one measurement with one model."""

    measurement: Measurement
    model: str
    system: System


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
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    return done.returncode


def _case(case: str, data: Path) -> Sequence[str]:
    name, _, folder = case.partition("=")
    return ("--import", f"{name}={data / folder}") if folder else (name,)


def publish(plan: Sequence[Measurement], out: Path, files: Mapping[str, Path], served: Mapping[str, str]) -> None:
    """Write the page and its data from all that `out` holds; `served` says of models that were served elsewhere how."""
    found = list(recorded(plan, out))
    about = {
        "scriptsmith": version("scriptsmith"),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} processors ({platform.machine()}), {_memory()} GiB",
        "server": f"xllamacpp {version('xllamacpp')}",
        "models": _known_models(files),
        "served": dict(served),
    }
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.with_suffix(".json").write_text(json.dumps(document(found, about), indent=1) + "\n")
    PAGE.write_text(page(found, about))


def recorded(plan: Sequence[Measurement], out: Path) -> Iterator[Measured]:
    """What `out` holds, in the order of the plan and of the models' names."""
    for each in plan:
        for folder in sorted((out / each.name).glob("*/results.jsonl")):
            with folder.open("rb") as lines:
                (system,) = report(read_results(lines, str(folder))).systems
            yield Measured(measurement=each, model=folder.parent.name, system=system)


def document(found: Sequence[Measured], about: Mapping[str, object]) -> Mapping[str, object]:
    """The figures as plain data."""
    rows = []
    served = about["served"]
    assert isinstance(served, dict)
    for each in found:
        left_out = {"seconds_per_run"} if each.model in served else set[str]()
        figures = {row.metric.name: asdict(row.figure) for row in _rows(each.system) if row.metric.name not in left_out}
        rows.append(
            {"measurement": each.measurement.name, "model": each.model, "cases": each.system.cases, "figures": figures}
        )
    return {"schema_version": 1, **about, "measured": rows}


def page(found: Sequence[Measured], about: Mapping[str, object]) -> str:
    """The page: a table for each set of cases."""
    models, served = about["models"], about["served"]
    assert isinstance(models, dict)
    assert isinstance(served, dict)
    lines = [
        "# What real models reach",
        "",
        "Made by `python benchmarks/real_models.py` ([the plan](../../benchmarks/real_models.toml)); all figures",
        "with their intervals are in [real-models.json](real-models.json). Shares in percent, with intervals of 95 %.",
        "Times are those of the day, whatever else the machine did.",
        "",
        f"ScriptSmith {about['scriptsmith']}, {about['date']}, {about['machine']}, {about['server']}.",
        "",
        *(f"* {name}: {told}{f'; {served[name]}' if name in served else ''}" for name, told in models.items()),
    ]
    for cases in dict.fromkeys(each.measurement.cases for each in found):
        mine = [each for each in found if each.measurement.cases == cases]
        heading = ", ".join(dict.fromkeys(re.split("[=/]", case)[0] for case in cases))
        lines += ["", f"## {heading}", "", *_table(mine, served), *_failures(mine)]
    return "\n".join(lines) + "\n"


def _table(found: Sequence[Measured], elsewhere: Collection[str]) -> Iterator[str]:
    shown = PLAYBOOKS if found[0].system.playbooks else SHOWN
    titles = [found[0].system.row(name).metric.title for name in (*shown, *COSTS)]
    yield "| what | model | cases | published | " + " | ".join(titles) + " |"
    yield "|---|---|--:|--:|" + "--:|" * len(titles)
    for each in found:
        known = each.measurement.published.get(each.model)
        judged = "assess" in each.measurement.stages
        shares = [
            _share(each.system.row(name).figure) if judged or not name.startswith("accepted") else "" for name in shown
        ]
        timed = [name for name in COSTS if name != "seconds_per_run" or each.model not in elsewhere]
        costs = [_amount(each.system.row(name).figure) if name in timed else "" for name in COSTS]
        cells = [each.measurement.title, each.model, str(each.system.cases), "" if known is None else f"{known:.0%}"]
        yield "| " + " | ".join([*cells, *shares, *costs]) + " |"


def _failures(found: Sequence[Measured]) -> Iterator[str]:
    """Why playbooks failed, in per cent of each measurement's failures, beside what the papers report."""
    labelled = [each for each in found if each.system.labels]
    if not labelled:
        return
    names = [f"{each.model}, {each.measurement.title}" for each in labelled]
    yield from ("", "What playbooks failed by, in percent of the failures, as ITAB labels them:", "")
    yield f"| label | {' | '.join(names)} | ITAB | ExITBench |"
    yield "|---|" + "--:|" * (len(names) + 2)
    for rows in zip(*(each.system.labels for each in labelled), strict=True):
        shares = [f"{row.share * 100:.0f}" for row in rows]
        papers = ["" if share is None else f"{share * 100:.0f}" for share in (rows[0].itab, rows[0].exitbench)]
        yield f"| {rows[0].label} | {' | '.join([*shares, *papers])} |"


def _share(figure: Figure) -> str:
    if figure.value is None:
        return ""
    interval = "" if figure.low is None or figure.high is None else f" ({figure.low * 100:.0f}–{figure.high * 100:.0f})"
    return f"{figure.value * 100:.1f}{interval}"


def _amount(figure: Figure) -> str:
    return "" if figure.value is None else f"{figure.value:,.1f}"


def _rows(system: System) -> Iterator[MetricRow]:
    yield from (*system.execution, *system.passes, *system.static, *system.playbooks, *system.cost)


def _known_models(files: Mapping[str, Path]) -> Mapping[str, str]:
    """Each model's digest and size; those of earlier runs stay."""
    before = json.loads(PAGE.with_suffix(".json").read_text())["models"] if PAGE.with_suffix(".json").exists() else {}
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
