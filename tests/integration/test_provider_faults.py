"""Every way in which a provider fails, against a real loopback server: the count of requests and the words."""

from __future__ import annotations

import asyncio
import gzip
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scriptsmith.adapters.models import ModelProgress, ModelSpec, build, list_models
from scriptsmith.errors import CutOff, ModelError
from scriptsmith.ports import Prompt, Reply
from scriptsmith.testing import Fault, PlayedAnswer, Provider
from scriptsmith.testing.answers import Script
from scriptsmith.testing.provider import behaviour

DRAFT = Prompt(name="draft", system="You write scripts.", text="Show the free space.")
JUDGE = Prompt(name="similarity", system="", text="Same?", schema={"type": "object", "required": ["verdict"]})
KEY = "sk-very-secret"
FINE = PlayedAnswer(text="fine")


async def ask(provider: Provider, prompt: Prompt = DRAFT, **more: object) -> Reply:
    """One question to a running provider, with short waits and a guard against hanging."""
    settings = {"model": "openai-compatible:small", "api_key": KEY, "backoff": 0.001, "timeout": 20.0, **more}
    spec = ModelSpec(role="generator", base_url=provider.url, **settings)  # type: ignore[arg-type]
    async with asyncio.timeout(60), build(spec) as model:
        return await model.ask(prompt)


async def left(provider: Provider, clients: int) -> None:
    """Wait until the provider has seen that many clients leave before the end of their reply."""
    async with asyncio.timeout(30):
        while provider.left < clients:  # noqa: ASYNC110 - it counts in a thread of its own
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("script", "calls", "words"),
    [
        (Fault.refuse, 0, ["could not be reached (connection refused)", "start the server", "generator.base_url"]),
        ([Fault.refuse, Fault.refuse], 3, ["broke off the connection", "look into the server's log"]),
        (Fault.status(401, error=f"bad key {KEY}"), 1, ["refused the key (HTTP 401)", "set models.generator.api_key"]),
        (Fault.status(403), 1, ["refused the key (HTTP 403)", "set models.generator.api_key"]),
        (Fault.status(402), 1, ["out of quota", "add credit"]),
        (Fault.status(404), 1, ["HTTP 404", "check models.generator.model, or models.generator.base_url"]),
        (Fault.status(307), 1, ["another address", "set models.generator.base_url"]),
        (Fault.status(413), 1, ["prompt this long", "set models.generator.model"]),
        (Fault.status(400, error="maximum context length is 9"), 1, ["prompt this long", "models.generator.model"]),
        (Fault.status(429), 3, ["HTTP 429", "try again later, or set models.generator.fallback"]),
        (Fault.status(429, error="insufficient_quota"), 1, ["out of quota", "add credit"]),
        (Fault.status(500), 3, ["HTTP 500", "look into the server's log"]),
        (Fault.status(503), 3, ["HTTP 503", "look into the server's log"]),
        (Fault.empty, 2, ["empty reply", "models.generator.model"]),
        (Fault.tool_call, 2, ["empty reply", "models.generator.model"]),
        (Fault.truncated, 2, ["cut off twice, at 4096 and at 16384 tokens", "set models.generator.max_tokens higher"]),
        (Fault.malformed, 2, ["not a Chat Completions reply", "models.generator.base_url", "/v1"]),
        (Fault.not_a_completion, 2, ["not a Chat Completions reply", "models.generator.base_url", "/v1"]),
        (Fault.page, 2, ["not a Chat Completions reply", "models.generator.base_url", "/v1"]),
        (Fault.invalid_utf8, 2, ["not a Chat Completions reply", "models.generator.base_url", "/v1"]),
        (Fault.huge, 1, ["more than 2 MiB", "models.generator.base_url"]),
        (PlayedAnswer(finish="content_filter"), 1, ["content filter", "in other words"]),
    ],
    ids=lambda value: value[0] if isinstance(value, list) and isinstance(value[0], str) else "",
)
async def test_a_fault_that_lasts_is_one_sentence(script: Script, calls: int, words: Sequence[str]) -> None:
    """Role, model and what to do are in the message, the key is not, and it was asked just often enough."""
    with Provider(script) as provider:
        url = provider.url
        with pytest.raises(ModelError) as caught:
            await ask(provider)
    message = str(caught.value)
    for each in (f"the generator model openai-compatible:small at {url}", *words):
        assert each in message
    assert KEY not in message
    assert "\n" not in message
    assert provider.calls == calls
    assert caught.value.exit_code == 7


