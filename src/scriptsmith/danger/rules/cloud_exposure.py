"""SS1215 and SS1216: cloud policies that let everybody in, and rules that expire everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .rule import dangerous, rule, script_rule
from .write_targets import content, targets

_WORLD = r"(?:0\.0\.0\.0/0|::/0)"
# A web server is meant to be reached.
_WEB = re.compile(r"(?<![\d.])(?:tcp:)?(?:80|443)(?![\d.-])|\b(?:http|https)\b")
_PUBLIC_FILES = re.compile(
    r"(?i)static|assets?\b|cdn|www|public|site|downloads?|releases?|images?|\.(?:html|css|js|png|svg|jpe?g|ico|"
    r"woff2?)\b"
)
_EVERYBODY = re.compile(
    r"(?s)\"?Effect\"?\s*:\s*\"?Allow\"?(?=.*\"?Principal\"?\s*:\s*(?:\"\*\"|\{\s*\"?AWS\"?\s*:\s*\[?\s*\"\*\"))|"
    r"\"?Principal\"?\s*:\s*(?:\"\*\"|\{\s*\"?AWS\"?\s*:\s*\[?\s*\"\*\")(?=.*\"?Effect\"?\s*:\s*\"?Allow)"
)
_NARROWED = re.compile(r"(?i)\"?Condition\"?\s*:")
_POLICIES = re.compile(
    r"put-bucket-policy|put-resource-policy|set-repository-policy|put-key-policy|set-queue-attributes|add-permission|"
    r"create-role|"
    r"update-assume-role-policy|put-bucket-acl|set-topic-attributes|put-file-system-policy|create-queue|create-topic|"
    r"put-backup-vault"
)
_LIFECYCLE = re.compile(r"put-bucket-lifecycle|lifecycle\s+set|--lifecycle-file|setlifecycle|ilm\s+import")
# What makes one of these open, by program: the command line with the files that it names.
_OPENING: Mapping[str, re.Pattern[str]] = {
    "aws": re.compile(
        rf"authorize-security-group-ingress.*{_WORLD}|create-network-acl-entry.*{_WORLD}.*allow|--acl[ =]public-read|"
        rf"--publicly-accessible|"
        r"modify-(?:snapshot|image|db-snapshot|db-cluster-snapshot)-attribute.*(?:\ball\b|Group=all)|"
        r"put-public-access-block.*(?:Block\w+|Ignore\w+|Restrict\w+)=false|delete-public-access-block|"
        r"--grant-(?:read|write|full-control)\S*.*AllUsers|endpointPublicAccess=true.*publicAccessCidrs=0\.0\.0\.0"
    ),
    "gcloud": re.compile(
        rf"firewall-rules\s+(?:create|update).*--source-ranges[ =]\S*{_WORLD}|"
        rf"add-iam-policy-binding.*all(?:Authenticated)?Users|"
        rf"--authorized-networks[ =]\S*{_WORLD}|--allow-unauthenticated.*--ingress[ =]all\b.*admin"
    ),
    "az": re.compile(
        rf"nsg\s+rule\s+(?:create|update).*--source-address-prefix(?:es)?[ =](?:'?\*'?|Internet|Any|{_WORLD})(?=\s|"
        rf"\Z)|"
        r"--public-access[ =](?:blob|container)|--allow-blob-public-access[ =]true|"
        r"firewall-rule\s+create.*--start-ip-address[ =]0\.0\.0\.0.*--end-ip-address[ =]255\.255\.255\.255|"
        r"--default-action[ =]Allow"
    ),
    "gsutil": re.compile(r"\b(?:iam|acl|defacl)\b.*(?:allUsers|allAuthenticatedUsers|public-read)"),
    "s3cmd": re.compile(r"--acl-public"),
    "mc": re.compile(r"(?:anonymous\s+set(?:-json)?|policy\s+set)\s+(?:public|download|upload)"),
    "doctl": re.compile(rf"firewall.*address:{_WORLD}"),
    "hcloud": re.compile(rf"firewall\s+add-rule.*--source-ips[ =]{_WORLD}"),
    "openstack": re.compile(rf"security\s+group\s+rule\s+create.*--remote-ip[ =]{_WORLD}"),
}  # fmt: skip


def _with_files(call: Invocation, written: Mapping[str, str]) -> str:
    """The command line with what stands in the files that it names."""
    line = call.text
    if "…" in line:
        line = " ".join(word.written for word in call.command.arguments)
    named = [text for path, text in written.items() if path and path.rpartition("/")[2] in line]
    return "\n".join((call.text, *named, content(call.command) or ""))


def _emptied(command: Command) -> str:
    """A here-document with nothing for each value that may be empty: what the file says in the worst case."""
    return "\n".join(each.target.emptied for each in command.redirects if each.operator in ("<<", "<<-"))


def _files(calls: Sequence[Invocation]) -> Iterator[tuple[Invocation, str]]:
    """Every command with its text and the texts of the files that the script wrote before and it names."""
    written: dict[str, str] = {}
    for call in calls:
        if call.name in _OPENING:
            yield call, _with_files(call, written)
        for target in targets(call):
            text = content(call.command)
            if text and "…" in text:
                text = _emptied(call.command) or text
            if text and target.how in ("overwrites", "appends to", "creates"):
                written[target.word.written if target.word.unknowns else target.path] = text


@script_rule(
    "SS1215",
    "Opens something in a cloud to everybody",
    why="Addresses of a cloud are searched by machines day and night; what is open there is found within minutes.",
    instead="name the account, the role or the network that is meant, and let a load balancer stand before it",
    on=" ".join(_OPENING),
    bad=(
        "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 5432 --cidr 0.0.0.0/0",
        "gcloud compute firewall-rules create a --allow tcp:22 --source-ranges 0.0.0.0/0",
        "gsutil iam ch allUsers:objectViewer gs://exports",
        "aws s3 cp crm.dump s3://exports/ --acl public-read",
        "az storage container set-permission -n backups --public-access blob",
        "aws s3api put-bucket-policy --bucket b --policy "
        '\'{"Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject"}]}\'',
        "aws ec2 modify-snapshot-attribute --snapshot-id s --create-volume-permission Add=[{Group=all}]",
    ),
    good=(
        "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 5432 --cidr 10.0.0.0/8",
        "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 443 --cidr 10.0.0.0/8",
        "aws s3 cp logo.svg s3://static-assets/ --acl public-read",
        "gsutil iam ch group:ops@example.org:objectViewer gs://exports",
        "gcloud compute firewall-rules create web --allow tcp:443 --source-ranges 0.0.0.0/0",
        "az nsg rule list",
    ),
)
def opened(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call, text in _files(calls):
        if call.has("--dry-run", "--help"):
            continue
        line = " ".join(text.split())
        policy = (
            call.name == "aws"
            and _POLICIES.search(call.text)
            and _EVERYBODY.search(text)
            and not _NARROWED.search(text)
        )
        if not policy and not _OPENING[call.name].search(line):
            continue
        if (
            not policy
            and re.search(r"cidr|source-ranges|source-address|source-ips|remote-ip", line)
            and _WEB.search(line)
            and not re.search(r"\b(?:22|5432|3306|6379|9200|27017|3389)\b", line)
        ):
            continue
        if "public-read" in line and "write" not in line and _PUBLIC_FILES.search(line.replace("public-read", "")):
            continue
        yield dangerous("opens something in the cloud to everybody on the internet", call.command.place)


_FILTERED = re.compile(
    r"(?s)\"?(?:Prefix|Tag|And|matchesPrefix|matchesSuffix|ObjectSize\w+)\"?\s*:\s*(?!\s*\"\")[\"\[{]\s*[^\s\"\]}]"
)
_EXPIRES = re.compile(
    r"(?s)\"?Expiration\"?\s*:\s*\{[^}]*\"?(?:Days|Date)\"?|\"type\"\s*:\s*\"Delete\"|\bDays=\d+|--expire-days?\s+\d"
)


@script_rule(
    "SS1216",
    "Lets every object of a store expire",
    why="A rule with an empty filter holds for all objects; what has expired is deleted, its versions too.",
    instead='name the folder that may expire ("Prefix": "tmp/"), and look at what lies there first',
    on="aws gsutil gcloud s3cmd mc",
    bad=(
        "aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration "
        '\'{"Rules":[{"Status":"Enabled","Filter":{"Prefix":""},"Expiration":{"Days":1}}]}\'',
        'echo \'{"rule":[{"action":{"type":"Delete"},"condition":{"age":1}}]}\' > l.json; gsutil lifecycle set '
        "l.json gs://b",
        'echo \'{"Rules":[{"Filter":{},"Expiration":{"Days":7}}]}\' > /tmp/l.json\n'
        "aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration file:///tmp/l.json",
    ),
    good=(
        "aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration "
        '\'{"Rules":[{"Status":"Enabled","Filter":{"Prefix":"tmp/"},"Expiration":{"Days":7}}]}\'',
        "aws s3api get-bucket-lifecycle-configuration --bucket b",
        "aws s3api put-bucket-lifecycle-configuration --bucket b --lifecycle-configuration "
        '\'{"Rules":[{"Filter":{},"Status":"Enabled","AbortIncompleteMultipartUpload":{"DaysAfterInitiation":7}}]}\'',
    ),
)
def expiring(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call, text in _files(calls):
        if _LIFECYCLE.search(call.text) and _EXPIRES.search(text) and not _FILTERED.search(text):
            yield dangerous("lets every object of the store expire: the rule has no filter", call.command.place)


_PORT = re.compile(
    r"(?<![\d.])(?:22|23|3389|5900|3306|5432|6379|27017|9200|9300|11211|2375|2376|2379|6443|10250|1433|1521|5984|"
    r"8086|9042|5672|"
    r"15672|9092|2181|389|445|2049|111|873|8500|8200)(?:/(?:tcp|udp))?(?![\d.])|\b(?:mysql|postgresql|redis|mongodb|"
    r"elasticsearch|samba|nfs|ldap|memcached|rsync|telnet|vnc-server)\b"
)
_DATA_PORT = re.compile(_PORT.pattern.replace("22|23|3389|5900|", "23|5900|"))


@rule(
    "SS1217",
    "Lets everybody reach a database or a store through the firewall",
    why="Stores are built for the inside of a network; many let in whoever reaches them.",
    instead="name who may come: ufw allow from 10.0.0.0/8 to any port 5432, iptables -s, a rich rule with a source",
    on="ufw iptables ip6tables firewall-cmd nft",
    bad=(
        "ufw allow 6379/tcp",
        "ufw allow proto tcp from any to any port 5432",
        "iptables -A INPUT -p tcp --dport 3306 -j ACCEPT",
        "firewall-cmd --permanent --add-port=9200/tcp",
        "firewall-cmd --add-service=redis",
    ),
    good=(
        "ufw allow from 10.0.0.0/8 to any port 6379",
        "ufw allow 443/tcp",
        "ufw allow 22/tcp",
        "iptables -A INPUT -p tcp -s 10.0.0.0/8 --dport 3306 -j ACCEPT",
        "iptables -A INPUT -i lo -p tcp --dport 3306 -j ACCEPT",
        "firewall-cmd --zone=internal --add-port=9200/tcp",
        "ufw delete allow 6379/tcp",
    ),
)
def reachable(call: Invocation) -> Hit | None:
    text = call.text
    found = _DATA_PORT.search(text)
    if found is None or call.has("--dry-run"):
        return None
    if call.name == "ufw":
        if "allow" not in call.words[:2] or re.search(r"\bfrom (?!any\b|0\.0\.0\.0/0)|\bon (?:lo|docker|tun|wg)", text):
            return None
        if "delete" in call.words:
            return None
    elif call.name in ("iptables", "ip6tables"):
        ports = call.value("--dport", "--dports", "--destination-port") or ""
        source = call.value("-s", "--source", "--src") or "0.0.0.0/0"
        if (
            not _DATA_PORT.search(ports)
            or source not in ("0.0.0.0/0", "0/0", "::/0")
            or call.has("-i", "--in-interface")
        ):
            return None
        if (call.value("-j", "--jump") or "") != "ACCEPT" or "INPUT" not in (
            call.value("-A", "-I", "--append", "--insert") or ""
        ):
            return None
    elif call.name == "nft":
        if not re.search(r"\badd\s+rule\b.*\binput\b.*\bdport\b.*\baccept\b", text) or "saddr" in text or "iif" in text:
            return None
    else:
        zone = call.value("--zone") or "public"
        if (
            not re.search(r"--add-(?:port|service)", text)
            or zone in ("internal", "trusted", "home", "work", "dmz")
            or "…" in zone
        ):
            return None
    return dangerous(f"lets everybody on the network reach {found[0]}")
