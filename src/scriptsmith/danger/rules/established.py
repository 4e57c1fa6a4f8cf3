"""What the tests before a command have established of what it destroys: a device is blank, a folder or a database is
empty, a file is the same as its copy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...interpreter.conditions import NONE_COUNTED
from ...interpreter.model import Command, GuardFact, Word
from .aggregations import first_only
from .invocation import Invocation, invocation
from .origins import inside
from .unchecked_copies import sent
from .word_lists import set_of

_Found = Mapping[int, tuple[str, frozenset[str]]]
_MAKERS = set_of("mke2fs mkswap mkdosfs pvcreate cryptsetup parted sfdisk sgdisk wipefs")
_FORMATTING = frozenset(("SS1120", "SS1121", "SS1122"))
_CLIENTS = frozenset(("psql", "mysql", "mariadb"))
_DROPPING = frozenset(("SS1060", "SS1061"))
_DIGESTS = set_of("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum")


def established(calls: Sequence[Invocation]) -> _Found:
    """The calls, by their number, that destroy nothing since a test has shown that nothing is there, and why."""
    found: dict[int, tuple[str, frozenset[str]]] = {}
    strict = False
    for index, call in enumerate(calls):
        strict = strict or (call.name == "set" and (call.has("-e") or "errexit" in call.words))
        if not call.command.facts:
            continue
        if call.name in _MAKERS or call.name.startswith("mkfs"):
            if _blank(_device(call), call.command):
                found[index] = ("a test has shown that nothing is on it", _FORMATTING)
        elif (call.name == "dropdb" or call.name in _CLIENTS) and _counted_none(call, strict=strict):
            found[index] = ("a test has counted that nothing is in it", _DROPPING)
        elif call.name in _CLIENTS and _searched(call):
            found[index] = ("a search has found nothing in it that drops or deletes", frozenset(("SS1807",)))
    return found


def spared(call: Invocation, word: Word, calls: Sequence[Invocation], *, tree: bool) -> bool:
    """Whether nothing is lost when a call deletes `word`: the folder is empty, or the same lies where none of `calls`
    deletes."""
    command = call.command
    if not command.facts:
        return False
    deleted = {each.written for other in calls if other.name in _DELETING for each in other.operands}
    if not tree and _sent(word, command):
        return True
    return _empty(word, command) or _copied(word, command, deleted, tree=tree)


def _sent(word: Word, command: Command) -> bool:
    """Whether a file is deleted only where a command, which is asked for its success, has copied that very file to
    another machine or into a store."""
    return any(
        fact.kind == "ran"
        and fact.holds
        and fact.by[-1].tested
        and any(word.written == each.written for each in sent(invocation(fact.by[-1])))
        for fact in command.facts
    )


_DELETING = set_of("rm unlink srm rimraf shred mv truncate")


def absent_before(word: Word, command: Command, *, tree: bool) -> bool:
    """Whether a test has shown that nothing lay there, so that whatever lies there now was made since."""
    letters = ("-e", "-d") if tree else ("-e", "-f")
    path = word.written.rstrip("/")
    return any(
        fact.kind == "absent" and fact.value in letters and fact.subject.rstrip("/") == path for fact in command.facts
    )


def _asked(fact: GuardFact) -> tuple[Command, ...]:
    by = fact.by or [each for each in inside(fact.subject) if not each.captured]
    return tuple({each.written: each for each in by}.values())


def _of_same_place(check: Command, command: Command) -> bool:
    """Whether a check looks where the command acts, and with the same rights: else it may see nothing."""
    return check.host == command.host and (check.privileged or not command.privileged)


_ANYTHING = frozenset(("grep -q .", "grep -q [^[:space:]]", "grep -q [^ ]", "grep -q [[:graph:]]", r"grep -q \S"))


def _nothing_printed(command: Command) -> Iterator[Command]:
    """The commands before `command` that are known to have printed nothing, each alone."""
    for fact in command.facts:
        by = _asked(fact) if fact.kind in ("printed", "ran") else ()
        alone = fact.kind == "printed" and fact.holds and fact.value == "" and len(by) == 1
        searched = fact.kind == "ran" and not fact.holds and len(by) == 2 and by[1].written in _ANYTHING
        if alone or searched:
            yield by[0]


def _device(call: Invocation) -> str:
    """The one device that is formatted, as it is written; empty where several are, or none is told."""
    operands = tuple(word for word in call.operands if word.unknowns or word.shape.startswith("/dev/"))
    if call.name == "cryptsetup":
        operands = operands if call.verb == "luksFormat" else ()
    return operands[0].written if len(operands) == 1 else ""


def _blank(device: str, command: Command) -> bool:
    """Whether a program that looks for signatures has found none on a device."""
    if not device:
        return False
    checks = [each for each in _nothing_printed(command) if _shows_signatures(invocation(each))]
    checks += [
        fact.by[0]
        for fact in command.facts
        if fact.kind == "ran" and not fact.holds and len(fact.by) == 1 and _probes(invocation(fact.by[0]))
    ]
    return any(
        len(operands := invocation(each).operands) == 1
        and operands[0].written == device
        and _of_same_place(each, command)
        for each in checks
    )


def _probes(call: Invocation) -> bool:
    """Whether blkid is asked for everything that it can find on a device."""
    return call.name == "blkid" and not call.has("-s", "--match-tag", "-L", "-U", "-t", "-n", "-u", "-l", "-O", "-S")


def _shows_signatures(call: Invocation) -> bool:
    if call.name == "wipefs":
        return not call.has("-t", "--types", "-o", "--offset") and (call.has("-n", "--no-act") or not call.has("-a"))
    if call.name == "lsblk":
        columns = call.value("-o", "--output", "-no") or ""
        return "FSTYPE" in columns.upper().split(",") and call.has("-n", "--noheadings")
    return _probes(call)


def _empty(word: Word, command: Command) -> bool:
    """Whether a folder that is deleted, or the content of which is, holds nothing."""
    path = re.sub(r"(?:/\*?)+\Z", "", word.written)
    for check in _nothing_printed(command):
        call = invocation(check)
        if _of_same_place(check, command) and _lists_all(call) and call.operands[0].written.rstrip("/") == path:
            return bool(path)
    for fact in command.facts:
        none = fact.kind == "printed" and fact.holds and fact.value in ("0", NONE_COUNTED)
        by = _asked(fact) if none else ()
        if len(by) == 2 and by[1].written == "wc -l" and _of_same_place(by[0], command):
            call = invocation(by[0])
            if _lists_all(call) and call.operands[0].written.rstrip("/") == path:
                return bool(path)
    return False


_FINDS_ALL = re.compile(r"(?:-(?:mindepth 1|maxdepth \d|type f|print0?|quit)\s*)*\Z")


def _lists_all(call: Invocation) -> bool:
    """Whether a listing of one folder leaves nothing out."""
    if call.name == "ls":
        return call.has("-A", "--almost-all") and len(call.operands) == 1 and not call.has("-I", "-B", "--hide")
    return (
        call.name == "find"
        and bool(call.operands)
        and len(call.texts) > 1
        and call.texts[0] == call.words[0]
        and _FINDS_ALL.match(" ".join(call.texts[1:])) is not None
    )


def _copied(word: Word, command: Command, destroyed: set[str], *, tree: bool) -> bool:
    """Whether what is deleted was compared with a copy that stays, and was the same."""
    path = word.written.rstrip("/")
    if command.host or (any(mark in path for mark in "*?[") and not _one_of_a_loop(command)):
        return False
    paths = [path]
    if command.loop and (variable := _VARIABLE.search(command.source)):
        paths.append(variable[1])  # substitutions keep the name of the variable of a loop
    return any(
        copy != path and not _within(copy, path) and not any(_within(copy, each) for each in destroyed)
        for one in paths
        for copy in _copies(one, command, tree=tree)
    )


_VARIABLE = re.compile(r"\A\w+(?:\s+-\S+)*\s+\"(\$\{?\w+\}?)\"\Z")
"""A command with one operand, a variable."""


def _one_of_a_loop(command: Command) -> bool:
    """Whether a pattern stands for the one file of this turn of a loop: the command itself has none."""
    return command.loop and not any(mark in command.source for mark in "*?[")


def _within(path: str, folder: str) -> bool:
    folder = re.sub(r"(?:/\*?)+\Z", "", folder)
    return path == folder or path.startswith(f"{folder}/")


def _copies(path: str, command: Command, *, tree: bool) -> Iterator[str]:
    """Where the same lies as at `path`, as tests have shown."""
    for fact in command.facts:
        if fact.kind == "ran" and fact.holds and len(fact.by) == 1:
            yield from _compared(invocation(fact.by[0]), path, tree=tree)
        elif fact.kind == "same" and fact.holds and not tree:
            one, other = _digested(fact.subject), _digested(fact.value)
            if one and other and one != other and path in (one, other):
                yield other if path == one else one


_UNPACKING = re.compile(
    r"(?:zcat|xzcat|zstdcat|bzcat)\Z|(?:gzip|pigz|xz|zstd|bzip2|lz4) -\w*(?:dc|cd)\w*\Z|gunzip -c\Z"
)


def _unpacked(written: str) -> str:
    """A path as it is compared: that of the packed file, where what it unpacks to is compared, `<(zcat FILE)`."""
    by = inside(written) if written.startswith("<(") else ()
    if len(by) == 1 and len(by[0].arguments) in (1, 2):
        *flags, file = by[0].arguments
        if _UNPACKING.match(" ".join((by[0].name, *(each.shape for each in flags)))):
            return file.written
    return written.rstrip("/")


def _compared(call: Invocation, path: str, *, tree: bool) -> Iterator[str]:
    """The other side of a comparison of two whole files or trees."""
    whole = call.name == "cmp" and not call.has("-n", "--bytes", "-i", "--ignore-initial") and not tree
    whole = whole or (
        call.name == "diff"
        and (not tree or call.has("-r", "--recursive"))
        and set(call.flags) <= {"-r", "-q", "-rq", "-qr", "--recursive", "--brief", "-s"}
    )
    if whole and len(call.operands) == 2 and not call.command.host:
        one, other = (_unpacked(each.written) for each in call.operands)
        if path in (one, other):
            yield other if path == one else one


def _digested(source: str) -> str:
    """The one file of which a substitution prints the digest, with its host."""
    by = [each for each in inside(source) if each.name != "ssh" and not each.captured]
    if not by or by[0].name not in _DIGESTS or any(not first_only(invocation(each)) for each in by[1:]):
        return ""
    fed = [each.target for each in by[0].redirects if each.operator == "<"]
    files = [*invocation(by[0]).operands, *fed]
    return f"{by[0].host}:" * bool(by[0].host) + files[0].written if len(files) == 1 else ""


_DESTROYING = ("drop", "truncate", "delete")


def _searched(call: Invocation) -> bool:
    """Whether the one file of statements that is run was searched for those that destroy, and has none."""
    fed = [each.target for each in call.command.redirects if each.operator == "<"]
    files = [word.written for word in (*call.all("-f", "--file"), *fed)]
    for fact in call.command.facts:
        if fact.kind != "ran" or fact.holds or len(fact.by) != 1 or fact.by[0].name not in ("grep", "egrep"):
            continue
        search = invocation(fact.by[0])
        pattern = search.words[0].lower() if len(search.operands) == 2 else ""
        extended = search.name == "egrep" or search.has("-E", "-P", "--extended-regexp")
        whole = extended and search.has("-i", "--ignore-case") and not search.has("-v", "-x") and _ALONE.match(pattern)
        if whole and all(word in pattern for word in _DESTROYING) and files == [search.operands[1].written]:
            return True
    return False


_ALONE = re.compile(r"(?:\\b|\\<)?\(?\w+(?:\|\w+)+\)?(?:\\b|\\>)?\Z")
"""One of several words, and nothing beside it."""
_DROPS = re.compile(r"(?is)\s*drop\s+(database|table)\s+(?:if\s+exists\s+)?[\"`]?([^\s\"`;]+)[\"`]?\s*;?\s*\Z")
_COUNTS = re.compile(
    r"(?is)\s*select\s+(?:count\(\s*(?:\*|1)\s*\)|coalesce\(sum\(n_live_tup\),\s*0\))\s+from\s+(.+?)\s*;?\s*\Z"
)
_CATALOGUE = re.compile(
    r"(?is)(?:information_schema\.tables|pg_stat_user_tables|pg_catalog\.pg_tables|pg_tables)"
    r"(?:\s+where\s+(?:table_schema|schemaname)\s*(?:=\s*['\"]([^'\"]+)['\"]|not\s+in\s*\([^)]*\)|<>\s*'[^']*'))?\Z"
)


def _counted_none(call: Invocation, *, strict: bool) -> bool:
    """Whether the database or table that is dropped was asked before, and has no tables or no rows.

    Where the script goes on after a failure, only the text `0` says so: a comparison of numbers takes nothing for 0.
    """
    kind, name = _dropped(call)
    if not name:
        return False
    for fact in call.command.facts:
        counted_none = fact.value == "0" or (strict and fact.value == NONE_COUNTED)
        by = _asked(fact) if fact.kind == "printed" and fact.holds and counted_none else ()
        if len(by) != 1 or by[0].name not in _CLIENTS or not _of_same_place(by[0], call.command):
            continue
        asked = invocation(by[0])
        counted = _COUNTS.match(_statement(asked))
        if counted is None or server(asked) != server(call):
            continue
        catalogue = _CATALOGUE.match(counted[1])
        if kind == "table" and counted[1].strip('"`') == name and _database(asked) == _database(call):
            return True
        if kind == "database" and catalogue and name == (_database(asked) if asked.name == "psql" else catalogue[1]):
            return True
    return False


def _dropped(call: Invocation) -> tuple[str, str]:
    """Whether a database or a table is dropped, and its name, when that is all the call does."""
    if call.name == "dropdb":
        return ("database", call.operands[0].written) if len(call.operands) == 1 else ("", "")
    found = _DROPS.match(_statement(call))
    return (found[1].lower(), found[2]) if found else ("", "")


def _statement(call: Invocation) -> str:
    """The one statement that a client is given; empty where it is given several, or files."""
    given = call.all("-c", "--command", "-e", "--execute")
    fed = call.has("-f", "--file") or any(each.operator[:1] == "<" for each in call.command.redirects)
    return given[0].written if len(given) == 1 and not fed else ""


def server(call: Invocation) -> tuple[str, ...]:
    """The database server that a client speaks to, as it is told; empty for the usual one."""
    return tuple(each.written for each in call.all("-h", "--host", "-p", "--port", "-P", "-S", "--socket"))


def _database(call: Invocation) -> str:
    told = call.all("-d", "--dbname", "-D", "--database") or call.operands[:1]
    return told[-1].written if told else ""
