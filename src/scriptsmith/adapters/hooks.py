"""The hooks that the settings open, each with its inlet and its secrets."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BadSettings
from ..incidents.inlets.alertmanager import Alertmanager
from ..incidents.inlets.generic import Generic, mapping_of
from ..incidents.inlets.instana import Instana
from ..incidents.inlets.pagerduty import PagerDuty
from ..incidents.inlets.port import Inlet
from ..schema import IncidentSettings
from .secret_file import SecretFile

JSON = "json/"
"""What the path of a hook with a mapping begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """An inlet that is open, and the secrets that it takes."""

    inlet: Inlet
    secrets: SecretFile


def hooks_of(settings: IncidentSettings) -> Mapping[str, Hook]:
    """The open hooks by their paths below `/hooks/`; raises `BadSettings`."""
    found: dict[str, Hook] = {}
    shipped: tuple[tuple[Inlet, str], ...] = (
        (Alertmanager(), settings.alertmanager_secret_file),
        (PagerDuty(), settings.pagerduty_secret_file),
        (Instana(), settings.instana_secret_file),
    )
    for inlet, file in shipped:
        if file:
            secrets = SecretFile(f"incidents.{inlet.source}_secret_file", Path(file).expanduser())
            found[inlet.source] = Hook(inlet=inlet, secrets=secrets)
    if settings.hooks_file:
        path = Path(settings.hooks_file).expanduser()
        for name, table in _tables(path).items():
            try:
                mapped = Generic(mapping_of(name, table))
            except BadSettings as error:
                raise BadSettings(f"incidents.hooks_file {path}: {error}") from None
            named = table.get("secret_file")
            if not isinstance(named, str) or not named:
                raise BadSettings(f"incidents.hooks_file {path}: hook {name!r}: secret_file is missing")
            secrets = SecretFile(f"incidents.hooks_file: secret_file of {name!r}", Path(named).expanduser())
            found[JSON + name] = Hook(inlet=mapped, secrets=secrets)
    for hook in found.values():
        hook.secrets()
    return found


def _tables(path: Path) -> Mapping[str, Mapping[str, Any]]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"incidents.hooks_file {path} cannot be read: {error}") from None
    hooks = tables.get("hook", {})
    if (
        set(tables) - {"hook"}
        or not isinstance(hooks, dict)
        or not all(isinstance(one, dict) for one in hooks.values())
    ):
        raise BadSettings(f"incidents.hooks_file {path} holds tables [hook.NAME] and nothing else")
    if taken := {"alertmanager", "pagerduty", "instana", "slack", "kafka"} & set(hooks):
        raise BadSettings(f"incidents.hooks_file {path}: the name {min(taken)!r} is another source's")
    return hooks
