"""Resources of any kind (machines, disks, namespaces, topics, …) that the script makes and deletes again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from ...interpreter.model import Glob, Word
from .invocation import Invocation
from .word_lists import set_of

_PROGRAMS = set_of(
    "aws gcloud az doctl oci openstack hcloud linode-cli ibmcloud aliyun scw exo gsutil bq mc kubectl oc helm docker "
    "podman nerdctl lxc incus kafka-topics kafka-topics.sh rabbitmqadmin zfs nodetool"
)
_MAKES = re.compile(r"(?:create|run|launch|new|mb|install|snapshot|clone|restore|allocate)(?=-|\Z)")
_REMOVES = re.compile(r"(?:delete|rm|rb|remove|destroy|terminate|uninstall|release|clearsnapshot)(?=-|\Z)")
# What does not say which resource is meant.
_BESIDE = set_of("-o --output --query --format --wait --timeout --grace-period --cascade --ignore-not-found -f -q -y")
_SAME = {"--namespace": "-n", "--name": "-n", "--resource-group": "-g", "ns": "namespace", "namespaces": "namespace"}
_EVERYTHING = ("--all", "-A", "--all-namespaces", "-l", "--selector", "-R")
_ID_OF_NEW = re.compile(
    r"[$<]\(\s*(?:(?:aws)\s+(?:--[\w-]+[ =]\S+\s+)*[\w-]+\s+(?:run|create|allocate|restore)-(?!tags)[\w-]+\s"
    r"|(?:docker|podman|nerdctl)\s+(?:(?:container|volume|network)\s+)?(?:run|create)\s"
    r"|(?:gcloud|az|doctl|openstack|hcloud|oci)\s+(?:[a-z][\w-]*\s+){1,4}(?:create|launch)\s)"
)
# Two runs, and what was there before, do not have the same name.
_UNIQUE = re.compile(r"\$\$|\$\{?(?:RANDOM|SRANDOM|BASHPID|EPOCHSECONDS)\b|%s|%H|%T|uuidgen|mktemp")
_PRETENDING = re.compile(r"--(?:dry-?run|help|generate-cli-skeleton|validate-only|what-?if)\b")
_IDEMPOTENT = re.compile(r"(?:az|mc|aws (?:s3|s3api|ecs|sqs|sns)) ")
"""Where making a thing that is there already succeeds."""
_IGNORING = frozenset(("true", ":", "echo", "printf", "log"))
_Key = tuple[str, tuple[str, ...], str]


def own_resources(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, str]:
    """The calls, by their number, that delete only what an earlier call of the script has made, and why that is so;
    `names` are the programs that it calls."""
    if names.isdisjoint(_PROGRAMS):
        return {}
    found: dict[int, str] = {}
    made: dict[_Key, list[frozenset[tuple[str, str]]]] = {}
    strict = False
    for index, call in enumerate(calls):
        if call.name == "set" and (call.has("-e") or "errexit" in call.words):
            strict = True
        if call.name not in _PROGRAMS:
            continue
        key, removes = _key(call)
        if key is None:
            continue
        named = _named(call)
        if not removes:
            new = _succeeded(calls, index, strict) and not _IDEMPOTENT.match(f"{call.name} {' '.join(call.words)}")
            if not _makes_nothing(call) and (new or any(_UNIQUE.search(text) for _, text in named)):
                made.setdefault(key, []).append(named)
        elif _ids_of_new(call) or any(_covers(each, named) for each in made.get(key, ())):
            found[index] = "the script made it itself"
    return found


def _makes_nothing(call: Invocation) -> bool:
    """Whether a command only says what it would make."""
    return any(map(_PRETENDING.match, call.texts)) or (call.name == "zfs" and call.has("-n"))


def _key(call: Invocation) -> tuple[_Key | None, bool]:
    """Program, words before the verb and what the verb ends in (`instances`), and whether the verb removes."""
    if call.name.startswith("kafka-topics"):
        return (call.name, (), "") if call.has("--create", "--delete") else None, call.has("--delete")
    for at, word in enumerate(call.words[:6]):
        if (verb := _MAKES.match(word)) or (verb := _REMOVES.match(word)):
            kind = word[verb.end() :].removesuffix("s")
            return (call.name, call.words[:at], kind.partition("-from-")[0]), bool(_REMOVES.match(word))
    return None, False


def _named(call: Invocation) -> frozenset[tuple[str, str]]:
    """The options with their values, and the operands with the empty option, that say which resource is meant."""
    options = (
        (_SAME.get(name, name), word.written)
        for name, words in call.values.items()
        if name not in _BESIDE
        for word in words
    )
    return frozenset((*options, *(("", _SAME.get(word.written, word.written)) for word in _nouns(call))))


def _nouns(call: Invocation) -> tuple[Word, ...]:
    for at, word in enumerate(call.words[:6]):
        if _MAKES.match(word) or _REMOVES.match(word):
            return call.operands[at + 1 :]
    return call.operands


def _covers(made: frozenset[tuple[str, str]], removed: frozenset[tuple[str, str]]) -> bool:
    """Whether all that names what is removed was said where it was made."""
    values = {text for _, text in made}
    return (
        bool(removed)
        and ("--all", "") not in removed
        and all((name, text) in made or (not name and text in values) for name, text in removed)
    )


def _succeeded(calls: Sequence[Invocation], index: int, strict: bool) -> bool:
    """Whether the script goes on only when the resource is new: a failure is not passed over."""
    command = calls[index].command
    if command.tested:
        return True
    after = calls[index + 1] if index + 1 < len(calls) else None
    ignored = after is not None and after.name in _IGNORING and after.command.place.line == command.place.end_line
    return strict and not ignored


def _ids_of_new(call: Invocation) -> bool:
    """Whether everything that is named is what the creating command printed."""
    if call.has(*_EVERYTHING):
        return False
    words = [*_nouns(call), *(word for name, given in call.values.items() if _NAMING.search(name) for word in given)]
    return bool(words) and all(
        not any(isinstance(part, Glob) for part in word.parts)
        and len(word.unknowns) == len(word.parts) == 1
        and _ID_OF_NEW.match(word.unknowns[0].source) is not None
        for word in words
    )


_NAMING = re.compile(r"-(?:ids?|names?|arns?|identifier)\Z|\A-n\Z")
