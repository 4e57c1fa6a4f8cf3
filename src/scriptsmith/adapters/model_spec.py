"""Which model plays a role, where it listens, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ..errors import BadSettings

EMBEDDER = "embedder"
"""The role of the model that makes vectors: it has a section of settings of its own, and no fallback."""
LOCAL_FILE = "local"
"""The provider of models that are files on this machine, served by llama.cpp as a child process."""
OPENAI = "https://api.openai.com/v1"
# Where each local server listens unless told otherwise.
LOCAL = {
    "ollama": "http://localhost:11434/v1",
    "vllm": "http://localhost:8000/v1",
    "llamacpp": "http://localhost:8080/v1",
    "lmstudio": "http://localhost:1234/v1",
}
# Whose servers tell how likely the tokens of a reply were, when they are asked.
_TELLING = frozenset((LOCAL_FILE, "llamacpp", "vllm"))
_OTHER_NAMES = {"llama.cpp": "llamacpp", "llama-cpp": "llamacpp", "openai-chat": "openai"}
# Providers with a protocol of their own: a base URL does not make them speak Chat Completions.
_NATIVE = {
    *("anthropic", "bedrock", "cohere", "google", "google-cloud", "google-gla"),
    *("groq", "huggingface", "mistral", "openai-responses", "xai"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """One role's language model; raises `BadSettings` with the setting when it makes no sense.

    `model` is `provider:model`. With a `base_url`, and for `openai`, `ollama`, `vllm`, `llamacpp`, `lmstudio` and
    `openai-compatible`, it is asked by Chat Completions; other providers by their own protocol; `local:` and a path
    or a name is a file that is served here. `timeout` is in seconds and bounds the silence during one question,
    retries included; `attempts` counts requests that met a passing failure; prices are in US dollars for a million
    tokens; `backoff` is the first wait in seconds.
    """

    role: str
    model: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    timeout: float = 120.0
    temperature: float | None = None
    max_tokens: int = 4096
    input_price: float | None = None
    output_price: float | None = None
    attempts: int = 3
    backoff: float = 0.5
    fallback: ModelSpec | None = None

    def __post_init__(self) -> None:
        place = section(self.role)
        if not (self.provider and self.model_name):
            raise BadSettings(f"{place}.model is {self.model!r}, not `provider:model` as in `ollama:qwen3`")
        if self.base_url and not _is_http(self.base_url):
            raise BadSettings(f"{place}.base_url is not an address as in `http://localhost:11434/v1`")
        if self.base_url and self.provider == LOCAL_FILE:
            raise BadSettings(f"{place}.model is {self.model!r}, which is served here: leave {place}.base_url out")
        if not self.base_url and self.provider == "openai-compatible":
            raise BadSettings(f"{place}.model is {self.model!r}, so {place}.base_url must say where the server is")
        if not all("!" <= letter <= "~" for letter in self.api_key):
            raise BadSettings(f"{place}.api_key leads to a key with spaces or unprintable characters")
        if not (self.timeout > 0 and self.attempts >= 1 and self.max_tokens >= 1 and self.backoff >= 0):
            raise BadSettings(f"{place}: timeout, attempts and max_tokens are above zero")

    @property
    def provider(self) -> str:
        return _provider(self.model)

    @property
    def model_name(self) -> str:
        return self.model.partition(":")[2]

    @property
    def endpoint(self) -> str:
        """The Chat Completions base URL; empty for a provider with a protocol of its own."""
        if self.provider in _NATIVE:
            return ""
        return self.base_url or LOCAL.get(self.provider, OPENAI if self.provider == "openai" else "")

    @property
    def hosted(self) -> bool:
        """Whether the provider's own public service is meant, which needs a key and has known prices."""
        return not self.base_url and self.provider not in (*LOCAL, LOCAL_FILE)

    @property
    def shown(self) -> str:
        """How messages name it: role, model and address, never a password."""
        url = self.endpoint or self.base_url
        return f"the {self.role} model {self.model}{f' at {without_password(url)}' if url else ''}"


def tells_odds(model: str) -> bool:
    """Whether the server of `model` (`provider:model`) tells how likely the tokens of its replies were."""
    return _provider(model) in _TELLING


def _provider(model: str) -> str:
    name = model.partition(":")[0]
    return _OTHER_NAMES.get(name, name)


def section(role: str) -> str:
    """The section of the settings that a role's are in."""
    return EMBEDDER if role == EMBEDDER else f"models.{role}"


def without_password(url: str) -> str:
    """`url` without user name, password and query."""
    scheme, mark, rest = url.partition("?")[0].rpartition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
