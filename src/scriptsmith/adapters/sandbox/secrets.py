"""Which paths of a host hold secrets, and what a box over the host shows instead: nothing.

Patterns are matched when a box is opened, so that a path that does not exist is not invented. A folder shows as an
empty folder, anything else as an empty file, and so does what a link among them points to.
"""

from __future__ import annotations

import fnmatch
import os
import re
import time
from collections.abc import Iterable, Iterator

from . import kernel

FRESH = ("/dev", "/proc", "/run", "/sys", "/tmp")  # never the host's: devices, kernel, sockets and other people's files

STAND_INS = {"/etc/sudoers": b"root ALL=(ALL:ALL) ALL\n"}
"""What some hidden files show instead of nothing: without such a line `sudo` does nothing, not even for root."""

_COARSE = 1_000_000_000  # nanoseconds

SYSTEM = (
    "/root",
    "/lost+found",
    "/swapfile",
    "/swap.img",
    "/etc/shadow*",
    "/etc/gshadow*",
    "/etc/security/opasswd",
    "/var/backups/*shadow*",
    "/etc/sudoers.d",
    "/etc/ssh/ssh_host_*_key",
    "/etc/ssl/private",
    "/etc/pki/*/private",
    "/etc/letsencrypt",
    "/etc/acme*",
    "/etc/krb5.keytab",
    "/etc/*.keytab",
    "/etc/ipsec.secrets",
    "/etc/ipsec.d/private",
    "/etc/swanctl/private",
    "/etc/wireguard",
    "/etc/openvpn",
    "/etc/ppp/*-secrets",
    "/etc/wpa_supplicant",
    "/etc/NetworkManager/system-connections",
    "/etc/netplan",
    "/etc/postfix/sasl*",
    "/etc/exim4/passwd.client",
    "/etc/dovecot/private",
    "/etc/mysql/debian.cnf",
    "/etc/postgresql-common/*pass*",
    "/etc/redis",
    "/etc/rabbitmq",
    "/etc/grafana",
    "/etc/gitlab",
    "/etc/gitlab-runner",
    "/etc/vault*",
    "/etc/consul*",
    "/etc/docker",
    "/etc/containers/auth.json",
    "/etc/kubernetes",
    "/etc/rancher",
    "/etc/ceph",
    "/etc/borgmatic",
    "/etc/restic",
    "/etc/cloudflared",
    "/etc/credstore*",
    "/etc/ansible/*vault*",
    "/var/lib/containerd",
    "/var/lib/containers",
    "/var/lib/docker",
    "/var/lib/kubelet",
    "/var/lib/rancher",
    "/var/lib/etcd",
    "/var/lib/vault",
    "/var/lib/cloud",
    "/var/lib/sss",
    "/var/lib/samba/private",
    "/var/lib/systemd/credential.secret",
    "/var/lib/NetworkManager/*.key",
    "/var/lib/jenkins/secrets",
    "/var/lib/jenkins/credentials.xml",
    "/var/spool/cron",
    "/var/lib/mysql",
    "/var/lib/postgresql",
    "/var/lib/redis",
    "/var/lib/mongodb",
    "/var/lib/ldap",
    "/var/lib/krb5kdc",
    "/etc/krb5kdc",
)

HOME = (
    ".ssh",
    ".gnupg",
    ".pki",
    ".aws",
    ".azure",
    ".boto",
    ".config/gcloud",
    ".config/doctl",
    ".config/hcloud",
    ".config/gh",
    ".config/glab-cli",
    ".config/op",
    ".config/rclone",
    ".config/sops",
    ".config/age",
    ".config/containers/auth.json",
    ".config/scriptsmith",
    ".docker",
    ".kube",
    ".helm",
    ".minikube",
    ".terraform.d",
    ".terraformrc",
    ".vault-token",
    ".netrc",
    ".authinfo",
    ".authinfo.gpg",
    ".git-credentials",
    ".npmrc",
    ".yarnrc.yml",
    ".pypirc",
    ".gem/credentials",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".m2/settings.xml",
    ".gradle/gradle.properties",
    ".nuget",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".s3cfg",
    ".passwd-s3fs",
    ".smbcredentials",
    ".rclone.conf",
    ".password-store",
    ".local/share/keyrings",
    ".local/share/scriptsmith",
    ".mozilla",
    ".thunderbird",
    ".config/google-chrome",
    ".config/chromium",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".psql_history",
    ".mysql_history",
    ".rediscli_history",
    ".lesshst",
    ".viminfo",
    ".Xauthority",
    ".ICEauthority",
    ".env",
)


