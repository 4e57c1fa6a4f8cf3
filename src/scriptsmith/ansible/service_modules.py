"""Modules whose options are structures, or SQL: accounts of databases, manifests of clusters, rules of clouds.

Each is written as the command line that does the same, so that the rules that judge commands judge it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Names

from .modules import TaskOptions
from .shell_text import word
from .structure import as_json, as_yaml
from .values import Hole, Scope, Text, list_of, literal, text_of, value_of
from .yaml_nodes import Mapping, Node, Sequence


def _known(text: Text | None, otherwise: str = "") -> str:
    """A text with its unknown parts as a word of letters, for a place in SQL or in a name."""
    return "".join(part if isinstance(part, str) else part.name for part in text) if text else otherwise


def _unarchive(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """What is unpacked may be fetched first."""
    source, target = given.one("src"), given.one("dest")
    if source is None or target is None:
        return
    if isinstance(source[0], str) and re.match(r"\w+://", source[0]):
        unchecked = literal(given.one("validate_certs") or ("yes",)) in ("no", "false", "False")
        yield f"curl {'-k ' if unchecked else ''}-fsSL -o /tmp/unpacked {word(source)}"
        source = ("/tmp/unpacked",)
    yield f"tar -xf {word(source)} -C {word(target)}"


def _mysql_user(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """The account, and a GRANT for each `database.table:privileges`."""
    account = f"'{_plain(_known(given.one('name'), 'x'))}'@'{_plain(_known(given.one('host'), 'localhost'))}'"
    if literal(given.one("state") or ("present",)) == "absent":
        if given.node("name") is None or given.one("name"):  # the account without a name is for whoever comes
            yield f"mysql -e {word((f'DROP USER {account}',))}"
        return
    yield f"mysql -e {word((f'CREATE USER {account}',))}"
    granted = given.node("priv")
    value = value_of(granted, scope) if granted is not None else None
    if isinstance(value, Mapping):
        parts = [(key.text, _known(text_of(each, scope))) for key, each in value.pairs]
    else:
        told = _known(value if isinstance(value, tuple) else text_of(granted, scope))
        parts = [(where, what) for where, _, what in (each.partition(":") for each in told.split("/"))]
    for where, what in parts:
        rights = [each.strip() for each in what.split(",") if each.strip()]
        passed_on = any(each.upper() in ("GRANT", "WITH GRANT OPTION") for each in rights)
        named = [each for each in rights if each.upper() not in ("GRANT", "WITH GRANT OPTION")]
        one_database = re.fullmatch(r"\w+\.(?:\*|\w+)", where.strip())
        if one_database and not passed_on and "%'" not in account.replace(".%'", "'"):
            named = [_ALL_OF_A_DATABASE if each.upper() in ("ALL", "ALL PRIVILEGES") else each for each in named]
        option = " WITH GRANT OPTION" if passed_on else ""
        grant = f"GRANT {', '.join(named) or 'USAGE'} ON {_plain(where) or '*.*'} TO {account}{option}"
        yield f"mysql -e {word((grant,))}"


_ALL_OF_A_DATABASE = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, EXECUTE, TRIGGER"
"""What ALL comes to for one database: no power over the server."""


def _plain(text: str) -> str:
    return re.sub(r"[^\w.%*@-]", "_", text)


_MASTERS = re.compile(r"(?<!NO)(?:SUPERUSER|CREATEROLE|CREATEDB|REPLICATION|BYPASSRLS)")


def _postgresql_user(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """Attributes that only take powers away change nothing that an account can do."""
    flags = given.one("role_attr_flags")
    if flags is None or literal(given.one("state") or ("present",)) == "absent":
        return
    known = literal(flags)
    if known is None or _MASTERS.search(known.upper()):
        yield f'psql -c "ALTER ROLE {_plain(_known(given.one("name"), "x"))} {_known(flags).replace(",", " ")}"'


_TUNES = re.compile(
    r"(?:shared|temp|wal)_buffers|(?:hash_mem_multiplier|effective_cache_size|effective_io_concurrency)"
    r"|(?:maintenance_|autovacuum_)?work_mem|\w+_cost|(?:random|seq)_page_cost|password_encryption"
    r"|(?:checkpoint|deadlock|idle_in_transaction_session|idle_session)_timeout|checkpoint_completion_target"
    r"|log_(?:min_duration_statement|checkpoints|connections|disconnections|lock_waits|temp_files"
    r"|autovacuum_min_duration|line_prefix|timezone)"
)
"""Settings of memory, costs, pauses and the log: none of them runs a program, loads a library or stops writes."""


def _postgresql_set(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """A setting of the server; what a careless value of one that only tunes means is in `settings.txt`."""
    name = literal(given.one("name") or ()) or "x"
    value = literal(given.one("value") or ())
    if _TUNES.fullmatch(name) and (value or (given.node("value") is None and _true(given.one("reset")))):
        yield 'psql -c "SELECT pg_reload_conf()"'
    else:
        yield f"psql -c \"ALTER SYSTEM SET {_plain(name)} = 'x'\""


def _manifest(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """The objects that the task holds; of any that comes from elsewhere only that something is applied."""
    if literal(given.one("state") or ("present",)) == "absent" or given.one("src") is not None:
        return
    node = given.node("resource_definition")
    value = value_of(node, scope) if node is not None else None
    objects = value.items if isinstance(value, Sequence) else [value] if isinstance(value, Mapping) else []
    for each in objects:
        if isinstance(each, Mapping):
            yield f"printf '%s\\n' {word(as_yaml(each, scope))} | kubectl apply -f -"
    if not objects:
        written = literal(value) if isinstance(value, tuple) else None
        yield f"printf '%s\\n' {word((written,))} | kubectl apply -f -" if written else "kubectl apply -f manifest.yml"


def _bucket(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """A bucket, and who it is opened to. What a policy denies opens nothing."""
    name = given.one("name") or ("bucket",)
    state = literal(given.one("state") or ("present",))
    if state == "absent":
        yield f"aws s3 rb {word(('s3://', *name))}{' --force' if _true(given.one('force')) else ''}"
        return
    bucket = f"--bucket {word(name)}"
    yield f"aws s3api create-bucket {bucket}"
    acl = given.one("acl")
    if acl is not None and literal(acl) != "private":
        yield f"aws s3api put-bucket-acl {bucket} --acl {word(acl)}"
    if _true(given.one("delete_public_access")):
        yield f"aws s3api delete-public-access-block {bucket}"
    blocks = given.node("public_access")
    blocked = value_of(blocks, scope) if blocks is not None else None
    if blocked is not None:
        settings = blocked.pairs if isinstance(blocked, Mapping) else []
        if not settings or not all(_true(text_of(value, scope)) for _, value in settings):
            yield f"aws s3api delete-public-access-block {bucket}"
    node = given.node("policy")
    policy = value_of(node, scope) if node is not None else None
    if isinstance(policy, Mapping):
        statements = policy.get("Statement")
        each_of = statements.items if isinstance(statements, Sequence) else [statements] if statements else []
        for statement in each_of:
            effect = statement.get("Effect") if isinstance(statement, Mapping) else None
            if effect is None or literal(text_of(effect, scope)) != "Deny":
                yield f"aws s3api put-bucket-policy {bucket} --policy {word(as_json(statement, scope))}"
    elif policy is not None and not isinstance(policy, Sequence):
        yield f"aws s3api put-bucket-policy {bucket} --policy {word(policy)}"


def _true(value: Text | None) -> bool:
    return value is not None and (literal(value) or "unknown").lower() not in ("no", "false", "off", "0", "never")


def _items(node: Node | None, scope: Scope) -> list[Text]:
    """A list's items, or the one that a scalar is."""
    items = list_of(node, scope)
    if items is None:
        return [text_of(node, scope)] if node is not None else []
    return [item if isinstance(item, tuple) else text_of(item, scope) for item in items]


