"""Changes of other machines that are made with care: a copy is kept there first, and a machine that is started again is
waited for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .invocation import Invocation, invocation
from .paths import lock

Found = dict[int, tuple[str, frozenset[str]]]
"""The calls, by their number, that are made with care: why that is so, and the rules that need not stop them."""


def add(found: Found, index: int, why: str, codes: frozenset[str]) -> None:
    """Note one more reason for a call."""
    before, others = found.get(index, ("", frozenset()))
    found[index] = (before or why, others | codes)


def beside(call: Invocation) -> bool:
    """Whether a file is copied to its own name with something behind it: `cp a.conf a.conf.old`."""
    one, other = (word.written for word in call.operands)
    ending = other[len(one) :] if other.startswith(one) else ""
    return ending[:1] in (".", "~", "-", "_") and "/" not in re.sub(r"\$\([^)]*\)", "", ending)


def stops_at_failure(calls: Sequence[Invocation]) -> bool:
    """Whether the script says `set -e`."""
    return any(call.name == "set" and (call.has("-e") or "errexit" in call.words) for call in calls)


CARRIERS = frozenset(("scp", "rsync"))


def kept_elsewhere(calls: Sequence[Invocation], found: Found) -> None:
    """Files that are copied over those of another machine, where a copy was kept on that machine before."""
    strict = stops_at_failure(calls)
    kept: set[str] = set()
    for index, call in enumerate(calls):
        if call.name == "cp" and call.command.host and len(call.operands) == 2 and beside(call):
            if strict or call.command.tested:
                kept.add(f"{_machine(call.command.host)}:{call.operands[0].written}")
        elif call.name in CARRIERS and len(call.operands) == 2:
            host, _, path = call.operands[1].written.partition(":")
            if f"{_machine(host)}:{path}" in kept and not lock(path):
                add(found, index, "a copy is kept there", frozenset(("SS1114",)))


def _machine(host: str) -> str:
    """A host without the account that is used there."""
    return host.rpartition("@")[2]


_RESTARTING = frozenset(("reboot", "shutdown", "systemctl"))
_ASKING = frozenset(("ssh", "ping", "curl", "nc", "kubectl", "nmap"))


def restarted_machines(calls: Sequence[Invocation], found: Found) -> None:
    """One machine that is started again, asked in a loop until it answers, and the script ends where it does not."""
    strict = stops_at_failure(calls)
    starts = [at for at, call in enumerate(calls) if call.name in _RESTARTING and _restarts(call)]
    for at, following in zip(starts, [*starts[1:], len(calls)], strict=False):
        host = _carried_to(calls, at)
        if not host or calls[at].command.background:
            continue
        between = range(at + 1, following)
        asked = [index for index in between if _asks(calls[index], host)]
        ends = any(calls[index].name == "exit" and calls[index].words[:1] != ("0",) for index in between)
        waited = any(
            _answered(calls[index], host, calls[at]) or (strict and _waits(calls[index], host)) for index in between
        )
        if waited or (asked and (ends or (len(starts) == 1 and not calls[at].command.loop))):
            add(found, at, "the script waits until it answers, and goes on to no other before", frozenset(("SS1350",)))


def _answered(call: Invocation, host: str, start: Invocation) -> bool:
    """Whether a command is reached only where a machine has answered since it was started again."""
    return any(
        fact.kind == "ran"
        and fact.holds
        and fact.by[-1].place.line > start.command.place.line
        and _speaks_of(invocation(fact.by[-1]), host)
        for fact in call.command.facts
    )


def _waits(call: Invocation, host: str) -> bool:
    return call.name in ("kubectl", "oc") and call.verb == "wait" and _speaks_of(call, host)


def _carried_to(calls: Sequence[Invocation], at: int) -> str:
    """The machine on which a command runs, as it is written: that of the ssh before it, where its name is not known."""
    host = _machine(calls[at].command.host)
    before = calls[at - 1] if at else None
    if host == "…" and before is not None and before.name == "ssh" and before.operands:
        return _machine(before.operands[0].written)
    return host


def _restarts(call: Invocation) -> bool:
    if call.name == "systemctl":
        return call.words == ("reboot",)
    return call.name == "reboot" or call.has("-r", "--reboot")


def _asks(call: Invocation, host: str) -> bool:
    """Whether a machine is asked in a loop, and something depends on its answer."""
    command = call.command
    if call.name not in _ASKING or not command.loop or not command.tested or command.background:
        return False
    return _speaks_of(call, host)


def _speaks_of(call: Invocation, host: str) -> bool:
    """Whether an operand names a machine: `ops@HOST`, `node/HOST`, `http://HOST/`."""
    return any(re.search(rf"(?:\A|[@/]){re.escape(host)}(?:\Z|[:/])", word.written) for word in call.operands)
