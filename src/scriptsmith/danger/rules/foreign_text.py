"""SS1244 to SS1246: a container, an editor or a raw request decides what the system or a cluster becomes."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import spelled
from .rule import dangerous, rule, unanalysable
from .word_lists import set_of

_SYSTEM = re.compile(r"/(?:etc|usr|boot|bin|sbin|lib(?:32|64)?|root|var/spool/cron)(?:/|\Z)")
_INSIDE = re.compile(r"(?![./~])[^:]+:")


@rule(
    "SS1244",
    "Copies what lies in a container into the system",
    why="Whoever can write in the container decides what the machine then reads or runs as root.",
    instead="copy it to a folder of your own, look at it, and put it in place with install -m",
    on="docker podman nerdctl kubectl oc lxc incus",
    yields="SS1109 SS1852 SS1453",
    bad=(
        "docker cp web:/x /etc/y",
        "podman cp web:/tool /usr/local/bin/tool",
        "kubectl cp shop/web-0:/tmp/x /etc/cron.d/x",
    ),
    good=(
        "docker cp web:/var/log/a.log ./a.log",
        "docker cp web:/x /srv/app/x",
        "docker cp /etc/nginx/nginx.conf web:/etc/nginx/nginx.conf",
    ),
)
def out_of_container(call: Invocation) -> Hit | None:
    words = call.operands
    at = next((index for index, word in enumerate(words[:3]) if word.shape in ("cp", "pull")), None)
    if at is None or len(words) - at < 3 or not _INSIDE.match(words[at + 1].shape):
        return None
    path = spelled(words[-1], call.command.cwd)
    if _SYSTEM.match(path):
        return dangerous(f"puts what lies in a container, and nobody has read, at {path}")
    return None


_EDITORS = set_of(
    "vi vim nvim vimx nano pico emacs emacsclient ed micro joe mcedit mg ne helix hx kak code gedit kate true cat"
)
_CHOOSING = re.compile(r"(?:SUDO_EDITOR|EDITOR|VISUAL|KUBE_EDITOR|SYSTEMD_EDITOR|OC_EDITOR)\Z")


@rule(
    "SS1245",
    "Lets a program that nobody here knows edit what decides who may do what",
    why="visudo, vipw and crontab -e start whatever EDITOR names, with every right, on a file of the system.",
    instead="write a file of your own, check it (visudo -cf FILE), and put it in place with install -m 440",
    on="visudo vipw vigr sudoedit crontab systemctl kubectl oc",
    level="unanalysable",
    bad=(
        "EDITOR=mycmd visudo",
        "VISUAL=/tmp/x crontab -e",
        'EDITOR="$1" vipw',
        "KUBE_EDITOR=./patch.sh kubectl edit cm a",
    ),
    good=("EDITOR=vim visudo", "visudo -c", "EDITOR=mycmd crontab -l", "EDITOR=nano crontab -e", "kubectl edit cm a"),
)
def edited_by(call: Invocation) -> Hit | None:
    if call.has("-c", "--check", "-l", "-r", "--help", "--version"):
        return None
    if call.name in ("systemctl", "kubectl", "oc") and call.verb != "edit":
        return None
    if call.name == "crontab" and not call.has("-e"):
        return None
    for name, word in call.command.assignments:
        program = word.shape.split(" ")[0].rpartition("/")[2]
        if _CHOOSING.match(name) and program not in _EDITORS:
            return unanalysable(f"lets {word.shape} edit what {call.name} opens")
    return None


@rule(
    "SS1246",
    "Sends a raw request to the interface of a cluster",
    why="What is created or replaced by --raw passes no check of kinds and fields: a namespace finalized in this way, "
    "or a binding that is replaced, does not come back.",
    instead="try kubectl apply -f FILE --dry-run=server first, and kubectl apply for one named object",
    on="kubectl oc",
    yields="SS1453",
    bad=(
        "kubectl replace --raw /api/v1/namespaces/x/finalize -f a.json",
        "kubectl create --raw /api/v1/namespaces/shop/pods/web-0/eviction -f e.json",
        'oc replace --raw "$PATH_OF_IT" -f a.json',
    ),
    good=("kubectl get --raw /healthz", "kubectl create -f a.yaml", "kubectl replace -f a.yaml"),
)
def raw_request(call: Invocation) -> Hit | None:
    verb = next((word for word in call.words[:2] if word in ("create", "replace", "patch")), "")
    if not verb or not call.has("--raw"):
        return None
    raw = call.value("--raw") or next((word for word in call.words[1:] if "/" in word or "…" in word), "a request")
    return dangerous(f"{verb}s {raw} through the interface of the cluster, past its checks")
