"""Results as an evaluation log that the viewer of inspect_ai opens (its `EvalLog`, version 2, as JSON).

The fields are those that the classes in `inspect_ai.log` document; inspect_ai 0.3.285 reads them and lists the file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..metrics import by_case, figure
from ..metrics_execution import EXECUTION
from ..records import Result

SCORER = "execution"
_VALUES = {2: "C", 1: "P", 0: "I"}
"""Correct, partially correct, incorrect."""


def eval_log(results: Sequence[Result], at: str) -> dict[str, Any]:
    """The log of one system's results. `at` is when, in ISO 8601 with a time zone.

    A sample of a case is an epoch of a sample there. One that is lost to infrastructure is an error without a score.
    """
    ordered = sorted(results, key=lambda each: (each.case, each.sample))
    cases = by_case(ordered)
    models = ordered[0].models if ordered else {}
    system = (ordered[0].system if ordered else "") or models.get("generator", "") or "unnamed"
    counted = [each for several in cases.values() for each in several]
    figures = {metric.name: figure(metric, cases) for metric in EXECUTION}
    ids = sorted({each.case for each in ordered})
    made = hashlib.sha256(
        "\0".join(f"{each.system} {each.case} {each.sample}" for each in ordered).encode()
    ).hexdigest()
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "eval_id": made[:22],
            "run_id": made[22:44],
            "task_id": made[:22],
            "created": at,
            "task": "+".join(sorted({each.suite for each in ordered})) or "none",
            "dataset": {"name": "scriptsmith", "samples": len(ids), "sample_ids": ids, "shuffled": False},
            "model": models.get("generator", "") or system,
            "config": {"epochs": max((each.sample for each in ordered), default=0) + 1},
            "metadata": {"system": system, "models": dict(models)},
        },
        "plan": {"name": system, "steps": [{"solver": "forge"}]},
        "results": {
            "total_samples": len(ordered),
            "completed_samples": len(counted),
            "scores": [
                {
                    "name": SCORER,
                    "scorer": SCORER,
                    "scored_samples": len(counted),
                    "unscored_samples": len(ordered) - len(counted),
                    "metrics": {
                        name: {"name": name, "value": it.value, "metadata": {"low": it.low, "high": it.high}}
                        for name, it in figures.items()
                        if it.value is not None
                    },
                }
            ],
        },
        "stats": {"started_at": at, "completed_at": at, "model_usage": _usage(ordered)},
        "samples": [_sample(each) for each in ordered],
    }


def file_name(log: Mapping[str, Any]) -> str:
    """What a log's file is called, so that the viewer lists it: JSON is taken for a log by the time in front."""
    told = log["eval"]
    parts = (told["created"], told["task"], told["metadata"]["system"], told["task_id"])
    return re.sub(r"[^\w.+-]+", "-", "_".join(filter(None, parts))) + ".json"


def _sample(result: Result) -> dict[str, Any]:
    chosen = result.chosen
    script = chosen.script if chosen else ""
    asked = result.action or result.case
    sample: dict[str, Any] = {
        "id": result.case,
        "epoch": result.sample + 1,
        "input": asked,
        "target": "",
        "messages": [
            {"role": "user", "content": asked},
            *({"role": "assistant", "content": each.script, "model": each.model} for each in result.attempts),
        ],
        "output": {
            "model": chosen.model if chosen else "",
            "choices": [{"message": {"role": "assistant", "content": script}, "stop_reason": "stop"}],
        },
        "metadata": {
            "kind": result.kind,
            "tags": list(result.tags),
            "difficulty": result.difficulty,
            "outcome": result.outcome or "",
        },
        "model_usage": _usage([result]),
        "total_time": result.seconds,
    }
    if result.trouble:
        error = {"message": result.trouble, "traceback": "", "traceback_ansi": ""}
        return sample | {"error": error, "scores": {}}
    grade = chosen.grade if chosen else None
    broken = (
        [f"{each.scenario}: {each.promise} {each.detail}".rstrip() for each in grade.seen if not each.held]
        if grade
        else []
    )
    label = chosen.label if chosen else 0
    score = {"value": _VALUES[label], "answer": script, "explanation": "\n".join(broken)}
    return sample | {"scores": {SCORER: score}}


def _usage(results: Sequence[Result]) -> dict[str, dict[str, int]]:
    used: dict[str, dict[str, int]] = {}
    for call in (call for each in results for call in each.calls):
        of = used.setdefault(call.model, {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0})
        of["input_tokens"] += call.input_tokens
        of["output_tokens"] += call.output_tokens
        of["total_tokens"] += call.input_tokens + call.output_tokens
    return used
