"""Which files hold a secret, going by their names, and what a lookup reads of them on the controller."""

from __future__ import annotations

import re

from jinja2 import nodes

from ..redaction.secret_names import secret_name
from .jinja_calls import LOOKUPS

_KEPT_SECRET = re.compile(
    r"(?:\.key|\.p12|\.pfx|\.jks|\.kdbx|\.keytab|\.ppk"
    r"|(?:\A|/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.env|\.pgpass|\.netrc|\.my\.cnf|g?shadow-?|kubeconfig"
    r"|\.aws/credentials|\.kube/config|\.docker/config\.json))\Z"
)
_STORES = re.compile(r"vault|secret|pass(?:word)?store|keyring|onepassword|bitwarden|lastpass|keepass|conjur|cyberark")
"""Lookups that ask a store of secrets, by their names."""
_READS_FILES = frozenset(("file", "unvault", "ini", "csvfile", "first_found"))


def holds_secret(path: str) -> bool:
    """Whether a file of this name holds a secret: a private key, a store of passwords, an environment of a service."""
    stem = path.rpartition("/")[2].lstrip(".").partition(".")[0]
    return bool(_KEPT_SECRET.search(path)) or secret_name(stem)


def looked_up(call: nodes.Node) -> tuple[str, str]:
    """The plugin that a call of `lookup` or `query` names, and its first term; empty where they are no constants."""
    if isinstance(call, nodes.Call) and isinstance(call.node, nodes.Name) and call.node.name in LOOKUPS:
        told = [each.value for each in call.args[:2] if isinstance(each, nodes.Const) and isinstance(each.value, str)]
        if len(told) == 2:
            return told[0].removeprefix("ansible.builtin."), told[1].partition(" ")[0]
    return "", ""


def secret_read(call: nodes.Node) -> str:
    """A name for the secret of the controller that a lookup reads; empty where it reads none."""
    plugin, term = looked_up(call)
    if plugin == "env" and secret_name(term):
        return re.sub(r"\W", "_", term)
    if plugin in _READS_FILES and holds_secret(term):
        return "private_key"
    if plugin == "password":
        return "generated_password"
    if _STORES.search(plugin):
        return "looked_up_secret"
    return ""
