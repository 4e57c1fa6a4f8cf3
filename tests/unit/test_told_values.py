"""Values that the words around them or their form give to one parameter, and what only looks like one of them."""

from __future__ import annotations

import pytest

from scriptsmith.core.types import Parameter, ParameterType
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.clusters import with_cluster


def required(name: str, type: ParameterType, **other: object) -> Parameter:
    return Parameter(name=name, type=type, option=f"--{name}", required=True, **other)  # type: ignore[arg-type]


def optional(name: str, type: ParameterType, default: str, **other: object) -> Parameter:
    return Parameter(name=name, type=type, option=f"--{name}", default=default, **other)  # type: ignore[arg-type]


NODE = required("node", "name", object="node")
LABEL = required("label", "name", object="label", pattern=r"[a-z0-9./-]+")
VALUE = required("value", "name", object="value", pattern=r"[a-z0-9]+")
VHOST = optional("vhost", "name", "/", object="vhost")
QUEUE = required("queue", "name", object="queue")
CORES = required("cores", "text", pattern=r"\d+(-\d+)?(,\d+(-\d+)?)*")
PKI = optional("pki", "name", "", object="pki", description="directory with ca.crt")
USER, GROUP = required("user", "user"), optional("group", "name", "same", object="group")
DIRECTORY = required("directory", "path")
TEXT = optional("text", "text", "")
NAME = required("name", "name", object="deployment")
PACKAGE = required("package", "name", object="package")
KIND = optional("kind", "choice", "deployment", choices=("deployment", "statefulset", "daemonset"))
ADDRESS, RESOLVER = required("name", "host"), optional("server", "host", "system")
DUMPS, PID = optional("dumps", "count", "1"), required("process_id", "count")
TIMEOUT = optional("timeout", "duration", "300", unit="seconds")
PORT = optional("port", "port", "0")
OLD, NEW = required("old", "text"), required("new", "text")
CERTIFICATE, CA = required("certificate", "path"), required("ca", "path")
OUTCOME = optional("outcome", "choice", "succeeded", choices=("succeeded", "failed", "both"))
NAMESPACE = optional("namespace", "name", "default", object="namespace")
STORE, LIST = optional("host", "host", "127.0.0.1"), optional("list", "path", "SHA256SUMS")
SECONDS = optional("seconds", "duration", "10", unit="seconds")
KEEP = required("keep", "count", description="how many archives stay")
REPLICATION = optional("replication_factor", "count", "3")
PARTITIONS = required("partitions", "count")
OWNER = optional("user", "user", "current", description="whose cron jobs; current means the user who runs the script")
RELOADED = optional("service", "service", "", description="systemd unit to reload, such as nginx")
MATCHER = optional("matcher", "text", "", pattern=r'([a-z]+="[^"]+")?')
LATENCY = optional("latency", "duration", "0", unit="milliseconds")
PEER = required("address", "host", pattern=r"[0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
PAIR = [required("certificate", "path"), required("key", "path")]
CONTEXT = optional("context", "name", "", object="cluster")
DAYS = optional("days", "duration", "30", unit="days")
HOURS, SERVICE = optional("hours", "duration", "24", unit="hours"), required("service", "service")
HELD = optional("text", "text", "", description="only lines that hold this text, literally")
SINCE, UNTIL = optional("since", "text", "-1h"), optional("until", "text", "")
MILLISECONDS = optional("milliseconds", "count", "100")
KEY = required("key", "text", pattern=r"ssh-(ed25519|rsa) AAAA[A-Za-z0-9+/]+={0,2}( .*)?")
ED25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK9BpgLBhTmMzOfZ4i2D3w0OYdHYEPS5"
SCHEDULE = required("schedule", "text", pattern=r"@(hourly|daily)|([0-9*][0-9*,/-]* ){4}[0-9*][0-9*,/-]*")
MESSAGE = optional("message", "text", "", description="message of the tag")
RESOURCE = required("resource", "name", object="resource", description="kind of the object, such as pvc or pv")


@pytest.mark.parametrize(
    ("parameters", "text", "values"),
    [
        ([NODE, LABEL, VALUE], "label node gpu-1 tier=a100", {"node": "gpu-1", "label": "tier", "value": "a100"}),
        ([QUEUE, VHOST], 'QueueLag vhost="/edi" queue=sms.retry', {"queue": "sms.retry", "vhost": "/edi"}),
        ([NAME, NAMESPACE], "deployment=cart ns=yard: restart it", {"name": "cart", "namespace": "yard"}),
        ([STORE], "redis-2: bigest keys", {"host": "redis-2"}),
        ([LIST, DIRECTORY], "do the sums in SUMS.sha1 match what is in /srv/a", {"list": "SUMS.sha1"}),
        ([SECONDS], "queries that take more than 2s", {"seconds": "2"}),
        ([PKI], "are the members well? certs are in /etc/etcd/pki", {"pki": "/etc/etcd/pki"}),
        ([DIRECTORY, USER, GROUP], "chown -R www-data:adm /srv/www", {"user": "www-data", "group": "adm"}),
        ([NAME, KIND], "has the daemonset node-exporter rolled out?", {"name": "node-exporter", "kind": "daemonset"}),
        ([NAME, KIND], "restart daemonset/fluent-bit", {"name": "fluent-bit", "kind": "daemonset"}),
        ([ADDRESS, RESOLVER], "does repo.internal resolve if you ask 10.0.0.53?", {"server": "10.0.0.53"}),
        ([PID, DUMPS], "three jstacks of 9050", {"process_id": "9050", "dumps": "3"}),
        ([TIMEOUT], "save it, wait up to 15 minutes", {"timeout": "900"}),
        ([OLD, NEW], "swap db-old.local for db-new.local", {"old": "db-old.local", "new": "db-new.local"}),
        ([CERTIFICATE, CA], "was /tmp/app.crt signed by /tmp/ca.pem?", {"certificate": "/tmp/app.crt"}),
        ([OUTCOME], "remove jobs that completed or failed", {"outcome": "both"}),
        ([KEEP], "/backup has 200 archives, keep the latest 14", {"keep": "14"}),
        ([PARTITIONS, REPLICATION], "12 partitions, RF 2", {"replication_factor": "2"}),
        ([OWNER], "comment it out in the crontab of feeds", {"user": "feeds"}),
        ([OWNER], "comment it out in search's crontab for now", {"user": "search"}),
        ([OWNER], "the job of user mirror, please", {"user": "mirror"}),
        ([RELOADED], "renew it, and let nginx pick it up", {"service": "nginx"}),
        ([MATCHER], 'mute it for instance="nas-2:9100"', {"matcher": 'instance="nas-2:9100"'}),
        ([LATENCY], "stay under an average latency of 40 ms", {"latency": "40"}),
        ([PEER, PORT], "who talks to 203.0.113.77, port 443 only", {"address": "203.0.113.77", "port": "443"}),
        (PAIR, "does /tmp/a.key belong to /tmp/a.pem", {"certificate": "/tmp/a.pem", "key": "/tmp/a.key"}),
        ([RESOURCE], "pvc data-0 is stuck, strip its finalizers", {"resource": "pvc"}),
        ([NAME, CONTEXT], "roll back deployment sso, ctx qa-2", {"name": "sso", "context": "qa-2"}),
        ([NAME, CONTEXT], "in the retail-prod cluster, restart deployment cart", {"context": "retail-prod"}),
        ([NAME, CONTEXT], "restart deployment cart, context=uat", {"name": "cart", "context": "uat"}),
        ([TIMEOUT, DAYS], "when does it run out? give it 25 seconds", {"timeout": "25", "days": "30"}),
        ([TIMEOUT], "wait for three quarters of a minute", {"timeout": "45"}),
        ([MILLISECONDS], "is the clock off by more than a quarter of a second", {"milliseconds": "250"}),
        ([DAYS], "it vanishes twice a day, look at the last fortnight", {"days": "14"}),
        ([HOURS], "saved within 6 hours? we found out last month", {"hours": "6"}),
        ([STORE, PORT], "what does imap.example.org on 993 serve", {"host": "imap.example.org", "port": "993"}),
        ([STORE, PORT], "is sess-2 alive? redis on 6380. half fail", {"host": "sess-2", "port": "6380"}),
        (
            [USER, KEY],
            f"for user relbot accept {ED25519} relbot@yard, please",
            {"key": f"{ED25519} relbot@yard", "user": "relbot"},
        ),
        ([KEY], f"add {ED25519} to the account", {"key": ED25519}),
        ([SCHEDULE], "have cron run it, 20 6 * * 1-5, as finbatch", {"schedule": "20 6 * * 1-5"}),
        ([MESSAGE], "annotated, message CHG-99102", {"message": "CHG-99102"}),
        ([HELD], "the ten most common lines with imap in them", {"text": "imap"}),
        ([HELD], "only what has be_ledger in it", {"text": "be_ledger"}),
        ([SERVICE], "'Unit snmpd.service is masked.' Undo that", {"service": "snmpd"}),
        ([SINCE, UNTIL], "log from '2025-06-10 22:00' to 'now'", {"since": "2025-06-10 22:00", "until": "now"}),
        ([NAME], "They write: 'It hangs. Could you restart deployment cart-1?'", {"name": "cart-1"}),
    ],
)
def test_a_value_is_taken_where_it_is_named(parameters: list[Parameter], text: str, values: dict[str, str]) -> None:
    """A name before it or an equals sign says whose a value is, or that nothing else takes its like."""
    bound = bind(parameters, text)
    assert {name: bound.values.get(name) for name in values} == values
    assert bound.problems == ()


@pytest.mark.parametrize(
    ("parameters", "text", "name"),
    [
        ([QUEUE, VHOST], "delete the queue sms.retry of each vhost", "vhost"),
        ([CORES], "pin it to few cores", "cores"),
        ([NODE, LABEL, VALUE], "node w-2 is to carry the label x.io/rack", "value"),
        ([TEXT], "how many TCP connections", "text"),
        ([USER], "I removed it by mistake, get it back", "user"),
        ([PORT], "drop more than 8080 packets", "port"),
        ([PID, DUMPS], "dump 9050 after 3 minutes", "dumps"),
        ([PORT], "roll it out on 40 hosts", "port"),
        ([USER], "put her into wireshark, thx, ACC-2291", "user"),
        ([PACKAGE], "what is held, see OPS-933", "package"),
        ([OUTCOME], "remove all jobs", "outcome"),
        ([STORE], "redis-2 and redis-3: keys", "host"),
        ([SECONDS], "do it in 20 minutes", "seconds"),
        ([LIST], "the sums of a.sha1 and b.sha1", "list"),
        ([required("name", "name", object="process")], "kill process 1234", "name"),
        ([PACKAGE], "telnetd has no business on pos-gw-11, uninstall it", "package"),
    ],
)
def test_what_stands_elsewhere_is_not_taken(parameters: list[Parameter], text: str, name: str) -> None:
    """Ordinary words, places and other quantities are left: a default, or a question, is better than a guess."""
    default = next(it.default for it in parameters if it.name == name)
    assert bind(parameters, text).values.get(name) == default


@pytest.mark.parametrize(
    ("text", "context", "told"),
    [
        ("restart deployment cart on qa-2", "qa-2", 1),
        ("deployment cart hangs, dev-west", "dev-west", 1),
        ("restart deployment cart (staging)", "staging", 1),
        ("restart deployment cart in the uat cluster", "uat", 0),
        ("restart deployment cart on qa-2 and on dev-west", "", 1),
        ("restart deployment cart of team-a", "", 0),
        ("restart deployment cart-on-qa", "", 0),
    ],
)
def test_a_cluster_is_never_dropped(text: str, context: str, told: int) -> None:
    """What stands where places do is taken for the cluster, and told, since no word says that it is one."""
    reading = read(text)
    bound = with_cluster([NAME, CONTEXT], reading, bind([NAME, CONTEXT], reading))
    assert (bound.values["context"], len(bound.problems)) == (context, told)
    assert with_cluster([NAME], reading, bind([NAME], reading)) == bind([NAME], reading)


def test_what_is_named_and_not_understood_is_asked_for() -> None:
    """A default does not stand in silence for what the action speaks of."""
    policy = optional("empty_dir", "choice", "refuse", choices=("refuse", "delete"))
    assert bind([NODE, policy], "drain worker-4, emptyDir data may go").problems
    assert not bind([NODE, policy], "drain worker-4 and delete emptyDir data").problems


def test_a_name_after_its_noun_may_be_a_word_of_the_entry() -> None:
    """ "namespace chaos" names one though the entry is about Chaos Mesh; elsewhere "chaos" is what it is about."""
    known = frozenset({"chaos"})
    assert bind([NAMESPACE], "pause the job (namespace chaos)", known).values["namespace"] == "chaos"
    assert bind([NAME], "pause the chaos deployment", known).missing == ("name",)


def test_a_verb_before_it_is_no_service() -> None:
    """ "let systemd give it 65536" asks, and names nothing."""
    service = required("service", "service")
    assert bind([service], "let systemd give it 65536").missing == ("service",)
