"""SS1015, SS1210 and SS1211: trees that are brought in line with a source that may be empty, or with the wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from ...interpreter.model import Hit, Unknown, Word
from .invocation import Invocation
from .origins import Decider, decider, told
from .paths import scratch, spelled
from .rule import dangerous, script_rule
from .word_lists import set_of

_MOUNTS = re.compile(r"(/(?:mnt|media|net|Volumes|run/media)/[^/]+)")
_ASKING = frozenset(("[", "[[", "test", "mountpoint", "findmnt", "stat", "df", "ls", "grep"))
_PROGRAMS = "rsync rclone aws gsutil gcloud azcopy s3cmd mc"
_BOUNDED = ("-n", "--dry-run", "--dryrun", "--max-delete", "-b", "--backup", "--backup-dir")


def mirrored(call: Invocation) -> tuple[tuple[Word, ...], Word] | None:
    """The sources and the target of a command that deletes from the target what the sources lack; None for others."""
    if call.has(*_BOUNDED):
        return None
    words = call.operands
    if call.name == "rsync":
        deletes = any(flag.startswith("--del") for flag in call.flags)
    elif call.name == "rclone":
        deletes, words = call.verb == "sync", words[1:]
    elif call.name == "aws":
        deletes, words = call.words[:2] == ("s3", "sync") and call.has("--delete"), words[2:]
    elif call.name == "gsutil":
        deletes, words = "rsync" in call.words[:1] and call.has("-d"), words[1:]
    elif call.name == "gcloud":
        deletes = call.words[:2] == ("storage", "rsync") and "--delete-unmatched-destination-objects" in call.texts
        words = words[2:]
    elif call.name == "azcopy":
        deletes, words = call.verb == "sync" and "--delete-destination" in call.text, words[1:]
    elif call.name == "s3cmd":
        deletes, words = call.verb == "sync" and "--delete-removed" in call.texts, words[1:]
    else:
        deletes, words = call.verb == "mirror" and "--remove" in call.texts, words[1:]
    return (words[:-1], words[-1]) if deletes and len(words) > 1 else None


class _Errors:
    """Whether a failure ends the script, as far as it has been read."""

    def __init__(self) -> None:
        self.ends = False

    def learn(self, call: Invocation) -> None:
        if call.name == "set":
            if re.search(r"(?:\A|\s)-\w*e|-o errexit", call.text):
                self.ends = True
            elif re.search(r"(?:\A|\s)\+\w*e|\+o errexit", call.text):
                self.ends = False


@script_rule(
    "SS1015",
    "Deletes what a mount does not show, without asking whether it is mounted",
    why="A mount point that is not mounted is an empty folder: everything in the copy is then deleted as extra.",
    instead="ask first, mountpoint -q DIR || exit 1, and bound the loss: rsync --max-delete=100",
    on=_PROGRAMS,
    bad=(
        "mount /mnt/nas || true; rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "rsync -aHAX --delete-excluded --delete /media/disk/ /srv/copy/",
        'S=/mnt/nas/; rsync -a --del "$S" /backup/',
        "mountpoint -q /mnt/nas || mount /mnt/nas; rsync -a --delete /mnt/nas/a/ /backup/a/",
        "mount /srv/shares 2>/dev/null; rsync -a --delete /srv/shares/ vault:/vault/shares/",
        "mount /mnt/nas || true; [ -d /mnt/nas ] || exit 1; rsync -a --delete /mnt/nas/ dr:/tank/",
    ),
    good=(
        "mountpoint -q /mnt/nas || exit 1; rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "[ -f /mnt/nas/.here ] && rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "set -e; mount /mnt/nas; rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "mountpoint -q /mnt/nas || mount /mnt/nas || exit 1; rsync -a --delete /mnt/nas/a/ /backup/a/",
        "rsync -a --delete --max-delete=50 /mnt/nas/projects/ /backup/projects/",
        "rsync -a /mnt/nas/projects/ /backup/projects/",
        "rsync -a --delete /srv/www/ web2:/srv/www/",
        "rsync -an --delete /mnt/nas/ /backup/",
    ),
)
def mirrored_mount(calls: Sequence[Invocation]) -> Iterator[Hit]:
    asked: set[str] = set()
    mounted: set[str] = set()
    errors = _Errors()
    for at, call in enumerate(calls):
        errors.learn(call)
        if call.name == "mount" and call.operands and not call.has("--bind", "-a", "--all"):
            mounted.add(spelled(call.operands[-1], call.command.cwd).rstrip("/"))
        if call.name in _ASKING or call.name == "mount":
            named = _mounts(call, mounted)
            sure = call.command.tested or call.command.captured or (errors.ends and not _excused(calls, at))
            asked = asked | named if sure else asked - named if call.name == "mount" else asked
        elif (both := mirrored(call)) is not None:
            for word in both[0]:
                source = spelled(word, call.command.cwd)
                found = _MOUNTS.match(source)
                place = (
                    found[1] if found else next((each for each in mounted if f"{source}/".startswith(f"{each}/")), "")
                )
                if place and place not in asked:
                    yield dangerous(
                        f"deletes from {spelled(both[1], call.command.cwd)} what {place} does not show, mounted or not",
                        call.command.place,
                    )


def _mounts(call: Invocation, mounted: Set[str]) -> set[str]:
    """The mount points that a command asks about. That the folder itself is there says nothing where it is mounted."""
    places = {found[1] for found in _MOUNTS.finditer(call.text)}
    places |= {each for each in mounted if each and each in call.text}
    if call.name in ("[", "[[", "test") and _IS_FOLDER.search(call.text):
        words = {word.rstrip("/") for word in call.text.split()}
        places -= {each for each in places if each in words and each in mounted}
    return places


_IS_FOLDER = re.compile(r"(?:\A|\s)-[de]\s")


def _excused(calls: Sequence[Invocation], at: int) -> bool:
    """Whether a failure is passed over: `mount x || true`."""
    return any(
        each.name in ("true", ":", "echo", "logger", "printf")
        and each.command.conditional
        and not calls[at].command.tested
        and each.command.place.line == calls[at].command.place.line
        for each in calls[at + 1 : at + 2]
    )


_COPY = re.compile(
    r"(?i)stand-?by|replica|mirror|backup|\bbak\b|_bak|secondary|stale|offsite|off-site|peer|drsite|dr-site|cold"
)
_ORIGINAL = re.compile(r"(?i)\blive|_live|prod(?:uction)?\b|primary|master|\bcurrent|original")
_STAGING = re.compile(r"(?i)restore|staging|stage|scratch|tmp|temp|verify|check|test|cache|copy|archive")


@script_rule(
    "SS1210",
    "Brings the original in line with its copy",
    why="With source and target swapped, what was written since the last copy is deleted, and older files replace "
    "newer.",
    instead="put the original first and the copy last, look with --dry-run, and restore into a folder of its own",
    on="rsync rclone",
    bad=(
        'LIVE=/export/projects; STANDBY=standby:/export/projects; rsync -a --delete "$STANDBY/" "$LIVE/"',
        'LIVE=/srv/up; MIRROR=backup2::up; rsync -a --delete "m@$MIRROR/" "$LIVE/" >> "$LOG" 2>&1',
        "rsync -a --delete /backup/www/ /srv/www-live/",
        "rclone sync replica:data /srv/prod/data",
    ),
    good=(
        'LIVE=/export/projects; STANDBY=standby:/export/projects; rsync -a --delete "$LIVE/" "$STANDBY/"',
        "rsync -a --delete /srv/www-live/ /backup/www/",
        "rsync -a /backup/www/ /srv/www-live/",
        "rsync -a --delete /backup/www/ /srv/restore/www-live/",
        "rsync -a --delete backup:/x/ /backup/current/",
    ),
)
def copied_back(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call in calls:
        both = mirrored(call) if call.name in ("rsync", "rclone") else None
        if both is None:
            continue
        source, target = _written(call, both[0][-1], both[1])
        if _COPY.search(source) and _ORIGINAL.search(target) and not (_COPY.search(target) or _STAGING.search(target)):
            yield dangerous(f"brings the original, {target}, in line with its copy, {source}", call.command.place)


def _written(call: Invocation, source: Word, target: Word) -> tuple[str, str]:
    """Source and target with the names of their variables, as they are written, and with what these stand for."""
    text = re.sub(r"\d*(?:&>>?|[<>]{1,2}&?|>\|)\s*(?:\"[^\"]*\"|\S+)|\\\\\n", " ", call.command.source)
    words = [word for word in text.split() if word[:1] not in "-|&"]
    raw = words[-2:] if len(words) > 2 else ["", ""]
    return f"{raw[0]} {spelled(source)}".strip(), f"{raw[1]} {spelled(target)}".strip()


_TRIVIAL = set_of(
    "echo printf date logger cd pushd popd mkdir rm set true : find wc ls du df touch export exec flock trap sleep "
    "cp ln "
    "[ [[ test chmod chown exit return sed grep cat mktemp head tail"
)
_MAKING = frozenset(("rm", "mkdir", "mktemp"))


@script_rule(
    "SS1211",
    "Brings a tree in line with a folder that may be empty",
    why="When the build, the download or the search that should have filled the folder fails, everything in the "
    "target is "
    "deleted as extra.",
    instead="stop when it fails (set -e, || exit 1), and test that the folder holds what is expected before the copy",
    on=_PROGRAMS,
    bad=(
        "rm -rf public; mkdir public; hugo -d public; rsync -a --delete public/ web1:/var/www/docs/",
        "npm run build || echo failed; rm -rf dist; npm run x || echo y; aws s3 sync dist s3://site --delete",
        "npm run build; mkdir -p dist; aws s3 sync dist s3://site --delete",
        "mkdir -p /var/tmp/a; wget -P /var/tmp/a https://x/; aws s3 sync /var/tmp/a s3://b --delete",
        'SRC=$(awk -F= "/dir/{print $2}" app.conf); rclone sync "$SRC" offsite:b',
        "set -e; mkdir -p /srv/assets; aws s3 sync --delete /srv/assets s3://assets-backup",
    ),
    good=(
        "set -e; rm -rf public; hugo -d public; rsync -a --delete public/ web1:/var/www/docs/",
        "rm -rf public; hugo -d public || exit 1; rsync -a --delete public/ web1:/var/www/docs/",
        "rm -rf public; hugo -d public; [ -f public/index.html ] || exit 1; rsync -a --delete public/ web1:/x/",
        "rsync -a --delete /srv/www/ web2:/srv/www/",
        'SRC=/srv/app; rclone sync "$SRC" offsite:b',
        "mkdir -p build; cp a build/; rsync -a --delete build/ /tmp/x/",
        "set -e; mkdir -p /srv/a; tar -C /srv/a -xf a.tar; aws s3 sync --delete /srv/a s3://assets",
    ),
)
def mirrored_unfilled(calls: Sequence[Invocation]) -> Iterator[Hit]:
    emptied: dict[str, int] = {}
    errors = _Errors()
    ends_from: int | None = None
    for at, call in enumerate(calls):
        errors.learn(call)
        ends_from = (at if ends_from is None else ends_from) if errors.ends else None
        if call.name in _MAKING:
            for word in call.operands:
                emptied[_folder(word, call)] = at
        if (both := mirrored(call)) is None or scratch(spelled(both[1], call.command.cwd)):
            continue
        target = spelled(both[1], call.command.cwd)
        if target.startswith(("/tmp/", "/var/tmp/", "/dev/shm/")) or (call.command.tested and not call.command.place):
            continue
        for word in both[0]:
            made = emptied.get(_folder(word, call))
            if made is not None and _unfilled(calls[_first(calls, made) : at], word, errors.ends):
                yield dangerous(
                    f"deletes everything from {target} when {told(word)} was not filled", call.command.place
                )
            elif made is not None and calls[made].has("-p", "--parents") and not _filled(calls[:at], made, word):
                yield dangerous(
                    f"deletes everything from {target} when {told(word)}, which nothing here fills, has just been made",
                    call.command.place,
                )
            elif _nowhere(word, call):
                yield dangerous(
                    f"deletes from {target} what {told(word)} lacks, and that may be empty", call.command.place
                )


def _filled(before: Sequence[Invocation], made: int, source: Word) -> bool:
    """Whether another command than the one that makes a folder is given it: what is in it may come from there."""
    name = source.written.rstrip("/")
    return any(
        at != made and call.name not in _KEEPING and (name in call.text or name in _words(call))
        for at, call in enumerate(before)
    )


_KEEPING = frozenset(("[", "[[", "test", "chown", "chmod", "echo", "printf", "du", "df", "ls"))


def _words(call: Invocation) -> str:
    redirects = [each.target for each in call.command.redirects]
    where = [call.command.cwd] if call.command.cwd is not None else []
    return " ".join(word.written for word in (*call.command.arguments, *redirects, *where))


def _first(calls: Sequence[Invocation], made: int) -> int:
    """The first call that may fill a folder: `mkdir -p` leaves what is in it, or makes an empty one where it failed."""
    return 0 if calls[made].name == "mkdir" and calls[made].has("-p", "--parents") else made + 1


def _folder(word: Word, call: Invocation) -> str:
    return spelled(word, call.command.cwd).removesuffix("/*").rstrip("/").removeprefix("./")


def _unfilled(between: Sequence[Invocation], source: Word, ends: bool) -> bool:
    """Whether nothing keeps a failure of what should fill a folder from what comes after it."""
    name = source.shape.rstrip("/").rpartition("/")[2]
    fillers = [at for at, call in enumerate(between) if call.name and call.name not in _TRIVIAL]
    if not fillers:
        return False
    last = between[fillers[-1]]
    for call in between:
        if call.name in ("[", "[[", "test", "find", "ls", "grep") and name in call.command.source and (
            call.command.tested or ends
        ) and not call.command.captured:  # fmt: skip
            return False
    if ends:
        return any(_excused(between, at) for at in fillers)
    return not last.command.tested and not any(between[at].command.tested for at in fillers)


def _nowhere(word: Word, call: Invocation) -> bool:
    """Whether a source is nothing but a value from outside that may be empty, looked up and never tested."""
    only = word.parts[0] if word.parts and all(part == "/" for part in word.parts[1:]) else None
    if not isinstance(only, Unknown):
        return False
    return (
        only.kind in ("command", "input", "network", "unset")
        and only.empty
        and decider(only) is not Decider.SCRIPT
        and not any(check.source == only.source for check in call.command.checks)
        and not any(only.source in guard for guard in call.command.guards)
    )
