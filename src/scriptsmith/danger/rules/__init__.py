"""The numbered rules of the danger analysis, and which of them speak about a program."""

from __future__ import annotations

from functools import cache

from . import (
    bans,
    boot,
    cloud,
    cloud_exposure,
    clusters,
    containers,
    content_loss,
    database_files,
    databases,
    deletes,
    devices,
    disks,
    dns_updates,
    downloads,
    endless_jobs,
    exposed_secrets,
    exposed_services,
    firewall_doors,
    forced_recovery,
    foreign_text,
    framework_commands,
    gathered_secrets,
    guards,
    installers,
    irreversible,
    kept_copies,
    lacking_lists,
    leaks,
    listings,
    made_batches,
    manifests,
    mirrors,
    mixed_indexes,
    mounted_below,
    network,
    opaque_input,
    open_filters,
    open_grants,
    open_trees,
    other_languages,
    overload,
    packages,
    permissions,
    persistence,
    power,
    processes,
    remote_writes,
    replaced_policies,
    resembling,
    revocation,
    secrets,
    served_folders,
    services,
    shared_files,
    shell_connections,
    split_names,
    sql_conditions,
    stores,
    subcommand_losses,
    swapped_streams,
    takeovers,
    unchecked_backups,
    unchecked_copies,
    unchecked_counts,
    unchecked_settings,
    unknown_subcommand,
    unlimited_plays,
    unseen_plans,
    untrusted_builds,
    unverified_installs,
    unverified_peers,
    users,
    verification,
    version_control,
    volumes,
    whole_fleets,
    writes,
    wrong_end,
)
from .invocation import Invocation
from .rule import Look, Rule
from .write_targets import targets

_MODULES = (
    open_trees,
    mirrors,
    endless_jobs,
    installers,
    unchecked_backups,
    remote_writes,
    exposed_services,
    verification,
    kept_copies,
    listings,
    deletes,
    content_loss,
    guards,
    irreversible,
    databases,
    stores,
    framework_commands,
    writes,
    devices,
    disks,
    dns_updates,
    volumes,
    permissions,
    processes,
    power,
    bans,
    boot,
    services,
    containers,
    clusters,
    cloud,
    network,
    users,
    revocation,
    packages,
    version_control,
    downloads,
    other_languages,
    unknown_subcommand,
    opaque_input,
    persistence,
    secrets,
    leaks,
    shell_connections,
    exposed_secrets,
    cloud_exposure,
    subcommand_losses,
    database_files,
    manifests,
    swapped_streams,
    unverified_installs,
    whole_fleets,
    sql_conditions,
    firewall_doors,
    foreign_text,
    forced_recovery,
    gathered_secrets,
    made_batches,
    mounted_below,
    open_filters,
    open_grants,
    overload,
    served_folders,
    unlimited_plays,
    untrusted_builds,
    wrong_end,
    unchecked_copies,
    unchecked_counts,
    split_names,
    replaced_policies,
    resembling,
    unseen_plans,
    takeovers,
    lacking_lists,
    unchecked_settings,
    mixed_indexes,
    unverified_peers,
    shared_files,
)

RULES: tuple[Rule, ...] = tuple(
    sorted(
        {
            id(value): value for module in _MODULES for value in vars(module).values() if isinstance(value, Rule)
        }.values(),
        key=lambda rule: rule.code,
    )
)
NOT_ANALYSED = Rule(
    code="SS1000",
    title="Cannot be analysed",
    why="What nobody can read from the text, nobody can say is safe: a command whose name comes from outside, a "
    "text that is run and not known.",
    instead="write out what is meant, or let a person look at it",
    level="unanalysable",
    bad=('"$CMD" x', "$(cat x)", "${TOOL} --force"),
    good=("ls", "echo '$CMD'", "x=ls; $x"),
)
SCRIPT_RULES: tuple[Rule, ...] = tuple(rule for rule in RULES if rule.around)
TEXT_RULES: tuple[Rule, ...] = tuple(rule for rule in RULES if rule.shape)


_NAMED = {name for rule in RULES if rule.look for name in rule.programs} | set(revocation.PROGRAMS)


@cache
def _select(name: str, writes: bool) -> tuple[tuple[Rule, Look], ...]:
    return tuple(
        (rule, rule.look)
        for rule in sorted(RULES, key=lambda rule: (rule.fallback, rule.code))
        if rule.look and (not rule.programs or name in rule.programs or (writes and ">" in rule.programs))
    )


def rules_for(call: Invocation) -> tuple[tuple[Rule, Look], ...]:
    """The rules that speak about a command, those first that are no fallback, each with its function."""
    return _select(call.name if call.name in _NAMED else "", bool(targets(call)))


def has_rule(name: str) -> bool:
    """Whether a rule speaks about programs of that name."""
    return name in _NAMED
