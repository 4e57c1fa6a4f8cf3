"""How many of the shipped kinds of alerts give a first look with every value right, from what real rules send.

    python benchmarks/alert_looks.py RULES.jsonl

For each real rule whose name the shipped map knows, the body that Alertmanager sends is made: the rule's labels, those
that its annotations and its expression name, and those of a scrape, each with a usual value. That goes through the
inlet and the recommender. A first look is right when it is an entry that only looks, nothing is missing, every value is
a label's of that alert or the map's own, and no parameter that is called like a label has another value than that one.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scriptsmith.core.types import Action
from scriptsmith.incidents.inlets.alertmanager import Alertmanager
from scriptsmith.incidents.model import Incident
from scriptsmith.incidents.recommendations import Recommendation
from scriptsmith.retrieval.alert_names import table
from scriptsmith.service.recommending import KnownActions
from scriptsmith.settings import load
from scriptsmith.wiring import App, build

USUAL = {
    "instance": "db-2:9100",
    "job": "node-exporter",
    "mountpoint": "/var",
    "device": "sda3",
    "name": "nginx.service",
    "container": "cart",
    "cluster": "eu-1",
    "horizontalpodautoscaler": "cart",
    "persistentvolumeclaim": "data-0",
}
"""The usual value of a label; any other has one that is made of its name."""
BORNE = {
    "kube_statefulset": "namespace statefulset",
    "kube_replicaset": "namespace replicaset",
    "kube_deployment": "namespace deployment",
    "kube_daemonset": "namespace daemonset",
    "kube_pod": "namespace pod",
    "kube_pod_container": "namespace pod container",
    "kube_job": "namespace job_name",
    "kube_horizontalpodautoscaler": "namespace horizontalpodautoscaler",
    "kube_persistentvolumeclaim": "namespace persistentvolumeclaim",
    "kube_node": "node",
    "pg_stat_user_tables": "datname schemaname relname",
    "pg_stat_database": "datname",
    "pg_general_index_info": "datname relname indexrelname",
    "kafka_burrow_topic": "cluster topic partition",
}
"""Labels that exporters put on their metrics, by the beginning of a metric's name: annotations name few of them."""
PROBED = {"instance": "https://shop.example.org/health", "job": "blackbox"}
"""What a probe's metrics bear in place of the address of an exporter."""
OTHER = frozenset({"instance", "job", "service", "name", "cluster", "id", "version", "severity"})
"""Labels that mean something of the scrape or the rule, so that a parameter of that name need not be theirs."""
_OWN = re.compile(r"\$labels\.(\w+)|index \$labels \"(\w+)\"")
_BY = re.compile(r"\bby\s*\(([^)]*)\)")
_TEMPLATE = re.compile(r"\{\{.*?\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule, and the labels that its alerts bear."""

    name: str
    labels: Mapping[str, str]
    annotations: Mapping[str, str]


def rules(path: Path) -> Iterator[Rule]:
    """The rules in a file of JSON lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        told: dict[str, Any] = json.loads(line)
        texts = {name: str(value) for name, value in told.get("annotations", {}).items()}
        named = {one or other for text in texts.values() for one, other in _OWN.findall(text)}
        grouped = {
            label.strip() for inside in _BY.findall(told["expr"]) for label in inside.split(",") if label.strip()
        }
        for beginning, more in BORNE.items():
            if beginning in told["expr"] and not grouped:
                named |= set(more.split())
        borne = named | grouped | (set() if grouped else {"instance", "job"})
        labels = {each: usual(each) for each in sorted(borne)}
        if "probe_" in told["expr"]:
            labels |= PROBED
        own = {name: _TEMPLATE.sub("x", str(value)) for name, value in told.get("labels", {}).items()}
        yield Rule(
            name=told["alert"],
            labels={"alertname": told["alert"], **labels, **own},
            annotations={name: filled(text, labels) for name, text in texts.items()},
        )


def usual(label: str) -> str:
    """A value that a label could have."""
    return USUAL.get(label, f"{label.lower().replace('_', '-')}-1")


def filled(text: str, labels: Mapping[str, str]) -> str:
    """A text with what Prometheus would write in the place of its templates."""

    def value(template: re.Match[str]) -> str:
        found = _OWN.search(template[0])
        return labels.get((found[1] or found[2]) if found else "", "42")

    return _TEMPLATE.sub(value, text)


def body(rule: Rule) -> bytes:
    """What Alertmanager sends for an alert of the rule."""
    alert = {
        "status": "firing",
        "labels": dict(rule.labels),
        "annotations": dict(rule.annotations),
        "startsAt": "2026-11-20T08:15:30.123Z",
        "endsAt": "0001-01-01T00:00:00Z",
        "generatorURL": "http://prometheus.example/graph",
        "fingerprint": "0123456789abcdef",
    }
    return json.dumps(
        {"version": "4", "groupKey": "{}", "truncatedAlerts": 0, "status": "firing", "alerts": [alert]}
    ).encode()


def kinds() -> Sequence[frozenset[str]]:
    """The names of each kind of alert that the shipped map knows, in small letters."""
    return [
        frozenset(map(str.lower, block["names"]))
        for file in sorted(files("scriptsmith.alerts").iterdir(), key=lambda each: each.name)
        if file.name.endswith(".toml")
        for block in tomllib.loads(file.read_text(encoding="utf-8"))["alert"]
    ]


class NoPast:
    """A store without earlier incidents."""

    async def past_runs(self, incident: str) -> Sequence[Any]:
        return ()


async def nothing(action: Action) -> None:
    """No entry: only the map is measured."""


def recommender(app: App) -> KnownActions:
    """The recommender as it is shipped, without runbooks and a past."""
    return KnownActions(catalogue=app.catalogue, serve=nothing, store=NoPast(), journal=app.journal)  # type: ignore[arg-type]


async def fault(known: KnownActions, rule: Rule) -> str:
    """Why the first look is not right; empty where it is."""
    (incident,) = Alertmanager().read(body(rule)).incidents
    found = await known.recommend(incident)
    return of(found.actions[0], incident) if found.actions else "nothing is recommended"


def of(one: Recommendation, incident: Incident) -> str:
    """What is wrong with a first look; empty where nothing is."""
    if one.kind != "look" or not one.entry:
        return f"{one.entry or one.text} is no look"
    if one.missing:
        return f"{one.entry} lacks {', '.join(each.name for each in one.missing)}"
    literal = {value for answer in table()[incident.name.lower()] for _, value in answer.values if "{" not in value}
    for name, value in one.bound.items():
        if value not in literal and value not in {part for each in incident.labels.values() for part in parts(each)}:
            return f"{one.entry} has {name}={value}, which the alert does not say"
    for name, value in {**one.bound, **one.defaults}.items():
        said = incident.labels.get(name)
        if said and name not in OTHER and value != said:
            return f"{one.entry} has {name}={value} where the alert says {said}"
    return ""


def parts(label: str) -> frozenset[str]:
    """A label, and the host and port of the address that it may be."""
    address = urlsplit(label if "://" in label else f"//{label}")
    return frozenset({label, address.hostname or label, str(address.port or label)})


async def measured(path: Path) -> dict[str, Any]:
    """Counts over rules and kinds, and a sentence for each fault."""
    faults: dict[str, list[str]] = {}
    async with build(load({"SCRIPTSMITH_CONFIG": "/nonexistent/none.toml"}), {}) as app:
        known = recommender(app)
        for rule in rules(path):
            if rule.name.lower() in table():
                faults.setdefault(rule.name.lower(), []).append(await fault(known, rule))
    of_kinds = [[why for name in names for why in faults.get(name, ())] for names in kinds()]
    seen = [each for each in of_kinds if each]
    every = [why for each in seen for why in each]
    return {
        "kinds": len(of_kinds),
        "kinds with a real rule": len(seen),
        "kinds right in every rule": sum(not any(each) for each in seen),
        "rules": len(every),
        "rules right": sum(not why for why in every),
        "faults": sorted(f"{name}: {why}" for name, whys in faults.items() for why in set(whys) if why),
    }


def main(arguments: Sequence[str]) -> int:
    """Tell it; 1 when fewer than nine in ten kinds are right."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    told = asyncio.run(measured(Path(arguments[0])))
    print(json.dumps(told, indent=2))
    return 0 if told["kinds right in every rule"] >= 0.9 * told["kinds with a real rule"] else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
