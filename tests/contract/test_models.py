"""What every `Model` promises, and what the adapter over real HTTP promises beyond that."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
from collections.abc import AsyncIterator, Callable

import pytest

from scriptsmith.adapters.model_exchange import SAMPLING, told_tokens
from scriptsmith.adapters.models import Connections, ModelSpec, RoleModel, build, list_models
from scriptsmith.errors import ModelError
from scriptsmith.ports import Model, Prompt
from scriptsmith.samples import sample_of
from scriptsmith.testing import Fault, PlayedAnswer, Provider, RecordedRequest, canned, scripted
from scriptsmith.weighed_replies import WeighedReply, weighed

VERDICT = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "verdict": {"enum": ["yes", "no", "unsure"]}},
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}
DRAFT = Prompt(name="draft", system="You write scripts.", text="Show the free space.")
JUDGE = Prompt(name="similarity", system="You compare.", text="Same?", schema=VERDICT)
YES = '{"reason": "it does", "verdict": "yes"}'


def spec(url: str, **more: object) -> ModelSpec:
    """A model on the loopback server, with waits short enough for tests."""
    settings = {"role": "generator", "model": "openai-compatible:small", "base_url": url, "backoff": 0.001, **more}
    return ModelSpec(**settings)  # type: ignore[arg-type]


# --- every model -----------------------------------------------------------------------------------------------


@pytest.fixture(params=["http"])
async def model() -> AsyncIterator[Model]:
    with Provider() as provider:
        async with build(spec(provider.url)) as built:
            yield built


async def test_a_reply_says_who_answered_what(model: Model) -> None:
    """The call of a reply carries model, prompt name, prompt digest and duration."""
    reply = await model.ask(DRAFT)
    assert "```bash" in reply.text
    assert (reply.call.model, reply.call.prompt, reply.call.prompt_digest) == (model.name, "draft", DRAFT.digest)
    assert reply.call.seconds > 0


async def test_a_structured_prompt_gets_its_keys(model: Model) -> None:
    """A prompt with a schema is answered by a JSON object that has the required keys."""
    assert set(json.loads((await model.ask(JUDGE)).text)) == {"reason", "verdict"}


async def test_questions_do_not_wait_for_each_other(model: Model) -> None:
    """One model takes several questions at once and keeps their answers apart."""
    replies = await asyncio.gather(*(model.ask(prompt) for prompt in (DRAFT, JUDGE, DRAFT)))
    assert [reply.call.prompt for reply in replies] == ["draft", "similarity", "draft"]
    assert replies[0].text == replies[2].text != replies[1].text


# --- what is sent ----------------------------------------------------------------------------------------------


async def test_the_settings_reach_the_server() -> None:
    """Model name, key, temperature, budget, both prompt parts and the prompt's name are on the wire."""
    with Provider() as provider:
        async with build(spec(provider.url, api_key="sk-1", temperature=0.25, max_tokens=77)) as model:
            await model.ask(DRAFT)
    request = provider.requests[0]
    assert (request.model, request.prompt, request.max_tokens) == ("small", "draft", 77)
    assert (request.headers["authorization"], request.body["temperature"]) == ("Bearer sk-1", 0.25)
    assert [message["content"] for message in request.body["messages"]] == [DRAFT.system, DRAFT.text]


async def test_a_further_sample_is_asked_for_in_the_same_words_with_another_seed() -> None:
    """Nothing but seed and temperature differ, so a server has read the prompt already; 0 would bring the same reply."""
    with Provider() as provider:
        for temperature in (0.0, 0.25, None):
            async with build(spec(provider.url, temperature=temperature)) as model:
                for number in range(3):
                    await model.ask(sample_of(DRAFT, number))
    bodies = [request.body for request in provider.requests]
    assert len({str(body["messages"]) for body in bodies}) == 1
    assert [body.get("temperature") for body in bodies] == [0.0, SAMPLING, SAMPLING, 0.25, 0.25, 0.25, None, None, None]
    seeds = [body.get("seed") for body in bodies]
    assert [seed is None for seed in seeds] == [True, False, False] * 3
    assert len({*seeds}) == 7


