"""Changes that are dangerous alone and are not where the script keeps the old state, checks, and waits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from ...interpreter.model import Command
from .careful_machines import CARRIERS, Found, add, beside, kept_elsewhere, restarted_machines, stops_at_failure
from .invocation import Invocation
from .paths import lock, secret, spelled
from .protected_paths import STORES
from .word_lists import set_of
from .write_targets import targets

SERVICE_CHECKERS = set_of(
    "sshd nft nginx apachectl apache2ctl httpd haproxy findmnt named-checkconf visudo caddy promtool"
)
_CHECKING = set_of("-t -c -T --check --verify configtest validate check")
_COPIERS = frozenset(("cp", "install"))
_STORES = set_of("aws gcloud az vault bao kubectl oc")
# Programs that print the rules that are loaded, and the file that they are loaded from.
_SAVING = {
    "iptables-save": "/etc/iptables/rules.v4",
    "ip6tables-save": "/etc/iptables/rules.v6",
    "nft": "/etc/nftables.conf",
}
_CONCERNED = _STORES | _SAVING.keys() | set_of("getfacl cp install blkid wipefs openssl zfs mv ssh ansible-playbook")
_FORCED = ("--force", "--disable-eviction")
_EMPTYING = ("--delete-emptydir-data", "--delete-local-data")
_SIGNING = set_of("req x509 ca verify ecparam genpkey genrsa")


def careful_changes(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, tuple[str, frozenset[str]]]:
    """The calls, by their number, that are made with care: why that is so, and the rules that need not stop them."""
    found: Found = {}
    if names.isdisjoint(_CONCERNED):
        return found
    if not names.isdisjoint(_SAVING):
        for index, call in enumerate(calls):
            if _saves(call):
                found[index] = ("saves the rules that are loaded", _OVERWRITES)
    if not names.isdisjoint(_COPIERS):
        _configuration(calls, found)
        _private_copies(calls, found)
    if not names.isdisjoint(_COPIERS) and not names.isdisjoint(CARRIERS):
        kept_elsewhere(calls, found)
    if any(call.command.host for call in calls):
        restarted_machines(calls, found)
    if "getfacl" in names:
        _permissions(calls, found)
    if "kubectl" in names or "oc" in names:
        _maintenance(calls, found)
    if "ansible-playbook" in names:
        _rehearsed_plays(calls, found)
    if "blkid" in names or "wipefs" in names:
        _empty_devices(calls, found)
    if "iptables-restore" in names or "ip6tables-restore" in names:
        _loaded_rules(calls, found)
    if not names.isdisjoint(_STORES):
        _private_output(calls, found)
    for index, call in enumerate(calls if "openssl" in names else ()):
        if call.name == "openssl" and call.verb in _SIGNING and not call.has("-text", "-passout"):
            _signed(call, index, found)
    for index, call in enumerate(calls if "zfs" in names else ()):
        if call.name == "zfs" and call.verb == "destroy" and (_snapshots_only(call) or _snapshot_checked(call)):
            found[index] = ("a test lets only snapshots of one name through", frozenset(("SS1122",)))
    for index, call in enumerate(calls if "mv" in names else ()):
        if call.name == "mv" and _marked(call):
            found[index] = ("one file that a test has shown is marked by its name", frozenset(("SS1007",)))
    return found


_OVERWRITES = frozenset(("SS1102",))


def _configuration(calls: Sequence[Invocation], found: Found) -> None:
    """Copies that are kept of a file, their restoration, and files in whose place a checked one is put."""
    kept: dict[str, set[str]] = {}  # the file, and its copies, as they are written
    checks = [at for at, call in enumerate(calls) if call.name in SERVICE_CHECKERS and _checks(call)]
    for index, call in enumerate(calls):
        command = call.command
        if _saves(call):
            kept.setdefault(_SAVING[call.name], set())
        if call.name in _COPIERS and len(call.operands) == 2 and not call.has("-r", "-R", "--recursive"):
            old, new = (_place(command, at) for at in (0, 1))
            path = spelled(call.operands[0], command.cwd)
            if new in kept and old in kept[new]:
                found[index] = ("puts the copy back that was kept", _OVERWRITES)
                continue
            if path[:1] == "/" and not secret(path) and not lock(path):
                kept.setdefault(old, set()).add(new)
                if new.startswith(f"{old}.") or new.startswith(f"{old}~"):
                    found[index] = ("keeps a copy of the file", _OVERWRITES)
                    continue
        if not kept or not checks:
            continue
        places = targets(call)
        if places and all(target.word.written in kept for target in places):
            path = places[0].word.written
            written = {word.written for word in call.operands}
            if call.name == ":":  # a group of commands whose output goes into the file
                line = command.place.line
                near = [each for each in calls[index + 1 : index + 5] if each.command.place.line == line]
                written |= {word.written for each in near for word in each.operands}
            if any(_concerns(calls[at], written, path, after=at > index) for at in checks):
                found[index] = ("a copy is kept, and the program has checked the new one", _OVERWRITES)


_MODES = frozenset(("SS1201", "SS1204", "SS1205", "SS1206"))


def _permissions(calls: Sequence[Invocation], found: Found) -> None:
    """Owners and modes that are changed after those that were there were saved: `getfacl -R DIR > FILE`."""
    saved: set[str] = set()
    for index, call in enumerate(calls):
        if call.name == "getfacl" and call.has("-R", "--recursive") and targets(call):
            saved |= {spelled(word, call.command.cwd) for word in call.operands}
        elif saved and call.name in ("chown", "chgrp", "chmod", "find"):
            named = call.operands[:1] if call.name == "find" else call.operands[1:]
            paths = [spelled(word, call.command.cwd) for word in named]
            if paths and saved.issuperset(paths):
                found[index] = ("the present ones are saved", _MODES)


def _saves(call: Invocation) -> bool:
    """Whether a command prints the firewall's rules as they are loaded."""
    return call.name in _SAVING and (call.name != "nft" or call.words[:2] == ("list", "ruleset"))


