"""Programs that do by another name what a command does: an editor's file, a D-Bus method, an Ansible module."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..model import Unknown, Word
from ..values import Parts, listed, plain, word
from . import outputs
from .handler import ExpandedCall, Handler, Shell
from .remote_exec import crontab, remote

# editors

_EDITORS = frozenset(
    listed("vi vim nvim nano pico emacs emacsclient ed ex joe micro mcedit code subl gedit kate sensible-editor editor")
)
_EDITED: Mapping[str, str] = {
    "visudo": "/etc/sudoers",
    "vipw": "/etc/passwd",
    "vigr": "/etc/group",
    "crontab": "/var/spool/cron/crontabs/user",
    "sudoedit": "",
}


_CHOOSING = ("SUDO_EDITOR", "VISUAL", "EDITOR")


def edited(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`EDITOR='sed -i …' visudo`: the editor with the file that it is given; one that a person uses is left out."""
    texts = [each.text or "" for each in call.arguments]
    call = _with_chosen_editor(shell, call)
    crontabs = call.name == "crontab"
    if not crontabs or not any(re.fullmatch(r"-\w*e", text) for text in texts):
        if crontabs:
            return crontab(shell, call)
        shell.record(call)
    else:
        shell.record(call)
    if any(text in ("-c", "--check", "-V", "--version") for text in texts):
        return None
    given = dict(call.assignments)
    for name in _CHOOSING:
        text = plain(given[name].parts) if name in given else None
        if not text:
            continue
        try:
            words = shlex.split(text)
        except ValueError:
            return None
        if not words or (words[0].rpartition("/")[2] in _EDITORS and len(words) == 1):
            return None
        files = [word(_EDITED[call.name])] if _EDITED[call.name] else [*call.arguments]
        named = next((call.arguments[at + 1] for at, each in enumerate(texts[:-1]) if each in ("-f", "--file")), None)
        if named is not None:
            files = [named]
        shell.dispatch(call.inner([*map(word, words), *files], call.name, privileged=True))
        return None
    return None


def _with_chosen_editor(shell: Shell, call: ExpandedCall) -> ExpandedCall:
    """The call with the editor that the script has chosen before it, as if it stood in front of the command."""
    named = {name for name, _ in call.assignments}
    chosen = [
        (name, Word(parts=parts))
        for name in _CHOOSING
        if name not in named and (parts := _known(shell, name)) is not None
    ]
    return replace(call, assignments=(*call.assignments, *chosen)) if chosen else call


def _known(shell: Shell, name: str) -> Parts | None:
    options = shell.state.variables.get(name, ())
    return options[0] if len(options) == 1 and isinstance(options[0], tuple) else None


# D-Bus

_POWER = re.compile(r"(?:login1|ConsoleKit)\S*\b(?:Manager)?[.\s]+(PowerOff|Reboot|Halt|Suspend|Hibernate|KExec)\b")
_UNIT = re.compile(r"systemd1\S*[.\s]+Manager[.\s]+(Stop|Restart|TryRestart|Kill|Disable|Mask)(?:Unit)?(?:Files)?\b")
_ENDING = re.compile(r"systemd1\S*[.\s]+Manager[.\s]+(PowerOff|Reboot|Halt|KExec)\b")


