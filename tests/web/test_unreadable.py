"""What is wrong with a request is told in our words, by the kind of error and not by the validator's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, get_args

import pytest
import pytest_asyncio
from pydantic_core.core_schema import ErrorType

from scriptsmith.web.unreadable import sentence
from tests.databases import with_database

from .server import Service, serving

THEIRS = ("Input should", "Extra inputs", "Field required", "Value error", "validation", "JSON decode", "unable to")
"""How the validator begins its messages."""
OURS = (" should ", " is missing", " is not known here", " cannot be read", " is wrong", "twice", "belongs", "brings")


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_every_kind_of_error_has_a_sentence(kind: str) -> None:
    """It names the place; the validator's own message and what was sent are never repeated."""
    told = sentence({"type": kind, "loc": ("body", "given", "x"), "msg": "Input should be theirs", "input": "hunter2"})
    assert told.startswith("the field 'given.x' ") or told == "the body cannot be read as JSON"
    assert "theirs" not in told
    assert "hunter2" not in told


@pytest.mark.parametrize(
    ("kind", "known", "told"),
    [
        ("missing", {}, "the query parameter 'q' is missing"),
        ("extra_forbidden", {}, "the query parameter 'q' is not known here: leave it out"),
        ("string_type", {}, "the query parameter 'q' should be a text"),
        ("int_parsing", {}, "the query parameter 'q' should be a whole number"),
        ("float_type", {}, "the query parameter 'q' should be a number"),
        ("bool_type", {}, "the query parameter 'q' should be true or false"),
        ("date_from_datetime_parsing", {}, "the query parameter 'q' should be a day, as 2026-01-31"),
        ("datetime_parsing", {}, "the query parameter 'q' should be a moment, as 2026-01-31T12:00:00Z"),
        ("list_type", {}, "the query parameter 'q' should be a list"),
        ("dict_type", {}, "the query parameter 'q' should be an object"),
        ("model_attributes_type", {}, "the query parameter 'q' should be an object"),
        ("less_than_equal", {"le": 200}, "the query parameter 'q' should be at most 200"),
        ("string_too_long", {"max_length": 9}, "the query parameter 'q' should have at most 9 characters"),
        ("literal_error", {"expected": "'a' or 'b'"}, "the query parameter 'q' should be 'a' or 'b'"),
        ("value_error", {"error": ValueError("should be 0, 1 or 2")}, "the query parameter 'q' should be 0, 1 or 2"),
    ],
)
def test_a_sentence_says_what_is_expected(kind: str, known: dict[str, Any], told: str) -> None:
    """With the numbers and words that the place knows."""
    assert sentence({"type": kind, "loc": ("query", "q"), "msg": "theirs", "ctx": known}) == told


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


WRONG: tuple[Any, ...] = (None, 7, "zzz", True, [], [7], {"nosuch": 1}, {"a": {"b": []}})


@with_database
@pytest.mark.asyncio(loop_scope="module")
async def test_no_operation_answers_in_the_words_of_the_validator(service: Service) -> None:
    """Every parameter and field of every operation, given what it is not, is refused in a sentence of ours."""
    seen = 0
    async with service.client("admin") as http:
        document = (await http.get("/api/v1/openapi.json")).json()
        for path, method, operation in (
            (path, method, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if path.startswith("/api/v1/")
        ):
            place = path.format_map(
                {each["name"]: "1" for each in operation.get("parameters", ()) if each["in"] == "path"}
            )
            asked: list[dict[str, Any]] = []
            for each in operation.get("parameters", ()):
                if each["in"] == "query":
                    asked += [{"params": {each["name"]: value}} for value in ("zzz", "-1", "x" * 30_000)]
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]
                reference = content["schema"].get("$ref") or content["schema"]["anyOf"][0]["$ref"]
                fields = document["components"]["schemas"][reference.rpartition("/")[2]]["properties"]
                asked += [{"json": value} for value in WRONG]
                asked += [{"json": {name: value}} for name in fields for value in (*WRONG, "x" * 200_000)]
                asked += [
                    {"content": text, "headers": {"Content-Type": "application/json"}}
                    for text in (b"{", b"\xff", b"[" * 99_999)
                ]
            for each in asked:
                answer = await http.request(method.upper(), place, **each)
                if answer.status_code in (400, 422):
                    seen += 1
                    problem = answer.json()
                    told = [problem["detail"], *(one["detail"] for one in problem.get("errors") or ())]
                    assert not [one for one in told for theirs in THEIRS if theirs in one], (path, told)
                    if problem.get("errors"):
                        assert all(any(word in f" {one}" for word in OURS) for one in told), (path, told)
    assert seen > 300
