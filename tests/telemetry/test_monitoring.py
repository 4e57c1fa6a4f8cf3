"""The shipped dashboard and alerting rules ask for what a service tells at /metrics, and for nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from scriptsmith.adapters.run_metrics import told_at
from scriptsmith.cli.metrics import FILES
from scriptsmith.errors import BadSettings
from scriptsmith.testing.provider import Provider, canned
from scriptsmith.testing.receivers import WebhookReceiver
from tests.cli.program import Program
from tests.databases import with_database
from tests.incidents.payloads import DISK, alert, alertmanager
from tests.incidents.test_hooks import ALERTMANAGER, opened
from tests.outlets.test_delivering import SECRETS, outlet_file
from tests.web.server import serving
from tests.web.test_api import asked, settled
from tests.working import Works, ask, until
from tests.working import settled as settled_in

PROMTOOL = shutil.which("promtool")
with_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (apt-get install prometheus)")
ADDED = {"le", "job", "instance"}
"""Labels of buckets, and those that Prometheus adds."""


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILES["dashboard"].read_text())
    return found


def rules() -> list[dict[str, Any]]:
    """The alerting rules."""
    (group,) = yaml.safe_load(FILES["alerts"].read_text())["groups"]
    return list(group["rules"])


def shown() -> list[str]:
    """Every query of the dashboard, its variables with a value."""
    panels = [panel for panel in dashboard()["panels"] if panel["type"] != "row"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    assert all(panel["title"] and panel["targets"] for panel in panels)
    return [query.replace("$__rate_interval", "5m") for query in queries]


def wanted(query: str) -> tuple[set[str], set[str], dict[str, str]]:
    """The metrics, the labels and the matched values of a query: names of PromQL are simple enough to be found so."""
    metrics = set(re.findall(r"\bscriptsmith_[a-z_]+", query))
    grouped = [name.strip() for inside in re.findall(r"\bby \(([^)]*)\)", query) for name in inside.split(",")]
    matched = dict(re.findall(r"([a-z_]+)=~?\"([^\"]*)\"", query))
    return metrics, {*grouped, *matched} - ADDED, matched


def told(text: str) -> dict[str, list[Mapping[str, str]]]:
    """The labels of every sample, by its metric."""
    found: dict[str, list[Mapping[str, str]]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append(sample.labels)
    return found


def missing(queries: Sequence[str], samples: Mapping[str, list[Mapping[str, str]]]) -> Iterator[str]:
    """What queries ask for that no sample has."""
    for query in queries:
        metrics, labels, _ = wanted(query)
        for metric in metrics:
            if metric not in samples:
                yield f"{metric}: {query}"
        known = {label for metric in metrics for labels in samples.get(metric, ()) for label in labels}
        yield from (f"{label}: {query}" for label in labels - known)


@with_database
async def test_a_service_that_has_worked_tells_all_that_is_asked_for(tmp_path: Path) -> None:
    """After a run, a report, a refusal and a delivery every metric, label and matched value is in /metrics."""
    outlet = (
        "[outlet.hook]\nkind = 'webhook'\nurl = '{url}/x'\nsecret_file = '{secret}'\n[[route]]\noutlets = ['hook']\n"
    )
    with WebhookReceiver(SECRETS) as receiver:
        file = outlet_file(tmp_path, outlet.replace("{url}", receiver.url), {"secret": SECRETS[0]})
        settings = opened(tmp_path) | {"outlets.file": file}
        async with serving(canned, settings=settings) as service, service.client("requester") as ana:
            for secret in (ALERTMANAGER, ALERTMANAGER, "wrong"):
                async with service.client(Authorization=f"Bearer {secret}") as http:
                    await http.post("/hooks/alertmanager", json=alertmanager(alert(DISK)))
            run = await asked(service)
            await settled(ana, run)
            await until(lambda: len(receiver.events) > 1)
            text = (await ana.get("/metrics")).text
    samples = told(text)
    queries = [*shown(), *(rule["expr"] for rule in rules())]
    assert list(missing(queries, samples)) == []
    for query in queries:
        metrics, _, matched = wanted(query)
        for label, pattern in matched.items():
            values = {labels[label] for metric in metrics for labels in samples[metric] if label in labels}
            if label != "status":  # nothing has failed here
                assert all(value in values for value in pattern.split("|")), query
    lines = text.splitlines()
    assert 'scriptsmith_hook_reports_total{hook="alertmanager",outcome="taken"} 2.0' in lines
    assert 'scriptsmith_hook_reports_total{hook="alertmanager",outcome="refused"} 1.0' in lines
    assert 'scriptsmith_alerts_total{outcome="repeated",source="alertmanager"} 1.0' in lines
    assert 'scriptsmith_step_seconds_count{step="draft"} 1.0' in lines
    assert (
        'scriptsmith_model_tokens_total{direction="written",model="openai-chat:pretended",role="assessor"} 102.0'
        in lines
    )
    assert any(line.startswith('scriptsmith_outcomes_total{outcome="verified"') for line in lines)
    assert 'scriptsmith_queue_oldest_seconds{queue="runs"} 0.0' in lines


def test_a_query_for_what_nobody_tells_is_seen() -> None:
    samples: dict[str, list[Mapping[str, str]]] = {"scriptsmith_steps_total": [{"step": "draft"}]}
    queries = ["sum by (step, why) (rate(scriptsmith_steps_total[5m]))", "max(scriptsmith_nothing)"]
    assert [each.partition(":")[0] for each in missing(queries, samples)] == ["why", "scriptsmith_nothing"]


@with_database
async def test_a_queue_that_nobody_works_on_is_seen_to_grow_old() -> None:
    async with serving(workers=0) as service, service.client("requester") as ana:
        await asked(service)
        await asked(service)
        lines = (await ana.get("/metrics")).text.splitlines()
        assert 'scriptsmith_queue_length{queue="runs"} 2.0' in lines
        started = 'scriptsmith_queue_oldest_seconds{queue="runs"} '
        (age,) = [float(line.split()[1]) for line in lines if line.startswith(started)]
        assert age > 0
        queues = {labels["queue"] for labels in told("\n".join(lines))["scriptsmith_queue_length"]}
        assert queues == {"runs", "upkeep", "events", "deliveries"}


@pytest.mark.thorough
@with_database
async def test_a_worker_tells_its_figures_where_settings_say(tmp_path: Path) -> None:
    """Those of its own process, at an address of the admin's choice."""
    with Provider(canned) as provider:
        made = Works(folder=tmp_path, provider=provider, settings=(("metrics", "127.0.0.1:0"),))
        async with made.open() as (app, queue):
            with made.worker() as worker:
                await until(lambda: worker.said("figures at"))
                url = worker.said("figures at")[0].split()[-1]
                await until_settled(app, await ask(app, queue))
                async with httpx2.AsyncClient() as http:
                    text = (await http.get(url)).text
                assert worker.end() == 0
    assert 'scriptsmith_outcomes_total{outcome="' in text
    assert 'scriptsmith_step_seconds_count{step="settle"} 1.0' in text


