"""The embedder that the settings name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BadSettings
from ..model_spec import EMBEDDER

if TYPE_CHECKING:
    from ...ports import Embedder
    from ...schema import EmbedderSettings
    from ..model_exchange import Connections


def build(chosen: EmbedderSettings, api_key: str = "", connections: Connections | None = None) -> Embedder:
    """The embedder that `chosen` names; nothing is loaded or asked yet. Raises `BadSettings` with the setting.

    One at a server uses `connections` where they are given, and does not close them.
    """
    provider, _, name = chosen.model.partition(":")
    if not chosen.model:
        from .static import StaticEmbedder

        return StaticEmbedder()
    if provider in ("onnx", "sentence-transformers") and not name:
        raise BadSettings(f"embedder.model is {chosen.model!r}: after `{provider}:` it names a model")
    if provider == "onnx":
        from .onnx import OnnxEmbedder

        return OnnxEmbedder(Path(name))
    if provider == "sentence-transformers":
        from .local import LocalEmbedder

        return LocalEmbedder(name)
    from ..model_spec import ModelSpec
    from .http import HttpEmbedder

    spec = ModelSpec(
        role=EMBEDDER,
        model=f"openai-compatible:{name or 'default'}" if provider == "http" else chosen.model,
        base_url=chosen.base_url,
        api_key=api_key,
        timeout=chosen.timeout,
    )
    return HttpEmbedder(spec, connections, dimensions=chosen.dimensions)
