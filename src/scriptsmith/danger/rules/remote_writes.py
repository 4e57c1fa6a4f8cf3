"""SS1114: files that are copied over what another machine or a container runs on."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .deletes import passing
from .invocation import Invocation
from .paths import basic, lock, spelled, tidy
from .rule import dangerous, rule
from .word_lists import set_of

_PLACE = re.compile(r"(?:[^:\s]*@)?([^:\s]+):(/.*|~.*)\Z")


@rule(
    "SS1114",
    "Overwrites what another machine or a container runs on",
    why="A wrong file there stops a service, locks people out or lets somebody in, and the old one is gone.",
    instead="copy it beside the old one, look at both, and rename it there; build a new image for a container",
    on="scp rsync sftp docker podman nerdctl kubectl oc lxc incus",
    yields="SS1951",
    bad=(
        "docker cp . web:/",
        "docker cp ./hosts web:/etc/hosts",
        "scp keys root@web1:/root/.ssh/authorized_keys",
        "rsync -a keys root@web1:~/.ssh/authorized_keys",
        "scp sudoers root@web1:/etc/sudoers.d/ops",
        "kubectl cp shadow shop/web-1:/etc/shadow",
    ),
    good=(
        "docker cp app.war web:/opt/app/",
        "scp app.tgz deploy@web1:/srv/app/",
        "docker cp web:/var/log/app.log .",
        "rsync -a site/ web1:/var/www/site/",
        "ssh-copy-id root@web1",
    ),
)
def elsewhere(call: Invocation) -> Hit | None:
    if call.has("--dry-run") or (call.name == "rsync" and call.has("-n")) or len(call.operands) < 2:
        return None
    if call.name not in ("scp", "rsync", "sftp") and not {"cp", "push"} & set(call.words[:2]):
        return None
    found = _PLACE.match(call.operands[-1].shape)
    if found is None:
        return None
    host, path = found[1], tidy(found[2]) or "/"
    name = spelled(call.operands[-2]).rpartition("/")[2]
    for each in (path, f"{path.rstrip('/')}/{name}" if name else path):
        if reason := lock(each):
            return dangerous(f"overwrites {each} on {host}: {reason}")
    tree = call.has("-r", "-R", "-a", "--recursive", "--archive")
    if path == "/" or (tree and path in _SYSTEM):
        return dangerous(f"copies a tree over {path} of {host}")
    if passing(path):
        return None  # a new file that is put beside it
    if reason := basic(path):
        return dangerous(f"overwrites {path} on {host}: {reason}") if "/" in path[5:] or path in _SINGLE else None
    return None


_SYSTEM = set_of("/etc /usr /bin /sbin /lib /lib64 /boot /usr/bin /usr/lib /usr/sbin")
_SINGLE = frozenset(("/etc/fstab", "/etc/hosts", "/etc/crontab", "/etc/resolv.conf", "/etc/nsswitch.conf"))
