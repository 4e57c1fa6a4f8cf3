"""The `Model` port: one role's language model, asked until it answers or there is a sentence to say why not."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..core.types import Call
from ..errors import CutOff, ModelError
from ..ports import Prompt, Reply
from ..weighed_replies import WeighedPrompt, WeighedReply
from .model_errors import FailedExchange, SettingNames
from .model_exchange import Around, Connections, ExchangeResult, Wire, warm_up
from .model_list import list_models
from .model_spec import LOCAL_FILE, ModelSpec
from .model_streams import Hear, Listening, ModelProgress
from .structured_output import OutputMode, fits

if TYPE_CHECKING:
    from .local_models.servers import LocalServers

__all__ = ["Connections", "ModelProgress", "ModelSpec", "RoleModel", "build", "list_models", "pause"]

_log = logging.getLogger("scriptsmith.models")
_LONGEST_WAIT = 30.0
_RAISE = 4


def build(
    spec: ModelSpec,
    connections: Connections | None = None,
    *,
    local: LocalServers | None = None,
    hear: Hear | None = None,
    around: Around | None = None,
) -> RoleModel:
    """The model of a role, with its fallbacks. Roles given the same `connections` share them, and do not close them.

    `local` serves what is called `local:…`; `hear` is told how far a model is with a question; `around` watches what is
    exchanged.
    """
    return RoleModel(spec, connections, local=local, hear=hear, around=around)


async def pause(trouble: FailedExchange, spec: ModelSpec, names: SettingNames, failures: int, left: float) -> None:
    """Wait as long as the server asks, or else longer after each failure; raises `ModelError` when that is more than
    the `left` seconds."""
    wait = min(_LONGEST_WAIT, spec.backoff * 2 ** (failures - 1)) * random.uniform(0.5, 1.5)
    if trouble.after is not None:
        wait = trouble.after
    if wait >= left:
        if trouble.after is not None:
            raise replace(
                trouble,
                what=f"{trouble.what} and asks to wait {wait:.0f} s, more than is left of "
                f"{names('timeout')} ({spec.timeout:g} s)",
            ).error(spec)
        raise trouble.error(spec)
    _log.info("%s %s; trying again in %.1f s", spec.shown, trouble.what, wait)
    await asyncio.sleep(wait)


@dataclass(slots=True)
class _Bill:
    """What the exchanges of one question came to: a reply that was thrown away was paid for too."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    def add(self, got: ExchangeResult) -> None:
        self.input_tokens += got.input_tokens
        self.output_tokens += got.output_tokens
        self.cost = None if self.cost is None or got.cost is None else self.cost + got.cost


