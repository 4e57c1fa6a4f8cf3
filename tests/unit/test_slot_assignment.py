"""Values that no word announced: given away where one assignment makes sense, kept back where two do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.types import Parameter, ParameterType
from scriptsmith.retrieval.binding import bind


def required(name: str, type: ParameterType, **other: str) -> Parameter:
    return Parameter(name=name, type=type, option=f"--{name}", required=True, **other)  # type: ignore[arg-type]


def optional(name: str, type: ParameterType, default: str, **other: str) -> Parameter:
    return Parameter(name=name, type=type, option=f"--{name}", default=default, **other)  # type: ignore[arg-type]


NODE = required("node", "name", object="node")
PID = required("process_pid", "count")
SOURCE, TARGET = required("source", "path"), required("target", "path")
LOW, HIGH = required("minimum", "count"), required("maximum", "count")
KEEP = required("keep", "count")
TIMEOUT = optional("timeout", "duration", "300", unit="seconds")
PERIOD = optional("minutes", "count", "30")
NAMESPACE = optional("namespace", "name", "default", object="namespace")
INTERFACE = required("interface", "name", object="interface")
SERVICE, SERVICE_LINES = required("service", "service"), optional("lines", "count", "50")
USER = optional("user", "user", "current")
KINDS = ("deployment", "statefulset", "daemonset")
KIND = Parameter(name="kind", type="choice", option="--kind", default="deployment", choices=KINDS)
WORKLOAD = required("name", "name", object="deployment")
LABEL, VALUE = required("label", "name", object="label"), required("value", "name", object="value")
VARIABLE, TEXT = required("variable", "name", object="variable"), required("value", "text")
PORT, TARGET_PORT = optional("service_port", "port", "0"), required("target_port", "port")
CONTAINER = required("container", "name", object="container")


@pytest.mark.parametrize(
    ("parameters", "text", "values"),
    [
        ([KEEP], "throw out old dumps, leave the last 5", {"keep": "5"}),
        ([INTERFACE], "bring eth1 up and wait for the link", {"interface": "eth1"}),
        ([NODE], "move all shards away from es-data-7 before we swap the disk", {"node": "es-data-7"}),
        ([PID], "terminate PID 2300", {"process_pid": "2300"}),
        ([SOURCE, TARGET], "what differs between /etc/nginx and /root/nginx.old?", {"source": "/etc/nginx"}),
        ([SOURCE, TARGET], "copy /srv/a to /srv/b", {"source": "/srv/a", "target": "/srv/b"}),
        ([LOW, HIGH], "let the autoscaler have min 4, max 20", {"minimum": "4", "maximum": "20"}),
        ([NODE, TIMEOUT], "drain worker-3, give it 20 minutes", {"node": "worker-3", "timeout": "1200"}),
        ([PERIOD], "errors per minute for the last hour", {"minutes": "60"}),
        ([NODE, NAMESPACE], "evict what runs on worker-3 in staging", {"namespace": "staging"}),
        ([VARIABLE, TEXT], "set max_connections to 400", {"variable": "max_connections", "value": "400"}),
        ([VARIABLE], "what is sort_buffer_size set to?", {"variable": "sort_buffer_size"}),
        ([SERVICE], "status and log of vault for the past hour", {"service": "vault"}),
        ([USER], "what has jenkins got in its crontab?", {"user": "jenkins"}),
        ([SERVICE], "grafana on mon-01 may use no more memory", {"service": "grafana"}),
        ([CONTAINER], "mailer-2 died again at 4am, why?", {"container": "mailer-2"}),
        ([WORKLOAD, KIND], "has the daemonset fluentd rolled out?", {"name": "fluentd", "kind": "daemonset"}),
        ([WORKLOAD, KIND], "roll the node-exporter ds", {"name": "node-exporter", "kind": "daemonset"}),
        ([NODE, LABEL, VALUE], "label node gpu-1 with tier=hot", {"node": "gpu-1", "label": "tier", "value": "hot"}),
        ([VARIABLE, TEXT], "set FEATURE_X=on in cart", {"variable": "FEATURE_X", "value": "on"}),
        ([TARGET_PORT, PORT], "send its port 80 to 8081", {"target_port": "8081", "service_port": "80"}),
        ([WORKLOAD, NAMESPACE], "restart the deployment agent-2 in logging", {"namespace": "logging"}),
    ],
)
def test_a_value_finds_its_parameter(parameters: list[Parameter], text: str, values: dict[str, str]) -> None:
    """What only one parameter can take, or one takes better than all others, is bound."""
    bound = bind(parameters, text)
    assert {name: bound.values.get(name) for name in values} == values
    assert bound.problems == ()


@pytest.mark.parametrize(
    ("parameters", "text", "name"),
    [
        ([NODE, TIMEOUT], "drain worker-3 in 20 minutes", "timeout"),
        ([required("replicas", "count")], "scale the deployment by 2", "replicas"),
        ([required("user", "user")], "lock the screen", "user"),
        ([required("package", "name", object="package")], "install python packages", "package"),
        ([required("pod", "name", object="pod"), NAMESPACE], "delete all pods with the mark app=web", "pod"),
        ([SERVICE], "how long has this been going on, since the past hour?", "service"),
        ([CONTAINER], "why did it die at 4am?", "container"),
        ([WORKLOAD], "has the daemonset fluentd rolled out?", "name"),
        ([required("user", "user")], "the laptop was stolen, lock it", "user"),
    ],
)
def test_what_only_looks_like_a_value_is_not_taken(parameters: list[Parameter], text: str, name: str) -> None:
    """When it happens, by how much, and ordinary words are no values."""
    default = next(it.default for it in parameters if it.name == name)
    assert bind(parameters, text).values.get(name) == default


def test_a_second_name_stays_over() -> None:
    """Of two names for one parameter at most one is taken: the other is left, so that the guard objects."""
    bound = bind([NODE], "drain worker-1 worker-2")
    assert len(bound.used & {1, 2}) < 2


@given(st.text(max_size=80))
def test_any_text_can_be_bound(text: str) -> None:
    """No text fails, and no two parameters take the same words."""
    bound = bind([NODE, PID, SOURCE, TARGET, TIMEOUT, NAMESPACE], text)
    assert set(bound.missing) <= {"node", "process_pid", "source", "target"}