@pytest.mark.parametrize("place", ["9465", "127.0.0.1:", "127.0.0.1:http", ":1", "127.0.0.1:70000", "203.0.113.1:9465"])
def test_a_place_where_nothing_can_listen_is_answered_with_the_setting(place: str) -> None:
    with pytest.raises(BadSettings, match=r"worker\.metrics"), told_at(place, CollectorRegistry()):
        pass


async def until_settled(app: Any, runs: Sequence[str]) -> None:
    await until(lambda: settled_in(app, runs))


def test_the_command_prints_what_is_shipped(tmp_path: Path) -> None:
    for what, file in FILES.items():
        done = Program(tmp_path)("metrics", what)
        assert (done.status, done.stdout) == (0, file.read_text())


def test_every_rule_says_what_to_do() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning", "info")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"]


@with_promtool
def test_prometheus_takes_the_rules_and_every_query_of_the_dashboard(tmp_path: Path) -> None:
    """Debian's promtool reads the file of rules, and the queries as rules that record."""
    recorded = [{"record": f"shown:{number}", "expr": query} for number, query in enumerate(shown())]
    (tmp_path / "shown.yml").write_text(json.dumps({"groups": [{"name": "shown", "rules": recorded}]}))
    for file in (FILES["alerts"], tmp_path / "shown.yml"):
        done = subprocess.run([str(PROMTOOL), "check", "rules", file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "SUCCESS" in done.stdout
