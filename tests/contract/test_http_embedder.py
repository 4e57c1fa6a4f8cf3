"""What the embedder at a server promises: what it sends, what it takes, and what it says when something is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scriptsmith.adapters.embedding.http import HttpEmbedder
from scriptsmith.adapters.embedding.texts import LONGEST
from scriptsmith.adapters.model_spec import ModelSpec
from scriptsmith.errors import BadSettings, ModelError
from scriptsmith.testing import Fault, PlayedAnswer, Provider, RecordedRequest
from scriptsmith.testing.embeddings import vector

KEY = "sk-Very-Secret-0123456789"


def http(url: str, *, dimensions: int = 0, **more: object) -> HttpEmbedder:
    """An embedder at the loopback server, with waits short enough for tests."""
    settings = {"model": "openai-compatible:small", "base_url": url, "backoff": 0.001, **more}
    return HttpEmbedder(ModelSpec(role="embedder", **settings), dimensions=dimensions)  # type: ignore[arg-type]


def data(*rows: Any, **more: object) -> PlayedAnswer:
    """A reply with these vectors, in this order."""
    listed = [{"index": index, "embedding": row} for index, row in enumerate(rows)]
    return PlayedAnswer(raw=json.dumps({"data": listed, **more}).encode())


async def test_the_settings_reach_the_server() -> None:
    """Model name, key, texts and the wanted number of dimensions are on the wire, and numbers are asked for."""
    with Provider() as provider:
        async with http(provider.url, api_key=KEY, dimensions=5) as embedder:
            assert embedder.dimension == 5
            (got,) = await embedder.embed(["stop nginx"])
    request = provider.requests[0]
    assert (request.path, request.prompt, request.headers["authorization"]) == (
        "/v1/embeddings",
        "embed",
        f"Bearer {KEY}",
    )
    assert request.body == {"model": "small", "input": ["stop nginx"], "encoding_format": "float", "dimensions": 5}
    raw = vector("stop nginx", 5)
    assert got == pytest.approx([number / math.hypot(*raw) for number in raw], abs=1e-6)


async def test_the_dimension_is_known_after_the_first_answer() -> None:
    """Until a server answers the dimension is 0, and no option is sent that it may not know."""
    with Provider() as provider:
        async with http(provider.url) as embedder:
            assert embedder.dimension == 0
            await embedder.embed(["x"])
            assert embedder.dimension == 8
    assert "dimensions" not in provider.requests[0].body
    assert "authorization" not in provider.requests[0].headers


async def test_many_texts_go_in_batches_that_fit_a_reply() -> None:
    """A few texts are sent at first, then as many as a reply of 2 MiB surely holds, through one connection."""
    texts = [f"text {number}" for number in range(300)]
    with Provider() as provider:
        async with http(provider.url) as embedder:
            assert len(await embedder.embed(texts)) == 300
        async with http(provider.url, dimensions=3000) as embedder:
            await embedder.embed(texts[:20])
    sizes = [len(request.body["input"]) for request in provider.requests]
    assert sizes == [8, 128, 128, 36, 14, 6]
    assert len({request.peer for request in provider.requests[:4]}) == 1


async def test_no_secret_reaches_the_server() -> None:
    """A secret in a text is a token on the wire, also where the text is cut."""
    secret = "hunter2-Xk9Qz7"
    texts = [f"log in with PASSWORD={secret}", "x " * (LONGEST // 2 - 8) + f"PASSWORD={secret}"]
    with Provider() as provider:
        async with http(provider.url) as embedder:
            alone = [(await embedder.embed([text]))[0] for text in texts]
            assert await embedder.embed(texts) == alone
    sent = [text for request in provider.requests for text in request.body["input"]]
    assert all(len(text) <= LONGEST and "hunter2" not in text for text in sent)
    assert "SS_SECRET_1A" in sent[0]


async def test_no_empty_text_is_sent() -> None:
    """Blank text, which servers refuse, is answered by zeros in its place."""
    with Provider() as provider:
        async with http(provider.url) as embedder:
            empty, full = await embedder.embed([" ", "stop"])
    assert provider.calls == 0
    assert all(text.strip() for text in provider.requests[0].body["input"])
    assert [math.hypot(*empty), math.hypot(*full)] == pytest.approx([0, 1])


async def test_vectors_without_an_index_are_taken_as_they_come() -> None:
    """A server that leaves the index out is believed about its order."""
    raw = json.dumps({"data": [{"embedding": [1, 0]}, {"embedding": [0, 1]}]}).encode()
    with Provider(PlayedAnswer(raw=raw)) as provider:
        async with http(provider.url) as embedder:
            assert await embedder.embed(["a", "b"]) == [(1, 0), (0, 1)]


async def test_lengths_are_found_for_the_largest_and_the_smallest_numbers() -> None:
    """Vectors near the ends of floating point become unit vectors too; a zero vector stays one."""
    with Provider(data([3e300, 4e300], [3e-300, 4e-300], [0, 0])) as provider:
        async with http(provider.url) as embedder:
            big, small, zero = await embedder.embed(["a", "b", "c"])
    assert big == pytest.approx([0.6, 0.8])
    assert small == pytest.approx([0.6, 0.8])
    assert zero == (0, 0)


@pytest.mark.parametrize("code", [408, 429, 500, 503])
async def test_a_passing_failure_is_retried(code: int) -> None:
    """Too many requests, a server's failure and its timeout are asked again, after the wait it asks for."""
    with Provider([Fault.status(code, retry_after=0.01), "ok"]) as provider:
        async with http(provider.url) as embedder:
            assert len(await embedder.embed(["x"])) == 1
    assert len(provider.requests) == 2


