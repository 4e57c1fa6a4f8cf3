"""SS1208 and SS1209: subcommands and tools that destroy, of programs of which no other rule speaks in full."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import lock, precious, spelled
from .rule import dangerous, rule

# The command line without the program's name against each pattern, and what it means.
_TABLE: Mapping[str, tuple[str, str]] = {
    "virsh": (
        r"\A(?:iface-(?:destroy|undefine)|pool-undefine|secret-undefine|nwfilter-undefine|blockcommit|"
        r"snapshot-revert|"
        r"restore|nodesuspend|inject-nmi|domfsfreeze|nodedev-(?:destroy|reset))\b",
        "what a machine of this host stands on goes away or back",
    ),
    "consul": (r"\A(?:snapshot\s+restore|config\s+delete|maint\b.*-enable|exec\b)", "what the cluster knows changes"),
    "rclone": (r"\A(?:dedupe|bisync\b.*--(?:resync|force))", "what lies there is replaced or deleted"),
    "docker podman nerdctl": (
        r"\A(?:service\s+remove|stack\s+remove|trust\s+revoke|swarm\s+ca\b.*--rotate|"
        r"network\s+prune.*-f\b.*--filter\s+none)\b",
        "what runs or is trusted there goes away",
    ),
    "git": (r"\Aprune\b(?!.*(?:-n|--dry-run))", "commits that no branch holds are gone"),
    "rabbitmqctl": (r"\A(?:eval|force_boot|delete_shovel)\b", "messages may be lost"),
    "vault bao": (r"\A(?:operator\s+raft\s+remove-peer|delete)\b", "what is kept there goes away"),
    "qemu-img": (
        r"\A(?:commit\b|rebase\b.*\s-u\b|resize\b.*--shrink|snapshot\b.*\s-[ad]\b)",
        "what the disk image holds is changed for good",
    ),
    "gh": (r"\Aapi\b.*(?:-X|--method)[ =]?DELETE", "what is kept there goes away"),
    "flatpak": (r"\Auninstall\b.*--all", "every application goes away"),
    "machinectl": (r"\A(?:remove|clean\b.*--all)\b", "a machine goes away with its disk"),
    "systemctl": (r"\Aclean\b.*--what=\S*(?:all|state|configuration)", "what the service keeps is deleted"),
    "zfs": (r"\A(?:receive|recv)\b.*\s-\w*F", "what lies there is rolled back and replaced"),
    "qm pct": (r"\Arollback\b", "what the guest wrote since the snapshot is gone"),
    "redis-cli valkey-cli": (
        r"(?i)\bswapdb\b|\bconfig\s+set\s+(?:appendonly\s+no|save\s*(?:\Z|\"\"))|\bdebug\s+(?:flushall|reload)",
        "what is kept is swapped or no longer written to disk",
    ),
    "grubby": (
        r"--args[ =]\S*(?:selinux=0|apparmor=0|mitigations=off|enforcing=0|audit=0)|--remove-kernel",
        "a protection of the machine is off from the next start",
    ),
    "restic": (
        r"\Aforget\b.*(?:--group-by(?:=|[ ])(?=\s|\Z)|--unsafe-allow-remove-all|--keep-last[ =]0\b)",
        "of the snapshots of every machine together only a few stay",
    ),
    "scontrol": (
        r"(?i)\A(?:shutdown|takeover|delete)\b|\Aupdate\b.*\bstate=(?:down|power_down|fail)",
        "jobs that run there are lost",
    ),
    "scancel": (
        r"(?:--(?:state|partition|nodelist|account|reservation)\b|\s-[tpwAR]\s|\A-[tpwAR]\s)(?!.*\s\d+\Z)",
        "the jobs of everybody there end",
    ),
    "aws": (
        r"\bmodify-db-(?:instance|cluster)\b.*--backup-retention-period[ "
        r"=]0\b|\bmodify-\S+\b.*--no-deletion-protection\b|"
        r"\bput-bucket-versioning\b.*Status=Suspended",
        "what keeps data from being lost is switched off",
    ),
    "gcloud": (r"\bsql instances patch\b.*--no-(?:backup|deletion-protection)\b",
               "what keeps data from being lost is switched off"),
    "crane skopeo regctl oras": (r"\A(?:delete|tag (?:rm|delete)|image delete|manifest delete)\b",
                                 "an image that runs somewhere can no longer be pulled"),
    "npm": (r"\Aunpublish\b", "others can no longer install it"),
}  # fmt: skip
_COMPILED = {
    name: (re.compile(pattern, re.S), words) for names, (pattern, words) in _TABLE.items() for name in names.split()
}


@rule(
    "SS1208",
    "Destroys with a subcommand that is seldom used",
    why="Programs that look after machines, stores and images have subcommands that ask nobody and cannot be undone.",
    instead="make a snapshot or a copy first, and look at what the subcommand would take",
    on=" ".join(_COMPILED),
    bad=(
        "aws rds modify-db-instance --db-instance-identifier prod --backup-retention-period 0 --apply-immediately",
        "crane delete registry.example/app:v3",
        "virsh snapshot-revert vm1 before",
        "qemu-img rebase -u -b '' disk.qcow2",
        "consul snapshot restore b.snap",
        "zfs send tank/a@s | zfs receive -F tank/b",
        "gh api -X DELETE repos/a/b",
        "redis-cli config set appendonly no",
        "restic forget --group-by '' --keep-daily 7 --prune",
        "scontrol update nodename=cn01 state=down",
        "scancel --state=running",
    ),
    good=(
        "virsh list --all",
        "qemu-img info disk.qcow2",
        "consul snapshot save b.snap",
        "zfs list",
        "gh api repos/a/b",
        "redis-cli config get appendonly",
        "git prune -n",
        "scontrol reboot ASAP nextstate=RESUME cn01",
        "restic forget --group-by host --keep-daily 7 --prune",
        "scancel 4711",
    ),
)
def destroyed(call: Invocation) -> Hit | None:
    pattern, words = _COMPILED[call.name]
    if call.has("--dry-run", "--help"):
        return None
    text = " ".join((*call.words, *(text for text in call.texts if text[:1] == "-")))
    if pattern.search(text) or pattern.search(call.text):
        return dangerous(f"{' '.join((call.name, *call.words[:3]))}: {words}")
    return None


_SYSTEM = re.compile(r"(?:/usr(?:/local)?)?/s?bin(?:/|\Z)|/lib|/usr/lib|/etc/|/boot/|/root/|/dev/")


@rule(
    "SS1209",
    "Splits a file into a folder of the system",
    why="The pieces take names of their own there, and what lies under such a name is overwritten or run.",
    instead="split into a folder of your own: split FILE ./part-",
    on="split csplit",
    bad=("split -b 1M big /etc/cron.d/x", "split big /usr/bin/", "csplit -f /etc/profile.d/p file 10"),
    good=("split -l 100 a", "split big /tmp/part-", "csplit -f out file 10", "split big /srv/import/part-"),
)
def scattered(call: Invocation) -> Hit | None:
    words = call.all("-f", "--prefix") if call.name == "csplit" else call.operands[1:2]
    for word in words:
        path = spelled(word, call.command.cwd)
        folder = path if word.shape.endswith("/") else path.rpartition("/")[0]
        if _SYSTEM.match(path) and (lock(path) or precious(folder) or precious(path)):
            return dangerous(f"writes the pieces into {folder}")
    return None
