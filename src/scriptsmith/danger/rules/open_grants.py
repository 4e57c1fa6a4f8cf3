"""SS1235: everybody may do everything in a store or a service, as one table of programs and what they are told."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .databases import fed_text
from .invocation import Invocation
from .rule import dangerous, rule
from .write_targets import content

_ALL = "lets everybody do everything there"
_ADMIN = "makes everybody an administrator there"
_POLICY = re.compile(r"path\s+\"\*\"\s*\{[^}]*\b(?:sudo|delete|update|create)\b")
# Programs, what they are told, and what that means. Words of a pattern may stand in any order behind (?=…).
_TABLE = (
    (
        "kafka-acls kafka-acls.sh",
        r"(?=.*--add\b)(?=.*--allow-principal[ =]['\"]?User:\*)(?=.*(?:--operation[ =](?:All|Write|Alter\w*|Delete|"
        r"ClusterAction)\b|--producer\b))",
        _ALL,
    ),
    ("redis-cli valkey-cli", r"(?i)\bacl setuser \S+.*(?:\bnopass\b.*(?:\+@all|allcommands)|(?:\+@all|allcommands).*"
     r"\bnopass\b)", _ALL),
    ("zkCli.sh zookeeper-shell zookeeper-shell.sh", r"\bsetAcl\b.*\bworld:anyone:\w*[wad]", _ALL),
    ("mc", r"\banonymous set (?:public|upload)\b|\bpolicy set public\b", _ALL),
    ("rabbitmqctl", r"\bset_user_tags guest\b.*administrator|\bset_permissions\b.*\bguest\b.*\.\*", _ADMIN),
    ("kubectl oc", r"(?=.*\b(?:cluster)?rolebinding\b|.*add-cluster-role-to-group)(?=.*\bsystem:(?:anonymous|"
     r"unauthenticated|authenticated)\b)(?!.*\b(?:get|describe|delete)\b)", _ADMIN),
    ("consul", r"\bacl policy create\b.*(?:operator|acl|key_prefix \"\")\W+(?:=|policy)?\W*write", _ALL),
    ("vault bao", r"\bwrite\b.*\bbound_\w+=['\"]?\*['\"]?(?:\s|\Z)", _ALL),
    ("mongo mongosh", r"(?s)createUser\(.*pwd\W+['\"]{2}.*root", _ADMIN),
    ("psql", r"(?is)grant\s+all\b.*\bto\s+public\b", _ALL),
    ("mysql mariadb", r"(?is)grant\s+all\b.*\bon\s+\*\.\*.*\bto\s+''@", _ALL),
    ("etcdctl", r"\brole grant-permission\b.*--prefix(?:=true)?\b.*\breadwrite\s+(?:''|\"\"|/)(?:\s|\Z)", _ALL),
)  # fmt: skip
_PROGRAMS = {name: (re.compile(text), words) for names, text, words in _TABLE for name in names.split()}


@rule(
    "SS1235",
    "Grants everybody every right in a store or a service",
    why="A right that everybody has is used by whoever gets into the network, and nobody notices who it was.",
    instead="name the one user or group, the one object, and the operations that are needed",
    on=" ".join(_PROGRAMS),
    yields="SS1063 SS1453 SS1452",
    bad=(
        "kafka-acls.sh --bootstrap-server k:9092 --add --allow-principal 'User:*' --operation All --topic '*'",
        "redis-cli ACL SETUSER default on nopass '~*' +@all",
        "zkCli.sh -server z:2181 setAcl -R / world:anyone:cdrwa",
        "mc anonymous set public backup/dumps",
        "kubectl create clusterrolebinding open --clusterrole=edit --group=system:unauthenticated",
        'echo \'path "*" { capabilities = ["create", "read", "sudo"] }\' | vault policy write ops -',
        "psql -c 'GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC'",
    ),
    good=(
        "kafka-acls.sh --bootstrap-server k:9092 --add --allow-principal User:fraud --operation Read --topic cards",
        "kafka-acls.sh --bootstrap-server k:9092 --list --principal 'User:*'",
        "redis-cli ACL LIST",
        "zkCli.sh -server z:2181 getAcl /",
        "mc anonymous set download cdn/static",
        "kubectl get clusterrolebinding system:basic-user",
        "psql -c 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO reports'",
    ),
)
def granted(call: Invocation) -> Hit | None:
    pattern, words = _PROGRAMS[call.name]
    fed = fed_text(call.command)
    policy = call.name in ("vault", "bao") and call.words[:2] == ("policy", "write")
    if policy and _POLICY.search(fed or "\n".join(filter(None, map(content, call.command.upstream)))):
        return dangerous("writes a policy by which every path may be changed")
    return dangerous(words) if pattern.search(call.text) or (fed and pattern.search(fed)) else None
