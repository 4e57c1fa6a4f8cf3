"""The OpenAPI document is kept with the code, and the service does what it says."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

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
