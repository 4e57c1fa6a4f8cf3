"""SS1250: what is deleted because a list from elsewhere lacks it, where that list may be empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation, invocation
from .origins import inside
from .paths import spelled
from .rule import dangerous, script_rule
from .word_lists import set_of
from .write_targets import targets

_SERVICES = set_of(
    "curl wget ldapsearch psql mysql mariadb sqlite3 kubectl oc aws gcloud az ssh mongosh redis-cli docker podman gh "
    "samba-tool getent jq vault consul etcdctl http crictl ansible-inventory terraform"
)
DELETING = set_of(
    "rm unlink userdel deluser groupdel rmdir kubectl oc aws gcloud az docker podman psql mysql mariadb redis-cli curl "
    "zfs lvremove virsh samba-tool gh passwd usermod mv openstack rabbitmqctl kafka-topics.sh kafka-topics consul"
)
_VERBS = re.compile(
    r"(?i)\b(?:delete\w*|rm|rb|rmi|remove|destroy|drop|undefine|terminate-\w+|DEL|UNLINK|deregister\w*)\b|-X ?DELETE|"
    r"(?:\A|\s)-(?:l|L|-lock)\b"
)
_ALWAYS = set_of("rm unlink userdel deluser groupdel rmdir lvremove")
_TESTING = set_of("[ [[ test wc")


@script_rule(
    "SS1250",
    "Deletes what a list lacks that may be empty",
    why="When the service that makes the list fails or answers with nothing, everything counts as missing from it, and "
    "everything goes.",
    instead="stop when the list could not be made (set -o pipefail, curl -f … || exit 1) or is shorter than it ever "
    "is: "
    '[ "$(wc -l < list)" -gt 100 ] || exit 1',
    on="comm grep",
    bad=(
        "ldapsearch -x uid | awk '/^uid/{print $2}' | sort > /tmp/l; getent passwd | cut -d: -f1 | sort > /tmp/a; "
        "for u in $(comm -13 /tmp/l /tmp/a); do userdel -r $u; done",
        "psql -Atc 'select path from files' | sort > known; find /srv/up -type f | sort > there; "
        'comm -13 known there | while read -r f; do rm "$f"; done',
        "curl -s https://cmdb/hosts > live; for f in /etc/mon/*.cfg; do grep -q $(basename $f .cfg) live || rm $f; "
        "done",
        "kubectl get pods -o name > used; ls /data | grep -vFf used | xargs rm -rf",
    ),
    good=(
        "psql -Atc 'select path from files' | sort > known; [ -s known ] || exit 1; find /srv/up | sort > there; "
        'comm -13 known there | while read -r f; do mv "$f" /srv/aside/; done',
        "comm -13 known there",
        "curl -fs https://cmdb/hosts > live; grep -q web1 live && echo known",
    ),
)
def lacking(calls: Sequence[Invocation]) -> Iterator[Hit]:
    lists: dict[str, str] = {}
    for call in calls:
        command = call.command
        if call.name in _TESTING or call.name.startswith("(("):
            text = f"{call.text} {command.source} {' '.join(r.target.written for r in command.redirects)}"
            lists = {name: by for name, by in lists.items() if not re.search(rf"(?<![\w./]){re.escape(name)}\b", text)}
            lists = {} if "wc -l" in text or "#" in text else lists
        service = next((each.name for each in (command, *command.upstream) if each.name in _SERVICES), "")
        if service:
            for target in targets(call):
                if target.how == "overwrites" and not command.tested:
                    lists[target.word.written] = service
        if call.name not in DELETING or not lists or not deletes(call):
            continue
        for lister in _left_out(call):
            named = next((name for name in _files(lister) if name in lists), "")
            if named:
                yield dangerous(
                    f"deletes what {named} lacks, which {lists[named]} writes and which is empty when that fails",
                    command.place,
                )
                return


def deletes(call: Invocation) -> bool:
    """Whether one of the programs of `DELETING` deletes something here."""
    if call.name in _ALWAYS:
        return True
    if call.name == "mv":
        return spelled(call.operands[-1]) == "/dev/null" if call.operands else False
    return bool(_VERBS.search(call.text))


_LACKING = {
    "comm": re.compile(r"(?:\A|\s)-(?:13|31|23|32)\b"),
    "grep": re.compile(r"(?=.*(?:\A|\s)-\w*v)(?=.*(?:\A|\s)-\w*f)"),
}


def _left_out(call: Invocation) -> Iterator[Command]:
    """The commands that say which names a list lacks, before a deletion."""
    command = call.command
    ways = list(command.upstream)
    ways += [each for word in command.arguments for part in word.unknowns for each in inside(part.source)]
    for each in ways:
        text = " ".join(word.shape for word in each.arguments)
        pattern = _LACKING.get(each.name)
        if pattern is not None and pattern.search(text):
            yield each
    for fact in command.facts:
        if fact.kind == "ran" and not fact.holds and len(fact.by) == 1 and fact.by[0].name == "grep":
            yield fact.by[0]


def _files(command: Command) -> Iterator[str]:
    call = invocation(command)
    yield from (word.written for word in call.operands)
    yield from (word.written for word in call.all("-f", "--file"))
    for word in command.arguments:
        yield from re.findall(r"-\w*f([\w./$-]+)\Z", word.written)
