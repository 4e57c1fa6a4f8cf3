"""What a script would read, write, delete, reach, start and stop, from what its programs do with their arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.effects import Effects
from ..interpreter.model import Command, Word
from ..programs.roles import has_role, uses
from .rules.find_results import find_roots
from .rules.invocation import Invocation, after, arguments
from .rules.origins import told, word_text
from .rules.packages import simulated
from .rules.paths import scratch, spelled, stream
from .rules.word_lists import set_of
from .rules.write_targets import targets, writes

_MANAGERS = set_of(
    "apt apt-get aptitude yum dnf microdnf zypper pacman apk pip pip3 npm yarn pnpm gem cargo brew "
    "snap flatpak conda go"
)
_CLUSTER = set_of("kubectl oc helm aws gcloud az gsutil terraform tofu pulumi")
_FETCHING = set_of("install update upgrade download dist-upgrade full-upgrade add sync i ci fetch -S -Syu refresh get")
_QUIET = set_of(
    "status is-active is-enabled is-failed show list-units list-unit-files list-timers "
    "list-dependencies list-sockets list-jobs cat get-default "
    "is-system-running help show-environment --status-all"
)
_DONE = frozenset(("reads", "edits", "moves", "deletes", "host", "url"))
_TOUCHING = (
    _MANAGERS
    | _CLUSTER
    | set_of(
        "rsync scp dd find logrotate git docker podman rclone systemctl service rc-service initctl sv supervisorctl"
    )
)


class _Sums:
    """The effects found so far, each once, in order."""

    def __init__(self) -> None:
        self.reads: dict[str, None] = {}
        self.writes: dict[str, None] = {}
        self.deletes: dict[str, None] = {}
        self.network: dict[str, None] = {}
        self.privilege: dict[str, None] = {}
        self.services: dict[str, None] = {}


def effects(calls: Sequence[Invocation]) -> Effects:
    """What the commands would touch, as far as their arguments tell, each thing once in the order of the text."""
    sums = _Sums()
    for call in calls:
        _one(call, sums)
    return Effects(
        reads=tuple(sums.reads),
        writes=tuple(sums.writes),
        deletes=tuple(sums.deletes),
        network=tuple(sums.network),
        privilege=tuple(sums.privilege),
        services=tuple(sums.services),
    )


def _one(call: Invocation, sums: _Sums) -> None:
    command, name = call.command, call.name
    if command.privileged:
        sums.privilege[f"{name or '…'} as root"] = None
    elif name in ("su", "sudo", "doas", "pkexec"):
        sums.privilege[f"{name} {' '.join(call.words[:2])}".rstrip()] = None
    if command.host:
        sums.network[command.host] = None
    for redirect in command.redirects:
        if redirect.operator == "<":
            _path(redirect.target, command, sums.reads)
        if redirect.target.shape.startswith(("/dev/tcp/", "/dev/udp/")):
            sums.network[redirect.target.shape.removeprefix("/dev/")] = None
    if not command.arguments and not command.redirects:
        return
    if not command.redirects and name not in _TOUCHING and not has_role(name, _DONE) and not writes(name):
        return
    for target in targets(call):
        if not stream(target.path) and not target.path.startswith("/dev/tcp/") and target.path:
            sums.writes[_named(target.path, target.word, command)] = None
    _used(call, sums)
    _touched(call, sums)
    if name in _CLUSTER:
        clusters = ("kubectl", "oc", "helm")
        sums.network["the cluster" if name in clusters else f"the interface of {name}"] = None


def _used(call: Invocation, sums: _Sums) -> None:
    """What the table of programs says of its words."""
    command = call.command
    if not has_role(call.name, _DONE):
        return
    for at, start, role, option in uses(arguments(call)):
        if role in ("reads", "edits"):
            _path(after(command.arguments[at], start), command, sums.reads)
        elif role in ("deletes", "moves"):
            _path(after(command.arguments[at], start), command, sums.deletes)
        elif role in ("host", "url") and call.name != "git":
            text = call.texts[at][start:].lstrip("@")
            if text and not _NO_HOST.match(text) and (not option or text not in _HERE):
                sums.network[text if text.strip("…:@") else "…"] = None


_HERE = frozenset(("localhost", "127.0.0.1", "::1", ""))
_NO_HOST = re.compile(r"[A-Z]+\Z|[+-]|\w+:?=|\d+\Z|/|(?:a|aaaa|any|axfr|caa|cname|mx|ns|ptr|soa|srv|txt)\Z")
"""A method of HTTP, a type of record, an option of `dig`, a field of a request, a port, a socket."""


def _touched(call: Invocation, sums: _Sums) -> None:
    """What the program does to its operands."""
    name = call.name
    if name == "dd":
        for word in call.operands:
            if word.shape.startswith("if="):
                sums.reads[word.shape[3:]] = None
    elif name in ("rsync", "scp", "rclone"):
        _copied(call, sums)
    elif name == "find":
        _found(call, sums)
    elif name in ("systemctl", "service", "rc-service", "initctl", "sv", "supervisorctl"):
        _service(call, sums)
    elif name == "logrotate":
        if not call.has("-d", "--debug"):
            sums.writes["rotated logs"] = None
    elif name == "git":
        if call.verb in ("clone", "pull", "push", "fetch", "ls-remote"):
            sums.network[next((word for word in call.words[1:] if ":" in word or "/" in word), "the git remote")] = None
        if call.verb == "clean":
            sums.deletes["untracked files"] = None
    elif name in _MANAGERS:
        _packages(call, sums)
    elif name in ("docker", "podman") and call.verb in ("pull", "push", "run", "login", "build"):
        sums.network["container registry"] = None


def _packages(call: Invocation, sums: _Sums) -> None:
    if simulated(call):
        return
    if call.verb in _FETCHING:
        sums.network["package repositories"] = None
        sums.writes["installed packages"] = None
    elif call.verb in ("remove", "purge", "erase", "autoremove", "uninstall", "del", "rm"):
        sums.deletes[" ".join(("packages", *call.words[1:]))] = None


def _path(word: Word, command: Command, into: dict[str, None]) -> None:
    path = spelled(word, command.cwd)
    if path and path != "-" and not stream(path):
        into[_named(path, word, command)] = None


def _named(path: str, word: Word, command: Command) -> str:
    """A path for a person: what is not known of it by its name and where that comes from, not as a gap."""
    if "…" not in path or not (word.unknowns or command.cwd) or scratch(path):
        return path
    text = told(word, command.upstream)
    return text if command.cwd is None or text[:1] in "/~$`" or "(" in text else f"{word_text(command.cwd)}/{text}"


def _copied(call: Invocation, sums: _Sums) -> None:
    """The machines of `HOST:PATH`."""
    for text in call.words:
        if found := re.match(r"(?:[^/@\s]+@)?([^/:\s@]+):", text):
            sums.network[found[1]] = None
    if call.name == "rsync" and any(flag.startswith("--del") for flag in call.flags) and call.words:
        sums.deletes[f"{call.words[-1]} (what the source lacks)"] = None


def _found(call: Invocation, sums: _Sums) -> None:
    roots = [_named(spelled(root, call.command.cwd), root, call.command) for root in find_roots(call)] or ["."]
    for root in roots:
        sums.reads[root] = None
        if call.has("-delete"):
            sums.deletes[f"{root.rstrip('/')}/… (what find yields)"] = None


def _service(call: Invocation, sums: _Sums) -> None:
    words = call.words
    if call.name in ("service", "rc-service"):
        verb, units = (words[1] if len(words) > 1 else ""), words[:1]
    else:
        verb, units = call.verb, words[1:]
    if verb and verb not in _QUIET and not verb.startswith("list-"):
        for unit in units or ("",):
            sums.services[f"{verb} {unit}".strip()] = None


def changes(summary: Effects) -> bool:
    """Whether anything in the summary is more than looking and using scratch files of its own."""
    return bool(summary.services) or not all(map(scratch, (*summary.writes, *summary.deletes)))
