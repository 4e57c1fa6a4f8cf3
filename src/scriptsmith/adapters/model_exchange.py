"""One exchange with a model server, over pydantic-ai: prompt out, text and usage back, or what went wrong."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import math
import random
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias, cast
from weakref import WeakKeyDictionary

from ..core.token_odds import WrittenToken
from ..errors import ModelError
from ..ports import Prompt
from ..samples import SamplePrompt
from ..weighed_replies import WeighedPrompt
from .model_errors import FailedExchange, SettingNames, read
from .model_spec import LOCAL, LOCAL_FILE, ModelSpec, tells_odds
from .model_streams import Listening, new_client, streaming
from .repetition import LONGEST, repeats_itself
from .structured_output import OutputMode, is_object

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.messages import ModelRequestPart, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    from .local_models.servers import LocalServers, Served

Around: TypeAlias = "Callable[[Model, str], Model]"
"""Makes of a model of the library one that does the same and is watched, given its role."""
PROMPT_HEADER = "X-ScriptSmith-Prompt"
# What a reasoning model thinks aloud, where it came in pieces that the library does not tell apart.
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
# How a server is told the grammar of its reply, beside the fields of Chat Completions: llama.cpp by a field of its own,
# vLLM as it is since 0.12 (`guided_grammar` before).
_GRAMMARS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "llamacpp": lambda grammar: {"grammar": grammar},
    LOCAL_FILE: lambda grammar: {"grammar": grammar},
    "vllm": lambda grammar: {"structured_outputs": {"grammar": grammar}},
}
_LOOKS = 64
"""Tokens after which it is looked at again whether a reply repeats itself."""
SAMPLING = 0.4
"""The temperature at which a further answer to the same question is asked for, where the settings say 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeResult:
    """What one exchange brought. `measured` tells whether the server counted tokens; `tokens` are those of a weighed
    reply. A `repetitive` reply was stopped, as it only repeated itself."""

    text: str
    truncated: bool = False
    repetitive: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    measured: bool = False
    cost: float | None = None
    tokens: tuple[WrittenToken, ...] = ()


class Connections:
    """Connection pools, one for each event loop, shared by whoever is given the same object; closed by `aclose`."""

    def __init__(self) -> None:
        self._pools: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[httpx2.AsyncClient, AsyncExitStack]] = (
            WeakKeyDictionary()
        )

    def here(self) -> tuple[httpx2.AsyncClient, AsyncExitStack]:
        """The client of the running loop, and the stack of what is closed with it."""
        loop = asyncio.get_running_loop()
        if loop not in self._pools:
            client, stack = new_client(), AsyncExitStack()
            stack.push_async_callback(client.aclose)
            self._pools[loop] = client, stack
        return self._pools[loop]

    async def aclose(self) -> None:
        """Close the connections of the running loop; those of other loops can only be closed there."""
        pool = self._pools.pop(asyncio.get_running_loop(), None)
        if pool:
            await pool[1].aclose()


async def warm_up() -> None:
    """Load the libraries, a second of work, aside from the event loop and before any clock runs."""
    if "pydantic_ai.models.openai" not in sys.modules:
        with contextlib.suppress(ImportError):  # `exchange` tells of it
            await asyncio.to_thread(importlib.import_module, "pydantic_ai.models.openai")


