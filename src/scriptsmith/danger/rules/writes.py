"""SS1100 to SS1119: files that are overwritten, emptied, edited or replaced."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .deletes import passing
from .invocation import Invocation
from .paths import basic, database, lock, precious, secret, spelled, stream
from .protected_paths import STORES
from .rule import dangerous, notable, rule
from .word_lists import set_of
from .write_targets import Target, content, targets

_TOOLS = set_of(
    "bash sh dash zsh ls cat cp mv rm sudo su ssh sshd scp login passwd mount umount ps kill find "
    "grep sed awk tar gzip python3 "
    "python perl systemctl init systemd apt apt-get dpkg yum dnf rpm ip iptables ping curl wget vi vim nano "
    "crontab env chmod "
    "chown chroot date df du id who w last netstat ss top less more true false test make gcc ld docker kubectl"
)
_ENTRIES = re.compile(r"/etc/(?:hostname|resolv\.conf|environment|default/grub.*|docker/.*|kubernetes/.*|etcd/.*|"
                      r"netplan/.*|ssl/.*|pki/.*"
                      r"|letsencrypt/.*|ssh/(?:ssh_config|sshd_config\.d/.*|ssh_config\.d/.*)|NetworkManager/.*|"
                      r"audit/rules\.d/.*|apparmor\.d/.*)\Z")  # fmt: skip
_WEAKER = re.compile(
    r"PermitRootLogin\s+\"?yes|PermitEmptyPasswords\s+\"?yes|NOPASSWD|SELINUX=(?:disabled|permissive)|StrictModes\s+no|"
    r"PasswordAuthentication\s+yes|UsePAM\s+no",
    re.I,
)


@rule(
    "SS1101",
    "Writes the files that say who may log in and become root",
    why="One wrong line locks everybody out, one extra line lets somebody in.",
    instead="use the program that checks what it writes: visudo, useradd, passwd, ssh-copy-id",
    on=">",
    bad=(
        "echo 'x ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers",
        "echo 'ssh-ed25519 AAAA x' >> ~/.ssh/authorized_keys",
        "> /etc/passwd",
        "echo x | sudo tee /etc/sudoers.d/x",
        "cp shadow /etc/shadow",
        "sed -i 's/root:x/root:/' /etc/passwd",
        "echo /tmp/x.so > /etc/ld.so.preload",
        "ln -sf /tmp/x /etc/pam.d/sshd",
    ),
    good=(
        "cat /etc/passwd",
        "cp /etc/passwd /etc/passwd.bak",
        "grep root /etc/group",
        "ssh-copy-id user@host",
        "echo x > passwd",
    ),
)
def account_files(call: Invocation) -> Hit | None:
    for target in targets(call):
        keys = target.path.endswith("/authorized_keys")
        if target.how == "creates" or (keys and target.how == "empties" and _new(target, call, "-e -f")):
            continue
        if reason := lock(target.path):
            return dangerous(f"{target.how} {target.path}: {reason}")
    return None


@rule(
    "SS1102",
    "Overwrites or empties what the machine runs on",
    why="Programs of the system, boot files, mounts, name resolution and the files of a database cannot be "
    "missing for a moment.",
    instead="write a new file beside it, check it, and rename it into place, keeping the old one",
    on=">",
    bad=(
        "> /etc/fstab",
        ": > /var/lib/mysql/ibdata1",
        "cat /dev/null > /etc/hosts",
        "cp evil /usr/bin/sudo",
        "truncate -s 0 /boot/vmlinuz",
        "echo x > /etc/ssh/sshd_config",
        "> /etc/nginx/nginx.conf",
        "ln -sf /bin/true /usr/bin/ssh",
        "dd if=/dev/zero of=/etc/fstab",
        "sed -i 's/PermitRootLogin no/PermitRootLogin yes/' /etc/ssh/sshd_config",
    ),
    good=(
        "echo '10.0.0.1 db' >> /etc/hosts",
        "echo x > /dev/null",
        "echo web1 > /etc/hostname",
        "cp tool /usr/local/bin/",
        "sed -i 's/80/8080/' /etc/nginx/nginx.conf",
        "cat > /etc/nginx/conf.d/app.conf <<< 'server {}'",
        "cp -n a b",
        "tar czf /tmp/etc.tgz /etc",
        "sed 's/a/b/' /etc/hosts > /etc/hosts.new && mv /etc/hosts.new /etc/hosts",
    ),
)
def system_files(call: Invocation) -> Hit | None:
    for target in targets(call):
        path, how = target.path, target.how
        if path.startswith("/etc/apt/") and re.search(r"trusted=yes|\ballow-insecure=yes", content(call.command) or ""):
            return dangerous(f"lets {path} bring packages that nobody signed")
        if how in ("creates", "extracts into") or path[:1] != "/" or lock(path):
            continue
        if re.match(r"/sys/class/net/[^/]+/(?:flags|carrier|device/remove|device/driver/unbind)\Z", path):
            return dangerous(f"takes a network card away through {path}")
        if path.startswith(("/proc/", "/sys/")):
            continue
        if how in ("edits", "appends to"):
            text = inserted(call) if how == "edits" else content(call.command) or ""
            if (
                how == "edits"
                and basic(path)
                and (_EVERY_LINE.match(call.verb) or _EDITOR_EMPTIES.search(_editing(call)))
            ):
                return dangerous(f"changes every line of {path}: {basic(path)}")
            if path.startswith("/etc/") and _WEAKER.search(text):
                return dangerous(f"weakens the protection that {path} sets")
            if path.startswith(("/boot/", "/bin/", "/sbin/", "/lib/")):
                return dangerous(f"{how} {path}, a file of the system")
            continue
        if how == "overwrites" and renamed(call, path):
            continue
        if how == "empties" and path.startswith("/var/lib/docker/containers/") and "json.log" in call.command.source:
            continue
        if how == "empties" and passing(path) and not path.startswith("/boot"):
            continue
        if (reason := _broken(path, how)) and not (database(path) and _new(target, call, "-e")):
            return dangerous(f"{how} {path}: {reason}")
        if path.startswith("/etc/") and _WEAKER.search(content(call.command) or ""):
            return dangerous(f"weakens the protection that {path} sets")
    return None


def _new(target: Target, call: Invocation, letters: str) -> bool:
    """Whether a test of one of `letters` has shown that there is no such file yet: nothing is lost that was in it.

    Only where the test looked on the same host, at the same path and with the same rights: what may not be entered
    looks empty, and a relative name or a quoted `~` is another place.
    """
    command, written = call.command, target.word.written
    here = not (command.privileged or command.host) and written[:1] in "/$" and "~" not in written
    return here and any(
        fact.kind == "absent" and fact.value in letters.split() and fact.subject == written for fact in command.facts
    )


def renamed(call: Invocation, path: str) -> bool:
    """Whether a file is put in place that was written beside it, as it is advised: `mv x.new x`."""
    if call.name != "mv" or len(call.operands) != 2:
        return False
    source = spelled(call.operands[0], call.command.cwd)
    return source.startswith(path) and passing(source) and not source.endswith((".bak", ".old", ".orig", "~"))


def _editing(call: Invocation) -> str:
    """What an editor is told: its arguments, and its standard input."""
    stdin = call.command.stdin
    fed = [each.target.shape for each in call.command.redirects if each.operator in ("<<", "<<-", "<<<")]
    return " ".join((call.text, stdin.shape if stdin is not None else "", *fed))


_EDITOR_EMPTIES = re.compile(r"(?:\A|[\s|:'\"])(?:%|1,\$|,)\s*d(?:elete)?(?:\s|\||\Z|['\"])")
_EVERY_LINE = re.compile(r"s(.)\^\1|(?:1,\$)?d\Z")
_SUBSTITUTION = re.compile(r"s([/|#,@!:])((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1")


def inserted(call: Invocation) -> str:
    """What an edit in place puts into a file; an opened lock that is only matched by name is spelled out."""
    text = call.text
    found = [(each[1], each[2]) for each in _SUBSTITUTION.findall(text)]
    if not found:
        return text
    new = "\n".join(replacement for _, replacement in found)
    for key, value in (
        ("PermitRootLogin", "yes"),
        ("PermitEmptyPasswords", "yes"),
        ("SELINUX=", "disabled"),
        ("SELINUX=", "permissive"),
    ):
        named = key in text or (key == "SELINUX=" and "/selinux" in text)
        if named and any(replacement.strip("\\1& ").endswith(value) for _, replacement in found):
            new += f"\n{key}{'' if key.endswith('=') else ' '}{value}"
    return new


def _broken(path: str, how: str) -> str:
    """Why losing the present content of `path` breaks something, or the empty string."""
    reason = basic(path)
    if not reason:
        return "a program's configuration" if path.startswith("/etc/") and how == "empties" else ""
    if path.startswith(("/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/")):
        return reason if how == "empties" or path.rpartition("/")[2] in _TOOLS else ""
    if path.startswith(("/usr/lib/", "/lib/", "/lib64/", "/usr/lib64/")):
        return "" if "/systemd/" in path and how != "empties" else reason
    if path.startswith("/var/lib/"):
        return reason if how == "empties" or path.split("/")[3] in STORES else ""
    if how != "empties" and _ENTRIES.match(path):
        return ""
    return reason


@rule(
    "SS1106",
    "Overwrites keys or stored passwords",
    why="A key that is overwritten opens nothing any more, and there is no second one.",
    instead="keep the old one with its permissions: cp -np FILE FILE.bak",
    on=">",
    yields="SS1104",
    bad=(
        "> ~/.ssh/id_rsa",
        "cp new ~/.ssh/id_ed25519",
        "echo > ~/.aws/credentials",
        "ln -sf /dev/null ~/.bash_history",
        "truncate -s0 /root/.kube/config",
    ),
    good=("cp ~/.ssh/id_rsa.pub /tmp/", "ssh-keygen -t ed25519 -f key", "echo X=1 > .env", "touch ~/.ssh/config"),
)
def key_files(call: Invocation) -> Hit | None:
    for target in targets(call):
        if target.how in ("creates", "appends to", "edits", "extracts into"):
            continue
        words = secret(target.path)
        if words and not target.path.endswith(".env") and not lock(target.path) and target.path[:1] in "/~":
            if target.how == "overwrites" and target.path.endswith(
                (".kube/config", ".npmrc", ".netrc", ".pgpass", ".my.cnf", ".pypirc")
            ):
                continue
            if target.how == "overwrites" and _new(target, call, "-e -f"):
                continue
            return dangerous(f"{target.how} {target.path}: {words}")
    return None


@rule(
    "SS1107",
    "Unpacks or copies over the system's folders",
    why="An archive decides itself which files it replaces.",
    instead="unpack into an empty folder, look, and copy what is meant",
    on="tar bsdtar unzip cpio cp rsync scp 7z git",
    yields="SS1008",
    bad=(
        "tar xf x.tar -C /",
        "unzip -o x.zip -d /etc",
        "tar -xzf a.tgz -C /usr",
        "cp -r backup/* /etc/",
        "rsync -a stuff/ /",
        "cp -rf * /",
        'for f in /srv/in/*.tar; do tar --absolute-names -xf "$f"; done',
    ),
    good=(
        "tar xf x.tar -C /opt/app",
        "tar xzf go.tgz -C /usr/local",
        "unzip x.zip -d out",
        "cp -r a b",
        "rsync -a a/ /srv/app/",
    ),
)
def unpacked(call: Invocation) -> Hit | None:
    if call.name in ("tar", "bsdtar", "unzip"):
        archives = (*call.all("-f", "--file"), *call.operands)
        absolute = call.has("-x", "--extract", "--get") and call.has("-P", "--absolute-names")
        if absolute and any(word.unknowns or "*" in word.shape for word in archives):
            return dangerous("unpacks archives that decide themselves which files of the machine they replace")
        for target in targets(call):
            if target.how == "extracts into" and target.path[:1] == "/" and _system(target.path):
                return dangerous(f"unpacks an archive over {target.path}")
        return None
    if call.name in ("rsync", "scp") and len(call.operands) > 1 and ":" in call.operands[0].shape.split("/")[0]:
        path = spelled(call.operands[-1], call.command.cwd)
        if _STARTED.match(path) and not call.has("-n", "--dry-run"):
            return dangerous(f"fetches what another machine has into {path}, where it is run")
    if call.name in ("cp", "rsync") and len(call.operands) > 1:
        if call.name == "rsync" and call.has("-n", "--dry-run"):
            return None
        word = call.operands[-1]
        path = spelled(word, call.command.cwd)
        recursive = call.has("-r", "-R", "-a", "--recursive", "--archive")
        if recursive and path[:1] == "/" and _system(path) and ":" not in path:
            source = spelled(call.operands[0], call.command.cwd)
            source += "/." if call.operands[0].shape.endswith("/.") else ""
            if call.name == "rsync" or source.endswith(("*", ".")) or path == "/":
                return dangerous(f"copies a tree over {path}")
    return None


_STARTED = re.compile(
    r"/etc/(?:cron[\w.]*|profile\.d|sudoers\.d|pam\.d|init\.d|systemd|rc\d?\.d)(?:/|\Z)|/usr/s?bin(?:/|\Z)"
)


def _system(path: str) -> bool:
    return path in (
        "/",
        "/etc",
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib64",
        "/boot",
        "/usr/bin",
        "/usr/lib",
        "/usr/sbin",
        "/var",
        "/var/lib",
        "/root",
        "/home",
    )


@rule(
    "SS1108",
    "Edits many files of the system in place",
    why="A pattern over a whole tree changes files that nobody looked at.",
    instead="list the matches with grep -rl first, and edit a named file with a backup suffix (-i.bak)",
    on="sed perl find",
    bad=(
        "sed -i 's/a/b/' /etc/*",
        "find /etc -type f -exec sed -i 's/a/b/' {} +",
        "perl -pi -e 's/a/b/' /usr/lib/*",
        "find / -exec sed -i d {} +",
    ),
    good=(
        "sed -i 's/a/b/' file",
        "find . -name '*.txt' -exec sed -i 's/a/b/' {} +",
        "sed 's/a/b/' /etc/*",
        "find /etc -name '*.conf'",
    ),
)
def edited_tree(call: Invocation) -> Hit | None:
    if call.name == "find":
        words = call.words
        if any(word in ("sed", "perl") for word in words[1:]) and any(
            word == "-i" or word[:2] == "-i" for word in (*words, *call.flags)
        ):
            from .find_results import find_roots

            for root in find_roots(call):
                path = spelled(root, call.command.cwd)
                if path[:1] == "/" and not path.startswith("/home") and precious(path):
                    return dangerous(f"edits every file that it finds in {path}")
        return None
    for target in targets(call):
        if target.how == "edits" and target.path.endswith("/*") and target.path[:1] == "/" and precious(target.path):
            return dangerous(f"edits every file in {target.path[:-2]}")
    return None


_PASSING = ("/tmp/", "/var/tmp/", "/dev/", "/run/lock/", "/var/lock/")


@rule(
    "SS1109",
    "Writes a file outside the working folder",
    why="A change to the system's own files outlives the script.",
    instead="keep a copy of the old file",
    level="notable",
    on=">",
    yields="SS1008 SS1360 SS1805 SS1852",
    bad=(
        "echo x >> /etc/hosts",
        "cp a /usr/local/bin/a",
        "> /var/log/nginx/access.log",
        "sed -i s/a/b/ /etc/nginx/nginx.conf",
    ),
    good=(
        "echo x > /dev/null",
        "echo x > out.txt",
        "cat /etc/hosts",
        "echo x > /tmp/out",
        "exec 200>/var/lock/b.lock; flock -n 200 || exit 1",
        "( flock -w 5 8 || exit 1; date ) 8>/run/lock/x.lock",
    ),
)
def outside(call: Invocation) -> Hit | None:
    for target in targets(call):
        path = target.path
        if path[:1] == "/" and not stream(path) and not path.startswith(_PASSING) and not path.endswith(".lock"):
            return notable(f"{target.how} {path}")
    return None