def _security_group(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """A group, and a rule for each port that it lets in from each network."""
    name = given.one("name") or given.one("group_id") or ("group",)
    if literal(given.one("state") or ("present",)) == "absent":
        yield f"aws ec2 delete-security-group --group-name {word(name)}"
        return
    yield f"aws ec2 create-security-group --group-name {word(name)}"
    rules = given.node("rules")
    listed = list_of(rules, scope)
    if listed is None and rules is not None:
        listed = [(Hole("rules", "rules"),)]
    for rule in listed or ():
        if not isinstance(rule, Mapping):
            yield "aws ec2 modify-security-group-rules"
            continue
        protocol = text_of(rule.get("proto"), scope) or ("tcp",)
        every = literal(protocol) in ("all", "-1")
        ports = _items(rule.get("ports"), scope)
        if (first := rule.get("from_port")) is not None:
            ports.append((*text_of(first, scope), "-", *text_of(rule.get("to_port") or first, scope)))
        networks = _items(rule.get("cidr_ip"), scope) + _items(rule.get("cidr_ipv6"), scope)
        for network in ((_half(each),) if (each := literal(one)) else one for one in networks):
            for port in [("all",)] if every or not ports else ports:
                shown = "-1" if every else f"{word(protocol)} --port {word(port)}"
                yield (
                    f"aws ec2 authorize-security-group-ingress --group-name {word(name)} "
                    f"--protocol {shown} --cidr {word(network)}"
                )


def _half(network: str) -> str:
    """A network, or all of them where it is a large part of all."""
    return re.sub(r"\A\S+/[0-7]\Z", "0.0.0.0/0", network.strip())


def _cloud_firewall(given: TaskOptions, scope: Scope) -> Iterator[str]:
    name = given.one("name") or ("rule",)
    if literal(given.one("state") or ("present",)) == "absent":
        yield f"gcloud compute firewall-rules delete {word(name)} --quiet"
        return
    allowed: list[str] = []
    for each in list_of(given.node("allowed"), scope) or ():
        if isinstance(each, Mapping):
            protocol = _known(text_of(each.get("ip_protocol"), scope), "all")
            ports = [_known(port) for port in _items(each.get("ports"), scope)]
            allowed += [f"{protocol}:{port}" for port in ports] or [protocol]
    if given.node("allowed") is not None and not allowed:
        allowed = ["all"]
    outgoing = literal(given.one("direction") or ("INGRESS",)) == "EGRESS"
    tagged = given.one("source_tags") or given.one("source_service_accounts")
    sources = [_half(_known(each)) for each in _items(given.node("source_ranges"), scope)]
    if not sources and not tagged and not outgoing:
        sources = ["0.0.0.0/0"]  # which the service takes where nothing is said
    if allowed:
        ranges = f" --source-ranges {word((','.join(sources),))}" if sources else ""
        yield f"gcloud compute firewall-rules create {word(name)} --allow {word((','.join(allowed),))}{ranges}"
    else:
        yield f"gcloud compute firewall-rules create {word(name)} --action deny --rules all"


_FILE_NAME = re.compile(
    r"\w\.(?:service|timer|socket|path|target|conf|cfg|ini|cnf|repo|list|sources|rules|ya?ml|json|toml|xml|sh|py|log"
    r"|gz|tgz|xz|bz2|zst|zip|tar|rpm|deb|dump|sql|pem|key|crt|csr|pid|lock|txt|csv|bak|old|part|tmp)\Z"
)


def _absent(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """`state: absent` is the one way to delete a file, so that a path with the ending of a file is one."""
    path = given.one("path")
    state = literal(given.one("state") or ("",))
    if path is None or (state is not None and state != "absent"):
        return
    last = path[-1]
    one_file = isinstance(last, str) and _FILE_NAME.search("x" + last if len(path) > 1 else last)
    yield f"rm {'-f' if one_file else '-rf'} -- {word(path)}"


def _pg_hba(given: TaskOptions, scope: Scope) -> Iterator[str]:
    """The rule about who may log in is judged by its line; the file itself keeps its other rules."""
    path = given.one("dest") or ("pg_hba.conf",)
    if literal(given.one("state") or ("present",)) == "absent" or _true(given.one("overwrite") or ("no",)):
        yield f"sed -i -e /x/d {word(path)}"
    else:
        yield f"touch -- {word(path)}"


WRITERS: Names[str, Callable[[TaskOptions, Scope], Iterator[str]]] = {
    "file": _absent,
    "unarchive": _unarchive,
    "mysql_user": _mysql_user,
    "postgresql_user": _postgresql_user,
    "postgresql_pg_hba": _pg_hba,
    "postgresql_set": _postgresql_set,
    "k8s": _manifest,
    "s3_bucket": _bucket,
    "ec2_security_group": _security_group,
    "gcp_compute_firewall": _cloud_firewall,
}
"""By the short name of a module, the commands that do what a task of it does."""