async def test_a_wait_that_is_too_long_is_told() -> None:
    """A server that wants more patience than there is ends the question at once."""
    with Provider(Fault.status(429, retry_after=999)) as provider:
        async with http(provider.url, timeout=5) as embedder:
            with pytest.raises(ModelError, match=r"wait 999 s, more than is left of embedder\.timeout \(5 s\)"):
                await embedder.embed(["x"])
    assert len(provider.requests) == 1


NOT_VECTORS = "is an OpenAI-compatible address"


@pytest.mark.parametrize(
    ("script", "asked", "words"),
    [
        (Fault.refuse, 0, ["connection refused", "set embedder.base_url"]),
        ([Fault.refuse], 3, ["broke off the connection"]),
        (Fault.timeout, 1, ["did not answer within 2 s", "embedder.timeout"]),
        (Fault.drip, 1, ["did not answer within 2 s"]),
        (Fault.huge, 1, ["more than 2 MiB", "embedder.dimensions"]),
        (Fault.malformed, 2, [NOT_VECTORS]),
        (Fault.page, 2, [NOT_VECTORS]),
        (Fault.not_a_completion, 2, [NOT_VECTORS]),
        (Fault.invalid_utf8, 2, [NOT_VECTORS]),
        (PlayedAnswer(raw=b'{"data": "no"}'), 2, [NOT_VECTORS]),
        (PlayedAnswer(raw=b'{"data": [7, 8]}'), 2, [NOT_VECTORS]),
        (PlayedAnswer(raw=b"[" * 100_000), 2, [NOT_VECTORS]),
        (Fault.status(401, error=f"bad key {KEY}"), 1, ["refused the key (HTTP 401)", "set embedder.api_key"]),
        (Fault.status(404), 1, ["HTTP 404", "embedder.model", "embedder.base_url"]),
        (Fault.status(400, error="no embeddings here"), 1, ["no embeddings here", "check embedder.model"]),
        (Fault.status(429), 3, ["too many requests", "try again later"]),
        (Fault.status(503), 3, ["HTTP 503", "look into the server's log"]),
        (Fault.status(302), 1, ["is at another address", "set embedder.base_url"]),
        (data([1, 2]), 2, ["not 2 vectors"]),
        (data([1, 2], [3, 4], [5, 6]), 2, ["not 2 vectors"]),
        (data([1, 2], [3]), 2, ["not 2 vectors"]),
        (data([], []), 2, ["not 2 vectors"]),
        (data([1, math.nan], [1, 2]), 2, ["finite"]),
        (data([1, math.inf], [1, 2]), 2, ["finite"]),
        (data([1, "2"], [1, 2]), 2, ["numbers"]),
        (data([1, True], [1, 2]), 2, ["numbers"]),
        (data([1, 10**400], [1, 2]), 2, ["numbers"]),
        (
            PlayedAnswer(raw=b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [2]}]}'),
            2,
            ["not 2 vectors"],
        ),
        (PlayedAnswer(raw=b'{"data": [{"index": 0, "embedding": [1]}, {"embedding": [2]}]}'), 2, ["not 2 vectors"]),
    ],
)
async def test_what_is_wrong_is_one_sentence(script: Any, asked: int, words: Sequence[str]) -> None:
    """Every way of failing names model, address and remedy, is asked again only where that may help, and shows no key."""
    with Provider(script) as provider:
        async with http(
            provider.url, api_key=KEY, timeout=2 if script in (Fault.timeout, Fault.drip) else 60
        ) as embedder:
            with pytest.raises(ModelError) as caught:
                await embedder.embed(["a", "b"])
        assert len(provider.requests) == asked
        message = str(caught.value)
        assert message.startswith(f"the embedder model openai-compatible:small at {provider.url} ")
    assert all(word in message for word in words), message
    assert "fallback" not in message
    assert "\n" not in message
    assert KEY not in message