class Secrets:
    """Finds what to hide on this host, again only when a folder on the way has changed since."""

    def __init__(self) -> None:
        self._paths: list[str] = []
        self._stamps: dict[str, int] | None = None

    def paths(self) -> list[str]:
        """Every path of this host that holds secrets and exists, without links in it, in order."""
        if self._stamps is None or any(_stamp(folder) != stamp for folder, stamp in self._stamps.items()):
            began = time.time_ns()
            folders: set[str] = set()
            found = set(system_secrets("/", folders))
            for home in _homes(folders):
                found.update(home_secrets(home, folders))
            self._paths = outermost(place for path in found for place in places(path))
            stamps = {folder: _stamp(folder) for folder in folders}
            # A file system's clock is coarse: a folder that changed just now could change again unseen.
            recent = any(stamp > began - _COARSE for stamp in stamps.values())
            linked = any(os.path.realpath(path) != path for path in found)  # by way of folders that were not listed
            self._stamps = None if recent or linked else stamps
        return self._paths


def places(path: str, unseen: Iterable[str] = FRESH) -> list[str]:
    """Where `path` is without links on the way, and where it points if it is one itself; nothing that no box shows."""
    folder, name = os.path.split(path)
    real = {f"{os.path.realpath(folder).rstrip('/')}/{name}", os.path.realpath(path)}
    return [place for place in real if not within(place, unseen)]


def places_in(root: str | None, path: str) -> list[str]:
    """Where `path` lies in the tree at `root`, the host's for None, when links are followed as in a box."""
    if root is None:
        return places(path)
    try:
        above = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return [path]
    try:
        fd = kernel.open_in(above, path, os.O_PATH)
        real = os.readlink(f"/proc/self/fd/{fd}")
        os.close(fd)
    except OSError:
        return [path]  # nothing is there
    finally:
        os.close(above)
    return [real.removeprefix(root.rstrip("/"))]


def outermost(paths: Iterable[str]) -> list[str]:
    """`paths` in order, without those that lie within another one and without "/" itself."""
    kept: list[str] = []
    for path in sorted(set(paths) - {"/"}):
        if not (kept and within(path, kept[-1:])):
            kept.append(path)
    return kept


def within(path: str, folders: Iterable[str]) -> bool:
    """Whether `path` is one of `folders` or lies in one."""
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


class _Tree:
    """Patterns by their parts, so that each folder on the way is listed once, however many patterns begin with it."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self.below: dict[str, _Tree] = {}
        self.globs: list[tuple[re.Pattern[str], _Tree]] = []
        self.ends = False
        grouped: dict[str, list[str]] = {}
        for pattern in patterns:
            first, _, rest = pattern.strip("/").partition("/")
            if first:
                grouped.setdefault(first, []).append(rest)
            else:
                self.ends = True
        for first, rests in grouped.items():
            if "*" in first:
                self.globs.append((re.compile(fnmatch.translate(first)), _Tree(rests)))
            else:
                self.below[first] = _Tree(rests)


_SYSTEM, _HOME = _Tree(SYSTEM), _Tree(HOME)


def system_secrets(root: str, listed: set[str]) -> Iterator[str]:
    """Secrets of a system whose tree is at `root`; the folders looked into are noted in `listed`."""
    return _existing(root, _SYSTEM, listed)


def home_secrets(home: str, listed: set[str]) -> Iterator[str]:
    """Secrets in somebody's home."""
    return _existing(home, _HOME, listed)


def _existing(folder: str, tree: _Tree, listed: set[str]) -> Iterator[str]:
    """Paths below `folder` that match a pattern; what lies below a match is part of it. Notes folders in `listed`."""
    listed.add(folder)
    for name in _names(folder):
        matches = [tree.below[name]] if name in tree.below else []
        matches += [below for glob, below in tree.globs if glob.match(name)]
        path = f"{folder.rstrip('/')}/{name}"
        if any(below.ends for below in matches):
            yield path
        else:
            for below in matches:
                yield from _existing(path, below, listed)


def _homes(listed: set[str]) -> Iterator[str]:
    """Where people and services keep their files: what lies in /home, and the homes that accounts name."""
    listed |= {"/home", "/etc/passwd"}
    seen = {"/", "/bin", "/dev", "/nonexistent", "/root", "/sbin", "/usr/bin", "/usr/sbin"}
    named = (line.split(":")[5] for line in _accounts() if line.count(":") == 6)
    for home in (*(f"/home/{name}" for name in _names("/home")), *named, os.path.expanduser("~")):
        home = home.rstrip("/")
        if home.startswith("/") and home not in seen:
            seen.add(home)
            yield home


def _accounts() -> list[str]:
    try:
        with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as file:
            return file.read().splitlines()
    except OSError:
        return []


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _stamp(path: str) -> int:
    try:
        return os.stat(path).st_ctime_ns
    except OSError:
        return 0