class RoleModel:
    """Answers prompts in one role, and raises `ModelError` with the role, the model and what to do.

    Passing failures are retried with growing, jittered waits until `spec.attempts` is used up or nothing was heard
    for `spec.timeout`, and then the fallback is asked. It remembers how this server takes structured questions.
    """

    def __init__(
        self,
        spec: ModelSpec,
        connections: Connections | None = None,
        *,
        is_fallback: bool = False,
        local: LocalServers | None = None,
        hear: Hear | None = None,
        around: Around | None = None,
    ) -> None:
        self._spec = spec
        self._owns = connections is None
        self._connections = connections or Connections()
        self._names = SettingNames(role=spec.role, fallback=is_fallback)
        self._wire = Wire(spec, self._connections, self._names, local, around)
        self._hear = hear
        self._rung = OutputMode.SCHEMA
        self._fallback = (
            RoleModel(spec.fallback, self._connections, is_fallback=True, local=local, hear=hear, around=around)
            if spec.fallback
            else None
        )

    @property
    def name(self) -> str:
        return self._spec.model

    async def ask(self, prompt: Prompt, /) -> Reply:
        """The reply of this model, or of its fallback when this one fails; `Reply.call` names who answered."""
        await warm_up()
        started = time.perf_counter()
        try:
            reply = await self._ask(prompt)
        except ModelError as first:
            if self._fallback is None:
                raise
            _log.warning("%s; asking %s", first, self._fallback.name)
            try:
                reply = await self._fallback.ask(prompt)
            except ModelError as second:
                raise ModelError(f"{first}; and its fallback failed too: {second}") from second
        return replace(reply, call=replace(reply.call, seconds=time.perf_counter() - started))

    async def aclose(self) -> None:
        """Close the connections of this event loop, unless they are shared."""
        if self._owns:
            await self._connections.aclose()

    async def __aenter__(self) -> RoleModel:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    async def _ask(self, prompt: Prompt) -> Reply:
        spec, bill = self._spec, _Bill()
        listening = Listening(spec.role, spec.model, spec.timeout, self._hear)
        try:
            async with listening.limit:
                got = await self._insist(prompt, bill, listening)
        except TimeoutError:
            remedy = f"set {self._names('timeout')} higher, or choose a faster model"
            what = f"sent nothing for {spec.timeout:g} s" + (
                f", after {listening.tokens} tokens" if listening.tokens else ""
            )
            raise FailedExchange(what=what, remedy=remedy).error(spec) from None
        call = Call(
            role=spec.role,
            model=spec.model,
            prompt=prompt.name,
            prompt_digest=prompt.digest,
            input_tokens=bill.input_tokens,
            output_tokens=bill.output_tokens,
            cost=bill.cost,
        )
        return (
            WeighedReply(text=got.text, call=call, tokens=got.tokens) if got.tokens else Reply(text=got.text, call=call)
        )

    async def _insist(self, prompt: Prompt, bill: _Bill, listening: Listening) -> ExchangeResult:
        """The first reply that will do, by way of retries, a larger budget and a lower rung."""
        spec = self._spec
        rung = self._rung if prompt.schema is not None else OutputMode.PLAIN
        budget, failures = spec.max_tokens, 0
        while True:
            outcome = await self._wire.exchange(prompt, rung, budget, listening)
            if isinstance(outcome, ExchangeResult):
                bill.add(outcome)
                if outcome.repetitive:
                    raise CutOff(self._repeated(listening.tokens), outcome.text, bill.input_tokens, bill.output_tokens)
                if outcome.truncated and budget == spec.max_tokens and spec.provider != LOCAL_FILE:
                    budget = spec.max_tokens * _RAISE
                    continue
                if outcome.truncated and spec.provider == LOCAL_FILE:  # a small model that repeats itself has no end
                    raise CutOff(str(self._cut_off(budget)), outcome.text, bill.input_tokens, bill.output_tokens)
                if outcome.truncated:
                    raise self._cut_off(budget)
                if outcome.text.strip():
                    if (
                        prompt.schema is not None
                        and rung is not OutputMode.PLAIN
                        and not fits(outcome.text, prompt.schema)
                    ):
                        rung = rung.below
                        continue
                    if prompt.schema is not None:
                        self._rung = max(self._rung, rung)
                    return outcome
                trouble = FailedExchange(
                    what="sent an empty reply", remedy=f"try again, or check {self._names('model')}", again=1
                )
            elif outcome.refused and budget > spec.max_tokens:
                raise self._cut_off(spec.max_tokens)  # the server does not allow the larger budget
            elif outcome.refused and rung is not OutputMode.PLAIN:
                rung = rung.below
                continue
            elif outcome.refused and self._wire.asks_odds and isinstance(prompt, WeighedPrompt):
                self._wire.asks_odds = False  # some servers tell no probabilities, and refuse who asks for them
                continue
            else:
                trouble = outcome
            failures += 1
            if failures > trouble.again or failures >= spec.attempts:
                raise trouble.error(spec)
            await pause(trouble, spec, self._names, failures, listening.left)

    def _repeated(self, tokens: int) -> str:
        return (
            f"the reply of {self._spec.shown} only repeated itself and was stopped after {tokens} tokens: "
            f"ask again, or set {self._names('model')} to a larger one"
        )

    def _cut_off(self, budget: int) -> ModelError:
        spec = self._spec
        tries = (
            f"twice, at {spec.max_tokens} and at {budget} tokens" if budget > spec.max_tokens else f"at {budget} tokens"
        )
        return ModelError(f"the reply of {spec.shown} was cut off {tries}: set {self._names('max_tokens')} higher")
