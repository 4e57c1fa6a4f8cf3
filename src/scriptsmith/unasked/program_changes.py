"""Changes by programs that have an area of their own: services, packages, accounts, clusters, databases and so on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..core.shortening import shortened
from ..danger.familiarity import explains_itself, is_unfamiliar
from ..danger.rules.invocation import Invocation, arguments
from ..danger.rules.packages import simulated
from ..danger.rules.paths import spelled
from ..danger.rules.write_targets import content
from ..programs.reading import only_reads
from ..retrieval import words
from ..retrieval.vocabulary import several
from .areas import area_of, rows_of
from .change import PASSING, Kind, ScriptChange, change_by

_KINDS: Mapping[str, Kind] = {
    word: kind  # type: ignore[misc]
    for kind, verbs in rows_of(
        """
delete: delete del rm remove rmi purge prune erase destroy drop evict uninstall autoremove clean flush wipe
  truncate revoke unlink rb unset detach terminate deregister release userdel deluser groupdel delgroup shred
  mkfs wipefs blkdiscard lvremove vgremove pvremove dropdb dropuser fdisk sfdisk parted sgdisk rmmod atrm
  flushall flushdb hdel kill-session reinit dissolve zap expire vacuum-time purge-queue purge_queue delete_queue
  delete_vhost delete_user down undeploy decommission forget memflush memflush_servers
stop: stop halt kill pkill killall killall5 skill shutdown poweroff reboot disable mask isolate suspend hibernate
  pause freeze restart bounce fence rescue emergency umount unmount swapoff ifdown deactivate offline
  force-stop abort lock soft-reboot kexec stop_app telinit init fuser
