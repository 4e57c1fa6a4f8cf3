"""What the API does not read, it refuses: query parameters that it does not have, and bodies that are not JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.databases import with_database

from .server import Service, serving

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/runs?requestor=ana", "/api/v1/runs has no query parameter 'requestor': there are "),
        ("/catalogue?limit=1&Area=disk", "has no query parameter 'Area': there are "),
        ("/me?x=", "has no query parameter 'x': it takes none"),
    ],
)
async def test_an_unknown_query_parameter_is_refused(service: Service, path: str, told: str) -> None:
    """A filter that is spelled wrongly is not taken for none: 422, and a sentence that names those that there are."""
    async with service.client("admin") as http:
        answer = await http.get(f"/api/v1{path}")
    assert answer.status_code == 422
    assert told in answer.json()["detail"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_body_of_another_kind_is_refused(service: Service, kind: str) -> None:
    """415, whatever the bytes are; nothing is asked for."""
    async with service.client("requester") as http:
        headers = {"Content-Type": kind} if kind else {}
        answer = await http.post("/api/v1/actions", content=b'{"text": "show the disks"}', headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (415, "urn:scriptsmith:media-type")
        good = {"Content-Type": "application/json; charset=utf-8"}
        kept = await http.post("/api/v1/actions", content=b'{"text": "show the disks"}', headers=good)
        assert kept.status_code == 202


async def test_every_operation_names_its_errors_and_belongs_somewhere(service: Service) -> None:
    """The document has errors by status, a tag with a description for each operation, and an example for each body."""
    async with service.client("admin") as http:
        document = (await http.get("/api/v1/openapi.json")).json()
    tags = {tag["name"] for tag in document["tags"]}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert {"422", "429", "500"} <= set(operation["responses"])
            assert not {"4XX", "5XX"} & set(operation["responses"])
            if path.startswith(("/api/", "/hooks/")):
                assert set(operation["tags"]) <= tags
    reviews = document["paths"]["/api/v1/runs/{run_id}/reviews"]["post"]["responses"]
    assert {"409", "412", "415", "428"} <= set(reviews)
    taken = [name for name in document["components"]["schemas"] if name.endswith("In")]
    assert all("examples" in document["components"]["schemas"][name] for name in taken)
