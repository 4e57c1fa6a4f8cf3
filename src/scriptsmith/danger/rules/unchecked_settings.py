"""SS1253, SS1508 and SS1509: settings that nobody has checked before they are in force."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule
from .write_targets import targets

_SSHD = re.compile(r"/etc/ssh/sshd_config(?:\.d/[^/]+)?\Z")
_SSH_UNITS = re.compile(
    r"\b(?:restart|reload|reload-or-restart|try-restart)\b.*\bsshd?\b|\bsshd?\b.*\b(?:restart|reload)\b"
)
_CHECKS = re.compile(r"(?:\A|\s)-(?:\w*[tT])\b")


@script_rule(
    "SS1508",
    "Restarts sshd with settings that nobody has checked",
    why="With one wrong line sshd does not start again, and with a list of users that lacks one nobody of them comes "
    "in: "
    "the machine can only be reached from its console.",
    instead="check first and keep the old file: sshd -t && systemctl reload sshd || cp -p sshd_config.bak sshd_config; "
    "leave a session open until a new one works",
    on="systemctl service rc-service",
    bad=(
        "echo 'AllowUsers deploy' >> /etc/ssh/sshd_config; systemctl restart sshd",
        "ssh root@web1 \"echo 'AllowUsers deploy' >> /etc/ssh/sshd_config && systemctl restart sshd\"",
        "cat > /etc/ssh/sshd_config.d/10-x.conf <<E\nKexAlgorithms x\nE\nservice ssh restart",
        "scp sshd_config root@web1:/etc/ssh/sshd_config; ssh root@web1 systemctl restart sshd",
    ),
    good=(
        "echo 'AllowUsers deploy' >> /etc/ssh/sshd_config; sshd -t && systemctl reload sshd",
        "systemctl restart sshd",
        "echo 'Banner /etc/issue' >> /etc/ssh/sshd_config",
        "scp sshd_config root@web1:/etc/ssh/sshd_config; ssh root@web1 'sshd -t && systemctl reload sshd'",
    ),
)
def unchecked_door(calls: Sequence[Invocation]) -> Iterator[Hit]:
    written = ""
    for call in calls:
        if call.name == "sshd" and _CHECKS.search(call.text):
            return
        for target in targets(call):
            if _SSHD.match(target.path):
                written = target.path
        if call.name in ("scp", "rsync") and call.operands:
            path = call.operands[-1].written.partition(":")[2]
            written = path if _SSHD.match(path) else written
        if written and call.name in ("systemctl", "service", "rc-service") and _SSH_UNITS.search(call.text):
            yield dangerous(f"restarts sshd, and nobody has checked what was written to {written}", call.command.place)
            return


_NETWORK = re.compile(
    r"/etc/(?:netplan/[^/]+|network/interfaces(?:\.d/[^/]+)?|sysconfig/network-scripts/[^/]+|systemd/network/[^/]+|"
    r"NetworkManager/system-connections/[^/]+)\Z"
)
_APPLYING = (
    ("netplan", re.compile(r"\Aapply\b")),
    ("systemctl", re.compile(r"\brestart (?:networking|NetworkManager|systemd-networkd|network)\b")),
    ("service", re.compile(r"\A(?:networking|network|NetworkManager) restart\b")),
    ("nmcli", re.compile(r"\Ac\w* up\b|\Ac\w* reload\b")),
    ("networkctl", re.compile(r"\Areload\b")),
    ("ifup", re.compile(r".")),
)
_UNDOING = re.compile(r"\b(?:netplan try|on-active|at now|revert|rollback|sleep \d+)\b")


@script_rule(
    "SS1509",
    "Puts a new network configuration in force without a way back",
    why="One wrong address, route or name of an interface, and the machine can only be reached from its console.",
    instead="use netplan try --timeout 120; or set a timer that puts the old file back before the new one is applied "
    "(systemd-run --on-active=120 …), and stop it from a new session",
    on="netplan systemctl service nmcli networkctl ifup",
    bad=(
        "cat > /etc/netplan/50.yaml <<E\nnetwork: {version: 2}\nE\nnetplan apply",
        "sed -i.bak 's/10.0.0.5/10.0.1.5/' /etc/network/interfaces; systemctl restart networking",
        "nmcli con mod eth0 ipv4.addresses 10.0.0.9/24 ipv4.method manual; nmcli con up eth0",
    ),
    good=(
        "netplan apply",
        "cp new.yaml /etc/netplan/50.yaml; netplan generate; netplan try --timeout 120",
        "systemctl restart NetworkManager",
        "systemd-run --on-active=120 sh -c 'cp old.yaml /etc/netplan/50.yaml; netplan apply'; "
        "cp new.yaml /etc/netplan/50.yaml; netplan apply",
    ),
)
def no_way_back(calls: Sequence[Invocation]) -> Iterator[Hit]:
    changed = ""
    for call in calls:
        if _UNDOING.search(f"{call.name} {call.text}") and (call.command.background or call.name != "sleep"):
            return
        changed = next((target.path for target in targets(call) if _NETWORK.match(target.path)), changed)
        if call.name == "nmcli" and re.search(r"\Ac\w* mod\w*\b.*\bipv[46]\.(?:addr|meth|gate|route)", call.text):
            changed = f"the connection {call.words[2] if len(call.words) > 2 else ''}".strip()
        if changed and any(call.name == name and applying.search(call.text) for name, applying in _APPLYING):
            yield dangerous(f"puts the new {changed} in force, and nothing takes it back when the machine is cut off",
                            call.command.place)  # fmt: skip
            return


_FRONT = re.compile(
    r"/etc/(nginx|haproxy|apache2|httpd|bind|named|unbound|dnsmasq|varnish|envoy|caddy|keepalived|postfix|dovecot)"
    r"(?:[/.]|\Z)(?!\S*(?:certs?|ssl|tls|keys?)\b)(?!\S*\.(?:pem|crt|key)\Z)"
)
_UNITS = {"bind": "(?:bind9|named)", "httpd": "(?:httpd|apachectl)", "apache2": "apache2(?:ctl)?"}
_CHECKING = re.compile(
    r"\A(?:nginx|haproxy|apachectl|apache2ctl|httpd|unbound|varnishd|keepalived|dnsmasq)\b.*(?:\s-\w*[tcC]\b|"
    r"configtest|--test|"
    r"--config-test)|\A(?:named-check\w+|unbound-checkconf|apachectl configtest|caddy validate|postfix "
    r"check|doveconf|envoy "
    r"--mode validate)|\bhealth|\b-{1,2}syntax"
)


@script_rule(
    "SS1253",
    "Puts settings in force, where everybody comes through, that nobody has checked",
    why="What a generator or another machine writes may be empty or wrong: the service does not start again, or "
    "answers "
    "wrongly, and in a loop it does so on every machine before the first is looked at.",
    instead="check on the machine before it is reloaded (nginx -t, haproxy -c -f FILE), look at it afterwards (curl "
    "-f), "
    "and stop at the first one that fails",
    on="systemctl service rndc",
    bad=(
        "python3 gen_zone.py > /etc/bind/db.example.com; rndc reload example.com",
        "envsubst < site.tpl > /etc/nginx/conf.d/site.conf; systemctl reload nginx",
        "for lb in lb1 lb2; do scp haproxy.cfg root@$lb:/etc/haproxy/haproxy.cfg; ssh root@$lb systemctl restart "
        "haproxy; "
        "done",
        'while read -r h; do rsync -a nginx/ root@$h:/etc/nginx/; ssh -n root@$h "systemctl restart nginx"; done < '
        "hosts",
    ),
    good=(
        "for lb in lb1 lb2; do scp haproxy.cfg root@$lb:/etc/haproxy/haproxy.cfg; ssh root@$lb 'haproxy -c -f "
        "/etc/haproxy/haproxy.cfg && systemctl reload haproxy'; done",
        "scp haproxy.cfg root@lb1:/etc/haproxy/haproxy.cfg; ssh root@lb1 systemctl restart haproxy",
        "envsubst < site.tpl > /etc/nginx/conf.d/site.conf; nginx -t && systemctl reload nginx",
        "for h in web1 web2; do ssh $h systemctl restart nginx; curl -f http://$h/health || exit 1; done",
    ),
)
def unchecked_front(calls: Sequence[Invocation]) -> Iterator[Hit]:
    copied = ""
    for call in calls:
        if _CHECKING.search(f"{call.name} {call.text}"):
            return
        if call.name in ("scp", "rsync") and call.command.loop and call.operands:
            found = _FRONT.match(call.operands[-1].written.partition(":")[2])
            copied = found[1] if found else copied
        elif call.name not in _LITERAL and call.command.redirects:
            made = (_FRONT.match(target.path) for target in targets(call) if target.how == "overwrites")
            copied = next((found[1] for found in made if found), copied)
    unit = _UNITS.get(copied, copied)
    loading = re.compile(rf"\b(?:restart|reload)\b.*\b{unit}\b|\b{unit}\b.*\b(?:restart|reload)\b")
    for call in calls if copied else ():
        reloads = call.name in ("systemctl", "service") and loading.search(call.text)
        if reloads or (call.name == "rndc" and copied in ("bind", "named") and call.verb in ("reload", "reconfig")):
            yield dangerous(f"puts new settings of {copied} in force, and nobody has checked them", call.command.place)
            return


_LITERAL = frozenset(("cat", "echo", "printf", "tee", ":"))