def _private_copies(calls: Sequence[Invocation], found: Found) -> None:
    """Secrets that are copied on the same machine into a folder that only its owner may open."""
    private: set[str] = set()
    for index, call in enumerate(calls):
        if call.name == "mkdir" or (call.name == "install" and call.has("-d", "--directory")):
            if (call.value("-m", "--mode") or "").lstrip("0") == "700":
                private |= {word.written.rstrip("/") for word in call.operands}
        elif call.name == "cp" and len(call.operands) == 2 and beside(call):
            add(found, index, "the copy lies beside it, with the same mode", frozenset(("SS1901",)))
        elif call.name == "cp" and call.operands and private:
            target = call.operands[-1].written
            if any(target == folder or target.startswith(f"{folder}/") for folder in private) and ".." not in target:
                found[index] = ("the copy lies in a folder that only its owner may open", frozenset(("SS1901",)))


def _checks(call: Invocation) -> bool:
    return not _CHECKING.isdisjoint(call.flags) or not _CHECKING.isdisjoint(call.texts)


def _concerns(check: Invocation, written: set[str], path: str, *, after: bool) -> bool:
    """Whether a check speaks of the file that is written: by its name or by default afterwards, or of what is put
    there before."""
    named = {word.written for words in check.values.values() for word in words} | {
        word.written for word in check.operands if word.written[:1] in "/$~."
    }
    if after:
        return check.command.tested and (path in named or not named)
    return bool(named & written)


def _place(command: Command, at: int) -> str:
    words = [word for word in command.arguments if word.shape[:1] != "-"]
    return words[at].written if len(words) == 2 else ""


_DRAIN = frozenset(("SS1451",))
_REBOOT = frozenset(("SS1350",))


