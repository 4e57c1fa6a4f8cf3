"""Telemetry is switched on by the environment alone; without it nothing is imported, and a dead collector is no news."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from scriptsmith import telemetry as telemetry_module
from scriptsmith.adapters.telemetry.export import collecting
from scriptsmith.schema import TelemetrySettings
from scriptsmith.telemetry import MISSING, telemetry
from scriptsmith.testing.otlp import OtlpReceiver
from scriptsmith.testing.provider import Provider, canned
from scriptsmith.testing.receivers import Receiver, ReceiverReply
from tests.caches import shared
from tests.databases import with_database
from tests.working import Works, ask, settled, until

ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}
ACTION = "knit a pullover for the lighthouse keeper"
SOON = {"OTEL_BSP_SCHEDULE_DELAY": "50", "OTEL_METRIC_EXPORT_INTERVAL": "100"}


def environ(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a command line with a home of its own."""
    own = {"HOME": str(folder), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SCRIPTSMITH_PATHS__CACHE": shared()}
    return own | more


def called(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """One command in an interpreter that has imported nothing."""
    command = [sys.executable, "-m", "scriptsmith", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environ(folder, **more), capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize(
    ("variables", "on"),
    [
        ({}, False),
        (ENDPOINT, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://127.0.0.1:4318/v1/metrics"}, True),
        (ENDPOINT | {"OTEL_SDK_DISABLED": "true"}, False),
        (ENDPOINT | {"OTEL_TRACES_EXPORTER": "none", "OTEL_METRICS_EXPORTER": "none"}, False),
        (ENDPOINT | {"OTEL_TRACES_EXPORTER": "none"}, True),
    ],
)
def test_the_environment_switches_it_on(variables: Mapping[str, str], on: bool) -> None:
    said: list[str] = []
    assert (telemetry(variables, TelemetrySettings(), said.append) is not None) is on
    assert said == []


def test_another_protocol_is_answered_with_one_line() -> None:
    said: list[str] = []
    assert telemetry(ENDPOINT | {"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, TelemetrySettings(), said.append)
    assert len(said) == 1
    assert "4318" in said[0]


def test_without_the_extra_an_endpoint_gives_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry_module, "_installed", lambda: False)
    said: list[str] = []
    assert telemetry(ENDPOINT, TelemetrySettings(), said.append) is None
    assert said == [MISSING]
    assert telemetry({}, TelemetrySettings(), said.append) is None
    assert said == [MISSING]


@pytest.mark.parametrize(
    ("endpoint", "place"),
    [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318"),
        ("https://me:secret@collector.example:443/v1?key=secret", "https://collector.example:443"),
        ("collector:4318", "collector:4318"),
        ("https://collector.example?key=secret", "https://collector.example"),
    ],
)
def test_of_an_address_only_the_place_is_told(endpoint: str, place: str) -> None:
    told = telemetry({"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint}, TelemetrySettings(), lambda sentence: None)
    assert told
    assert told.place == place


@pytest.mark.thorough
def test_doctor_says_where_traces_go(tmp_path: Path) -> None:
    for more, said in (({}, "told to nobody"), (ENDPOINT, "told to http://127.0.0.1:4318, without texts")):
        done = called(tmp_path, "doctor", "--json", **more)
        assert said in json.loads(done.stdout)["traces"][0]["says"]


@pytest.mark.thorough
def test_nothing_of_it_is_imported_while_it_is_off(tmp_path: Path) -> None:
    """A search and a served entry load neither the SDK nor the exporter, nor the API."""
    for arguments in (("search", "show how full the disks are"), ("forge", "show how full the disks are")):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "scriptsmith", *arguments],
            cwd=tmp_path, env=environ(tmp_path), capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        assert "scriptsmith.telemetry" in done.stderr
        assert "opentelemetry" not in done.stderr
        assert "scriptsmith.adapters.telemetry" not in done.stderr


def forged(folder: Path, provider: Provider, **more: str) -> subprocess.CompletedProcess[str]:
    """A draft, by a pretended model."""
    model = {"SCRIPTSMITH_MODELS__GENERATOR__MODEL": "openai-chat:pretended", "OPENAI_API_KEY": "none-needed"}
    model |= {"SCRIPTSMITH_MODELS__GENERATOR__BASE_URL": provider.url, "SCRIPTSMITH_SANDBOX__ENGINE": "none"}
    return called(folder, "forge", ACTION, **model, **more)


def test_the_command_line_tells_a_collector(tmp_path: Path) -> None:
    """Spans and figures of a forged draft arrive before the process ends; no byte of them tells the action or the script."""
    named = {"OTEL_SERVICE_NAME": "smithy", "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip"}
    named["SCRIPTSMITH_TELEMETRY__GRACE"] = "60"  # no test depends on how long it takes
    with OtlpReceiver() as collector, Provider(canned) as provider:
        done = forged(tmp_path, provider, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, **named)
    names = {span.name for span in collector.spans}
    assert {"invoke_workflow forge", "retrieve", "draft", "chat pretended", "settle"} <= names, done.stderr
    assert len({span.trace for span in collector.spans}) == 1
    assert {span.service for span in collector.spans} == {"smithy"}
    assert "gen_ai.client.operation.duration" in collector.metrics
    script = done.stdout.strip().splitlines()[-1]
    for text in ("lighthouse", "pullover", script):
        assert text.encode() not in collector.raw


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """The same draft without a collector."""
    with Provider(canned) as provider:
        return forged(tmp_path_factory.mktemp("plain"), provider)


@pytest.mark.parametrize(
    "kind", ["gone", "silent", *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("failing", "unreadable"))]
)
def test_a_dead_collector_changes_nothing(tmp_path: Path, kind: str, plain: subprocess.CompletedProcess[str]) -> None:
    """Whether nobody listens, nothing answers, everything is refused or a variable is nonsense: the result is the same,
    without a traceback, and with one line at most."""
    with Provider(canned) as provider, Receiver() as receiver:
        more = SOON | {"OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url}
        if kind == "gone":
            more["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"
        elif kind == "silent":
            receiver.before = lambda arrived: time.sleep(60)
        elif kind == "failing":
            receiver.plan(*[ReceiverReply(status=400)] * 1000)
        else:
            more["OTEL_EXPORTER_OTLP_TIMEOUT"] = "soon"
        done = forged(tmp_path, provider, **more)
        assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout)
        assert "Traceback" not in done.stderr
        about = [line for line in done.stderr.splitlines() if "traces" in line or "OTEL" in line]
        assert len(about) <= 1, done.stderr


class _Stuck(SpanExporter):
    """Takes nothing and never comes back, until it is let go."""

    def __init__(self) -> None:
        self.free = threading.Event()

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self.free.wait()
        return SpanExportResult.FAILURE


async def test_the_end_of_a_process_does_not_wait_for_a_collector_that_never_answers() -> None:
    stuck = _Stuck()
    made = collecting(stuck, None, content=False)
    with made.tracing.step("settle"):
        pass
    try:
        await made.aclose(0.01)
        assert not stuck.free.is_set()
    finally:
        stuck.free.set()


async def test_more_spans_than_a_dead_collector_takes_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is bounded: whoever makes spans neither waits nor fails."""
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "10")
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "5")
    stuck = _Stuck()
    made = collecting(stuck, None, content=False)
    try:
        for _ in range(1000):
            with made.tracing.step("settle"):
                pass
        await made.aclose(0)
    finally:
        stuck.free.set()


@pytest.mark.thorough
@with_database
async def test_a_worker_process_goes_on_with_the_trace_of_its_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trace lies with the job: another process, of another start, finds it there."""
    with OtlpReceiver() as collector, Provider(canned) as provider:
        more = tuple((SOON | {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}).items())
        for name, value in more:  # exporters of this process read no other environment
            monkeypatch.setenv(name, value)
        made = Works(folder=tmp_path, provider=provider, more=more)
        async with made.open() as (app, queue):
            assert app.telemetry
            with app.telemetry.tracing.request("POST", "http", {}) as told:
                traceparent = app.telemetry.traceparent()
                await ask(app, app.team().queue)
                told("/api/v1/actions", 202)
            runs = await ask(app, queue)  # by a queue that knows of no trace
            with made.worker() as worker:
                await until(lambda: settled(app, runs))
                await until(lambda: len([span for span in collector.spans if span.name.startswith("invoke")]) == 2)
                assert worker.end() == 0
        workflows = [span for span in collector.spans if span.name == "invoke_workflow forge"]
        parents = {(span.trace, span.parent) for span in workflows}
        assert tuple(traceparent.split("-")[1:3]) in parents
        assert any(parent == "" for _, parent in parents)
        assert b"disks are" not in collector.raw
