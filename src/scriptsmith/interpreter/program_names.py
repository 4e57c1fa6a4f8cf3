"""Programs known by a name in a variable or a pattern: `$KUBECTL`, `${PSQL_BIN}`, `"$docker_cmd"`, `/bin/r?`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from .model import Unknown
from .values import listed

# What a file pattern in place of a program may mean.
PROGRAMS = listed(
    "rm rmdir dd mkfs shred chmod chown chgrp mv cp ln kill pkill killall curl wget bash sh zsh dash ksh "
    "perl python python3 ruby node php nc ncat netcat reboot shutdown halt poweroff init systemctl "
    "service iptables nft ip ifconfig route userdel useradd usermod groupdel passwd chpasswd visudo cat "
    "ls tee truncate wipefs fdisk parted sfdisk sgdisk mkswap crontab at sudo su ssh scp rsync docker "
    "podman kubectl helm git find xargs unlink umount mount swapoff apt apt-get dpkg yum dnf rpm pip npm "
    "tar gzip base64 openssl chroot setfacl chattr lvremove vgremove pvremove mysql psql redis-cli mongo "
    "aws gcloud terraform eval exec echo env "
)
_NAME = re.compile(r"\$\{?([A-Za-z_]\w*)(?:\}|\[[@*0]\]\}|:?[-=][^}]*\}|\Z)")
_AFFIX = re.compile(
    r"(?:_?(?:CMD|BIN|PATH|PROG|PROGRAM|EXE|EXEC|EXECUTABLE|COMMAND|BINARY|CLI|TOOL))+\Z|\A(?:CMD|BIN|PATH|PROG|EXE)_",
    re.IGNORECASE,
)
# Programs that no handler speaks of, and that scripts keep in variables.
_PROGRAMS = frozenset(
    listed(
        "rm rmdir dd mkfs shred chmod chown chgrp mv cp ln kill pkill killall curl wget bash sh zsh dash ksh "
        "perl python python2 python3 ruby node php nc ncat netcat reboot shutdown halt poweroff systemctl "
        "iptables ip6tables nft ip ifconfig userdel useradd usermod passwd chpasswd cat ls tee truncate "
        "wipefs fdisk parted sfdisk sgdisk mkswap crontab sudo doas su ssh scp sftp rsync docker podman "
        "nerdctl crictl ctr kubectl oc helm kustomize git find xargs unlink umount mount swapoff apt apt-get "
        "apt-cache dpkg yum dnf rpm zypper apk pacman pip pip3 npm npx yarn pnpm tar gzip gunzip bzip2 xz "
        "zstd base64 openssl chroot setfacl chattr lvcreate lvremove vgremove pvremove mysql mysqladmin "
        "mysqldump mariadb psql pg_dump pg_restore pg_dumpall createdb dropdb sqlite3 redis-cli mongo mongosh "
        "mongodump aws gcloud gsutil az terraform tofu ansible ansible-playbook vault consul nomad etcdctl "
        "docker-compose podman-compose echo env grep egrep fgrep awk gawk mawk sed gsed sort uniq tr cut head "
        "tail wc jq yq date readlink greadlink realpath basename dirname mktemp touch mkdir stat java javac "
        "make gmake cmake gcc g++ clang ar ranlib strip objdump nm ld nice ionice nohup timeout gtimeout time "
        "flock stdbuf logger chkconfig update-rc.d journalctl nmap ping dig nslookup ldapsearch "
        "ldapdelete ldapmodify rclone s3cmd minikube k3s eksctl argocd flux istioctl velero gh composer "
        "gpg gpg2 gpgv vim gdb less more fakeroot sdiff diff cmp bunzip2 unxz lzma "
        "bundle gem cargo go mvn gradle "
    )
)
_OTHER = {
    "py": "python3",
    "cc": "cc",
    "cxx": "c++",
    "compose": "docker-compose",
    "dockercompose": "docker-compose",
    "aptget": "apt-get",
    "rediscli": "redis-cli",
    "pgdump": "pg_dump",
    "doit": "echo",
    "doitprog": "echo",
    "dryrun": "echo",
    "dry": "echo",
}
# In a name these more often say what a thing is than which program it is.
_NOUNS = frozenset(listed("date time head tail make go ar ld strip stat touch sort exec test file host"))
_KINDS = frozenset(("environment", "unset"))


def program_of(unknown: Unknown) -> str:
    """The program that a variable from outside holds going by its name; empty when the name does not say it.

    Nothing is concluded for a value that the script itself read, received or computed: that name may be a disguise.
    """
    return _program(unknown.source) if unknown.kind in _KINDS else ""


@lru_cache(maxsize=1024)
def _program(source: str) -> str:
    found = _NAME.match(source)
    if found is None:
        return ""
    name = found[1]
    bare = _AFFIX.sub("", re.sub(r"(?<=[a-z])(?=(?:Cmd|Bin|Path|Command|Binary)\Z)", "_", name)).strip("_").lower()
    if bare in _NOUNS and not (name.isupper() and (bare == name.lower() or name.endswith(("_CMD", "_BIN")))):
        return ""
    for each in (bare, bare.replace("_", "-")):
        if each in _PROGRAMS:
            return each
    return _OTHER.get(bare.replace("_", ""), "")


def may_stand_alone(name: str, handler: Callable[[str], object]) -> bool:
    """Whether a word after a variable is a program of its own, run when the variable is empty: `$DOCKER rm -rf x`."""
    return name in _PROGRAMS or handler(name) is not None
