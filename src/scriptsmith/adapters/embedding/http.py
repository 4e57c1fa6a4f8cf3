"""The `Embedder` port over any server that has an OpenAI-compatible `/v1/embeddings`."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import BadSettings
from ...redaction import Redactor
from ..model_errors import FailedExchange, SettingNames, read
from ..model_exchange import Connections
from ..model_spec import ModelSpec, without_password
from ..model_streams import LIMIT, TooLarge
from ..models import pause
from .texts import LONGEST, readable, unit

if TYPE_CHECKING:
    import httpx2
    from numpy.typing import NDArray

    from ...core.types import Vector

_FIRST, _MOST = 8, 128
_BYTES_OF_A_NUMBER = 24  # as JSON, with a comma and some space
_BEFORE = 4 * LONGEST  # a secret that begins within what is sent is found whole, however it goes on


class HttpEmbedder:
    """An `Embedder` at `spec`'s address; vectors come `dimensions` long where the server lets one choose.

    Secrets are replaced by tokens before a text leaves. Texts go in batches, as many as fit into a reply, one after the
    other; each may take `spec.timeout` seconds, and passing failures are retried within that. Raises `ModelError` with
    model, address and what to do, and never shows the key; `BadSettings` where `spec` names no such server.
    """

    def __init__(self, spec: ModelSpec, connections: Connections | None = None, *, dimensions: int = 0) -> None:
        if not spec.endpoint:
            raise BadSettings(
                f"embedder.model is {spec.model!r}, a provider that is not asked as OpenAI is: name one that is, or "
                "a server as in `http:NAME` with embedder.base_url"
            )
        self._spec = spec
        self._owns = connections is None
        self._connections = connections or Connections()
        self._names = SettingNames(role=spec.role)
        self._dimensions = dimensions
        self._dimension = dimensions

    @property
    def model(self) -> str:
        """The model, and the address where it is not the provider's own: the same name elsewhere may mean another."""
        return self._spec.model if self._spec.hosted else f"{self._spec.model}@{without_password(self._spec.endpoint)}"

    @property
    def dimension(self) -> int:
        return self._dimension

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        shown = [readable(Redactor().redact(text[:_BEFORE])) for text in texts]
        vectors: list[Vector] = []
        while len(vectors) < len(shown):
            batch = shown[len(vectors) : len(vectors) + self._fitting()]
            vectors += map(tuple, (await self._insist(batch)).tolist())
        return vectors

    async def aclose(self) -> None:
        """Close the connections of this event loop, unless they are shared."""
        if self._owns:
            await self._connections.aclose()

    async def __aenter__(self) -> HttpEmbedder:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    def _fitting(self) -> int:
        """How many vectors surely fit into a reply."""
        if not self._dimension:
            return _FIRST
        return max(1, min(_MOST, LIMIT // (2 * _BYTES_OF_A_NUMBER * self._dimension)))

    async def _insist(self, batch: list[str]) -> NDArray[np.float32]:
        spec = self._spec
        if spec.hosted and not spec.api_key:
            raise FailedExchange(
                what="wants a key", remedy=f"set {self._names('api_key')} to where a valid key is"
            ).error(spec)
        with contextlib.suppress(Exception):  # `_exchange` tells of it
            self._connections.here()  # the first time loads a library and certificates, which is no fault of the server
        clock = asyncio.get_running_loop().time
        deadline, failures = clock() + spec.timeout, 0
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    outcome = await self._exchange(batch)
            except TimeoutError:
                remedy = f"set {self._names('timeout')} higher, or choose a faster model"
                raise FailedExchange(what=f"did not answer within {spec.timeout:g} s", remedy=remedy).error(
                    spec
                ) from None
            if callable(outcome):
                started = clock()
                outcome = await asyncio.to_thread(outcome)  # loads a library too
                deadline += clock() - started
            if not isinstance(outcome, FailedExchange):
                return outcome
            failures += 1
            if failures > outcome.again or failures >= spec.attempts:
                raise outcome.error(spec)
            await pause(outcome, spec, self._names, failures, deadline - clock())

    async def _exchange(self, batch: list[str]) -> NDArray[np.float32] | FailedExchange | Callable[[], FailedExchange]:
        """Ask once; never raises for what the server does. Some trouble is read when it is called for."""
        spec, names = self._spec, self._names
        body: dict[str, Any] = {"model": spec.model_name, "input": batch, "encoding_format": "float"}
        if self._dimensions:
            body["dimensions"] = self._dimensions
        headers = {"x-scriptsmith-prompt": "embed"} | (
            {"authorization": f"Bearer {spec.api_key}"} if spec.api_key else {}
        )
        try:
            client, _ = self._connections.here()
            response = await client.post(f"{spec.endpoint.rstrip('/')}/embeddings", json=body, headers=headers)
        except TooLarge:
            return FailedExchange(what="sent a reply of more than 2 MiB", remedy=f"set {names('dimensions')} lower")
        except Exception as error:  # whatever the library raises becomes one sentence here
            return partial(read, error, spec, names)
        if not response.is_success:
            return partial(_refusal, response, spec, names)
        try:
            rows = _in_order(json.loads(response.content), len(batch))
            vectors = unit(rows, batch)
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
            return FailedExchange(
                what=f"sent something that is not {len(batch)} vectors of finite numbers, as many in each",
                remedy=f"check that {names('base_url')} is an OpenAI-compatible address, usually ending in /v1, "
                f"and that {names('model')} makes vectors",
                again=1,
            )
        got = vectors.shape[1]
        if self._dimension and got != self._dimension:
            other = names("dimensions") if self._dimensions else names("model")
            return FailedExchange(
                what=f"sent vectors of {got} numbers instead of {self._dimension}", remedy=f"check {other}"
            )
        self._dimension = got
        return vectors


def _in_order(reply: Any, count: int) -> list[list[float]]:
    """The vectors of a reply by their `index`, or as they came where none has one; raises ValueError and the like."""
    data = reply["data"]
    places = [item.get("index") for item in data]
    if any(place is not None for place in places):
        if sorted(places) != list(range(count)):
            raise ValueError("the indices are not those of the texts")
        data = sorted(data, key=lambda item: item["index"])
    rows: list[list[float]] = [item["embedding"] for item in data]
    if any(type(number) not in (float, int) for row in rows for number in row):
        raise TypeError("not a number")
    return rows


def _refusal(response: httpx2.Response, spec: ModelSpec, names: SettingNames) -> FailedExchange:
    """What an answer other than success means."""
    if 300 <= response.status_code < 400:
        return FailedExchange(what="is at another address by now", remedy=f"set {names('base_url')} to where it leads")
    from pydantic_ai.exceptions import ModelHTTPError

    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        body = response.text
    error = ModelHTTPError(response.status_code, spec.model_name, body, headers=dict(response.headers))
    return read(error, spec, names)
