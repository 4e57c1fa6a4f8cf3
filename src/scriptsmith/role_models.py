"""The language models of the roles, by the settings. A part of the composition root, for `wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .core.small_drafts import SMITH
from .core.types import Role
from .errors import BadSettings, ModelError
from .keys import key_of
from .schema import RoleSettings, Settings
from .settings import Loaded
from .storage import cache_folder, models_folder

if TYPE_CHECKING:
    from .adapters.local_models.servers import LocalServers
    from .adapters.model_exchange import Around
    from .adapters.model_streams import Hear
    from .adapters.models import Connections, ModelSpec, RoleModel

ROLES: tuple[Role, ...] = ("generator", "assessor", "refiner")


def role_settings(settings: Settings) -> dict[Role, RoleSettings]:
    """The roles with what they inherit: assessor and refiner are the generator unless set, and nobody where that is the
    small generator, which has learned to draft and nothing else."""
    generator = settings.models.generator
    inherited = RoleSettings() if generator.model == SMITH else generator
    return {
        "generator": generator,
        "assessor": settings.models.assessor if settings.models.assessor.model else inherited,
        "refiner": settings.models.refiner if settings.models.refiner.model else inherited,
    }


SUITS_SMITH: Mapping[str, Any] = {
    "models.generator.strategy": "markdown",
    "models.generator.temperature": 0.0,
    "models.generator.max_tokens": 160,
}
"""What the small generator is asked with where the settings leave it open: the prompt that it learned from, and an end
for a reply that goes round in circles."""


def with_small_generator(loaded: Loaded) -> Loaded:
    """`loaded` with the small generator where no role has a model and all that it needs is here, and with what suits it
    wherever it is the generator. Nothing is fetched or started."""
    settings, origins = loaded.settings, dict(loaded.origins)
    roles = (settings.models.generator, settings.models.assessor, settings.models.refiner)
    if settings.local.smith and not any(each.model for each in roles) and _smith_is_here(settings):
        generator = replace(settings.models.generator, model=SMITH)
        settings = replace(settings, models=replace(settings.models, generator=generator))
        origins["models.generator.model"] = "default, for its base was fetched and no other model is named"
    if settings.models.generator.model != SMITH:
        return loaded
    suits = {name: value for name, value in SUITS_SMITH.items() if origins[name] == "default"}
    if settings.models.generator.pairs and "models.generator.strategy" in suits:
        suits["models.generator.strategy"] = "nearest"
    told = {name.rpartition(".")[2]: value for name, value in suits.items()}
    generator = replace(settings.models.generator, **told)
    origins |= dict.fromkeys(suits, f"default of {SMITH}")
    return replace(
        loaded, settings=replace(settings, models=replace(settings.models, generator=generator)), origins=origins
    )


def _smith_is_here(settings: Settings) -> bool:
    from .adapters.local_models.servers import chosen_program

    try:
        chosen_program(settings.local.program)
    except ModelError:
        return False
    return local_servers(settings).store.has_smith()


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

    if SMITH in ((chosen.fallback,) if role == "generator" else (chosen.model, chosen.fallback)):
        place = f"models.{role}"
        raise BadSettings(f"{SMITH} drafts and does nothing else: name another model in {place}.model and its fallback")
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