async def test_a_server_that_refuses_who_asks_for_probabilities_still_drafts() -> None:
    """It is asked without, from then on; what refuses the question for another reason still refuses it."""
    with Provider("```bash\nls\n```", rejects=("logprobs",)) as provider:
        async with build(spec(provider.url, model="llamacpp:small")) as model:
            for number in range(2):
                reply = await model.ask(sample_of(weighed(DRAFT), number))
                assert (reply.text, isinstance(reply, WeighedReply)) == ("```bash\nls\n```", False)
    assert [request.body.get("logprobs") for request in provider.requests] == [True, None, None]
    with Provider(Fault.status(400, error="there is no seed here")) as provider:
        async with build(spec(provider.url, model="llamacpp:small")) as model:
            with pytest.raises(ModelError, match="no seed here"):
                await model.ask(weighed(DRAFT))
    assert len(provider.requests) == 2


def test_what_a_server_tells_in_part_is_nothing() -> None:
    """Tokens without a probability, or without the others in their place, make no reply fail."""
    whole = {"token": "ls", "logprob": -0.5, "top_logprobs": [{"token": "ls", "logprob": -0.5}]}
    assert len(told_tokens([whole])) == 1
    for part in ({**whole, "logprob": None}, {**whole, "top_logprobs": None}, {"token": "ls", "logprob": -0.5}):
        assert told_tokens([whole, part]) == ()
    assert told_tokens(None) == ()


TOLD = PlayedAnswer(
    text=YES, tokens=(('{"reason": "it does", "verdict": "', {}), ("yes", {"yes": 0.5, "no": 0.25}), ('"}', {}))
)


async def test_how_likely_the_tokens_were_is_asked_of_servers_that_tell() -> None:
    """A weighed question to llama.cpp brings each token with the likeliest others; any other question does not."""
    with Provider(TOLD) as provider:
        async with build(spec(provider.url, model="llamacpp:small")) as model:
            reply, other = await model.ask(weighed(JUDGE, 10)), await model.ask(JUDGE)
    assert (reply.text, other.text) == (YES, YES)
    assert isinstance(reply, WeighedReply)
    assert not isinstance(other, WeighedReply)
    assert reply.tokens[1].text == "yes"
    assert reply.tokens[1].odds == pytest.approx({"yes": 0.5, "no": 0.25})
    assert reply.tokens[1].share == pytest.approx(0.5)
    assert [request.body.get("logprobs") for request in provider.requests] == [True, None]
    assert provider.requests[0].format == "json_schema"


async def test_a_server_that_does_not_tell_is_asked_without() -> None:
    """Providers that may refuse are not asked for probabilities; one that refuses, or says nothing of them, answers."""
    with Provider(TOLD) as provider:
        async with build(spec(provider.url)) as model:
            assert (await model.ask(weighed(JUDGE))).text == YES
    assert "logprobs" not in provider.requests[0].body
    for told in ({"rejects": ("json_schema",)}, {"script": YES}):
        with Provider(**{"script": TOLD, **told}) as provider:  # type: ignore[arg-type]
            async with build(spec(provider.url, model="llamacpp:small")) as model:
                reply = await model.ask(weighed(JUDGE))
        assert (reply.text, isinstance(reply, WeighedReply)) == (YES, False)


async def test_lone_surrogates_do_not_stop_a_question() -> None:
    """Text that cannot be encoded is sent with replacement characters, and the digest stays that of the prompt."""
    prompt = Prompt(name="draft", system="s", text="rm \udcff")
    with Provider() as provider:
        async with build(spec(provider.url)) as model:
            reply = await model.ask(prompt)
    assert "rm \N{REPLACEMENT CHARACTER}" in provider.requests[0].text
    assert reply.call.prompt_digest == prompt.digest