async def test_vectors_of_another_dimension_are_refused() -> None:
    """A server that changes its dimension, or ignores the one it was asked for, is not believed."""
    with Provider([data([1, 2]), data([1, 2, 3])]) as provider:
        async with http(provider.url) as embedder:
            await embedder.embed(["x"])
            with pytest.raises(ModelError, match=r"vectors of 3 numbers instead of 2: check embedder\.model"):
                await embedder.embed(["x"])
    with Provider(data([1, 2])) as provider:
        async with http(provider.url, dimensions=4) as embedder:
            with pytest.raises(ModelError, match=r"of 2 numbers instead of 4: check embedder\.dimensions"):
                await embedder.embed(["x"])


async def test_a_hosted_model_wants_a_key_before_anything_is_sent() -> None:
    """OpenAI itself is not asked without a key."""
    with pytest.raises(ModelError, match=r"wants a key: set embedder\.api_key"):
        await HttpEmbedder(ModelSpec(role="embedder", model="openai:small")).embed(["x"])


@pytest.mark.parametrize("model", ["cohere:embed", "nobody:knows"])
def test_a_provider_of_another_kind_is_refused(model: str) -> None:
    """A provider that cannot be asked as OpenAI is, is told with what to set."""
    with pytest.raises(BadSettings, match=r"embedder\.model .* embedder\.base_url"):
        HttpEmbedder(ModelSpec(role="embedder", model=model))


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ({"model": "openai:small"}, "openai:small"),
        ({"model": "ollama:small"}, "ollama:small@http://localhost:11434/v1"),
        (
            {"model": "openai:small", "base_url": "http://me:word@host.example/v1"},
            "openai:small@http://host.example/v1",
        ),
    ],
)
def test_the_same_model_elsewhere_has_another_name(spec: dict[str, Any], name: str) -> None:
    """The address is part of the name where it is not the provider's own; a password in it is not."""
    assert HttpEmbedder(ModelSpec(role="embedder", **spec)).model == name


async def test_the_double_answers_embeddings_by_any_script() -> None:
    """The pretended provider takes faults for `embed` by name, and answers chats beside it as ever."""
    seen: list[str] = []

    def script(request: RecordedRequest) -> str:
        seen.append(request.prompt)
        return "whatever"

    check: Callable[[RecordedRequest], str] = script
    with Provider({"embed": [Fault.status(500), "ok"]}) as provider:
        async with http(provider.url) as embedder:
            assert len(await embedder.embed(["x"])) == 1
    with Provider(check) as provider:
        async with http(provider.url) as embedder:
            assert len(await embedder.embed(["x"])) == 1
    assert seen == ["embed"]
