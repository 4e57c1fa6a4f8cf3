"""What of a playbook would run on the machine that Ansible runs on, while it is only being checked.

`ansible-playbook --syntax-check` and `ansible-lint` evaluate templates: `vars_files: "{{ lookup('pipe', 'COMMAND') }}"`
runs COMMAND. Whoever checks a playbook with them has run a part of it. This walk reads the same text without evaluating
it; where it has an objection, those programs are not started at all, box or no box.

* SS0027  error, warning or information  not handed to Ansible's own programs, and why
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from jinja2 import nodes

from ..danger.rules.word_lists import set_of
from ..interpreter.model import Place
from .jinja_calls import LOOKUPS, escapes, lookups, unreadable
from .jinja_text import OWN_MARKS, expression, has_jinja, template
from .keywords import SECTIONS
from .modules import options
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

Grade: TypeAlias = Literal["runs", "runs later", "not read"]
"""`runs`: while being checked. `runs later`: on the controller, when the playbook runs. `not read`: nothing runs, but
the programs would need what is not here."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a playbook is not handed to Ansible's own programs. `command` is what a lookup would run, if known."""

    grade: Grade
    message: str
    place: Place
    command: str | None = None


HARMLESS = set_of(
    "items dict list sequence nested cartesian together random_choice flattened subelements "
    "varnames vars indexed_items inventory_hostnames"
)
"""Lookups that compute with what the playbook says itself."""
READING = set_of("file fileglob env first_found ini csvfile template unvault password config")
"""Lookups that read the controller's files or environment, or write a file there (`password`)."""
RUNNING = frozenset(("pipe", "lines"))
"""Lookups that run a command."""

_STATIC = set_of(
    "hosts name vars_files vars_prompt roles import_playbook import_tasks import_role include "
    "include_tasks include_role include_vars strategy connection collections port remote_user "
    "become become_user become_method serial order gather_facts gather_subset tags environment "
    "module_defaults fact_path max_fail_percentage throttle"
)
"""Keys whose values Ansible evaluates before anything runs."""
_TAKING_IN = frozenset(["import_playbook", "import_tasks", "import_role", "include", "include_tasks", "include_role"])
_PLUGINS = {
    "strategy": frozenset(["linear", "free", "host_pinned", "debug"]),
    "connection": set_of(
        "local ssh smart paramiko_ssh paramiko winrm psrp network_cli netconf httpapi grpc docker podman buildah "
        "kubectl oc lxd libvirt_lxc aws_ssm"
    ),
    "become_method": set_of("sudo su doas pbrun pfexec runas dzdo ksu machinectl"),
}
_COLLECTIONS = set_of(
    "ansible.builtin ansible.legacy ansible.netcommon ansible.posix community.general community.docker "
    "community.libvirt community.aws amazon.aws containers.podman kubernetes.core community.okd"
)
"""Collections whose connections are known."""
_KNOWN_TAGS = re.compile(
    r"\A(?:!vault|!unsafe|!vault-encrypted|tag:yaml\.org,2002:(?:str|int|float|bool|null|seq|map)|!|)\Z"
)
_BARE = frozenset(["when", "changed_when", "failed_when", "until", "that", "break_when"])
"""Keys whose values are expressions without braces."""
_STARTS = re.compile(r"\Aansible_(?:(\w+_interpreter|shell_executable|ssh_executable|become_exe)|\w+_args)\Z")
"""Variables that say which program Ansible starts, and with which options."""
_PLAIN_PROGRAM = re.compile(r"\A(?:auto(?:_legacy)?(?:_silent)?|[\w./+-]+)\Z")
_COMMAND_OPTION = re.compile(r"(?:Proxy|Local|Remote|KnownHosts)Command", re.I)
_FREE_VAR = re.compile(r"(?:\A|\s)var=(\S.*)", re.S)


def objections(root: Node) -> tuple[Objection, ...]:
    """Everything in a playbook for which its check would do more than read it, in the order of the text."""
    found: dict[tuple[int, int, str], Objection] = {}
    seen: set[int] = set()
    for each in _walk(root, False, _named(root), seen):
        found.setdefault((each.place.line, each.place.column, each.message), each)
    return tuple(sorted(found.values(), key=lambda each: (each.place.line, each.place.column)))


