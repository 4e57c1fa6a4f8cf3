"""The log for inspect_ai's viewer."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scriptsmith.bench.metrics import by_case
from scriptsmith.bench.report.inspect import eval_log
from scriptsmith.cli.bench_report import report

from .made_results import result, results, tried

AT = "2026-01-02T03:04:05+00:00"


def test_samples_and_scores() -> None:
    """Each sample has its label as a score; one that infrastructure took is an error without a score."""
    log = eval_log(
        [
            result("s/a", 2, action="do it"),
            result("s/a", 1, sample=1),
            result("s/b", 0),
            result("s/b", None, sample=1),
            result("s/c", 0, problem="no box"),
        ],
        AT,
    )
    told = {(each["id"], each["epoch"]): each for each in log["samples"]}
    values = {key: each["scores"].get("execution", {}).get("value") for key, each in told.items()}
    assert values == {("s/a", 1): "C", ("s/a", 2): "P", ("s/b", 1): "I", ("s/b", 2): "I", ("s/c", 1): None}
    assert told["s/c", 1]["error"]["message"] == "no box"
    assert told["s/a", 1]["input"] == "do it"
    assert "the old logs are compressed" in told["s/b", 1]["scores"]["execution"]["explanation"]
    assert log["results"]["completed_samples"] == 4
    assert log["results"]["scores"][0]["metrics"]["strict_after"]["value"] == 1 / 4
    assert log["eval"]["config"]["epochs"] == 2


def test_the_log_is_that_of_its_results() -> None:
    """The same results in any order give the same log, and all of it is JSON."""
    made = list(results(10, 3))
    log = eval_log(made, AT)
    assert eval_log(list(reversed(made)), AT) == log
    assert json.loads(json.dumps(log)) == log
    assert log["results"]["completed_samples"] == sum(map(len, by_case(made).values()))
    used = sum(each["total_tokens"] for each in log["stats"]["model_usage"].values())
    assert used == sum(call.input_tokens + call.output_tokens for each in made for call in each.calls)
    assert eval_log([], AT)["samples"] == []


def test_every_attempt_is_a_message() -> None:
    """The viewer shows the first draft and each refinement."""
    log = eval_log([result("s/a", 0, 2)], AT)
    said = [(each["role"], each["content"]) for each in log["samples"][0]["messages"]]
    assert said == [("user", "s/a"), ("assistant", tried(0).script), ("assistant", tried(2).script)]


def test_each_system_has_a_log_that_the_viewer_lists(tmp_path: Path) -> None:
    """A log of several systems would mix them; a file without the time in front would not be seen."""
    from scriptsmith.bench.records import dump_result

    file = tmp_path / "r.jsonl"
    systems = ("one/first", "two")
    file.write_bytes(b"".join(dump_result(result("s/a", 2, system=name)) + b"\n" for name in systems))
    logs = tmp_path / "logs"
    report.main([str(file), "--inspect", str(logs)], standalone_mode=False)
    made = sorted(logs.iterdir())
    assert [json.loads(each.read_text())["eval"]["metadata"]["system"] for each in made] == list(systems)
    for each in made:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d.*\.json", each.name)
