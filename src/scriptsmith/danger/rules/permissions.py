"""SS1200 to SS1219: who may read, write and run what."""

from __future__ import annotations

import re

from ...interpreter.model import Hit, Word
from .bounding_checks import located
from .find_results import NAMING, checks, find_roots
from .invocation import Invocation, invocation
from .origins import substituted
from .paths import audit, disk, lock, memory, precious, secret, spelled, split
from .protected_paths import CONTROL
from .rule import dangerous, notable, rule, unanalysable
from .word_lists import row_of

_NARROW = frozenset((*NAMING, "-user", "-group", "-uid", "-gid", "-nouser", "-nogroup", "-perm"))
# Below these a test of the mode leaves what somebody put there; elsewhere it leaves files of the system.
_KEPT = frozenset(("/home", "/srv", "/opt", "/mnt", "/media", "/data"))
_MODE = re.compile(r"[0-7]{1,5}\Z|(?:[ugoa]*[-+=][rwxXstugo]*,?)+\Z")
_SITES = row_of(
    "/var/www /srv /opt /home/ /mnt /media /data /var/lib/ /usr/local/ ~ "
    ". /backup /export /var/log/ /etc/nginx /var/spool/ /nfs /storage"
)


def modes(call: Invocation) -> tuple[str, tuple[Word, ...]]:
    """The mode and the files of a chmod, whose mode may look like a flag."""
    mode = ""
    files: list[Word] = []
    for word in call.command.arguments:
        shape = word.shape
        if shape.startswith("--") or re.match(r"-[Rvcf]+\Z", shape):
            continue
        if not mode and not call.has("--reference") and (_MODE.match(shape) or not files):
            mode = shape
            continue
        files.append(word)
    return mode, tuple(files)


def opens(mode: str) -> bool:
    """Whether a mode lets everybody write."""
    if mode.isdigit():
        return len(mode) >= 3 and int(mode[-1], 8) & 2 != 0 if set(mode) <= set("01234567") else False
    return any(re.match(r"(?:[ug]*[oa][ugoa]*|)[+=][rxXst]*w", clause) for clause in mode.split(","))


def _closed(mode: str) -> bool:
    """Whether a mode keeps even the owner from reading."""
    if mode.isdigit():
        return len(mode) <= 3 and mode.zfill(3)[0] in "01234"[:4] and mode.zfill(3)[0] not in "4567"
    return any(re.match(r"(?:a|[ug]*u[go]*|)(?:-[rwxX]*r|-[rwx]*x|=$|=,)", clause) for clause in mode.split(","))


def _setuid(mode: str) -> bool:
    if mode.isdigit():
        return len(mode) > 3 and mode[-4] in "4567" and mode[-4] != "0"
    return any(
        re.match(r"[ua]*[+=][rwxXt]*s", clause) and not clause.startswith(("g", "o")) for clause in mode.split(",")
    )


def _tree(path: str) -> bool:
    """Whether a recursive change below `path` breaks the system rather than an application."""
    base, _ = split(path)
    if not precious(path) or base in (".git",):
        return False
    if base in ("/home", "/srv", "/opt", "/mnt", "/media", "/var/lib", "/var/log", "/root", "/data"):
        return True
    if base == "~" or base.startswith(_SITES):
        return False
    return path[:1] == "/" or base in ("..",)


_TOPS = frozenset(("/", "/etc", "/usr", "/var", "/bin", "/lib", "/root", "/home"))
_CHMOD = frozenset(("chmod",))
_CHOWN = frozenset(("chown", "chgrp"))


def _swept(call: Invocation, programs: frozenset[str]) -> str:
    """The tree of the system through which a find takes one of `programs`, itself or through xargs or `$(…)`."""
    if call.name == "find":
        return _sweeping(call, programs)
    words = (*call.operands, *call.command.arguments[-1:])
    ups = call.command.upstream + tuple(up for word in words for part in word.unknowns for up in substituted(part))
    narrowed = any(up.name in ("grep", "egrep", "fgrep", "awk", "head", "tail", "sed", "comm") for up in ups)
    finds = [up for up in ups if up.name == "find"]
    if not finds or narrowed or not any(word.unknowns for word in words):
        return ""
    return _sweeping(invocation(finds[-1]), programs)


