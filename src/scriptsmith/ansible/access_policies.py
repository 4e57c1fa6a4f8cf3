"""Policies of AWS in the options of a task: what they allow, and to whom, where they stand in the playbook."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from jinja2 import nodes

from .jinja_text import Expression, template
from .modules import TaskOptions
from .values import Scope, Value, literal, text_of, value_of
from .yaml_nodes import START, Mapping, Node, Scalar, Sequence

_DOCUMENTS = {
    "amazon.aws.iam_role": ("assume_role_policy_document", "managed_policies"),
    "amazon.aws.iam_policy": ("policy_json", ""),
    "amazon.aws.iam_managed_policy": ("policy", ""),
}
_MASTERS = re.compile(r"\A(?:iam|sts|organizations|kms|account):|\*\Z|:(?:Put\w*Policy|PassRole|Delete\w*|\*)\Z", re.I)
_READS = re.compile(r":(?:Get|List|Describe|BatchGet|BatchCheck)\w*\*?\Z", re.I)
_WHOLE = re.compile(r"Administrator|PowerUser|FullAccess|IAM", re.I)


def bounded(name: str, given: TaskOptions, scope: Scope) -> bool:
    """Whether a task gives a role or a policy no more than named deeds on named things, and only to whom it names."""
    document, attached = _DOCUMENTS.get(name, ("", ""))
    if not document or literal(given.one("state") or ("present",)) != "present":
        return False
    named = [literal(each) for each in given.many(attached) or ()] if attached else []
    if any(each is None or _WHOLE.search(each.rpartition("/")[2]) for each in named):
        return False
    node = given.node(document)
    found = _statements(node, scope) if node is not None else None
    return bool(found) and all(_plain(each, scope) for each in found or ())


def _statements(node: Node, scope: Scope) -> list[Mapping] | None:
    """The statements of a policy that stands in the playbook as a mapping or as JSON."""
    value: Value = value_of(node, scope)
    if isinstance(value, tuple) and isinstance(node, Scalar):
        pieces = template(node.text).pieces
        inner = pieces[0].node if len(pieces) == 1 and isinstance(pieces[0], Expression) else None
        if isinstance(inner, nodes.Filter) and inner.name in ("to_json", "to_nice_json") and inner.node is not None:
            name = getattr(inner.node, "name", "")
            value = value_of(Scalar("{{ " + name + " }}", START), scope)
    if isinstance(value, tuple) and (text := literal(value)) is not None:
        try:
            read = _node(json.loads(text))
        except (ValueError, RecursionError):
            return None
        value = () if isinstance(read, Scalar) else read
    statements = value.get("Statement") if isinstance(value, Mapping) else None
    each = statements.items if isinstance(statements, Sequence) else [statements]
    return [one for one in each if isinstance(one, Mapping)] if all(isinstance(one, Mapping) for one in each) else None


def _node(value: object) -> Node:
    if isinstance(value, dict):
        return Mapping(START, [(Scalar(str(key), START), _node(each)) for key, each in value.items()])
    if isinstance(value, list):
        return Sequence(START, [_node(each) for each in value])
    return Scalar(str(value), START)


def _plain(statement: Mapping, scope: Scope) -> bool:
    """Whether a statement denies, or allows named deeds on named things, and only to whom it names."""
    if _texts(statement.get("Effect"), scope) == ["Deny"]:
        return True
    if statement.get("NotAction") or statement.get("NotPrincipal") or statement.get("NotResource"):
        return False
    actions = _texts(statement.get("Action"), scope)
    trusted = statement.get("Principal")
    if trusted is not None:
        named = (
            [text for _, value in trusted.pairs for text in _texts(value, scope)]
            if isinstance(trusted, Mapping)
            else []
        )
        federated = isinstance(trusted, Mapping) and trusted.get("Federated") is not None
        conditions = statement.get("Condition")
        named_by = list(_leaves(conditions, scope))
        if federated and (not named_by or any(re.search(r"(?:\A|:)\*", each) for each in named_by)):
            return False
        return bool(named) and not any("*" in each for each in named) and all("*" not in each for each in actions)
    everywhere = any(each in ("*", "") for each in _texts(statement.get("Resource"), scope) or ["*"])
    if everywhere:
        return bool(actions) and all(_READS.search(each) and "*" not in each.partition(":")[0] for each in actions)
    return bool(actions) and not any(_MASTERS.search(each) for each in actions)


def _leaves(node: Node | None, scope: Scope) -> Iterator[str]:
    for _, value in node.pairs if isinstance(node, Mapping) else ():
        if isinstance(value, Mapping):
            yield from _leaves(value, scope)
        else:
            yield from _texts(value, scope)


def _texts(node: Node | None, scope: Scope) -> list[str]:
    """The text or texts of a value, unknown parts left out."""
    items = node.items if isinstance(node, Sequence) else [node] if node is not None else []
    return ["".join(part for part in text_of(each, scope) if isinstance(part, str)) for each in items]
