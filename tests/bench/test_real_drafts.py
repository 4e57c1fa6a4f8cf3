"""The programs that tell, from recorded runs, which draft should stand and what opinions on drafts are worth."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from scriptsmith.bench.records import AssessorVerdict, Result, dump_result
from scriptsmith.core.types import Verdict

from .made_results import tried

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A program of `benchmarks`, as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module(request.param)
    for name in ("choosing", "opinions", "judging"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("program", ["choosing"], indirect=True)
def test_ways_to_choose_among_groups(program: ModuleType) -> None:
    """By size the larger group wins, with weight the first draft; only more than half outvotes it; it stands alone."""
    row = program.Drawn(right=(True, False, False, False), group=(1, 2, 2, 3), recorded=False)
    assert not program.weighing(0.5)(row)
    assert program.weighing(1)(row)
    assert program.holding(1 / 2)(row)
    most = program.Drawn(right=(True, False, False, False), group=(1, 2, 2, 2), recorded=False)
    assert not program.holding(1 / 2)(most)
    assert program.holding(3 / 4)(most)
    alone = program.Drawn(right=(True, False), group=(0, 1), recorded=False)
    assert program.weighing(0.5)(alone)


@pytest.mark.parametrize("program", ["opinions"], indirect=True)
def test_an_opinion_that_tells_right_from_wrong_is_found_out(
    program: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of an assessor that is sure of right drafts alone the accuracy is full, by its confidence and not its verdict."""
    folder = tmp_path / "made" / "small"
    folder.mkdir(parents=True)
    lines, index = [], []
    for number in range(40):
        sure = AssessorVerdict(
            assessor="similarity", verdict=Verdict.UNSURE, model="m", confidence=0.9 if number % 2 else 0.2
        )
        attempt = tried(2 if number % 2 else 0, script=f"ls /srv/{number}\n", opinions=(sure,))
        action = f"list the folder /srv/{number}"
        lines.append(dump_result(Result(case=f"x/{number}", action=action, attempts=(attempt,), outcome="unsure")))
        index.append(json.dumps({"run": f"x-{number}", "case": f"x/{number}"}))
    (folder / "results.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (folder / "index.jsonl").write_text("\n".join(index) + "\n")
    monkeypatch.setattr("sys.argv", ["opinions.py", "--runs", str(tmp_path)])
    program.main()
    told = capsys.readouterr().out
    assert "| similarity | 1.000 (1.00–1.00) | 20 | 100% |" in told
    assert "small: 40 drafts, 50% right" in told
    assert "agreement" not in told