def _sweeping(find: Invocation, programs: frozenset[str]) -> str:
    tests = [test for test in checks(find, lambda words: not programs.isdisjoint(words)) if test.narrows]
    for root in find_roots(find):
        path = spelled(root, find.command.cwd)
        if path[:1] != "/" or not _tree(path):
            continue
        kept = _NARROW if split(path)[0] in _KEPT else _NARROW - {"-perm"}
        if not any(test.name in kept for test in tests):
            return path
    return ""


@rule(
    "SS1201",
    "Changes permissions through a tree of the system",
    why="Modes of system files cannot be put back by hand; sudo and ssh refuse to work with wrong ones.",
    instead="name the files, or change only folders below one application: find DIR -type d -exec chmod 755 {} +",
    on="chmod find",
    yields="SS1202 SS1203",
    bad=(
        "chmod -R 777 /",
        "chmod -R 755 /etc",
        "chmod -R 000 /home",
        "chmod -R a+w /usr",
        "chmod --recursive 777 /var",
        "chmod -R 777 /*",
        "find / -type f -exec chmod 777 {} +",
        "find / -type f -perm 0777 -exec chmod 755 {} \\;",
        "find / -perm -2 -print0 | xargs -0 chmod o-w",
        "chmod 755 $(find / -perm 0777)",
        "chmod 000 /",
    ),
    good=(
        'chmod "$MODE" "$FILE"',
        "chmod -R 755 ./public",
        "chmod 644 file",
        "chmod -R g+w /srv/app/shared",
        "chmod +x script.sh",
        "find . -type f -exec chmod 644 {} +",
        "find / -name backup.sh -exec chmod 755 {} +",
        "find /srv/app -perm 0777 | xargs chmod 755",
        "chmod -R 755 /var/www/html",
    ),
)
def mode_tree(call: Invocation) -> Hit | None:
    if call.name == "find" and "chmod" not in call.words:
        return None
    if found := _swept(call, _CHMOD):
        return dangerous(f"changes the permissions of everything that it finds in {found}")
    if call.name == "find":
        return None
    mode, files = modes(call)
    recursive = call.has("-R", "--recursive")
    for word in files:
        path = located(word, call.command)
        if mode == path == "…":
            return unanalysable("changes permissions, and the text names neither the file nor the mode")
        if recursive and path == "…" and (opens(mode) or _closed(mode)):
            return unanalysable("changes permissions recursively, and the text does not say where")
        if recursive and "…" not in path and _tree(path):
            return dangerous(f"changes the permissions of {precious(path)}")
        if recursive and precious(path) and path[:1] in "/~" and (opens(mode) or _closed(mode)):
            return dangerous(f"opens or closes {precious(path)} for everybody")
        if (
            not recursive
            and precious(path)
            and (_closed(mode) or opens(mode))
            and path[:1] == "/"
            and not path.startswith(_SITES)
        ):
            if "1777" in mode or "+t" in mode:
                continue
            return dangerous(f"takes {path} away from, or opens it to, everybody")
    return None


