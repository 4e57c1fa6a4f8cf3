"""Which secrets a task shows, sends or lets cross a network readable (SS2013, SS2016)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2 import nodes

from ..redaction.secret_names import secret_name
from .jinja_text import Expression, expression, template, told
from .lowered import Unseen, objection
from .modules import TaskOptions
from .playbook import Task
from .secret_files import holds_secret
from .values import Scope, literal, shape, text_of
from .yaml_nodes import Mapping, Node, Scalar, texts_in

_MESSAGES = frozenset(("slack", "mail", "mattermost", "telegram", "discord", "rocketchat", "matrix", "jira", "win_msg"))
_SENDS = _MESSAGES | {"debug", "uri"}
_TOLD = ("msg", "body", "text", "subject", "message", "comment", "description")
_FETCHES_SECRETS = re.compile(
    r"(?:\A|_)(?:vault\w*|secrets?|secretsmanager\w*|access_key|password|credentials?)(?:_|\Z)"
)
_HTTP = re.compile(
    r"\Ahttp://(?!127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[\w-]+(?::|/|\Z)"
    r"|[\w.-]+\.(?:internal|local|lan|corp|intra|svc)(?::|/|\Z))(?:[^/@]*@)?[\w-]+\."
)
"""Addresses by names of the internet. Within a network of one's own the rules do not say who listens."""
_WHOLE = frozenset(("hostvars", "vars"))


def objections(task: Task, short: str, given: TaskOptions, scope: Scope, hidden: set[str]) -> Iterator[Unseen]:
    """What these rules say of a task. `hidden` are the files that were written with `no_log` and the results that hold
    secrets; what the task adds to them is put in."""
    _take_in(task, short, given, hidden)
    quiet = task.keywords.get("no_log")
    silent = short == "debug" and isinstance(quiet, Scalar) and quiet.true
    if short in _SENDS and not silent:
        nodes_told = (
            [given.node(option) for option in (*_TOLD, "var")] if short != "debug" else [*task.arguments.values()]
        )
        words = {word for node in nodes_told for text in texts_in(node) for word in re.findall(r"\w+", text)}
        for name in sorted(hidden & words):
            yield objection("SS2016", f"{name} holds secrets, and it is shown or sent", task)
            return
    if short in _MESSAGES:
        for option in _TOLD:
            if (name := secret_in(given.node(option))) != "":
                yield objection("SS2016", f"{name} is sent to where it stays", task)
                return
    if short == "debug" or (short == "copy" and given.node("content") is not None):
        for node in task.arguments.values() if short == "debug" else [given.node("content")]:
            if any(_everything(text) for text in texts_in(node)):
                yield objection("SS2016", "all variables are shown or written, the secrets among them", task)
                return
    if short in ("uri", "get_url"):
        address = shape(given.one("url") or ())
        handed = [given.node(option) for option in ("url", "headers", "body", "url_password", "password")]
        if _HTTP.match(address) and any(secret_in(each) for each in handed):
            yield objection("SS2016", "a secret crosses the network readable: the address is one of http", task)
    yield from _written_out(task, short, given, scope)


def _take_in(task: Task, short: str, given: TaskOptions, hidden: set[str]) -> None:
    """Note which files and results hold secrets after the task."""
    quiet = task.keywords.get("no_log")
    path = shape(given.one("path") or given.one("dest") or given.one("src") or ())
    result = task.keywords.get("register")
    if short in ("copy", "template") and path and isinstance(quiet, Scalar) and quiet.true:
        hidden.add(path)
    if isinstance(result, Scalar):
        read = short == "slurp" and (path in hidden or holds_secret(path))
        if read or (_FETCHES_SECRETS.search(short) and not short.endswith(("_info", "_facts", "_write"))):
            hidden.add(result.text)


def secret_in(node: Node | None) -> str:
    """The first secret in a text or mapping, by the name of its variable."""
    for text in texts_in(node):
        for piece in template(text).pieces:
            if isinstance(piece, Expression) and secret_name(told(piece.node).rpartition(".")[2]):
                return piece.source
    return ""


def _everything(text: str) -> bool:
    """Whether an expression is all variables of a host, or of all hosts."""
    pieces = template(text).pieces if "{{" in text else expression(text).pieces
    for piece in pieces:
        node: nodes.Node | None = piece.node if isinstance(piece, Expression) else None
        while isinstance(node, nodes.Filter):
            node = (
                node.node
                if node.name in ("to_json", "to_nice_json", "to_yaml", "to_nice_yaml", "string", "pprint")
                else None
            )
        if isinstance(node, nodes.Getitem | nodes.Getattr) and told(node.node) == "hostvars":
            node = node.node
        if isinstance(node, nodes.Name) and node.name in _WHOLE:
            return True
    return False


def _written_out(task: Task, short: str, given: TaskOptions, scope: Scope) -> Iterator[Unseen]:
    """Secrets that stand in the playbook: in the environment of a container, in a manifest."""
    env = given.node("env") if short in ("docker_container", "podman_container") else None
    manifest = given.node("resource_definition") if short == "k8s" else None
    kind = manifest.get("kind") if isinstance(manifest, Mapping) else None
    if isinstance(kind, Scalar) and kind.text == "Secret" and isinstance(manifest, Mapping):
        env = manifest.get("stringData")
    for key, value in env.pairs if isinstance(env, Mapping) else ():
        known = literal(text_of(value, scope)) if isinstance(value, Scalar) else None
        if known and secret_name(key.text) and not (isinstance(value, Scalar) and value.tag.endswith("vault")):
            yield objection("SS2013", f"{key.text} stands in the playbook, and is the same everywhere", task)
            return
