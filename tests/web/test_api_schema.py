"""The OpenAPI document is kept with the code, and the service does what it says."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from jsonschema_rs import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scriptsmith.incidents.inlets.alertmanager import Alertmanager
from scriptsmith.incidents.inlets.instana import Instana
from scriptsmith.incidents.inlets.pagerduty import PagerDuty
from scriptsmith.outlets.slack_requests import command, pressed
from scriptsmith.outlets.slack_review import LOOK
from scriptsmith.web.examples_of_incidents import BODIES
from tests.databases import with_database

from .server import serving

ROOT = Path(__file__).parents[2]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("openapi", ROOT / "scripts" / "openapi.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_openapi_document_is_up_to_date() -> None:
    """The file is what `make docs` would write now, so that a change of the API is seen in review."""
    module = generator()
    assert (ROOT / module.PAGE).read_text(encoding="utf-8") == module.text(), "run `make docs`"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(json.loads(generator().text()))


def test_every_schema_has_an_example_that_it_allows(document: dict[str, Any]) -> None:
    """Whoever reads what is sent and answered sees one of it, and none that the service would not give."""
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("examples"), name
        check = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document["components"]})
        for example in schema["examples"]:
            assert [f"{each.instance_path}: {each.message}" for each in check.iter_errors(example)] == [], name


def contents(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each body and answer that the document tells of, with a name for it."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts = {"body": operation.get("requestBody", {})} | operation["responses"]
            for where, part in parts.items():
                for kind, content in part.get("content", {}).items():
                    yield f"{method} {path} {where} {kind}", content


def test_every_body_and_answer_has_an_example(document: dict[str, Any]) -> None:
    """That of its schema, or one of its own where it has none, which its schema allows too."""
    found = list(contents(document))
    assert len(found) > 500
    for name, content in found:
        schema = content.get("schema", {})
        if "$ref" in schema:
            continue
        assert "example" in content, name
        check = Draft202012Validator({**schema, "components": document["components"]})
        assert [each.message for each in check.iter_errors(content["example"])] == [], name


def test_every_hook_is_in_the_document(document: dict[str, Any]) -> None:
    """With what it is sent, how it proves its origin, and its errors by status."""
    told = {path: operations["post"] for path, operations in document["paths"].items() if path.startswith("/hooks/")}
    named = {"alertmanager", "pagerduty", "instana", "json/{name}", "slack/command", "slack/interactive"}
    assert set(told) == {f"/hooks/{each}" for each in named}
    for operation in told.values():
        assert {"401", "404", "413", "415", "422", "503"} <= set(operation["responses"])
        proofs = {name for each in operation["security"] for name in each}
        assert proofs
        assert proofs <= set(document["components"]["securitySchemes"])


def test_what_hooks_are_sent_can_be_read() -> None:
    """The example of each hook is read by its inlet as one incident, and that of Slack as what somebody asked for."""
    for name, inlet in (("alertmanager", Alertmanager()), ("pagerduty", PagerDuty()), ("instana", Instana())):
        read = inlet.read(json.dumps(BODIES[f"hook_{name}"]).encode())
        assert (len(read.incidents), read.unreadable) == (1, ()), name
    asked = command(urlencode(BODIES["hook_slack_command"]).encode())
    assert asked.text == "show how full the file systems are"
    button = pressed(urlencode(BODIES["hook_slack_interactive"]).encode())
    assert button is not None
    assert button.action == LOOK


@with_database
@pytest.mark.filterwarnings("default")  # those of the generator of requests are not ours
async def test_no_request_makes_an_error_and_every_answer_is_as_described() -> None:
    """Made requests, right and wrong ones, for every operation: no 5xx, and each answer has the form that is told."""
    async with serving() as service:
        key = await service.key("all", "requester", "reviewer", "publisher", "admin")
        await asyncio.to_thread(ask_everything, service.url, key)


def ask_everything(url: str, key: str) -> None:
    """Some made requests for every operation, the same each time."""
    schema = schemathesis.openapi.from_url(
        f"{url}/api/v1/openapi.json", headers={"Authorization": f"Bearer {key}"}, wait_for_schema=None
    )
    few = settings(
        max_examples=4, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    asked = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]

        @few
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            nonlocal asked
            asked += 1
            case.call_and_validate(
                base_url=url, headers={"Authorization": f"Bearer {key}"}, checks=CHECKS, timeout=60.0
            )

        check()
    assert asked > 40
