"""Every setting: its type, default and meaning, and which values it takes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Any, get_type_hints

from .models import EmbedderSettings as EmbedderSettings
from .models import GeneratorSettings as GeneratorSettings
from .models import LocalSettings as LocalSettings
from .models import ModelSettings as ModelSettings
from .models import RoleSettings as RoleSettings
from .service import DatabaseSettings as DatabaseSettings
from .service import IncidentSettings as IncidentSettings
from .service import OutletSettings as OutletSettings
from .service import ServiceSettings as ServiceSettings
from .service import TelemetrySettings as TelemetrySettings
from .service import WorkerSettings as WorkerSettings
from .work import AnsibleSettings as AnsibleSettings
from .work import AssessSettings as AssessSettings
from .work import LimitSettings as LimitSettings
from .work import PathSettings as PathSettings
from .work import PolicySettings as PolicySettings
from .work import SandboxSettings as SandboxSettings

PREFIX = "SCRIPTSMITH_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set, read once and never changed."""

    models: ModelSettings = field(default_factory=ModelSettings)
    local: LocalSettings = field(default_factory=LocalSettings)
    embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    policy: PolicySettings = field(default_factory=PolicySettings)
    assess: AssessSettings = field(default_factory=AssessSettings)
    limits: LimitSettings = field(default_factory=LimitSettings)
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)
    ansible: AnsibleSettings = field(default_factory=AnsibleSettings)
    database: DatabaseSettings = field(default_factory=DatabaseSettings)
    service: ServiceSettings = field(default_factory=ServiceSettings)
    worker: WorkerSettings = field(default_factory=WorkerSettings)
    incidents: IncidentSettings = field(default_factory=IncidentSettings)
    outlets: OutletSettings = field(default_factory=OutletSettings)
    telemetry: TelemetrySettings = field(default_factory=TelemetrySettings)
    paths: PathSettings = field(default_factory=PathSettings)


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
