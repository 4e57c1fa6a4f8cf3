"""What the programs that tell of a machine tell of, so that two ways to ask the same are known as such."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from . import spelling

_TOPICS = """
users: getent passwd /etc/passwd compgen lslogins
sessions: who w users finger
logins: last lastlog
self: whoami logname
groups: groups group /etc/group
addresses: hostname ifconfig hostnamectl
interfaces: ifconfig netstat /sys/class/net iwconfig ethtool nmcli /proc/net/dev
routes: route netstat routel
neighbours: arp
usb: lsusb
pci: lspci
sockets: ss netstat lsof
swap: swapon free swap Swap /proc/swaps
memory: free vmstat /proc/meminfo Mem top lsmem
disk: df lsblk mount findmnt /proc/mounts fdisk blkid
processes: ps top pgrep pidof pstree htop
cpu: lscpu nproc /proc/cpuinfo getconf mpstat
load: uptime w top /proc/loadavg
kernel: uname /proc/version hostnamectl
release: lsb_release /etc/os-release /etc/issue hostnamectl /etc/debian_version
host: hostname uname hostnamectl /etc/hostname
time: date timedatectl hwclock cal
limits: ulimit prlimit
modules: lsmod modprobe kmod /proc/modules
lookup: dig host nslookup getent resolvectl
reach: ping traceroute tracepath mtr
fetch: curl wget
packages: dpkg apt apt-cache apt-get rpm
services: systemctl service
logs: journalctl dmesg syslog
copies: cpio rsync cp tar
calendar: cal ncal
versions: bash $BASH_VERSION
shells: $SHELL $0 /etc/shells chsh
"""
_BY_WORD: dict[str, frozenset[str]] = {}
for _line in _TOPICS.strip().split("\n"):
    _name, _words = _line.split(":", 1)
    for _word in _words.split():
        _BY_WORD[_word] = _BY_WORD.get(_word, frozenset()) | {_name}


@lru_cache(maxsize=4096)
def topics(command: str) -> frozenset[str]:
    """The topics that the programs and files which `command` names tell of."""
    found: frozenset[str] = frozenset()
    told = spelling.normal(command)
    for at, word in enumerate(told):
        found |= _BY_WORD.get(next((path for path in _PLACES if word.startswith(path)), word), frozenset())
        if word == "uname" and not {"-n", "-a"} & set(told):
            found -= {"host"}
        if word == "ip":
            thing = next((each for each in told[at + 1 :] if not each.startswith("-")), "")
            found |= _OBJECTS.get(thing[:1], frozenset())
        elif word == "id":
            options = set(itertools.takewhile(lambda each: each.startswith("-"), told[at + 1 :]))
            found |= {"self"} if "-u" in options else {"groups"} if options & {"-g", "-G"} else {"self", "groups"}
    return found


_PLACES = tuple(word for word in _BY_WORD if word.startswith("/"))
_OBJECTS = {
    "a": frozenset(("addresses", "interfaces")),
    "l": frozenset(("interfaces",)),
    "r": frozenset(("routes",)),
    "n": frozenset(("neighbours",)),
}
"""What `ip` tells of, by the first letter of its object, which may be cut short."""


_SAID = {
    "users": r"\busers?\b|account",
    "sessions": r"logged|who\b|session",
    "logins": r"last|login|logged",
    "self": r"^(?!.*group).*(?:\buser|\bid\b|whoami)",
    "neighbours": r"\barp\b|neighbo",
    "groups": r"\bgroups?\b",
    "interfaces": r"interface",
    "addresses": r"\bip\b|address",
    "routes": r"rout",
    "sockets": r"connection|port|socket|listen",
    "swap": r"swap",
    "memory": r"memory|ram\b",
    "disk": r"disk|file ?systems?|mount|block|partition",
    "processes": r"process|task",
    "cpu": r"cpu|processor|core",
    "load": r"load|uptime",
    "kernel": r"kernel|architecture",
    "release": r"release|distribution|operating system|os version",
    "host": r"host",
    "time": r"\bdate|time",
    "limits": r"limit|max",
    "modules": r"modules?",
    "lookup": r"\bip\b|dns|domain|address",
    "reach": r"ping|reach|connect",
    "packages": r"package|installed",
    "services": r"service",
    "logs": r"\blogs?\b|messages",
    "copies": r"cop|structure",
    "calendar": r"calendar|month",
    "versions": r"version",
    "shells": r"shell",
    "fetch": r"download|url|web",
}


def apart(first: str, second: str, action: str) -> bool:
    """Whether the two tell of different topics, and the action names that of one and not that of the other.

    The machine is the same in all worlds, so that two of its facts may be alike by chance: a user and their group.
    """
    one, other = topics(first), topics(second)
    said = {topic for topic in one | other if re.search(_SAID.get(topic, "$^"), action.lower())}
    return bool(one and other and not one & other) and bool(one & said) != bool(other & said)


def named(first: str, second: str, action: str) -> bool:
    """Whether both commands tell of one topic that `action` names."""
    return any(re.search(_SAID[topic], action.lower()) for topic in topics(first) & topics(second) if topic in _SAID)
