"""The language models of the roles, by the settings. A part of the composition root, for `wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from .core.types import Role
from .keys import key_of
from .schema import RoleSettings, Settings
from .storage import cache_folder, models_folder

if TYPE_CHECKING:
    from .adapters.local_models.servers import LocalServers
    from .adapters.model_exchange import Around
    from .adapters.model_streams import Hear
    from .adapters.models import Connections, ModelSpec, RoleModel

ROLES: tuple[Role, ...] = ("generator", "assessor", "refiner")


def role_settings(settings: Settings) -> dict[Role, RoleSettings]:
    """The roles with what they inherit: assessor and refiner are the generator unless set."""
    generator = settings.models.generator
    return {
        "generator": generator,
        "assessor": settings.models.assessor if settings.models.assessor.model else generator,
        "refiner": settings.models.refiner if settings.models.refiner.model else generator,
    }


def api_key(role: str, chosen: RoleSettings, environ: Mapping[str, str]) -> str:
    """The key that a role's settings refer to; see `key_of`."""
    return key_of(f"models.{role}", chosen, environ)


def local_servers(settings: Settings) -> LocalServers:
    """The servers of `local:` models; none is started yet."""
    from .adapters.local_models.servers import LocalOptions, LocalServers
    from .adapters.local_models.store import ModelStore

    chosen = settings.local
    options = LocalOptions(
        context=chosen.context,
        slots=chosen.slots,
        threads=chosen.threads,
        idle=chosen.idle,
        port=chosen.port,
        program=chosen.program,
    )
    return LocalServers(cache_folder(settings) / "servers", ModelStore(models_folder(settings)), options)


def role_model(
    role: Role,
    chosen: RoleSettings,
    environ: Mapping[str, str],
    connections: Connections,
    local: LocalServers,
    hear: Hear | None,
    around: Around | None = None,
    *,
    greedy: bool = False,
) -> RoleModel:
    """The model of a role, with its fallback; raises `BadSettings`. Nothing is asked or started yet.

    `greedy` takes chance away where the settings leave the temperature to the model; hosted models keep their own, for
    some of them take no other.
    """
    from .adapters.models import build as build_model

    spec = _spec(role, chosen, environ)
    if chosen.fallback:
        other = replace(chosen, model=chosen.fallback)
        if chosen.fallback_base_url or chosen.fallback.startswith("local:"):
            # another server: it is not sent the first one's key
            other = replace(other, base_url=chosen.fallback_base_url, api_key="", api_key_file="", api_key_command="")
        spec = replace(spec, fallback=_spec(role, other, environ))
    if greedy and spec.temperature is None and not spec.hosted:
        spec = replace(spec, temperature=0.0)
    return build_model(spec, connections, local=local, hear=hear, around=around)


def _spec(role: Role, chosen: RoleSettings, environ: Mapping[str, str]) -> ModelSpec:
    from .adapters.models import ModelSpec

    return ModelSpec(
        role=role,
        model=chosen.model,
        base_url=chosen.base_url,
        api_key=api_key(role, chosen, environ),
        timeout=chosen.timeout,
        temperature=chosen.temperature,
        max_tokens=chosen.max_tokens,
        input_price=chosen.input_price,
        output_price=chosen.output_price,
    )