async def test_a_local_server_needs_no_key() -> None:
    """Without a key a placeholder is sent, never the environment's key."""
    with Provider() as provider:
        async with build(spec(provider.url, model="ollama:qwen3:8b")) as model:
            await model.ask(DRAFT)
    assert provider.requests[0].headers["authorization"] == "Bearer no-key"
    assert provider.requests[0].model == "qwen3:8b"


async def test_questions_share_a_connection() -> None:
    """Questions one after the other go through one connection, also those of roles built with it."""
    with Provider() as provider:
        connections = Connections()
        one, other = (build(spec(provider.url, role=role), connections) for role in ("generator", "assessor"))
        for model in (one, other, one):
            await model.ask(DRAFT)
            await model.aclose()  # shared: stays open
        await connections.aclose()
    assert len({request.peer for request in provider.requests}) == 1


async def test_a_proxy_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a proxy in the environment a local server is still reached directly, and other hosts through the proxy."""
    with Provider() as provider, Provider() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        async with build(spec(provider.url)) as model:
            assert (await model.ask(DRAFT)).text
        async with build(spec("http://models.invalid/v1")) as model:
            with pytest.raises(ModelError, match="HTTP 404"):
                await model.ask(DRAFT)
    assert [request.path for request in provider.requests] == ["/v1/chat/completions"]
    assert [request.path for request in proxy.requests] == ["http://models.invalid/v1/chat/completions"]


async def test_a_model_works_again_after_it_was_closed() -> None:
    """Closing gives connections back; a later question opens new ones."""
    with Provider() as provider:
        model = build(spec(provider.url))
        for _ in range(2):
            assert (await model.ask(DRAFT)).text
            await model.aclose()


def test_a_model_outlives_an_event_loop() -> None:
    """One object may be used by one event loop after another."""

    async def once(model: RoleModel) -> str:
        async with model:
            return (await model.ask(DRAFT)).text

    with Provider() as provider:
        model = build(spec(provider.url))
        assert asyncio.run(once(model)) == asyncio.run(once(model)) != ""


# --- the ladder ------------------------------------------------------------------------------------------------

PROSE = "Well, I would say yes."


def _obedient(request: RecordedRequest) -> str:
    return YES


def _only_plain_fits(request: RecordedRequest) -> str:
    return "{}" if request.format else YES


@pytest.mark.parametrize(
    ("script", "rejects", "formats", "text"),
    [
        (_obedient, [], ["json_schema"], YES),
        (_obedient, ["json_schema"], ["json_schema", "json_object"], YES),
        (_obedient, ["json_schema", "json_object"], ["json_schema", "json_object", ""], YES),
        (_only_plain_fits, [], ["json_schema", "json_object", ""], YES),
        (PROSE, [], ["json_schema", "json_object", ""], PROSE),
    ],
    ids=["knows schemas", "knows json_object", "knows no format", "formats do harm", "ignores formats"],
)
async def test_the_ladder_finds_what_a_server_takes(
    script: Callable[[RecordedRequest], str], rejects: list[str], formats: list[str], text: str
) -> None:
    """A structured question steps down until the server takes it, remembers that, and returns what came, unread."""
    with Provider(script, rejects=rejects) as provider:
        async with build(spec(provider.url)) as model:
            first, second = await model.ask(JUDGE), await model.ask(JUDGE)
    assert [request.format for request in provider.requests] == [*formats, formats[-1]]
    assert first.text == second.text == text


async def test_a_schema_is_sent_strict() -> None:
    """The first rung asks for strict adherence to the prompt's schema, except from servers that know no `strict`."""
    with Provider(YES) as provider:
        for name in ("vendor:x", "ollama:x"):
            async with build(spec(provider.url, model=name)) as model:
                await model.ask(JUDGE)
    strict, ollama = (request.body["response_format"]["json_schema"] for request in provider.requests)
    assert strict["strict"] is True
    assert "strict" not in ollama
    assert strict["schema"]["required"] == ["reason", "verdict"]