class Wire:
    """The line to one model at one address. It tries once, and never raises for what the server does.

    Where the model is a `local:` one, `local` finds or starts its server: that raises `ModelError`. `around` wraps the
    library's model in one that is watched. `asks_odds` says whether weighed questions are asked as such.
    """

    def __init__(
        self,
        spec: ModelSpec,
        connections: Connections,
        names: SettingNames,
        local: LocalServers | None = None,
        around: Around | None = None,
    ) -> None:
        self._spec = spec
        self._connections = connections
        self._names = names
        self._local = local
        self._around = around
        self._built: tuple[httpx2.AsyncClient, str, Model] | None = None
        self.asks_odds = tells_odds(spec.model)

    async def exchange(
        self, prompt: Prompt, rung: OutputMode, max_tokens: int, listening: Listening
    ) -> ExchangeResult | FailedExchange:
        """Ask once, on this rung of the ladder, for at most `max_tokens` tokens."""
        spec = self._spec
        if spec.hosted and spec.provider == "openai" and not spec.api_key:
            return FailedExchange(what="wants a key", remedy=f"set {self._names('api_key')} to where a valid key is")
        if prompt.grammar and spec.provider not in _GRAMMARS:
            known = " or ".join(f"`{name}:…`" for name in sorted(_GRAMMARS))
            return FailedExchange(
                what="takes no grammar", remedy=f"set {self._names('model')} to {known}, or ask without one"
            )
        try:
            async with AsyncExitStack() as stack:
                served = None
                if self._local and spec.provider == LOCAL_FILE:
                    with listening.held():
                        served = await self._local.ready(spec.model_name, listening.starting)
                        await stack.enter_async_context(self._local.turn(served))
                model = await self._model(served)
                return await self._ask(model, prompt, rung, max_tokens, listening)
        except ModelError:
            raise
        except Exception as error:  # whatever a provider's library raises becomes one sentence here
            return read(error, spec, self._names)

    async def _ask(
        self, model: Model, prompt: Prompt, rung: OutputMode, max_tokens: int, listening: Listening
    ) -> ExchangeResult | FailedExchange:
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart

        system, text = unbroken(prompt.system), unbroken(prompt.text)
        parts: list[ModelRequestPart] = [SystemPromptPart(system)] if system else []
        parts.append(UserPromptPart(text))
        structured = prompt.schema is not None
        most = 2 * max_tokens + 256  # a server that counts otherwise is not cut off
        listening.begin()
        written, repetitive = "", False
        with streaming(listening):
            async with model_request_stream(
                model,
                [ModelRequest(parts=parts)],
                model_settings=self._settings(model, prompt, rung, max_tokens),
                model_request_parameters=_parameters(prompt.schema, rung),
            ) as stream:  # to leave it early closes the connection, by which servers know to stop
                async for event in stream:
                    piece = _piece(event)
                    listening.token(len(piece))
                    written = (written + piece)[-LONGEST:]
                    repetitive = not listening.tokens % _LOOKS and repeats_itself(written)
                    if repetitive or listening.tokens > most:
                        break
                got = self._got(stream.get(), structured=structured)
        if isinstance(got, ExchangeResult):
            cut = repetitive or listening.tokens > most
            written_tokens = got.output_tokens or listening.tokens if cut else got.output_tokens
            truncated = got.truncated or cut
            return replace(got, truncated=truncated, repetitive=repetitive, output_tokens=written_tokens)
        return got

    async def _model(self, served: Served | None) -> Model:
        client, stack = self._connections.here()
        spec, place = self._spec, f"{served.url} {served.key}" if served else ""
        if self._built is None or self._built[:2] != (client, place):
            if served:
                model = _chat(spec, client, served.url, served.key)
            else:
                model = _chat(spec, client, spec.endpoint, spec.api_key) if spec.endpoint else _native(spec)
            if not (served or spec.endpoint):  # it has connections of its own, closed together with ours
                await stack.enter_async_context(model)
            self._built = client, place, self._around(model, spec.role) if self._around else model
        return self._built[2]

    def _settings(self, model: Model, prompt: Prompt, rung: OutputMode, max_tokens: int) -> ModelSettings:
        wanted: dict[str, Any] = {"max_tokens": max_tokens, "max_retries": 0, "temperature": self._spec.temperature}
        if isinstance(prompt, SamplePrompt):
            wanted["seed"] = random.randrange(1 << 31)  # a server with a seed of its own would say the same again
            if self._spec.temperature == 0:
                wanted["temperature"] = SAMPLING
        as_asked = rung is OutputMode.SCHEMA or prompt.schema is None
        if isinstance(prompt, WeighedPrompt) and as_asked and self.asks_odds:
            wanted |= {"openai_logprobs": True, "openai_top_logprobs": prompt.likeliest}
        if prompt.name.isascii() and prompt.name.isprintable():  # lets gateways and doubles tell prompts apart
            wanted["extra_headers"] = {PROMPT_HEADER: prompt.name}
        body = _GRAMMARS[self._spec.provider](prompt.grammar) if prompt.grammar else {}
        if self._spec.provider in (LOCAL_FILE, "llamacpp"):
            body["return_progress"] = True  # of reading the prompt, which may take longer than any silence
        if body:
            wanted["extra_body"] = body
        known = {key: value for key, value in wanted.items() if key not in model.unsupported_settings}
        return cast("ModelSettings", {key: value for key, value in known.items() if value is not None})

    def _got(self, response: ModelResponse, *, structured: bool) -> ExchangeResult | FailedExchange:
        from pydantic_ai.messages import TextPart, ToolCallPart

        text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        text = _THOUGHT.sub("", text)
        if not text.strip():
            text = str((response.provider_details or {}).get("refusal") or "")
        if not text.strip() and response.finish_reason == "content_filter":
            return FailedExchange(
                what="gave no reply: the provider's content filter stopped it",
                remedy="put the action in other words",
            )
        if structured and not text.strip():  # some servers answer a structured request by a tool call
            arguments = [part.args for part in response.parts if isinstance(part, ToolCallPart)]
            written = [each if isinstance(each, str) else json.dumps(each) for each in arguments]
            text = next((each for each in written if is_object(each)), "")
        usage = response.usage
        return ExchangeResult(
            text=unbroken(text),
            truncated=response.finish_reason == "length",
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            measured=bool(usage.input_tokens or usage.output_tokens),
            cost=self._cost(response),
            tokens=told_tokens((response.provider_details or {}).get("logprobs")),
        )

    def _cost(self, response: ModelResponse) -> float | None:
        spec, usage = self._spec, response.usage
        if not (usage.input_tokens or usage.output_tokens):
            return None
        if spec.input_price is None and spec.output_price is None:
            try:
                return float(response.cost().total_price) if spec.hosted else None
            except (LookupError, ValueError, AssertionError):
                return None
        spent = usage.input_tokens * (spec.input_price or 0.0) + usage.output_tokens * (spec.output_price or 0.0)
        return spent / 1_000_000


