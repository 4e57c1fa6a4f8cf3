"""SS1222 and SS1228: what an unchecked connection brought, installed or put in the place of settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .downloads import compares_digest
from .invocation import Invocation, invocation
from .rule import dangerous, script_rule
from .write_targets import Target, targets

_NEAR = re.compile(r"https?://(?:localhost|127\.|\[::1\])")
_PLAIN = re.compile(r"(?<![\w:])http://(?!localhost|127\.|\[::1\])\S")
_INSTALLED = re.compile(r"/(?:usr|opt|bin|sbin|lib|etc|srv/app)(?:/|\Z)")
_FETCHERS = frozenset(("curl", "wget", "aria2c", "git", "pip", "pip3", "helm", "npm"))


def _unchecked(call: Invocation) -> bool:
    """Whether something is fetched from whoever answers."""
    if call.name == "curl":
        return call.has("-k", "--insecure") or bool(_PLAIN.search(call.text))
    if call.name == "wget":
        return call.has("--no-check-certificate") or bool(_PLAIN.search(call.text))
    if call.name == "git":
        return "clone" in call.words and bool(
            re.search(r"(?i)sslVerify=(?:false|0|no)", call.text)
            or any(name == "GIT_SSL_NO_VERIFY" for name, _ in call.command.assignments)
            or re.search(r"(?<!\w)(?:http|git)://(?!localhost|127\.)", call.text)
        )
    return False


def _installs(call: Invocation) -> bool:
    """Whether the command puts programs into the system."""
    name, words = call.name, call.words
    if name == "dpkg":
        return call.has("-i", "--install")
    if name == "rpm":
        return call.has("-i", "-U", "-F", "--install", "--upgrade", "-ivh", "-Uvh") and not call.has("-q", "-V", "-K")
    if name in ("apt", "apt-get", "yum", "dnf", "zypper"):
        return bool({"install", "localinstall"} & set(words[:2])) and any(
            re.search(r"\.(?:deb|rpm)\Z", word) for word in words
        )
    if name in ("make", "gmake", "cmake", "ninja", "meson"):
        return "install" in words
    if name in ("install", "cp", "mv"):
        return any(
            re.match(r"/(?:usr(?:/local)?/)?s?bin(?:/|\Z)|/opt/|/usr/local/lib", target.path)
            for target in targets(call)
        )
    if name in ("tar", "bsdtar", "unzip"):
        return any(target.how == "extracts into" and _INSTALLED.match(target.path) for target in targets(call))
    return name in ("insmod", "update-ca-certificates", "update-ca-trust")


@script_rule(
    "SS1222",
    "Installs what came over a connection that nobody checks",
    why="Without a certificate, a signature or a digest, whoever stands between decides what is installed with every "
    "right.",
    instead="leave the certificate check on, fetch over https, and compare a digest or a signature that stands in "
    "the script",
    on="dpkg rpm apt apt-get yum dnf zypper make install cp mv tar unzip pip pip3",
    bad=(
        "wget --no-check-certificate http://mirror.example/agent.deb -O /tmp/agent.deb; dpkg -i /tmp/agent.deb",
        "curl -k https://x.example/t.tgz | tar xz -C /usr/local",
        "git -c http.sslVerify=false clone https://git.example/a.git; make -C a install",
        "pip install --trusted-host pypi.internal --index-url http://pypi.internal/simple tools",
        "curl -s http://dl.example.org/exporter.tgz | tar xz -C /usr/local/bin",
    ),
    good=(
        "curl -fsSO https://x.example/agent.deb; dpkg -i agent.deb",
        "curl -kO https://x.example/t.deb; echo 'abc  t.deb' | sha256sum -c - && dpkg -i t.deb",
        "apt-get install -y nginx",
        "git clone https://git.example/a.git; make -C a install",
        "pip install -r requirements.txt",
        "curl -k https://localhost:8443/health; apt-get install -y nginx",
    ),
)
def installed(calls: Sequence[Invocation]) -> Iterator[Hit]:
    open_way = ""
    for call in calls:
        command = call.command
        if compares_digest(call) or (call.name == "openssl" and "-verify" in call.text):
            return
        if call.name in ("pip", "pip3") and call.verb == "install":
            if re.search(r"(?:--index-url|-i|--extra-index-url)[ =]http://(?!localhost|127\.)", call.text):
                yield dangerous("installs packages from whoever answers", command.place)
            continue
        if not _installs(call):
            if _unchecked(call) and not _NEAR.search(call.text) and _keeps(call):
                open_way = call.name
            continue
        feeding = [up for up in command.upstream if up.name in ("curl", "wget") and _unchecked(invocation(up))]
        if open_way or feeding:
            yield dangerous(
                f"installs what {open_way or feeding[0].name} brought over a connection that nobody checks",
                command.place,
            )


def _keeps(call: Invocation) -> bool:
    """Whether what is fetched is kept as a file or goes on to another program."""
    if call.name == "curl":
        written = [each.target.shape for each in call.command.redirects if ">" in each.operator]
        return call.has("-o", "-O", "--output", "--remote-name") or any(path != "/dev/null" for path in written)
    return True


_LIVE = re.compile(
    r"/var/named/|/etc/(?:bind|named|nginx|haproxy|apache2|httpd|dnsmasq|postfix|prometheus|alertmanager|squid|keepalived|frr|"
    r"dhcp|rsyslog|"
    r"chrony|resolv|hosts|nsswitch|sysctl|security|logrotate)\b"
)
# Clients that print what a server answers, or nothing.
_ANSWERING = ("psql", "mysql", "mariadb", "consul", "etcdctl", "vault", "dig", "ldapsearch", "redis-cli", "mongosh")
_TESTING = re.compile(
    r"named-check\w+|nginx|haproxy|apachectl|promtool|sshd|visudo|dnsmasq|squid|postfix|diff|cmp|grep|jq|xmllint|"
    r"test|\[\[?"
)


@script_rule(
    "SS1228",
    "Replaces live settings by whatever the network answers",
    why="An error page, half a file or nothing at all is taken for the settings, and the service goes down with them.",
    instead="fetch into a file of your own with curl -f, test it (named-checkzone, nginx -t -c), and move it into "
    "place then",
    on="curl wget " + " ".join(_ANSWERING),
    bad=(
        "cat base > /etc/haproxy/haproxy.cfg; curl -s http://consul.internal/v1/a | jq . >> /etc/haproxy/haproxy.cfg",
        "psql -At -c 'select name, ip from hosts' assets > /var/named/db.internal; rndc reload internal",
        "curl -s http://ipam.internal/zone > /etc/bind/db.example.org; systemctl restart named",
        "curl -o /etc/nginx/nginx.conf https://cfg.internal/nginx.conf",
        "wget -qO /etc/haproxy/haproxy.cfg http://cfg.internal/haproxy.cfg && systemctl reload haproxy",
    ),
    good=(
        "curl -fsS https://ipam.internal/zone -o /tmp/z && named-checkzone a /tmp/z",
        "curl -fsS https://cfg.internal/a -o /etc/nginx/conf.d/a.conf; nginx -t && systemctl reload nginx",
        "curl -s http://localhost/status > /var/log/status",
        "psql -At -c 'select name, ip from hosts' assets > /var/named/z; named-checkzone a /var/named/z && rndc reload",
        "curl -s http://inventory.internal/hosts >> /etc/hosts.deny",
    ),
)
def replaced(calls: Sequence[Invocation]) -> Iterator[Hit]:
    begun: set[str] = set()  # live files that the script writes anew
    strict = False
    for at, call in enumerate(calls):
        strict = strict or (call.name == "set" and (call.has("-e") or "errexit" in call.words))
        written = [each for each in targets(call) if _LIVE.match(each.path) and not _aside(each)]
        begun |= {each.path for each in written if each.how in ("overwrites", "empties")}
        if not written or not (asked := _asked(call)):
            continue
        if any(_TESTING.fullmatch(each.name) and (strict or each.command.tested) for each in calls[at + 1 :]):
            continue
        for path in (each.path for each in written if each.path in begun):
            yield dangerous(f"replaces {path} by whatever {asked} answers", call.command.place)


def _aside(target: Target) -> bool:
    """Whether a file is a new one that lies beside the live one."""
    return target.path.endswith((".new", ".tmp", ".part", ".next")) or any(
        "mktemp" in part.source for part in target.word.unknowns
    )


def _asked(call: Invocation) -> str:
    """Who is asked over a network for what a command writes, in words; none for a file that lay aside first."""
    if call.name in ("mv", "cp", "install"):
        return ""
    for each in (call.command, *call.command.upstream):
        if each.name in ("curl", "wget") and not _NEAR.search(" ".join(word.shape for word in each.arguments)):
            return "the network"
        if each.name in _ANSWERING:
            return each.name
    return ""
