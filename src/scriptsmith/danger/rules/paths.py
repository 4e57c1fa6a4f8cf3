"""What lies at a path: the trees and files whose loss a person would feel, patterns and unknown parts included."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache

from ...interpreter.model import Glob, Unknown, Word
from .protected_paths import (
    AUDIT_NAMES,
    BASICS,
    CODE,
    DISK,
    EVERY,
    HOME_OWN,
    LOCKS,
    MEMORY,
    MOUNT_TOPS,
    PASSING,
    SECRETS,
    STORE_TOPS,
    STORES,
    STREAMS,
    TOPS,
    VAR_WHOLE,
    WILD,
)

_HOME = re.compile(r"~|\$\{?HOME\b.*|\$\(\s*(?:echo|getent passwd|eval echo)\s+~.*")
_HERE = re.compile(r"\$\{?PWD\}?|\$\(\s*pwd(?: -[LP])?\s*\)|`\s*pwd\s*`")
_FRESH = re.compile(r"[$`]\(?\s*\(?\s*(?:umask\s+\d+\s*(?:;|&&)\s*)?(?:timeout\s+\S+\s+)?(?:\S*/)?mktemp\b")
_FRESH_PARENT = re.compile(r"\$\(\s*dirname\s+(?:--\s+)?\"?\$\(\s*mktemp -d[^()/]*\)/[^/]*\"?\)\Z")
_TEMPORARY = re.compile(r"\$\{?(?:TMPDIR|TEMP|TMP|RUNNER_TEMP|XDG_CACHE_HOME)\b")
_FOLDER = re.compile(r"\s(?:-[a-z]*p|--tmpdir=)\s*[\"']?([^\s\"']+)")
_TEMPLATE = re.compile(r"[\s=][\"']?([^\s\"']*)XXX")
_SCRATCH = re.compile(r"/tmp\b|/var/tmp\b|/dev/shm\b|\$\{?TMPDIR\b")
FRESH = "/tmp/mktemp"
ELSEWHERE = "…/mktemp"


def scratch(path: str) -> bool:
    """Whether the path lies in a file or folder that the script made for itself with mktemp."""
    return path == FRESH or path.startswith(FRESH + "/")


def _made(source: str) -> str:
    """Where a mktemp puts what it makes: with the scratch files, or in a folder that it is told."""
    told = _FOLDER.search(source) or (None if " -t" in source else _TEMPLATE.search(source))
    return FRESH if told is None or _SCRATCH.match(told[1]) else ELSEWHERE


def _piece(part: object, *, emptied: bool) -> str:
    if isinstance(part, Glob):
        return part.text
    if not isinstance(part, Unknown):
        return str(part)
    source = part.source
    if source[:1] in "~$`":
        if _HOME.match(source):
            return "~"
        if _HERE.match(source):
            return "."
        if _FRESH.match(source):
            return _made(source)
        if _FRESH_PARENT.match(source):
            return FRESH
        if _TEMPORARY.match(source) and not emptied:
            return "/tmp/…"
    return "" if emptied and part.empty and source not in ("{}", "stdin") else "…"


def spelled(word: Word, cwd: Word | None = None, *, emptied: bool = False) -> str:
    """The path that a word stands for: the home as `~`, a fresh temporary folder as one, `…` for what is not known.

    With `emptied`, unknown parts that may be the empty string are. Relative paths lie in `cwd` when it is known.
    """
    parts = word.parts
    text = str(parts[0]) if len(parts) == 1 and isinstance(parts[0], str) else ""
    text = text or "".join([_piece(part, emptied=emptied) for part in parts])
    literal = text[:1] == "~" and type(parts[0]) is str  # it stood in quotes
    if cwd is not None and (literal or text[:1] not in ("/", "~", "…")) and (cwd.parts or cwd.quoted):
        base = spelled(cwd, emptied=emptied)
        if base:
            return tidy(f"{base}/{text}")
    return f"./{tidy(text)}" if literal else tidy(text)


def tidy(path: str) -> str:
    """`path` without empty, `.` and `..` components, as text: links are not known here."""
    if "//" not in path and "/." not in path and not path.endswith("/") and not path.startswith("."):
        return path
    rooted = path.startswith("/")
    kept: list[str] = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if kept and kept[-1] == "~":
                kept = ["", "home"]
                continue
            if kept and kept[-1] != "..":
                kept.pop()
                continue
            if rooted:
                continue
        kept.append(part)
    if rooted:
        return "/" + "/".join(kept)
    return "/".join(kept) or (path and ".")


def split(path: str) -> tuple[str, bool]:
    """The path without the patterns at its end that match everything, and whether there were any."""
    whole = False
    while True:
        head, slash, last = path.rpartition("/")
        if last and EVERY.match(last):
            whole = True
            path = head or ("/" if slash else ".")
            if path in ("/", "."):
                return path, whole
            continue
        return path, whole


def alternatives(path: str) -> Iterable[str]:
    """The paths of well-known trees that a path with a pattern in its first component can mean, or the path."""
    if path[:1] == "/":
        top, slash, rest = path[1:].partition("/")
        if WILD.search(top):
            return [f"/{known}{slash}{rest}" for known in sorted(TOPS) if fnmatchcase(known, top)] or (path,)
    return (path,)


@lru_cache(maxsize=4096)
def precious(path: str) -> str:
    """What would be lost with the tree at `path`, in words; empty for an ordinary tree.

    A trailing pattern that matches everything means the contents.
    """
    base, whole = split(path)
    for candidate in alternatives(base):
        if reason := _precious(candidate, whole):
            return reason
    return ""


def _precious(path: str, whole: bool) -> str:
    if path == "/":
        return "the whole file system"
    if path[:1] == "~":
        return _home(path.split("/")[1:], "the home folder") or _history(path)
    if path[:1] != "/":
        return _nearby(path)
    parts = path[1:].split("/")
    top, depth = parts[0], len(parts)
    if top == "…":
        return ""
    if top == "home" or top == "Users":
        if depth == 1:
            return "every home folder"
        return _home(parts[2:], "a home folder") or _history(path)
    if top == "root":
        return _home(parts[1:], "root's home folder") or _history(path)
    if top in CODE:
        if parts[:2] == ["usr", "local"]:
            if depth == 2 or (depth == 3 and parts[2] in ("bin", "sbin", "lib", "etc", "share", "lib64")):
                return f"the installed programs in {path}"
            return _history(path)
        shared = parts[1:3] in (["share", "doc"], ["share", "man"], ["share", "locale"])
        if shared or (parts[:2] == ["usr", "src"] and depth > 2) or depth > 4:
            return ""
        return f"the system folder {path}"
    if top == "etc":
        return f"the system configuration in {path}"
    if top == "var":
        return _var(path, parts, whole) or _history(path)
    if top in ("dev", "proc", "sys"):
        return "" if parts[:2] == ["dev", "shm"] and depth > 2 else f"the kernel's interface {path}"
    if top == "run":
        return (
            f"what running services need in {path}" if depth == 1 or parts[1] in ("systemd", "secrets", "dbus") else ""
        )
    if top in MOUNT_TOPS:
        limit = 3 if top == "media" and depth == 3 else 2
        return f"everything on the mount point {path}" if depth <= limit else _stored(path, parts) or _history(path)
    if top in STORE_TOPS:
        return f"the data in {path}" if depth <= 1 or (depth == 2 and whole) else _stored(path, parts) or _history(path)
    if top in ("opt", "srv", "snap", "Applications", "Volumes", "private"):
        return f"everything in {path}" if depth == 1 else _stored(path, parts) or _history(path)
    if top == "tmp":
        return ""
    return _stored(path, parts) or _history(path)


def _home(below: list[str], words: str) -> str:
    if not below:
        return words
    first = below[0]
    if len(below) == 1 and (first in HOME_OWN or first in ("..",)):
        return f"{first} in {words}"
    if first in (".ssh", ".gnupg", ".aws", ".kube"):
        return f"the keys in {first} of {words}"
    return ""


def _history(path: str) -> str:
    if path == ".git" or path.endswith(("/.git", "/.hg", "/.svn")) or "/.git/objects" in path or "/.git/refs" in path:
        return "the version history of a project"
    return ""


def _nearby(path: str) -> str:
    if path == ".":
        return "everything in the current folder, whichever that is"
    if path == ".." or path.endswith("/..") or (path.startswith("../") and not path.strip("./")):
        return "everything in the folder above, whichever that is"
    if path in (".git", ".hg", ".ssh", ".gnupg"):
        return _history(path) or f"the keys in {path}"
    return _history(path)


def _stored(path: str, parts: list[str]) -> str:
    return f"the stored data in {path}" if parts[-1] in STORES else ""


def _var(path: str, parts: list[str], whole: bool) -> str:
    depth = len(parts)
    if depth == 1:
        return "the system's data in /var"
    kind = parts[1]
    if WILD.search(kind):
        return "the system's data in /var"
    if kind in ("tmp", "cache", "lock", "run", "crash"):
        return ""
    if kind == "log":
        if depth == 2:
            return "every log in /var/log"
        return f"the record of what happened in {path}" if parts[2] in ("journal", "audit") else ""
    if kind == "lib":
        if any(part in PASSING for part in parts[2:]):
            return ""
        if parts[2:3] == ["dpkg"] and depth > 3 and "lock" in parts[3]:
            return ""
        return f"the data of a service in {path}"
    if kind == "www":
        return f"the web site in {path}" if depth == 2 or (depth == 3 and (whole or parts[2] == "html")) else ""
    if kind in ("spool", "mail", "vmail", "backups", "db", "named"):
        return f"the data in {path}" if depth <= 3 else ""
    return f"the data in {path}" if depth == 2 and kind in VAR_WHOLE else _stored(path, parts)


def _matching(path: str, names: Iterable[str]) -> bool:
    return any(fnmatchcase(name, path) for name in names)


@lru_cache(maxsize=4096)
def lock(path: str) -> str:
    """What a file holds together of who may do what, in words: any write to it can lock out or let in."""
    if "/" not in path or path.startswith(("/tmp/", "/dev/", "/proc/", "/var/")):
        return ""
    accounts = ("/etc/passwd", "/etc/shadow", "/etc/sudoers", "/etc/group", "/etc/gshadow")
    if WILD.search(path) and path.startswith("/etc/") and _matching(path, accounts):
        return "the account files"
    for pattern, words in LOCKS:
        if pattern.match(path):
            return words
    return ""


@lru_cache(maxsize=4096)
def basic(path: str) -> str:
    """What of the machine's working a file holds, in words: losing its content breaks something for everyone."""
    if path[:1] != "/":
        return ""
    for pattern, words in BASICS:
        if pattern.match(path):
            return words
    if path.startswith(
        ("/boot/", "/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
    ):
        return f"a file of the system, {path}"
    if path.startswith(("/sys/", "/proc/")) or path in ("/proc", "/sys"):
        return f"a setting of the kernel, {path}"
    return database(path)


def database(path: str) -> str:
    """The words for a file among the data of a service, empty for others."""
    if path.startswith("/var/lib/"):
        return (
            ""
            if any(part in PASSING for part in path.split("/")) or "dpkg/lock" in path
            else f"the data of a service, {path}"
        )
    return ""


@lru_cache(maxsize=1024)
def audit(path: str) -> str:
    """The words for a log that shows who did what; empty for the logs of an application."""
    if path.startswith("/var/log/audit/") or path.startswith("/var/log/journal"):
        return f"the record of what happened, {path}"
    if path.startswith(("/var/log/", "/var/run/utmp", "/run/utmp", "/var/adm/")):
        name = path.removeprefix("/var/log/").removeprefix("/var/run/").removeprefix("/run/").removeprefix("/var/adm/")
        if name in AUDIT_NAMES or (WILD.search(name) and _matching(name, AUDIT_NAMES)):
            return f"the record of who did what, {path}"
    return ""


def disk(path: str) -> bool:
    """Whether the path is a disk, a partition or a volume."""
    return path.startswith("/dev/") and bool(DISK.match(path))


def memory(path: str) -> bool:
    """Whether the path is the machine's memory or its watchdog."""
    return path.startswith("/dev/") and bool(MEMORY.match(path))


def stream(path: str) -> bool:
    """Whether writing to the path changes nothing that is kept: `/dev/null`, a terminal, a descriptor."""
    return path.startswith("/dev/") and bool(STREAMS.match(path))


@lru_cache(maxsize=4096)
def secret(path: str) -> str:
    """The kind of secret that a file holds, in words; empty for other files."""
    if path[:1] == "~" and path[1:2] not in ("", "/"):
        path = "~/" + path.partition("/")[2]
    wild = path.startswith("/etc/") and WILD.search(path)
    if wild and _matching(path, ("/etc/shadow", "/etc/gshadow")) and not _matching(path, ("/etc/hosts",)):
        return "password hashes"
    for pattern, words in SECRETS:
        if pattern.match(path):
            return words
    return ""