def told_tokens(told: Any) -> tuple[WrittenToken, ...]:
    """The tokens of a reply with their probabilities; none where the server told them in part."""
    try:
        return tuple(
            WrittenToken(
                text=each["token"],
                odds={one["token"]: math.exp(min(0.0, one["logprob"])) for one in each["top_logprobs"]},
                share=math.exp(min(0.0, each["logprob"])),
            )
            for each in told or ()
        )
    except (KeyError, TypeError):
        return ()


def _piece(event: Any) -> str:
    """The characters that an event of a stream brings."""
    part = getattr(event, "delta", None) or getattr(event, "part", None)
    text = getattr(part, "content_delta", None) or getattr(part, "content", None)
    return text if isinstance(text, str) else ""


def _parameters(schema: Mapping[str, Any] | None, rung: OutputMode) -> ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    if schema is None or rung is OutputMode.PLAIN:
        return ModelRequestParameters()
    output = OutputObjectDefinition(json_schema=dict(schema), name="answer", strict=True)
    if rung is OutputMode.SCHEMA:
        return ModelRequestParameters(output_mode="native", output_object=output)
    # the prompt says itself what the answer looks like: no template
    return ModelRequestParameters(output_mode="prompted", output_object=output, prompted_output_template=False)


def _chat(spec: ModelSpec, client: httpx2.AsyncClient, url: str, key: str) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    key = key or "no-key"  # local servers need none, the library does
    profile = OpenAIModelProfile(
        supports_json_schema_output=True,
        supports_json_object_output=True,
        openai_supports_strict_tool_definition=spec.provider not in (*LOCAL, LOCAL_FILE),
        openai_chat_streaming_requires_finish_reason=True,  # a reply without one broke off
        openai_chat_supports_max_completion_tokens=spec.hosted,
    )
    if spec.provider == "openai":
        provider: Any = OpenAIProvider(base_url=url, api_key=key, http_client=client)
    else:
        provider = OpenAICompatibleProvider(spec.provider, base_url=url, api_key=key, http_client=client)
    return OpenAIChatModel(spec.model_name, provider=provider, profile=profile)


def _native(spec: ModelSpec) -> Model:
    from pydantic_ai.models import infer_model
    from pydantic_ai.providers import infer_provider_class

    given = {"api_key": spec.api_key, "base_url": spec.base_url}

    def provider(name: str) -> Any:
        return infer_provider_class(name)(**{key: value for key, value in given.items() if value})

    return infer_model(spec.model, provider)


def unbroken(text: str) -> str:
    """`text` with lone surrogates replaced: they can neither be sent nor stored."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