def _maintenance(calls: Sequence[Invocation], found: Found) -> None:
    """A node that is drained, started again, waited for and given back, in this order, with stops at failure."""
    strict = stops_at_failure(calls)
    looked = False
    for index, call in enumerate(calls):
        words = call.words[1:] if call.words[:1] == ("adm",) else call.words
        looked = looked or _looks_at_nodes(call)
        if call.name not in ("kubectl", "oc") or words[:1] != ("drain",) or call.has(*_FORCED):
            continue
        if call.command.background or len(words) != 2 or not (call.command.tested or strict):
            continue
        if looked and call.command.tested and not call.command.loop and not call.has(*_EMPTYING):
            found[index] = ("one node, after a look at the others, and what follows depends on it", _DRAIN)
        node = call.operands[-1].written
        ready = next((at for at in range(index + 1, len(calls)) if _waits(calls[at], node, strict)), None)
        if ready is None or not any(_gives_back(each, node) for each in calls[ready + 1 :]):
            continue
        if ready + 1 < len(calls) and calls[ready + 1].name in ("true", ":"):
            continue
        found[index] = ("one node, which is waited for and given back", _DRAIN)
        for at in range(index + 1, ready):
            if calls[at].command.via and _goes_to(calls[at - 1], node):
                add(found, at, "the node was drained before", _REBOOT)


def _looks_at_nodes(call: Invocation) -> bool:
    """Whether the nodes of the cluster are counted, or asked for in another way on which something depends."""
    asked = call.name in ("kubectl", "oc") and call.words[:1] == ("get",) and len(call.words) == 2
    return asked and call.words[1] in ("nodes", "node", "no") and (call.command.captured or call.command.tested)


def _goes_to(call: Invocation, node: str) -> bool:
    """Whether a command is carried to that node: `ssh root@NODE`, `gcloud compute ssh NODE`."""
    hosts = call.operands if call.name == "ssh" else call.operands[2:] if call.words[:2] == ("compute", "ssh") else ()
    return bool(hosts) and hosts[0].written.rpartition("@")[2] == node


def _waits(call: Invocation, node: str, strict: bool) -> bool:
    if call.name not in ("kubectl", "oc") or call.verb != "wait" or not (strict or call.command.tested):
        return False
    return "condition=ready" in call.text.lower() and any(
        word.written in (node, f"node/{node}", f"nodes/{node}") for word in call.operands
    )


def _gives_back(call: Invocation, node: str) -> bool:
    return (
        call.name in ("kubectl", "oc")
        and "uncordon" in call.words[:2]
        and any(word.written == node for word in call.operands)
    )


def _rehearsed_plays(calls: Sequence[Invocation], found: Found) -> None:
    """A playbook that is applied to some hosts after a run in check mode on which something depends."""
    strict = stops_at_failure(calls)
    plays = [(at, call) for at, call in enumerate(calls) if call.name == "ansible-playbook" and call.operands]
    rehearsed = {
        call.operands[0].written
        for _, call in plays
        if call.has("-C", "--check") and (strict or call.command.tested) and not call.command.background
    }
    applied: set[str] = set()
    for index, call in plays:
        play = call.operands[0].written
        looks = call.has("-C", "--check", "--syntax-check", "--list-hosts", "--list-tasks")
        bounded = call.has("-l", "--limit") and play in applied
        applied |= {play} if call.has("-C", "--check") else set()
        if play in rehearsed and (looks or bounded):
            found[index] = ("the same playbook was run in check mode before", frozenset(("SS1810",)))


def _empty_devices(calls: Sequence[Invocation], found: Found) -> None:
    """A file system on a device where blkid has said, in the case that this is, that nothing is there."""
    asked: set[str] = set()
    for index, call in enumerate(calls):
        if call.name == "blkid" and call.has("-p", "--probe") and not call.command.tested:
            asked |= {word.written for word in call.operands}
        elif call.name.startswith("mkfs") and call.operands and call.operands[-1].written in asked:
            answers = {(check.operator, check.pattern) for check in call.command.checks if check.holds}
            if ("==", "2") in answers:  # the exit status of blkid where it finds nothing
                found[index] = ("blkid has found nothing on it", frozenset(("SS1120",)))


def _signed(call: Invocation, index: int, found: Found) -> None:
    """A key that its own program uses, and one that is made where a test has shown that there is none."""
    codes = {"SS1901"}
    made = [word.written for word in call.all("-out")]
    last = made[-1].rpartition("/")[2] if made else ""
    if last and any(_absent(guard, last) for guard in call.command.guards):
        codes.add("SS1106")
    if made:
        found[index] = ("the program that the key belongs to uses it", frozenset(codes))


_VARIABLE = re.compile(r"\$\{?\w+\}?")