"""
    )
    for word in verbs
}
_LESS = frozenset(("--delete", "--remove", "--purge", "-delete", "--destroy", "--prune", "--unregister"))
_LESS_OF = {
    "journalctl": "--vacuum-time --vacuum-size --vacuum-files",
    "ipset": "flush destroy",
    "iptables": "--flush -F -X -D",
    "ip6tables": "--flush -F -X -D",
    "crontab": "-r",
    "usermod": "-L",
    "passwd": "-l -d",
    "zfs": "destroy",
    "gpasswd": "-d",
    "dpkg": "-r -P --purge",
    "rpm": "-e",
    "pacman": "-R",
    "mdadm": "--stop --zero-superblock --fail",
}
_SQL_LESS = re.compile(r"(?i)\b(?:drop|delete|truncate|flushall|flushdb|unlink|del|dropDatabase|deleteMany|remove)\b")
_SQL_MORE = re.compile(
    r"(?i)\b(?:insert|update|alter|grant|create|replace|revoke|rename|reindex|vacuum|cluster|copy|load|call|kill|"
    r"shutdown|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|config|expire|save|bgsave|eval|replicaof|slaveof)\b"
)
_DATABASE_TEXT = frozenset(("psql", "mysql", "mariadb", "sqlite3", "mongo", "mongosh", "cqlsh", "redis-cli", "sqlcmd",
                            "clickhouse-client", "influx", "valkey-cli"))  # fmt: skip
_HARMLESS_SIGNALS = frozenset(("-0", "-l", "-L", "--list", "-s0"))
_TELLING = {"service": "unit", "process": "process", "package": "package", "account": "account"}


def changes_by_program(call: Invocation) -> Iterator[ScriptChange]:
    area, name = area_of(call.name), call.name
    if not area or area in ("files", "message") or (not call.command.arguments and name not in _ALONE):
        return
    if name in _DATABASE_TEXT:
        yield from _by_text(call, area)
        return
    if name in ("kill", "pkill", "killall", "fuser"):
        mild = {f"-{signal}" for signal in _MILD_SIGNALS} & call.flags or _MILD_SIGNALS & _signals(call)
        if mild or not call.flags.isdisjoint(_HARMLESS_SIGNALS) or (name == "fuser" and not call.has("-k", "--kill")):
            return
    elif (
        only_reads(name, arguments(call), call.texts)
        or explains_itself(call)
        or simulated(call)
        or not _TRIAL.isdisjoint(call.texts)
        or _TEMPLATE.search(call.text)
        or _only_names(call)
    ):
        return
    verb = _verb(call)
    kind: Kind = _KINDS.get(verb, "change")
    if "cache" in call.text and kind == "delete" and area in ("network", "package", "service"):
        kind = "change"  # it fills again
    if verb in _HARMLESS:
        return
    if name == "systemctl" and verb == "kill" and not _MILD_SIGNALS.isdisjoint(_signals(call)):
        return
    if kind == "change" and (
        not call.flags.isdisjoint(_LESS) or not call.flags.isdisjoint(_LESS_OF.get(name, "").split())
    ):
        kind = "delete"
    if kind == "change" and not _knownchange_by(call, verb):
        return
    things = tuple(word for word in call.operands if word.shape.lower() not in (verb, *_parts(call)))
    values = tuple(each for several in call.values.values() for each in several)
    shown = " ".join(word.shape for word in things if word.shape.strip("…"))
    told = f"{_THIRD[verb]} {shown or 'something'}" if verb in _THIRD and shown else f"runs `{_shown(call)}`"
    paths = (spelled(word, call.command.cwd) for word in things)
    decided = things if area not in ("firewall", "network") else (*things, *values)
    lasting = tuple(path for path in paths if path[:1] == "/" and not PASSING.match(path))
    yield change_by(call, kind, area, decided, told, lasting, values)


_ALONE = frozenset(("reboot", "shutdown", "poweroff", "halt", "iptables-restore", "chpasswd", "newusers"))
_LEVELS = 3


_HARMLESS = frozenset(("reload", "daemon-reload", "reset-failed", "try-reload-or-restart"))
"""Subcommands by which only settings are read again."""
_TRIAL = frozenset(("--dry-run", "--dryrun", "--help", "help", "--defaults", "-V", "--version", "version", "--check"))
_TEMPLATE = re.compile(r"\{\{\[")
_MILD_SIGNALS = frozenset(("HUP", "SIGHUP", "USR1", "SIGUSR1", "USR2", "SIGUSR2", "CONT", "SIGCONT", "WINCH"))


def _only_names(call: Invocation) -> bool:
    """Whether a program that looks where it is told no more is only told at what."""
    if call.name == "wipefs":
        return not call.has("-a", "--all", "-o", "--offset")
    return (
        call.name in ("ifconfig", "parted", "fdisk", "gdisk", "route")
        and len(call.operands) < 2
        and not (call.flags - {"-s", "--script"})
    )


def _signals(call: Invocation) -> frozenset[str]:
    return frozenset(word.shape for several in call.values.values() for word in several)


def _knownchange_by(call: Invocation, verb: str) -> bool:
    """Whether the command is known to change something: by its verb, or because its program does nothing else."""
    if call.name in _CHANGING:
        return True
    if not is_unfamiliar(call):
        return False
    head = verb.replace("_", "-").partition("-")[0]
    concept = words.verb(head)
    if concept and area_of(call.name) in ("package", "versions", "cloud"):
        return concept in _LASTING
    if concept:
        return concept not in words.READING
    return False


_LASTING = several(
    "install reinstall upgrade downgrade hold allow send upload deploy apply merge rebase start scale restore "
    "rollback  grant replace import attach sync copy"
)
"""Verbs of tools for developers, clouds and packages by which more than their own working folder changes."""
_CHANGING = several(
    "useradd adduser usermod groupadd groupmod gpasswd passwd chpasswd chage chmod chown chgrp setfacl chattr "
    "iptables ip6tables nft ufw ip ifconfig route nmcli sysctl modprobe insmod mkswap swapon mount lvcreate "
    "lvextend  crontab at batch kexec newusers setenforce growpart resize2fs"
)


def _parts(call: Invocation) -> tuple[str, ...]:
    """The words of the subcommand, in lower case."""
    read = arguments(call)
    return tuple(call.texts[at].lower() for at in read.words[: len(read.path)])


_WHOLE = several(
    "mkfs kill pkill killall killall5 init telinit reboot shutdown poweroff halt chmod chown chgrp chpasswd"
)
"""Programs whose first operand is no subcommand."""


def _verb(call: Invocation) -> str:
    """The word of a command that says what it does: of the subcommand, or of its name."""
    if call.name in _WHOLE or (call.name in _CHANGING and call.name not in ("ip", "ufw", "nft", "nmcli", "route")):
        return call.name
    for word in call.words[:_LEVELS]:
        text = word.lower()
        if text in _KINDS and text != "init":
            return text
        head = text.partition("-")[0]
        if head in _KINDS and head != text:
            return head
    return call.name if call.name in _KINDS else (call.words[0].lower() if call.words else call.name)


def _by_text(call: Invocation, area: str) -> Iterator[ScriptChange]:
    """What a client of a database is told to do."""
    fed = (content(each) or "" for each in (call.command, *call.command.upstream))
    text = " ".join((*call.texts, *fed))
    less, more = _SQL_LESS.search(text), _SQL_MORE.search(text)
    if not less and not more:
        return
    said = (less or more)[0]  # type: ignore[index]
    kind: Kind = "delete" if less else "change"
    yield change_by(call, kind, area, call.command.arguments, f"runs {said.upper()} with {call.name}", ())


_THIRD: Mapping[str, str] = {
    "delete": "deletes",
    "rm": "removes",
    "remove": "removes",
    "stop": "stops",
    "restart": "restarts",
    "kill": "kills",
    "disable": "disables",
    "mask": "masks",
    "purge": "purges",
    "uninstall": "uninstalls",
    "drain": "drains",
    "umount": "unmounts",
    "pkill": "kills",
    "killall": "kills",
    "userdel": "deletes the account",
    "dropdb": "drops the database",
    "install": "installs",
    "useradd": "creates the account",
    "enable": "enables",
    "start": "starts",
    "cordon": "cordons",
}


def _shown(call: Invocation) -> str:
    return shortened(f"{call.name} {call.text}")
