"""What a task installs, fetches or publishes without asking whether it is genuine, or for whom (SS2017, SS2019)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .disclosure_rules import secret_in
from .lowered import Unseen, objection
from .modules import TaskOptions
from .playbook import Task
from .values import Scope, literal, shape, text_of
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

_UNCHECKED = (
    "disable_gpg_check",
    "allow_unauthenticated",
    "trusted",
    "accept_untrusted",
    "allow_unsigned_rpm",
    "ignore_checksum",
)
"""Options that install what nobody signed."""
_CHECKS = ("gpgcheck",)
_HTTP = re.compile(r"\A(?:git\+)?(?:http|git|ftp)://(?!127\.|localhost|\[::1\])")
_ARGUMENTS = re.compile(
    r"--trusted-host\b|--(?:extra-)?index-url[= ]+http://|--no-check-certificate|--insecure\b|--nogpgcheck\b"
)
_LOCAL = re.compile(r"\Ahttps?://(?:127\.|localhost|\[::1\])")
_SERVED = re.compile(
    r"\A(?:/var/www|/usr/share/nginx/html|/srv/(?:www|http|ftp)|/var/ftp|/usr/local/apache2/htdocs)(?:/|\Z)"
)
_PRECIOUS = re.compile(r"\A(?:/etc|/root|/home|/var/lib|/var/backups?)(?:/|\Z)")
_DUMPS = frozenset(("archive", "mysql_db", "postgresql_db", "mongodb_dump"))


def objections(task: Task, short: str, given: TaskOptions, scope: Scope) -> Iterator[Unseen]:
    """What these rules say of a task."""
    why = next(_unchecked(task, short, given), "")
    if why:
        yield objection("SS2019", why, task)
    where = _text(given, "dest") or _text(given, "target")
    if _SERVED.match(where) and (short in _DUMPS or (short == "copy" and _PRECIOUS.match(_text(given, "src")))):
        yield objection("SS2017", f"whoever reaches the web server reads {where}", task)
    if short in ("docker_container", "podman_container"):
        given_to = [shape(each) for option in ("capabilities", "cap_add") for each in given.many(option) or ()]
        told_of = [shape(each) for option in ("security_opts", "security_opt") for each in given.many(option) or ()]
        if any(_BREAKS_OUT.match(each) for each in given_to) or _LETS_OUT.search("\n".join(_words(task, told_of))):
            yield objection("SS2017", "a container has powers over the machine: who is in it is root there", task)
    if short == "postgresql_privs" and literal(given.one("state") or ("present",)) != "absent":
        roles = [shape(each) for each in given.many("target_roles") or given.many("roles") or ()]
        objects = [shape(each) for each in given.many("objs") or ()]
        group = literal(given.one("type") or ("table",)) == "group"
        if "PUBLIC" in [each.upper() for each in roles] or (group and any(_MASTERS.search(each) for each in objects)):
            yield objection("SS2017", "everybody gets a right in the database, or an account one over the server", task)
    if _CLOUDS.match(task.module) and (why := next(_wide_open(task, scope), "")):
        yield objection("SS2017", why, task)
    if short in ("k8s", "k8s_json_patch") and (node := given.node("resource_definition")) is not None:
        pods = next(_unbound(node, scope), "")
        if pods:
            yield objection("SS2017", f"a container {pods}: who is in it is root on the node", task)


_BREAKS_OUT = re.compile(r"\A(?:CAP_)?(?:SYS_ADMIN|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|ALL)\Z", re.I)
_LETS_OUT = re.compile(
    r"(?m)^security_opt: .*(?:unconfined|label[=:]disable)|^devices?: /dev/(?:[svh]d|xvd|nvme|dm-|mapper|disk|k?mem)"
    r"|^mounts?: (?:.*(?:source|src)=)?(?:/|/etc|/root|/dev|/proc|/sys|/var/lib|/var/run/docker\.sock)/?(?:,|$)"
    r"|^pid(?:_mode)?: host|^cmd_args: (?:--(?:privileged|cap-add|device|volume|mount|pid|security-opt|userns)\b|-v)"
)
"""Options of a container, by their names, that give it disks, folders or processes of the machine."""
_MASTERS = re.compile(r"\Apg_|super|admin|owner|root|master", re.I)
_CLOUDS = re.compile(r"\A(?:google\.cloud|amazon\.aws|community\.aws|azure\.azcollection)\.")
_FROM = re.compile(r"cidr|source|network|authorized|prefix|ip_range", re.I)


def _words(task: Task, told: list[str]) -> Iterator[str]:
    """The options of a task as lines; `told` are those of its protection, whichever spelling it uses."""
    yield from (f"security_opt: {each}" for each in told)
    for name, node in task.arguments.items():
        yield from (f"{name}: {text}" for text in texts_in(node))


def _wide_open(task: Task, scope: Scope) -> Iterator[str]:
    """Which list of networks of a service of a cloud holds all of them; rules of ports are read elsewhere."""
    if re.search(r"security_?group|firewall|route|nat_|nacl", task.module):
        return
    for name, node in task.arguments.items():
        yield from _networks(name, node, scope, False)


def _networks(name: str, node: Node, scope: Scope, within: bool) -> Iterator[str]:
    within = within or bool(_FROM.search(name))
    if isinstance(node, Sequence):
        for each in node.items:
            yield from _networks(name, each, scope, within)
    elif isinstance(node, Mapping):
        for key, value in node.pairs:
            yield from _networks(key.text, value, scope, within)
    elif within and literal(text_of(node, scope)) in ("0.0.0.0/0", "::/0"):
        yield f"every network reaches the service: {name}"


def _text(given: TaskOptions, option: str) -> str:
    return shape(given.one(option) or ())


def _off(given: TaskOptions, option: str) -> bool:
    return (literal(given.one(option) or ("yes",)) or "yes").lower() in ("no", "false", "off", "0")


def _unchecked(task: Task, short: str, given: TaskOptions) -> Iterator[str]:
    """Why what is installed or fetched may be another thing than is meant."""
    local = all((literal(each) or "x").startswith("/") for each in given.many("name") or [("x",)])
    for option in _UNCHECKED:
        if given.one(option) and not _off(given, option) and literal(given.one(option) or ()) is not None and not local:
            yield f"installs what nobody signed: {option}"
    for option in _CHECKS:
        if (
            short in ("yum_repository", "dnf_config_manager", "zypper_repository")
            and given.one(option)
            and _off(given, option)
        ):
            yield f"whatever the repository serves is installed as root: {option} is off"
    if short == "git" and _HTTP.match(_text(given, "repo")):
        yield "the connection that the code comes over is not protected"
    if short == "pip" and (_ARGUMENTS.search(_text(given, "extra_args")) or _HTTP.match(_text(given, "name"))):
        yield "packages come over a connection that nobody checks"
    if short == "uri" and given.one("validate_certs") and _off(given, "validate_certs"):
        handed = [given.node(option) for option in ("headers", "body", "url_password", "password")]
        if not _LOCAL.match(_text(given, "url")) and any(secret_in(each) for each in handed):
            yield "a secret is handed to whoever answers: the certificate is not checked"
    if "StrictHostKeyChecking=no" in "".join(texts_in(task.free)) and re.search(
        r"\bssh\b|\bscp\b", "".join(texts_in(task.free))
    ):
        yield "the host that is reached is not checked: StrictHostKeyChecking=no"


def _unbound(node: Node, scope: Scope) -> Iterator[str]:
    """How a manifest lets a container out of its bounds."""
    if isinstance(node, Sequence):
        for each in node.items:
            yield from _unbound(each, scope)
    elif isinstance(node, Mapping):
        for key, value in node.pairs:
            known = (literal(text_of(value, scope)) or "").strip() if isinstance(value, Scalar) else ""
            if key.text == "privileged" and known.lower() == "true":
                yield "is privileged"
            elif key.text == "hostPath" and isinstance(value, Mapping):
                path = (literal(text_of(value.get("path"), scope)) or "").rstrip("/")
                if path in ("", "/etc", "/root", "/var/lib/kubelet") or path.endswith((".sock", "/docker")):
                    yield f"has {path or '/'} of its node"
            else:
                yield from _unbound(value, scope)