def _absent(guard: str, name: str) -> bool:
    """Whether a guard says that the file is not there; variables count as any text."""
    tested = re.fullmatch(r"!\s*(?:\[\[?|test)\s+-[efs]\s+\"?([^\s\"]+)\"?\s*\]?\]?", guard)
    tail = tested[1].rpartition("/")[2] if tested else ""
    return bool(tail) and _VARIABLE.sub("$", tail) == _VARIABLE.sub("$", name)


def _snapshots_only(call: Invocation) -> bool:
    """Whether a test has shown that each name that is destroyed is that of a snapshot with a prefix."""
    if len(call.operands) != 2:
        return False
    source = call.command.source
    for guard in call.command.guards:
        tested = re.match(r"\[\[\s+\"?(\$\{?\w+\}?)\"?\s+==?\s+\*?\S*@\S*[\w$]\S*\s+\]\]\Z", guard)
        if tested and tested[1] in source:
            return True
    return False


_SNAPSHOT = re.compile(r"[^*?\[@]*[^*?\[@/]@[^*?\[@]*\w[^*?\[]*(?:\[[^]]+\])*\*?\Z")


def _snapshot_checked(call: Invocation) -> bool:
    """Whether a pattern has shown that what is destroyed is a snapshot of one name: `case $s in "$DS@hourly-"*)`."""
    names = [part.source for part in call.operands[-1].unknowns]
    return len(call.operands[-1].parts) == 1 and any(
        check.holds and check.operator == "==" and check.source in names and _SNAPSHOT.match(check.pattern)
        for check in call.command.checks
    )


def _loaded_rules(calls: Sequence[Invocation], found: Found) -> None:
    """Rules of the firewall that are written to where they are read at boot, once they were checked and loaded and the
    old ones saved."""
    saved = False
    tested: set[str] = set()
    for index, call in enumerate(calls):
        if call.name in ("iptables-save", "ip6tables-save"):
            saved = saved or bool(targets(call))
        elif call.name in ("iptables-restore", "ip6tables-restore"):
            given = [*call.operands, *(each.target for each in call.command.redirects if each.operator == "<")]
            if call.has("-t", "--test"):
                tested |= {word.written for word in given}
        elif call.name in _COPIERS and saved and len(call.operands) == 2 and call.operands[0].written in tested:
            found[index] = ("the rules were checked, and the old ones saved", _OVERWRITES)


_SHOWING = frozenset(("SS1470", "SS1062", "SS1902"))
_MADE_ALONE = re.compile(r"[$`]\(?\s*mktemp\b")


def _private_output(calls: Sequence[Invocation], found: Found) -> None:
    """Stored secrets that are not shown: what is printed ends in a file that its owner alone may read."""
    numbers = {id(call.command): index for index, call in enumerate(calls)}
    closed = False
    for index, call in enumerate(calls):
        if call.name == "umask":
            closed = call.words[:1] in (("077",), ("0077",), ("0177",), ("177",))
        for each in call.command.redirects:
            if each.operator not in (">", ">>", ">|") or each.descriptor not in (None, 1):
                continue
            fresh = any(_MADE_ALONE.match(part.source) for part in each.target.unknowns[:1])
            if fresh or (closed and not each.target.shape.startswith("/dev/")):
                for number in (index, *(numbers[id(up)] for up in call.command.upstream if id(up) in numbers)):
                    found.setdefault(number, ("it goes into a file that its owner alone may read", _SHOWING))


_ONE_FILE = re.compile(r"(?:\A|&&|\s)-f\s+\"?(\$\{?\w+\}?)\"?(?=\s|\Z)")


def _marked(call: Invocation) -> bool:
    """Whether one plain file is renamed beside itself, `mv "$F" "$F.done"`, where a test shows that it is a file."""
    if len(call.operands) != 2 or not call.operands[1].written.startswith(f"{call.operands[0].written}."):
        return False
    path = spelled(call.operands[0], call.command.cwd).split("/")
    if path[1:3] != ["var", "lib"] or len(path) < 5 or path[3] in STORES:
        return False
    files = [found[1] for guard in call.command.guards if guard[:1] != "!" for found in _ONE_FILE.finditer(guard)]
    return any(f'"{name}"' in call.command.source or f" {name} " in call.command.source for name in files)
