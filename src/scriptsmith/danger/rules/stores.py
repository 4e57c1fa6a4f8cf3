"""SS1062 to SS1069: stores of keys and documents, queues, and what an HTTP request deletes."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit
from .databases import fed_text
from .invocation import Invocation
from .origins import inside
from .rule import dangerous, notable, rule
from .word_lists import throwaway

# What the commands of a store do that nobody can take back; all that stand in a text are told.
_REDIS = (
    (r"\bflushall\b", "empties the store"),
    (r"\bflushdb\b", "empties one database of the store"),
    (r"\bshutdown\b|\bdebug (?:segfault|sleep)\b", "stops the store"),
    (r"\bconfig set (?:dir|dbfilename|save|rename)|\bmodule load\b", "makes the store write or load other files"),
    (
        r"\bconfig set requirepass|\bacl (?:deluser|setuser)|\bclient kill (?:type|maxage)\b",
        "changes who may use the store",
    ),
    (
        r"\bconfig set (?:slaveof|replicaof)|\b(?:slaveof|replicaof)\b|\bcluster (?:reset|flushslots|forget)",
        "makes the store follow another one, or leave its cluster",
    ),
)
_MONGO = (
    (r"dropdatabase", "drops the whole database"),
    (r"(?<!index)\.drop\s*\(|dropcollection", "drops a collection"),
    (r"\.(?:delete|remove)(?:many)?\s*\(\s*\{?\s*\}?\s*\)", "deletes every document of a collection"),
    (r"\.(?:deletemany|remove)\s*\(\s*(?:[a-z_]\w*\s*[,)]|[…$])", "deletes the documents that another text chooses"),
    (r"updatemany\s*\(\s*\{\s*\}\s*,.*\$unset", "takes a field out of every document"),
    (r"dropuser|dropallusers|droprole", "takes people's access away"),
    (r"shutdownserver|shutdown\s*:|fsynclock|replsetstepdown", "stops the server, or keeps it from writing"),
)
# A listing of all keys, by itself or with a pattern that matches everything.
_EVERY_KEY = re.compile(r"(?i)(?:\bkeys|--pattern[ =])\s*['\"]?\*['\"]?(?:\s|\Z)|--scan(?!.*--pattern)")
_FLUSHED = re.compile(r"(?im)^\s*(?:flush_all|flushall|flushdb|shutdown)\b")


def _every_key(command: Command) -> bool:
    """Whether a command lists all keys, or does where a value that nobody has checked is empty."""
    texts = (word.emptied if word.unknowns else word.shape for word in command.arguments)
    return bool(_EVERY_KEY.search(" ".join(texts)))


@rule(
    "SS1062",
    "Empties a store of keys or documents",
    why="FLUSHALL, dropDatabase and a delete by prefix take everything at once.",
    instead="make a snapshot first, and delete by a key that you have looked at",
    instead_for={"a printed secret": "put it into a file of mode 600, or hand it on without showing it"},
    on="redis-cli valkey-cli keydb-cli mongo mongosh etcdctl etcdutl consul memcflush memcstat couchdb-cli zkCli.sh "
    "zookeeper-shell zookeeper-shell.sh elasticdump cbc couchbase-cli ldapdelete ldapmodify vault "
    "nc ncat netcat telnet socat",
    bad=(
        "redis-cli FLUSHALL",
        "redis-cli -n 0 flushdb",
        "echo FLUSHALL | redis-cli",
        "mongo shop --eval 'db.dropDatabase()'",
        "mongosh --eval 'db.users.drop()'",
        "etcdctl del '' --prefix",
        "etcdutl snapshot restore x",
        "consul kv delete -recurse app/",
        "redis-cli shutdown nosave",
        "redis-cli --scan --pattern '*' | xargs redis-cli del",
        "redis-cli KEYS '*' | xargs redis-cli DEL",
        "redis-cli del $(redis-cli keys '*')",
        'redis-cli --scan --pattern "$1*" | xargs redis-cli unlink',
        "mongosh --eval 'db.a.drop(); db.dropDatabase()'",
        "mongosh --eval 'db.users.deleteMany({})'",
        "vault secrets disable kv",
        "redis-cli config set dir /root/.ssh",
    ),
    good=(
        "redis-cli ping",
        "redis-cli get x",
        "mongosh --eval 'db.users.find()'",
        "etcdctl get x",
        "etcdutl snapshot status x",
        "consul kv get app/x",
        "redis-cli del session:1",
        'redis-cli --scan --pattern "${1:?}:*" | xargs redis-cli unlink',
        "vault status",
    ),
)
def stores(call: Invocation) -> Hit | None:
    text = f"{call.text} {fed_text(call.command)}"
    lower = text.lower()
    name = call.name
    if name in ("nc", "ncat", "netcat", "telnet", "socat"):
        return dangerous("empties a store over the network") if _FLUSHED.search(fed_text(call.command)) else None
    if name in ("redis-cli", "valkey-cli", "keydb-cli"):
        worst = [words for pattern, words in _REDIS if re.search(pattern, lower)]
        if worst:
            return dangerous(", ".join(worst))
        if re.search(r"\b(?:del|unlink)\b", lower):
            fed = call.command.upstream
            if "xargs" in call.command.via and any(_every_key(up) for up in fed):
                return dangerous("deletes every key")
            sources = [inside(part.source) for word in call.operands for part in word.unknowns]
            if any(_every_key(each) for found in sources for each in found):
                return dangerous("deletes every key")
            if "--eval" in lower or re.search(r"keys\W+['\"]?\*['\"]", lower):
                return dangerous("deletes every key")
            return notable("deletes keys")
        return (
            notable("changes the store")
            if re.search(
                r"\b(?:set|hset|lpush|rpush|expire|rename|incr|sadd|zadd|config\s+(?:set|rewrite|resetstat)|script\s+flush|eval)\b",
                lower,
            )
            else None
        )
    if name in ("mongo", "mongosh"):
        if worst := [words for pattern, words in _MONGO if re.search(pattern, lower)]:
            return dangerous(", ".join(worst))
        return (
            notable("changes data")
            if re.search(r"\.(?:insert|update|delete|remove|create|rename|drop)", lower)
            else None
        )
    if name in ("etcdctl", "etcdutl"):
        if call.verb in ("del", "rm") and (
            call.has("--prefix", "--from-key", "--recursive") or '""' in text or call.words[1:2] == ("",)
        ):
            return dangerous("deletes every key below a prefix")
        return (
            (
                dangerous
                if re.search(
                    r"member remove|user delete|auth disable|defrag --cluster|snapshot restore|role delete", lower
                )
                else notable
            )(f"{name} {call.verb}")
            if call.verb in ("del", "rm", "put", "member", "user", "auth", "snapshot", "role", "compaction", "defrag")
            and call.words[1:2] not in (("list",), ("save",), ("status",), ("get",))
            else None
        )
    if name == "consul":
        if re.search(
            r"kv delete .*-recurse|-recurse .*delete|force-leave|operator raft remove-peer|acl (?:token|policy) "
            r"delete|services deregister|\bleave\b",
            lower,
        ) or ("delete" in lower and "-recurse" in call.flags):
            return dangerous("deletes keys or members")
        return notable("changes keys") if re.search(r"kv (?:put|delete)", lower) else None
    if name == "vault":
        if re.search(
            r"secrets disable|auth disable|operator (?:seal|step-down|rekey|generate-root|init)|kv (?:metadata "
            r"delete|destroy)|lease revoke -prefix|audit disable|policy delete",
            lower,
        ):
            return dangerous("destroys or locks secrets")
        if re.search(r"\b(?:kv get|read|print token|token lookup)\b", lower):
            if not re.search(r"\bkv get|\bread\b", lower):
                return None
            if call.command.captured:
                return notable("takes a stored secret into a variable")
            return dangerous("prints a stored secret", case="a printed secret")
        return notable("changes secrets") if re.search(r"\b(?:write|put|delete|patch)\b", lower) else None
    if name in ("zkCli.sh", "zookeeper-shell", "zookeeper-shell.sh"):
        return (
            dangerous("deletes a tree of nodes")
            if re.search(r"\b(?:deleteall|rmr)\b", lower)
            else notable("changes nodes")
            if re.search(r"\b(?:delete|set|create)\b", lower)
            else None
        )
    if name == "memcflush":
        return dangerous("empties the cache")
    if name == "ldapdelete":
        return dangerous("deletes entries of the directory")
    if name == "ldapmodify":
        return notable("changes entries of the directory")
    if name in ("cbc", "couchbase-cli"):
        return dangerous("deletes stored data") if re.search(r"bucket-(?:delete|flush)|bucket-flush", lower) else None
    return None


_HOUR = 3_600_000  # milliseconds


@rule(
    "SS1063",
    "Deletes queues, topics or what waits in them",
    why="Messages that nobody has read yet are gone.",
    instead="look at what waits first, and stop the producer before",
    on="kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh kafka-consumer-groups "
    "kafka-consumer-groups.sh kafka-configs kafka-configs.sh rabbitmqctl "
    "rabbitmqadmin nats pulsar-admin kcat rpk postsuper mailq exim activemq sqs celery redis-queue atrm "
    "postqueue qshape",
    bad=(
        "kafka-topics.sh --bootstrap-server k:9092 --delete --topic orders",
        "rabbitmqctl reset",
        "rabbitmqctl purge_queue jobs",
        "kafka-configs.sh --alter --entity-type topics --entity-name orders --add-config retention.ms=1000",
        "rabbitmqctl stop_app",
        "postsuper -d ALL",
        "celery purge -f",
        "kafka-consumer-groups --reset-offsets --to-latest --execute --group g --all-topics",
        "rabbitmqadmin delete queue name=q",
    ),
    good=(
        "kafka-topics.sh --list --bootstrap-server k:9092",
        "rabbitmqctl list_queues",
        "kafka-topics --describe --topic x",
        "mailq",
        "rabbitmqctl status",
        "postqueue -p",
    ),
)
def queues(call: Invocation) -> Hit | None:
    name, words, flags = call.name, set(call.words), call.flags
    if name.startswith("kafka-"):
        if (
            "--delete" in flags
            or name.startswith("kafka-delete-records")
            or "--delete-offsets" in flags
            or ("--reset-offsets" in flags and "--execute" in flags)
        ):
            return dangerous(
                f"deletes or skips messages: {name} {call.value('--topic') or call.value('--group') or ''}".rstrip()
            )
        kept = re.search(r"retention\.ms=(\d+)", call.text)
        if "--alter" in flags and ((kept and int(kept[1]) < _HOUR) or re.search(r"retention\.bytes=0\b", call.text)):
            return dangerous("lets messages expire at once")
        return notable("changes topics") if flags & {"--create", "--alter"} else None
    if name == "rabbitmqctl":
        if words & {
            "reset",
            "force_reset",
            "stop",
            "stop_app",
            "shutdown",
            "delete_queue",
            "purge_queue",
            "delete_vhost",
            "delete_user",
            "forget_cluster_node",
            "close_all_connections",
            "delete_policy",
            "clear_permissions",
        }:
            return dangerous(f"rabbitmqctl {' '.join(call.words)}: messages or access are lost")
        return (
            notable(f"rabbitmqctl {call.verb}")
            if re.match(r"add|set|change|start|cancel|rotate|sync", call.verb)
            else None
        )
    if name == "rabbitmqadmin":
        return dangerous("deletes what waits in a queue") if words & {"delete", "purge"} else None
    if name == "postsuper":
        return (dangerous if "ALL" in call.text else notable)("deletes mail that waits") if call.has("-d") else None
    if name == "celery":
        return dangerous("deletes every task that waits") if "purge" in words else None
    if name == "exim":
        return notable("removes mail that waits") if "-Mrm" in call.text else None
    if name in ("nats", "pulsar-admin", "rpk"):
        return (
            dangerous("deletes streams or what waits in them")
            if words & {"rm", "purge", "delete", "del", "clear-backlog", "skip-all"}
            else None
        )
    return None


_EVERY_INDEX = re.compile(r"/(?:\*|_all|%2A)/_settings\b|:\d+/_settings\b")
_KEEPING = re.compile(
    r"lifecycle[.\"]|\blifecycle\b|number_of_replicas\W{1,4}0\b|blocks[.\"][\w.\": {]*\btrue\b|\bpolicy_id\b"
)
_DATED = re.compile(
    r"\A(?:\w+://)?[^/]+/\.?[a-z][a-z0-9_.-]{2,}[-_.](?:…|20\d\d[-._]?(?:w?\d\d)(?:[-._]?\d\d)?)(?:-\d{4,6})?(?:\?.*)?\Z"
)


def _one_dated(url: str, call: Invocation) -> bool:
    """Whether the address is that of the one index of a day, a week or a month, as a rotation by age deletes it."""
    if not _DATED.match(url):
        return False
    holes = [part for word in (*call.operands, *call.all("--url")) if word.shape == url for part in word.unknowns]
    return all(re.search(r"\bdate\b", part.source) for part in holes[-1:])


@rule(
    "SS1064",
    "Deletes through a web interface of a store or a cluster",
    why="An HTTP DELETE of an index, a bucket or a namespace is as final as a DROP.",
    instead="read it with GET first, and make a snapshot",
    on="curl wget http https xh httpie",
    bad=(
        "curl -XDELETE http://localhost:9200/_all",
        "curl -X DELETE 'http://es:9200/logs-*'",
        "curl --request DELETE https://k8s:6443/api/v1/namespaces/prod",
        "wget --method=DELETE -O- http://es:9200/orders",
        'curl -X POST http://es:9200/orders/_delete_by_query -d \'{"query":{"match_all":{}}}\'',
        "curl --unix-socket /var/run/docker.sock -X DELETE http://localhost/containers/x",
        "curl -X POST http://localhost:8500/v1/agent/leave",
        'curl -X PUT es:9200/*/_settings -d \'{"index":{"lifecycle.name":"short"}}\'',
    ),
    good=(
        "curl http://localhost:9200/_cat/indices",
        "curl -X DELETE https://api.example.com/items/3",
        'curl -X DELETE "http://es:9200/logs-$(date -d "-60 days" +%Y.%m.%d)"',
        "curl -X DELETE https://es:9200/logs-2025-11",
        "curl -X DELETE https://es:9200/logs-2025.w43-000002",
        "curl -X POST -d a=b http://x/y",
        "curl -I https://example.com",
        "curl -X PUT es:9200/_all/_settings -d '{\"index.blocks.read_only_allow_delete\": null}'",
    ),
)
def web(call: Invocation) -> Hit | None:
    method = (call.value("-X", "--request", "--method") or "").upper()
    if not method and call.name in ("http", "https", "xh", "httpie"):
        method = call.verb.upper() if call.verb.isupper() else ""
    urls = [word for word in call.words if ":" in word or "/" in word] + [word.shape for word in call.all("--url")]
    if call.has("--unix-socket") and "docker.sock" in call.text and method in ("DELETE", "POST", "PUT"):
        return dangerous("commands the container engine through its socket")
    if method == "DELETE" or any(text.startswith("-XDELETE") for text in call.texts):
        for url in urls:
            path = re.sub(r"\A(?:\w+://)?[^/]*", "", url)
            if _one_dated(url, call):
                continue
            if re.search(r"/_search/scroll|/_async_search/", path) or (path.count("/") == 1 and throwaway(path[1:])):
                continue
            if re.search(
                r":(?:9200|9300|5984|8086|8500|2379|6443|8001|9000|8200|15672|7474|8091|8983)\b|/_all\b|"
                r"/api/v1/(?:nodes|namespaces)|/apis/|\*|/_?snapshot|/v1/kv|:(?:2375|2376|5000)/|/v2/[^?]*/manifests/|api\.github\.com/repos/[^/]+/[^/]+/?(?:$|\?)|/client/v4/zones/[^/]+/?$|/api/v4/projects/[^/]+/?$|/indices|/indexes|admin/collections",
                url,
            ) or path in ("", "/"):
                return dangerous(f"deletes {url} with what is stored there")
        return notable(f"sends DELETE to {' '.join(urls) or 'a server'}")
    if method in ("POST", "PUT", "PATCH") and "destructive_requires_name" in call.text and "false" in call.text:
        return dangerous("allows to delete every index at once")
    if method in ("POST", "PUT", "PATCH"):
        if re.search(
            r"/_delete_by_query|/_shutdown|/agent/(?:leave|force-leave)|/actuator/shutdown|/-/quit|/v1/sys/seal|"
            r"/quitquitquit|/drop\b|/_close|/flushall|/api/v1/admin/tsdb/delete_series|/commands/shutdown",
            " ".join(urls),
        ):
            return dangerous("deletes data or stops a service over its web interface")
        if any(map(_EVERY_INDEX.search, urls)) and _KEEPING.search(f"{call.text} {fed_text(call.command)}"):
            return dangerous("changes how long every index is kept, or how often, or whether it can be written")
        return notable(f"sends {method} to {' '.join(urls[:2]) or 'a server'}")
    return None
