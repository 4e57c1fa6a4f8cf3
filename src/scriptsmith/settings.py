"""Every setting, where it came from, and the one place that reads the environment.

Order: flag, environment, project file, user file, default. A project's `.scriptsmith.toml` may only tighten
policy: it cannot name models, keys, programs or folders, and its numbers count only where they are stricter.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .errors import BadSettings

PREFIX = "SCRIPTSMITH_"
PROJECT_FILE = ".scriptsmith.toml"
_VARIABLE = r"^([A-Z_][A-Z0-9_]*)?$"  # no key looks like this, so one put here by mistake is refused and not shown


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RoleSettings(_Section):
    """One role's language model."""

    model: str = Field("", description="`provider:model`, for example `openai:gpt-5` or `ollama:qwen3`; empty: none")
    base_url: str = Field("", description="address of an OpenAI-compatible server; empty: the provider's own")
    api_key: str = Field(
        "", pattern=_VARIABLE, description="name of the environment variable that holds the key, not the key itself"
    )
    api_key_file: str = Field("", description="file that holds the key")
    api_key_command: str = Field("", description="command that prints the key, run without a shell")
    timeout: float = Field(120.0, gt=0, description="seconds that one question may take, retries included")
    temperature: float | None = Field(None, ge=0, le=2, description="sampling temperature; empty: the model's own")
    max_tokens: int = Field(4096, gt=0, description="largest reply in tokens; raised once when a reply is cut off")
    input_price: float | None = Field(None, ge=0, description="US dollars for a million tokens read")
    output_price: float | None = Field(None, ge=0, description="US dollars for a million tokens written")
    fallback: str = Field("", description="`provider:model` that is asked when the first one fails")
    fallback_base_url: str = Field("", description="address for the fallback model; empty: as for the first")


class ModelSettings(_Section):
    """Which model plays which role. An assessor other than the generator judges better (peer review)."""

    generator: RoleSettings = RoleSettings()
    assessor: RoleSettings = RoleSettings()
    refiner: RoleSettings = RoleSettings()


class PolicySettings(_Section):
    """The numbers in the workflow."""

    reuse_above: float = Field(0.75, ge=0, le=1, description="least confidence at which a catalogue entry is served")
    samples: int = Field(1, ge=1, le=20, description="independent drafts for one action; the best is kept")
    max_refinements: int = Field(2, ge=0, le=10, description="corrections of a draft before a person is asked")


class LimitSettings(_Section):
    """What the checkers may use."""

    check_seconds: float = Field(10.0, gt=0, le=600, description="seconds that one checker may take for one script")


class PathSettings(_Section):
    """Where state lives."""

    catalogue: str = Field("", description="folder of the published entries; empty: in the user's data directory")
    runs: str = Field("", description="folder of the run logs; empty: in the user's state directory")
    seed: bool = Field(True, description="whether the shipped catalogue is searched too")


class Settings(_Section):
    """Everything that can be set, read once and never changed."""

    models: ModelSettings = ModelSettings()
    policy: PolicySettings = PolicySettings()
    limits: LimitSettings = LimitSettings()
    paths: PathSettings = PathSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The settings, the origin of each by dotted name, and warnings for a person."""

    settings: Settings
    origins: Mapping[str, str]
    warnings: tuple[str, ...] = ()


# Well-known names that stand in for a role's own setting when that is empty.
_WELL_KNOWN = {"OPENAI_BASE_URL": "base_url"}
_TIGHTER = {
    "policy.reuse_above": max,
    "policy.samples": min,
    "policy.max_refinements": min,
    "limits.check_seconds": min,
}


def load(environ: Mapping[str, str], flags: Mapping[str, Any] | None = None, folder: Path | None = None) -> Loaded:
    """Read every layer; raises `BadSettings` naming the origin, the setting and what is wrong with it."""
    values: dict[str, Any] = {name: default for name, default, _ in reference()}
    origins = dict.fromkeys(values, "default")
    warnings: list[str] = []

    def take(name: str, value: Any, origin: str) -> None:
        if name not in values:
            warnings.append(f"{origin}: there is no setting {name!r}")
            return
        values[name], origins[name] = value, origin

    user = user_file(environ)
    for name, value in _flat(_toml(user)).items():
        take(name, value, str(user))
    project = project_file(folder or Path.cwd())
    tightened: dict[str, tuple[Any, str]] = {}
    for name, value in _flat(_toml(project)).items() if project else ():
        if name in _TIGHTER:
            tightened[name] = (value, str(project))
        else:
            warnings.append(f"{project}: a project may only tighten policy, {name!r} is ignored")
    for variable, value in sorted(environ.items()):
        if variable.startswith(PREFIX) and "__" in variable:
            take(variable.removeprefix(PREFIX).lower().replace("__", "."), value, variable)
    for name, value in (flags or {}).items():
        take(name, value, "flag")
    for role in ("generator", "assessor", "refiner"):
        for variable, key in _WELL_KNOWN.items():
            name = f"models.{role}.{key}"
            if environ.get(variable) and not values[name] and str(values[f"models.{role}.model"]).startswith("openai"):
                take(name, environ[variable], variable)
    settings = _validated(values, origins)
    for name, (value, origin) in tightened.items():
        asked = _get(_validated(values | {name: value}, origins | {name: origin}), name)
        present = _get(settings, name)
        if _TIGHTER[name](present, asked) == asked:
            take(name, asked, origin)
        else:
            warnings.append(f"{origin}: {name} would loosen the policy, {present} stays")
    settings = _validated(values, origins)
    return Loaded(settings=settings, origins=origins, warnings=tuple(warnings))


def user_file(environ: Mapping[str, str]) -> Path:
    """The user's settings file, whether or not it exists."""
    if named := environ.get(f"{PREFIX}CONFIG"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_config_dir("scriptsmith")) / "config.toml"


def project_file(folder: Path) -> Path | None:
    """The nearest project file at or above `folder`."""
    for place in (folder, *folder.parents):
        if (place / PROJECT_FILE).is_file():
            return place / PROJECT_FILE
    return None


def reference() -> list[tuple[str, Any, str]]:
    """Every setting as (dotted name, default, description), in order."""

    def walk(section: type[BaseModel], prefix: str) -> list[tuple[str, Any, str]]:
        rows: list[tuple[str, Any, str]] = []
        for key, field in section.model_fields.items():
            if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
                rows += walk(field.annotation, f"{prefix}{key}.")
            else:
                rows.append((f"{prefix}{key}", field.default, field.description or ""))
        return rows

    return walk(Settings, "")


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper().replace(".", "__")


def _get(settings: Settings, name: str) -> Any:
    value: Any = settings
    for part in name.split("."):
        value = getattr(value, part)
    return value


def _validated(values: Mapping[str, Any], origins: Mapping[str, str]) -> Settings:
    nested: dict[str, Any] = {}
    for name, value in values.items():
        *sections, key = name.split(".")
        table = nested
        for section in sections:
            table = table.setdefault(section, {})
        table[key] = None if value == "" and key in {"temperature", "input_price", "output_price"} else value
    try:
        return Settings.model_validate(nested)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        message = first["msg"]
        if first["type"] == "string_pattern_mismatch":
            message = "it takes the name of an environment variable in capitals, not the key itself"
        raise BadSettings(f"{name} ({origins.get(name, 'settings')}): {message}") from None


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _toml(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from None
    except OSError as error:
        raise BadSettings(f"could not read {path}: {error.strerror}") from None


def environment() -> Mapping[str, str]:
    """The process environment; the only place in the package that reads it."""
    return dict(os.environ)
