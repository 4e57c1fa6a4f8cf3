"""SS1500 to SS1519: firewalls, routes, interfaces and names."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .iproute import changed
from .origins import inside
from .rule import dangerous, notable, rule

_DOORS = re.compile(r"(?:\A|[,: ])(?:22|ssh|OpenSSH|2222|3389|5900|6443|443|https|80|http)(?:/tcp)?(?:\Z|[,: ])")


@rule(
    "SS1501",
    "Empties the firewall, opens it, or locks everybody out",
    why="Without its rules the machine is open to everybody; with a wrong default nobody reaches it any more.",
    instead="save the rules first, and have the old ones come back by themselves, from at or systemd-run",
    instead_for={
        **dict.fromkeys(
            ("iptables", "ip6tables", "iptables-restore", "ip6tables-restore"),
            "save the rules first (iptables-save > FILE), and load new ones with iptables-apply, which takes them back "
            "unless somebody confirms",
        ),
        "nft": "save the rules first (nft list ruleset > FILE), check the new ones with nft -c -f NEW, and have the "
        "old ones come back by themselves: systemd-run --on-active=60 nft -f FILE",
        "ufw": "look at the rules first (ufw status numbered), and try it with ufw --dry-run",
        "firewall-cmd": "look at the rules first (firewall-cmd --list-all-zones), and give the change an end: "
        "--timeout=60",
        "tc": "look at what is set first (tc qdisc show), and have it taken away by itself: systemd-run "
        "--on-active=60 tc qdisc del dev DEVICE root",
    },
    on="iptables ip6tables iptables-restore ip6tables-restore nft ufw firewall-cmd ipset ebtables arptables "
    "pfctl ipfw shorewall csf netsh tc iptables-legacy ip6tables-legacy",
    bad=(
        "iptables -F",
        "iptables -P INPUT DROP",
        "iptables -P INPUT ACCEPT",
        "ufw disable",
        "ufw --force reset",
        "nft flush ruleset",
        "iptables -t nat -F",
        "iptables -A INPUT -p tcp --dport 22 -j DROP",
        "iptables -A INPUT -j DROP",
        "firewall-cmd --panic-on",
        "iptables -X",
        "ufw deny 22",
        "pfctl -d",
        "tc qdisc add dev eth0 root netem loss 100%",
        "iptables -I INPUT -j ACCEPT",
        "ip6tables-legacy -F",
        "cut -d' ' -f1 /var/log/nginx/a.log | sort -u | while read ip; do iptables -I INPUT -s $ip -j DROP; done",
    ),
    good=(
        "iptables -L -n",
        "iptables -A INPUT -s 10.0.0.5 -j DROP",
        "cut -d' ' -f1 /var/log/a.log | grep -vFf ours | while read ip; do iptables -I INPUT -s $ip -j DROP; done",
        "ufw allow 22",
        "ufw status",
        "nft list ruleset",
        "iptables-save",
        "firewall-cmd --list-all",
        "iptables -A INPUT -p tcp --dport 443 -j ACCEPT",
        "ufw --dry-run disable",
        "tc qdisc show",
    ),
)
def firewall(call: Invocation) -> Hit | None:
    name, words, text = call.name, call.words, call.text
    if name in ("iptables", "ip6tables", "iptables-legacy", "ip6tables-legacy", "ebtables", "arptables"):
        return _tables(call)
    if name in ("iptables-restore", "ip6tables-restore"):
        nothing = any(redirect.target.shape == "/dev/null" for redirect in call.command.redirects)
        return dangerous("empties the firewall") if nothing else notable("replaces the firewall's rules")
    if name == "nft":
        if re.search(r"\bflush\s+(?:ruleset|table|chain)|\bdelete\s+(?:table|chain)|\bdestroy\b|policy\s+drop", text):
            return dangerous("empties the firewall or locks everybody out")
        return (
            notable("changes the firewall")
            if re.search(r"\b(?:add|insert|delete|replace|create|reset)\b", text) or call.has("-f", "--file")
            else None
        )
    if name == "ufw":
        if call.has("--dry-run"):
            return None
        if "disable" in words or "reset" in words:
            return dangerous("turns the firewall off")
        if words[:1] == ("default",):
            outgoing = "outgoing" in words  # lets the machine itself reach others, as it does without a firewall
            shuts = "incoming" not in words and "deny" in words
            return (dangerous if ("allow" in words and not outgoing) or shuts else notable)(
                "changes what the firewall does by default"
            )
        if (
            {"deny", "reject", "limit"} & set(words[:2])
            and "limit" not in words
            and _DOORS.search(text)
            and "from" not in words
        ):
            return dangerous("closes the door through which people come in")
        if "delete" in words and _DOORS.search(text):
            return dangerous("closes the door through which people come in")
        if text.endswith("allow from any") or re.search(r"allow (?:in )?from (?:any|0\.0\.0\.0/0)(?: to any)?$", text):
            return dangerous("opens the machine to everybody")
        return (
            notable("changes the firewall")
            if set(words) & {"allow", "deny", "reject", "limit", "delete", "insert", "enable", "reload", "route"}
            else None
        )
    if name == "firewall-cmd":
        if re.search(
            r"--panic-on|--remove-service=(?:ssh|https?)|--remove-port=(?:22|443)/|--set-default-zone=(?:trusted|"
            r"drop|block)|--set-target=(?:DROP|ACCEPT)|--complete-reload|--remove-interface",
            text,
        ):
            return dangerous("opens the firewall, or locks everybody out")
        return (
            notable("changes the firewall")
            if re.search(r"--(?:add|remove|reload|permanent|set|change|new|delete|runtime-to)", text)
            else None
        )
    if name == "ipset":
        return (
            dangerous("empties the sets that the firewall works with")
            if words[:1] in (("flush",), ("destroy",), ("-F",), ("-X",)) or call.has("-F", "-X", "--flush", "--destroy")
            else notable("changes a set of the firewall")
            if words[:1] in (("add",), ("del",), ("create",))
            else None
        )
    if name == "pfctl":
        return dangerous("turns the firewall off or empties it") if call.has("-d", "-F") else None
    if name in ("ipfw", "shorewall", "csf"):
        return (
            dangerous("turns the firewall off or empties it")
            if {"flush", "clear", "stop", "disable"} & set(words) or call.has("-x", "-f")
            else None
        )
    if name == "netsh":
        return dangerous("turns the firewall off") if "off" in text or "reset" in text else None
    if name == "tc":
        if re.search(r"loss (?:100|9\d)%|rate [0-9]{1,2}bit", text) and {"add", "change", "replace"} & set(words):
            return dangerous("drops what the network carries")
        return (
            notable("changes how the network carries traffic")
            if {"add", "del", "change", "replace", "delete"} & set(words)
            else None
        )
    return None


_BUILT_IN = frozenset(("INPUT", "OUTPUT", "FORWARD", "PREROUTING", "POSTROUTING"))


def _from_a_log(call: Invocation) -> bool:
    """Whether the addresses are taken from a listing of what came in, and nothing spares any of them."""
    command = call.command
    given = [part for word in call.all("-s", "--source") for part in word.unknowns]
    ups = [*command.upstream, *(each for part in given for each in inside(part.source))]
    if not given or command.checks or any("continue" in guard for guard in command.guards):
        return False
    reads = any("/var/log/" in word.shape for each in ups for word in each.arguments)
    spares = any(each.name in ("grep", "egrep", "comm", "join") and "v" in _letters(each) for each in ups)
    return reads and not spares


def _letters(command: Command) -> str:
    return "".join(word.shape for word in command.arguments if re.match(r"-[a-zA-Z]+\Z", word.shape))


def _tables(call: Invocation) -> Hit | None:
    own = [word for word in call.words if word.isupper() and word not in _BUILT_IN]
    if call.has("-F", "--flush", "-X", "--delete-chain") and (
        (own and len(own) == len(call.words)) or call.value("-t", "--table") in ("mangle", "raw", "security")
    ):
        return notable("empties a part of the firewall that lets nobody in or out")
    if call.has("-F", "--flush", "-X", "--delete-chain"):
        return dangerous("empties the firewall")
    if call.has("-P", "--policy"):
        named, policy = call.value("-P", "--policy") or "", " ".join(call.words)
        if ("OUTPUT" in named and "ACCEPT" in policy) or named == "FORWARD":
            return notable("changes what the firewall does by default")
        return dangerous(f"sets the firewall's default for {named} to {policy}: everybody comes in, or nobody")
    chain = call.value("-A", "--append", "-I", "--insert", "-R", "--replace")
    if chain is not None:
        target = (call.value("-j", "--jump") or "").upper()
        narrow = call.has(
            "-s",
            "--source",
            "-d",
            "--destination",
            "-m",
            "--match",
            "-i",
            "--in-interface",
            "-o",
            "--out-interface",
            "--sport",
            "--dport",
            "--dports",
            "-p",
            "--protocol",
            "--state",
        )
        if "-i" in call.values and call.value("-i") == "lo" and target in ("DROP", "REJECT"):
            return dangerous("cuts the machine off from itself")
        if target in ("DROP", "REJECT"):
            ports = call.value("--dport", "--dports", "--destination-port") or ""
            source = call.value("-s", "--source") or "0.0.0.0/0"  # or those that are in a set of addresses
            from_all = "--match-set" not in call.texts and source in ("0.0.0.0/0", "0/0", "::/0", "any")
            if not narrow or (
                from_all
                and not ports
                and set(call.values) <= {"-A", "-I", "-j", "-s", "-p", "-i", "-t", "--append", "--insert", "--jump"}
                and call.value("-p") in (None, "all", "tcp")
            ):
                return dangerous(f"drops everything in {chain}: nobody reaches the machine any more")
            if _from_a_log(call):
                return dangerous("blocks whoever stands in a log, a load balancer or the office among them")
            if from_all and _DOORS.search(ports):
                return dangerous(f"drops what comes to port {ports}, the door through which people come in")
        if target == "ACCEPT" and not narrow and "OUTPUT" not in chain:
            return dangerous("lets everything through the firewall")
        return notable(f"adds a rule to the firewall ({chain})")
    if call.has("-D", "--delete"):
        if _DOORS.search(call.value("--dport", "--dports") or "") and call.value("-j", "--jump") == "ACCEPT":
            return dangerous("takes away the rule that lets people in")
        return notable("takes a rule out of the firewall")
    return notable("changes the firewall") if call.has("-N", "-Z", "-E", "--new-chain", "--zero") else None


@rule(
    "SS1502",
    "Takes an interface or the default route away",
    why="Whoever works over the network is cut off, and nobody can undo it from outside.",
    instead="do it from the console, or have it put back by itself: systemd-run --on-active=60 ip link set eth0 up",
    on="ip arp ifconfig ifdown nmcli route ethtool networkctl rfkill iw iwconfig wg-quick brctl ovs-vsctl "
    "dhclient netplan bridge networksetup systemd-resolve "
    "wg nmtui vtysh netctl",
    bad=(
        "ip link set eth0 down",
        "ip route del default",
        "ifconfig eth0 down",
        "route del default",
        "ip addr flush dev eth0",
        "nmcli networking off",
        "ifdown eth0",
        "ip route flush table main",
        "ip link delete br0",
        "nmcli con down 'Wired connection 1'",
        "dhclient -r",
        "ip r d default",
    ),
    good=(
        "ip addr show",
        "ip link set eth0 up",
        "ip route",
        "ifconfig -a",
        "nmcli device status",
        "route -n",
        "ip route get 1.1.1.1",
        "ip -s link",
        "ip neigh flush dev eth0",
        "ifconfig eth0",
    ),
)
def interfaces(call: Invocation) -> Hit | None:
    name, words, text = call.name, call.words, call.text
    if name == "ip":
        return changed(tuple(word for word in words if word))
    if name == "ifconfig":
        if "down" in words or "del" in words or "delete" in words or "-alias" in call.flags:
            return dangerous(f"takes the interface {call.verb} down")
        return notable(f"changes the interface {call.verb}") if len(words) > 1 else None
    if name in ("ifdown", "netctl"):
        return (
            dangerous(f"takes the interface {call.verb or 'all'} down")
            if name == "ifdown" or call.verb in ("stop", "stop-all")
            else None
        )
    if name == "wg-quick":
        return (
            dangerous(f"takes the tunnel {' '.join(words[1:])} down")
            if call.verb == "down"
            else notable("changes a tunnel")
        )
    if name == "nmcli" and re.search(r"\bcon\w* down \S*vpn\S*\Z", text, re.IGNORECASE):
        return notable("takes a tunnel down")
    if name == "nmcli":
        if re.search(
            r"\bn\w* (?:off)|radio \w+ off|\bcon\w* (?:down|delete|del|d)\b|\bc (?:down|delete)|\bd\w* "
            r"(?:disconnect|down|delete)|networking off",
            text,
        ):
            return dangerous("takes a connection down")
        return (
            notable("changes the network settings") if re.search(r"\b(?:modify|add|up|on|reload|mod)\b", text) else None
        )
    if name == "route":
        if {"del", "delete", "flush"} & set(words) or call.has("-f"):
            return (
                dangerous("takes routes away")
                if {"default", "0.0.0.0", "flush"} & set(words) or call.has("-f")
                else notable("takes a route away")
            )
        return notable("changes the routes") if "add" in words else None
    if name == "dhclient":
        return (
            dangerous("gives the machine's address back")
            if call.has("-r", "-x")
            else notable("asks for another address")
        )
    if name in ("networkctl", "rfkill", "networksetup"):
        down = {"down", "delete", "block", "off"} & set(words)
        if name == "rfkill" and not {"wifi", "all", "wlan", "…"} & set(words):
            return notable("turns a radio off") if down else None
        return dangerous("takes the network down") if down else None
    if name in ("brctl", "ovs-vsctl"):
        return dangerous("takes a bridge away") if re.search(r"\bdel(?:br|if|-br|-port)\b|emer-reset", text) else None
    if name == "netplan":
        return notable("applies other network settings") if call.verb in ("apply", "try", "set") else None
    if name == "arp":
        return notable("changes the table of neighbours") if call.has("-s", "-d", "-f") else None
    if name == "ethtool":
        return (
            notable("changes a network card")
            if call.has("-s", "-K", "-A", "-G", "-r", "-E", "-f", "-C", "-L", "-p")
            else None
        )
    return None


@rule(
    "SS1503",
    "Changes names or the clock of the machine",
    why="Certificates, logs and clusters depend on both.",
    instead="set them once in the configuration, and let ntp keep the time",
    on="hostnamectl hostname timedatectl date hwclock ntpdate domainname localectl",
    bad=("timedatectl set-ntp false", "date -s '2020-01-01'", "timedatectl set-time '2020-01-01 00:00:00'"),
    good=("hostname", "date +%F", "timedatectl", "hostname -I", "date -d yesterday", "hostnamectl set-hostname web2"),
)
def names(call: Invocation) -> Hit | None:
    if call.name == "date":
        if call.has("-s", "--set"):
            return dangerous("sets the clock of the machine, on which certificates and clusters depend")
        return (
            dangerous("sets the clock of the machine")
            if any(re.fullmatch(r"\d{8}(?:\d{2}|\d{4})?(?:\.\d\d)?", word) for word in call.words)
            and not call.has("-d", "--date")
            else None
        )
    if call.name == "timedatectl":
        if call.verb == "set-time" or (call.verb == "set-ntp" and call.words[-1] in ("false", "no", "0", "off")):
            return dangerous("takes the clock of the machine out of step")
        return notable("changes the time zone or the clock") if call.verb.startswith("set") else None
    if call.name == "hostname":
        return notable("changes the name of the machine") if call.words or call.has("-F", "--file") else None
    if call.name in ("hostnamectl", "localectl"):
        return (
            notable("changes the name or language of the machine")
            if call.verb.startswith("set") or (call.verb == "hostname" and len(call.words) > 1)
            else None
        )
    if call.name == "hwclock":
        return (
            notable("changes the clock")
            if call.has("-s", "-w", "--set", "--hctosys", "--systohc", "-a", "--adjust")
            else None
        )
    return notable("changes the clock") if call.name == "ntpdate" and call.words and not call.has("-q", "-d") else None
