"""Of the shipped kinds of alerts at least nine in ten give a first look with every value right from what rules send."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scriptsmith.core.types import Entry, Parameter, Script
from scriptsmith.retrieval.alert_names import AlertAnswer, from_labels

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "alert_looks.py"
LABELS = Path(__file__).parent / "rule_labels.txt"
"""The names of public rules, and the labels that their alerts bear."""


def test_the_first_look_of_a_kind_of_alert_has_every_value_right(tmp_path: Path) -> None:
    """From the body that Alertmanager sends, through the inlet and the recommender, for each rule that the map knows."""
    lines = []
    for name, *labels in map(str.split, LABELS.read_text().splitlines()):
        told = " ".join(f"{{{{ $labels.{label} }}}}" for label in labels if label != "severity")
        expr = "probe_success" if name.startswith("Blackbox") else "x"
        rule = {"alert": name, "expr": expr, "labels": {"severity": "warning"}, "annotations": {"summary": told}}
        lines.append(json.dumps(rule))
    (tmp_path / "rules.jsonl").write_text("\n".join(lines))
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(tmp_path / "rules.jsonl")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told_of = json.loads(done.stdout)
    assert told_of["kinds with a real rule"] >= 60
    assert told_of["kinds right in every rule"] >= 0.9 * told_of["kinds with a real rule"]
    assert told_of["faults"] == []


@pytest.mark.parametrize(
    ("instance", "values"),
    [
        ("https://shop.example.org/login?x=1", {"host": "shop.example.org"}),
        ("https://shop.example.org:8443/", {"host": "shop.example.org", "port": "8443"}),
        ("db-2:9100", {"host": "db-2", "port": "9100"}),
        ("[2001:db8::1]:443", {"host": "2001:db8::1", "port": "443"}),
        ("https://[", {}),
        ("https://shop.example.org:99999/", {"host": "shop.example.org"}),
        ("", {}),
    ],
)
def test_a_part_of_an_address_is_bound_where_the_map_asks_for_it(instance: str, values: dict[str, str]) -> None:
    """A host and a port as the label says; what the label does not say is left to the entry's default."""
    answer = AlertAnswer(entry="look", values=(("host", "{instance:host}"), ("port", "{instance:port}")))
    entry = Entry(
        id="look",
        title="Look",
        script=Script(text="true"),
        parameters=(
            Parameter(name="host", type="host", option="--host", required=True),
            Parameter(name="port", type="port", option="--port", default="443"),
        ),
    )
    assert from_labels(answer, entry, {"instance": instance}) == (values, [])
