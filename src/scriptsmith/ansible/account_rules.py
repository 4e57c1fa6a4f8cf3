"""What is wrong with a task for whom it lets in or shuts out: passwords that stand in the playbook, members set
exactly, keys that may be none (SS2013 to SS2015)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2 import nodes

from ..redaction.secret_names import secret_name
from .jinja_text import Expression, template
from .lowered import Unseen, objection
from .modules import TaskOptions
from .playbook import Task
from .values import Scope, evaluated, literal, text_of
from .yaml_nodes import Mapping, Node, Scalar, texts_in

_ACCOUNTS = re.compile(r"(?:\A|_)(?:user|account|login|htpasswd|role)s?\Z")
_PASSWORDS = ("password", "passwd", "user_password", "new_password")
_HASHED = re.compile(r"\A(?:\$|\{|md5[0-9a-f]{32}|SCRAM-SHA|\*[0-9A-F]{40}|[*!x]*\Z)")
_HASHES = frozenset(("password_hash", "hash", "string", "trim"))
_MEMBERS = re.compile(r"\A(?:unique)?members?(?:uid|of)?\Z|\Arole_?occupant\Z", re.I)
_EXACT = frozenset(("exact", "pure", "set", "replaced", "overridden"))
_KEY_FILES = re.compile(r"(?:\A|/)\.ssh/authorized_keys2?\Z|/authorized_keys(?:\.d)?/[^/]+\Z")
_MAYBE = re.compile(
    r"\|\s*(?:default|d)\(\s*(?:''|\"\"|\[\s*\])|errors\s*=\s*['\"](?:ignore|warn)|\bif\b(?!.*\belse\b)"
)
_IN = r"(?:(?<!not )\bin\s+{0}\b|\b{0}\s*\|\s*(?:length|count)\s*(?:>|!=|==)|\b{0}\s+is\s+(?:search|match|regex))"


def objections(task: Task, short: str, given: TaskOptions, scope: Scope, asserted: str) -> Iterator[Unseen]:
    """What these rules say of a task; `asserted` is the text of what the play asserted before."""
    yield from _password(task, short, given, scope)
    yield from _exact_members(task, short, given, scope, asserted)
    if short == "authorized_key":
        yield from _last_key(task, given)
    if short in ("copy", "template"):
        yield from _no_keys(task, given, scope, asserted)


def _password(task: Task, short: str, given: TaskOptions, scope: Scope) -> Iterator[Unseen]:
    """SS2013."""
    if not _ACCOUNTS.search(short) or literal(given.one("state") or ("present",)) == "absent":
        return
    named = [
        option
        for option in task.arguments
        if secret_name(option) and not option.startswith(("login", "api", "auth", "update"))
    ]
    for option in dict.fromkeys((*_PASSWORDS, *named)):
        node = given.node(option)
        known = _clear(node, scope) if isinstance(node, Scalar) else None
        if known and not _HASHED.match(known) and not _changed_at_once(given):
            yield objection(
                "SS2013", "the password of an account stands in the playbook, and is the same everywhere", task
            )
            return


def _clear(node: Scalar, scope: Scope) -> str | None:
    """The text of a password, before it is hashed; None where the playbook does not hold it."""
    if node.tag.endswith("vault"):
        return None
    pieces = template(node.text).pieces
    inner = pieces[0].node if len(pieces) == 1 and isinstance(pieces[0], Expression) else None
    while isinstance(inner, nodes.Filter) and inner.name.rpartition(".")[2] in _HASHES:
        inner = inner.node
    return literal(evaluated(Expression(inner, ""), scope) if isinstance(inner, nodes.Expr) else text_of(node, scope))


def _changed_at_once(given: TaskOptions) -> bool:
    """Whether whoever logs in first has to choose another password."""
    return any(
        (literal(given.one(option) or ("no",)) or "yes").lower() in ("yes", "true", "0")
        for option in ("password_expired", "password_expire_now", "must_change_password")
        if given.one(option)
    )


def _exact_members(task: Task, short: str, given: TaskOptions, scope: Scope, asserted: str) -> Iterator[Unseen]:
    """SS2014."""
    listed: Node | None = None
    members = given.node("members")
    exact = isinstance(members, Mapping) and members.get("set") is not None
    if literal(given.one("state") or ()) not in _EXACT and not exact:
        return
    attributes = given.node("attributes")
    if short == "ldap_attrs" and isinstance(attributes, Mapping):
        listed = next((value for key, value in attributes.pairs if _MEMBERS.match(key.text)), None)
    elif "member" in short or "group" in short:
        listed = given.node("members")
    if listed is None:
        return
    names = {name for text in texts_in(listed) for name in re.findall(r"[A-Za-z_]\w+", text)}
    if not any(re.search(rf"(?<!not )\bin\s+{re.escape(name)}\b", asserted) for name in names):
        yield objection("SS2014", "whoever is not in the list is put out of the group", task)


def _last_key(task: Task, given: TaskOptions) -> Iterator[Unseen]:
    """SS2014: each round of a loop takes away the key that the one before gave to the same account."""
    exclusive = given.node("exclusive")
    if task.loop is None or not isinstance(exclusive, Scalar) or not exclusive.true:
        return
    variable = re.compile(rf"\b{re.escape(task.loop_variable)}\b")

    def differs(option: str) -> bool:
        return any(map(variable.search, texts_in(given.node(option))))

    if differs("key") and not differs("user") and not differs("path"):
        yield objection(
            "SS2014", "each round takes away the key of the one before, so that only the last may log in", task
        )


def _no_keys(task: Task, given: TaskOptions, scope: Scope, asserted: str) -> Iterator[Unseen]:
    """SS2015."""
    path = "".join(part if isinstance(part, str) else "x" for part in given.one("dest") or ())
    node = given.node("content")
    if not _KEY_FILES.search(path) or not isinstance(node, Scalar):
        return
    pieces = [piece.node for piece in template(node.text).pieces if isinstance(piece, Expression)]
    sources = [node.text]
    names = {
        each.name for piece in pieces for each in (piece, *piece.find_all(nodes.Name)) if isinstance(each, nodes.Name)
    }
    for name in names:
        found = scope.find(name)
        sources += texts_in(found) if isinstance(found, Scalar) else []
    checked = any(re.search(_IN.format(re.escape(name)), asserted) for name in names)
    if not checked and (any(_MAYBE.search(text) for text in sources) or not node.text.strip()):
        yield objection("SS2015", f"{path} may hold no key at all afterwards", task)