def bus(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`dbus-send`, `busctl call`, `gdbus call`: the methods of systemd and logind, as systemctl's verbs."""
    shell.record(call)
    text = " ".join(each.shape for each in call.arguments)
    if found := _POWER.search(text) or _ENDING.search(text):
        shell.dispatch(call.inner([word("systemctl"), word(found[1].lower())], call.name))
    elif found := _UNIT.search(text):
        rest = [each.shape.rpartition(":")[2].strip("'\"") for each in call.arguments]
        units = [each for each in rest if re.search(r"\.(?:service|socket|target|timer|mount|slice)\Z", each)]
        verb = found[1].lower().replace("tryrestart", "try-restart")
        shell.dispatch(call.inner([word("systemctl"), word(verb), *map(word, units or ["…"])], call.name))
    return None


# Amazon's Systems Manager

_LISTED = re.compile(r"commands\s*=\s*(.*)", re.DOTALL)


def cloud(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`aws ssm send-command --parameters commands=[…]`: what runs on the machines; other calls are of the network."""
    texts = [each.text or "" for each in call.arguments]
    if "send-command" not in texts:
        return outputs.network(shell, call)
    shell.record(call)
    for index, each in enumerate(call.arguments):
        if each.text == "--parameters":
            value: Sequence[Word] = call.arguments[index + 1 :]
        elif each.shape.startswith("--parameters="):
            value = [Word(parts=_without(each, "--parameters="))]
        else:
            continue
        for part in value:
            if part.shape.startswith("--"):
                break
            for command in _commands(part):
                shell.run_text(command, call, "aws ssm", host="aws ssm")
        break
    return None


def _without(each: Word, start: str) -> Parts:
    first, *rest = each.parts
    return (first.removeprefix(start) if isinstance(first, str) else first, *rest)


def _commands(each: Word) -> Iterator[Parts]:
    """The texts in `commands=["a","b"]`, `commands=a` and `{"commands": ["a"]}`; else all of it."""
    holes: list[Unknown] = []
    text = ""
    for part in each.parts:
        if isinstance(part, Unknown):
            holes.append(part)
            text += f"\ue000{len(holes) - 1}\ue001"
        else:
            text += part if isinstance(part, str) else part.text
    found = _LISTED.match(text)
    value = found[1] if found else text
    try:
        read = json.loads(value)
    except ValueError:
        read = [value] if found else []
    if isinstance(read, dict):
        read = read.get("commands", [])
    for command in read if isinstance(read, list) else [read]:
        pieces = re.split(r"\ue000(\d+)\ue001", str(command))
        yield tuple(holes[int(piece)] if at % 2 else piece for at, piece in enumerate(pieces) if at % 2 or piece)


# Ansible

_PAIR = re.compile(r"""(\w+)=("[^"]*"|'[^']*'|\S+)""")
_PACKAGES = frozenset(listed("apt yum dnf package zypper pacman apk pip npm gem snap homebrew"))
_REMOVERS = {"package": "apt-get", "homebrew": "brew"}
_SERVICES = frozenset(listed("service systemd systemd_service sysvinit win_service openrc"))
_TEXTS = frozenset(listed("shell command raw script win_shell win_command expect"))


def module_commands(name: str, given: Mapping[str, str]) -> Iterator[list[str]]:
    """The commands that do what a module of Ansible does with these arguments, where it takes something away."""
    name = name.rpartition(".")[2]
    state = given.get("state", "")
    what = given.get("name") or given.get("pkg") or given.get("path") or given.get("dest") or "…"
    if name == "file" and state == "absent":
        yield ["rm", "-rf", given.get("path") or given.get("dest") or what]
    elif name == "file" and given.get("recurse") in ("yes", "true", "True"):
        if "mode" in given:
            yield ["chmod", "-R", given["mode"], what]
        if "owner" in given:
            yield ["chown", "-R", given["owner"], what]
    elif name in _PACKAGES and state in ("absent", "removed"):
        remover = _REMOVERS.get(name, name.replace("apt", "apt-get"))
        yield [remover, "uninstall" if name in ("pip", "npm", "gem") else "remove", "-y", *what.split(",")]
    elif name in _SERVICES:
        yield from _service(what, given)
    elif state in ("absent", "unmounted", "removed", "terminated"):
        yield from _absent(name, what, given)
    elif name == "reboot":
        yield ["reboot"]
    elif name == "filesystem" and "dev" in given:
        yield ["mkfs", "-t", given.get("fstype", "ext4"), given["dev"]]
    elif name == "iptables" and given.get("flush") in ("yes", "true", "True"):
        yield ["iptables", "-F"]
    elif name == "selinux" and state in ("disabled", "permissive"):
        yield ["setenforce", "0"]


def _service(what: str, given: Mapping[str, str]) -> Iterator[list[str]]:
    verbs = {"stopped": "stop", "restarted": "restart", "reloaded": "reload"}
    if verb := verbs.get(given.get("state", "")):
        yield ["systemctl", verb, what]
    if given.get("enabled") in ("no", "false", "False"):
        yield ["systemctl", "disable", what]
    if given.get("masked") in ("yes", "true", "True"):
        yield ["systemctl", "mask", what]


def _absent(name: str, what: str, given: Mapping[str, str]) -> Iterator[list[str]]:
    match name:
        case "user":
            yield ["userdel", *(["-r"] if given.get("remove") in ("yes", "true", "True") else []), what]
        case "group":
            yield ["groupdel", what]
        case "mount":
            yield ["umount", what]
        case "mysql_db" | "postgresql_db" | "mongodb_db":
            yield ["dropdb", what]
        case "mysql_user" | "postgresql_user":
            yield ["dropuser", what]
        case "docker_container":
            yield ["docker", "rm", "-f", what]
        case "docker_volume":
            yield ["docker", "volume", "rm", what]
        case "k8s":
            yield ["kubectl", "delete", given.get("kind", "…").lower(), what]
        case "helm":
            yield ["helm", "uninstall", what]
        case "lvol":
            yield ["lvremove", "-f", f"{given.get('vg', '…')}/{given.get('lv', '…')}"]
        case "lvg":
            yield ["vgremove", given.get("vg", "…")]
        case "parted":
            yield ["parted", given.get("device", "…"), "rm", given.get("number", "1")]
        case "ec2_instance" | "ec2":
            yield ["aws", "ec2", "terminate-instances", "--instance-ids", given.get("instance_ids", "…")]
        case "s3_bucket":
            yield ["aws", "s3", "rb", f"s3://{what}", "--force"]
        case "rds_instance":
            yield ["aws", "rds", "delete-db-instance"]


_HOSTED = remote("ansible", "-a", "--args")


def ansible(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`ansible HOSTS -m MODULE -a ARGUMENTS`: what the module does, as the command that does the same."""
    values = {each.shape: call.arguments[at + 1] for at, each in enumerate(call.arguments[:-1])}
    module = next((values[each].text or "" for each in ("-m", "--module-name") if each in values), "")
    given = next((values[each] for each in ("-a", "--args") if each in values), word(""))
    checked = any(each.text in ("-C", "--check") for each in call.arguments)
    if not module or module.rpartition(".")[2] in _TEXTS:
        return _HOSTED(shell, call)
    shell.record(call)
    if checked:
        return None
    hosts = next((each.shape for each in call.arguments if not each.shape.startswith("-")), "…")
    pairs = {key: value.strip("'\"") for key, value in _PAIR.findall(given.shape)}
    for words in module_commands(module, pairs):
        shell.dispatch(call.inner([*map(_given, words)], "ansible", host=hosts))
    return None


def _given(text: str) -> Word:
    """A word of which some may not be known, which `…` stands for."""
    pieces = text.split("…")
    parts: list[str | Unknown] = []
    for at, piece in enumerate(pieces):
        if at:
            parts.append(Unknown(source="…", kind="argument"))
        if piece:
            parts.append(piece)
    return Word(parts=tuple(parts), quoted=True)


_TASK = re.compile(r"^(\s*)(?:-\s+)?([\w.]+):\s*(.*)$")


def playbook(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`ansible-playbook FILE` of a file that the script wrote: what its modules do."""
    shell.record(call)
    if any(each.text in ("-C", "--check", "--syntax-check", "--list-tasks", "--list-hosts") for each in call.arguments):
        return None
    for each in call.arguments:
        known = shell.file(each)
        if known is None:
            continue
        text = "".join(part if isinstance(part, str) else "…" for part in known[0])
        for module, given in _tasks(text):
            if module.rpartition(".")[2] in _TEXTS:
                shell.run_text((given.get("cmd") or given.get("", ""),), call, "ansible-playbook", host="…")
            for words in module_commands(module, given):
                shell.dispatch(call.inner([*map(_given, words)], "ansible-playbook", host="…"))
    return None


def _tasks(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each key of a playbook with what is indented below it, or stands behind it, as its arguments."""
    lines = text.splitlines()[:2_000]
    for at, line in enumerate(lines):
        found = _TASK.match(line)
        if found is None:
            continue
        given = {key: value.strip("'\"") for key, value in _PAIR.findall(found[3])} | {"": found[3].strip()}
        depth = len(found[1]) + (2 if line.lstrip().startswith("-") else 0)
        for below in lines[at + 1 :]:
            inner = _TASK.match(below)
            if not below.strip():
                continue
            if inner is None or len(inner[1]) <= depth or below.lstrip().startswith("-"):
                break
            given[inner[2]] = inner[3].strip().strip("'\"")
        yield found[2], given


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("visudo", "vipw", "vigr", "sudoedit", "crontab"), edited),
    **dict.fromkeys(("dbus-send", "busctl", "gdbus"), bus),
    "aws": cloud,
    "ansible": ansible,
    "ansible-playbook": playbook,
}
