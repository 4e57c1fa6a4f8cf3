"""SS1249: a copy that takes the place of its original because of one failed look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .rule import dangerous, script_rule
from .word_lists import set_of

_ASKING = set_of("ping ping6 fping curl wget nc ncat pg_isready mysqladmin mysql psql redis-cli ssh arping nmap dig")
_TAKING = tuple(
    (name, re.compile(text))
    for names, text in (
        ("pg_ctl pg_ctlcluster", r"\bpromote\b"),
        ("repmgr", r"\bstandby promote\b"),
        ("psql", r"(?i)\bpg_promote\s*\("),
        ("redis-cli valkey-cli", r"(?i)\b(?:slaveof|replicaof) no one\b"),
        ("mysql mariadb", r"(?i)\bread_only\s*=\s*(?:0|off)\b|\breset\s+(?:slave|replica)\s+all\b"),
        ("ip", r"\baddr?(?:ess)? (?:add|replace)\b"),
        ("drbdadm", r"\bprimary\b"),
        ("touch", r"promote|trigger|failover"),
    )
    for name in names.split()
)
_FENCING = re.compile(
    r"\b(?:stonith\w*|fence_\w+|ipmitool|racadm|stop-instances|instances stop|vm (?:stop|deallocate)|virsh destroy|"
    r"patronictl|pcs|crm|etcdctl|consul lock|consensus|quorum)\b"
)


@script_rule(
    "SS1249",
    "Takes over from another machine because that did not answer",
    why="A machine that does not answer may well run: then two of them take writes, and what either got is lost or "
    "has to be put together by hand.",
    instead="make sure that the other one is down (fence_ipmilan, stop-instances) before the copy takes over, and "
    "leave "
    "the choice to what counts votes: Patroni, Pacemaker, Sentinel",
    on="pg_ctl pg_ctlcluster repmgr psql redis-cli valkey-cli mysql mariadb ip drbdadm touch",
    bad=(
        "if ! ping -c1 db1; then pg_ctl -D /var/lib/pgsql/data promote; fi",
        "pg_isready -h db1 || repmgr standby promote",
        "redis-cli -h r1 ping || redis-cli -h r2 replicaof no one",
        "if ! curl -fs http://db1/health; then ip addr add 10.0.0.100/24 dev eth0; fi",
        "if ping -c1 db1 >/dev/null; then exit 0; fi; pg_ctl -D /var/lib/pgsql/data promote",
        "ping -c1 db1 && exit 0; ip addr add 10.0.0.100/24 dev eth0",
    ),
    good=(
        "pg_ctl -D /var/lib/pgsql/data promote",
        "if ! ping -c1 db1; then fence_ipmilan -a db1-ipmi -o off && pg_ctl -D /var/lib/pgsql/data promote; fi",
        "if ! ping -c1 db1; then echo down; fi",
        "ping -c1 db1 || exit 1; pg_ctl -D /var/lib/pgsql/data promote",
        "ip addr add 10.0.0.5/24 dev eth0",
    ),
)
def taken_over(calls: Sequence[Invocation]) -> Iterator[Hit]:
    asked = fenced = False
    for call in calls:
        command = call.command
        fenced = fenced or bool(_FENCING.search(f"{call.name} {call.text}"))
        asked = asked or (call.name in _ASKING and (command.tested or command.captured))
        if fenced or not (_unanswered(command) or (asked and command.conditional)):
            continue
        for name, taking in _TAKING:
            if call.name == name and taking.search(call.text):
                yield dangerous("takes over although the other machine may still run", command.place)
                break


def _unanswered(command: Command) -> bool:
    """Whether the command is reached only where a question to another machine has failed."""
    return any(fact.kind == "ran" and not fact.holds and fact.by[-1].name in _ASKING for fact in command.facts)
