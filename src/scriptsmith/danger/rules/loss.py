"""The decision table of what is lost: how final a deletion is, and who decides what it takes.

| what lies there               | one file that is named | a tree or a pattern  | a name decided elsewhere |
|-------------------------------|------------------------|----------------------|--------------------------|
| OWN: the script made it       | nothing                | nothing              | nothing                  |
| PASSING: temporary, cache     | notable                | notable              | notable                  |
| KEPT: logs, backups, releases | notable (**)           | dangerous (*)        | dangerous (*)            |
| PLAIN: any other place        | notable                | notable              | a tree: dangerous (*)    |
| STORE: data, homes, web sites | notable, unless data   | dangerous            | dangerous                |
| ELSEWHERE: the path itself is | dangerous              | dangerous            | dangerous                |
| decided elsewhere             |                        |                      |                          |

(*) unless a rule of age or number bounds it, or a test has shown that the name is one plain name.
(**) dangerous where the content of a dump or an archive is destroyed in place: nobody empties one to make room.

A deletion cannot be put right, so it is only notable where what goes can be made again, or where a rule in the script
itself bounds it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from ...interpreter.model import Command, Glob, Unknown, Word
from .bounding_checks import folder_of, only_a_name, only_listed
from .origins import Decider, decider, unique
from .paths import ELSEWHERE, precious, scratch, spelled
from .word_lists import set_of


class PathKind(Enum):
    """What lies at a path."""

    OWN = auto()
    PASSING = auto()
    KEPT = auto()
    PLAIN = auto()
    STORE = auto()
    ELSEWHERE = auto()


_PASSING = re.compile(
    r"\.?(?:tmp|temp|temporary|scratch|\w*[-_.]?caches?|cache[-_.]\w+|thumbs|thumbnails|locks?|partial|build|builds|_build|"
    r"dist|target|out|output|obj|node_modules|bower_components|__pycache__|venv|tox|nox|pytest_cache|mypy_cache|eggs|"
    r"lists|coverage|htmlcov|next|nuxt|gradle|m2|npm|nvm|pnpm-store|yarn|cargo|rustup|sass-cache|terraform|parcel-cache|"
    r"trash|work|workdir|workspaces?|preview|sessions?|DerivedData|\w+\.egg-info|\w*[-_.](?:tmp|temp|build|work|scratch))\Z",
    re.I,
)
_ENDING = re.compile(
    r".*(?:\.(?:tmp|temp|part|partial|new|swp|lock|pid|sock|socket|pyc|o|class|orig|rej|dpkg-\w+|ucf-\w+|rpm(?:save|new)|"
    r"lock\.hcl|stamp|flag|done|ready|status|state|marker|fifo|pipe|core|crdownload|retry)|~|-tmp|\.tmp\.…|\.…\.tmp)\Z|(?:.*/)?\.nfs.*"
)
_KEPT = re.compile(
    r"\.?(?:logs?|journal|backups?|bak|snapshots?|dumps?|releases?|versions?|revisions?|old|rotated|history|"
    r"crash|cores?|coredumps?|spool|mail-?queue|archived?|retired|\w+[-_.](?:logs?|backups?|dumps?))\Z",
    re.I,
)
_STORE_TOP = re.compile(
    r"(?:data|backups?|exports?|storage|store|archives?|databases?|db|nfs|shares?|shared|vol(?:umes?)?|media|mnt|"
    r"home|Users|srv|pgdata|oradata|pgsql|mysql|repo(?:s|sitor\w+)?|pool|tank|nas|uploads?|www|vmail|mail|root)\d*\Z"
)
_STORE_PART = re.compile(
    r"pg_(?:wal|xlog|xact|tblspc)|(?:\w+[-_.])?(?:data|databases?|db|uploads?|attachments|documents|docs|photos|pictures|media|maildir|mail|vmail|"
    r"archives?|blobs?|objects|repositor\w+|pgdata|dbdata|storage|store|volumes|customers?|invoices?|accounting)\Z",
    re.I,
)
_DATA_FILE = re.compile(
    r".*\.(?:db\d?|sqlite3?|mdb|ibd|frm|rdb|aof|sql|dump|dmp|bak|tar|tgz|tbz2?|txz|zip|7z|(?:tar|sql|dump|json|csv|xml|img|"
    r"db)\.(?:gz|bz2|xz|zst|gpg|age)|img|qcow2|vmdk|vdi|raw|iso|csv|tsv|xlsx?|docx?|pdf|parquet|pst|mbox|kdbx|pem|key|p12|"
    r"pfx|jks|snar)\Z",
    re.I,
)
# By these, tools know what they have made: without them it runs on, and nobody can change or remove it.
_STATE_FILE = re.compile(
    r"(?:.*/)?(?:[\w.…-]*\.tfstate[*?]?|terraform\.tfstate\.d|\*tfstate\*?|\*\.tfstate\*?|\.pulumi|Pulumi\.[\w-]+\.ya?ml|"
    r"cluster\.rkestate|\.vagrant|\.bosh|[\w.-]*bosh-state\.json|cdktf\.out|terraform\.tfstate[*?.]\*?)\Z"
)
_ROTATED = re.compile(r"(?:\*|[\w.*…-]+)?\.(?:gz|xz|bz2|zst|[0-9*?]|old|\[0-9\]\*?|\d+)(?:\.(?:gz|xz|bz2))?\Z")
_LOGS = re.compile(r"(?:/var/log|.*/logs?)(?:/|\Z)")
_HOME_MADE = set_of(
    "Downloads .Trash .thumbnails .cache .npm .cargo .m2 .gradle .rustup .nvm go snap .local/share/Trash"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What a deletion takes: the path as it is spelled, what lies there, who decides it, and how much goes.

    `bounded` says that a rule of age or number decides which files, `found` that a find looks for them below the path,
    `emptied` that the file stays and its content goes.
    """

    path: str
    place: PathKind
    decider: Decider
    tree: bool = False
    bounded: bool = False
    found: bool = False
    emptied: bool = False

    @property
    def final(self) -> bool:
        """Whether this is a loss that nothing in the script bounds and nobody can put right."""
        name = self.path.rpartition("/")[2]
        many = self.tree or any(char in name for char in "*?[")
        foreign = self.decider is not Decider.SCRIPT
        match self.place:
            case PathKind.OWN | PathKind.PASSING:
                return False
            case PathKind.KEPT:
                emptied = self.emptied and bool(_DATA_FILE.match(name))
                return (many or foreign or emptied) and not self.bounded
            case PathKind.PLAIN:
                return self.tree and foreign and not self.bounded
            case PathKind.STORE:
                return many or foreign or bool(_DATA_FILE.match(name)) or state_file(self.path)
            case PathKind.ELSEWHERE:
                return True