@pytest.mark.parametrize(
    "passing",
    [
        Fault.refuse,
        Fault.status(500),
        Fault.status(503),
        Fault.status(408),
        Fault.status(429),
        Fault.status(429, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"),
        Fault.status(429, retry_after="in a while"),
        Fault.empty,
        Fault.malformed,
        Fault.invalid_utf8,
    ],
    ids=lambda answer: (
        f"{answer.wire} {answer.status} {answer.headers.get('retry-after', '')} {len(answer.raw or b'')}"
    ),
)
async def test_a_fault_that_passes_is_not_noticed(passing: PlayedAnswer) -> None:
    """One failure and then a good reply is a good reply, after exactly two requests."""
    with Provider([passing, FINE]) as provider:
        assert (await ask(provider)).text == "fine"
    assert provider.calls == 2


@pytest.mark.parametrize("silent", [Fault.timeout, Fault.drip, Fault.ping], ids=["says nothing", "drips", "pings"])
async def test_a_server_that_does_not_finish_is_given_up(silent: PlayedAnswer) -> None:
    """The timeout bounds the silence, also when a byte or a comment comes every now and then, and no token."""
    with (
        Provider(silent) as provider,
        pytest.raises(ModelError, match=r"sent nothing for 2 s: set models\.generator\.timeout higher"),
    ):
        await ask(provider, timeout=2)  # so long that the question is on its way on any machine
    assert provider.calls == 1


async def test_silence_in_the_middle_of_a_reply_is_told_with_what_came() -> None:
    """A reply that stops is given up like one that never begins; the message says how far it came."""
    with Provider(Fault.stall) as provider:
        with pytest.raises(ModelError, match=r"sent nothing for 1 s, after \d+ tokens"):
            await ask(provider, timeout=1)
        await left(provider, 1)


async def test_a_reply_may_take_longer_than_the_timeout() -> None:
    """The clock begins again with each token: what is slow and talks is waited for."""
    words = " ".join(["word"] * 20)
    with Provider(PlayedAnswer(text=words, seconds=0.1)) as provider:
        reply = await ask(provider, timeout=1)
    assert reply.text == words
    assert reply.call.seconds > 1
    assert provider.calls == 1


async def test_reading_the_prompt_is_not_silence() -> None:
    """A server that tells how far it has read is at work, however long that takes; a person can be told too."""
    heard: list[ModelProgress] = []
    pages = [{"total": 90, "cache": 0, "processed": 10 * page, "time_ms": page} for page in range(10)]
    with Provider(PlayedAnswer(text="ok", progress=pages, seconds=0.2)) as provider:
        spec = ModelSpec(role="generator", model="llamacpp:x", base_url=provider.url, timeout=1)
        async with asyncio.timeout(60), build(spec, hear=heard.append) as model:
            assert (await model.ask(DRAFT)).call.seconds > 1
    assert [(each.done, each.of) for each in heard if each.phase == "reading"][-1] == (90, 90)
    assert heard[-1].phase == "writing"
    assert provider.requests[0].body["return_progress"] is True


async def test_a_reply_without_an_end_is_bounded() -> None:
    """A server that ignores the budget is left after twice as many tokens, and the message names the setting."""
    with Provider(Fault.endless) as provider:
        with pytest.raises(ModelError, match=r"cut off twice, .*: set models\.generator\.max_tokens higher"):
            await ask(provider, max_tokens=50)
        await left(provider, 2)
    assert provider.calls == 2


async def test_a_reply_that_only_repeats_itself_is_stopped() -> None:
    """It is left long before its budget is used up and not asked for again; what it cost is told."""
    with Provider(Fault.repeat) as provider:
        with pytest.raises(CutOff, match=r"only repeated itself and was stopped after [0-9]+ tokens") as caught:
            await ask(provider, max_tokens=100_000)
        await left(provider, 1)
    assert provider.calls == 1
    assert 100 < caught.value.output_tokens < 1_000
    assert caught.value.text.endswith("item0item0")


async def test_a_reply_that_breaks_in_the_middle_is_asked_for_again() -> None:
    """Half a reply is no reply: the next one counts, and where there is none the message says what happened."""
    with Provider([Fault.cut, FINE]) as provider:
        assert (await ask(provider)).text == "fine"
    with Provider(Fault.cut) as provider, pytest.raises(ModelError, match="broke off the connection before its reply"):
        await ask(provider)
    assert provider.calls == 3


async def test_a_stream_that_ends_without_saying_so_is_no_reply() -> None:
    """A connection that is closed in good order in the middle of a reply does not make the half of it a script."""
    half = b"".join(PlayedAnswer(text="rm -rf /srv/old /srv/older").streamed("small")[:3])
    events = PlayedAnswer(raw=half, headers={"content-type": "text/event-stream"})
    with Provider(events) as provider, pytest.raises(ModelError, match="ended its reply before it was whole"):
        await ask(provider)
    assert provider.calls == 3


async def test_a_server_that_knows_no_streams_is_asked_once() -> None:
    """Its whole reply is taken as it is, with its usage."""
    with Provider(Fault.whole) as provider:
        reply = await ask(provider)
    assert (reply.text, reply.call.output_tokens, provider.calls) == ("ok", 34, 1)


async def test_leaving_a_question_closes_its_connection() -> None:
    """By that the server knows that nobody waits any more, and can stop."""
    with Provider(PlayedAnswer(text="a b c", wire="stall")) as provider:
        begun = asyncio.Event()
        spec = ModelSpec(role="generator", model="vllm:x", base_url=provider.url)
        async with build(spec, hear=lambda told: begun.set() if told.phase == "writing" else None) as model:
            question = asyncio.create_task(model.ask(DRAFT))
            async with asyncio.timeout(30):
                await begun.wait()
                question.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await question
                await left(provider, 1)


async def test_a_slow_server_is_waited_for() -> None:
    """An answer within the timeout is taken, however slowly it comes."""
    with Provider(PlayedAnswer(text="slow", wire="drip", seconds=0.001)) as provider:
        assert (await ask(provider)).text == "slow"


async def test_retry_after_is_obeyed() -> None:
    """The next request comes no sooner than the server asked for, although the own wait would be shorter."""
    with Provider([Fault.status(429, retry_after=0.3), FINE]) as provider:
        assert (await ask(provider)).call.seconds >= 0.3
    assert provider.calls == 2


async def test_a_wait_beyond_the_timeout_fails_at_once() -> None:
    """A server that wants more time than there is fails the question now, and the message says so."""
    with (
        Provider(Fault.status(429, retry_after=3600)) as provider,
        pytest.raises(ModelError, match=r"asks to wait 3600 s, more than is left of models\.generator\.timeout"),
    ):
        await ask(provider)
    assert provider.calls == 1


async def test_a_cut_off_reply_gets_a_larger_budget_once() -> None:
    """The second request allows four times the tokens, and its reply counts."""
    with Provider([Fault.truncated, FINE]) as provider:
        assert (await ask(provider, max_tokens=100)).text == "fine"
    assert [request.max_tokens for request in provider.requests] == [100, 400]


async def test_a_larger_budget_that_is_refused_is_told_as_a_cut_off() -> None:
    """When the server does not allow the larger budget, the message is still about the length of the reply."""
    with (
        Provider([Fault.truncated, Fault.status(400, error="max_tokens too large")]) as provider,
        pytest.raises(ModelError, match=r"cut off at 100 tokens: set models\.generator\.max_tokens"),
    ):
        await ask(provider, max_tokens=100)


async def test_a_wrong_schema_is_returned_unread() -> None:
    """An answer of another shape on every rung comes back as text: its reader takes it as unsure."""
    with Provider(Fault.wrong_schema) as provider:
        assert (await ask(provider, JUDGE)).text == Fault.wrong_schema.text
    assert provider.calls == 3


async def test_a_tool_call_answers_a_structured_question() -> None:
    """The arguments of a tool call are the answer where JSON was asked for."""
    with Provider(Fault.tool_call) as provider:
        assert '"verdict"' in (await ask(provider, JUDGE)).text
    assert provider.calls == 1


async def test_a_tool_call_without_json_is_an_empty_reply() -> None:
    """Arguments that are not a JSON object answer nothing."""
    with (
        Provider(PlayedAnswer(tool_arguments="rm -rf", finish="tool_calls")) as provider,
        pytest.raises(ModelError, match="empty reply"),
    ):
        await ask(provider, JUDGE)


async def test_a_refusal_is_the_reply() -> None:
    """A model that declines has answered, in its own words."""
    with Provider(PlayedAnswer(refusal="I will not help with that.")) as provider:
        assert (await ask(provider)).text == "I will not help with that."


@pytest.mark.parametrize("sized", [True, False])
async def test_a_reply_below_the_limit_is_taken(sized: bool) -> None:
    """A reply of one megabyte is read, with and without an announced length."""
    with Provider(PlayedAnswer(text="x" * 1_000_000, sized=sized)) as provider:
        assert len((await ask(provider)).text) == 1_000_000


async def test_a_small_reply_cannot_unpack_to_a_huge_one() -> None:
    """A compressed reply, which nobody asked for, is read only as far as it cannot fill the memory."""
    bomb = gzip.compress(PlayedAnswer(text="x" * 80_000_000).body("small"), compresslevel=1)
    with (
        Provider(PlayedAnswer(raw=bomb, headers={"content-encoding": "gzip"})) as provider,
        pytest.raises(ModelError, match="more than 2 MiB"),
    ):
        await ask(provider)
    assert "gzip" not in provider.requests[0].headers["accept-encoding"]


async def test_a_missing_ollama_model_is_pulled() -> None:
    """For Ollama the advice is the command that helps."""
    with Provider(Fault.status(404)) as provider, pytest.raises(ModelError, match="run `ollama pull qwen3:8b`"):
        await ask(provider, model="ollama:qwen3:8b")


async def test_a_server_that_wants_a_key_says_so() -> None:
    """Without a key the message does not speak of a wrong one."""
    with Provider(Fault.status(401)) as provider, pytest.raises(ModelError, match=r"wants a key \(HTTP 401\)"):
        await ask(provider, api_key="")


async def test_a_servers_words_are_quoted_safely() -> None:
    """Control characters are escaped and long texts shortened: a server cannot paint the terminal."""
    with (
        Provider(Fault.status(400, error="\x1b[31mred\x07 " + "blah " * 1000)) as provider,
        pytest.raises(ModelError) as caught,
    ):
        await ask(provider)
    message = str(caught.value)
    assert r"\x1b[31mred\x07" in message
    assert message.isprintable()
    assert len(message) < 500


async def test_a_password_in_the_address_is_not_told() -> None:
    """Messages show the address without user name and password."""
    with Provider(Fault.status(404)) as provider:
        address = provider.url.replace("://", "://me:hunter2@")
        spec = ModelSpec(role="assessor", model="vllm:x", base_url=address)
        async with build(spec) as model:
            with pytest.raises(ModelError, match="the assessor model vllm:x at http://127") as caught:
                await model.ask(DRAFT)
    assert "hunter2" not in str(caught.value)


async def test_a_reply_can_always_be_stored() -> None:
    """Half a character in a reply is replaced, so that writing the run's log cannot fail for it."""
    with Provider(PlayedAnswer(text="a\ud800b")) as provider:
        assert (await ask(provider)).text == "a\N{REPLACEMENT CHARACTER}b"


async def test_thoughts_are_not_the_reply() -> None:
    """What a reasoning model thinks aloud is left out of its answer."""
    with Provider(PlayedAnswer(text="<think>no, wait</think>yes")) as provider:
        assert (await ask(provider)).text == "yes"


# --- the double as a program -----------------------------------------------------------------------------------


async def describe(url: str) -> tuple[str, list[str]]:
    """What a client gets from the program."""
    async with build(ModelSpec(role="assessor", model="vllm:x", base_url=url, backoff=0.001)) as model:
        reply = await model.ask(Prompt(name="describe", system="", text="date"))
    return reply.text, await list_models(url)


def test_the_provider_runs_as_a_program(tmp_path: Path) -> None:
    """It prints its address, answers as the file says, and stops cleanly when told to."""
    file = tmp_path / "behaviour.toml"
    file.write_text('[answers]\ndescribe = [{ fault = "status", code = 500 }, "It prints the date."]\n')
    command = [sys.executable, "-W", "error", "-m", "scriptsmith.testing.provider", "--model-behaviour", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        text, listed = asyncio.run(describe(process.stdout.readline().strip()))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert text == "It prints the date."
    assert listed == ["pretended"]


@pytest.mark.parametrize(
    "text",
    [
        "answers = 1",
        "[answers]\ndraft = []",
        "[answers]\ndraft = 3",
        '[answers]\ndraft = { fault = "nonsense" }',
        '[answers]\ndraft = { fault = "status" }',
        '[answers]\ndraft = { fault = "empty", code = 3 }',
        "[answers]\ndraft = { colour = 3 }",
        "[answers",
    ],
)
def test_a_behaviour_file_that_cannot_be_read_is_refused(text: str) -> None:
    """Every mistake in a behaviour file is a ValueError, none is guessed at."""
    with pytest.raises(ValueError, match=r"."):
        behaviour(text)
