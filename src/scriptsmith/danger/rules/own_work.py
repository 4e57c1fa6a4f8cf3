"""Commands that look destructive and only touch what the script itself has made, or has checked before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...interpreter.model import Command, Word
from .established import server
from .invocation import Invocation
from .paths import scratch, spelled
from .write_targets import content, targets

_LOCAL = frozenset(("reset", "clean", "checkout", "switch", "restore", "stash", "branch"))
_KEY_FILE = re.compile(r"-\w*f\s*(\"?\$\{?\w+\}?\"?)(?=\s|\Z)")
_EVERYTHING = re.compile(r"(?m)^[^#\n]*=\s*(?:\([^)]*\)\s*)?(?:[A-Z]+:\s*)*ALL\b")


def made_here(calls: Sequence[Invocation]) -> Mapping[int, str]:
    """The calls, by their number, that change only what the script has made or checked, and why that is so."""
    found: dict[int, str] = {}
    clones: set[str] = set()
    databases: set[tuple[str, tuple[str, ...]]] = set()  # their names, and where they are
    texts: dict[str, str] = {}
    checked: set[str] = set()
    keys: set[str] = set()  # the files, as they are written in the text, that hold a public key
    accounts: set[str] = set()  # those that the script has made, without a right of their own
    files: set[str] = set()  # single files that the script has written
    snapshots: set[str] = set()
    overlaid: set[str] = set()  # machines of which the script has made a snapshot that grows beside their disk
    fresh: set[str] = set()  # volumes that the script has made
    spare = _spare_sets(calls)
    usual = ""  # the database that clients take where they are told none
    proven: set[str] = set()  # packed files that the script has tested
    strict = False
    for index, call in enumerate(calls):
        command = call.command
        name = call.name
        if (name in _MAKING_DATABASES and (why := _own_database(call, databases, usual, strict=strict))) or (
            name == "virsh" and (why := _own_overlay(call, overlaid, strict=strict))
        ):
            found[index] = why
        elif name == "ipset" and call.verb in ("flush", "destroy") and call.operands[1:2]:
            if call.operands[1].written in spare:
                found[index] = "the script made that set itself, and swaps it with the one that is used"
        elif name == "restic" and call.words in (("prune",), ("-q", "prune")) and _bounded_backups(calls[:index]):
            found[index] = "what it drops was forgotten by its age"
        elif name == "git" and call.verb in _LOCAL and _in(call, clones):
            found[index] = "in a folder that the script made itself"
        elif call.name == "git" and call.verb == "clone":
            clones |= {_identity(word, command) for word in call.operands[2:3]}
        elif call.name == "export" and any(word.written.startswith("PGDATABASE=") for word in command.arguments):
            usual = next(word.written for word in command.arguments if word.written.startswith("PGDATABASE="))[11:]
        elif call.name == "visudo" and call.has("-c", "--check"):
            checked |= {word.written for word in (*call.all("-f", "--file"), *call.operands)}
        elif call.name == "ssh-keygen" and call.has("-l"):
            named = _KEY_FILE.search(command.source)
            keys |= {*([named[1]] if named else ()), *(word.written for word in call.all("-f"))}
        elif call.name == "set" and (call.has("-e") or "errexit" in call.words):
            strict = True
        elif call.name == "useradd" and call.operands and (command.tested or strict) and _plain(call):
            accounts.add(call.operands[-1].written)
        elif accounts and (_account_of(call) in accounts or _own_key(call, accounts)):
            found[index] = "the script made that account itself"
        elif (call.name in ("printf", "echo", "cat") and _adds_a_key(call, keys)) or (
            keys and call.name == ":" and _group_adds_a_key(call, calls[index + 1 :], keys)
        ):
            found[index] = "ssh-keygen has checked that it is a public key"
        elif call.name in _VOLUMES or call.name.startswith("mkfs"):
            if why := _volume(call, snapshots, fresh):
                found[index] = why
        elif call.name == "rm" and call.operands and all(_identity(it, command) in files for it in call.operands):
            found[index] = "the script wrote that file itself"
        elif call.name in ("rm", "unlink") and call.operands and not call.has("-r", "-R", "--recursive") and all(
            any(copy.startswith(f"{_identity(it, command)}.") for copy in proven) for it in call.operands
        ):  # fmt: skip
            found[index] = "the script has tested the packed copy"
        elif call.name in _PACKERS and call.has("-t", "--test") and command.tested:
            proven |= {_identity(word, command) for word in call.operands}
        elif call.name == "mv" and len(call.operands) == 2 and _identity(call.operands[0], command) in files:
            found[index] = "puts a file in its place that the script has written beside it"
        elif call.name in ("install", "cp", "mv") and _sudoers(call) and len(call.operands) == 2:
            source = call.operands[0].written
            if source in checked and source in texts and not _EVERYTHING.search(texts[source]):
                found[index] = "visudo has checked it, and it gives some commands only"
        for target in targets(call):
            if target.how == "overwrites" and not any(mark in target.word.written for mark in "*?["):
                files.add(_identity(target.word, command))
            if target.how == "overwrites" and (text := content(command)) is not None:
                # two files of mktemp have one name here: what is in either counts
                texts[target.word.written] = f"{texts.get(target.word.written, '')}\n{text}"
    return found


def _spare_sets(calls: Sequence[Invocation]) -> frozenset[str]:
    """Sets of addresses that the script makes, fills, and only then swaps, once, with the one that is used: before that
    nothing is in them, and after it the old addresses are."""
    told = [(each.verb, *(word.written for word in each.operands[1:])) for each in calls if each.name == "ipset"]
    swaps = [at for at, words in enumerate(told) if words[0] == "swap"]
    if len(swaps) != 1 or len(told[swaps[0]]) != 3 or any(each.command.host for each in calls if each.name == "ipset"):
        return frozenset()
    name = told[swaps[0]][1]
    before = [words[0] for words in told[: swaps[0]] if name in words[1:2]]
    after = [words for words in told[swaps[0] + 1 :] if words[:2] not in (("destroy", name), ("flush", name))]
    made = before[:1] == ["create"] and before[-1:] == ["add"] and set(before) <= {"create", "flush", "add"}
    return frozenset((name,)) if made and not after else frozenset()


def _bounded_backups(calls: Sequence[Invocation]) -> bool:
    """Whether restic forgets by age alone, days and weeks or months, so that `prune` drops what nobody keeps."""
    restic = [each for each in calls if each.name == "restic"]
    forgets = [each.text for each in restic if "forget" in each.words]
    usual = all(set(each.words) & {"backup", "forget", "check", "prune", "snapshots", "stats"} for each in restic)
    return bool(forgets) and usual and all(
        re.search(r"--keep-daily[ =](?:[3-9]|\d\d+)\b", text)
        and re.search(r"--keep-(?:weekly|monthly)[ =]([1-9]\d*)\b", text)
        for text in forgets
    )  # fmt: skip


_CREATES = re.compile(r"(?is)\s*create\s+database\s+[\"`]?((?:\$\([^)]*\)|[^\s\"`;])+)[\"`]?(?:\s[\w\s='-]*)?;?\s*\Z")


def _created(call: Invocation) -> str:
    """The database that a client makes by a statement that fails where there is one of that name."""
    given = call.all("-c", "--command", "-e", "--execute") if call.name in _CLIENTS else ()
    found = _CREATES.match(given[0].written) if len(given) == 1 else None
    return found[1] if found else ""


def _own_database(call: Invocation, made: set[tuple[str, tuple[str, ...]]], usual: str, *, strict: bool) -> str:
    """Why a database may be changed or dropped; those that the script makes are noted, with their server."""
    if call.name == "createdb" and call.operands:
        made.add((call.operands[0].written, server(call)))
    elif (name := _created(call)) and (call.command.tested or strict):
        made.add((name, server(call)))
    elif made and call.name in (*_CLIENTS, "dropdb"):
        name = _database(call) or (usual if call.name != "dropdb" else "")
        return "the script made that database itself" if (name, server(call)) in made else ""
    return ""


def _own_overlay(call: Invocation, overlaid: set[str], *, strict: bool) -> str:
    """Why a snapshot beside a disk may be written into it again; those that the script makes are noted."""
    domain = _domain(call)
    if domain and call.verb == "snapshot-create-as" and call.has("--disk-only") and (call.command.tested or strict):
        overlaid.add(domain)
    elif domain in overlaid and call.verb == "blockcommit" and call.has("--active"):
        return "the script made that snapshot itself"
    elif domain and call.verb == "snapshot-create-as" and len(call.operands) > 2 and (call.command.tested or strict):
        overlaid.add(f"{domain} {call.operands[2].written}")
    elif call.verb in ("snapshot-revert", "snapshot-delete") and len(call.operands) > 2:
        known = f"{domain} {call.operands[2].written}" in overlaid and not call.has("--children", "--current")
        return "the script made that snapshot itself" if known else ""
    return ""


_PACKERS = frozenset(("gzip", "xz", "bzip2", "zstd", "pigz", "lz4", "unzip", "7z"))
_CLIENTS = frozenset(("psql", "mysql", "mariadb", "pg_restore"))


_MAKING_DATABASES = _CLIENTS | {"createdb", "dropdb"}


def _database(call: Invocation) -> str:
    """The database that a client is given, as it is written."""
    told = call.all("-d", "--dbname", "-D", "--database")
    if told:
        return told[-1].written
    return call.operands[0].written if call.operands and call.name != "pg_restore" else ""


def _domain(call: Invocation) -> str:
    """The virtual machine that a command is about, as it is written."""
    told = (*call.all("--domain"), *call.operands[1:2])
    return told[0].written if told else ""


_VOLUMES = frozenset(("lvcreate", "lvremove"))


def _volume(call: Invocation, snapshots: set[str], fresh: set[str]) -> str:
    """Why a volume may be formatted or removed; those that the script makes are noted."""
    if call.name == "lvcreate":
        names = call.all("-n", "--name")
        if call.has("-s", "--snapshot"):
            snapshots |= {word.written for word in names}
            return ""
        for group in call.operands[:1]:
            for name in names:
                fresh |= {f"/dev/{group.written}/{name.written}", f"/dev/mapper/{group.written}-{name.written}"}
    elif call.name == "lvremove":
        if call.operands and all(_last(each) in snapshots for each in call.operands):
            return "the script made that snapshot itself"
    elif call.operands and call.operands[-1].written in fresh:
        return "the script made that volume itself"
    return ""


_POWERFUL = frozenset(("sudo", "wheel", "admin", "docker", "root", "lxd", "adm", "disk", "shadow"))


def _plain(call: Invocation) -> bool:
    """Whether an account is made that belongs to no group with power over the machine."""
    groups = [each for word in call.all("-g", "--gid", "-G", "--groups") for each in word.shape.split(",")]
    return not call.has("-o", "--non-unique", "-u", "--uid") and _POWERFUL.isdisjoint(groups) and "…" not in groups


def _account_of(call: Invocation) -> str:
    """The account that a command locks or whose password it lets expire, as it is written."""
    closes = call.name == "chage" or (call.name == "passwd" and call.has("-l", "--lock", "-e", "--expire"))
    return call.operands[-1].written if closes and call.operands else ""


def _own_key(call: Invocation, accounts: set[str]) -> bool:
    """Whether the keys of an account are written that the script has made."""
    if call.name not in ("install", "cp", "tee", "echo", "cat", "printf"):
        return False
    places = [each for each in targets(call) if each.path.endswith("/authorized_keys")]
    return bool(places) and all(_home_of(each.word, accounts) for each in places)


def _home_of(word: Word, accounts: set[str]) -> bool:
    text = word.written
    return any(
        text.startswith((f"/home/{name}/", f"~{name}/"))
        or re.match(rf"\$\(getent passwd \"?\$?{{?(?:{re.escape(name.lstrip('$'))}|\w+)}}?\"?\s*\|", text)
        for name in accounts
    )


def _adds_a_key(call: Invocation, keys: set[str]) -> bool:
    """Whether a checked public key is added to those that may log in, and nothing else is printed."""
    places = targets(call)
    if not places or any(each.how != "appends to" or not each.path.endswith("/authorized_keys") for each in places):
        return False
    printed = call.operands if call.name == "cat" else call.operands[-1:]
    texts = [word.written if call.name != "cat" else call.command.source for word in printed]
    return bool(texts) and all(any(key in text for key in keys) for text in texts)


def _group_adds_a_key(call: Invocation, following: Sequence[Invocation], keys: set[str]) -> bool:
    """Whether a group of commands adds what restricts a key, and a checked public key."""
    end = (call.command.place.end_line, call.command.place.end_column)
    inner = [each for each in following if (each.command.place.end_line, each.command.place.end_column) <= end]
    places = targets(call)
    if not places or any(each.how != "appends to" or not each.path.endswith("/authorized_keys") for each in places):
        return False
    files = [word.written for each in inner if each.name == "cat" for word in each.operands]
    others = [each for each in inner if each.name != "cat"]
    return (
        bool(files)
        and keys.issuperset(files)
        and all(each.name in ("printf", "echo") and "ssh-" not in each.text for each in others)
    )


def _sudoers(call: Invocation) -> bool:
    return all(target.path.startswith("/etc/sudoers.d/") for target in targets(call)) and bool(targets(call))


def _in(call: Invocation, clones: set[str]) -> bool:
    """Whether git works in a scratch folder, in a clone that the script made, or in the workspace of a build."""
    told = call.all("-C")
    where = told[-1] if told else call.command.cwd
    if where is None:
        return False
    name = _identity(where, call.command) if told else where.written
    if _WORKSPACE.match(name):
        return True
    return scratch(spelled(where)) or any(name == clone or name.startswith(f"{clone}/") for clone in clones)


_WORKSPACE = re.compile(
    r"\$\{?(?:CI_PROJECT_DIR|GITHUB_WORKSPACE|WORKSPACE|BUILD_SOURCESDIRECTORY|BUILDKITE_BUILD_CHECKOUT_PATH)\b"
)


def _last(word: Word) -> str:
    """The name of a volume without its group: `vg0/snap` and `/dev/vg0/snap` are `snap`."""
    return word.written.rpartition("/")[2]


def _identity(word: Word, command: Command) -> str:
    cwd = command.cwd
    return word.written if cwd is None or word.written[:1] in "/~$`" else f"{cwd.written}/{word.written}"