def relative(word: Word) -> bool:
    """Whether a path is known to begin where the command stands."""
    return word.shape[:1] not in ("/", "~", "…", "$")


def loss(word: Word, command: Command, *, tree: bool, bounded: bool = False) -> Loss:
    """What goes when `command` deletes `word`; `bounded` when a rule of age or number decides which files."""
    cwd = command.cwd
    path = spelled(word, cwd)
    if cwd is not None and relative(word):
        word = Word(parts=(*cwd.parts, "/", *word.parts))
    parts = word.parts
    outside = [part for part in parts if isinstance(part, Unknown) and decider(part) is not Decider.SCRIPT]
    outside = [part for part in outside if not only_listed(part, command)]
    who = decider(outside[0]) if outside else Decider.SCRIPT
    place = place_of(path)
    if path[:1] == "…" and place is PathKind.ELSEWHERE:
        place = _led(word, path, command, outside)
    elif outside and place in (PathKind.PLAIN, PathKind.KEPT) and all(only_a_name(part, command) for part in outside):
        bounded = True
    if unique(word) and place is not PathKind.ELSEWHERE:
        place = PathKind.OWN
    if place is PathKind.KEPT and not tree and _LOGS.match(path) and _ROTATED.match(path.rpartition("/")[2]):
        bounded = True
    return Loss(path=path, place=place, decider=who, tree=tree, bounded=bounded)


def _led(word: Word, path: str, command: Command, outside: list[Unknown]) -> PathKind:
    """What lies at a path whose beginning is not known."""
    if not outside:
        return PathKind.PLAIN
    if folder := folder_of(outside[0], command):
        inner = place_of(folder + "/…")
        return inner if inner is not PathKind.STORE or not precious(folder) else PathKind.STORE
    name = path.rpartition("/")[2]
    literal = name and "…" not in name and not any(isinstance(part, Glob) for part in word.parts)
    return (
        PathKind.PLAIN if literal and not _DATA_FILE.match(name) else PathKind.ELSEWHERE
    )  # one file that the script names


def state_file(path: str) -> bool:
    """Whether infrastructure is known by what lies there: `terraform.tfstate`, but not the copy in `.terraform`."""
    return bool(_STATE_FILE.match(path)) and "/.terraform/" not in f"/{path}"


def passing_name(name: str) -> bool:
    """Whether a file is a lock, a temporary copy or the like, going by its name."""
    return bool(_ENDING.match(name))


@lru_cache(maxsize=4096)
def place_of(path: str) -> PathKind:
    """What lies at a path as `paths.spelled` gives it."""
    if scratch(path) or path == ELSEWHERE or path.startswith(ELSEWHERE + "/"):
        return PathKind.OWN
    parts = [part for part in path.split("/") if part not in ("", "*", "…")]
    if path[:1] == "…":
        named = any(_PASSING.match(part) for part in parts) or bool(_ENDING.match(path))
        return PathKind.PASSING if named else PathKind.ELSEWHERE
    if path.startswith(("/tmp/", "/var/tmp/", "/dev/shm/", "/run/", "/var/run/", "/var/lock/", "/var/cache/")):
        return PathKind.PASSING
    if state_file(path):
        return PathKind.STORE
    if _ENDING.match(path) or any(_PASSING.match(part) for part in parts[(path[:1] == "/") :]):
        return PathKind.PASSING
    if path[:1] == "~":
        return PathKind.PASSING if len(parts) > 1 and parts[1] in _HOME_MADE else PathKind.STORE
    if path[:1] != "/":
        return PathKind.PLAIN
    if any(_KEPT.match(part) for part in parts):
        return PathKind.KEPT
    if parts and _STORE_TOP.match(parts[0]):
        return PathKind.STORE
    if parts[:1] == ["var"]:
        return PathKind.STORE
    return PathKind.STORE if any(_STORE_PART.match(part) for part in parts[1:]) else PathKind.PLAIN
