"""What two executions left behind in the file tree, compared path by path."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.effects import Change, Execution
from .requirements import Asks

NOISE = re.compile(
    r"/(?:__pycache__|\.cache)(?:/|$)|^/root/\.(?:config|local)(?:/|$)|\.pyc$|/\.(?:bash_history|lesshst|viminfo|"
    r"wget-hsts|python_history)$"
    r"|^/(?:run|dev|proc|sys)(?:/|$)|^/var/(?:cache|run)(?:/|$)|^/var/log/(?:apt|journal|"
    r"(?:alternatives|dpkg|bootstrap)\.log$|(?:wtmp|btmp|lastlog|faillog)$)|^/etc/ld\.so\.cache$|^/tmp/(?:scriptsmith|sh-thd)"
)
_RANDOM = re.compile(r"(?<=[./_-])(?=\w*[A-Z0-9])[A-Za-z0-9]{6,12}$")
_ARCHIVE = re.compile(r"\.(?:t?gz|tar|zip|bz2|xz|Z|tbz2?|txz|cpio|zst|7z|jar)(?:\.\w{1,4})?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What became of one path. `text` are the lines that it gained, where it is text that could be told, `places` the
    headers of a diff that say where."""

    kind: str
    what: str = ""
    digest: str = ""
    link: str = ""
    mode: int = 0
    owner: tuple[int, int] = (0, 0)
    text: tuple[str, ...] | None = None
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """How two sets of effects differ: `share` in [0, 1] of what is the same, and in words the first that is not.

    `texts` are paths whose text differs, to be compared as output is; `opaque` those whose
    bytes differ and tell nothing.
    """

    share: float
    why: str = ""
    texts: tuple[str, ...] = ()
    opaque: tuple[str, ...] = ()


def effects(execution: Execution) -> dict[str, Effect]:
    """The effects of `execution` by path, without what any command leaves by the way; random names are evened."""
    found: dict[str, Effect] = {}
    for change in execution.changes:
        if NOISE.search(change.path):
            continue
        path = change.path
        if path.startswith(("/tmp/", "/var/tmp/")) and change.kind == "created":
            path = _RANDOM.sub("*", path)
        found[path] = _effect(change)
    return found


def _effect(change: Change) -> Effect:
    node = change.after
    if node is None:
        return Effect(kind="deleted", what=change.before.kind if change.before else "")
    kind = "changed" if change.before is not None and change.kind != "created" else "created"
    text = None
    if change.diff:
        lines = change.diff.split("\n")[2:]
        text = tuple(line for line in lines if line[:1] in ("+", "-") and line[:3] not in ("+++", "---"))
        if kind == "created":
            text = tuple(line[1:] for line in text)
    return Effect(
        kind=kind,
        what=node.kind,
        digest=node.digest,
        link=node.link,
        mode=node.mode,
        owner=(node.uid, node.gid),
        text=text,
        places=tuple(line for line in change.diff.split("\n") if line.startswith("@@")) if kind == "changed" else (),
    )


def contrast(first: Mapping[str, Effect], second: Mapping[str, Effect], asks: Asks, strict: bool = False) -> Contrast:
    """How `second` differs from `first`; with `strict` modes and owners count though the action does not name them."""
    modes = asks.modes or strict or any(it.kind == "changed" and not it.text for it in first.values())
    same, why = 0, ""
    texts: list[str] = []
    opaque: list[str] = []
    for path in sorted(first.keys() | second.keys()):
        one, other = first.get(path), second.get(path)
        if one is None or other is None:
            side, it = ("second", other) if one is None else ("first", one)
            why = why or f"only the {side} command has {path} {it.kind if it else ''}"
        elif (one.kind, one.what) != (other.kind, other.what):
            why = why or f"{path} is {one.kind} ({one.what}) by the first and {other.kind} ({other.what}) by the second"
        elif _link(path, one.link) != _link(path, other.link):
            why = why or f"{path} points to {one.link} after the first and to {other.link} after the second"
        elif modes and (one.mode, one.owner) != (other.mode, other.owner):
            why = why or f"{path} has mode {one.mode:04o} after the first and {other.mode:04o} after the second"
        elif one.digest != other.digest:
            (texts if one.text is not None and other.text is not None and not _ARCHIVE.search(path) else opaque).append(
                path
            )
            same += 1
        else:
            same += 1
    return Contrast(
        share=same / max(len(first.keys() | second.keys()), 1), why=why, texts=tuple(texts), opaque=tuple(opaque)
    )


def unnamed_left_out(effects: Mapping[str, Effect], others: Mapping[str, Effect], action: str) -> dict[str, Effect]:
    """`effects` without files that came to be in `/tmp` alone and that the action does not name: a step's own."""
    return {
        path: it
        for path, it in effects.items()
        if path in others or it.kind != "created" or not path.startswith(("/tmp/", "/var/tmp/")) or "tmp" in action
    }


def lines(effect: Effect) -> str:
    """The text of `effect` as output is looked at; what sets a line that came apart from one that went is a word."""
    told = effect.text or ()
    return (
        "\n".join(f"{line[0]} {line[1:]}" if line else "" for line in told)
        if effect.kind == "changed"
        else "\n".join(told)
    )


def _link(path: str, link: str) -> str:
    """Where a link at `path` leads, whether it is written from the root or from its folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) if link else ""


def members(told: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The regular files that a dump tells of, each by the last part of its name and its content."""
    parts = [line.rsplit(" ", 6) for line in told]
    return frozenset((each[0].rsplit("/", 1)[-1], each[6]) for each in parts if len(each) == 7 and each[1] == "0")


DUMP = r"""
import bz2, gzip, hashlib, io, lzma, sys, tarfile, zipfile
def told(data):
    for opened in (gzip.decompress, bz2.decompress, lzma.decompress):
        try:
            return [opened.__module__] + told(opened(data))
        except Exception:
            pass
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            if not tar.getmembers():  # zeros look like an archive of nothing
                raise ValueError
            return sorted("%s %s %o %d %d %d %s" % (
                each.name.strip("./"), each.type.decode(), each.mode, each.uid, each.gid,
                each.mtime if each.mtime < NOW - 900 else 0,
                each.linkname or hashlib.sha256(tar.extractfile(each).read() if each.isreg() else b"").hexdigest()[:16],
            ) for each in tar.getmembers())
    except Exception:
        pass
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            return sorted("%s %s" % (each.filename, hashlib.sha256(zipped.read(each)).hexdigest()[:16])
                          for each in zipped.infolist())
    except Exception:
        pass
    return [hashlib.sha256(data).hexdigest()]
import time
NOW = time.time()
for path in sys.argv[1:]:
    print(path)
    try:
        print(*told(open(path, "rb").read()), sep="\n")
    except OSError as error:
        print("unreadable", type(error).__name__)
"""
"""A Python program that tells what is in archives and compressed files, without the times that their bytes carry."""
