"""Models of the library, with a span and figures for each exchange."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import TracerProvider, get_current_span
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.instrumented import InstrumentationSettings, InstrumentedModel
from pydantic_ai.settings import ModelSettings

from ..model_exchange import PROMPT_HEADER

_BOUNDS = tuple(0.01 * 2**power for power in range(14))


class ModelWatcher:
    """Watches models, each for its role. With `content` spans hold what was asked and answered."""

    def __init__(self, tracers: TracerProvider, meters: MeterProvider, *, content: bool) -> None:
        self.settings = InstrumentationSettings(
            tracer_provider=tracers,
            meter_provider=meters,
            include_content=content,
            include_binary_content=False,
            include_model_request_parameters=False,
            version=5,
        )
        self.durations = meters.get_meter("scriptsmith").create_histogram(
            "gen_ai.client.operation.duration",
            unit="s",
            description="Seconds that an exchange with a model took",
            explicit_bucket_boundaries_advisory=_BOUNDS,
        )

    def watched(self, model: Model, role: str) -> Model:
        """The same model, watched."""
        return _WatchedModel(model, role, self)


class _WatchedModel(InstrumentedModel):
    """The library's own, which also tells the role and the prompt, and how long each exchange took."""

    def __init__(self, model: Model, role: str, watcher: ModelWatcher) -> None:
        super().__init__(model, watcher.settings)
        self._role, self._durations = role, watcher.durations

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: Any = None,
    ) -> AsyncIterator[StreamedResponse]:
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": self.system,
            "gen_ai.request.model": self.model_name,
            "scriptsmith.role": self._role,
        }
        began = perf_counter()
        try:
            async with super().request_stream(
                messages, model_settings, model_request_parameters, run_context
            ) as response:
                headers = (model_settings or {}).get("extra_headers") or {}
                get_current_span().set_attributes(
                    {"scriptsmith.role": self._role, "gen_ai.prompt.name": headers.get(PROMPT_HEADER, "")}
                )
                yield response
        except BaseException as error:
            told["error.type"] = type(error).__name__
            raise
        finally:
            self._durations.record(perf_counter() - began, told)
