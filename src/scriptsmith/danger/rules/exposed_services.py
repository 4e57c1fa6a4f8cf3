"""SS1505: settings by which a service lets anybody in, as one table of files and options."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule
from .served_folders import SERVED
from .written_settings import written_setting

_ANY = r"(?:0\.0\.0\.0|\*|::|\[::\])"
_STORE = "lets everybody on the network into the data"
_ENGINE = "opens the container engine, and with it the whole machine, to the network without asking who it is"
_SHARE = "lets everybody write to the share"
_CODE = "lets everybody run code on this machine"
_SCREEN = "lets everybody see and use the screen"
# The file (its end), what of its content opens it, and what that means.
_CLUSTER = "lets everybody on the network command the cluster"
_PROXY = rf"\bproxy\b[^\n]*--address[ =]{_ANY}"
_FILES = (
    (
        r"pg_hba\.conf",
        r"(?m)^\s*host\w*\s+\S+\s+\S+\s+(?!127\.|::1|localhost|samehost)\S+(?:\s+[\d.]+)?\s+trust\b|^\s*trust\s*$",
        "lets every machine of a network into the database without a password",
    ),
    (
        r".*",  # whatever the file is called: SHOW hba_file names it
        r"(?m)^\s*host\w*\s+\S+\s+\S+\s+(?:0\.0\.0\.0/0|::/0|all)\s+trust\b",
        "lets every machine of a network into the database without a password",
    ),
    (r"(?:named|bind)\S*\.conf\S*", r"allow-update\s*\{\s*any\s*;", "lets everybody change the names of the zone"),
    (
        r"(?:docker\S*\.(?:conf|service|json)|.*/docker[\w./-]*\.conf|daemon\.json)",
        rf"(?s)tcp://(?!127\.|localhost)(?:{_ANY}|\$|…|\d)(?!.*(?:--tlsverify|\"tlsverify\":\s*true))",
        _ENGINE,
    ),
    (r"(?:my|mysqld?|mariadb\w*|50-server)\.cnf", r"(?m)^\s*skip[-_]grant[-_]tables", _STORE),
    (r"redis\w*\.conf", r"(?m)^\s*protected-mode\s+no", _STORE),
    (r"mongod\w*\.conf", rf"(?s)bindIp(?:All)?:\s*(?:{_ANY}|true)(?!.*authorization:\s*enabled)", _STORE),
    (r"elasticsearch\.yml", r"xpack\.security\.enabled:\s*false", _STORE),
    (r"opensearch\.yml", r"plugins\.security\.disabled:\s*true", _STORE),
    (r"exports(?:\.d/\S+)?", r"(?m)^\s*/\S*\s+.*\bno_root_squash\b",
     "lets the root of other machines be root on the share"),
    (r"exports(?:\.d/\S+)?", r"(?m)^\s*/\S*\s+\*\(.*\brw\b", _SHARE),
    (r"smb\.conf", r"(?i)(?:guest ok|public)\s*=\s*yes(?s:.*)(?:read only\s*=\s*no|writ\w+\s*=\s*yes)", _SHARE),
    (r"rsyncd\.conf", r"(?i)read only\s*=\s*(?:no|false)(?!(?s:.*)auth users)", _SHARE),
    (r"snmpd\.conf", r"(?m)^\s*rwcommunity\s", "lets whoever knows one word change the machine"),
    (r"main\.cf", r"mynetworks\s*=.*(?:0\.0\.0\.0/0|\[::\]/0)", "lets everybody send mail through this machine"),
    (
        r"[\w.@/-]*(?:docker|containerd|podman|crio|libvirtd?|snapd|lxd|incus)[\w.@-]*\.socket(?:\.d/\S+)?",
        r"(?m)^\s*SocketMode\s*=\s*0?\d\d[2367]\b",
        "lets everybody command the machine through a socket",
    ),
    (r"libvirtd\.conf", r"(?m)^\s*auth_unix_rw\s*=\s*\"none\"(?s:.*)unix_sock_rw_perms\s*=\s*\"0?\d\d[2367]\"|"
     r"^\s*unix_sock_rw_perms\s*=\s*\"0?\d\d[2367]\"(?s:.*)auth_unix_rw\s*=\s*\"none\"",
     "lets everybody command the machine through a socket"),
    (r"haproxy\S*\.cfg", r"(?m)^\s*stats\s+socket\s+(?=.*\bmode\s+0?\d\d[2367]\b)(?=.*\blevel\s+admin\b)",
     "lets everybody command the machine through a socket"),
    (r"haproxy\S*\.cfg", rf"stats\s+socket\s+(?:ipv[46]@)?{_ANY}:\d+.*\blevel\s+admin\b",
     "lets everybody on the network command the load balancer"),
    (r"squid\S*\.conf", r"(?m)http_access\s+allow\s+all\b", "lets everybody go out through the proxy"),
    (r"clients\.conf", r"(?m)^\s*ipaddr\s*=\s*(?:0\.0\.0\.0/0|\*)\s*$",
     "takes questions about accounts from every address"),
    (r".*(?:\.ks|\.cfg|kickstart\S*)", r"(?m)^\s*zerombr\b(?s:.*)clearpart\s+--all",
     "wipes every disk of whatever machine starts from it"),
    (r"(?:php-fpm\.d|pool\.d)/\S+\.conf", r"(?m)^\s*listen\.mode\s*=\s*0?\d\d[2367]\b",
     "lets everybody on the machine run code as the web application"),
    (
        r"(?:.*(?:\.conf|nginx|apache|httpd|caddy|lighttpd|sites-|vhost).*|.*Caddyfile|…)",
        SERVED, "shows folders that hold more than a web site to whoever asks"),
    (r".*\.service", r"(?m)^\s*ExecStart=\S*/(?:kubectl|oc)\s[^\n]*" + _PROXY, _CLUSTER),
    (r"jupyter\w*_config\.py", r"\.(?:token|password)\s*=\s*(['\"])\1", _CODE),
)  # fmt: skip
_COMPILED = tuple((re.compile(rf"(?:.*/)?{file}\Z"), re.compile(text), words) for file, text, words in _FILES)
# The same said on a command line.
_COMMANDS = (
    ("dockerd", rf"tcp://(?!127\.|localhost)(?:{_ANY}|:|\d)(?!.*--tlsverify)", _ENGINE),
    ("redis-server", r"--protected-mode\s+no", _STORE),
    ("mysqld mysqld_safe mariadbd", r"--skip-grant-tables(?!.*--skip-networking)", _STORE),
    ("mongod", rf"--(?:bind_ip_all|bind_ip[ =]{_ANY})(?!.*--auth)", _STORE),
    ("etcd", rf"--listen-client-urls[ =]http://{_ANY}", _STORE),
    ("jupyter jupyter-lab jupyter-notebook", r"(?:token|password)=(?:''|\"\"|\s|\Z)", _CODE),
    ("x11vnc Xvnc vncserver", r"-nopw\b|-SecurityTypes[ =]None", _SCREEN),
    (
        "postconf",
        r"mynetworks\s*=.*(?:0\.0\.0\.0/0|\[::\]/0)|smtpd_(?:relay|recipient)_restrictions\s*=\s*permit(?!_)\b",
        "lets everybody send mail through this machine",
    ),
    ("xhost", r"(?:\A|\s)\+(?:\s|\Z)", _SCREEN),
    ("kubectl oc", _PROXY, _CLUSTER),
)
_NO_SERVERS = frozenset(("postconf", "xhost", "kubectl", "oc"))
_PROGRAMS = {name: (re.compile(text), words) for names, text, words in _COMMANDS for name in names.split()}


@rule(
    "SS1505",
    "Lets anybody into a service",
    why="A service that asks for no password is found by scanners within minutes; what it may do, everybody may do.",
    instead="ask for a password or a certificate (scram-sha-256, --tlsverify, requirepass), and name the one address "
    "or network that is meant",
    on="> " + " ".join(_PROGRAMS),
    yields="SS1852 SS1109",
    bad=(
        "echo 'host all all 0.0.0.0/0 trust' >> /var/lib/pgsql/data/pg_hba.conf",
        "sed -i 's/md5/trust/' /etc/postgresql/15/main/pg_hba.conf",
        "dockerd -H tcp://0.0.0.0:2375",
        "printf '[Service]\\nExecStart=\\nExecStart=/usr/bin/dockerd -H fd:// -H tcp://0.0.0.0:2375\\n' > "
        "/etc/systemd/system/docker.service.d/tcp.conf",
        "redis-server --bind 0.0.0.0 --protected-mode no",
        "kubectl proxy --port=8001 --address=0.0.0.0 --accept-hosts=.*",
        "echo '/srv *(rw,no_root_squash)' >> /etc/exports",
        "mysqld_safe --skip-grant-tables &",
        "mongod --bind_ip_all",
        "postconf -e 'mynetworks = 0.0.0.0/0 [::]/0'",
        "postconf -e 'smtpd_relay_restrictions = permit'",
        "sed -i 's/^http_access deny all/http_access allow all/' /etc/squid/squid.conf",
        "sed -i '/^global/a stats socket ipv4@0.0.0.0:9999 level admin' /etc/haproxy/haproxy.cfg",
    ),
    good=(
        "echo 'host all all 10.0.0.0/8 scram-sha-256' >> /var/lib/pgsql/data/pg_hba.conf",
        "echo 'local all postgres trust' >> /var/lib/pgsql/data/pg_hba.conf",
        "echo 'host all all 127.0.0.1/32 trust' >> /var/lib/pgsql/data/pg_hba.conf",
        "dockerd -H fd://",
        "dockerd -H tcp://0.0.0.0:2376 --tlsverify",
        "echo '/srv 10.0.0.5(rw,root_squash)' >> /etc/exports",
        "redis-server /etc/redis/redis.conf",
        "kubectl proxy --port=8001",
        "postconf -e 'mynetworks = 10.0.0.0/8'",
        "postconf -e 'smtpd_relay_restrictions = permit_mynetworks, reject'",
        "sed -i '/^global/a stats socket /run/haproxy/admin.sock level admin' /etc/haproxy/haproxy.cfg",
    ),
)
def let_in(call: Invocation) -> Hit | None:
    if known := _PROGRAMS.get(call.name):
        if call.has("--version", "--help", "-V", "-h"):
            return None
        if known[0].search(call.text):
            return dangerous(known[1])
        return None if call.name in _NO_SERVERS else notable(f"starts {call.name}")
    return written_setting(call, _COMPILED)