def _named(root: Node) -> frozenset[str]:
    """Those of the names of lookups that the playbook gives to values of its own."""
    found: set[str] = set()
    left, seen = [root], set[int]()
    while left:
        node = left.pop()
        if isinstance(node, Scalar) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Sequence):
            left += node.items
            continue
        left += [value for _, value in node.pairs]
        found |= {key.text for key, _ in node.pairs}
        found |= {value.text for key, value in node.pairs if key.text == "register" and isinstance(value, Scalar)}
    return frozenset(found & {*LOOKUPS} - {"lookup"})


def written(root: Node) -> Iterator[Objection]:
    """The files that `lookup('password', …)` writes on the controller where they are not there, each as a command. It
    is no reason not to check a playbook, since a check evaluates no task."""
    for text in texts_in(root):
        for lookup in lookups(template(text)) if has_jinja(text) and "password" in text else ():
            first = lookup.arguments[0] if lookup.arguments else None
            if lookup.plugin == "password" and isinstance(first, nodes.Const) and isinstance(first.value, str):
                path = first.value.partition(" ")[0]
                if path != "/dev/null":
                    told = f"lookup('password') makes {path} on the machine that Ansible runs on, with a password in it"
                    yield Objection("runs later", told, root.place, f"printf x > {shlex.quote(path)}")


def _walk(node: Node, static: bool, own: frozenset[str], seen: set[int]) -> Iterator[Objection]:
    """`own` are names of lookups that stand for values of the playbook."""
    if isinstance(node, Scalar):
        yield from _scalar(node, static, own)
        return
    if not _KNOWN_TAGS.match(node.tag):
        yield Objection("runs", f"the YAML tag {node.tag} makes an object of this value", node.place)
    if id(node) in seen and not static:
        return
    seen.add(id(node))
    if isinstance(node, Sequence):
        for each in node.items:
            yield from _walk(each, static, own, seen)
        return
    for key, value in node.pairs:
        yield from _scalar(key, True, own)
        yield from _keyword(key, value)
        inside = key.text.rpartition(".")[2]
        fixed = static or inside in _STATIC or inside.startswith("import_")
        if key.text in (*SECTIONS, "block", "rescue", "always"):
            fixed = False
        if key.text.startswith("with_"):
            yield from _with(key, value)
        if key.text in _BARE:
            yield from _conditions(value, own)
        elif inside in ("debug", "action", "local_action"):
            yield from _shown(value, own)
        yield from _walk(value, fixed, own, seen)


def _keyword(key: Scalar, value: Node) -> Iterator[Objection]:
    short = key.text.rpartition(".")[2]
    if short in _TAKING_IN or (key.text == "roles" and isinstance(value, Sequence) and value.items):
        told = value.text if isinstance(value, Scalar) else ""
        if has_jinja(told):
            yield Objection("not read", f"`{key.text}` takes in a file whose name is a template", key.place)
        else:
            yield Objection(
                "not read", f"`{key.text}` takes in what stands in other files, which are not here", key.place
            )
    elif key.text == "vars_files":
        yield Objection("not read", "`vars_files` takes in other files, which are not here", key.place)
    elif key.text == "vars_prompt":
        yield Objection("not read", "`vars_prompt` asks a person at the terminal", key.place)
    elif key.text == "collections" and isinstance(value, Sequence):
        known = {name.rpartition(".")[0] for name in options()}
        for each in value.items:
            if not isinstance(each, Scalar) or each.text not in known:
                yield Objection(
                    "not read", "`collections` loads plugins of a collection that is not known here", key.place
                )
    elif key.text in _PLUGINS and isinstance(value, Scalar) and not has_jinja(value.text):
        collection, _, short = value.text.rpartition(".")
        if short not in _PLUGINS[key.text] or (collection and collection not in _COLLECTIONS):
            yield Objection("runs", f"`{key.text}: {value.text}` loads a plugin that is not known here", value.place)
    elif (starts := _STARTS.match(key.text)) and isinstance(value, Scalar):
        plain = _PLAIN_PROGRAM.match(value.text) if starts[1] else not _COMMAND_OPTION.search(value.text)
        if not plain and not has_jinja(value.text):
            yield Objection(
                "runs later", f"`{key.text}` starts a command of its own: {value.text[:80]}", value.place, ""
            )
    elif short == "meta" and isinstance(value, Scalar) and value.text.strip() == "refresh_inventory":
        yield Objection("runs later", "`meta: refresh_inventory` runs inventory plugins and scripts", value.place)


