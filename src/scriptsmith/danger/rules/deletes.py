"""SS1001 to SS1019: files, folders and trees that go away."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...interpreter.model import Hit, Word
from ...programs.find import search
from .find_results import AGES, NAMING, checks, find_roots, narrow
from .invocation import Invocation, invocation
from .origins import substituted, told, word_text
from .paths import audit, basic, disk, lock, precious, scratch, secret, spelled, split
from .rule import dangerous, notable, rule

JUNK = re.compile(
    r"core(?:\.\*|\*|\.\d.*)?\Z|\*?\.(?:tmp|temp|bak|old|orig|dpkg-(?:old|dist|new|bak)|ucf-(?:old|dist)|rpm(?:save|orig|new)|rej|sw[op]|pyc|pyo|o|class|core|DS_Store|part|"
    r"dmp)\Z|\*~\Z|a\.out\Z"
    r"|Thumbs\.db\Z|\.DS_Store\Z|__pycache__\Z|\._\*\Z|\*\.(?:log\.)?(?:gz|[0-9])\Z",
    re.I,
)


def found_by(word: Word) -> bool:
    """Whether the word is what find yields, which the rules about find judge by its roots and tests."""
    return any(unknown.source == "{}" for unknown in word.unknowns)


def losing(word: Word, cwd: Word | None) -> tuple[str, str] | None:
    """The path and, in words, what is lost with it, when that is precious whatever the unknown parts are."""
    path = spelled(word, cwd)
    if "…" not in path:
        reason = precious(path)
        return (path, reason) if reason else None
    head = path.partition("…")[0]
    if head not in ("", "/", "/tmp/") and (reason := precious(path)):
        return path, reason
    return None


_ENDINGS = re.compile(
    r".*(?:\.(?:bak|old|orig|tmp|temp|new|swp|lock|pid|sock|dpkg-\w+|ucf-\w+|rpm(?:save|new))|~|\.sock\.lock|-tmp)\Z"
)
_OWN_PASSING = re.compile(
    r"/var/lib/(?!dpkg|rpm|apt)[^/]+/(?:[\w.-]*(?:cache|tmp|temp|lock)[\w.-]*|builds|tmp|run)(?:/\*?)?\Z"
)
_SOCKETS = re.compile(r".*/\.gnupg/(?:S\.[\w.-]+|[\w.-]*\.lock|random_seed)\Z|.*/\.kube/(?:http-)?cache(?:/.*)?\Z")


_REPLACEABLE = re.compile(
    r"/usr/lib/node_modules/[^/*]+\Z|/etc/nginx/sites-enabled/default\Z|/usr/lib/locale/locale-archive\Z"
)


def passing(path: str) -> bool:
    """Whether a file is a copy, a lock or a piece of cache that its program makes anew, going by its name."""
    if "…" in path.rpartition("/")[2] and not _ENDINGS.match(path):
        return False
    return bool(_ENDINGS.match(path) and not path.startswith("/boot")) or bool(
        _OWN_PASSING.match(path) or _SOCKETS.match(path)
    )


@rule(
    "SS1001",
    "Deletes a tree that the machine or its people live on",
    why="System folders, homes, mount points, service data and version history cannot be made again from "
    "anything here.",
    instead="delete the named files that are meant, and make a backup or a snapshot of it before",
    on="rm rmdir unlink srm rimraf trash trash-put gio",
    yields="SS1012",
    bad=(
        "rm -rf /",
        "rm -rf /etc",
        "rm -rf ~",
        "rm -fr /home/*",
        "rm -r --force /var/lib/mysql",
        "cd /tmp; rm -rf ../..",
        "rm -rf /usr /boot",
        "rm -rf .git",
        "rm -rf /mnt/data/*",
        'rm -rf "$HOME"',
        "rm -rf .",
        "rm -rf /?tc",
    ),
    good=(
        "rm file.txt",
        "rm -rf ./build",
        "rm -rf node_modules dist",
        "rm -rf /tmp/build",
        "rm -rf /var/cache/apt/archives/*",
        "rm -rf /var/lib/apt/lists/*",
        "rm -rf /usr/local/go",
        "rm -rf ~/.cache/pip",
        "rm -f .git/index.lock",
        "cd /srv/app/releases && rm -rf old",
    ),
)
def precious_tree(call: Invocation) -> Hit | None:
    operands = tuple(word for word in call.operands if not found_by(word))
    if call.name == "gio":
        if call.verb not in ("remove", "trash"):
            return None
        operands = operands[1:]
    recursive = call.loose or call.name not in ("rm", "rmdir", "unlink", "srm") or call.has("-r", "-R", "--recursive")
    if call.name in ("rmdir", "unlink"):
        return None
    for word in operands:
        found = losing(word, call.command.cwd)
        if not found:
            continue
        path, reason = found
        if _SOCKETS.match(path) or _OWN_PASSING.match(path) or _REPLACEABLE.match(path):
            continue
        if recursive and path.startswith("/usr/share/") and path.count("/") > 4 and not path.endswith("*"):
            continue
        if recursive:
            return dangerous(f"deletes {(_listed(call) if split(path)[0] == '.' else '') or reason}")
        if split(path)[1] and path.startswith(("/", "~")):
            return dangerous(f"deletes files of {reason}")
    return None


def _listed(call: Invocation) -> str:
    """What a listing decides, where its names come through xargs; else nothing."""
    lister = next((up for up in call.command.upstream if up.name in ("ls", "dir", "vdir")), None)
    return f"what `{lister.written}` lists, with everything in it" if lister and "xargs" in call.command.via else ""


@rule(
    "SS1002",
    "Deletes a file that the machine, its access or its records depend on",
    why="Without these files nobody logs in, nothing boots, or nobody can say afterwards what happened.",
    instead="keep a copy beside it first, or change the one line that is wrong",
    on="rm unlink srm",
    yields="SS1001 SS1006",
    bad=(
        "rm /etc/passwd",
        "rm -f /etc/ssh/sshd_config",
        "rm -f /var/log/auth.log",
        "unlink /boot/vmlinuz",
        "rm -f ~/.ssh/id_rsa",
        "rm /bin/bash",
        "rm -f /var/log/wtmp /var/log/btmp",
        "rm -f /var/lib/mysql/ibdata1",
        "rm -f ~/.bash_history",
    ),
    good=(
        "rm /etc/nginx/sites-enabled/default",
        "rm -f /var/log/nginx/access.log.1",
        "rm -f /var/lib/dpkg/lock-frontend",
        "rm -f /var/run/nginx.pid",
        "rm /usr/local/bin/tool",
    ),
)
def vital_file(call: Invocation) -> Hit | None:
    for word in call.operands:
        path = "" if found_by(word) else spelled(word, call.command.cwd)
        if passing(path):
            continue
        if path.startswith(("/usr/local/", "/tmp/", "/proc/", "/sys/")) or scratch(path):
            continue
        if (reason := lock(path) or audit(path) or basic(path)) and not _REPLACEABLE.match(path):
            return dangerous(
                f"deletes {path}, which holds {reason}" if not reason.endswith(path) else f"deletes {reason}"
            )
        if re.match(r"/etc/[^/]*[*?\[][^/]*\Z", path):
            return dangerous(f"deletes every file that {path} matches")
        if (reason := secret(path)) and not path.endswith((".env", "config")):
            return dangerous(f"deletes {path}, which holds {reason}")
        if disk(path):
            return dangerous(f"deletes the device {path}")
    return None


@rule(
    "SS1004",
    "Finds files from a precious root and deletes them",
    why="The search walks the whole tree below its roots; only what the tests keep out survives.",
    instead="start at the folder that is meant, and look at the list (-print) before deleting",
    on="find fd fdfind rm unlink shred",
    yields="SS1006",
    bad=(
        "find / -delete",
        "find / -type f -delete",
        "find /etc -name '*.conf' -delete",
        "find . -delete",
        "find ~ -type f -exec rm -f {} +",
        "find / -name '*.log' -delete",
        "find /var/lib/mysql -type f -print0 | xargs -0 rm -f",
        "find /home -mindepth 1 -delete",
        "find . -delete -name '*.tmp'",
        "find * -name keep -prune -o -exec rm -rf {} \\;",
        "find . ! -name keep -delete",
        "find /var/lib/kafka/data -name '*.log' -mtime +3 -delete",
    ),
    good=(
        "find . -name '*.tmp' -delete",
        "find /var/lib/jenkins/logs -name '*.log' -mtime +30 -delete",
        "find /var/log/nginx -name '*.gz' -mtime +30 -delete",
        "find /tmp -type f -mtime +7 -delete",
        "find / -name '*.log'",
        "find / -name core -exec rm -f {} +",
        "find ./build -type f -delete",
        "find . -name '*.pyc' | xargs rm -f",
        "find . -name .git -prune -o -name '*.orig' -exec rm -f {} +",
    ),
)
def found_files(call: Invocation) -> Hit | None:
    if call.name in ("rm", "unlink", "shred"):
        for up in call.command.upstream:
            texts = [word.shape for word in up.arguments]
            if up.name == "git" and "ls-files" in texts and {"-o", "--others", "-m", "--modified"} & set(texts):
                return dangerous("deletes every file that no commit holds")
        ups = call.command.upstream + tuple(
            up for word in call.operands for unknown in word.unknowns for up in substituted(unknown)
        )
        finds = [up for up in ups if up.name == "find"]
        narrowed = any(up.name in ("grep", "egrep", "fgrep", "awk", "head", "tail", "sed", "comm") for up in ups)
        if not finds or all(not word.unknowns or scratch(spelled(word)) for word in call.operands):
            return None
        hit = find_hit(invocation(finds[-1]), "deletes", narrowed=narrowed)
        return hit
    if call.name != "find" or not deletes_found(call):
        return None
    if {"gpg", "openssl", "age", "ccrypt"} & set(call.words):
        return dangerous("encrypts what it finds and deletes the original")
    return find_hit(call, "deletes")


_RM = re.compile(r"(?:\A|[\s;|&(/])(?:rm|unlink|shred|truncate)(?:\s|\Z)")


def deletes_found(call: Invocation) -> bool:
    """Whether one of the actions of a find deletes or empties what it finds."""
    for term in search(call.texts).terms:
        words = [call.texts[at] for at in term.values]
        if term.name == "-delete" or (
            term.kind == "run"
            and (words[:2] == ["cp", "/dev/null"] or any(_RM.search(word) and word[:1] != "-" for word in words))
        ):
            return True
    return False


def deleting(words: Sequence[str]) -> bool:
    """Whether the words of an action of find delete."""
    return (
        words[0] == "-delete"
        or list(words[1:3]) == ["cp", "/dev/null"]
        or any(_RM.search(each) and not each.startswith("-") for each in words[1:])
    )


def find_hit(call: Invocation, verb: str, *, narrowed: bool = False) -> Hit | None:
    """What a find that changes what it finds would do, by its roots and its tests; `narrowed` by what follows it."""
    tests = checks(call, deleting)
    names = [test.value for test in tests if test.name in NAMING]
    little = narrowed or narrow(tests) or "{}." in call.text
    positive = bool(names) and not any(test.negated for test in tests)
    junk = positive and all(JUNK.match(name) for name in names)
    logs = positive and all(JUNK.match(name) or ("log" in name and name.strip("*") not in _LOGS) for name in names)
    for root in find_roots(call) or (Word(parts=(".",)),):
        path = spelled(root, call.command.cwd)
        reason = "" if path[:1] == "…" else precious(path)
        bare = spelled(root, call.command.cwd, emptied=True)
        if not little and not reason and path[:1] != "…" and bare not in ("", "."):
            reason = precious(bare)
        if path == "/" and positive and any(name.endswith(".bak") for name in names):
            return dangerous(f"{verb} every backup copy in {reason}")
        if not reason or junk or (logs and _LOG_FOLDER.match(path)):
            continue
        base, _ = split(path)
        if any(name.strip("*/") in _KEPT for name in names) and positive:
            return dangerous(f"{verb} what holds keys or history in {reason}")
        if base.startswith(_PEOPLES) and tests and all(test.name in AGES - {"-empty"} for test in tests):
            return dangerous(f"{verb} what is old in {reason}, whatever it is")
        if _SESSIONS.fullmatch(path) and positive and names == ["sess_*"] and _all_old(call):
            continue
        timed = any(test.name in AGES for test in tests)
        if base == "/var/log" and not timed and names and all(audit(f"/var/log/{name}") for name in names):
            return dangerous(f"{verb} what it finds in {reason}")
        if little and base not in ("/", "/var") and not base.startswith(_VITAL):
            continue
        return dangerous(f"{verb} what it finds in {reason}")
    return None


def _all_old(call: Invocation) -> bool:
    """Whether what was changed in the last day stays, whatever else is found."""
    old = re.search(r"\s-[cm](?:min \+(?:\d{5,}|[2-9]\d{3}|14[4-9]\d|1[5-9]\d\d|…)|time \+\d+)(?=\s|\Z)", call.text)
    return bool(old) and not re.search(r"\s(?:-o|-or|!|-not|,)(?=\s|\Z)", call.text)


_SESSIONS = re.compile(r"/var/lib/php\d*/sessions?(?:-\w+)?")
"""Where PHP keeps a file for each visitor, called `sess_…`."""
_LOG_FOLDER = re.compile(r"/var/lib/(?:.*/)?(?:logs?|containers)(?:/|\Z)")
"""Where a name that ends in `.log` is that of a log: elsewhere below /var/lib it may be the data itself, as of Kafka,
ZooKeeper, Cassandra and whatever keeps its data in LevelDB."""
_LOGS = frozenset(("log", "logs"))
"""A pattern of nothing but this is in the names of a database's own folders as well: pg_xlog, pg_clog."""
_KEPT = frozenset((".ssh", ".gnupg", ".git", ".aws", ".kube", "authorized_keys", "id_rsa", ".password-store"))
_PEOPLES = ("/home", "/root", "/srv", "/opt", "/data", "/mnt", "/media", "~")
_VITAL = ("/etc", "/usr", "/bin", "/sbin", "/lib", "/boot", "/var/lib", "/dev")


@rule(
    "SS1005",
    "Deletes files",
    why="A deleted file does not come back; it is worth a look which ones go.",
    instead="look at the names with ls first",
    on="rm unlink rmdir srm find",
    level="notable",
    yields="SS1052 SS1053",
    bad=("rm file.txt", "find . -name '*.tmp' -delete", "rm -rf ./build"),
    good=("ls -l file.txt", "rm --help", "echo rm file.txt", "d=$(mktemp -d); trap 'rm -rf \"$d\"' EXIT"),
)
def files(call: Invocation) -> Hit | None:
    if call.name == "find":
        return notable(f"deletes the files that it finds {_below(call)}") if call.has("-delete") else None
    words = [word for word in call.operands if not scratch(spelled(word, call.command.cwd))]
    if not words:
        return None
    names = " ".join(told(word, call.command.upstream) for word in words[:3]) + (" …" if len(words) > 3 else "")
    tree = " with everything in it" if call.has("-r", "-R", "--recursive") else ""
    return notable(f"deletes {names}{tree}")


def _below(call: Invocation) -> str:
    roots = [word_text(word) for word in find_roots(call)] or ["."]
    return "below " + " ".join(roots[:3])
