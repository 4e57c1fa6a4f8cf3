"""SS1220 and SS1221: signals to a group that a variable names, and every machine of a service taken down at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .rule import dangerous, rule, script_rule

_OWN = re.compile(r"\$\{?[!$]|\$\{?BASHPID|[$`]\(?\s*ps\s.*pgid")
_NUMBERS = re.compile(r"\A\^?\(?\[(?:0-9|1-9|\[:digit:\])\]|\A\+?\(?\[0-9\]|\A\*\[!0-9\]\*|\A\*\[\^0-9\]\*|@\(\*\[")


@rule(
    "SS1220",
    "Signals the process group that a variable names",
    why="kill -- -1 reaches every process of the machine; an empty variable, or one that was read from an old file, "
    "makes "
    "it that or a group of somebody else.",
    instead="check it first: [[ $pid =~ ^[0-9]+$ ]] && (( pid > 1 )); or let the service manager end it: systemctl "
    "kill",
    on="kill",
    bad=(
        "leader=$(cat /run/a.pid); kill -TERM -- -$leader",
        'kill -9 -"$1"',
        'p=$(cat /run/a.pid || echo 1); kill -KILL -- "-$p"',
    ),
    good=(
        "sleep 9 & kill -- -$!",
        "kill -TERM -- -$$",
        'kill "$(cat /run/a.pid)"',
        'p=$(cat /run/a.pid); [[ $p =~ ^[0-9]+$ ]] && kill -- -"$p"',
        "kill -- -4711",
        'kill -s TERM "$PID"',
    ),
)
def group(call: Invocation) -> Hit | None:
    arguments = call.command.arguments
    for at, word in enumerate(arguments):
        if not word.shape.startswith("-…") or (at == 0 and len(arguments) > 1):
            continue
        unknown = word.unknowns[0]
        if _OWN.match(unknown.source) or unknown.kind == "loop":
            continue
        checked = any(
            check.source == unknown.source and _NUMBERS.search(check.pattern) for check in call.command.checks
        )
        if not checked:
            return dangerous(f"signals every process of the group that {unknown.source} names, and that may be any")
    return None


_MEMBERS = frozenset(("restart", "stop", "reload-or-restart", "try-restart", "kill"))
_EVERYWHERE = frozenset(("pssh", "parallel-ssh", "pdsh", "clush", "dsh", "mussh", "cssh"))
_DOWN = re.compile(r"\b(?:systemctl|service)\b.*\b(?:restart|stop)\b|\b(?:reboot|shutdown|poweroff)\b")


@script_rule(
    "SS1221",
    "Restarts a service on every machine at once",
    why="While all members start again nobody serves; a cluster of stores may lose its majority, or its data.",
    instead="one machine after the other, and wait until it serves again before the next",
    on="ssh systemctl service pssh parallel-ssh pdsh clush dsh mussh salt docker kubectl",
    bad=(
        "for h in es1 es2 es3; do ssh $h sudo systemctl restart elasticsearch & done; wait",
        "while read -r h; do ssh -n $h 'systemctl restart mongod' & done < hosts; wait",
        "pdsh -w db[1-5] systemctl restart postgresql",
        "salt '*' cmd.run 'systemctl restart docker'",
    ),
    good=(
        "for h in es1 es2; do ssh $h sudo systemctl restart elasticsearch; sleep 60; done",
        "for h in a b; do ssh $h uptime & done; wait",
        "ssh es1 sudo systemctl restart elasticsearch &",
        "pdsh -w db[1-5] uptime",
        "pdsh -f 1 -w web[1-5] systemctl restart nginx",
        "salt -b 1 '*' service.restart nginx",
        "salt '*' test.ping",
    ),
)
def at_once(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call in calls:
        command = call.command
        if call.name == "salt":
            wide = call.words[:1] == ("*",) and not call.has("-b", "--batch", "--batch-size", "--subset")
            if wide and (
                _DOWN.search(call.text) or re.search(r"\b(?:service\.(?:restart|stop)|system\.\w+)", call.text)
            ):
                yield dangerous("salt restarts or stops a service on every machine at once", command.place)
        elif call.name in _EVERYWHERE:
            if _DOWN.search(call.text) and not re.search(r"(?:\A|\s)-[fp]\s*1(?:\s|\Z)", call.text):
                yield dangerous(f"{call.name} restarts or stops a service on every machine at once", command.place)
        elif call.name in ("systemctl", "service") and not _MEMBERS.isdisjoint(call.words) and _everywhere(command):
            yield dangerous(f"{' '.join(call.words)} on every machine at once", command.place)


def _everywhere(command: Command) -> bool:
    """Whether it runs on one machine after another, and nobody waits for it."""
    return bool(command.host) and command.loop and command.background
