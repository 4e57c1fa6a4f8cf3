"""SS1012, SS1110 and SS1111: deletes that a listing decides, files that are written while they are read, and moves onto
one name."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Glob, Hit, Unknown, Word
from .deletes import passing
from .invocation import Invocation, invocation
from .loss import PathKind, place_of
from .origins import inside
from .paths import scratch, spelled, stream
from .rule import dangerous, rule
from .word_lists import set_of
from .write_targets import targets

_LISTERS = frozenset(("ls", "dir", "vdir"))
_TEMPORARY = re.compile(
    r"(?:/tmp|/var/tmp|/dev/shm|/var/cache|~/\.cache)(?:/|\Z)|.*/(?:tmp|temp|caches?|logs?)(?:/|\Z)"
)


def listers(call: Invocation) -> tuple[Command, ...]:
    """The commands that list the names which reach `call`, through xargs, `$(…)` or a loop that reads them."""
    command = call.command
    ways: list[tuple[Command, ...]] = [inside(part.source) for word in command.arguments for part in word.unknowns]
    if "xargs" in command.via or any(part.kind == "input" for word in command.arguments for part in word.unknowns):
        ways.append(command.upstream)
    return tuple(each for way in ways for each in way if each.name in _LISTERS)


@rule(
    "SS1012",
    "Deletes what a listing decides",
    why="What stands in a listing depends on which files happen to be there and how their names sort: one file more, "
    "a "
    "blank in a name or another folder, and the wrong ones go.",
    instead="name the files by pattern and age: find DIR -maxdepth 1 -name 'backup-*.tar' -mtime +30 -print, and add "
    "-delete once the list is right",
    on="rm unlink rmdir shred srm",
    bad=(
        "cd /backup; ls | head -n -7 | xargs rm -rf",
        "ls -t /srv/backup | tail -n +8 | xargs rm -rf",
        "ls -1t | tail -n +6 | xargs rm -f",
        "rm -rf $(ls -t | tail -n +5)",
        'ls -t | tail -n +4 | while read -r old; do rm -rf "$old"; done',
    ),
    good=(
        "ls -t /tmp/build-* | tail -n +4 | xargs rm -rf",
        "ls -1t /srv/dumps/shop-*.sql.gz | tail -n +8 | xargs -r rm --",
        "ls -1t /srv/dumps/shop-*.sql.gz | tail -n +8 | xargs -r rm -f --",
        'mapfile -t old < <(ls -1t "$D"/shop-*.gz | tail -n +8); for f in "${old[@]}"; do rm -f -- "$f"; done',
        "ls | wc -l",
        "ls -1dt /srv/app/releases/* | tail -n +6 | xargs -r rm -rf --",
        'cd /srv/app/releases; for d in $(ls -1d 20[0-9][0-9]* | sort -r | tail -n +6); do rm -rf -- "./$d"; done',
        "find /srv/dumps -name '*.gz' -mtime +30 -delete",
    ),
)
def by_listing(call: Invocation) -> Hit | None:
    command = call.command
    tree = call.has("-r", "-R", "--recursive")
    if not tree and not call.has("-f", "--force"):
        return None
    for lister in listers(call):
        listing = invocation(lister)
        places = listing.operands or ((lister.cwd,) if lister.cwd is not None else ())
        paths = [spelled(word, lister.cwd or command.cwd) for word in places]
        if paths and all(_TEMPORARY.match(path) or scratch(path) for path in paths):
            continue
        if not tree and paths and all(map(_bounded, paths)):
            continue
        kept = all(_FOLDERS.match(path) and place_of(path) is PathKind.KEPT for path in paths)
        if paths and kept and _newest_stay(call, lister):
            continue
        where = f" of {', '.join(paths)}" if paths and "…" not in paths else ""
        return dangerous(f"deletes what a listing{where} happens to show" + (", with everything in it" if tree else ""))
    return None


_FOLDERS = re.compile(r"[/~][^*?\[…]*/(?:[\w-]*(?:\[[\d-]+\])*\*|…)?\Z")


def _newest_stay(call: Invocation, lister: Command) -> bool:
    """Whether releases or backups are listed with their folder, by time or by name, and at least the newest three
    stay."""
    command = call.command
    flags = "".join(word.shape for word in lister.arguments if word.shape[:1] == "-")
    ups = [
        *command.upstream,
        *(each for word in command.arguments for part in word.unknowns for each in inside(part.source)),
    ]
    newest_first = "t" in flags and "r" not in flags
    for up in ups:
        words = " ".join(word.shape for word in up.arguments)
        if up.name == "sort":
            newest_first = bool(re.search(r"(?:\A|\s)-\w*r|--reverse", words))
        elif up.name in ("tail", "head") and "d" in flags:
            cut = _NEWEST_CUT if newest_first else _OLDEST_KEPT_OUT
            if up.name == ("tail" if newest_first else "head") and cut.search(words):
                return True
    return False


_NEWEST_CUT = re.compile(r"-n\s*\+(?:[4-9]|\d\d)\b")
_OLDEST_KEPT_OUT = re.compile(r"-n\s*-(?:[3-9]|\d\d)\b")


def _bounded(path: str) -> bool:
    """Whether a pattern below a named folder says which files are meant: `/srv/dumps/shop-*.gz`."""
    folder, _, name = path.rpartition("/")
    return bool(re.match(r"[/~…][^*?\[]*\Z", folder)) and bool(re.search(r"[*?\[]", name) and re.search(r"\w{3}", name))


_READING = set_of(
    "cat sort uniq head tail sed gsed awk gawk mawk grep egrep fgrep tr cut paste jq yq tac rev nl fold fmt expand "
    "unexpand column join comm iconv xmllint envsubst base64 gzip gunzip zcat openssl xxd shuf tsort python3 python "
    "perl ruby diff"
)


@rule(
    "SS1110",
    "Writes the file that it reads",
    why="The shell empties the file before the program starts, so there is nothing left to read.",
    instead="write to a new file and rename it: sort f > f.new && mv f.new f; or use sort -o f f, sed -i, or sponge",
    on="> tee",
    bad=(
        "sort users.txt > users.txt",
        "sed 's/a/b/' conf | sort -u > conf",
        "tr a b < notes > notes",
        'grep -v old "$1" > "$1"',
        "cat hosts | tee hosts",
        "for m in virtual aliases; do sort -u $m > $m; done",
    ),
    good=(
        "sort a > b",
        "sort -o a a",
        "sort a >> b",
        "grep x a > b; sort b > a",
        "sed 's/a/b/' f | sponge f",
        "cat a b > c",
        "echo a > a",
    ),
)
def onto_itself(call: Invocation) -> Hit | None:
    command = call.command
    written = [(each.word, each.path) for each in targets(call) if each.how in ("overwrites", "empties")]
    if not written or call.name not in _READING | {"tee"}:
        return None
    if call.name != "tee" and not any(redirect.operator in (">", ">|", "&>") for redirect in command.redirects):
        return None
    pipeline = [up for up in command.upstream if not _redirected(up) and up.name in _READING]
    for word, path in written:
        if stream(path) or path.startswith("/dev/") or scratch(path) or not path:
            continue
        if call.name != "tee" and not any(word is redirect.target for redirect in command.redirects):
            continue
        readers = pipeline if call.name == "tee" else [command, *pipeline]
        for reader in readers:
            inputs = [redirect.target for redirect in reader.redirects if redirect.operator == "<"]
            if any(_same(each, word) for each in (*invocation(reader).operands, *inputs)):
                return dangerous(f"empties {_written(word)} before it is read")
    return None


def _written(word: Word) -> str:
    """A word as a person wrote it: unknown parts by their names."""
    return "".join(
        part.source if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part
        for part in word.parts
    )


def _redirected(command: Command) -> bool:
    """Whether the output of a command goes into a file, and not on to the next one."""
    return any(each.operator in (">", ">>", ">|", "&>") and each.descriptor in (None, 1) for each in command.redirects)


def _same(one: Word, other: Word) -> bool:
    return one.parts == other.parts or (one.text is not None and one.text == other.text)


_STEADY = re.compile(r"[$`][({]?\s*(?:date\b(?!.*(?:%N|%s))|hostname\b|\w+\}?\Z)")


@rule(
    "SS1111",
    "Moves every file of a loop onto the same name",
    why="Each file replaces the one before it; only the last is left.",
    instead='keep the name: mv -n -- "$f" "$target/"; or put what differs into the new one: "$target/${f##*/}"',
    on="mv",
    bad=(
        'for f in /srv/drop/*/dump.gz; do mv -f "$f" "/srv/archive/dump-$(date +%F).gz"; done',
        'for f in *.log; do mv "$f" old.log; done',
        'find . -name "*.csv" | while read -r f; do mv "$f" all.csv; done',
    ),
    good=(
        'for f in *.log; do mv "$f" "$f.old"; done',
        'for f in *.log; do mv "$f" old/; done',
        'for f in *.log; do mv "$f" /srv/archive; done',
        'for f in *.log; do n=$((n + 1)); mv "$f" "log-$n.txt"; done',
        'for f in *.log; do mv -n "$f" old.log; done',
        "mv *.log old.log",
    ),
)
def onto_one_name(call: Invocation) -> Hit | None:
    if call.has("-n", "--no-clobber", "-b", "--backup", "-t", "--target-directory") or len(call.operands) != 2:
        return None
    source, target = call.operands
    if not call.command.conditional or not _varies(source, call.command.source) or _same(source, target):
        return None
    name = spelled(target, call.command.cwd).rpartition("/")[2]
    if not re.search(r"\.\w", name) or re.search(r"[*?\[]", target.shape):
        return None
    if any(part.kind in ("loop", "input") or not _STEADY.match(part.source) for part in target.unknowns):
        return None
    if passing(spelled(target)):
        return None
    return dangerous(f"moves every file onto {_written(target)}, so that only the last one is left")


def _varies(source: Word, text: str) -> bool:
    """Whether a word is another one in every turn of a loop: its variable, or a pattern that it stands for."""
    if any(part.kind in ("loop", "input") for part in source.unknowns):
        return True
    return any(isinstance(part, Glob) for part in source.parts) and not re.search(r"[*?\[]", text)
