"""SS1239: a playbook that destroys, and runs on every host where nobody says on which."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, rule

_DESTROYING = re.compile(
    r"(?i)(?:\A|[/_.-])(?:wipe|format|reformat|destroy|purge|erase|decommission|reinstall|reimage|teardown|nuke|drop|delete|"
    r"shutdown|poweroff|reprovision|mkfs|repartition)(?:[/_.-]|\Z)|(?:\A|/)reset(?:-cluster|-nodes)?\Z"
)
_FORCED = re.compile(
    r"(?i)\b(?:force\w*|confirm\w*|wipe\w*|destroy\w*|reformat\w*|format\w*)\W{0,3}[=:]\W{0,3}(?:true|yes|1)\b"
)


@rule(
    "SS1239",
    "Runs a playbook that destroys on every host",
    why="Without --limit a playbook runs on each host of the inventory that its play names; an option that is only "
    "given when a variable is set is missing when nobody sets it.",
    instead='demand the host, --limit "${LIMIT:?}", and look first: --list-hosts, --check --diff',
    on="ansible-playbook",
    yields="SS1471",
    bad=(
        'ansible-playbook -i prod format_disks.yml ${LIMIT:+--limit "$LIMIT"} -e force_format=true',
        "ansible-playbook -i inventories/prod playbooks/wipe-nodes.yml",
        "ansible-playbook -i prod site.yml -e confirm_destroy=yes",
        'ansible-playbook decommission.yml --limit "$HOST"',
    ),
    good=(
        'ansible-playbook -i prod format_disks.yml --limit "${LIMIT:?}" -e force_format=true',
        'ansible-playbook -i prod site.yml ${LIMIT:+--limit "$LIMIT"}',
        "ansible-playbook -i prod wipe-nodes.yml --limit cn0412",
        "ansible-playbook -i prod wipe-nodes.yml --check",
        "ansible-playbook -i staging reset-db.yml",
    ),
)
def on_every_host(call: Invocation) -> Hit | None:
    if call.has("--check", "-C", "--syntax-check", "--list-hosts", "--list-tasks", "--version", "--help"):
        return None
    inventories = " ".join(word.shape for word in call.all("-i", "--inventory", "--inventory-file"))
    if re.search(r"\b(?:staging|stage|dev|test|lab|sandbox|localhost|ci)\b", inventories):
        return None
    extra = " ".join(word.shape for word in call.all("-e", "--extra-vars"))
    named = next((word for word in call.words if _DESTROYING.search(re.sub(r"\.ya?ml\Z", "", word))), "")
    if not named and not _FORCED.search(extra):
        return None
    limits = call.all("-l", "--limit")
    if limits and all(word.emptied not in ("", "all", "*") for word in limits) and "${" not in _optional(call):
        return None
    return dangerous(f"runs {named or 'a playbook that is forced'} on every host where no limit is given")


def _optional(call: Invocation) -> str:
    """The option that is only given where a variable is set, as it is written."""
    found = re.search(r"\$\{\w+:?\+[^}]*(?:-l|--limit)", call.command.source)
    return found[0] if found else ""
