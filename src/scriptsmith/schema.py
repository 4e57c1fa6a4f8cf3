"""Every setting: its type, default and meaning, and which values it takes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Any, get_type_hints

PREFIX = "SCRIPTSMITH_"
_VARIABLE = r"([A-Z_][A-Z0-9_]*)?"  # no key looks like this, so one put here by mistake is refused and not shown


_STRATEGY = (
    "reasoning|plain|markdown|examples|nearest|constrained",
    "reasoning, plain, markdown, examples, nearest or constrained",
)
_REACTION = ("allow|ask|block", "allow, ask or block")


def setting(
    default: Any,
    description: str,
    *,
    above: float | None = None,
    least: float | None = None,
    most: float | None = None,
    pattern: tuple[str, str] = ("", ""),
    secret: bool = False,
) -> Any:
    """One setting, what it means, and what it takes; `pattern` is for text, with what is said of other text.

    A `secret` one is shown nowhere.
    """
    metadata = {"description": description, "above": above, "least": least, "most": most, "pattern": pattern}
    metadata["secret"] = secret
    return field(default=default, metadata=metadata)


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
        pattern=(_VARIABLE, "the name of an environment variable in capitals, not the key itself"),
    )
    api_key_file: str = setting("", "file that holds the key")
    api_key_command: str = setting("", "command that prints the key, run without a shell")
    timeout: float = setting(
        120.0, "seconds without a token after which a question is given up, retries included", above=0
    )
    temperature: float | None = setting(None, "sampling temperature; empty: the model's own", least=0, most=2)
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
        pattern=(_VARIABLE, "the name of an environment variable in capitals, not the key itself"),
    )
    api_key_file: str = setting("", "file that holds the key")
    api_key_command: str = setting("", "command that prints the key, run without a shell")
    dimensions: int = setting(
        0, "numbers in a vector, where a server lets one choose; 0: as many as the model has", least=0, most=65_536
    )
    timeout: float = setting(60.0, "seconds that one request to a server may take, retries included", above=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicySettings:
    """The numbers in the workflow."""

    reuse_precision: float = setting(
        0.985, "share of served catalogue entries that must be right; sets how sure one must be", least=0, most=1
    )
    assess_offers: str = setting(
        "off",
        "the greatest risk at which an entry that is only likely is served when the assessor agrees that it does what "
        "was asked: off, safe or notable",
        pattern=("off|safe|notable", "off, safe or notable"),
    )
    form: str = setting(
        "short",
        "how an entry is served: short, with the values in place, or long, the whole script behind them",
        pattern=("short|long", "short or long"),
    )
    samples: int = setting(1, "independent drafts for one action; the best is kept", least=1, most=20)
    agreement: bool = setting(
        True,
        "whether several drafts run in boxes, where there are any, and what more than half of them do is taken, else "
        "the first one, which is drawn at a temperature of 0 where none is set and no hosted model is asked",
    )
    max_refinements: int = setting(2, "corrections of a draft before a person is asked", least=0, most=10)
    safe: str = setting("allow", "what to do with a script that only looks: allow, ask or block", pattern=_REACTION)
    notable: str = setting("allow", "and with one that changes something", pattern=_REACTION)
    dangerous: str = setting(
        "ask", "and with one that could destroy data, access, service or secrets", pattern=_REACTION
    )
    unanalysable: str = setting("ask", "and with one that cannot be seen through", pattern=_REACTION)
    approvers_safe: int = setting(
        1, "people who must approve a script that only looks, in a team's service", least=1, most=20
    )
    approvers_notable: int = setting(1, "and one that changes something", least=1, most=20)
    approvers_dangerous: int = setting(
        2, "and one that could destroy data, access, service or secrets", least=1, most=20
    )
    approvers_unanalysable: int = setting(2, "and one that cannot be seen through", least=1, most=20)
    approval_hours: float = setting(24.0, "how long an approval stands while others are missing", above=0, most=8760)
    self_approval: bool = setting(
        False, "whether those count among them who asked for the script or wrote what is settled"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessSettings:
    """How `assess` works where no model is configured."""

    without_model: bool = setting(
        True, "whether `assess` gives the opinion of the judge that needs no model, where no assessor is configured"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSettings:
    """What the checkers may use."""

    check_seconds: float = setting(10.0, "seconds that one checker may take for one script", above=0, most=600)


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxSettings:
    """The box in which scripts are tried and rehearsed."""

    engine: str = setting(
        "auto",
        "`bubblewrap`, `docker`, `podman` or `none`; `auto` is bubblewrap, never another box unasked",
        pattern=("auto|bubblewrap|docker|podman|none", "auto, bubblewrap, docker, podman or none"),
    )
    image: str = setting("debian:12", "image that docker and podman run")
    rehearse: bool = setting(True, "whether drafts are rehearsed, where there is a box and an assessor")
    wall: float = setting(30.0, "seconds that a command in a box may run", above=0, most=3600)
    memory: int = setting(1 << 30, "bytes of memory that it may use", least=16 << 20)
    processes: int = setting(256, "processes that it may have", least=1, most=30_000)
    output: int = setting(1 << 20, "bytes of each output that are kept; it is stopped at more", least=1)
    disk: int = setting(256 << 20, "bytes that it may write", least=1 << 20)
    inodes: int = setting(20_000, "files that it may make", least=100)
    machine: str = setting(
        "/var/cache/scriptsmith/machine", "folder of the Debian tree with real services for `catalogue verify --real`"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsibleSettings:
    """Ansible's own programs, which check and try playbooks in a box."""

    home: str = setting(
        "",
        "environment with ansible-playbook and ansible-lint; empty: where `make ansible` puts it, or PATH",
    )
    seconds: float = setting(120.0, "seconds that one run of such a program may take", above=0, most=3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSettings:
    """The PostgreSQL of a team, or the embedded one."""

    storage: str = setting(
        "auto",
        "`folder` or `postgres`: where runs and published entries are kept; `auto` is postgres where a server is named "
        "and folders elsewhere; `postgres` without a server starts an embedded one",
        pattern=("auto|folder|postgres", "auto, folder or postgres"),
    )
    url: str = setting(
        "", "connection string of the server, the well-known DATABASE_URL where empty; it is never shown", secret=True
    )
    url_file: str = setting("", "file that holds the connection string")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """The service that people and programs reach over HTTP. Lists are separated by commas."""

    address: str = setting("", "where people reach it, like `https://scripts.example.org`; empty: where it listens")
    hosts: str = setting("", "names under which it answers, beside loopback and the one in `address`; `*` for any")
    certificate: str = setting("", "file of the TLS certificate; empty: it speaks plain HTTP")
    certificate_key: str = setting("", "file of the certificate's private key")
    tls_elsewhere: bool = setting(False, "whether something before it speaks TLS: needed off loopback without its own")
    proxies: str = setting("", "addresses or networks of proxies whose word counts for who called and over what")
    proxy_user_header: str = setting("", "header in which such a proxy names who is logged in; empty: no such login")
    proxy_groups_header: str = setting("", "header in which it names their groups")
    oidc_issuer: str = setting("", "issuer of OpenID Connect, for logins; empty: none")
    oidc_client: str = setting("", "id of this service at the issuer")
    oidc_secret: str = setting(
        "",
        "name of the environment variable that holds the client's secret, not the secret itself",
        pattern=(_VARIABLE, "the name of an environment variable in capitals, not the secret itself"),
    )
    oidc_secret_file: str = setting("", "file that holds the client's secret")
    oidc_scopes: str = setting("openid profile email", "what is asked of the issuer, separated by spaces")
    oidc_name: str = setting("email", "claim that names a person")
    oidc_groups: str = setting("groups", "claim that names their groups")
    groups: str = setting(
        "", "which group is what, like `sre=requester reviewer, leads=publisher`, for OIDC and proxies"
    )
    everybody: str = setting("", "what everybody is who logs in by OIDC or a proxy, like `requester`; empty: nothing")
    session_hours: float = setting(12.0, "how long a login in a browser lasts", above=0, most=720)
    body: int = setting(1 << 20, "bytes that a request may have", least=1024)
    seconds: float = setting(120.0, "seconds that a request may take; streams of events are not cut", above=0)
    heartbeat: float = setting(15.0, "seconds after which a silent stream of events says that it lives", above=0)
    at_once: int = setting(64, "requests that are worked on at the same time; more are told to come again", least=1)
    searches: int = setting(16, "searches among them", least=1)
    streams: int = setting(1000, "streams of events that are open at the same time", least=1)
    rate: int = setting(1200, "requests in a minute of one key or login", least=1)
    rate_address: int = setting(2400, "requests in a minute from one address", least=1)
    rate_refused: int = setting(30, "refused logins and keys in a minute from one address", least=1)
    processes: int = setting(0, "processes that search; 0: one for each processor", least=0, most=64)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """The workers that advance runs, and how much work they may be given."""

    concurrency: int = setting(4, "runs that one worker advances at the same time", least=1, most=1000)
    retries: int = setting(
        8, "tries at a run when models or tools are not available, further and further apart", least=1
    )
    wait: float = setting(
        2.0, "seconds before the second try; each wait is twice the one before, up to an hour", above=0
    )
    heartbeat: float = setting(5.0, "seconds between two signs of life; three times as silent, it is gone", above=0)
    grace: float = setting(20.0, "seconds that a worker that is to end may take to finish what it does", least=0)
    runs_per_hour: int = setting(0, "runs that one person or program may ask for in an hour; 0: any number", least=0)
    dollars_per_day: float = setting(0.0, "US dollars that their runs of a day may cost; 0: any sum", least=0)
    stale_days: int = setting(90, "days after which an entry's test is run again, where a box is; 0: never", least=0)
    metrics: str = setting(
        "",
        "`ADDRESS:PORT` at which `scriptsmith worker` tells Prometheus its figures, to whoever asks; empty: nowhere",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentSettings:
    """Where incidents come in. A file of secrets has one a line, and any of them is taken."""

    alertmanager_secret_file: str = setting("", "file of the secrets of `/hooks/alertmanager`; empty: it is closed")
    pagerduty_secret_file: str = setting("", "file of the secrets that sign `/hooks/pagerduty`; empty: it is closed")
    instana_secret_file: str = setting("", "file of the secrets of `/hooks/instana`; empty: it is closed")
    slack_secret_file: str = setting(
        "", "file of the signing secrets of the Slack app that asks at `/hooks/slack/…`; empty: it is closed"
    )
    slack_people_file: str = setting("", "TOML file of the Slack users who are people here; empty: nobody is")
    hooks_file: str = setting("", "TOML file of other hooks, `/hooks/json/NAME`, and how each is read; empty: none")
    kafka_file: str = setting(
        "", "TOML file of the topics of Kafka whose messages are reports, for workers and the service; empty: none"
    )
    runbooks: str = setting("", "folder of runbooks in Markdown, each named like its alert; empty: none")
    body: int = setting(1 << 20, "bytes that a report may have", least=1024)
    rate: int = setting(1200, "reports in a minute at one hook; more are told to come again", least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutletSettings:
    """Who is told of incidents and runs. Workers tell them, so that these are settings of workers too."""

    file: str = setting("", "TOML file of the outlets and of the routes to them; empty: nobody is told anything")
    networks: str = setting(
        "", "private networks in which outlets may be, like `10.2.0.0/16`, separated by commas; empty: none"
    )
    plain_http: bool = setting(False, "whether outlets off loopback may be reached without TLS")
    seconds: float = setting(10.0, "seconds that one try may take", above=0, most=60)
    tries: int = setting(20, "tries at a delivery, further and further apart", least=1, most=1000)
    wait: float = setting(
        5.0, "seconds before the second try; each wait is twice the one before, up to an hour", above=0, most=3600
    )
    hours: float = setting(72.0, "hours after which what was not delivered is given up", above=0, most=8760)
    days: int = setting(30, "days for which deliveries that came to an end are listed", least=1, most=3650)


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetrySettings:
    """What traces tell; where they go and whether is said by the variables `OTEL_*`."""

    content: bool = setting(
        False, "whether traces hold what models were asked and answered, with stars in the place of secrets"
    )
    grace: float = setting(
        0.5, "seconds that a process that ends waits for a collector to take what is left", least=0, most=60
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PathSettings:
    """Where state lives."""

    catalogue: str = setting("", "folder of the published entries; empty: in the user's data directory")
    runs: str = setting("", "folder of the run logs; empty: in the user's state directory")
    cache: str = setting("", "folder of what can be computed again; empty: in the user's cache directory")
    database: str = setting("", "folder of the embedded PostgreSQL; empty: in the user's data directory")
    models: str = setting("", "folder of the models that `models add` keeps; empty: in the user's data directory")
    seed: bool = setting(True, "whether the shipped catalogue is searched too")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set, read once and never changed."""

    models: ModelSettings = ModelSettings()
    local: LocalSettings = LocalSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    policy: PolicySettings = PolicySettings()
    assess: AssessSettings = AssessSettings()
    limits: LimitSettings = LimitSettings()
    sandbox: SandboxSettings = SandboxSettings()
    ansible: AnsibleSettings = AnsibleSettings()
    database: DatabaseSettings = DatabaseSettings()
    service: ServiceSettings = ServiceSettings()
    worker: WorkerSettings = WorkerSettings()
    incidents: IncidentSettings = IncidentSettings()
    outlets: OutletSettings = OutletSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    paths: PathSettings = PathSettings()


def reference() -> list[tuple[str, Any, str]]:
    """Every setting as (dotted name, default, description), in order."""
    return [(name, one.default, one.metadata["description"]) for name, one, _ in _walk(Settings, "")]


def secrets() -> frozenset[str]:
    """The settings whose values are shown nowhere."""
    return frozenset(name for name, one, _ in _walk(Settings, "") if one.metadata["secret"])


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper().replace(".", "__")


def settings_of(values: Mapping[str, Any]) -> Settings:
    """The settings with `values` by dotted name; raises `InvalidValue`. Text is read as what the setting takes."""
    read = {name: _read(name, values[name], one, kind) for name, one, kind in _walk(Settings, "")}
    found: Settings = _built(Settings, "", read)
    return found


class InvalidValue(ValueError):
    """A value that its setting does not take. The message never holds the value, which may be a secret."""

    def __init__(self, name: str, takes: str) -> None:
        super().__init__(f"it takes {takes}")
        self.name = name


def _walk(section: type, prefix: str) -> Iterator[tuple[str, Field[Any], Any]]:
    """Every setting in `section`: dotted name, field, type."""
    hints = get_type_hints(section)
    for one in fields(section):
        if is_dataclass(hints[one.name]):
            yield from _walk(hints[one.name], f"{prefix}{one.name}.")
        else:
            yield f"{prefix}{one.name}", one, hints[one.name]


def _built(section: Any, prefix: str, values: Mapping[str, Any]) -> Any:
    hints = get_type_hints(section)
    parts = {}
    for one in fields(section):
        name, kind = f"{prefix}{one.name}", hints[one.name]
        parts[one.name] = _built(kind, f"{name}.", values) if is_dataclass(kind) else values[name]
    return section(**parts)


def _read(name: str, value: object, one: Field[Any], kind: Any) -> Any:
    rules = one.metadata
    if kind is str:
        pattern, takes = rules["pattern"]
        if not isinstance(value, str) or (pattern and not re.fullmatch(pattern, value)):
            raise InvalidValue(name, takes or "text")
        return value
    if kind is bool:
        if isinstance(value, bool):
            return value
        if str(value).lower() not in _TRUTH:
            raise InvalidValue(name, "true or false")
        return _TRUTH[str(value).lower()]
    if kind == float | None and value in (None, ""):
        return None
    number = _number(value, whole=kind is int)
    above, least, most = rules["above"], rules["least"], rules["most"]
    if number is None or (above is not None and number <= above):
        fits = False
    else:
        fits = (least is None or number >= least) and (most is None or number <= most)
    if not fits:
        takes = "a whole number" if kind is int else "a number"
        takes += f" above {above:g}" if above is not None else f" from {least:g}" if least is not None else ""
        raise InvalidValue(name, takes + (f" to {most:g}" if most is not None else ""))
    return number


_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def _number(value: object, *, whole: bool) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = (int if whole and not isinstance(value, float) else float)(value)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    if whole:
        return int(number) if number == int(number) else None
    return number