async def test_a_refusal_for_another_reason_is_told() -> None:
    """A 400 that is not about the response format ends on the last rung with the server's own words."""
    with Provider(Fault.status(400, error="max_tokens is too large")) as provider:
        async with build(spec(provider.url)) as model:
            with pytest.raises(ModelError, match="max_tokens is too large"):
                await model.ask(JUDGE)
            with pytest.raises(ModelError):
                await model.ask(JUDGE)
    assert [request.format for request in provider.requests] == ["json_schema", "json_object", ""] * 2


async def test_plain_questions_climb_no_ladder() -> None:
    """A prompt without a schema is one plain request, whatever comes back."""
    with Provider('{"answer": 1}') as provider:
        async with build(spec(provider.url)) as model:
            assert (await model.ask(DRAFT)).text == '{"answer": 1}'
    assert [request.format for request in provider.requests] == [""]


# --- the bill --------------------------------------------------------------------------------------------------


async def test_cost_is_price_times_tokens() -> None:
    """Prices are in US dollars for a million tokens; without prices a local model's cost is unknown."""
    with Provider(PlayedAnswer(text="ok", input_tokens=1000, output_tokens=500)) as provider:
        async with build(spec(provider.url, input_price=2.0, output_price=8.0)) as model:
            priced = (await model.ask(DRAFT)).call
        async with build(spec(provider.url)) as model:
            unpriced = (await model.ask(DRAFT)).call
    assert (priced.input_tokens, priced.output_tokens) == (1000, 500)
    assert priced.cost == pytest.approx(0.006)
    assert unpriced.cost is None


async def test_thrown_away_replies_are_on_the_bill() -> None:
    """Tokens of a reply that was cut off are counted together with those of the reply that counts."""
    script = [PlayedAnswer(text="#!", finish="length", input_tokens=10, output_tokens=100), PlayedAnswer(text="ok")]
    with Provider(script) as provider:
        async with build(spec(provider.url, input_price=1.0, output_price=1.0)) as model:
            call = (await model.ask(DRAFT)).call
    assert (call.input_tokens, call.output_tokens) == (10 + 12, 100 + 34)
    assert call.cost == pytest.approx(156 / 1_000_000)


async def test_uncounted_tokens_have_no_cost() -> None:
    """A server that reports no usage leaves the cost unknown, not zero."""
    with Provider(PlayedAnswer(text="ok", input_tokens=0, output_tokens=0)) as provider:
        async with build(spec(provider.url, input_price=1.0)) as model:
            assert (await model.ask(DRAFT)).call.cost is None


# --- the fallback ----------------------------------------------------------------------------------------------


async def test_the_fallback_answers_and_is_named() -> None:
    """When the model fails, its fallback answers, and the call names the one that did."""
    with Provider(Fault.status(401)) as broken, Provider("from the other") as other:
        chosen = spec(broken.url, fallback=spec(other.url, model="ollama:spare"))
        async with build(chosen) as model:
            reply = await model.ask(DRAFT)
        assert model.name == "openai-compatible:small"
    assert (reply.text, reply.call.model, reply.call.role) == ("from the other", "ollama:spare", "generator")


async def test_two_failures_are_one_sentence() -> None:
    """When both fail, the message names both, each with what to do."""
    with Provider(Fault.status(401)) as broken, Provider(Fault.refuse) as gone:
        chosen = spec(broken.url, fallback=spec(gone.url, model="ollama:spare"))
        async with build(chosen) as model:
            with pytest.raises(ModelError) as caught:
                await model.ask(DRAFT)
    message = str(caught.value)
    assert "openai-compatible:small" in message
    assert "set models.generator.api_key" in message
    assert "ollama:spare" in message
    assert "set models.generator.fallback_base_url" in message


# --- many at once ----------------------------------------------------------------------------------------------


async def test_a_hundred_questions_in_flight_are_all_answered() -> None:
    """A hundred questions at once each get their own answer."""
    with Provider(lambda request: request.text.split()[-1], delay=0.2) as provider:
        async with build(spec(provider.url)) as model, asyncio.timeout(60):
            prompts = [Prompt(name="draft", system="", text=f"say {number}") for number in range(100)]
            replies = await asyncio.gather(*map(model.ask, prompts))
    assert [reply.text for reply in replies] == [str(number) for number in range(100)]
    assert provider.calls == 100
    assert provider.most_at_once > 1