def _scalar(node: Scalar, static: bool, own: frozenset[str]) -> Iterator[Objection]:
    if not _KNOWN_TAGS.match(node.tag):
        yield Objection("runs", f"the YAML tag {node.tag} makes an object of this value", node.place)
    if not node.tag.endswith("unsafe") and has_jinja(node.text):
        yield from _calls(node.text, node.place, static, own)


def _conditions(node: Node, own: frozenset[str]) -> Iterator[Objection]:
    """Bare expressions, which are templates without braces."""
    for each in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(each, Scalar) and not has_jinja(each.text) and each.kind == "text":
            yield from _calls(each.text, each.place, False, own, bare=True)


def _shown(node: Node, own: frozenset[str]) -> Iterator[Objection]:
    """What `debug` shows of a variable, which is an expression, too: as an option, or in a line of options."""
    if isinstance(node, Scalar):
        if (found := _FREE_VAR.search(node.text)) and not has_jinja(found[1]):
            yield from _calls(found[1].strip("'\" "), node.place, False, own, bare=True)
    elif isinstance(node, Mapping):
        for key, value in node.pairs:
            if key.text == "var":
                yield from _conditions(value, own)


def _calls(text: str, place: Place, static: bool, own: frozenset[str], *, bare: bool = False) -> Iterator[Objection]:
    found = expression(text) if bare else template(text)
    if text.lstrip().startswith(OWN_MARKS):
        yield Objection("runs", f"a template {found.problem}", place, "")
        return
    if found.problem and re.search(r"\b(?:lookup|query|q)\s*\(|__\w+__", text):
        yield Objection("runs", "a template that cannot be read calls something", place)
        return
    for lookup in lookups(found):
        if lookup.plugin in HARMLESS:
            continue
        if lookup.plugin in READING:
            if static:
                told = f"lookup({lookup.plugin!r}) reads the files or the environment of the machine that checks it"
                yield Objection("runs", told, place)
            continue
        first = lookup.arguments[0] if lookup.arguments else None
        command = first.value if isinstance(first, nodes.Const) and isinstance(first.value, str) else None
        when = "runs" if static else "runs later"
        if lookup.plugin in RUNNING:
            told = f"lookup({lookup.plugin!r}) runs a command on the machine that Ansible runs on"
            yield Objection(when, told, place, command or "")  # type: ignore[arg-type]
        elif lookup.plugin:
            told = f"lookup({lookup.plugin!r}) runs a plugin on the machine that Ansible runs on"
            yield Objection(when, told, place)  # type: ignore[arg-type]
        else:
            told = "a lookup whose plugin is computed may run anything on the machine that Ansible runs on"
            yield Objection(when, told, place, "")  # type: ignore[arg-type]
    for told in escapes(found):
        yield Objection("runs", f"a template {told}", place)
    for told in unreadable(found, own):
        yield Objection("runs" if static else "runs later", f"a template {told}", place, "")


def _with(key: Scalar, value: Node) -> Iterator[Objection]:
    """`with_PLUGIN` is a lookup too."""
    plugin = key.text.removeprefix("with_")
    if plugin in HARMLESS or plugin in READING:
        return
    if plugin in RUNNING:
        items = value.items if isinstance(value, Sequence) else [value]
        for each in items:
            if isinstance(each, Scalar):
                told = f"`{key.text}` runs a command on the machine that Ansible runs on"
                yield Objection("runs later", told, each.place, "" if has_jinja(each.text) else each.text)
        return
    yield Objection("runs later", f"`{key.text}` runs a plugin on the machine that Ansible runs on", key.place)
