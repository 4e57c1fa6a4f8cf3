"""SS1003, SS1009 and SS1014: losses that nobody can put right, by what lies there and who decides it (`loss`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ...interpreter.model import Command, Hit, Unknown, Word
from .bounding_checks import only_a_link
from .careful_machines import stops_at_failure
from .deletes import JUNK, deletes_found, deleting, found_by
from .established import absent_before, spared
from .find_results import NAMING, Check, checks, find_roots
from .invocation import Invocation, invocation
from .loss import Loss, PathKind, loss, passing_name, relative
from .origins import Decider, substituted, told
from .paths import spelled, stream
from .rule import dangerous, script_rule
from .word_lists import set_of
from .write_targets import targets

_TIMES = set_of("-mtime -mmin -atime -amin -ctime -cmin -newermt -newer")
_KEEPING = re.compile(r"-n\s*\+([3-9]|\d\d+)\b|-n\s*-([2-9]|\d\d+)\b|^\+([3-9]|\d\d+)$|^-([2-9]|\d\d+)$")
_LISTING = set_of("ls dir")
_PACKERS = set_of("gzip xz bzip2 zstd pigz lz4 unzip 7z")
_INPUT = frozenset(("input", "network"))
_BRINGING = frozenset(("mv", "mount"))


@dataclass(slots=True)
class _Own:
    """What the script has made so far: files that it wrote, and folders that were not there before."""

    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    packed: set[str] = field(default_factory=set)  # packed copies that it has tested
    brought: set[str] = field(default_factory=set)  # places to which it has moved or mounted something else

    def learn(self, call: Invocation) -> None:
        if call.name in _BRINGING and not self._renames(call):
            places = (*call.operands[1:], *call.all("-t", "--target-directory"))
            self.brought |= {_identity(word, call.command) for word in places}
        else:
            for target in () if call.name in ("mkdir", "touch", "install") else targets(call):
                if target.how in ("overwrites", "creates", "empties"):
                    self.files |= {_identity(target.word, call.command), target.path}
        if call.name == "mkdir" and not call.has("-p", "--parents"):
            made = call.operands
        elif (call.name == "git" and call.verb == "clone") or call.words[:2] == ("worktree", "add"):
            made = call.operands[2:3]
        else:
            made = ()
        self.folders |= {_identity(word, call.command) for word in made}
        if call.name in _PACKERS and call.has("-t", "--test") and call.command.tested:
            self.packed |= {_identity(word, call.command) for word in call.operands}

    def _renames(self, call: Invocation) -> bool:
        """Whether the script only gives another name to what it has made."""
        sources = call.operands[:-1]
        return call.name == "mv" and bool(sources) and all(self.has(word, call.command, tree=False) for word in sources)

    def has(self, word: Word, command: Command, *, tree: bool) -> bool:
        name = _identity(word, command)
        if any(each == name or each.startswith(f"{name}/") for each in self.brought):
            return False
        if any(name == folder or name.startswith(folder + "/") for folder in self.folders):
            return True
        if absent_before(word, command, tree=tree):
            return True
        if not tree and any(copy.startswith(f"{name}.") for copy in self.packed):
            return True
        return not tree and (
            name in self.files or ("…" not in (path := spelled(word, command.cwd)) and path in self.files)
        )


def _identity(word: Word, command: Command) -> str:
    """The path as a person wrote it: what is not known is told apart by where it comes from."""
    if any(unknown.kind == "loop" and " or " in unknown.source for unknown in word.unknowns):
        return f"… {word.shape.rpartition('…')[2]}"  # one of several values: only its ending is sure
    text = word.written
    cwd = command.cwd
    return text if cwd is None or text[:1] in "/~$`" else f"{cwd.written}/{text}"


@script_rule(
    "SS1003",
    "Deletes what somebody else decides",
    why="A delete cannot be taken back. Where an argument, the environment, a list or another program decides what "
    "goes, it can be anything; that the value is set, is a folder or begins with a slash keeps nothing out.",
    instead="name the folder in the script, check that the rest is one plain name ([[ $1 =~ ^[a-z0-9_-]+$ ]]), and "
    "look at the list first",
    yields="SS1001 SS1002 SS1004 SS1006 SS1012 SS1050 SS1051 SS1804",
    bad=(
        'rm -rf "$1"',
        'rm -rf -- "${1:?}"',
        '[ -d "$1" ] && rm -rf -- "$1"',
        'case $1 in /*) rm -rf -- "$1";; esac',
        '[[ $1 =~ ^/ ]] && rm -rf -- "$1"',
        'rm -rf "$(cat list)"',
        "cat list | xargs rm -rf",
        'while read -r f; do rm -f "$f"; done < list',
        "ls -t | tail -n +4 | xargs rm",
        'rm -rf "${PGDATA:?}"/*',
        'rm -f "$FILE"',
        'find "$1" -type f -mtime +30 -delete',
        '[[ $1 == /var/cache/app/* ]] && rm -rf -- "$1"',
    ),
    good=(
        "rm -rf build",
        'd=$(mktemp -d); rm -rf "$d"',
        'rm -rf "/srv/app/cache/${1:?}"',
        'T=/tmp/x; rm -rf "$T"',
        '[[ $1 =~ ^[a-z0-9_-]+$ ]] && rm -rf -- "/opt/app/cache/$1"',
        'd=$(realpath -e -- "$1"); [[ $d == /var/cache/app/* ]] && rm -rf -- "$d"',
        'pg_dump shop > "$1" || rm -f "$1"',
        'find "$1" -type d -empty -delete',
    ),
)
def decided_elsewhere(calls: Sequence[Invocation]) -> Iterable[Hit]:
    for call, word, lost in _losses(calls):
        if lost.final and (lost.decider is not Decider.SCRIPT or lost.place is PathKind.ELSEWHERE):
            yield dangerous(_said(call, word, lost), call.command.place)


@script_rule(
    "SS1014",
    "Deletes data",
    why="Homes, web sites, shares, uploads, backups and logs cannot be made again; nothing bounds what goes.",
    instead="move it aside first, or name in the script which files are deleted, by name and by age",
    yields="SS1001 SS1002 SS1004 SS1006 SS1012 SS1050 SS1051",
    bad=(
        "rm -rf /srv/www",
        "rm -f /backup/*.dump",
        "rm -rf /srv/app/data",
        "rm -rf /opt/app/data/uploads",
        "find /data/portal/uploads -delete -type f -mtime +90",
        'for f in /srv/share/*; do rm -rf "$f"; done',
        "find /srv/app/uploads -type f -mtime +90 -delete",
    ),
    good=(
        "rm -rf /srv/app/cache/*",
        "rm -rf /opt/tool",
        "find /var/log/app -name '*.gz' -mtime +30 -delete",
        "find /backup/db -name '*.dump' -mtime +30 -delete",
        "rm -f /srv/app/app.pid",
        "ls -t /backup/db/*.dump | tail -n +15 | xargs rm -f",
    ),
)
def data(calls: Sequence[Invocation]) -> Iterable[Hit]:
    for call, word, lost in _losses(calls):
        if lost.final and lost.decider is Decider.SCRIPT and lost.place is not PathKind.ELSEWHERE:
            yield dangerous(_said(call, word, lost), call.command.place)


def _said(call: Invocation, word: Word, lost: Loss) -> str:
    upstream = call.command.upstream
    cwd = call.command.cwd
    if lost.found:
        root = cwd if cwd is not None and word.shape in (".", "./") else word
        return f"deletes what it finds below {told(root, upstream)}"
    text = told(word, upstream)
    inside = re.match(r"(?:\./)?(\*|\.)(?=\Z| \()", text)
    if inside and cwd is not None:
        return f"deletes everything in {told(cwd, upstream)}"
    if found := re.match(r"(.*?)/\*(?= \(|\Z)", text):
        return f"deletes everything in {found[1]}{text[found.end() :]}"
    verb = "destroys" if call.name == "shred" else "deletes"
    return f"{verb} {text}{' with everything in it' if lost.tree else ''}{_where(call, word)}"


def _where(call: Invocation, word: Word) -> str:
    """The folder of a relative name, where somebody else decides it."""
    cwd = call.command.cwd
    if cwd is None or not cwd.unknowns or not relative(word):
        return ""
    return f" in {told(cwd, call.command.upstream)}"


def _losses(calls: Sequence[Invocation]) -> Iterator[tuple[Invocation, Word, Loss]]:
    """What every deleting command takes, but for what the script itself has made."""
    own = _Own()
    for call in calls:
        if call.name in _DELETING and not call.has("--help", "--version"):
            for word, lost in _taken(call):
                if own.has(word, call.command, tree=lost.tree) or spared(call, word, calls, tree=lost.tree):
                    continue
                yield call, word, lost
        own.learn(call)


_DELETING = set_of("rm unlink srm rimraf shred find")


def _taken(call: Invocation) -> Iterator[tuple[Word, Loss]]:
    command = call.command
    if call.name == "find":
        if deletes_found(call):
            yield from _found(call, ())
        return
    tree = call.name == "rimraf" or call.loose or call.has("-r", "-R", "--recursive")
    finds = [up for up in command.upstream if up.name == "find"]
    listings = [up for up in command.upstream if up.name in _LISTING]
    counted = _counted(command.upstream)
    for word in call.operands:
        if found_by(word) or (not tree and only_a_link(word, command)):
            continue
        printed = [up for unknown in word.unknowns for up in substituted(unknown)]
        searched = [up for up in printed if up.name == "find"]
        alone = len(word.parts) == 1 or (len(word.parts) == 2 and word.parts[0] == "./")
        named = [up for up in printed if up.name in _LISTING] if alone else []
        incoming = any(unknown.kind in _INPUT for unknown in word.unknowns)
        placed = bool(searched or named or listed_in(word)) and spelled(word)[:1] in ("/", "~")
        if placed and not (searched and (_aged(searched[-1]) or not _names_only(searched[-1]))):
            lost = loss(word, command, tree=tree, bounded=_counted(printed) and (not tree or _patterned(printed)))
            kept = lost.bounded and lost.place is PathKind.KEPT
            yield word, lost if kept or not lost.bounded else replace(lost, bounded=False)
        elif searched or (finds and incoming):
            for each in searched or finds[-1:]:  # what is substituted is read again, without the folder it runs in
                there = each if each.cwd is not None else replace(each, cwd=command.cwd)
                yield from _found(invocation(there), (*command.upstream, *printed))
        elif named and named[0].arguments:
            yield from _listed(named[0], command, word, tree=tree, counted=_counted(printed))
        elif listings and incoming and spelled(word, command.cwd)[:1] == "…":
            yield from _listed(listings[-1], command, word, tree=tree, counted=counted)
        else:
            lost = loss(word, command, tree=tree, bounded=counted and not tree)
            yield word, replace(lost, emptied=call.name == "shred")


def listed_in(word: Word) -> bool:
    """Whether the last part of a path is a name that `ls` has listed: `"$DIR/$name"`."""
    last = word.parts[-1] if word.parts else ""
    return isinstance(last, Unknown) and any(each.name in _LISTING for each in substituted(last))


def _aged(find: Command) -> bool:
    """Whether a find takes only what both a name and an age bound."""
    tests = [test for test in checks(invocation(find), deleting) if test.narrows]
    return any(test.name in NAMING for test in tests) and any(test.name in _TIMES and _old(test) for test in tests)


def _names_only(find: Command) -> bool:
    """Whether a find prints names without their folder, or those of the folder that it stands in."""
    call = invocation(find)
    told = call.value("-printf") or " ".join(word.shape for word in find.arguments)
    return "%f" in told or all(spelled(root) in (".", "") for root in find_roots(call))


_PATTERN = re.compile(r"\w{3,}[\w.-]*[*?\[]|[*?\[]\S*\w{3}|\{\d")


def _patterned(printed: Sequence[Command]) -> bool:
    """Whether a pattern says which names are listed."""
    for each in printed:
        if each.name in _LISTING:
            return any(_PATTERN.search(word.shape.rpartition("/")[2]) for word in invocation(each).operands)
        if each.name == "find":
            return any(test.name in NAMING and test.narrows for test in checks(invocation(each), deleting))
    return False


def _counted(upstream: Sequence[Command]) -> bool:
    """Whether a list is cut so that the newest few stay: `tail -n +8`, `head -n -7`."""
    cuts = [up for up in upstream if up.name in ("tail", "head")]
    return any(_KEEPING.search(text) for up in cuts for text in _pairs(up))


def _pairs(command: Command) -> Iterator[str]:
    texts = [word.shape for word in command.arguments]
    yield from texts
    yield from (f"{one} {two}" for one, two in pairwise(texts))


def _listed(
    listing: Command, command: Command, word: Word, *, tree: bool, counted: bool
) -> Iterator[tuple[Word, Loss]]:
    """What goes when the lines of an `ls` are deleted: what lies in the folder that it lists."""
    operands = invocation(listing).operands
    here = listing.cwd or command.cwd
    if not operands and here is None:
        yield word, loss(word, command, tree=tree)
    for each in operands or ((here,) if here is not None else ()):
        whole = not each.shape.endswith("]") and "*" not in each.shape
        folder = Word(parts=(*each.parts, "/*")) if whole else each
        lost = loss(folder, replace(listing, cwd=here), tree=tree, bounded=counted and not tree)
        whole_names = any(word.shape[:1] == "-" and "d" in word.shape for word in listing.arguments)
        rotated = counted and whole_names and lost.path.startswith("/") and lost.place is PathKind.KEPT
        yield folder, replace(lost, bounded=True) if rotated else lost


def _found(call: Invocation, after: Sequence[Command]) -> Iterator[tuple[Word, Loss]]:
    """What a find deletes below each of its roots, by the tests that hold then."""
    tests = checks(call, deleting)
    aged = any(test.name in _TIMES and test.narrows and _old(test) for test in tests)
    named = [test for test in tests if test.name in NAMING and test.narrows]
    if _harmless(tests, named) or (aged and named):
        return
    rotated = aged or _counted(after)
    for root in find_roots(call) or (Word(parts=(".",)),):
        if spelled(root, call.command.cwd) != ".":
            yield root, replace(loss(root, call.command, tree=True, bounded=rotated), found=True)


def _old(test: Check) -> bool:
    """Whether a test of time finds what is old: `-mtime -7` and `-newer` find what is new."""
    if test.name.startswith("-newer"):
        return test.negated
    return test.negated == test.value.startswith("-")


def _harmless(tests: Sequence[Check], named: Sequence[Check]) -> bool:
    """Whether only empty files, links, or what programs leave behind is found."""
    if any((test.name == "-empty" and not test.negated) or (test.name, test.value) == ("-type", "l") for test in tests):
        return True
    return bool(named) and all(JUNK.match(test.value) or passing_name(test.value) for test in named)


@script_rule(
    "SS1009",
    "Empties a file that somebody else owns",
    why="The file stays and its content is gone for good, whichever file that is. A script that goes on to write "
    "its own result there does what it was told; one that only empties does not.",
    instead="name the file or its folder in the script, and refuse what does not look like it",
    bad=(
        'truncate -s 0 "$1"',
        'truncate --size=0 -- "$FILE"',
        'cp /dev/null "$LOG"',
        ': > "$1"',
        'while read -r f; do : > "$f"; done < list',
        "truncate -s 0 /srv/app/data/users.db",
    ),
    good=(
        "truncate -s 0 app.log",
        'truncate -s 0 "/var/log/app/$NAME.log"',
        'truncate -s 100M "$1"',
        'f=$(mktemp); truncate -s 0 "$f"',
        'cp a "$1"',
        ': > "$1"; date >> "$1"',
        'set -e; cp "$1" "$1.old"; : > "$1"',
        'cp "$1" "$1.old" && : > "$1"',
        'date > "$1"',
    ),
)
def emptied(calls: Sequence[Invocation]) -> Iterable[Hit]:
    results: set[str] = set()
    for call in calls:
        results |= {
            _identity(target.word, call.command)
            for target in targets(call)
            if target.how in ("appends to", "overwrites", "edits")
        }
    strict = stops_at_failure(calls)
    kept: set[str] = set()
    for call in calls:
        if call.name in ("cp", "install") and len(call.operands) == 2 and (strict or call.command.tested):
            kept.add(call.operands[0].written)
        for target in targets(call):
            if target.how != "empties" or stream(target.path) or _identity(target.word, call.command) in results:
                continue
            if target.word.written in kept:
                continue  # as logs are: copied, and emptied where that has succeeded
            if call.command.via and call.command.via[-1].startswith("python"):
                continue  # a file that is opened for writing; what it gets stands elsewhere
            lost = replace(loss(target.word, call.command, tree=False), emptied=True)
            dump = lost.place is PathKind.KEPT and lost.decider is Decider.SCRIPT
            if lost.place is PathKind.ELSEWHERE or ((lost.place is PathKind.STORE or dump) and lost.final):
                text = told(target.word, call.command.upstream)
                yield dangerous(f"empties {text}{_where(call, target.word)}", call.command.place)