@rule(
    "SS1202",
    "Opens secrets or system files to everybody",
    why="A file of passwords that everybody can read is no secret; a program that everybody can change is "
    "everybody's program.",
    instead="600 for keys, 640 for /etc/shadow, 755 for programs",
    on="chmod setfacl",
    bad=(
        "chmod 777 /etc/shadow",
        "chmod 644 /etc/shadow",
        "chmod o+r ~/.ssh/id_rsa",
        "chmod 666 /etc/passwd",
        "chmod a+w /usr/bin/ls",
        "setfacl -m u:bob:rw /etc/shadow",
        "chmod 666 /dev/sda",
        "chmod 000 /etc/passwd",
        "chmod -x /bin/chmod",
        "chmod 666 /var/run/docker.sock",
        "setfacl -m u:www-data:rw /run/docker.sock",
    ),
    good=(
        "chmod 600 ~/.ssh/id_rsa",
        "chmod 640 /etc/shadow",
        "chmod 755 /usr/local/bin/x",
        "chmod 400 key.pem",
        "chmod 644 /etc/hosts",
        "chmod 777 file",
    ),
)
def opened(call: Invocation) -> Hit | None:
    if call.name == "setfacl":
        for word in call.operands:
            path = spelled(word, call.command.cwd)
            if CONTROL.match(path) and re.search(r"\b(?:o|u:(?:nobody|www-data|nginx|apache))::?\w*w", call.text):
                return dangerous(f"lets others command the machine through {path}")
            if secret(path) or lock(path) or (call.has("-R", "--recursive") and _tree(path)):
                return dangerous(f"gives others a way to {path}")
        return notable("changes who may use a file") if call.operands else None
    mode, files = modes(call)
    for word in files:
        path = spelled(word, call.command.cwd)
        name = secret(path) or (lock(path) if not path.endswith("authorized_keys") else "")
        if name and (opens(mode) or _readable(mode, path) or _closed(mode)):
            return dangerous(f"sets {path} to {mode}: {name}")
        if CONTROL.match(path) and opens(mode):
            return dangerous(f"lets everybody command the machine through {path}")
        if (disk(path) or memory(path)) and (opens(mode) or (mode.isdigit() and mode[-1] != "0")):
            return dangerous(f"lets everybody write to {path}")
        if path.startswith(("/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/lib", "/boot/", "/usr/lib/")) and (
            opens(mode) or _closed(mode)
        ):
            return dangerous(f"lets everybody change, or nobody use, {path}")
        if path.startswith("/etc/") and (opens(mode) or (mode.isdigit() and mode.strip("0") == "")):
            return dangerous(f"lets everybody change, or nobody read, {path}")
        if audit(path) and opens(mode):
            return dangerous(f"lets everybody change {path}")
    return None


def _readable(mode: str, path: str) -> bool:
    if path.endswith(("passwd", "group")) and not secret(path):
        return False
    if path == "/etc/sudoers" or not secret(path):
        return False
    if mode.isdigit():
        return len(mode) >= 3 and mode[-1] in "4567"
    return any(re.match(r"(?:[ug]*[oa][ugoa]*|)[+=][wxX]*r", clause) for clause in mode.split(","))


@rule(
    "SS1203",
    "Makes a program run as its owner for everybody",
    why="A shell or interpreter with the set-uid bit gives root to whoever starts it.",
    instead="allow the one command in sudoers, through visudo",
    on="chmod setcap install",
    bad=(
        "chmod u+s /bin/bash",
        "chmod 4755 /tmp/sh",
        "cp /bin/sh /tmp/x && chmod +s /tmp/x",
        "setcap cap_setuid+ep /usr/bin/python3",
        "install -m 4755 sh /tmp/sh",
    ),
    good=(
        "chmod g+s shared",
        "chmod 2775 dir",
        "chmod 1777 /tmp",
        "chmod 0755 x",
        "setcap cap_net_bind_service=+ep ./app",
        "chmod u-s /usr/bin/x",
    ),
)
def set_uid(call: Invocation) -> Hit | None:
    if call.name == "setcap":
        grants = call.text
        if re.search(
            r"cap_(?:setuid|setgid|sys_admin|sys_ptrace|dac_override|dac_read_search|sys_module|sys_rawio|chown|"
            r"fowner)|\ball\b|=ep\b",
            grants,
        ) and not call.has("-r"):
            return dangerous(f"gives the powers of root to {call.words[-1] if call.words else 'a program'}")
        return notable(f"gives a capability to {call.words[-1]}") if call.words else None
    if call.name == "install":
        mode = call.value("-m", "--mode") or ""
        return (
            dangerous(f"installs {call.words[-1]} to run as its owner for everybody")
            if mode and _setuid(mode) and call.words
            else None
        )
    mode, files = modes(call)
    if not mode or not _setuid(mode) or not files:
        return None
    paths = [spelled(word, call.command.cwd) for word in files]
    if any(path[:1] in "/~…" for path in paths) or call.has("-R", "--recursive"):
        return dangerous(f"lets {paths[0]} run as its owner for everybody")
    return notable(f"lets {paths[0]} run as its owner for everybody")


