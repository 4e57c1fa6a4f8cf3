"""A trace leads from a request or a report through the queue to each exchange with a model, and tells no text."""

from __future__ import annotations

from pathlib import Path

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanKind, StatusCode

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.core.comparison import ComparedDraft
from scriptsmith.core.events import Compared
from scriptsmith.testing.provider import Fault, canned
from scriptsmith.testing.receivers import WebhookReceiver
from tests.databases import with_database
from tests.incidents.payloads import DISK, alert, alertmanager
from tests.incidents.test_hooks import ALERTMANAGER, opened
from tests.incidents.test_incidents_api import made, recommended
from tests.mcp_server.connected import called
from tests.mcp_server.test_http import connected
from tests.outlets.test_delivering import SECRETS, outlet_file
from tests.web.server import Service, serving
from tests.web.test_api import settled
from tests.working import until

from .tracing_services import KeptTelemetry, texts

pytestmark = with_database
ACTION = "show how full each file system is, as the heron does"
SMALL: dict[str, object] = {"paths.seed": False}
"""The whole catalogue takes long to read."""
CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def trace(span: ReadableSpan) -> int:
    assert span.context
    return int(span.context.trace_id)


def attributes(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


async def asked(service: Service, text: str = ACTION) -> str:
    """Ask for an action within the caller's trace, and wait until it is settled."""
    async with service.client("requester", traceparent=CALLER) as http:
        answer = await http.post("/api/v1/actions", json={"text": text})
        assert answer.status_code == 202, answer.text
        run = str(answer.json()["run"])
        await settled(http, run)
    return run


async def test_a_run_is_traced_from_the_request_to_each_exchange() -> None:
    """The caller's trace goes on: request, run, steps, models; with verdicts as events and outcomes as attributes."""
    kept = KeptTelemetry()
    async with serving(canned, traces=kept.telemetry(), settings=SMALL) as service:
        run = await asked(service)
        await until(lambda: kept.named("invoke_workflow forge"))
    (request,) = kept.named("POST /api/v1/actions")
    (workflow,) = kept.named("invoke_workflow forge")
    assert request.kind is SpanKind.SERVER
    assert request.parent
    assert f"{trace(request):032x}-{request.parent.span_id:016x}" == CALLER[3:-3]
    assert attributes(request) == {
        "http.request.method": "POST",
        "http.route": "/api/v1/actions",
        "http.response.status_code": 202,
        "url.scheme": "http",
    }
    assert workflow.kind is SpanKind.INTERNAL
    assert kept.below(request) == [workflow]
    told = attributes(workflow)
    assert told["gen_ai.operation.name"] == "invoke_workflow"
    assert told["gen_ai.workflow.name"] == "forge"
    assert told["scriptsmith.run"] == run
    assert (told["scriptsmith.outcome"], told["scriptsmith.state"]) == ("verified", "waiting")
    assert told["scriptsmith.risk"]
    steps = kept.below(workflow)
    assert [span.name for span in steps] == ["retrieve", "draft", "check", "assess", "settle"]
    assert attributes(steps[0])["gen_ai.operation.name"] == "retrieval"
    prompts = {span.name: [attributes(each)["gen_ai.prompt.name"] for each in kept.below(span)] for span in steps}
    assert prompts["draft"] == ["draft"]
    assert prompts["check"] == ["describe"]
    assert sorted(str(each) for each in prompts["assess"]) == ["difference", "similarity"]
    (chat,) = kept.below(steps[1])
    assert (chat.name, chat.kind) == ("chat pretended", SpanKind.CLIENT)
    assert attributes(chat)["scriptsmith.role"] == "generator"
    assert (attributes(chat)["gen_ai.usage.input_tokens"], attributes(chat)["gen_ai.usage.output_tokens"]) == (12, 34)
    verdicts = [dict(event.attributes or {}) for event in steps[3].events]
    assert {event.name for event in steps[3].events} == {"gen_ai.evaluation.result"}
    assert verdicts[0]["gen_ai.evaluation.name"] == "assessment"
    assert {each["gen_ai.evaluation.score.label"] for each in verdicts} == {"yes"}
    assert {trace(span) for span in kept.spans if span.parent and span.name != "POST /api/v1/actions"} <= {
        trace(request)
    }
    (duration, *_) = kept.metrics()["gen_ai.client.operation.duration"]
    assert duration["gen_ai.operation.name"] == "chat"
    assert "gen_ai.client.token.usage" in kept.metrics()


async def test_nothing_that_people_or_models_wrote_is_told() -> None:
    """Neither the action, nor its script, nor what assessors say, not where a model fails and its error repeats them."""
    kept = KeptTelemetry()
    async with serving(canned, traces=kept.telemetry(), settings=SMALL) as service:
        await asked(service)
    whole = "\n".join(texts(kept.spans))
    assert len(kept.spans) > 10
    for said in ("heron", "file system", "#!/", "pipefail", "messages", "covered"):
        assert said not in whole
    failed = KeptTelemetry()
    fault = Fault.status(400, error=f"cannot do: {ACTION}")
    async with serving(
        lambda request: fault, traces=failed.telemetry(), settings=SMALL | {"worker.retries": 1}
    ) as service:
        async with service.client("requester") as http:
            await http.post("/api/v1/actions", json={"text": ACTION})
        await until(lambda: failed.named("invoke_workflow forge"))
    whole = "\n".join(texts(failed.spans))
    assert "heron" not in whole
    (workflow,) = failed.named("invoke_workflow forge")
    assert workflow.status.status_code is StatusCode.ERROR
    assert attributes(workflow)["error.type"] == "ModelError"


async def test_a_setting_has_texts_told_without_secrets() -> None:
    """Who asks for content gets prompts and replies, in which secrets are tokens or stars."""
    kept = KeptTelemetry(content=True)
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    async with serving(canned, traces=kept.telemetry(), settings=SMALL) as service:
        await asked(service, f"{ACTION}, with the token {secret}")
    whole = "\n".join(texts(kept.spans))
    assert "heron" in whole
    assert secret not in whole


async def test_a_run_for_an_incident_goes_on_in_the_trace_of_its_report(tmp_path: Path) -> None:
    """From the webhook to the steps it is one trace, whenever a person asks; the person's request is linked."""
    kept = KeptTelemetry()
    async with serving(settings=opened(tmp_path), traces=kept.telemetry()) as service:
        async with service.client(Authorization=f"Bearer {ALERTMANAGER}") as http:
            answer = await http.post("/hooks/alertmanager", json=alertmanager(alert(DISK, description="3 % is left")))
            incident = str(answer.json()["kept"][0]["incident"])
            again = await http.post("/hooks/alertmanager", json=alertmanager(alert(DISK, description="3 % is left")))
            assert again.json()["kept"][0]["outcome"] == "repeated"
        async with service.client("requester") as http:
            actions = (await recommended(http, incident))["actions"]
            one = next(each for each in actions if not each["missing"])
            run = (await made(http, incident, one["id"])).json()["run"]
            await settled(http, run)
        await until(lambda: kept.named("invoke_workflow forge"))
    report, _repeated = kept.named("POST /hooks/alertmanager")
    (request,) = kept.named("POST /api/v1/incidents/{incident_id}/runs")
    (workflow,) = kept.named("invoke_workflow forge")
    assert trace(report) != trace(request)
    assert kept.below(report) == [workflow]
    assert [link.context.trace_id for link in workflow.links] == [trace(request)]
    assert [span.name for span in kept.below(workflow)] == ["retrieve", "settle"]
    assert attributes(workflow)["scriptsmith.outcome"] == "reuse"
    whole = "\n".join(texts(kept.spans))
    for said in ("3 % is left", "db-2", "A file system fills up", str(DISK["alertname"])):
        assert said not in whole
    assert str(attributes(workflow)["scriptsmith.entry"])


async def test_a_run_that_an_assistant_asks_for_goes_on_in_its_request() -> None:
    """The tools of the MCP server belong to the request that calls them."""
    kept = KeptTelemetry()
    async with serving(canned, traces=kept.telemetry(), settings=SMALL) as service:
        async with connected(service, "requester") as client:
            await called(client, "forge", action=ACTION)
        await until(lambda: kept.named("invoke_workflow forge"))
    (workflow,) = kept.named("invoke_workflow forge")
    assert [span for span in kept.named("POST /mcp") if workflow in kept.below(span)]


async def test_what_an_outlet_is_told_is_in_the_trace_of_the_report(tmp_path: Path) -> None:
    """The receiver of a webhook can go on in it: each try is a span, and its header names that span."""
    kept = KeptTelemetry()
    text = "[outlet.hook]\nkind = 'webhook'\nurl = '{url}/x'\nsecret_file = '{secret}'\n[[route]]\noutlets = ['hook']\n"
    with WebhookReceiver(SECRETS) as receiver:
        file = outlet_file(tmp_path, text.replace("{url}", receiver.url), {"secret": SECRETS[0]})
        settings = opened(tmp_path) | SMALL | {"outlets.file": file}
        async with serving(settings=settings, traces=kept.telemetry()) as service:
            async with service.client(Authorization=f"Bearer {ALERTMANAGER}") as http:
                await http.post("/hooks/alertmanager", json=alertmanager(alert(DISK, description="3 % is left")))
            await until(lambda: kept.named("deliver webhook"))
        (sent,) = [{name.lower(): value for name, value in each.headers.items()} for each in receiver.arrived]
    (report,) = kept.named("POST /hooks/alertmanager")
    (delivery,) = kept.named("deliver webhook")
    assert delivery.kind is SpanKind.PRODUCER
    assert kept.below(report) == [delivery]
    assert delivery.context
    named = sent["traceparent"].rpartition("-")[0]  # behind it stand flags
    assert named == f"00-{trace(report):032x}-{delivery.context.span_id:016x}"
    assert attributes(delivery) == {
        "scriptsmith.outlet": "hook",
        "scriptsmith.event": "incident.opened",
        "scriptsmith.tries": 1,
        "scriptsmith.delivered": True,
    }
    assert "3 % is left" not in "\n".join(texts(kept.spans))


async def test_a_search_is_a_span_of_its_request_without_what_was_asked() -> None:
    """What came of it and how many entries were found; the process that searches tells nothing itself."""
    kept = KeptTelemetry()
    async with serving(traces=kept.telemetry(), settings=SMALL) as service:
        async with service.client("requester", traceparent=CALLER) as http:
            answer = await http.get("/api/v1/search", params={"q": "tame the heron"})
            assert answer.status_code == 200, answer.text
        await until(lambda: kept.named("GET /api/v1/search"))
    (request,), (span,) = kept.named("GET /api/v1/search"), kept.named("retrieve")
    assert span.parent
    assert request.context
    assert (span.parent.span_id, trace(span)) == (request.context.span_id, trace(request))
    told = attributes(span)
    assert told.pop("scriptsmith.matches") == len(answer.json()["nearest"])
    assert told == {"gen_ai.operation.name": "retrieval", "scriptsmith.outcome": "no_match"}
    assert "heron" not in "\n".join(texts(kept.spans))


async def test_texts_that_become_vectors_are_a_span_without_them() -> None:
    """Each exchange with the embedder that the settings name; what it embeds is told as a number."""
    kept = KeptTelemetry()
    embedder = kept.telemetry().embedder(StaticEmbedder(), "ollama:nomic-embed")
    assert len(await embedder.embed(["the heron", "the bittern"])) == 2
    assert (embedder.model, embedder.dimension) == (StaticEmbedder().model, StaticEmbedder().dimension)
    (span,) = kept.named("embeddings nomic-embed")
    assert span.kind is SpanKind.CLIENT
    assert attributes(span) == {
        "gen_ai.operation.name": "embeddings",
        "gen_ai.provider.name": "ollama",
        "gen_ai.request.model": "nomic-embed",
        "scriptsmith.texts": 2,
    }


def test_how_drafts_compare_is_told_in_numbers() -> None:
    """How many there were, how many the largest group has, and how many were compared by running them or by text."""
    kept = KeptTelemetry()
    pair = ComparedDraft(group=1, size=2, of=3, basis="run")
    with kept.telemetry().step("compare") as told:
        told(Compared(drafts=(pair, pair, ComparedDraft(of=3, problem="it names the heron"))))
    (span,) = kept.named("compare")
    assert attributes(span) == {
        "scriptsmith.step": "compare",
        "scriptsmith.drafts": 3,
        "scriptsmith.agree": 2,
        "scriptsmith.compared": 2,
    }


async def test_requests_that_machines_make_all_day_are_not_traced() -> None:
    kept = KeptTelemetry()
    async with (
        serving(workers=0, traces=kept.telemetry(), settings=SMALL) as service,
        service.client("reviewer") as http,
    ):
        for path in ("/healthz", "/readyz", "/metrics", "/static/console.css", "/api/v1/nothing"):
            await http.get(path)
    assert [span.name for span in kept.spans] == ["GET"]
    assert attributes(kept.spans[0])["http.response.status_code"] == 404
