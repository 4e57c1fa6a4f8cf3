"""The layers of settings, where each value came from, and the one place that reads the environment.

Order: flag, environment, project file, user file, default. A project's `.scriptsmith.toml` may only tighten
policy: it cannot name models, keys, programs or folders, and its numbers count only where they are stricter.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from .core.offers import ASSESSED
from .core.policy import stricter
from .core.types import Risk
from .errors import BadSettings
from .schema import PREFIX, InvalidValue, Settings, reference, settings_of

PROJECT_FILE = ".scriptsmith.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The settings, the origin of each by dotted name, and warnings for a person."""

    settings: Settings
    origins: Mapping[str, str]
    warnings: tuple[str, ...] = ()


def _fewer_served(one: str, other: str) -> str:
    """Of two values of `policy.assess_offers` the one that serves less."""
    return min(one, other, key=ASSESSED.index)


# Well-known names that stand in for a section's own setting when that is empty.
_WELL_KNOWN = {"OPENAI_BASE_URL": "base_url"}
_TIGHTER: dict[str, Callable[..., Any]] = {
    "policy.reuse_precision": max,
    "policy.assess_offers": _fewer_served,
    "policy.samples": min,
    "policy.max_refinements": min,
    "limits.check_seconds": min,
    **dict.fromkeys((f"policy.approvers_{risk}" for risk in get_args(Risk)), max),
    "policy.approval_hours": min,
    "policy.self_approval": min,
    **dict.fromkeys(("policy.safe", "policy.notable", "policy.dangerous", "policy.unanalysable"), stricter),
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
    project = project_file(folder or _here())
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
    for section in ("models.generator", "models.assessor", "models.refiner", "embedder"):
        for variable, key in _WELL_KNOWN.items():
            name = f"{section}.{key}"
            if environ.get(variable) and not values[name] and str(values[f"{section}.model"]).startswith("openai"):
                take(name, environ[variable], variable)
    server = environ.get("DATABASE_URL", "")  # other programs have one too, often of another kind of database
    named = values["database.url"] or values["database.url_file"]
    if server and not named:
        if server.startswith(("postgresql://", "postgres://")):
            take("database.url", server, "DATABASE_URL")
        elif values["database.storage"] == "postgres":  # an embedded one in its place would be an empty one
            raise BadSettings(
                "DATABASE_URL does not begin with postgresql://: correct it, or unset it for the embedded PostgreSQL"
            )
        elif server.strip().casefold().startswith("postgres"):
            warnings.append("DATABASE_URL does not begin with postgresql://: it is ignored")
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


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:  # the folder was removed: it holds no project file
        return Path("/")


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


def _get(settings: Settings, name: str) -> Any:
    value: Any = settings
    for part in name.split("."):
        value = getattr(value, part)
    return value


def _validated(values: Mapping[str, Any], origins: Mapping[str, str]) -> Settings:
    try:
        return settings_of(values)
    except InvalidValue as error:
        raise BadSettings(f"{error.name} ({origins[error.name]}): {error}") from None


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