@rule(
    "SS1204",
    "Changes the owner of a tree of the system",
    why="Files of the system belong to root for a reason; with another owner sudo, ssh and cron refuse to work.",
    instead="change the owner of the application's own folder only, and save the present ones: getfacl -R DIR > owners",
    on="chown chgrp find",
    yields="SS1050",
    bad=(
        "chown -R user /",
        "chown -R nobody:nogroup /etc",
        "chgrp -R users /usr",
        "chown --recursive www-data /var",
        "chown user /etc/shadow",
        "chown -R bob /home",
        "chown user:user /etc/sudoers",
        "find / -type f -exec chown bob {} +",
        "find /etc -perm 600 | xargs chown bob",
    ),
    good=(
        "chown -R www-data:www-data /var/www/html",
        "chown user file",
        "chown -R bob:bob /home/bob",
        "chown root:root /etc/hosts",
        "chgrp staff report.txt",
        "find / -user 1001 -exec chown -h bob {} +",
        "chown -R mysql:mysql /var/lib/mysql",
    ),
)
def owner_tree(call: Invocation) -> Hit | None:
    if call.name == "find" and _CHOWN.isdisjoint(call.words):
        return None
    if found := _swept(call, _CHOWN):
        return dangerous(f"changes the owner of everything that it finds in {found}")
    if call.name == "find":
        return None
    files = call.operands if call.has("--reference") else call.operands[1:]
    owner = call.words[0] if call.words else ""
    for word in files:
        path = located(word, call.command)
        if call.has("-R", "--recursive"):
            if path == "…":
                return unanalysable("changes owners recursively, and the text does not say where")
            if "…" not in path and _tree(path):
                return dangerous(f"changes the owner of {precious(path)}")
        if (secret(path) or lock(path)) and path.startswith("/etc/") and not re.match(r"root|0(?::|\Z)|:", owner):
            return dangerous(f"gives {path} to {owner}")
        if path.startswith(("/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/etc/ssh")) and not re.match(
            r"root|0(?::|\Z)", owner
        ):
            return dangerous(f"gives {path}, a file of the system, to {owner}")
        if not call.has("-R", "--recursive") and path in _TOPS:
            return dangerous(f"changes the owner of {path}")
    return None


@rule(
    "SS1205",
    "Locks files against changes, or unlocks what was locked",
    why="An immutable system file stops updates and logins; taking the mark off is the step before tampering.",
    instead="look with lsattr first, and name one file",
    on="chattr",
    bad=(
        "chattr -R +i /",
        "chattr +i /etc/passwd",
        "chattr -i /etc/shadow",
        "chattr -ia /var/log/auth.log",
        "chattr -R -i /etc",
    ),
    good=("lsattr /etc", "chattr +i notes.txt", "chattr +C /srv/vm/images"),
)
def attributes(call: Invocation) -> Hit | None:
    marks = [word.shape for word in call.command.arguments if re.match(r"[-+=][aiucsjtACDST]+\Z", word.shape)]
    if not any("i" in mark or "a" in mark for mark in marks):
        return notable("changes attributes of files") if marks else None
    for word in call.command.arguments:
        path = spelled(word, call.command.cwd)
        if path[:1] in "/~" and (
            lock(path) or audit(path) or secret(path) or (precious(path) and not path.startswith("/home"))
        ):
            return dangerous(f"changes whether {path} can be changed at all")
        if path.startswith(("/etc", "/boot", "/usr", "/bin")):
            return dangerous(f"changes whether {path} can be changed at all")
    return notable("changes whether files can be changed at all")


@rule(
    "SS1206",
    "Changes permissions or owners",
    why="Somebody may lose, or gain, the use of these files.",
    instead="save the present ones: getfacl -R FILE > modes; setfacl --restore=modes puts them back",
    on="chmod chown chgrp",
    level="notable",
    bad=("chmod 644 file", "chown user file", "chgrp staff report"),
    good=("ls -l file", "stat file", "chmod --help"),
)
def changed(call: Invocation) -> Hit | None:
    if not call.command.arguments:
        return None
    last = call.command.arguments[-1].shape
    return notable(f"changes {'the permissions' if call.name == 'chmod' else 'the owner'} of {last}")
