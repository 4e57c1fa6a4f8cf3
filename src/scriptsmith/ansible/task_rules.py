"""What is wrong with a task for what it writes: secrets that all may read, lists that shut everybody out, settings that
let everybody in, mirrors over what the play itself made (SS2006 to SS2009), secrets that are sent, things that are
published and copies that are made no more (SS2016 to SS2018)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from . import account_rules, disclosure_rules, supply_rules
from .lowered import Unseen, objection
from .modules import DATA, TaskOptions
from .playbook import Task
from .secret_files import holds_secret
from .sure_checks import held, surely_done
from .values import Hole, Scope, Text, literal, text_of, value_of
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

_WRITTEN = ("content", "line", "block", "value", "replace")
_FILES = frozenset(("copy", "lineinfile", "blockinfile", "ini_file", "replace"))
_CONTAINERS = frozenset(("docker_container", "podman_container"))
_KEYS = frozenset(("openssl_privatekey", "openssh_keypair", "openssl_pkcs12"))
_READ_BY_ALL = re.compile(r"0*[0-7]?[0-7]{2}[4-7]|(?:.*,)?[ugo]*[oa][ugo]*[+=][wxX]*r[wxX]*(?:,.*)?")


@dataclass(frozen=True, slots=True)
class ServiceSetting:
    """A setting that opens a service: which files hold it, how it is written, what takes its edge off."""

    says: str
    file: re.Pattern[str]
    line: re.Pattern[str]
    unless: re.Pattern[str] | None = None


@cache
def settings() -> tuple[ServiceSetting, ...]:
    """The table `settings.txt`."""
    found = []
    for block in re.split(r"^(?=\w)", (DATA / "settings.txt").read_text(encoding="utf-8"), flags=re.M)[1:]:
        head, *rows = block.strip().splitlines()
        program, _, says = head.partition(": ")
        given = dict(row.strip().split(" ", 1) for row in rows)
        patterns = {name: re.compile(text, re.M | re.I) for name, text in given.items()}
        found.append(ServiceSetting(f"{program}: {says}", patterns["file"], patterns["line"], patterns.get("unless")))
    return tuple(found)


@dataclass(slots=True)
class PlayState:
    """What earlier tasks of the play made and asserted."""

    folders: dict[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    """The files that were written with `no_log`, and the results that such a file was read into."""
    asserted: str = ""


def objections(task: Task, name: str, given: TaskOptions, scope: Scope, seen: PlayState) -> Iterator[Unseen]:
    """What these rules say of a task; `seen` takes in what it makes or asserts."""
    short = name.rpartition(".")[2] or task.short
    yield from account_rules.objections(task, short, given, scope, seen.asserted)
    yield from disclosure_rules.objections(task, short, given, scope, seen.hidden)
    yield from supply_rules.objections(task, short, given, scope)
    yield from _published(task, short, given, scope)
    if short == "assert":
        if surely_done((task,)) and "when" not in task.keywords:
            seen.asserted += " ".join(" ".join(text.split()) for text in held(task)) + "\n"
    elif short == "file" and literal(given.one("state") or ()) == "directory":
        if path := literal(given.one("path") or ()):
            seen.folders[posixpath.normpath(path)] = task.name
    elif short == "synchronize":
        yield from _mirror(task, given, scope, seen)
    if short in _FILES or short in _KEYS or short == "template":
        yield from _secrets(task, short, given)
    if short in _KEYS:
        yield from _remade(task, given)
    if short in _CONTAINERS:
        env = given.node("env")
        pairs = env.pairs if isinstance(env, Mapping) else []
        told_of = [f"{key.text}={_shown(text_of(each, scope))}" for key, each in pairs]
        told_of += [f"command={_shown(given.one('command'))}"]
        told_of += [
            f"publish={_shown(each)}" for option in ("published_ports", "publish") for each in given.many(option) or ()
        ]
        yield from _opens("container", "\n".join(told_of), task)
    if short in ("lineinfile", "replace"):
        yield from _every_line(task, short, given)
    if short in _FILES:
        yield from _shut_out(task, given, scope, seen)
        yield from _opened(task, given)
    elif short in ("win_feature", "win_optional_feature"):
        if literal(given.one("state") or ("present",)) == "present":
            yield from _opens("feature", "\n".join(_shown(each) for each in given.many("name") or ()), task)
    elif short == "win_regedit":
        shown = _shown(given.one("path")) + "\\" + _shown(given.one("name"))
        yield from _opens("registry", f"{shown} = {_shown(given.one('data'))}", task)
    elif short in ("postgresql_set", "postgresql_alter_system"):
        setting = given.one("name") or given.one("param")
        yield from _opens("postgresql.conf", f"{_shown(setting)} = {_shown(given.one('value'))}", task)
    elif short == "postgresql_pg_hba" and literal(given.one("state") or ("present",)) != "absent":
        who = (literal(given.one(each) or ("x",)) or "x" for each in ("contype", "databases", "users", "address"))
        line = " ".join((*(each.replace(" ", "") for each in who), literal(given.one("method") or ("",)) or ""))
        yield from _opens("pg_hba", line, task)


_SENDS = frozenset(
    ("debug", "slack", "mail", "mattermost", "telegram", "discord", "rocketchat", "matrix", "uri", "jira")
)
_OPENING = re.compile(r"\A(?:visibility|acl|access|predefinedacl|anonymous\w*|public\w*|is_public)\Z", re.I)
_OPEN = re.compile(r"\A(?:public\S*|everyone|anyone|allusers|true|yes)\Z", re.I)
_KEPT_SAFE = re.compile(
    r"backup|\b(?:borg|restic|pgbackrest|barman|wal-?g|bareos|bacula|velero|snapper|etckeeper|kopia|duplicity)", re.I
)
"""Names of programs that make copies."""
_GUARDS = re.compile(
    r"(?:WinRM|sshd|TermService|WinDefend|Sense|MpsSvc|EventLog|wscsvc|wuauserv|LanmanServer|NTDS|DNS|Netlogon|Kdc|W32Time|VSS"
    r"|CrowdStrike\w*|CSFalcon\w*|Sysmon\w*)\Z",
    re.I,
)
"""Services of Windows that protect a machine, or by which it is reached."""


def _published(task: Task, short: str, given: TaskOptions, scope: Scope) -> Iterator[Unseen]:
    """SS2017 and SS2018."""
    for option in ("visibility", "acl", "permission"):
        if _OPEN.match(literal(given.one(option) or ()) or ""):
            yield objection("SS2017", f"{option}: {literal(given.one(option) or ())} lets everybody see it", task)
    if short == "uri" and literal(given.one("method") or ("GET",)) in ("POST", "PUT", "PATCH"):
        for key, value in _shown_values(given.node("body"), scope):
            if _OPENING.match(key) and _OPEN.match(value.strip()):
                yield objection("SS2017", f"{key}: {value} lets everybody see it", task)
                return
    name = _shown(given.one("name"))
    held = {
        each: (literal(given.one(each) or ()) or "").lower() for each in ("enabled", "masked", "start_mode", "state")
    }
    off = held["enabled"] in ("no", "false") or held["masked"] in ("yes", "true") or held["start_mode"] == "disabled"
    if short in ("service", "systemd", "systemd_service", "win_service") and _KEPT_SAFE.search(name) and off:
        yield objection("SS2018", f"no copies are made any more: {name}", task)
    elif short == "win_service" and _GUARDS.match(name) and (off or held["state"] in ("stopped", "absent")):
        yield objection("SS2018", f"what protects the machine or lets people in is off: {name}", task)


def _secrets(task: Task, short: str, given: TaskOptions) -> Iterator[Unseen]:
    """SS2006."""
    mode = literal(given.one("mode") or ()) or ""
    if not _READ_BY_ALL.fullmatch(mode.strip()):
        return
    where = _shown(given.one("path") or given.one("dest"))
    if short in _KEYS:
        yield objection("SS2006", f"everybody on the machine may read the private key {where}", task)
        return
    for place in ("src", "dest"):
        named = literal(given.one(place) or ()) or ""
        if holds_secret(named.removesuffix(".j2")):
            yield objection("SS2006", f"everybody on the machine may read {named} in {where}", task)
            return
    for option in _WRITTEN:
        if name := disclosure_rules.secret_in(given.node(option)):
            yield objection("SS2006", f"everybody on the machine may read {name} in {where}", task)
            return


def _shown_values(node: Node | None, scope: Scope) -> Iterator[tuple[str, str]]:
    """The keys and texts of a body, however deep."""
    value = value_of(node, scope) if node is not None else None
    for key, each in value.pairs if isinstance(value, Mapping) else ():
        if isinstance(each, Mapping):
            yield from _shown_values(each, scope)
        else:
            yield key.text, literal(text_of(each, scope)) or ""


def _shown(text: Text | None) -> str:
    return "".join(part if isinstance(part, str) else part.source for part in text or ())


def _shut_out(task: Task, given: TaskOptions, scope: Scope, seen: PlayState) -> Iterator[Unseen]:
    """SS2007."""
    path = _shown(given.one("path") or given.one("dest"))
    if "sshd_config" not in path or literal(given.one("state") or ("present",)) == "absent":
        return
    written = [text for option in _WRITTEN if (text := given.one(option))]
    for text in written:
        holes = [part for part in text if isinstance(part, Hole)]
        marked = "".join(part if isinstance(part, str) else "\ue000" for part in text)
        if re.search(r"^[ \t]*(?:AllowUsers|AllowGroups)[ \t]*$", marked, re.M):
            yield objection("SS2007", "who may log in is nobody, or sshd does not start", task)
            return
        for found in re.finditer(r"^[ \t]*(?:AllowUsers|AllowGroups)[ \t]+(.*)$", marked, re.M):
            before = marked[: found.start(1)].count("\ue000")
            for hole in holes[before : before + found[1].count("\ue000")]:
                name = hole.source.partition(".")[0]
                if _may_be_empty(name, task, scope) and not re.search(rf"\b{re.escape(name)}\b", seen.asserted):
                    yield objection("SS2007", f"who may log in is only what {name} says, and that may be nobody", task)
                    return


def _may_be_empty(name: str, task: Task, scope: Scope) -> bool:
    """Whether a variable is empty unless somebody sets it."""
    value = scope.find(name)
    if isinstance(value, Sequence):
        return not value.items
    if isinstance(value, Scalar) and not value.text.strip():
        return True
    default = re.compile(rf"\b{re.escape(name)}\s*\|\s*(?:default|d)\(\s*(?:\[\s*\]|''|\"\")?\s*[,)]")
    nodes = (*task.arguments.values(), *((task.loop,) if task.loop is not None else ()))
    return any(default.search(text) for node in nodes for text in texts_in(node))


def _opened(task: Task, given: TaskOptions) -> Iterator[Unseen]:
    """SS2008."""
    path = _shown(given.one("path") or given.one("dest"))
    if literal(given.one("state") or ("present",)) == "absent":
        return
    for option in _WRITTEN:
        text = given.one(option)
        if text:
            written = "".join(part if isinstance(part, str) else "x" for part in text)
            named = literal(given.one("option") or ()) if option == "value" else None
            yield from _opens(path, f"{named} = {written}" if named else written, task)


def _remade(task: Task, given: TaskOptions) -> Iterator[Unseen]:
    """SS2011."""
    kept = (literal(given.one("backup") or ("no",)) or "yes").lower() not in ("no", "false", "off")
    if literal(given.one("regenerate") or ()) == "always" and not kept and "when" not in task.keywords:
        where = _shown(given.one("path"))
        yield objection("SS2011", f"replaces the private key {where}, so that what it signed or opened is lost", task)


def _opens(path: str, text: str, task: Task) -> Iterator[Unseen]:
    for setting in settings():
        spared = setting.unless is not None and setting.unless.search(text)
        if not spared and setting.file.search(path) and setting.line.search(text):
            yield objection("SS2008", setting.says, task)


_ALL_LINES = re.compile(r"\A[(^]*(?:\.[*+]\??|\^|\[\\s\\S\][*+])?[)$]*\Z")


def _every_line(task: Task, short: str, given: TaskOptions) -> Iterator[Unseen]:
    """SS2020."""
    pattern = literal(given.one("regexp") or given.one("search_string") or ("x",))
    bounds = given.one("after") or given.one("before")
    removing = short == "replace" or literal(given.one("state") or ()) == "absent"
    if pattern is not None and removing and not bounds and _ALL_LINES.match(pattern):
        yield objection("SS2020", f"every line of {_shown(given.one('path'))} is changed or goes", task)


def _mirror(task: Task, given: TaskOptions, scope: Scope, seen: PlayState) -> Iterator[Unseen]:
    """SS2009."""
    deletes = (literal(given.one("delete") or ("no",)) or "yes").lower()
    target = literal(given.one("dest") or ())
    if deletes in ("no", "false", "off") or not target or literal(given.one("mode") or ("push",)) == "pull":
        return
    spared = " ".join(_shown(each) for each in given.many("rsync_opts") or ())
    root = posixpath.normpath(target)
    for folder in seen.folders:
        below = folder.removeprefix(root + "/")
        if below != folder and not any(part in spared for part in below.split("/")):
            yield objection("SS2009", f"deletes {folder}, which the play made, unless the source has it too", task)
            return
