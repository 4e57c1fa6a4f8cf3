"""What running a script showed, and what reading it says it would touch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .types import Finding, Risk

DANGER = "danger"
"""The checker whose findings say what a script could destroy."""
UNASKED = "unasked"
"""The checker whose findings say what a script would change that the action does not ask for."""
ADDRESSED = "addressed"
"""The checker whose findings say that a text speaks to whoever reads or judges the script."""
DOUBTS = frozenset((UNASKED, ADDRESSED))
"""Checkers whose findings no approval of an assessor outweighs."""

ChangeKind: TypeAlias = Literal["created", "modified", "deleted", "metadata"]
FileKind: TypeAlias = Literal["file", "directory", "link", "fifo", "socket", "device"]
Limit: TypeAlias = Literal["wall", "cpu", "memory", "processes", "output", "disk", "inodes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What lies at a path. `digest` is the SHA-256 of a regular file's content, `link` where a link points.

    `attributes` are extended attributes as `name=value`, among them `acl`, `default acl` and `capabilities`.
    """

    kind: FileKind
    mode: int
    uid: int
    gid: int
    size: int = 0
    digest: str = ""
    link: str = ""
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One path that is not as it was. `before` is None for a created path, `after` for a deleted one.

    `diff` is a unified diff of text, bounded; empty for binary or large files.
    """

    path: str
    kind: ChangeKind
    before: Node | None = None
    after: Node | None = None
    diff: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """What one command did in a box. A failing command is data; `exit` is 128 + n for a death by signal n.

    Output is bounded: `truncated` names the streams of which only the beginning was kept. `changes` is every path that
    differs from before this command, ordered by path, also when it was killed. Where there are more than can be told,
    what was there before comes before what is new, and `omitted` counts the rest, at least. Digests are empty where
    there was too much to read.
    """

    exit: int
    stdout: bytes = b""
    stderr: bytes = b""
    seconds: float = 0.0
    limits: tuple[Limit, ...] = ()
    truncated: tuple[Literal["stdout", "stderr"], ...] = ()
    changes: tuple[Change, ...] = ()
    omitted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What a script would touch, as far as its text tells. Paths are as written, `…` for what is not known."""

    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    deletes: tuple[str, ...] = ()
    network: tuple[str, ...] = ()
    privilege: tuple[str, ...] = ()
    services: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Danger:
    """What reading a script says: one risk, the findings that led to it in the order of the text, and its effects."""

    risk: Risk
    findings: tuple[Finding, ...] = ()
    effects: Effects = field(default_factory=Effects)
