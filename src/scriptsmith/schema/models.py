"""The settings of models, of their servers, and of what makes vectors."""

from __future__ import annotations

from dataclasses import dataclass

from .setting import VARIABLE, setting

_STRATEGY = (
    "reasoning|plain|markdown|examples|nearest|constrained",
    "reasoning, plain, markdown, examples, nearest or constrained",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleSettings:
    """One role's language model."""

    model: str = setting(
        "",
        "`provider:model`, for example `openai:gpt-5` or `ollama:qwen3`; `local:` and a path or name is a GGUF file "
        "that is served here; empty: none",
    )
    base_url: str = setting("", "address of an OpenAI-compatible server; empty: the provider's own")
    api_key: str = setting(
        "",
        "name of the environment variable that holds the key, not the key itself",
        pattern=(VARIABLE, "the name of an environment variable in capitals, not the key itself"),
    )
    api_key_file: str = setting("", "file that holds the key")
    api_key_command: str = setting("", "command that prints the key, run without a shell")
    timeout: float = setting(
        120.0, "seconds without a token after which a question is given up, retries included", above=0
    )
    temperature: float | None = setting(
        None, "sampling temperature; empty: the model's own, and 0 for `local:`", least=0, most=2
    )
    max_tokens: int = setting(4096, "largest reply in tokens; raised once when a reply is cut off", above=0)
    input_price: float | None = setting(None, "US dollars for a million tokens read", least=0)
    output_price: float | None = setting(None, "US dollars for a million tokens written", least=0)
    fallback: str = setting("", "`provider:model` that is asked when the first one fails")
    fallback_base_url: str = setting("", "address for the fallback model; empty: as for the first")


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorSettings(RoleSettings):
    """The generator's language model, and how it is asked for a draft."""

    strategy: str = setting(
        "reasoning",
        "how drafts are asked for: `reasoning` about robustness first, `plain`, `markdown`, `examples` (25 typical "
        "pairs), `nearest` (the nearest pairs and entries), `constrained` (first word by a grammar: llama.cpp, vLLM)",
        pattern=_STRATEGY,
    )
    prompt_tokens: int = setting(
        1500, "tokens, three bytes each, up to which a draft's prompt is filled with examples", least=0, most=1 << 20
    )
    pairs: str = setting("", 'file of JSON lines {"nl", "bash"} that `examples` and `nearest` are taken from')
    accepted: bool = setting(
        True,
        "whether `reasoning` and `nearest` show scripts of earlier runs that people approved for actions that mean "
        "something near, edited ones as edited",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Which model plays which role. An assessor other than the generator judges better (peer review)."""

    generator: GeneratorSettings = GeneratorSettings()
    assessor: RoleSettings = RoleSettings()
    refiner: RoleSettings = RoleSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSettings:
    """The servers of `local:` models, one for a file and user."""

    program: str = setting(
        "auto",
        "`xllamacpp` (the extra `local`) or `llama-server` (on PATH); `auto` is the first of them that is there",
        pattern=("auto|xllamacpp|llama-server", "auto, xllamacpp or llama-server"),
    )
    context: int = setting(8192, "tokens that a question and its reply may have together", least=512, most=1 << 20)
    slots: int = setting(2, "questions that are answered at the same time", least=1, most=64)
    threads: int = setting(0, "threads that a server computes with; 0: one for each processor", least=0, most=1024)
    idle: float = setting(900.0, "seconds without a question after which a server ends itself", above=0)
    port: int = setting(0, "port on loopback where it listens; 0: any free one", least=0, most=65_535)
    smith: bool = setting(
        True,
        "whether `local:smith`, the small generator that comes along, drafts where no role has a model, once its base "
        "was fetched (`scriptsmith models fetch`)",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderSettings:
    """What makes vectors of texts, for finding entries that say the same in other words."""

    model: str = setting(
        "",
        "`openai:NAME`, `ollama:NAME` and so on, `http:NAME` for any server at `base_url`, "
        "`sentence-transformers:NAME` or `onnx:FOLDER` for one on this machine; empty: the shipped one",
    )
    base_url: str = setting("", "address of an OpenAI-compatible server; empty: the provider's own")
    api_key: str = setting(
        "",
        "name of the environment variable that holds the key, not the key itself",
        pattern=(VARIABLE, "the name of an environment variable in capitals, not the key itself"),
    )
    api_key_file: str = setting("", "file that holds the key")
    api_key_command: str = setting("", "command that prints the key, run without a shell")
    dimensions: int = setting(
        0, "numbers in a vector, where a server lets one choose; 0: as many as the model has", least=0, most=65_536
    )
    timeout: float = setting(60.0, "seconds that one request to a server may take, retries included", above=0)