async def test_a_cancelled_question_leaves_the_model_usable() -> None:
    """Cancelling one question neither raises anything else nor harms the next."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()

    def script(request: RecordedRequest) -> PlayedAnswer:
        if asked.is_set():
            return PlayedAnswer(text="ok")
        loop.call_soon_threadsafe(asked.set)
        return Fault.timeout

    with Provider(script) as provider:
        async with build(spec(provider.url)) as model:
            question = asyncio.create_task(model.ask(DRAFT))
            async with asyncio.timeout(30):
                await asked.wait()
            question.cancel()
            with pytest.raises(asyncio.CancelledError):
                await question
            assert (await model.ask(DRAFT)).text == "ok"


# --- what a provider lacks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openai:gpt-x", "wants a key: set models.generator.api_key"),
        ("anthropic:claude-x", "run pip install"),
        ("nobody:knows", "models.generator.model"),
    ],
)
async def test_hosted_models_say_what_they_lack(name: str, words: str) -> None:
    """A missing key, a missing package and an unknown provider are told before anything is sent."""
    async with build(ModelSpec(role="generator", model=name)) as model:
        with pytest.raises(ModelError, match=words) as caught:
            await model.ask(DRAFT)
    assert f"the generator model {name}" in str(caught.value)


async def test_a_provider_with_a_protocol_of_its_own_is_asked_by_it() -> None:
    """`openai-responses` speaks the Responses API, and is not asked for a chat completion."""
    with Provider() as provider:
        async with build(spec(provider.url, model="openai-responses:x", api_key="k")) as model:
            with pytest.raises(ModelError, match="HTTP 404"):
                await model.ask(DRAFT)
    assert [request.path for request in provider.requests] == ["/v1/responses"]


# --- the list of models ----------------------------------------------------------------------------------------


async def test_a_server_lists_its_models() -> None:
    """`list_models` returns the names in the server's order, and sends the key."""
    with Provider(models=("b", "a")) as provider:
        assert await list_models(provider.url, "sk-1") == ["b", "a"]
    assert provider.requests[0].headers["authorization"] == "Bearer sk-1"


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:{}/elsewhere", "nonsense"])
async def test_an_address_that_lists_nothing_is_an_error(base_url: str) -> None:
    """A wrong address is a `ModelError` that names it."""
    with Provider() as provider:
        address = base_url.format(provider.url.split(":")[2].partition("/")[0])
        with pytest.raises(ModelError, match=address):
            await list_models(address)


async def test_a_server_that_is_down_lists_nothing() -> None:
    """A refused connection is told as such."""
    with Provider(Fault.refuse) as provider, pytest.raises(ModelError, match="connection refused"):
        await list_models(provider.url)


async def test_a_silent_server_does_not_hold_up_the_list() -> None:
    """A server that does not answer in time is told as such."""
    with Provider(delay=60) as provider, pytest.raises(ModelError, match=r"within 0\.2 s"):
        await list_models(provider.url, seconds=0.2)


def test_a_server_that_stops_closes_what_has_just_been_accepted() -> None:
    """Connections that come in while the double stops are closed, not left for the garbage collector to complain of."""
    for _ in range(20):
        with Provider() as provider:
            port = int(provider.url.split(":")[2].partition("/")[0])
            clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        for client in clients:
            client.settimeout(10)
            with client, contextlib.suppress(ConnectionResetError):
                assert client.recv(1) == b""
    gc.collect()


async def test_answers_can_be_scripted_by_prompt() -> None:
    """The double plays a list for each prompt, repeats the last, and answers other prompts sensibly."""
    with Provider(scripted({"draft": ["one", "two"]})) as provider:
        async with build(spec(provider.url)) as model:
            texts = [(await model.ask(prompt)).text for prompt in (DRAFT, DRAFT, DRAFT, JUDGE)]
    assert texts[:3] == ["one", "two", "two"]
    assert texts[3] == canned(provider.requests[3])
